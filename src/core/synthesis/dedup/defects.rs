//! Families of defects, told by the words that reviewers use for them: two who speak of a leak say "not disposed",
//! "handles pile up" or "close it in finally", and share no other word. Not here: likeness of texts (prose), the rule
//! (face). Called by `prose`.
//!
//! The families follow the common weakness lists (CWE) and the vocabulary of linters' rules: cause, symptom and cure of
//! one weakness stand in one line. A word may belong to several. Topics (e-mail, cache keys, a language) are no
//! defects and stand nowhere. Words go through the same stemming as the texts.

use std::{collections::HashMap, sync::LazyLock};

/// One family a line, at most 64.
const FAMILIES: [&str; 36] = [
    // Injection: what is spliced, and what should be done instead.
    "injection inject sqli xss interpolate interpolation concatenate concatenation escape unescaped sanitize bind bound \
     parameterized parametrized placeholder quote unquoted literal untrusted tainted formatting raw",
    "globbing splitting space whitespace quote unquoted",
    "traversal extract extractall outside symlink slip archive zip tar",
    "authorization authorize authorise permission privilege policy role elevated admin anyone everyone anybody \
     everybody visitor public anon anonymous tenant foreign idor ownership rls unauthenticated unauthorized bypass",
    "ingress egress internet world cidr exposed firewall ssh open",
    "timing constant differing",
    "log print secret token password credential redact plaintext leaked debug sensitive",
    // Resources: what is not given back.
    "leak dispose disposable close unclosed cleanup clean release unregister unsubscribe handle socket connection pile \
     alive outlive outlives pool exhausted listener",
    "block forever hang stuck receiver sender unbuffered channel drain goroutine reads",
    "null nil undefined nullable dereference nullpointer nullpointerexception npe typeerror optional unwrap",
    "bounds overflow underflow wrap negative past exceed exceeds index range length cast truncation truncate",
    "freed dangling uninitialized touch",
    // Concurrency: two at once, and what becomes of it.
    "race racy concurrent concurrency atomic atomically lock mutex deadlock dead thread simultaneous simultaneously \
     synchronized parallel interleave writer reader timer debounce flush",
    "lost overwrite overwritten later revision earlier conflict vanish",
    "query select lazily eager prefetch join batch",
    "scan index full sorting",
    "quadratic clone copy redundant allocate allocation preallocate expensive repeated",
    "memory ram oom unbounded limit cap ceiling exhaust gigabytes buffering buffer huge large size maximum",
    "recursion recurse cyclic cycle circular stack infinite infinitely",
    "partial partially half halfway truncated rename temp temporary atomic atomically corrupt torn incomplete",
    "swallow ignored discard silently unchecked status exit pipefail pipeline unhandled failed failure last",
    "cancellation cancel abort ct token ctx context timeout deadline forward",
    "timezone zone utc offset timestamptz dst",
    "immutable mutate mutation shared copy alias instance",
    "stale dependency deps exhaustive outdated invalidate cache reload refresh",
    "idempotent idempotency idempotence twice duplicate dedupe deduplicate deduplication repeat reruns versions",
    "ssrf forgery redirect hop",
    "ssrf forgery host hostname suffix endswith domain subdomain wildcard",
    "docstring documentation comment typo misspelled spelled naming",
    "test untested coverage assert assertion flaky",
    "indentation nested misplaced",
    "nan precision float rounding decimal infinity inf division zero",
    "md5 sha1 weak iv nonce random seed cipher entropy predictable",
    "breaking compatibility compat deprecated signature",
    "validate validation unvalidated whitelist allowlist revalidation sanitise",
    "aria focus keyboard contrast screenreader alt",
];

/// The bit of each family, by the hash of a stem.
static BITS: LazyLock<HashMap<u64, u64>> = LazyLock::new(|| {
    let mut bits = HashMap::new();
    for (nth, family) in FAMILIES.iter().enumerate() {
        for word in family.split_ascii_whitespace() {
            if let Some(stem) = super::prose::stem_hash(&mut word.to_owned()) {
                *bits.entry(stem).or_default() |= 1 << nth;
            }
        }
    }
    bits
});

/// Families that a text speaks of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Defects {
    /// By at least one word.
    any: u64,
    /// By at least two.
    many: u64,
}

impl Defects {
    /// Of stems, each once.
    pub fn of(stems: &[u64]) -> Self {
        let mut defects = Self::default();
        for bits in stems.iter().filter_map(|stem| BITS.get(stem)) {
            defects.many |= defects.any & bits;
            defects.any |= bits;
        }
        defects
    }

    /// Of which both speak.
    pub fn shared(self, other: Self) -> Self {
        Self { any: self.any & other.any, many: self.many & other.many }
    }

    pub fn is_none(self) -> bool {
        self.any == 0
    }

    /// Families, those of two words twice.
    pub fn count(self) -> u64 {
        u64::from(self.any.count_ones() + self.many.count_ones())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_family_is_read_as_a_stem_and_every_family_has_its_bit() {
        assert!(FAMILIES.len() <= 64);
        for (nth, family) in FAMILIES.iter().enumerate() {
            for word in family.split_ascii_whitespace() {
                let stem = super::super::prose::stem_hash(&mut word.to_owned());
                let bits = stem.and_then(|stem| BITS.get(&stem)).copied().unwrap_or(0);
                assert!(bits & (1 << nth) != 0, "{word} says nothing");
            }
        }
    }
}
