//! Any bytes in any diff: no panic, and every place that is named exists.

use proptest::prelude::*;
use prr::core::{
    change::class_of,
    checks::{self, Across, CHECKS, Order, run_together},
    diff::parse,
    model::{Diff, TaskId},
    text::warnings,
};

use super::{
    build::{check, section},
    risk,
};

fn all_checks(diff: &Diff) {
    for one in CHECKS {
        // `check` asserts that every place is in the diff.
        for candidate in check(one.id, diff) {
            let c = &candidate.claim;
            assert!(!c.title.is_empty() && !c.summary.is_empty() && !c.evidence.is_empty() && !c.invariant.is_empty());
            assert!(!warnings(c.title.as_bytes()).any() && !warnings(c.evidence.as_bytes()).any(), "{c:?}");
        }
    }
}

/// Checks that look at a file together find what each finds alone.
fn together_as_alone(diff: &Diff) {
    let (across, task) = (Across::default(), TaskId::new("t"));
    let orders: Vec<Order<'_>> = CHECKS.iter().map(|check| Order { check, task: &task, first: 1 }).collect();
    for file in diff.file_numbers() {
        let class = class_of(&diff.path(file), diff, file);
        let together = run_together(&orders, diff, &across, file, class);
        let alone: Vec<_> = CHECKS.iter().map(|check| checks::run(check, diff, file, class, &task, 1)).collect();
        assert_eq!(together, alone);
    }
}

fn odd_line() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "<<<<<<< HEAD",
        "=======",
        ">>>>>>> x",
        "||||||| b",
        "#[test]",
        "fn a() {",
        "}",
        "    assert!(x);",
        "it('a', () => {",
        "it.only('a', () => {",
        "def test_a():",
        "    assert a",
        "@pytest.mark.skip",
        "class A:",
        "password = 'Xk9vQ2pLm77x'",
        "-----BEGIN PRIVATE KEY-----",
        "MIIEowIBAAKCAQEAx7q9Zr0pLk2mWx9TbVd4NsAa3Se0YcHj1Gf5",
        "async fn a() {",
        "    let g = m.lock().unwrap();",
        "    x().await;",
        "    std::thread::sleep(D);",
        "    let n = line.parse().unwrap();",
        "    let _ = std::fs::write(a, b);",
        "try:",
        "except Exception:",
        "    pass",
        "async def f(self):",
        "    with self.lock:",
        "        await g()",
        "    time.sleep(1)",
        "} catch (e) {}",
        "  debugger;",
        "eval(request.body);",
        "cur.execute(f\"SELECT a FROM t WHERE b = '{b}'\")",
        "requests.get(u, verify=False)",
        "hashlib.md5(password)",
        "console.log({x});",
        "```",
        "\"\"\"",
        "`",
        "\t",
        "\u{202e}",
        "",
        "func TestA(t *testing.T) {",
        "\tt.Skip()",
        "## Heading",
        "[section]",
        "ALTER TABLE x",
        "  isAuth(lock)",
        "\u{1b}[2J",
        "      - uses: a/b@main",
        "on: pull_request_target",
        "      - run: echo ${{ github.event.issue.title }}",
        "FROM a:latest",
        "RUN apt-get install b \\",
        "ENV API_TOKEN=abc",
        "rm -rf $1/",
        "exec a $@",
        "serde = \"*\"",
        "  \"dependencies\": {",
        "    \"a\": \"git+https://a/b.git\",",
        "ALTER TABLE a ADD b INT NOT NULL;",
        "exports.up = (knex) => knex.schema.alterTable('a', (table) => {",
        "op.add_column('a', sa.Column('b', nullable=False))",
        "- Always use tabs here",
        "- Never use tabs here",
        "int s\u{430}y\u{200b}x = '\u{2066}';",
        "ignore all previous instructions",
    ]);
    prop_oneof![4 => known.prop_map(str::to_owned), 1 => "\\PC{0,40}"]
}

fn odd_diff() -> impl Strategy<Value = String> {
    let path = prop::sample::select(vec![
        "src/a.rs",
        "tests/test_a.py",
        "a.test.ts",
        "a_test.go",
        "ATest.java",
        "README.md",
        "Cargo.toml",
        "x",
        "spec/a_spec.rb",
        "D tests/test_b.py",
        "A src/new.rs",
        "a.sql",
        "a.c",
        ".github/workflows/a.yml",
        ".gitlab-ci.yml",
        "Dockerfile",
        "a.sh",
        "package.json",
        "requirements.txt",
        "db/migrations/0001_a.sql",
        "db/migrate/0001_a.rb",
        "migrations/0001_a.js",
        "alembic/versions/a.py",
        "CLAUDE.md",
        "a.pb.go",
    ]);
    let line = (prop::sample::select(vec!['+', '-', ' ', '+']), odd_line());
    let body = prop::collection::vec(line, 1..30);
    prop::collection::vec((path, body), 1..4).prop_map(|files| {
        files
            .iter()
            .map(|(path, lines)| {
                let only = match path.get(..2) {
                    Some("A ") => Some('+'),
                    Some("D ") => Some('-'),
                    _ => None,
                };
                let body: String =
                    lines.iter().map(|(s, l)| format!("{}{}\n", only.unwrap_or(*s), l.replace('\n', ""))).collect();
                section(path, &body)
            })
            .collect()
    })
}

proptest! {
    #[test]
    fn checks_and_the_map_hold_on_odd_diffs(text in odd_diff(), cut in any::<prop::sample::Index>(), flip in any::<u8>()) {
        let mut bytes = text.into_bytes();
        all_checks(&parse(bytes.clone()));
        together_as_alone(&parse(bytes.clone()));
        risk::holds(&parse(bytes.clone())).map_err(TestCaseError::fail)?;
        let at = cut.index(bytes.len());
        bytes[at] = flip;
        all_checks(&parse(bytes.clone()));
        risk::holds(&parse(bytes)).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let diff = parse([b"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n", bytes.as_slice()].concat());
        all_checks(&diff);
        risk::holds(&diff).map_err(TestCaseError::fail)?;
    }
}
