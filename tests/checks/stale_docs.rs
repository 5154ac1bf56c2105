//! The reviewer `stale-docs`: files, flags and commands that go while documentation still names them, through the program; and what it
//! must not flag.

use super::commits::{Case, files, hold, texts, written};

const PYTHON: &str = "def arguments(parser):\n    parser.add_argument('--max-depth', type=int)\n    parser.add_argument('--quiet-mode')\n";
const PYTHON_LESS: &str = "def arguments(parser):\n    parser.add_argument('--quiet-mode')\n";
const RUST: &str = "#[derive(Parser)]\npub struct Args {\n    #[arg(long)]\n    pub max_depth: u8,\n    #[arg(long)]\n    pub quiet: bool,\n}\n";
const RUST_LESS: &str = "#[derive(Parser)]\npub struct Args {\n    #[arg(long)]\n    pub quiet: bool,\n}\n";
const README: &str = "# Walker\n\n- `--max-depth N`: how deep to go\n- `--quiet-mode`: no output\n";

/// A text long enough for git to see where it went.
const LONG: &str = "one line of the guide\nanother line of the guide\na third line of the guide\na fourth line of it\n";

/// What is flagged and what must not be.
pub fn cases() -> Vec<Case> {
    let script = "program\n  .option('-d, --max-depth <n>', 'how deep')\n  .parse();\n";
    let flagged = vec![
        (
            "Python",
            files([("a.py", PYTHON), ("README.md", README)]),
            written([("a.py", PYTHON_LESS)]),
            &["The flag `--max-depth` is removed and documentation still names it @a.py:2"][..],
        ),
        (
            "Rust",
            files([("src/args.rs", RUST), ("docs/usage.md", README)]),
            written([("src/args.rs", RUST_LESS)]),
            &["The flag `--max-depth` is removed and documentation still names it @src/args.rs:4"],
        ),
        (
            "JavaScript",
            files([("cli.js", script), ("README.md", README)]),
            written([("cli.js", "program\n  .parse();\n")]),
            &["The flag `--max-depth` is removed and documentation still names it @cli.js:2"],
        ),
        (
            "a link",
            files([("README.md", "See [the guide](docs/guide.md#start).\n"), ("docs/guide.md", LONG)]),
            vec![("docs/guide.md", None)],
            &["`docs/guide.md` is removed and documentation still points to it @docs/guide.md:1"],
        ),
        (
            "a path in a text",
            files([
                ("docs/build.rst", "Run ``scripts/release_all.sh`` first.\n"),
                ("scripts/release_all.sh", "echo go\n"),
            ]),
            vec![("scripts/release_all.sh", None)],
            &["`scripts/release_all.sh` is removed and documentation still points to it @scripts/release_all.sh:1"],
        ),
    ];
    flagged.into_iter().chain(commands()).chain(passed_over()).collect()
}

const SCRIPTS: &str =
    "{\n  \"name\": \"a\",\n  \"scripts\": {\n    \"bundle\": \"roll\",\n    \"test\": \"jest\"\n  }\n}\n";
const SCRIPTS_LESS: &str = "{\n  \"name\": \"a\",\n  \"scripts\": {\n    \"test\": \"jest\"\n  }\n}\n";

