//! The cases of `lost_tests`: diffs and what is expected of them.

/// Name, files (path, body), issue classes expected.
pub type Case = (&'static str, Vec<(&'static str, &'static str)>, &'static [&'static str]);

pub const RUST_TEST: &str =
    "-    #[test]\n-    fn adds_numbers() {\n-        let sum = add(1, 2);\n-        assert_eq!(sum, 3);\n-    }\n";
const RUST_TEST_ADDED: &str =
    "+    #[test]\n+    fn adds_numbers() {\n+        let sum = add(1, 2);\n+        assert_eq!(sum, 3);\n+    }\n";
const PY_TEST: &str = "-def test_login_fails():\n-    client = make_client()\n-    assert client.login('x') is False\n";

/// Those of the reviewer `removed-tests`.
pub fn cases() -> Vec<Case> {
    let mut all = removed_cases();
    all.extend(weakened_cases());
    all
}

fn removed_cases() -> Vec<Case> {
    vec![
        ("rust", vec![("src/a.rs", RUST_TEST)], &["removed-test"]),
        (
            "rust async",
            vec![("src/a.rs", "-#[tokio::test]\n-async fn serves() {\n-    assert!(run().await.is_ok());\n-}\n")],
            &["removed-test"],
        ),
        ("python", vec![("tests/test_a.py", PY_TEST)], &["removed-test"]),
        (
            "javascript",
            vec![(
                "src/a.test.ts",
                "   beforeEach(x);\n-  it('rejects bad input', () => {\n-    expect(parse('x')).toBe(null);\n-  });\n",
            )],
            &["removed-test"],
        ),
        (
            "go",
            vec![(
                "a_test.go",
                "-func TestParse(t *testing.T) {\n-\tgot := Parse(\"x\")\n-\tassert.Equal(t, 1, got)\n-}\n",
            )],
            &["removed-test"],
        ),
        (
            "java",
            vec![(
                "src/test/java/ATest.java",
                "-  @Test\n-  public void parsesDates() {\n-    assertEquals(1, parse(\"x\"));\n-  }\n",
            )],
            &["removed-test"],
        ),
        (
            "c#",
            vec![(
                "A.Tests/ParserTests.cs",
                "-    [Fact]\n-    public void Parses_dates()\n-    {\n-        Assert.Equal(1, Parse(\"x\"));\n-    }\n",
            )],
            &["removed-test"],
        ),
        (
            "ruby",
            vec![("spec/a_spec.rb", "-  it 'rejects bad input' do\n-    expect(parse('x')).to be_nil\n-  end\n")],
            &["removed-test"],
        ),
        (
            "attribute of the next one",
            vec![(
                "src/a.rs",
                "     #[test]\n-    fn adds_numbers() {\n-        assert_eq!(add(1, 2), 3);\n-    }\n-\n-    #[test]\n     fn other() {}\n",
            )],
            &["removed-test"],
        ),
        ("whole file", vec![("D tests/test_a.py", PY_TEST), ("src/a.py", "+x = 1\n")], &["removed-test"]),
        // not flagged
        ("moved to another file", vec![("src/a.rs", RUST_TEST), ("src/b.rs", RUST_TEST_ADDED)], &[]),
        (
            "renamed, body kept",
            vec![(
                "src/a.rs",
                "     #[test]\n-    fn adds() {\n+    fn it_adds_two_numbers() {\n         let sum = add(1, 2);\n         assert_eq!(sum, 3);\n     }\n",
            )],
            &[],
        ),
        (
            "renamed and moved",
            vec![
                ("tests/test_a.py", PY_TEST),
                (
                    "tests/test_b.py",
                    "+def test_bad_login():\n+    client = make_client()\n+    assert client.login('x') is False\n",
                ),
            ],
            &[],
        ),
        (
            "its code is removed too",
            vec![(
                "src/a.rs",
                "-pub fn multiply(a: u8, b: u8) -> u8 {\n-    a * b\n-}\n@@ mod tests {\n-    #[test]\n-    fn multiplies() {\n-        assert_eq!(multiply(2, 3), 6);\n-    }\n",
            )],
            &[],
        ),
        (
            "file and code deleted",
            vec![
                ("D tests/test_parser.py", "-def test_it():\n-    assert run() == 1\n"),
                ("D src/parser.py", "-def go():\n-    pass\n"),
            ],
            &[],
        ),
        ("whole module with its tests", vec![("D src/a.rs", RUST_TEST)], &[]),
        (
            "split into cases",
            vec![(
                "a_test.go",
                "-func TestParseDate(t *testing.T) {\n-\tcheck(t, \"a\")\n-}\n+func TestParseDateShort(t *testing.T) {\n+\tcheck(t, \"b\")\n+}\n",
            )],
            &[],
        ),
        (
            "another takes its place",
            vec![(
                "src/a.rs",
                "     #[test]\n-    fn to_str() {\n-        assert_eq!(Kind::A.to_str(), \"a\");\n-    }\n+    fn name() {\n+        assert_eq!(Kind::A.name(), \"a\");\n+    }\n-    #[test]\n-    fn adds_numbers() {\n-        let sum = add(1, 2);\n-    }\n+    #[test]\n+    fn sums_up() {\n+        let total = sum(&[1, 2]);\n+    }\n",
            )],
            &[],
        ),
        (
            "in a comment over several lines",
            vec![("src/a.rs", "-/*\n-#[test]\n-fn adds_numbers() {\n-    assert_eq!(add(1, 2), 3);\n-}\n-*/\n")],
            &[],
        ),
        (
            "behind a comment over several lines",
            vec![(
                "src/a.rs",
                "-/* of old:\n-   adds */\n-#[test]\n-fn adds_numbers() {\n-    assert_eq!(add(1, 2), 3);\n-}\n",
            )],
            &["removed-test"],
        ),
        (
            "one that does nothing",
            vec![("tests/test_a.py", " class A:\n-    def test_foo(self):\n-        pass\n x = 1\n")],
            &[],
        ),
        (
            "all of it on one line",
            vec![("src/a.rs", "-    #[test]\n-    fn adds() { assert_eq!(add(1, 2), 3); }\n")],
            &["removed-test"],
        ),
        (
            "values of one test now",
            vec![(
                "src/a.rs",
                "-    #[test]\n-    fn turns_ns() {\n-        let got = turn(\"4ns\");\n-        assert_eq!(got, 4);\n-    }\n-    #[test]\n-    fn turns_ms() {\n-        let got = turn(\"4ms\");\n-        assert_eq!(got, 4_000_000);\n-    }\n+    #[rstest]\n+    #[case(\"4ns\", 4)]\n+    #[case(\"4ms\", 4_000_000)]\n+    fn turns(#[case] text: &str, #[case] value: u64) {\n+        assert_eq!(turn(text), value);\n+    }\n",
            )],
            &[],
        ),
        (
            "what it imported goes",
            vec![
                (
                    "tests/test_release.py",
                    "-from release import SphinxBuilder\n-def test_build(self):\n-    self.builder.build()\n-    assert self.out.exists()\n",
                ),
                ("src/release.py", "-class SphinxBuilder:\n-    pass\n"),
            ],
            &[],
        ),
        (
            "it imported what stays",
            vec![
                (
                    "tests/test_release.py",
                    "-from release import SphinxBuilder\n-def test_build(self):\n-    self.builder.build()\n-    assert self.out.exists()\n",
                ),
                ("src/release.py", "-class ApiMaker:\n-    pass\n"),
            ],
            &["removed-test"],
        ),
        ("helper function", vec![("src/a.rs", "-    fn helper() {\n-        assert!(true_thing());\n-    }\n")], &[]),
        (
            "production function named test",
            vec![("src/net.py", "-def test_connection(host):\n-    return ping(host)\n")],
            &[],
        ),
        (
            "file moved without rename detection",
            vec![
                ("D old/test_a.py", PY_TEST),
                (
                    "A new/test_a.py",
                    "+def test_login_fails():\n+    client = make_client()\n+    assert client.login('x') is False\n",
                ),
            ],
            &[],
        ),
        (
            "a folder and its tests go together",
            vec![
                ("D lib/gateway/build.js", "-exports.build = () => {};\n"),
                ("D lib/gateway/request.js", "-exports.request = () => {};\n"),
                (
                    "D test/gateway/types.test.js",
                    "-it('maps values of all types', () => {\n-  expect(go(1)).toBe(2);\n-});\n",
                ),
            ],
            &[],
        ),
        (
            "the tests of a folder that stays",
            vec![
                ("D lib/gateway/build.js", "-exports.build = () => {};\n"),
                (
                    "D test/gateway/types.test.js",
                    "-it('maps values of all types', () => {\n-  expect(go(1)).toBe(2);\n-});\n",
                ),
            ],
            &["removed-test"],
        ),
        (
            "vendored",
            vec![("vendor/x/a_test.go", "-func TestParse(t *testing.T) {\n-\tassert.Equal(t, 1, 2)\n-}\n")],
            &[],
        ),
    ]
}

/// Those of the reviewer `skipped-tests`.
pub fn skipped_cases() -> Vec<Case> {
    vec![
        (
            "rust",
            vec![("src/a.rs", "     #[test]\n+    #[ignore]\n     fn adds() {\n         assert!(add());\n     }\n")],
            &["disabled-test"],
        ),
        (
            "rust with reason",
            vec![("src/a.rs", "+    #[ignore = \"flaky\"]\n     #[test]\n     fn adds() {\n     }\n")],
            &["disabled-test"],
        ),
        (
            "python",
            vec![("test_a.py", "+@pytest.mark.skip(reason='later')\n def test_a():\n     assert f()\n")],
            &["disabled-test"],
        ),
        (
            "javascript",
            vec![(
                "a.test.js",
                "-  it('adds numbers', () => {\n+  it.skip('adds numbers', () => {\n     expect(1).toBe(1);\n",
            )],
            &["disabled-test"],
        ),
        ("jasmine", vec![("a.spec.js", "-describe('cart', () => {\n+xdescribe('cart', () => {\n")], &["disabled-test"]),
        (
            "go",
            vec![("a_test.go", " func TestA(t *testing.T) {\n+\tt.Skip(\"later\")\n \trun(t)\n")],
            &["disabled-test"],
        ),
        ("java", vec![("ATest.java", "+  @Disabled\n   @Test\n   void adds() {\n")], &["disabled-test"]),
        (
            "it was off before, of another one",
            vec![(
                "src/a.rs",
                "     #[test]\n-    #[ignore] // slow\n+    #[ignore = \"slow\"]\n     fn adds() {\n     }\n     #[test]\n+    #[ignore = \"slow\"]\n     fn takes() {\n     }\n",
            )],
            &["disabled-test"],
        ),
        (
            "it was off before in other words",
            vec![(
                "src/a.rs",
                "     #[test]\n-    #[ignore] // slow\n+    #[ignore = \"slow\"]\n     fn adds() {\n     }\n",
            )],
            &[],
        ),
        (
            "another of its name runs",
            vec![
                ("tests/cp.rs", "     #[test]\n+    #[ignore]\n     fn copies() {\n         assert!(cp());\n     }\n"),
                ("A tests/ucp.rs", "+#[test]\n+fn copies() {\n+    assert!(ucp());\n+}\n"),
            ],
            &[],
        ),
        ("focus", vec![("a.test.ts", "-  it('adds', () => {\n+  it.only('adds', () => {\n")], &["focused-test"]),
        ("focus on a block", vec![("a.spec.ts", "+describe.only('cart', () => {\n+});\n")], &["focused-test"]),
        // not flagged
        (
            "a stub where a feature is off",
            vec![(
                "src/a.rs",
                "     #[test]\n+    #[cfg(feature = \"a\")]\n     fn adds() {\n         assert!(add());\n     }\n@@ mod tests {\n     }\n+\n+    #[test]\n+    #[ignore = \"needs a\"]\n+    #[cfg(not(feature = \"a\"))]\n+    fn adds() {\n+        panic!()\n+    }\n",
            )],
            &[],
        ),
        ("new slow test", vec![("src/a.rs", "+    #[test]\n+    #[ignore]\n+    fn slow() {\n+    }\n")], &[]),
        (
            "under a condition",
            vec![(
                "a_test.go",
                " func TestA(t *testing.T) {\n+\tif testing.Short() {\n+\t\tt.Skip(\"slow\")\n+\t}\n \trun(t)\n",
            )],
            &[],
        ),
        (
            "skipif",
            vec![(
                "test_a.py",
                "+@pytest.mark.skipif(sys.platform == 'win32', reason='x')\n def test_a():\n     assert f()\n",
            )],
            &[],
        ),
        ("skip of a new test", vec![("a.test.js", "+  it.skip('will come', () => {\n+  });\n")], &[]),
        ("iterator skip", vec![("src/a.rs", "+    let rest = items.iter().skip(1);\n")], &[]),
        ("only in production", vec![("src/query.js", "+  db.test.only('x');\n+  query.only(fields);\n")], &[]),
        ("switched on again", vec![("src/a.rs", "     #[test]\n-    #[ignore]\n     fn adds() {\n     }\n")], &[]),
    ]
}

fn weakened_cases() -> Vec<Case> {
    vec![
        (
            "rust",
            vec![("tests/a.rs", " #[test]\n fn adds() {\n     let x = add();\n-    assert_eq!(x, 3);\n }\n")],
            &["weakened-test"],
        ),
        (
            "python, name in the section",
            vec![(
                "test_a.py",
                "@@ def test_login():\n     r = login()\n-    assert r.status == 401\n     r.close()\n",
            )],
            &["weakened-test"],
        ),
        (
            "commented out",
            vec![(
                "a.test.js",
                "   it('adds', () => {\n     const x = add();\n-    expect(x).toBe(3);\n+    // expect(x).toBe(3);\n   });\n",
            )],
            &["weakened-test"],
        ),
        (
            "go",
            vec![(
                "a_test.go",
                " func TestA(t *testing.T) {\n-\trequire.NoError(t, err)\n-\tassert.Equal(t, 1, x)\n \tuse(x)\n }\n",
            )],
            &["weakened-test"],
        ),
        (
            "java",
            vec![("ATest.java", "   @Test\n   void adds() {\n     run();\n-    assertEquals(3, x);\n   }\n")],
            &["weakened-test"],
        ),
        // not flagged
        (
            "replaced",
            vec![("tests/a.rs", " #[test]\n fn adds() {\n-    assert_eq!(x, 3);\n+    assert_eq!(x, 4);\n }\n")],
            &[],
        ),
        (
            "by a helper",
            vec![("tests/a.rs", " #[test]\n fn adds() {\n-    assert_eq!(x, 3);\n+    check_sum(x, 3);\n }\n")],
            &[],
        ),
        (
            "moved to another hunk",
            vec![(
                "tests/a.rs",
                " #[test]\n fn adds() {\n-    assert_eq!(x, 3);\n }\n@@ fn verify() {\n+    assert_eq!(x, 3);\n",
            )],
            &[],
        ),
        ("in production code", vec![("src/a.rs", " fn adds() {\n-    assert!(x > 3);\n }\n")], &[]),
        (
            "code under it removed",
            vec![
                ("tests/a.rs", " #[test]\n fn adds() {\n     a();\n-    assert_eq!(old_sum(x), 3);\n }\n"),
                ("src/b.rs", "-pub fn old_sum(x: u8) -> u8 {\n-    x\n-}\n"),
            ],
            &[],
        ),
        ("whole test goes", vec![("src/a.rs", RUST_TEST)], &["removed-test"]),
        (
            "the same line stays",
            vec![("tests/a.rs", " #[test]\n fn adds() {\n     assert_eq!(x, 3);\n-    assert_eq!(x, 3);\n }\n")],
            &[],
        ),
        (
            "by a builder that runs",
            vec![(
                "tests/a.rs",
                " #[test]\n fn prints() {\n-    let out = run();\n-    assert!(out.ok);\n-    assert_eq!(out.text, \"a\");\n+    Test::new()\n+      .stdout(\"a\")\n+      .run();\n }\n",
            )],
            &[],
        ),
        (
            "by less than it was",
            vec![(
                "tests/a.rs",
                " #[test]\n fn prints() {\n-    assert!(out.ok);\n-    assert_eq!(out.text, \"a\");\n+    drop(out);\n }\n",
            )],
            &["weakened-test"],
        ),
        (
            "snapshot instead",
            vec![(
                "tests/a.rs",
                " #[test]\n fn adds() {\n-    assert_eq!(x, 3);\n+    insta::assert_snapshot!(x);\n }\n",
            )],
            &[],
        ),
    ]
}
