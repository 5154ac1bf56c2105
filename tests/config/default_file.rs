//! The default file explains every key and says what is so without it.

use prr::{
    core::model::Settings,
    edge::config::{DEFAULT_FILE, Layer, read, show_text},
};

use super::alone;

/// The file with every key in force.
fn uncommented() -> String {
    let is_key = |line: &str| line.strip_prefix("# ").is_some_and(|rest| rest.starts_with('[') || rest.contains(" = "));
    let lines = DEFAULT_FILE.lines().skip_while(|line| !line.is_empty());
    lines.map(|line| if is_key(line) { line.trim_start_matches("# ") } else { line }).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_default_file_changes_nothing() {
    let reading = alone(Layer::User, DEFAULT_FILE);
    assert_eq!(reading.mistakes, []);
    assert_eq!(reading.config, read(&[], &[]).config);
    assert_eq!(reading.config.settings, Settings::default());
}

#[test]
fn every_key_of_the_default_file_is_known_and_every_known_key_is_in_it() {
    let text = uncommented().replace("action_override", "strategy = \"passes\"\naction_override");
    let text = text.replace("strategy = \"hotspots\" ", "# ");
    let reading = alone(Layer::User, &text);
    assert_eq!(super::told(&reading.mistakes), Vec::<String>::new());
    let shown = show_text(&reading);
    let left: Vec<&str> =
        shown.lines().filter(|line| line.contains("is not set") || line.ends_with("# default")).collect();
    assert_eq!(left, Vec::<&str>::new(), "keys that the default file does not show");
}

#[test]
fn defaults_written_in_the_file_are_the_defaults() {
    let usual = show_text(&read(&[], &[]));
    let text = uncommented();
    for line in usual.lines().filter(|line| line.ends_with("# default")) {
        let (key, value) = line.trim_end_matches("# default").trim().split_once(" = ").unwrap();
        let last = key.rsplit('.').next().unwrap();
        assert!(text.contains(&format!("{last} = {value}")), "{key} = {value} is not in the default file");
    }
}

#[test]
fn every_key_has_an_explanation_on_its_line() {
    for line in DEFAULT_FILE.lines().skip_while(|line| !line.is_empty()).filter(|line| line.contains(" = ")) {
        let behind = line
            .trim_start_matches("# ")
            .split_once("  # ")
            .or_else(|| line.trim_start_matches("# ").split_once(" # "));
        assert!(behind.is_some_and(|(_, why)| why.len() > 8), "{line}");
        assert!(line.chars().count() <= 130, "{line}");
    }
}
