//! The words that tell what a change touches, by lens: data. A word alone may mean little (`token` in a lexer), so
//! each has points, and a tag needs two. Called by `content`.

use crate::core::model::RiskTag;

/// Points from which a unit bears a tag.
pub(super) const ENOUGH: u8 = 2;

/// Lenses that weak words alone never amount to: `token` and `signature` are every parser's words too.
pub(super) const STRONG_ONLY: &[RiskTag] = &[RiskTag::Security, RiskTag::DataIntegrity];

/// Words of one lens and weight. `*` at the end: any continuation.
pub(super) struct Words {
    pub lens: RiskTag,
    pub points: u8,
    pub words: &'static [&'static str],
}

/// Matched with the words of which identifiers are made: `auth` in `check_auth`, `authToken` and `isAuth`, not in
/// `author`. Letters only, lower case.
pub(super) static WORDS: &[Words] = &[
    Words {
        lens: RiskTag::Security,
        points: 2,
        words: &[
            "auth",
            "authn",
            "authz",
            "authenticat*",
            "authoriz*",
            "authoris*",
            "oauth*",
            "oidc",
            "saml",
            "sso",
            "jwt",
            "permission*",
            "privilege*",
            "acl",
            "rbac",
            "sudo",
            "login",
            "logout",
            "csrf",
            "xsrf",
            "cors",
            "password*",
            "passwd",
            "passphrase",
            "secret*",
            "credential*",
            "encrypt*",
            "decrypt*",
            "hmac",
            "cipher",
            "sanitiz*",
            "sanitis*",
            "pickle",
            "subprocess",
            "eval",
            "setuid",
            "chmod",
            "csp",
            "pbkdf*",
            "bcrypt",
            "argon*",
        ],
    },
    Words {
        lens: RiskTag::Security,
        points: 1,
        words: &[
            "token*",
            "deserializ*",
            "session*",
            "cookie*",
            "admin*",
            "role",
            "roles",
            "crypto*",
            "tls",
            "ssl",
            "certificate*",
            "exec",
            "shell",
            "escape*",
            "untrusted",
            "signature*",
            "redirect*",
            "upload*",
            "injection",
        ],
    },
    Words {
        lens: RiskTag::DataIntegrity,
        points: 2,
        words: &[
            "migration*",
            "rollback*",
            "transaction*",
            "savepoint*",
            "nullable",
            "upsert*",
            "idempoten*",
            "cascade",
        ],
    },
    Words {
        lens: RiskTag::DataIntegrity,
        points: 1,
        words: &[
            "schema*",
            "unique",
            "constraint*",
            "commit",
            "database",
            "persist*",
            "fsync",
            "rename",
            "truncate*",
            "overwrite*",
        ],
    },
    Words {
        lens: RiskTag::ConcurrencyLifecycle,
        points: 2,
        words: &[
            "mutex*",
            "semaphore*",
            "atomic*",
            "deadlock*",
            "spawn*",
            "thread*",
            "goroutine*",
            "synchronized",
            "volatile",
            "cancell*",
            "cancel",
            "abort*",
            "lock",
            "unlock",
            "concurren*",
        ],
    },
    Words {
        lens: RiskTag::ConcurrencyLifecycle,
        points: 1,
        words: &[
            "async",
            "unsafe",
            "await",
            "timeout*",
            "channel*",
            "shutdown",
            "retry",
            "retries",
            "drop",
            "close",
            "dispose",
            "defer",
            "finally",
            "queue*",
            "signal*",
            "interval",
            "parallel*",
            "join",
            "kill*",
        ],
    },
    Words {
        lens: RiskTag::ApiContract,
        points: 2,
        words: &["endpoint*", "graphql", "openapi", "swagger", "deprecat*", "grpc", "protobuf"],
    },
    Words {
        lens: RiskTag::ApiContract,
        points: 1,
        words: &["api", "route*", "serde", "version*", "breaking", "webhook*"],
    },
    Words {
        lens: RiskTag::ObservabilityPrivacy,
        points: 2,
        words: &["telemetry", "pii", "gdpr", "anonymi*", "redact*", "sentry"],
    },
    Words {
        lens: RiskTag::ObservabilityPrivacy,
        points: 1,
        words: &["metric*", "tracing", "logger", "logging", "audit*", "counter", "histogram", "span"],
    },
    Words {
        lens: RiskTag::Caching,
        points: 2,
        words: &["cache*", "caching", "memoiz*", "ttl", "evict*", "etag", "memcached", "lru"],
    },
    Words { lens: RiskTag::Caching, points: 1, words: &["invalidat*", "stale", "expir*", "redis"] },
    Words { lens: RiskTag::Performance, points: 2, words: &["prefetch*"] },
    Words {
        lens: RiskTag::Performance,
        points: 1,
        words: &["batch*", "benchmark*", "optimi*", "throughput", "latency", "pagination", "paginat*"],
    },
];

