//! The reviewer `stale-docs`: files and flags that go while documentation still names them, through the program; and what it
//! must not flag.

use super::left_behind::{change_as, texts_as};

type Files<'a> = &'a [(&'a str, &'a str)];

/// Files before, what is written or taken away, titles expected.
type Case<'a> = (Files<'a>, &'a [(&'a str, Option<&'a str>)], &'a [&'a str]);

const PYTHON: &str = "def arguments(parser):\n    parser.add_argument('--max-depth', type=int)\n    parser.add_argument('--quiet-mode')\n";
const PYTHON_LESS: &str = "def arguments(parser):\n    parser.add_argument('--quiet-mode')\n";
const RUST: &str = "#[derive(Parser)]\npub struct Args {\n    #[arg(long)]\n    pub max_depth: u8,\n    #[arg(long)]\n    pub quiet: bool,\n}\n";
const RUST_LESS: &str = "#[derive(Parser)]\npub struct Args {\n    #[arg(long)]\n    pub quiet: bool,\n}\n";
const README: &str = "# Walker\n\n- `--max-depth N`: how deep to go\n- `--quiet-mode`: no output\n";
const FLAG: &str = "The flag `--max-depth` is removed and documentation still names it";

/// A text long enough for git to see where it went.
const LONG: &str = "one line of the guide\nanother line of the guide\na third line of the guide\na fourth line of it\n";

fn flagged() -> Vec<Case<'static>> {
    vec![
        (&[("a.py", PYTHON), ("README.md", README)], &[("a.py", Some(PYTHON_LESS))], &[FLAG]),
        (&[("src/args.rs", RUST), ("docs/usage.md", README)], &[("src/args.rs", Some(RUST_LESS))], &[FLAG]),
        (
            &[
                ("cli.js", "program\n  .option('-d, --max-depth <n>', 'how deep')\n  .parse();\n"),
                ("README.md", README),
            ],
            &[("cli.js", Some("program\n  .parse();\n"))],
            &[FLAG],
        ),
        (
            &[("README.md", "See [the guide](docs/guide.md#start).\n"), ("docs/guide.md", LONG)],
            &[("docs/guide.md", None)],
            &["`docs/guide.md` is removed and documentation still points to it"],
        ),
        (
            &[("README.md", "See [the guide](docs/guide.md).\n"), ("docs/guide.md", LONG)],
            &[("docs/guide.md", None), ("docs/manual.md", Some(LONG))],
            &["`docs/guide.md` has another name and documentation still points to the old one"],
        ),
        (
            &[("docs/build.rst", "Run ``scripts/release_all.sh`` first.\n"), ("scripts/release_all.sh", "echo go\n")],
            &[("scripts/release_all.sh", None)],
            &["`scripts/release_all.sh` is removed and documentation still points to it"],
        ),
    ]
}

fn passed_over() -> Vec<Case<'static>> {
    vec![
        // It is told with it.
        (
            &[("a.py", PYTHON), ("README.md", README)],
            &[("a.py", Some(PYTHON_LESS)), ("README.md", Some("# Walker\n\n- `--quiet-mode`: no output\n"))],
            &[],
        ),
        // Another file knows it.
        (
            &[
                ("a.py", PYTHON),
                ("b.py", "def more(parser):\n    parser.add_argument('--max-depth')\n"),
                ("README.md", README),
            ],
            &[("a.py", Some(PYTHON_LESS))],
            &[],
        ),
        // It moved, and is defined in another way.
        (
            &[("src/args.rs", RUST), ("README.md", README)],
            &[
                ("src/args.rs", Some(RUST_LESS)),
                ("src/more.rs", Some("pub struct More {\n    #[arg(long)]\n    pub max_depth: u8,\n}\n")),
            ],
            &[],
        ),
        // A history.
        (&[("a.py", PYTHON), ("CHANGELOG.md", README)], &[("a.py", Some(PYTHON_LESS))], &[]),
        // Another program's.
        (
            &[("a.py", PYTHON), ("README.md", "Run `find . --max-depth 3` first.\n")],
            &[("a.py", Some(PYTHON_LESS))],
            &[],
        ),
        // Handed to another program, not defined.
        (
            &[("a.py", "def run():\n    call(['du', '--max-depth', '3'])\n    go()\n"), ("README.md", README)],
            &[("a.py", Some("def run():\n    go()\n"))],
            &[],
        ),
        // The link leads elsewhere.
        (
            &[("docs/a.md", "See [the guide](guide.md).\n"), ("guide.md", LONG), ("docs/guide.md", "here\n")],
            &[("guide.md", None)],
            &[],
        ),
        // Made by a program.
        (&[("README.md", "Load [it](dist/bundle.js).\n"), ("dist/bundle.js", "x\n")], &[("dist/bundle.js", None)], &[]),
        // Everybody has his own now.
        (
            &[("README.md", "Edit [it](conf/local.toml).\n"), ("conf/local.toml", "x = 1\n")],
            &[("conf/local.toml", None), (".gitignore", Some("conf/local.toml\n"))],
            &[],
        ),
    ]
}

#[test]
fn what_goes_while_documentation_names_it_is_a_finding() {
    for (before, after, expected) in flagged() {
        let said = change_as("stale-docs", before, after);
        let titles: Vec<&str> = said.iter().map(|text| text.split(" @").next().unwrap()).collect();
        assert_eq!(titles, expected, "{before:?}");
    }
}

#[test]
fn what_is_there_after_all_or_is_not_meant_is_none() {
    for (before, after, expected) in passed_over() {
        let said = change_as("stale-docs", before, after);
        assert_eq!(said.len(), expected.len(), "{said:?} of {before:?}");
    }
}

#[test]
fn it_says_where_it_is_named_and_what_is_there_now() {
    let before = [("README.md", "Read\n[the guide](docs/guide.md).\n"), ("docs/guide.md", LONG)];
    let after = [("docs/guide.md", None), ("docs/manual.md", Some(LONG))];
    let [said] = <[String; 1]>::try_from(texts_as("stale-docs", &before, &after)).unwrap();
    assert!(said.contains("README.md:2") && said.contains("It is now `docs/manual.md`"), "{said}");
}
