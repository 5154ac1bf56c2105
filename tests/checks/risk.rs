//! Units, hotspots, lenses and heat.

use prr::core::{
    change::units_of,
    diff::{locate, parse},
    model::{ChangeMap, Diff, FileIx, Lens, RunId, Side},
    risk::change_map,
};

use super::build::{diff, section};

fn map(diff: &Diff) -> ChangeMap {
    change_map(diff, &RunId::new("20260101-000000-abc"))
}

fn symbols(path: &str, body: &str) -> Vec<(String, u32, u32, Side, u32, u32)> {
    let units = units_of(&diff(path, body), FileIx(0));
    units.into_iter().map(|u| (u.symbol, u.added, u.removed, u.lines.0, u.lines.1.start(), u.lines.1.end())).collect()
}

#[test]
fn the_section_names_the_unit_when_nothing_nearer_does() {
    let found =
        symbols("src/a.rs", "@@ pub fn parse(x: &str) -> u8 {\n     let a = 1;\n-    let b = 2;\n+    let b = 3;\n");
    assert_eq!(found, [("parse".to_owned(), 1, 1, Side::Right, 11, 11)]);
}

#[test]
fn definitions_in_the_hunk_cut_it_into_units() {
    let body = "@@ impl A {\n     fn one() {\n+        a();\n     }\n \n+    /// Two.\n+    fn two() {\n+        b();\n+    }\n }\n+const X: u8 = 1;\n";
    let found = symbols("src/a.rs", body);
    let names: Vec<(&str, u32)> = found.iter().map(|u| (u.0.as_str(), u.1)).collect();
    assert_eq!(names, [("A::one", 1), ("A::two", 4), ("", 1)]);
}

#[test]
fn python_units_end_with_their_indentation() {
    let body = " class User:\n     def name(self):\n+        return 1\n \n+    @property\n     def age(self):\n+        return 2\n \n+TOP = 1\n";
    let names: Vec<String> = symbols("a.py", body).into_iter().map(|u| u.0).collect();
    assert_eq!(names, ["User.name", "User.age", ""]);
}

#[test]
fn near_hunks_of_one_symbol_are_one_unit() {
    let body = "@@ func Serve() {\n+\ta()\n \tb()\n@@ func Serve() {\n+\tc()\n";
    let found = symbols("a.go", body);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].0.as_str(), found[0].1), ("Serve", 2));
}

#[test]
fn only_removed_lines_are_told_on_the_left() {
    let found = symbols("a.md", "@@ # Title\n ## Install\n-old step\n");
    assert_eq!(found, [("Install".to_owned(), 0, 1, Side::Left, 11, 11)]);
}

#[test]
fn a_heading_inside_a_code_fence_is_no_heading() {
    let found = symbols("a.md", " ## Real\n ```\n # comment\n+run\n ```\n");
    assert_eq!(found[0].0, "Real");
}

#[test]
fn an_authorisation_check_outranks_everything() {
    let text = section("src/list.rs", "@@ fn show() {\n+    let cache = Cache::new(ttl);\n+    cache.evict();\n")
        + &section(
            "src/user.ts",
            "@@ export function updateUser(id) {\n-  if (!ctx.isAdmin(id)) throw new Forbidden();\n-  checkPermission(ctx);\n+  save(id);\n",
        )
        + &section("db/migrations/7.sql", "+ALTER TABLE users ADD COLUMN age int NOT NULL;\n");
    let map = map(&parse(text.into_bytes()));
    let keys: Vec<&str> = map.hotspots.iter().map(|h| h.key.as_str()).collect();
    assert_eq!(keys, ["src/user.ts::updateUser", "db/migrations/7.sql::users", "src/list.rs::show"]);
    let first = &map.hotspots[0];
    assert_eq!(first.id.as_str(), "20260101-000000-abc-hs-1");
    assert!(first.lenses.contains(&Lens::Security) && first.why.contains("old line 11: Permission"), "{}", first.why);
    assert!(map.hotspots.windows(2).all(|w| w[0].risk >= w[1].risk));
}

#[test]
fn a_weak_word_alone_is_no_tag() {
    let map = map(&diff("src/lex.rs", "@@ fn next() {\n+    let token = self.bump();\n"));
    assert!(map.units[0].tags.is_empty(), "{:?}", map.units[0].tags);
    assert_eq!(map.hotspots[0].lenses, [Lens::Correctness, Lens::Maintainability]);
}

#[test]
fn the_words_of_a_parser_are_no_matter_of_security() {
    let body = "@@ fn parse() {\n+    let token = Token::Unsafe;\n+    let signature = self.sig(token);\n+    session.escape();\n";
    let map = map(&diff("src/a.rs", body));
    assert!(map.units[0].tags.iter().all(|t| t.0 != Lens::Security), "{:?}", map.units[0].tags);
    let body = format!("{body}+    check_permission(token);\n");
    let map = super::risk::map(&diff("src/a.rs", &body));
    assert_eq!(map.units[0].tags[0].0, Lens::Security);
}

#[test]
fn a_query_in_a_loop_is_a_matter_of_performance() {
    let map = map(&diff("src/a.py", "@@ def show(ids):\n+    for i in ids:\n+        rows = db.query(i)\n"));
    assert!(map.hotspots[0].lenses.contains(&Lens::Performance), "{:?}", map.units);
}

#[test]
fn a_log_line_with_personal_data_is_seen() {
    let map = map(&diff("src/a.js", "@@ function go() {\n+  logger.info(`login by ${user.email}`);\n"));
    let tags: Vec<Lens> = map.units[0].tags.iter().map(|t| t.0).collect();
    assert!(tags.contains(&Lens::ObservabilityPrivacy), "{tags:?}");
}