/// Patterns that are no words.
pub(super) struct Pattern {
    pub lens: RiskTag,
    pub points: u8,
    pub pattern: &'static str,
}

/// Looked for in any changed line. The group `w` is what is quoted. No counted repetitions: they multiply the states
/// of the automaton; lines are short enough as they are looked at.
pub(super) static PATTERNS: &[Pattern] = &[
    Pattern {
        lens: RiskTag::DataIntegrity,
        points: 3,
        pattern: r"(?i)\b(?P<w>(?:create|alter|drop)\s+(?:unique\s+)?(?:table|index|column|view)|insert\s+into|delete\s+from|update\s+\w+\s+set|not\s+null|add\s+column|(?:primary|foreign)[ _]?key|auto_?increment)\b",
    },
    Pattern {
        lens: RiskTag::Security,
        points: 2,
        pattern: r"(?P<w>innerHTML|dangerouslySetInnerHTML|v-html|yaml\.load\(|os\.system|child_process|Runtime\.getRuntime|Command::new|verify\s*=\s*False|InsecureSkipVerify|rejectUnauthorized|(?i:api_?key))",
    },
    Pattern {
        lens: RiskTag::Security,
        points: 2,
        pattern: r#"(?P<w>pull_request_target|permissions:\s*write-all|\$\{\{\s*(?:secrets|github\.event)\.)"#,
    },
    Pattern {
        lens: RiskTag::ApiContract,
        points: 2,
        pattern: r"(?P<w>@(?:app|router|api|bp|blueprint)\.(?:get|post|put|patch|delete|route)\b|@(?:Get|Post|Put|Patch|Delete|Request)Mapping|\b(?:app|router)\.(?:get|post|put|patch|delete)\(|(?i:status_?code))",
    },
    Pattern {
        lens: RiskTag::ConcurrencyLifecycle,
        points: 2,
        pattern: r"(?P<w>\bgo\s+func\b|\bselect!|Promise\.all|\bsetTimeout\(|\bjoin_all\(|\bArc<|WaitGroup)",
    },
    Pattern {
        lens: RiskTag::ObservabilityPrivacy,
        points: 3,
        pattern: r"(?i)\b(?:log|logger|logging|console|tracing|slog|println|print|debug|info|warn|error)[.!(:].*\b(?P<w>e?mail|passw(?:or)?d|ssn|phone(?:number)?|birthday|iban|token|secret)\b",
    },
    Pattern {
        lens: RiskTag::Accessibility,
        points: 2,
        pattern: r#"(?i)(?P<w>\baria-[a-z]+|\brole=["']|\bon_?key(?:down|up|press)\b|\btab-?index\b|\bsr-only\b|<label\b|\balt=["']|\ba11y\b|screen_?reader|auto_?focus)"#,
    },
];

/// Public declarations. Strong on removed lines, weak on added ones: callers outside notice what goes.
pub(super) const PUBLIC: &str = concat!(
    r"^\s*(?P<w>pub\s+(?:async\s+|unsafe\s+|const\s+)*(?:fn|struct|enum|trait|type|const|static|mod|use)\s+\w+",
    r"|export\s+(?:default\s+)?(?:async\s+)?(?:function|class|const|interface|type|enum)\s+\w+",
    r"|public\s+(?:static\s+|final\s+|abstract\s+)*[\w<>\[\],.]+\s+\w+\s*\(|public\s+(?:abstract\s+|final\s+)*(?:class|interface|enum|record)\s+\w+",
    r"|func\s+(?:\([^)]*\)\s*)?[A-Z]\w*\()"
);

/// Imports of what is not the project's own, as far as the line tells.
pub(super) const IMPORT: &str = concat!(
    r#"^\s*(?P<w>import\s+[^.'"]*\bfrom\s+["'][^.'"/@][^'"]*["']|(?:const|let|var)\s+[^=]*=\s*require\(["'][^.'"][^'"]*["']\)"#,
    r"|extern\s+crate\s+\w+|from\s+[a-z]\w*(?:\.\w+)*\s+import\b|import\s+[a-z]\w*(?:\.\w+)*\s*$)"
);

/// A loop begins.
pub(super) const LOOP: &str = r"(?P<w>\bfor\b.*\bin\b|\bfor\s*\(|\bwhile\b|\.for_?[eE]ach\(|\.map\()";

/// Something that asks a database or a service.
pub(super) const QUERY: &str = r"(?P<w>\.(?:query\w*|execute|fetch\w*|find_by\w*|findOne|findMany|objects\.(?:get|filter))\(|(?i)\bselect\b.*\bfrom\b)";
