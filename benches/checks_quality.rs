//! How often the built-in reviewers are right, on real changes: `cargo bench --bench checks_quality`. Pairs of versions
//! (fixtures/checks/pairs.tsv) are fetched by name with cargo, npm and pip; labels (labels.tsv beside it) say which
//! findings are right. Network is used here and nowhere else.
//!
//! `-- --write FOLDER` writes what has no label yet as texts for a labeller who does not see the checks (at most `--most N` of
//! each check in each pair; with `--total N` at most N in all, spread over the checks, those with few labels and unseen pairs
//! first, `--most` of each check); `-- --take FILE` adds their lines (`id TAB right|wrong|unsure TAB why`) to the labels; `-- --show` prints
//! findings; `-- --judged` prints those of judged.tsv, and fails when one is not found any more; `--part known|unseen`, `--pair WORD`, `--check ID,ID`, `--without ID,ID` choose.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, missing_docs)]

#[path = "quality/fetch.rs"]
mod fetch;
#[path = "quality/look.rs"]
mod look;
#[path = "../tests/checks/quality.rs"]
mod quality;
#[path = "quality/texts.rs"]
mod texts;

use std::{collections::HashMap, fs, path::Path};

use fetch::Fetched;
use prr::core::checks::{RULES, SPEC_ALIGNMENT};
use quality::{Found, Judgement, Pair, Part, Tally, judged, labels, numbered, pairs, sample, spread};

type Labels = HashMap<String, (Judgement, String)>;

fn main() {
    if let Err(fault) = go() {
        eprintln!("{fault}");
        std::process::exit(1);
    }
}

fn option(name: &str) -> Option<String> {
    std::env::args().skip_while(|argument| argument != name).nth(1)
}

fn list(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/checks").join(name)
}

fn go() -> Result<(), String> {
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let known: Labels = labels(&read(&list("labels.tsv"))?).map_err(|fault| format!("labels.tsv: {fault}"))?;
    let all = pairs(&read(&list("pairs.tsv"))?).map_err(|fault| format!("pairs.tsv: {fault}"))?;
    let (part, word) = (option("--part"), option("--pair").unwrap_or_default());
    let chosen = |pair: &&Pair| {
        part.as_deref().is_none_or(|part| part == pair.part.as_str()) && pair.to_string().contains(&word)
    };
    let chosen: Vec<&Pair> = all.iter().filter(chosen).collect();
    if std::env::args().any(|argument| argument == "--judged") {
        return show_judged(&read(&list("judged.tsv"))?, &chosen);
    }
    if let Some(folder) = option("--write") {
        let most = option("--most").and_then(|n| n.parse().ok()).unwrap_or(usize::MAX);
        return write(&chosen, Path::new(&folder), most, &known);
    }
    let Run { found, sources, lines } = run(&chosen);
    if let Some(file) = option("--take") {
        return take(&read(Path::new(&file))?, &found, &known);
    }
    if std::env::args().any(|argument| argument == "--show") {
        for found in &found {
            let said = known.get(&found.id).map_or("", |(judgement, _)| judgement.as_str());
            println!("==== {} {said}\n{}", found.check, texts::text(found, &sources[&found.pair.to_string()]));
        }
        return Ok(());
    }
    table(&found, &known, lines);
    Ok(())
}

struct Run {
    found: Vec<Found>,
    sources: HashMap<String, Fetched>,
    lines: u32,
}

/// Writes what has no label, pair by pair, so that somebody can begin before the last is read.
fn write(chosen: &[&Pair], folder: &Path, most: usize, known: &Labels) -> Result<(), String> {
    if let Some(total) = option("--total").and_then(|n| n.parse().ok()) {
        let Run { found, sources, .. } = run(chosen);
        let open = spread(&found, known, (total, most));
        texts::write(folder, &open, &sources).map_err(|error| error.to_string())?;
        println!("{} without a label in {}", open.len(), folder.display());
        return Ok(());
    }
    let mut all = 0;
    for pair in chosen {
        let Run { found, sources, .. } = run(&[pair]);
        let open: Vec<&Found> = sample(&found, most).into_iter().filter(|f| !known.contains_key(&f.id)).collect();
        texts::write(folder, &open, &sources).map_err(|error| error.to_string())?;
        all += open.len();
    }
    println!("{all} without a label in {}", folder.display());
    Ok(())
}

