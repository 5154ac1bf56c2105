//! Where models are reached: providers known by name, and those of the person's settings. Plain data.
//! Filled by edge::config, read by edge::agents.

/// How a provider is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// Anthropic's messages.
    Anthropic,
    /// OpenAI's chat completions, which most others speak too.
    OpenAi,
    /// Google's generateContent.
    Gemini,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 3] = [Self::Anthropic, Self::OpenAi, Self::Gemini];

    /// The word in the settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::OpenAi => "openai",
            Self::Gemini => "gemini",
        }
    }

    /// Reads the word.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_str() == s)
    }
}

/// One provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// What stands before `::` in the name of a model.
    pub name: String,
    /// How it is spoken to.
    pub dialect: Dialect,
    /// Where; '' = the dialect's own place.
    pub base_url: String,
    /// The variables that may hold its key, first come first served; empty = it wants none.
    pub key_env: Vec<String>,
    /// A program that prints the key; empty = none. It is asked when no variable is set.
    pub key_command: Vec<String>,
}

/// Providers that need no entry: name, dialect, place, variable of another place, variables of the key.
type Row = (&'static str, Dialect, &'static str, &'static str, &'static [&'static str]);

const KNOWN: &[Row] = &[
    ("anthropic", Dialect::Anthropic, "", "ANTHROPIC_BASE_URL", &["ANTHROPIC_API_KEY"]),
    ("openai", Dialect::OpenAi, "", "OPENAI_BASE_URL", &["OPENAI_API_KEY"]),
    ("gemini", Dialect::Gemini, "", "GEMINI_BASE_URL", &["GEMINI_API_KEY", "GOOGLE_API_KEY"]),
    ("openrouter", Dialect::OpenAi, "https://openrouter.ai/api/v1/", "", &["OPENROUTER_API_KEY"]),
    ("ollama", Dialect::OpenAi, "http://127.0.0.1:11434/v1/", "OLLAMA_HOST", &[]),
    ("llamacpp", Dialect::OpenAi, "http://127.0.0.1:8080/v1/", "LLAMACPP_BASE_URL", &[]),
    ("vllm", Dialect::OpenAi, "http://127.0.0.1:8000/v1/", "VLLM_BASE_URL", &[]),
];

impl Provider {
    /// Names that need no entry in the settings.
    pub fn known_names() -> impl Iterator<Item = &'static str> {
        KNOWN.iter().map(|(name, ..)| *name)
    }

    /// The provider that is known by that name; `variable` reads our environment.
    pub fn known(name: &str, variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let (name, dialect, place, elsewhere, keys) = KNOWN.iter().find(|(known, ..)| *known == name)?;
        let told = (!elsewhere.is_empty()).then(|| variable(elsewhere)).flatten().filter(|url| !url.trim().is_empty());
        let base_url = told.map_or_else(|| (*place).to_owned(), |url| Self::address(url.trim()));
        Some(Self {
            name: (*name).to_owned(),
            dialect: *dialect,
            base_url,
            key_env: keys.iter().map(|key| (*key).to_owned()).collect(),
            key_command: Vec::new(),
        })
    }

    /// `127.0.0.1:11434`, as Ollama's own variable has it, as an address.
    fn address(text: &str) -> String {
        if text.contains("://") { text.to_owned() } else { format!("http://{text}") }
    }

    /// The place below which its calls lie, with a slash at the end; the version is added where people leave it out.
    pub fn base(&self) -> String {
        let (own, version) = match self.dialect {
            Dialect::Anthropic => ("https://api.anthropic.com/v1/", "v1/"),
            Dialect::OpenAi => ("https://api.openai.com/v1/", "v1/"),
            Dialect::Gemini => ("https://generativelanguage.googleapis.com/v1beta/", "v1beta/"),
        };
        if self.base_url.is_empty() {
            return own.to_owned();
        }
        let base = format!("{}/", self.base_url.trim_end_matches('/'));
        let path = base.split_once("://").map_or("", |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
        // Anthropic's own variable never names the version; the others do unless they are a bare host.
        let lacks = match self.dialect {
            Dialect::Anthropic => !path.split('/').any(|part| part == "v1"),
            Dialect::OpenAi | Dialect::Gemini => path.is_empty(),
        };
        if lacks { format!("{base}{version}") } else { base }
    }
}

/// Command-line agents that are known by name, so that `cmd:NAME` needs no entry: what each is called with, so that it
/// reads the brief on standard input, changes nothing and answers in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// Its name, as in `cmd:NAME`.
    pub name: &'static str,
    /// The program and its arguments.
    pub argv: &'static [&'static str],
    /// Variables of its own that it is given besides the usual ones.
    pub env: &'static [&'static str],
    /// Variables that are set for it: name and value.
    pub set: &'static [(&'static str, &'static str)],
}