#[test]
fn without_anything_risky_each_file_is_one_calm_hotspot() {
    let text = section("src/a.rs", "@@ fn a() {\n+    x();\n@@ fn b() {\n+    y();\n") + &section("src/b.rs", "+z\n");
    let map = map(&parse(text.into_bytes()));
    let keys: Vec<&str> = map.hotspots.iter().map(|h| h.key.as_str()).collect();
    assert_eq!(keys, ["src/a.rs", "src/b.rs"]);
    assert!(map.hotspots.iter().all(|h| h.lenses.len() == 2 && h.risk <= 20));
}

#[test]
fn left_out_files_are_cold_and_never_hotspots() {
    let text = section("Cargo.lock", "+password auth secret\n") + &section("src/a.rs", "+x\n");
    let map = map(&parse(text.into_bytes()));
    assert_eq!(map.heat[0], 0);
    assert!(map.units.iter().all(|u| u.file == FileIx(1)) && map.hotspots.len() == 1);
}

#[test]
fn caps_hold_for_short_and_long_diffs() {
    let file = |i: usize, n: usize| {
        let lines: String = (0..n).map(|k| format!("+    authorize(user, {k});\n")).collect();
        section(&format!("src/m{i}.rs"), &format!("@@ fn f{i}() {{\n{lines}"))
    };
    let short: String = (0..12).map(|i| file(i, 2)).collect();
    assert_eq!(map(&parse(short.into_bytes())).hotspots.len(), 3);
    let long: String = (0..12).map(|i| file(i, 20)).collect();
    assert_eq!(map(&parse(long.into_bytes())).hotspots.len(), 8);
}

#[test]
fn one_file_does_not_take_all_hotspots_and_tests_in_it_take_none() {
    let units = |name: &str, n: usize| -> String {
        (0..n)
            .map(|i| format!("+fn {name}{i}() {{\n+    authorize(a, b, {i});\n+    login(password);\n+}}\n"))
            .collect()
    };
    let text = section("src/a.rs", &(units("test_", 9) + &units("go", 20)))
        + &section("src/b.rs", "@@ fn spawn_all() {\n+    thread::spawn(run);\n");
    let map = map(&parse(text.into_bytes()));
    assert_eq!(map.hotspots.iter().filter(|h| h.unit.file == FileIx(1)).count(), 1);
    assert!(map.hotspots.iter().all(|h| !h.key.contains("test_")), "{:#?}", map.hotspots);
    assert!(map.hotspots.windows(2).all(|w| w[0].risk >= w[1].risk));
}

#[test]
fn instruction_files_are_looked_at_as_such() {
    let map = map(&diff("CLAUDE.md", "@@ # Rules\n+Never ask.\n"));
    assert_eq!(map.hotspots[0].lenses, [Lens::Correctness, Lens::Maintainability, Lens::AiInstructions]);
}

/// What must hold for the map of any diff.
pub fn holds(diff: &Diff) -> Result<(), String> {
    let made = map(diff);
    let lines: u32 = made.units.iter().map(|u| u.added + u.removed).sum();
    let fail = |what: &str| Err(format!("{what}: {made:#?}"));
    if made.classes.len() != diff.files.len() || made.heat.len() != diff.files.len() {
        return fail("one class and heat a file");
    }
    if made.hotspots.len() > if lines < 100 { 3 } else { 8 } {
        return fail("too many hotspots");
    }
    for hotspot in &made.hotspots {
        let special = hotspot.lenses.len() - 2;
        if hotspot.risk > 100
            || special > 3
            || hotspot.why.is_empty()
            || made.classes[hotspot.unit.file.0 as usize].is_left_out()
        {
            return fail("a hotspot is out of bounds");
        }
    }
    for unit in made.units.iter().map(|unit| &**unit).chain(made.hotspots.iter().map(|h| &h.unit)) {
        let (side, lines) = unit.lines;
        if [lines.start(), lines.end()].iter().any(|n| locate(diff, unit.file, side, *n).is_none()) {
            return fail("a unit is not in the diff");
        }
    }
    let keys: std::collections::HashSet<&str> = made.hotspots.iter().map(|h| h.key.as_str()).collect();
    if keys.len() != made.hotspots.len() || made != map(diff) {
        return fail("keys repeat or the map differs");
    }
    Ok(())
}

#[test]
fn code_that_nothing_speaks_against_comes_before_what_only_its_path_speaks_for() {
    let change = "diff --git a/README.md b/README.md\n--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-Small\n+Smaller\n\
diff --git a/package.json b/package.json\n--- a/package.json\n+++ b/package.json\n@@ -2 +2 @@\n-  \"version\": \"5.0.8\",\n+  \"version\": \"5.0.9\",\n\
diff --git a/index.js b/index.js\n--- a/index.js\n+++ b/index.js\n@@ -9,3 +9,3 @@\n export let fill = size => {\n-  grow(size)\n+  grow((size |= 0))\n }\n";
    let map = map(&parse(change.as_bytes()));
    let keys: Vec<&str> = map.hotspots.iter().map(|hotspot| hotspot.key.split("::").next().unwrap()).collect();
    assert_eq!(keys, ["index.js", "README.md", "package.json"]);
    assert!(map.hotspots.is_sorted_by_key(|hotspot| std::cmp::Reverse(hotspot.risk)));
    // Without code they are what there is.
    let prose = change.split("diff --git a/index.js").next().unwrap();
    let found = self::map(&parse(prose.as_bytes()));
    assert_eq!(found.hotspots.len(), 2);
}
