//! Every mistake is told with its place and a remedy; none stops a review that the person did not make.

use prr::edge::config::{Given, LARGEST, Layer, Weight, parse, read};

use super::{alone, given, told};

#[test]
fn misspelt_keys_are_errors_with_a_suggestion_and_unknown_ones_are_warnings() {
    let text = "[review]\nmax-nits = 3\nseverety_threshold = \"minor\"\n[ui]\nfuture_option = true\n[futur]\nx = 1\n\n";
    let reading = alone(Layer::User, text);
    let lines = told(&reading.mistakes);
    assert!(
        lines[0].starts_with("2 review.max-nits: ") && lines[0].contains("did you mean review.max_nits?"),
        "{lines:#?}"
    );
    assert!(lines[1].contains("review.severity_threshold"), "{lines:#?}");
    assert!(
        lines[2].starts_with("5 ui.future_option: ") && reading.mistakes[2].weight == Weight::Warning,
        "{lines:#?}"
    );
    assert!(lines[3].starts_with("6 futur: ") && reading.mistakes[3].weight == Weight::Warning, "{lines:#?}");
    assert_eq!(lines.len(), 4);
    assert!(reading.stops());
    assert!(!alone(Layer::User, "[ui]\nfuture_option = true\n").stops(), "a newer prr may know it");
}

#[test]
fn a_key_in_the_wrong_group_is_found_in_its_own() {
    let lines = told(&alone(Layer::User, "threshold = 80\n[gate]\nmax_nits = 1\n").mistakes);
    assert!(lines[0].contains("did you mean review.threshold?"), "{lines:?}");
    assert!(lines[1].contains("did you mean review.max_nits?"), "{lines:?}");
}

#[test]
fn all_mistakes_are_told_in_the_order_of_the_file() {
    let text = "sensitive_paths = [1, \"src/[\", \"ok/**\"]\n[review]\nthreshold = 101\nmax_nits = -1\nfail_on = \"hgih\"\n\
                [checks.secret]\nenabled = false\n[gate]\nadvance = 3\nbudget = 0\n[graph]\ntimeout_ms = 1.5\n";
    let reading = alone(Layer::User, text);
    let lines = told(&reading.mistakes);
    let places: Vec<&str> = lines.iter().map(|line| line.split(": ").next().unwrap()).collect();
    let expected = [
        "1 sensitive_paths[0]",
        "1 sensitive_paths[1]",
        "3 review.threshold",
        "4 review.max_nits",
        "5 review.fail_on",
        "7 checks.secret.enabled",
        "9 gate.advance",
        "10 gate.budget",
        "12 graph.timeout_ms",
    ];
    assert_eq!(places, expected, "{lines:#?}");
    assert_eq!(reading.config.settings.sensitive_paths, ["ok/**"], "the pattern that can be used stays");
}

#[test]
fn a_repositorys_mistakes_leave_defaults_and_never_stop() {
    let text = "[review]\nthreshold = \"high\"\nmax_nits = 7\n";
    let reading = alone(Layer::Repository, text);
    assert!(!reading.stops());
    assert_eq!((reading.config.settings.threshold, reading.config.settings.max_nits), (None, Some(7)));
    let words = reading.mistakes[0].to_string();
    assert!(
        words.starts_with(".prr.toml:2:13: review.threshold: ") && words.contains("it counts as not set"),
        "{words}"
    );
}

#[test]
fn a_file_with_a_mistake_of_syntax_counts_for_nothing_but_all_such_mistakes_are_told() {
    let text = "[review]\nmax_nits = 7\nmax_nist = 3\nthreshold = = 3\n[gate\nbudget = 2\n[ui]\ntheme = light\n";
    let reading = alone(Layer::Repository, text);
    assert_eq!(reading.config, read(&[], &[]).config);
    let lines = told(&reading.mistakes);
    assert!(lines.iter().any(|line| line.starts_with("3 review.max_nist")), "before the fault: {lines:#?}");
    for line in ["4 ", "5 ", "8 "] {
        assert!(lines.iter().any(|told| told.starts_with(line)), "{line}: {lines:#?}");
    }
    assert!(reading.mistakes.iter().all(|m| m.origin.spot.is_some()), "{lines:#?}");
}

#[test]
fn keys_that_stand_twice_are_told() {
    let toml = alone(Layer::User, "[review]\nmax_nits = 1\nmax_nits = 2\n");
    assert!(told(&toml.mistakes)[0].starts_with("3 : the key is there twice"), "{:?}", told(&toml.mistakes));
    let yaml = alone(Layer::Opencode, "max_nits: 1\nseverity_threshold: minor\nmax_nits: 2\n");
    assert!(told(&yaml.mistakes)[0].starts_with("3 max_nits: the key is there twice (first in line 1)"));
    assert_eq!(yaml.config.settings.max_nits, None, "nobody can know which was meant");
    assert_eq!(yaml.config.settings.severity_threshold, prr::core::model::Severity::Minor);
}

#[test]
fn files_that_are_no_text_are_told_with_their_place() {
    let cases: [(&[u8], &str); 4] = [
        (b"[review]\nmax_nits = 1 # \xff\n", "no UTF-8"),
        (b"\xff\xfe[\0r\0", "UTF-16"),
        (b"a = 1\0\n", "this is no TOML"),
        (b"\x7fELF", "this is no TOML"),
    ];
    for (bytes, word) in cases {
        let reading = alone(Layer::User, bytes);
        assert!(
            reading.stops() && reading.mistakes.iter().any(|m| m.what.contains(word)),
            "{:?}",
            told(&reading.mistakes)
        );
    }
    assert_eq!(alone(Layer::User, b"[review]\nmax_nits = 1 # \xff\n").mistakes[0].place(), "config.toml:2:16");
    let huge = alone(Layer::Repository, vec![b'#'; LARGEST + 1]);
    assert!(huge.mistakes[0].what.contains("larger than 1 MiB"), "{:?}", told(&huge.mistakes));
    let unreadable = Given { content: Err("it is a directory".to_owned()), ..given(Layer::User, "") };
    let reading = read(&[unreadable], &[]);
    assert!(reading.stops() && reading.mistakes[0].what.contains("it is a directory"));
}

