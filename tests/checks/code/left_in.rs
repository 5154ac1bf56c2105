//! Debugging left in.

use super::{
    super::build::{check, diff},
    Case, body, hold,
};

pub fn cases() -> Vec<Case> {
    vec![
        ("src/a.js", "function f(x) {\n  debugger;\n  return x;\n}", 1),
        ("src/a.py", "def f(x):\n    breakpoint()\n    return x", 1),
        ("src/a.py", "def f(x):\n    import pdb; pdb.set_trace()\n    return x", 1),
        ("src/a.rs", "fn f(x: u8) -> u8 {\n    dbg!(x)\n}", 1),
        ("src/components/List.tsx", "export function List(props) {\n  console.log(props);\n  return null;\n}", 1),
        ("src/a.js", "function f(x) {\n  console.log('here');\n  return x;\n}", 1),
        ("src/a.py", "def f(x):\n    print(type(x))\n    return x", 1),
        ("src/a.py", "def f(x):\n    print(f'{x=}')\n    return x", 1),
        // not flagged
        ("src/a.js", "function f(x) {\n  // debugger;\n  return debuggers[x];\n}", 0),
        ("src/a.js", "const s = 'debugger;';", 0),
        ("src/a.js", "function f(x) {\n  console.error(x);\n  logger.debug(x);\n  return x;\n}", 0),
        ("src/a.js", "function usage() {\n  console.log('usage: a [file]');\n}", 0),
        ("src/components/List.tsx", "if (process.env.NODE_ENV === 'development') {\n  console.log(props);\n}", 0),
        ("src/ui/log.ts", " function a() {\n   console.log(1);\n+  console.log(x);\n }\n", 0),
        ("a.test.ts", "it('a', () => {\n  debugger;\n  console.log('here');\n});", 0),
        ("src/a.py", "def main():\n    print('done')", 0),
        ("src/a.py", "def f(x):\n    print(x)\n    return x", 0),
        ("src/a.py", "self.print('here')\ngdb.breakpoint()", 0),
        ("src/a.py", "def breakpoint():\n    return 1", 0),
        ("src/a.rs", "fn f(x: u8) -> u8 {\n    // dbg!(x)\n    println!(\"{x}\");\n    x\n}", 0),
        ("src/a.rs", "fn debug_elements(x: u8) {\n    dbg!(x);\n}", 0),
        ("src/a.py", "def f(n):\n    print('foo(', n, ')')\n    return n", 0),
        ("src/a.rs", "#[test]\nfn f() {\n    dbg!(x);\n}", 0),
    ]
}

#[test]
fn leftovers_of_debugging_are_flagged_and_output_is_not() {
    hold("debug-left-in", &cases());
}

#[test]
fn a_leftover_is_taken_away_where_that_is_certain() {
    let suggestion =
        |path: &str, text: &str| check("debug-left-in", &diff(path, &body(text)))[0].claim.suggestion.clone();
    assert_eq!(suggestion("a.js", "function f() {\n  debugger;\n  g();\n}").as_deref(), Some(""));
    assert_eq!(suggestion("a.py", "def f():\n    breakpoint()\n    g()").as_deref(), Some(""));
    assert_eq!(suggestion("a.rs", "fn f() {\n    let y = dbg!(x) * 2;\n}").as_deref(), Some("    let y = x * 2;"));
    assert_eq!(
        suggestion("a.rs", "fn f() {\n    let y = dbg!(x + 1) * 2;\n}").as_deref(),
        Some("    let y = (x + 1) * 2;")
    );
    // A block must not become empty.
    assert_eq!(suggestion("a.py", "def f():\n    breakpoint()"), None);
}