fn commands() -> Vec<Case> {
    let bundle = &["The command `npm run bundle` is removed and documentation still names it @package.json:4"][..];
    let exports = "{\n  \"exports\": {\n    \"bundle\": \"./a.js\",\n    \"rest\": \"./b.js\"\n  }\n}\n";
    let other = "{\n  \"scripts\": {\n    \"bundle\": \"pack\"\n  }\n}\n";
    let with = |readme| files([("package.json", SCRIPTS), ("README.md", readme)]);
    let gone = || written([("package.json", SCRIPTS_LESS)]);
    vec![
        ("a script", with("Run `npm run bundle` before a release.\n"), gone(), bundle),
        ("a script of another runner", with("```\nyarn bundle --watch\n```\n"), gone(), bundle),
        (
            "a target",
            files([("Makefile", "all: a\n\npublish: all\n\tput a\n"), ("docs/work.md", "    make publish\n")]),
            written([("Makefile", "all: a\n")]),
            &["The command `make publish` is removed and documentation still names it @Makefile:3"],
        ),
        ("prose", with("The yarn bundle of wool is warm.\n"), gone(), &[]),
        ("a longer name", with("Run `npm run bundle:all` first.\n"), gone(), &[]),
        ("it tells of the past", with("`npm run bundle` was removed in 2.0.\n"), gone(), &[]),
        (
            "another package has it",
            files([("package.json", SCRIPTS), ("web/package.json", other), ("README.md", "`npm run bundle`\n")]),
            gone(),
            &[],
        ),
        (
            "no script",
            files([("package.json", exports), ("README.md", "`npm run bundle`\n")]),
            written([("package.json", &exports.replace("    \"bundle\": \"./a.js\",\n", ""))]),
            &[],
        ),
        (
            "it is run in another way",
            with("`npm run bundle`\n"),
            written([("package.json", &SCRIPTS.replace("roll", "pack"))]),
            &[],
        ),
    ]
}

fn passed_over() -> Vec<Case> {
    let with = |readme| files([("a.py", PYTHON), ("README.md", readme)]);
    let gone = || written([("a.py", PYTHON_LESS)]);
    let more = "pub struct More {\n    #[arg(long)]\n    pub max_depth: u8,\n}\n";
    let handed = "def run():\n    call(['du', '--max-depth', '3'])\n    go()\n";
    vec![
        (
            "it is told with it",
            with(README),
            written([("a.py", PYTHON_LESS), ("README.md", "# Walker\n\n- `--quiet-mode`: no output\n")]),
            &[],
        ),
        (
            "another file knows it",
            files([
                ("a.py", PYTHON),
                ("b.py", "def more(parser):\n    parser.add_argument('--max-depth')\n"),
                ("README.md", README),
            ]),
            gone(),
            &[],
        ),
        (
            "it moved",
            files([("src/args.rs", RUST), ("README.md", README)]),
            written([("src/args.rs", RUST_LESS), ("src/more.rs", more)]),
            &[],
        ),
        ("a history", files([("a.py", PYTHON), ("CHANGELOG.md", README)]), gone(), &[]),
        ("another program's", with("Run `find . --max-depth 3` first.\n"), gone(), &[]),
        (
            "handed to another program, not defined",
            files([("a.py", handed), ("README.md", README)]),
            written([("a.py", "def run():\n    go()\n")]),
            &[],
        ),
        (
            "the link leads elsewhere",
            files([("docs/a.md", "See [the guide](guide.md).\n"), ("guide.md", LONG), ("docs/guide.md", "here\n")]),
            vec![("guide.md", None)],
            &[],
        ),
        (
            "made by a program",
            files([("README.md", "Load [it](dist/bundle.js).\n"), ("dist/bundle.js", "x\n")]),
            vec![("dist/bundle.js", None)],
            &[],
        ),
        (
            "everybody has his own now",
            files([("README.md", "Edit [it](conf/local.toml).\n"), ("conf/local.toml", "x = 1\n")]),
            vec![("conf/local.toml", None), (".gitignore", Some("conf/local.toml\n".to_owned()))],
            &[],
        ),
    ]
}

#[test]
fn what_goes_while_documentation_names_it_is_a_finding_and_nothing_else_is() {
    hold("stale-docs", cases());
}

#[test]
fn it_says_where_it_is_named_and_what_is_there_now() {
    let before = files([("README.md", "Read\n[the guide](docs/guide.md).\n"), ("docs/guide.md", LONG)]);
    let after = vec![("docs/guide.md", None), ("docs/manual.md", Some(LONG.to_owned()))];
    let [said] = <[String; 1]>::try_from(texts("stale-docs", &before, &after)).unwrap();
    assert!(said.contains("README.md:2") && said.contains("It is now `docs/manual.md`"), "{said}");
    assert!(said.contains("has another name and documentation still points to the old one"), "{said}");
}
