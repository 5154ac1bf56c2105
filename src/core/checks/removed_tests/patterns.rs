//! How tests, skips and assertions look, by language: data. Called by its neighbours.

use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::core::{change::Language, text::one_line};

/// A line is looked at no farther than this.
pub(super) const LOOK: usize = 600;

pub(super) fn head(line: &[u8]) -> &[u8] {
    line.get(..LOOK).unwrap_or(line)
}

type Pattern = LazyLock<Option<Regex>>;

macro_rules! patterns {
    ($($(#[$doc:meta])* $name:ident = $($part:literal)+;)+) => {
        $($(#[$doc])* static $name: Pattern = LazyLock::new(|| Regex::new(concat!("(?-u)", $($part),+)).ok());)+

        #[cfg(test)]
        pub(super) fn all() -> Vec<(&'static str, bool)> {
            vec![$((stringify!($name), $name.is_some())),+]
        }
    };
}

patterns! {
    /// Attributes that make the next function a test.
    RUST_ATTRIBUTE = r"^\s*#\[\s*(?:\w+::)*(?:test|rstest|test_case|wasm_bindgen_test|quickcheck)\s*(?:\(|\])";
    RUST_NAME = r"^\s*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?(?:unsafe\s+)?fn\s+(\w+)";
    JVM_ATTRIBUTE = r"^\s*(?:@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b|\[\s*(?:Fact|Theory|Test|TestMethod|TestCase)\b)";
    JVM_NAME = r"(?:\bfun\s+`([^`]+)`|\b(\w+)\s*\([^;]*$)";
    PYTHON_NAME = r"^\s*(?:async\s+)?def\s+(test\w*)\s*\(";
    SCRIPT_NAME = r#"^\s*(?:it|test|specify)(?:\.(?:each|concurrent|only|skip|todo|failing|serial|sequential)\b(?:\([^)]*\)|`[^`]*`)?)*\(\s*["'`]([^"'`]{1,200})"#;
    GO_NAME = r"^func\s+((?:Test|Fuzz)[A-Z0-9_]\w*)\s*\(";
    RUBY_NAME = r#"^\s*(?:(?:it|test|specify|scenario)\s+["']([^"']{1,200})["']|def\s+(test_\w+))"#;
    PHP_NAME = r"^\s*(?:public\s+)?function\s+(test\w+)\s*\(";
    SWIFT_NAME = r"^\s*(?:@Test\s+)?(?:public\s+|override\s+)?func\s+(test\w+)\s*\(";
    C_NAME = r"^\s*(?:TEST|TEST_F|TEST_P|TYPED_TEST|TEST_CASE|BOOST_AUTO_TEST_CASE)\s*\(\s*([^)]{1,200})\)";

    RUST_ASSERT = r"^\s*(?:\w+::)*(?:assert\w*|prop_assert\w*)!\s*[(\[{]";
    PYTHON_ASSERT = r"^\s*(?:assert\b|self\.(?:assert\w+|fail\w*)\(|with\s+(?:pytest\.raises|self\.assert\w+)\()";
    SCRIPT_ASSERT = r"^\s*(?:await\s+|return\s+)?(?:expect\s*\(|assert\b[\s.(]|\w[\w.()]*\.should\b|(?:t|chai\.assert)\.(?:is|deepEqual|equal|throws|truthy|true|false|ok)\w*\()";
    GO_ASSERT = r"^\s*(?:t\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|(?:assert|require)\.\w+\(|qt\.\w+\()";
    JVM_ASSERT = r"^\s*(?:(?:Assert\w*|Assertions|Truth)\.)?(?:assert\w*|fail|verify|expect)\s*[(<]|^\s*Assert\.\w+\(|\.Should\(\)";
    RUBY_ASSERT = r"^\s*(?:assert\w*|refute\w*|expect)\b[\s({]|\.should\b";
    PHP_ASSERT = r"^\s*(?:\$this->|self::|static::)(?:assert\w+|expect\w+|fail)\(";
    SWIFT_ASSERT = r"^\s*(?:XCTAssert\w*|XCTFail|#expect|#require)\s*\(";
    C_ASSERT = r"^\s*(?:ASSERT_\w+|EXPECT_\w+|REQUIRE\w*|CHECK\w*|assert|BOOST_\w*(?:CHECK|REQUIRE)\w*|TEST_ASSERT\w*)\s*\(";
    /// A call that by its name asserts elsewhere.
    HELPER = r"(?i)\b(?:assert|check|verify|expect|ensure|validate|should|must)\w*!?\s*[(.]|(?i)\bsnapshot\w*!?\s*\(|insta::";
    COMMENT = r"^\s*(?://|#|/\*|\*|--|<!--)";

    /// Attributes and decorators that switch the next test off, with no condition.
    RUST_SKIP = r"^\s*#\[\s*ignore\s*(?:\]|=)";
    PYTHON_SKIP = r"^\s*(?:@pytest\.mark\.skip\b(?:\(|\s*$)|@(?:unittest\.)?skip\(|pytestmark\s*=\s*pytest\.mark\.skip\b(?:\(|\s*$))";
    JVM_SKIP = r"^\s*(?:@(?:Disabled|Ignore)\b(?:\(|\s*$|\s+[@\w])|\[\s*Ignore\b|\[\s*(?:Fact|Theory)\s*\(\s*Skip\s*=)";
    SWIFT_SKIP = r"^\s*@Test\(\s*\.disabled";
    /// The title of a test or block that is switched off where it stands.
    SCRIPT_SKIP = r#"^\s*(?:(?:it|test|describe|context|suite)\.skip\(|x(?:it|test|describe|context)\(|(?:it|test)\.todo\()\s*["'`]([^"'`]{1,200})"#;
    SCRIPT_TITLE = r#"^\s*(?:it|test|describe|context|suite)(?:\.(?:each|concurrent|only)\b(?:\([^)]*\))?)*\(\s*["'`]([^"'`]{1,200})"#;
    SCRIPT_ONLY = r#"^\s*(?:(?:it|test|describe|context|suite|specify)\.only\(|f(?:it|describe)\()\s*["'`]"#;
    RUBY_SKIP = r#"^\s*x(?:it|describe|context|specify)\s+["']([^"']{1,200})["']"#;
    RUBY_TITLE = r#"^\s*(?:it|describe|context|specify)\s+["']([^"']{1,200})["']"#;
    /// Statements that end a test before it tests.
    GO_SKIP_CALL = r"^\s*t\.(?:Skip|Skipf|SkipNow)\(";
    PYTHON_SKIP_CALL = r"^\s*(?:pytest\.skip\(|self\.skipTest\(|raise\s+(?:unittest\.)?SkipTest)";
}

fn captured(pattern: &Pattern, line: &[u8]) -> Option<String> {
    let found = pattern.as_ref()?.captures(head(line))?;
    let name = found.iter().skip(1).flatten().next()?;
    Some(one_line(String::from_utf8_lossy(name.as_bytes()).trim(), 120))
}

fn is(pattern: &Pattern, line: &[u8]) -> bool {
    pattern.as_ref().is_some_and(|p| p.is_match(head(line)))
}

/// Whether the line makes the function below it (or on it) a test.
pub(super) fn is_attribute(language: Language, line: &[u8]) -> bool {
    match language {
        Language::Rust => is(&RUST_ATTRIBUTE, line),
        Language::Jvm => is(&JVM_ATTRIBUTE, line),
        _ => false,
    }
}

/// Whether tests of the language are made by attributes.
pub(super) fn by_attribute(language: Language) -> bool {
    matches!(language, Language::Rust | Language::Jvm)
}

/// The name of the test that begins on this line; for languages with attributes, of any function.
pub(in crate::core::checks) fn test_name(language: Language, line: &[u8]) -> Option<String> {
    let pattern = match language {
        Language::Rust => &RUST_NAME,
        Language::Jvm => &JVM_NAME,
        Language::Python => &PYTHON_NAME,
        Language::Script => &SCRIPT_NAME,
        Language::Go => &GO_NAME,
        Language::Ruby => &RUBY_NAME,
        Language::Php => &PHP_NAME,
        Language::Swift => &SWIFT_NAME,
        Language::C => &C_NAME,
        Language::Shell | Language::Sql | Language::Markdown | Language::Sections | Language::Other => return None,
    };
    captured(pattern, line).filter(|name| name != "TestMain")
}

/// Whether a line asserts.
pub(super) fn is_assertion(language: Language, line: &[u8]) -> bool {
    match language {
        Language::Rust => is(&RUST_ASSERT, line),
        Language::Python => is(&PYTHON_ASSERT, line),
        Language::Script => is(&SCRIPT_ASSERT, line),
        Language::Go => is(&GO_ASSERT, line),
        Language::Jvm => is(&JVM_ASSERT, line),
        Language::Ruby => is(&RUBY_ASSERT, line),
        Language::Php => is(&PHP_ASSERT, line),
        Language::Swift => is(&SWIFT_ASSERT, line),
        Language::C => is(&C_ASSERT, line),
        Language::Shell | Language::Sql | Language::Markdown | Language::Sections | Language::Other => false,
    }
}

/// Whether a line is a comment and nothing else.
pub(super) fn is_comment(line: &[u8]) -> bool {
    is(&COMMENT, line)
}

/// Whether a line may assert elsewhere, by the name of what it calls. Comments do not.
pub(super) fn may_assert(language: Language, line: &[u8]) -> bool {
    !is_comment(line) && (is_assertion(language, line) || is(&HELPER, line))
}

/// Whether a line switches off the test or class below it.
pub(in crate::core::checks) fn is_skip_attribute(language: Language, line: &[u8]) -> bool {
    match language {
        Language::Rust => is(&RUST_SKIP, line),
        Language::Python => is(&PYTHON_SKIP, line),
        Language::Jvm => is(&JVM_SKIP, line),
        Language::Swift => is(&SWIFT_SKIP, line),
        _ => false,
    }
}

/// The title of a test or block that is switched off on this line.
pub(in crate::core::checks) fn skipped_title(language: Language, line: &[u8]) -> Option<String> {
    match language {
        Language::Script => captured(&SCRIPT_SKIP, line),
        Language::Ruby => captured(&RUBY_SKIP, line),
        _ => None,
    }
}

/// The title of a test or block that runs.
pub(in crate::core::checks) fn running_title(language: Language, line: &[u8]) -> Option<String> {
    match language {
        Language::Script => captured(&SCRIPT_TITLE, line),
        Language::Ruby => captured(&RUBY_TITLE, line),
        _ => None,
    }
}

/// Whether a line makes the runner leave out all other tests.
pub(in crate::core::checks) fn is_focus(language: Language, line: &[u8]) -> bool {
    language == Language::Script && is(&SCRIPT_ONLY, line)
}

/// Whether a line ends the test that it stands in.
pub(in crate::core::checks) fn is_skip_call(language: Language, line: &[u8]) -> bool {
    match language {
        Language::Go => is(&GO_SKIP_CALL, line),
        Language::Python => is(&PYTHON_SKIP_CALL, line),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        for (name, compiled) in super::all() {
            assert!(compiled, "{name}");
        }
    }
}
