//! Families of defects, told by the words that reviewers use for them: two who speak of a leak say "not disposed",
//! "handles pile up" or "close it in finally", and share no other word. Not here: likeness of texts (prose), the rule
//! (face). Called by `prose`.
//!
//! The families follow the common weakness lists (CWE) and the vocabulary of linters' rules: cause, symptom and cure of
//! one weakness stand in one line. A word may belong to several. Topics (e-mail, cache keys, a language) are no
//! defects and stand nowhere. Words go through the same stemming as the texts.

use std::{collections::HashMap, sync::LazyLock};

use super::hash::Same;

/// One family a line, at most 64.
const FAMILIES: [&str; 36] = [
    // Injection: what is spliced, and what should be done instead.
    "injection inject sqli xss interpolate interpolation concatenate concatenation splice escape unescaped sanitize \
     sanitise bind bound parameterized parametrized prepared placeholder quote unquoted apostrophe literal untrusted \
     tainted formatting raw",
    "globbing splitting space whitespace quote unquoted",
    "traversal extract extractall outside symlink slip archive zip tar canonicalize",
    "authorization authorize authorise unauthorized permission privilege privileged policy acl rbac role elevated admin \
     anyone everyone anybody everybody visitor guest public anon anonymous tenant foreign idor ownership rls \
     unauthenticated bypass impersonate",
    "ingress egress internet world cidr exposed firewall ssh open",
    "timing constant differing memcmp",
    "log print dump secret token password credential redact mask plaintext cleartext leaked debug sensitive pii",
    // Resources: what is not given back, and what becomes of it.
    "leak dispose disposable close unclosed cleanup clean release unregister deregister unsubscribe detach handle \
     descriptor socket connection listener pile accumulate grow alive outlive outlives pool exhausted",
    "block forever hang stuck receiver sender unbuffered channel drain goroutine reads",
    "null nil undefined nullable dereference deref nullpointer nullpointerexception npe typeerror nonetype \
     attributeerror optional unwrap",
    "bounds oob overflow underflow overrun wrap wraparound negative past exceed exceeds index length cast truncation \
     truncate",
    "freed dangling uninitialized uninitialised touch",
    // Concurrency: two at once, and what becomes of it.
    "race racy toctou concurrent concurrency atomic atomically lock mutex deadlock dead thread volatile simultaneous \
     simultaneously synchronized synchronised synchronise synchronize parallel interleave",
    "lost overwrite overwritten later revision earlier conflict vanish",
    // Cost: queries, time, memory.
    "query select lazily eager eagerly prefetch preload join batch roundtrip",
    "scan index full sorting",
    "quadratic clone copy redundant allocate allocation preallocate expensive repeated",
    "memory ram oom oomkilled unbounded unlimited limit cap ceiling exhaust exhaustion gigabytes buffering buffer huge \
     large size maximum",
    "recursion recurse recursive cyclic cycle circular stack infinite infinitely sigsegv",
    // State: half of it, twice, or not any more.
    "partial partially half halfway truncated rename temp temporary atomic atomically fsync corrupt torn incomplete",
    "swallow ignored discard silently unchecked status exit pipefail pipeline unhandled failed failure",
    "cancellation cancel abort interrupt ct token ctx context timeout deadline forward",
    "timezone zone utc offset timestamptz dst hours",
    "immutable mutate mutation shared copy alias instance",
    "stale dependency deps exhaustive outdated invalidate cache reload refresh",
    "idempotent idempotency idempotence twice duplicate dedupe deduplicate deduplication repeat reruns versions replay",
    // The rest, by what it is about.
    "ssrf forgery redirect hop",
    "ssrf forgery host hostname suffix endswith domain subdomain wildcard",
    "docstring documentation comment typo misspelled spelled naming",
    "test untested coverage assert assertion flaky",
    "indentation nested misplaced",
    "nan precision float rounding decimal infinity inf division zero",
    "md5 sha1 weak iv nonce random seed cipher entropy predictable",
    "breaking compatibility compat deprecated signature",
    "validate validation unvalidated whitelist allowlist revalidation",
    "aria focus keyboard contrast screenreader alt",
];

/// The bit of each family, by the hash of a stem.
static BITS: LazyLock<HashMap<u64, u64, Same>> = LazyLock::new(|| {
    let mut bits = HashMap::default();
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::core::synthesis) struct Defects {
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
