//! Users' regular expressions (with look-around) are checked when they are read, with the engine's own words.
//! Not here: matching, with its limit on back-tracking (core).

use fancy_regex::RegexBuilder;

/// The largest compiled program, in bytes.
const LARGEST: usize = 1 << 20;
/// The longest pattern, in bytes.
const LONGEST: usize = 4096;

/// Why a pattern cannot be used; `None` when it can.
pub(super) fn pattern_fault(pattern: &str) -> Option<String> {
    if pattern.is_empty() {
        return Some("it is empty and would fit everything".to_owned());
    }
    if pattern.len() > LONGEST {
        return Some(format!("it is longer than {LONGEST} bytes"));
    }
    let built = RegexBuilder::new(pattern).delegate_size_limit(LARGEST).delegate_dfa_size_limit(LARGEST).build();
    built.err().map(|error| innermost(&error))
}

/// The engine's sentence without the prefixes of the layers above.
fn innermost(error: &fancy_regex::Error) -> String {
    let mut words = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(deeper) = cause {
        words = deeper.to_string();
        cause = deeper.source();
    }
    words.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_around_is_fine_and_faults_are_told_in_the_engines_words() {
        for fine in ["TODO|FIXME", r"unwrap\(\) is fine(?= here)", ".*", "(a+)+$", "magic\nnumber", "^(a|aa)+(?<=a)$"] {
            assert_eq!(pattern_fault(fine), None, "{fine}");
        }
        for fault in ["", "(((|[", r"[\p{Han}]{1,1000000}", "(?P<", &"a".repeat(5000)] {
            let started = std::time::Instant::now();
            let words = pattern_fault(fault).unwrap();
            println!("{fault:.30}: {words}");
            assert!(!words.is_empty() && !words.contains('\n'), "{words}");
            assert!(started.elapsed().as_millis() < 2000);
        }
    }
}