/// The findings that stand for the reviewers, each with what was said of it and whether it is found today.
fn show_judged(text: &str, chosen: &[&Pair]) -> Result<(), String> {
    let all = judged(text).map_err(|fault| format!("judged.tsv: {fault}"))?;
    let is_asked = |pair: &&&Pair| all.iter().any(|one| one.pair == pair.to_string());
    let pairs: Vec<&Pair> = chosen.iter().filter(is_asked).copied().collect();
    let Run { found, sources, .. } = run(&pairs);
    let mut lost = 0;
    for one in all.iter().filter(|one| sources.contains_key(&one.pair)) {
        let is_found = found.iter().any(|found| found.id == one.id);
        lost += u32::from(!is_found);
        let now = if is_found { "" } else { "  NOT FOUND ANY MORE" };
        println!("{} {} {}{now}\n    {}", one.pair, one.place, one.check, one.title);
        println!("    {}: {}", one.judgement.as_str(), one.why);
    }
    if lost > 0 { Err(format!("{lost} of judged.tsv are not found any more")) } else { Ok(()) }
}

/// A pair that cannot be fetched is told and left out.
fn run(chosen: &[&Pair]) -> Run {
    let mut run = Run { found: Vec::new(), sources: HashMap::new(), lines: 0 };
    let ids = |name| option(name).map(|list| list.split(',').map(str::to_owned).collect::<Vec<String>>());
    let (only, without) = (ids("--check"), ids("--without").unwrap_or_default());
    let is_asked = |id: &str| {
        only.as_ref().is_none_or(|only| only.iter().any(|one| one == id)) && !without.iter().any(|one| one == id)
    };
    for pair in chosen {
        match fetch::fetched(pair) {
            Ok(fetched) => {
                let looked = look::looked(&fetched, &is_asked);
                eprintln!("{pair} ({}): {} lines, {} findings", pair.part.as_str(), looked.lines, looked.made.len());
                run.found.extend(numbered(pair, looked.made));
                run.lines += looked.lines;
                run.sources.insert(pair.to_string(), fetched);
            }
            Err(fault) => eprintln!("{pair} is left out: {fault}"),
        }
    }
    run
}

fn table(found: &[Found], known: &Labels, lines: u32) {
    println!("\n{lines} changed lines of code, configuration, tests and documentation");
    println!(
        "{:<24} {:>5} {:>9}   known: right wrong unsure open prec.   unseen: right wrong unsure open prec.",
        "check", "all", "per 1,000"
    );
    let row = |name: &str, own: &[&Found]| {
        let of = |part: Part| Tally::of(own.iter().copied().filter(|f| f.pair.part == part), known);
        let per = f64::from(u32::try_from(own.len()).unwrap_or(u32::MAX)) * 1000.0 / f64::from(lines.max(1));
        println!("{name:<24} {:>5} {per:>9.3}   {:>12}   {:>20}", own.len(), of(Part::Known), of(Part::Unseen));
    };
    // These two need what a package does not have: a description of the change, settings.
    for id in prr::core::checks::ids().filter(|id| ![SPEC_ALIGNMENT, RULES].contains(id)) {
        row(id, &found.iter().filter(|found| found.check == id).collect::<Vec<_>>());
    }
    row("all", &found.iter().collect::<Vec<_>>());
    for found in found {
        if let (Some((Judgement::Wrong, why)), true) = (known.get(&found.id), found.pair.part == Part::Known) {
            println!("wrong: {} {} {} {why}", found.check, found.pair, found.place);
        }
    }
}

/// Adds what a labeller said to the labels, with what each line is about.
fn take(text: &str, found: &[Found], known: &Labels) -> Result<(), String> {
    let said = labels(text)?;
    let mut lines: Vec<String> = Vec::new();
    for found in found {
        let Some((judgement, why)) = said.get(&found.id).filter(|_| !known.contains_key(&found.id)) else { continue };
        let cells = [
            &found.id,
            judgement.as_str(),
            found.pair.part.as_str(),
            &found.pair.to_string(),
            found.check,
            &found.place,
            why,
        ];
        lines.push(cells.join("\t"));
    }
    lines.sort();
    let old = fs::read_to_string(list("labels.tsv")).map_err(|error| error.to_string())?;
    let new = lines.iter().fold(old, |text, line| text + line + "\n");
    fs::write(list("labels.tsv"), new).map_err(|error| error.to_string())?;
    println!("{} labels taken, {} of no finding or known before", lines.len(), said.len() - lines.len());
    Ok(())
}
