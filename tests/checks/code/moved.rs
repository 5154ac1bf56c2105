//! What the change only moves, indents anew, or leaves as it was, is not brought in.

use prr::core::diff::parse;

use super::{
    super::{
        build::{check, section},
        traps,
    },
    body, cases,
};

/// Each case that is flagged when added is not flagged when its lines are context, or come from another file.
#[test]
fn what_was_there_before_is_not_brought_in() {
    for one in prr::core::checks::CHECKS {
        let Some(cases) = cases(one.id).or_else(|| traps::cases(one.id)) else { continue };
        for (path, text, _) in cases.iter().filter(|(_, text, n)| *n > 0 && !text.starts_with([' ', '+', '-', '@'])) {
            let as_signed =
                |sign: &str| body(text).lines().map(|l| format!("{sign}{}\n", l.get(1..).unwrap())).collect::<String>();
            let context = section(path.trim_start_matches("A "), &(as_signed(" ") + "+// later\n"));
            assert_eq!(check(one.id, &parse(context.clone().into_bytes())).len(), 0, "{}:\n{context}", one.id);
            let moved = section("src/old_place.rs", &as_signed("-")) + &section(path, &as_signed("+"));
            assert_eq!(check(one.id, &parse(moved.clone().into_bytes())).len(), 0, "{}:\n{moved}", one.id);
        }
    }
}

/// What is flagged in a whole file is flagged at the same line when the hunk shows a part of it.
#[test]
fn a_finding_names_its_line_whatever_stands_around() {
    let around = " }\n \n class A {\n   f() {\n     if (x) {\n+      debugger;\n       g();\n     }\n   }\n";
    let found = check("debug-left-in", &parse(section("src/a.ts", around).into_bytes()));
    let place = found[0].place.clone().unwrap();
    assert_eq!((place.lines.unwrap().start(), place.symbol.as_deref()), (15, Some("A.f")));
}
