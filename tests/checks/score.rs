//! The six-factor risk score: each factor where it is high and where it is low, the sum, the focus.

use prr::core::{
    diff::parse,
    model::{RiskLevel, RiskScore, RunId},
    risk::{Facts, change_map_with},
};

use super::build::section;

fn scored(files: &[(&str, String)], facts: &Facts) -> RiskScore {
    let text: String = files.iter().map(|(path, body)| section(path, body)).collect();
    let diff = parse(text.into_bytes());
    change_map_with(&diff, &RunId::new("r"), facts).score.expect("a map has a score")
}

fn of(files: &[(&str, &str)]) -> RiskScore {
    let files: Vec<(&str, String)> = files.iter().map(|(path, body)| (*path, (*body).to_owned())).collect();
    scored(&files, &Facts::default())
}

fn factor(score: &RiskScore, name: &str) -> u8 {
    score.factors.iter().find(|f| f.name == name).unwrap_or_else(|| panic!("{name}")).score
}

#[test]
fn factors_stand_in_the_order_and_with_the_weights_of_the_table() {
    let score = of(&[("src/a.rs", "+let x = 1;\n")]);
    let told: Vec<(&str, u8)> = score.factors.iter().map(|f| (f.name, f.weight)).collect();
    assert_eq!(
        told,
        [
            ("blast_radius", 25),
            ("change_complexity", 20),
            ("sensitive_paths", 20),
            ("file_size_scope", 15),
            ("ai_authored_signals", 10),
            ("test_coverage_gap", 10)
        ]
    );
    assert!(score.factors.iter().all(|f| !f.details.is_empty()));
}

#[test]
fn a_small_change_of_prose_is_low() {
    let score = of(&[("README.md", "+Hello.\n")]);
    // 15 % of 10 for its size, and nothing else.
    assert_eq!((score.score, score.level), (2, RiskLevel::Low));
    assert_eq!(score.recommended_agents, ["correctness", "consistency"]);
}

#[test]
fn references_count_ten_each_and_no_more_than_a_hundred() {
    let with = |n| scored(&[("src/a.rs", "+let x = 1;\n".into())], &Facts { references: Some(n), ..Facts::default() });
    assert_eq!(factor(&with(0), "blast_radius"), 0);
    assert_eq!(factor(&with(3), "blast_radius"), 30);
    assert_eq!(factor(&with(400), "blast_radius"), 100);
}

#[test]
fn without_a_count_the_files_of_the_diff_are_searched() {
    let definition = " pub fn transfer_money(a: u8) {\n+    check(a);\n }\n";
    let user = " fn f() {\n-    transfer_money(1);\n+    transfer_money(1, 2);\n }\n";
    let score = of(&[("src/bank.rs", definition), ("src/shop.rs", user), ("src/other.rs", "+let x = 1;\n")]);
    assert_eq!(factor(&score, "blast_radius"), 10);
    assert!(score.factors[0].details.contains("was not searched"), "{}", score.factors[0].details);
}

#[test]
fn complexity_is_the_share_of_added_lines_that_decide() {
    let score = of(&[("src/a.rs", "+    if x {\n+        y();\n+    }\n+    z();\n-    while a {}\n")]);
    assert_eq!(factor(&score, "change_complexity"), 25);
    assert_eq!(factor(&of(&[("a.toml", "+if = 1\n")]), "change_complexity"), 0);
}

#[test]
fn one_sensitive_path_is_enough_and_generated_ones_do_not_count() {
    assert_eq!(factor(&of(&[("src/auth/login.rs", "+x\n")]), "sensitive_paths"), 100);
    assert_eq!(factor(&of(&[("src/author.rs", "+x\n")]), "sensitive_paths"), 0);
    assert_eq!(factor(&of(&[("vendor/auth/a.go", "+x\n")]), "sensitive_paths"), 0);
    let own = Facts { sensitive_paths: vec!["src/*.rs".into()], ..Facts::default() };
    assert_eq!(factor(&scored(&[("src/a.rs", "+x\n".into())], &own), "sensitive_paths"), 100);
    assert_eq!(factor(&scored(&[("src/auth/a.rs", "+x\n".into())], &own), "sensitive_paths"), 0);
}

#[test]
fn trailers_of_agents_make_authorship_likely() {
    let with = |n| scored(&[("src/a.rs", "+let x = 1;\n".into())], &Facts { agent_commits: n, ..Facts::default() });
    assert_eq!(factor(&with(None), "ai_authored_signals"), 0);
    assert_eq!(factor(&with(Some(0)), "ai_authored_signals"), 0);
    assert!(factor(&with(Some(1)), "ai_authored_signals") > 60);
    assert!(factor(&with(Some(10)), "ai_authored_signals") <= 100);
}

#[test]
fn code_is_covered_by_a_changed_test_of_its_name_or_inside() {
    let gap = |files: &[(&str, &str)]| factor(&of(files), "test_coverage_gap");
    assert_eq!(gap(&[("src/cart.py", "+x = 1\n")]), 100);
    assert_eq!(gap(&[("src/cart.py", "+x = 1\n"), ("tests/test_cart.py", "+assert x\n")]), 0);
    assert_eq!(gap(&[("src/cart.py", "+x = 1\n"), ("src/b.py", "+x = 1\n"), ("tests/test_cart.py", "+a\n")]), 50);
    assert_eq!(gap(&[("src/a.rs", "+fn f() {}\n+#[test]\n+fn g() {}\n")]), 0);
    assert_eq!(gap(&[("docs/a.md", "+x\n")]), 0);
}

#[test]
fn a_large_tangled_change_of_sensitive_code_is_critical_and_told_where_to_look() {
    let body: String = (0..900).map(|i| format!("+    if x{i} {{ return y{i}; }}\n")).collect();
    let facts = Facts { references: Some(30), agent_commits: Some(10), ..Facts::default() };
    let score = scored(&[("src/auth/session.rs", body.clone()), ("src/b.rs", body)], &facts);
    assert_eq!((score.score, score.level), (100, RiskLevel::Critical));
    assert_eq!(score.recommended_agents.len(), 7);
    let agents: Vec<&str> = score.focus_areas.iter().map(|a| a.agent).collect();
    assert!(agents.contains(&"security") && agents.contains(&"historical-context"), "{agents:?}");
    assert!(score.focus_areas.iter().all(|a| !a.files.is_empty() && a.files.len() <= 5 && !a.hint.is_empty()));
}
