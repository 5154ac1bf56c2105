//! What is looked at in a row that was played: where others' words stand in a brief, what would be posted, what lies about.
//! Not here: which rows (`rows`), playing them (`stage`).

use super::{
    rows::{Row, secret},
    stage::{CALL, Seen, is_hidden},
};

impl Seen {
    /// Whether something lies where nothing of ours belongs.
    pub fn strays(&self) -> bool {
        let ours = [".config/prr/", ".local/state/prr/", ".local/share/prr/", ".cache/prr/", "work/pr.diff"];
        let is_ours = |file: &&String| ours.iter().any(|place| file.starts_with(place)) || *file == "canary.txt";
        !self.files.iter().all(|file| is_ours(&file))
    }

    /// What others wrote stands inside the fences of every brief, and nothing in it ends them.
    pub fn material_is_fenced(&self, row: &Row) {
        for brief in &self.briefs {
            let mark = brief.lines().find_map(|line| line.strip_suffix(" begin title")).unwrap();
            let (mut is_inside, mut outside, mut inside) = (false, String::new(), String::new());
            for line in brief.lines() {
                match (is_inside, line.strip_prefix(mark)) {
                    (false, Some(head)) => {
                        let head = head.strip_prefix(" begin ").unwrap_or_else(|| panic!("{}: {line}", row.name));
                        assert!(
                            head.chars().all(|c| c.is_ascii_lowercase() || " :,".contains(c)),
                            "{}: {head}",
                            row.name
                        );
                        is_inside = true;
                    }
                    (true, Some(end)) => {
                        assert_eq!(end, " end", "{}", row.name);
                        is_inside = false;
                    }
                    (false, None) => outside.push_str(line),
                    (true, None) => inside.push_str(line),
                }
            }
            assert!(!is_inside && !inside.contains(mark), "{}", row.name);
            assert_eq!(outside.matches(mark).count(), 1, "{}: said once, in our words", row.name);
            assert!(!outside.contains(CALL) && !outside.contains("let token"), "{}: {outside}", row.name);
            assert!(!brief.contains(&secret()), "{}: it is masked", row.name);
            let hidden: Vec<char> = brief.chars().filter(|c| is_hidden(*c)).collect();
            assert!(hidden.is_empty(), "{}: {hidden:?}", row.name);
            assert!(!brief.contains("canary-content"), "{}", row.name);
        }
    }

    /// What would be posted calls nobody, links nothing, stands where it may, and is a comment.
    pub fn payload_is_dead(&self, row: &Row) {
        if self.payload.is_null() {
            return;
        }
        let name = row.name;
        assert_eq!(self.payload["event"], "COMMENT", "{name}");
        let comments = self.payload["comments"].as_array().unwrap();
        let (body, marker) = self.payload["body"].as_str().unwrap().rsplit_once('\n').unwrap();
        assert!(marker.starts_with("<!-- prr-cockpit: {"), "{name}: {marker}");
        let texts = comments.iter().map(|comment| comment["body"].as_str().unwrap()).chain([body]);
        let report = self.out.iter().filter(|(what, _)| *what == "markdown").map(|(_, text)| text.as_str());
        for text in texts {
            assert!(!text.to_lowercase().contains("prr-cockpit"), "{name}: {text}");
            is_dead(name, text);
        }
        report.for_each(|text| is_dead(name, text));
        for comment in comments {
            assert_eq!(comment["path"], "src/lib.rs", "{name}");
            assert!(comment["line"].as_u64().unwrap() <= 50, "{name}: {comment:#}");
        }
    }
}

/// Nothing outside code is a call, a link, an image or HTML.
pub(in crate::agents) fn is_dead(name: &str, text: &str) {
    let mut prose = String::new();
    let mut fence: Option<String> = None;
    for line in text.lines() {
        let run: String = line.chars().take_while(|c| *c == '`').collect();
        match &fence {
            Some(open) if line.trim() == open => fence = None,
            Some(_) => {}
            None if run.len() >= 3 => fence = Some(run),
            None => prose.push_str(&line.split('`').step_by(2).chain(["\n"]).collect::<String>()),
        }
    }
    assert_eq!(fence, None, "{name}: a fence is left open: {text}");
    for live in ["](", "][", "]:", "://", "www.", "<", "@octocat", "@team", "@everyone", "#1", "#2", "gh-3", "@o/"] {
        assert!(!prose.to_lowercase().contains(live), "{name}: {live} in {prose}");
    }
}
