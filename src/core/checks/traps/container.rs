//! Traps of image recipes (Dockerfile, Containerfile). Rules: the builder's own checks ("Build checks" of Docker's
//! reference), its "Building best practices". Called through `CHECKS`.

mod kept;

use crate::core::model::{FileClass, Lens, Severity};

use super::{
    super::{
        Check, Look,
        subject::{Found, Subject},
    },
    Leaf, Trap, introduced, says,
};

pub(in super::super) const CHECK: Check = Check {
    id: "container-traps",
    lens: Lens::Security,
    title: "traps of image recipes",
    about: "What an image is built from and as whom it runs is decided by a few lines that nobody reads again: a download \
            that nobody verified, a secret that stays in the history, a step that had no effect.",
    never: &[
        "images by digest or version, `scratch`, earlier stages, and names from arguments",
        "downloads with a checksum, and those that are unpacked and not run",
        "names that only speak of secrets (files, paths, addresses, ids)",
        "root for a while, when another user follows",
        "recipes of tests and examples",
    ],
    look: Look::Lines(run),
};

fn run(subject: &Subject<'_>) -> Vec<Found> {
    let name = subject.path.file_name().to_ascii_lowercase();
    let is_recipe = name == b"dockerfile"
        || name == b"containerfile"
        || name.starts_with(b"dockerfile.")
        || name.ends_with(b".dockerfile");
    let template = [&b".j2"[..], b".tmpl", b".tpl", b".erb", b".md", b".dockerignore"];
    let left_out = subject.class == FileClass::Binary || subject.class == FileClass::Vendored || subject.is_test;
    if !is_recipe || left_out || template.iter().any(|end| name.ends_with(end)) {
        return Vec::new();
    }
    introduced(subject, look)
}

/// An instruction over its lines.
#[derive(Debug)]
struct Step {
    /// First and last row.
    rows: (usize, usize),
    /// In upper case; '' for lines whose beginning is not shown.
    name: String,
    /// What follows, without continuations and comments.
    text: String,
    /// Which stage of the recipe, as far as it is shown.
    stage: usize,
}

fn steps(leaf: &Leaf<'_>) -> Vec<Step> {
    let mut made: Vec<Step> = Vec::new();
    let (mut goes_on, mut stage, mut heredoc) = (false, 0, None::<String>);
    for (at, row) in leaf.rows.iter().enumerate() {
        let text = row.text.trim();
        if row.is_head() {
            (goes_on, heredoc) = (false, None);
            continue;
        }
        if let Some(word) = &heredoc {
            heredoc = (text != word).then(|| word.clone());
            continue;
        }
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let part = text.trim_end_matches('\\').trim_end();
        match made.last_mut().filter(|_| goes_on) {
            Some(step) => {
                step.rows.1 = at;
                step.text.push(' ');
                step.text.push_str(part);
            }
            None => {
                let (word, rest) = part.split_once([' ', '\t']).unwrap_or((part, ""));
                let name = word.to_ascii_uppercase();
                let name = if NAMES.contains(&name.as_str()) { name } else { String::new() };
                stage += usize::from(name == "FROM");
                let text = if name.is_empty() { part } else { rest.trim() }.to_owned();
                made.push(Step { rows: (at, at), name, text, stage });
            }
        }
        goes_on = text.ends_with('\\');
        heredoc = text.split_once("<<").filter(|_| !goes_on).and_then(|(_, rest)| heredoc_word(rest));
    }
    made
}

const NAMES: &[&str] = &[
    "FROM",
    "RUN",
    "CMD",
    "LABEL",
    "EXPOSE",
    "ENV",
    "ADD",
    "COPY",
    "ENTRYPOINT",
    "VOLUME",
    "USER",
    "WORKDIR",
    "ARG",
    "ONBUILD",
    "STOPSIGNAL",
    "HEALTHCHECK",
    "SHELL",
];

fn heredoc_word(rest: &str) -> Option<String> {
    let rest = rest.trim_start_matches('-').trim_start_matches(['"', '\'']);
    let word: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    (!word.is_empty()).then_some(word)
}

fn look(leaf: &Leaf<'_>, traps: &mut Vec<Trap>) {
    let steps = steps(leaf);
    let assumed = leaf.holds("Assume-Yes") || leaf.holds("assume-yes \"true\"");
    for (nth, step) in steps.iter().enumerate() {
        match step.name.as_str() {
            "FROM" => traps.extend(base(leaf, &steps, nth)),
            "ADD" => traps.extend(added(step)),
            "ARG" | "ENV" => traps.extend(kept::secret(leaf, step)),
            "RUN" => {
                traps.extend(piped(step));
                traps.extend(apt(leaf, step, assumed));
                traps.extend(stale(&steps, nth));
                traps.extend(lost(step));
                traps.extend(open_to_all(step));
            }
            _ => {}
        }
    }
    traps.extend(root(leaf, &steps));
}