impl Preset {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self {
            name: "claude",
            // No tools of its own and, since these are not counted among them, none of the person's MCP servers.
            argv: &[
                "claude",
                "-p",
                "--output-format",
                "text",
                "--tools",
                "",
                "--strict-mcp-config",
                "--no-session-persistence",
            ],
            env: &[
                "ANTHROPIC_API_KEY",
                "ANTHROPIC_AUTH_TOKEN",
                "ANTHROPIC_BASE_URL",
                "ANTHROPIC_MODEL",
                "CLAUDE_CONFIG_DIR",
                "CLAUDE_CODE_OAUTH_TOKEN",
            ],
            set: &[],
        },
        Self {
            name: "codex",
            // Its sandbox lets a shell read every file of the person: there is to be no shell.
            argv: &[
                "codex",
                "exec",
                "--sandbox",
                "read-only",
                "--skip-git-repo-check",
                "--ephemeral",
                "--disable",
                "shell_tool",
                "-",
            ],
            env: &["OPENAI_API_KEY", "OPENAI_BASE_URL", "CODEX_API_KEY", "CODEX_HOME"],
            set: &[],
        },
        Self {
            name: "gemini",
            // Without a person at hand what wants a consent is refused in this mode; the folder is empty and ours, and
            // it would not begin in one that nobody trusts.
            argv: &[
                "gemini",
                "--output-format",
                "text",
                "--approval-mode",
                "default",
                "--extensions",
                "none",
                "--skip-trust",
            ],
            env: &[
                "GEMINI_API_KEY",
                "GOOGLE_API_KEY",
                "GOOGLE_CLOUD_PROJECT",
                "GOOGLE_GEMINI_BASE_URL",
                "GEMINI_MODEL",
            ],
            set: &[],
        },
        Self {
            name: "opencode",
            argv: &["opencode", "run", "--pure"],
            env: &["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR"],
            // It has no argument for this, and would run a shell unasked.
            set: &[("OPENCODE_PERMISSION", r#"{"*":"deny"}"#)],
        },
        Self {
            name: "llm",
            argv: &["llm", "--no-log"],
            env: &["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "LLM_USER_PATH", "LLM_MODEL"],
            set: &[],
        },
    ];

    /// The one of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|preset| preset.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_completed_as_people_write_it() {
        let base = |dialect, url: &str| {
            let provider =
                Provider { name: "x".into(), dialect, base_url: url.into(), key_env: vec![], key_command: vec![] };
            provider.base()
        };
        let cases = [
            (Dialect::Anthropic, "", "https://api.anthropic.com/v1/"),
            (Dialect::Anthropic, "http://127.0.0.1:8099", "http://127.0.0.1:8099/v1/"),
            (Dialect::Anthropic, "http://h/proxy/", "http://h/proxy/v1/"),
            (Dialect::Anthropic, "http://h/v1", "http://h/v1/"),
            (Dialect::OpenAi, "http://127.0.0.1:8080", "http://127.0.0.1:8080/v1/"),
            (Dialect::OpenAi, "http://h/api/v3", "http://h/api/v3/"),
            (Dialect::Gemini, "http://h:1/", "http://h:1/v1beta/"),
        ];
        for (dialect, url, expected) in cases {
            assert_eq!(base(dialect, url), expected, "{url}");
        }
    }

    #[test]
    fn known_providers_are_found_with_the_places_of_their_own_variables() {
        let none = |_: &str| None;
        for name in Provider::known_names() {
            assert!(Provider::known(name, none).is_some_and(|provider| provider.base().ends_with('/')), "{name}");
        }
        let host = |name: &str| (name == "OLLAMA_HOST").then(|| "10.0.0.2:11434".to_owned());
        assert_eq!(Provider::known("ollama", host).unwrap().base(), "http://10.0.0.2:11434/v1/");
        assert_eq!(Provider::known("nobody", none), None);
    }
}