#[test]
fn empty_files_crlf_and_byte_order_marks_are_fine() {
    for text in ["", "\n", "\u{feff}", "\u{feff}[review]\r\nmax_nits = 3\r\n", "# only words"] {
        for layer in [Layer::User, Layer::Repository] {
            assert_eq!(told(&alone(layer, text).mistakes), Vec::<String>::new(), "{text:?}");
        }
    }
    for text in [
        "",
        "\n",
        "\u{feff}",
        "\u{feff}max_nits: 3\r\nseverity_threshold: minor\r\n",
        "# only words",
        "---\n",
        "null",
        "{}",
    ] {
        assert_eq!(told(&alone(Layer::Opencode, text).mistakes), Vec::<String>::new(), "{text:?}");
    }
}

#[test]
fn yaml_that_would_grow_or_sink_is_refused_at_once() {
    let bomb = "a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: [*b,*b]\n".to_owned();
    let deep = format!("max_nits: {}", "[".repeat(5000));
    let many = "- x\n".repeat(60_000);
    let keys: String = (0..60_000).map(|n| format!("k{n}: 1\n")).collect();
    let merge = "x: &x {max_nits: 3}\n<<: *x\n".to_owned();
    for text in
        [bomb, deep, many, keys, merge, "a: b\n---\nc: d\n".to_owned(), "? [a]\n: b\n".to_owned(), "%YAML".to_owned()]
    {
        let started = std::time::Instant::now();
        let reading = alone(Layer::Opencode, &text);
        assert!(!reading.mistakes.is_empty() && reading.config == read(&[], &[]).config, "{text:.40}");
        assert!(started.elapsed().as_secs() < 60, "{text:.40}");
    }
}

#[test]
fn very_many_mistakes_are_counted_and_not_all_told() {
    let text: String = (0..5000).map(|n| format!("[checks.no{n}]\nenabled = 1\n")).collect();
    let reading = alone(Layer::User, &text);
    assert_eq!(reading.mistakes.len(), 101);
    assert!(reading.mistakes[100].what.contains("4900 more"), "{}", reading.mistakes[100]);
}

#[test]
fn an_entry_with_a_mistake_is_off_as_a_whole_and_the_others_stay() {
    let text = "[[suppressions]]\nid = \"a\"\npath = [\"x/**\"]\n[[suppressions]]\nid = \"b\"\n[[suppressions]]\nreason = \"none\"\n\
                [[suppressions]]\nid = \"c\"\npaths = [\"[\"]\n[[suppressions]]\nmessage_pattern = \"(\"\n";
    let reading = alone(Layer::Repository, text);
    let kept: Vec<_> = reading.config.settings.suppressions.iter().map(|s| s.id.clone().unwrap_or_default()).collect();
    assert_eq!(kept, ["b"], "a suppression whose paths were misspelt would silence everywhere");
    let lines = told(&reading.mistakes);
    let keys: Vec<&str> = lines.iter().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(
        keys,
        [
            "3 suppressions[0].path",
            "6 suppressions[2]",
            "10 suppressions[3].paths[0]",
            "12 suppressions[4].message_pattern"
        ],
        "{lines:#?}"
    );
}

#[test]
fn names_of_agents_and_passes_are_checked_with_the_list() {
    let reading = alone(
        Layer::User,
        "[review]\nskip = [\"securty\", \"builtin\", \"codex\", \"zzz\"]\n[[agents]]\nname = \"codex\"\nargv = [\"codex\"]\n",
    );
    let lines = told(&reading.mistakes);
    assert_eq!(lines.len(), 2, "{lines:#?}");
    assert!(
        lines[0].contains("did you mean security?") && lines[1].contains("known are accessibility, "),
        "{lines:#?}"
    );
    let command = alone(Layer::User, "[tiers]\nheavy = \"cmd:mine\"\n");
    assert!(told(&command.mistakes)[0].contains("no [[agents]] entry with the name 'mine'"));
    let model = alone(Layer::User, "[tiers]\nheavy = \"nobody::big\"\n");
    assert!(told(&model.mistakes)[0].contains("no [[providers]] entry with the name 'nobody'"));
    // Those that are known by name need no entry, and one's own may be named like nobody else.
    let own = "[tiers]\nheavy = \"work::big\"\nlight = \"cmd:codex\"\nmedium = \"ollama::x\"\n\
               [[providers]]\nname = \"work\"\nbase_url = \"https://host/v1\"\n";
    assert_eq!(told(&alone(Layer::User, own).mistakes), Vec::<String>::new());
}

#[test]
fn values_of_flags_are_checked_by_the_same_rules() {
    assert!(parse("review.threshold", "85").is_ok() && parse("review.threshold", "0.85").is_ok());
    assert_eq!(parse("review.threshold", "85"), parse("review.threshold", "0.85"));
    for (key, wrong) in [
        ("review.threshold", "101"),
        ("review.threshold", "x"),
        ("review.fail_on", "bad"),
        ("sensitive_paths", "src/["),
    ] {
        let (what, remedy) = parse(key, wrong).unwrap_err();
        assert!(!what.is_empty() && remedy.starts_with("write "), "{key} {wrong}: {what}; {remedy}");
    }
}