fn base(leaf: &Leaf<'_>, steps: &[Step], nth: usize) -> Option<Trap> {
    let step = steps.get(nth)?;
    let image = step.text.split_whitespace().find(|word| !word.starts_with("--"))?;
    let alias = |other: &Step| {
        let mut words = other.text.split_whitespace().skip_while(|word| !word.eq_ignore_ascii_case("as"));
        other.name == "FROM" && words.nth(1).is_some_and(|name| name.eq_ignore_ascii_case(image))
    };
    let earlier = steps.iter().take(nth).any(alias);
    let last = image.rsplit('/').next().unwrap_or(image);
    let latest = last.ends_with(":latest");
    // Without its head a recipe may have a stage of this name that is not shown.
    let none = !last.contains(':') && (leaf.is_whole || image.contains('/'));
    if image.contains(['$', '@', '{', '<']) || image == "scratch" || earlier || !(latest || none) {
        return None;
    }
    let said = says(
        ("image-not-pinned", "the same recipe gives the same image"),
        (
            format!("Base image `{image}` has no version"),
            format!(
                "`{image}` is whatever was pushed last: a build of tomorrow can have another system, another language \
                 version, or break, without a change here."
            ),
            "Name a version, best with its digest (`name:1.2@sha256:…`), and let a bot raise it.",
        ),
        (Severity::Minor, 0.85),
    );
    Some(Trap::over(step.rows, format!("from {}", image.trim_end_matches(":latest")), said))
}

fn added(step: &Step) -> Option<Trap> {
    let url = step.text.split_whitespace().find(|w| w.starts_with("http://") || w.starts_with("https://"))?;
    if step.text.contains("--checksum=") || url.ends_with(".git") || url.contains(".git#") {
        return None;
    }
    let plain = url.starts_with("http://");
    let how = if plain { "without encryption and without a checksum" } else { "without a checksum" };
    let said = says(
        ("unverified-download", "what is downloaded is verified"),
        (
            format!("A download is added {how}"),
            format!(
                "`ADD` fetches this address {how}: the image holds whatever answers on the day of the build, and nobody \
                 sees when it changes."
            ),
            "Give `ADD` a `--checksum=sha256:…`, or fetch and verify it in a `RUN`.",
        ),
        if plain { (Severity::Major, 0.95) } else { (Severity::Minor, 0.85) },
    );
    Some(Trap::over(step.rows, format!("add {}", url.split(['?', '$']).next().unwrap_or(url)), said))
}

/// The commands of a step; each with its pipes.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    text.split("&&").flat_map(|part| part.split(';')).flat_map(|part| part.split("||")).map(str::trim)
}

fn piped(step: &Step) -> Option<Trap> {
    commands(&step.text).find_map(|command| {
        let (get, run) = command.split_once('|')?;
        let fetches = get.split_whitespace().any(|word| word == "curl" || word == "wget");
        let mut words = run.split('|').next_back()?.split_whitespace();
        let program = words.find(|word| !["sudo", "-E", "env"].contains(word) && !word.contains('='))?;
        let program = program.rsplit('/').next()?;
        let runs = ["sh", "bash", "zsh", "ash", "python", "python3", "node", "perl", "ruby"].contains(&program);
        let blind = get.contains("http://") || get.contains(" -k ") || get.contains("--insecure") || get.contains("--no-check-certificate");
        (fetches && runs).then(|| {
            let how = if blind { ", without knowing who answered" } else { "" };
            let said = says(
                ("download-run", "what is downloaded is verified before it runs"),
                (
                    format!("A download is run unseen{how}"),
                    format!(
                        "What the address answers goes straight into `{program}`{how}: the build runs whatever stands there \
                         on its day, and a download that breaks off runs in part."
                    ),
                    "Fetch a fixed version to a file, verify its checksum, then run it.",
                ),
                if blind { (Severity::Critical, 0.92) } else { (Severity::Minor, 0.82) },
            );
            Trap::over(step.rows, "download run unseen", said)
        })
    })
}

fn is_apt(command: &str, what: &str) -> bool {
    let mut words = command.split_whitespace().filter(|word| !word.contains('=') && *word != "sudo");
    words.next().is_some_and(|word| word == "apt-get" || word == "apt") && words.any(|word| word == what)
}

fn apt(leaf: &Leaf<'_>, step: &Step, assumed: bool) -> Option<Trap> {
    let command = commands(&step.text).find(|command| is_apt(command, "install"))?;
    let yes = command.split_whitespace().any(|word| {
        let short = word.starts_with('-') && !word.starts_with("--") && (word.contains('y') || word.contains("qq"));
        short
            || word.starts_with("--yes")
            || word.starts_with("--assume-yes")
            || word.starts_with("--force-yes")
            || word.contains('$')
    });
    let other = ["Assume-Yes", "yes |", "--download-only", "--print-uris", "--dry-run"];
    if yes || assumed || other.iter().any(|word| step.text.contains(word)) {
        return None;
    }
    let said = says(
        ("apt-asks", "a build asks nobody"),
        (
            "`apt-get install` asks, and nobody answers".to_owned(),
            "Without `-y` the program asks whether to go on as soon as more than the named packages would be installed, \
             and the build ends there."
                .to_owned(),
            "Add `-y` (and `--no-install-recommends`).",
        ),
        (Severity::Major, 0.85),
    );
    let line = leaf.text(step.rows.0);
    let one = step.rows.0 == step.rows.1 && line.matches(" install ").count() == 1;
    let better = one.then(|| line.replace(" install ", " install -y "));
    Some(Trap::over(step.rows, "apt install without -y", said).suggesting(better))
}

/// Lists that are fetched by a step of their own are as old as the cache.
fn stale(steps: &[Step], nth: usize) -> Option<Trap> {
    let step = steps.get(nth)?;
    let mut own = commands(&step.text);
    let alone = own.next().is_some_and(|command| is_apt(command, "update")) && own.next().is_none();
    let behind = steps.iter().skip(nth + 1).take_while(|other| other.stage == step.stage && other.name != "FROM");
    let installs = behind.filter(|other| other.name == "RUN").find(|other| {
        commands(&other.text).any(|command| is_apt(command, "install")) && !other.text.contains("update")
    })?;
    let said = says(
        ("apt-stale-lists", "packages are installed from fresh lists"),
        (
            "`apt-get update` stands in a layer of its own".to_owned(),
            "The layer is cached: when the list of packages below it changes, they are installed from lists that may be \
             months old, and versions that are gone from the mirror end the build."
                .to_owned(),
            "Join them: `RUN apt-get update && apt-get install -y …`.",
        ),
        (Severity::Minor, 0.88),
    );
    alone.then(|| Trap::over(step.rows, "apt update alone", said).with(installs.rows.0..=installs.rows.1))
}

/// Steps whose whole effect ends with their shell.
fn lost(step: &Step) -> Option<Trap> {
    let mut own = commands(&step.text);
    let (first, second) = (own.next()?, own.next());
    let word = first.split_whitespace().next()?;
    let ends =
        ["cd", "export", "source", ".", "alias", "ulimit"].contains(&word) && !first.contains(['|', '$', '`', '>']);
    if second.is_some() || !ends {
        return None;
    }
    let instead = match word {
        "cd" => "Use `WORKDIR`.",
        "export" => "Use `ENV`.",
        _ => "Put it into the same `RUN` as the commands that need it.",
    };
    let said = says(
        ("step-without-effect", "every step has an effect"),
        (
            format!("`RUN {word}` has no effect on later steps"),
            format!(
                "Each `RUN` has a shell of its own: what `{word}` sets ends with it, and the next step begins as before."
            ),
            instead,
        ),
        (Severity::Major, 0.92),
    );
    Some(Trap::over(step.rows, format!("run {first}"), said))
}

fn open_to_all(step: &Step) -> Option<Trap> {
    let command = commands(&step.text).find(|command| is_open_to_all(command))?;
    let target = command.split_whitespace().next_back()?;
    Some(Trap::over(step.rows, format!("chmod 777 {target}"), super::shell::says_open_to_all()))
}

/// `chmod 777` of anything but a folder for passing files.
fn is_open_to_all(command: &str) -> bool {
    let mut words = command.split_whitespace().filter(|word| *word != "sudo");
    let is_chmod = words.next().is_some_and(|word| word == "chmod" || word.ends_with("/chmod"));
    let words: Vec<&str> = words.collect();
    let open = words.iter().any(|word| ["777", "0777", "a+rwx", "ugo+rwx", "a=rwx"].contains(word));
    is_chmod && open && !words.iter().any(|word| word.starts_with("/tmp") || word.starts_with("/var/tmp"))
}

/// Root again, in the last stage, for the program itself.
fn root(leaf: &Leaf<'_>, steps: &[Step]) -> Option<Trap> {
    let stage = steps.last()?.stage;
    let own = || steps.iter().filter(move |step| step.stage == stage);
    let is_root = |step: &&Step| matches!(step.text.split(':').next().unwrap_or(""), "root" | "0");
    let last = own().rfind(|step| step.name == "USER").filter(is_root)?;
    let before = own().take_while(|step| step.rows != last.rows);
    let other = before.filter(|step| step.name == "USER").find(|step| !is_root(step) && !step.text.contains('$'))?;
    let starts = own().any(|step| step.rows.0 > last.rows.0 && matches!(step.name.as_str(), "CMD" | "ENTRYPOINT"));
    let drops = ["gosu", "su-exec", "setpriv", "s6-", "tini", "runuser", "/init", "entrypoint", "supervisord"];
    if !starts || drops.iter().any(|word| leaf.holds(word)) {
        return None;
    }
    let said = says(
        ("image-runs-as-root", "services run as a user of their own"),
        (
            "The image runs as root again".to_owned(),
            format!(
                "`USER {}` was there, but this `USER {}` is the last: what the image starts runs as root, and a hole in it \
                 is a hole in everything that the container may touch.",
                crate::core::text::one_line(&other.text, 40),
                crate::core::text::one_line(&last.text, 40)
            ),
            "Go back to the user of the service behind the steps that need root.",
        ),
        (Severity::Major, 0.85),
    );
    Some(Trap::over(last.rows, "user root last", said).with(other.rows.0..=other.rows.1))
}
