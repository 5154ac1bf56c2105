//! `prr docs`: for whoever works on the program: writes the pages of `docs/` that are made from it, pictures with them.

use std::{fs, io, path::Path, process::ExitCode};

use clap::ValueEnum;

use crate::{
    app::docs::{self, MADE},
    cli::{
        args::{PlanOutput, ReviewOutput},
        exit,
        pages::DocsArgs,
    },
    core::model::{Failure, FailureKind, HeldReason},
};

/// Writes all of them below a folder.
pub(crate) fn docs(args: &DocsArgs) -> ExitCode {
    let mut pages: Vec<(&str, String)> = docs::pages().into_iter().map(|page| (page.name, page.text)).collect();
    pages.push(("formats.md", formats()));
    match docs::pictures() {
        Ok(pictures) => pages.extend(pictures.into_iter().map(|page| (page.name, page.text))),
        Err(failure) => return exit::fail(&failure),
    }
    for (name, text) in pages {
        if let Err(error) = write(&args.folder.join(name), &text) {
            let words = format!("{} cannot be written.", args.folder.join(name).display());
            return exit::fail(&Failure::new(FailureKind::Usage, words).because(error.to_string()));
        }
    }
    ExitCode::SUCCESS
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, text)
}

const HEAD: &str = "\
# Formats

What scripts may rely on. Standard output carries the result alone, every message goes to standard error, and a closed pipe
is no error.

## Of a review: `prr review --output FORMAT`, `prr show --output FORMAT`

| format | what it is |
|---|---|
";

const REST: &str = "

`--output json --feedback` writes findings as instructions for a coding agent. `--all` adds what was held back to `json`,
`pr-json` and `r3`, each with `held_back: {reason, details}`. Documents of `plan`, `r3`, `publish` and `log` carry `schema`,
a number that grows when a field changes its meaning or goes; fields may be added without it. `json`, its feedback form and
`pr-json` keep exactly the shape of the format that they are, with `metadata.schema` in `json`.

## Of everything else

| command | `--output json` |
|---|---|
| `prr plan` | `{schema, target, base_sha, head_sha, files, units, hotspots, risk, tasks, estimate}`; counts of binary files are null |
| `prr publish N --dry-run` | `{gates: [{name, passed, why}], event, payload}`: exactly what would be posted |
| `prr log`, `prr log stats`, `prr log diff` | runs, decisions, publications; the scoreboard; two runs compared |
| `prr inbox` | what waits for you |
| `prr config show` | every value with its origin |
| `prr doctor` | each part with its health and what to do |

## Read: `--findings FILE`

SARIF, rdjson, a candidate array, Soliton's JSON, `pr-json` and `r3` are told apart by their content.

## Why a finding is held back

";

const CODES: &str = "

## Exit codes

| code | means |
|---|---|
| 0 | reviewed, posted, or posted before |
| 1 | a finding as bad as `--fail-on` says, or tier 0 blocks while `CI` is set |
| 2 | usage or settings |
| 3 | target or git |
| 4 | token or GitHub |
| 5 | reviewers failed |
| 6 | publishing was refused or failed |
| 7 | nobody knows whether it was posted: `prr publish N --reconcile` |
| 129, 130, 143 | ended by SIGHUP, SIGINT, SIGTERM |
";

fn formats() -> String {
    let mut page = format!("{MADE}{HEAD}");
    page.push_str(&rows::<ReviewOutput>());
    page.push_str(REST);
    let reasons: Vec<String> = HeldReason::ALL.iter().map(|reason| format!("`{}`", reason.as_str())).collect();
    page.push_str(&format!("`held_back.reason` is one of {}.\n", reasons.join(", ")));
    page.push_str(CODES);
    let plan: Vec<String> = PlanOutput::value_variants().iter().filter_map(word).map(|(name, _)| name).collect();
    page.push_str(&format!("\nCommands other than `review` and `show` take `--output` {}.\n", plan.join(" or ")));
    page
}

fn word(value: &impl ValueEnum) -> Option<(String, String)> {
    let value = value.to_possible_value()?;
    let help = value.get_help().map(ToString::to_string).unwrap_or_default();
    Some((format!("`{}`", value.get_name()), help))
}

fn rows<V: ValueEnum>() -> String {
    V::value_variants().iter().filter_map(word).map(|(name, help)| format!("| {name} | {help} |\n")).collect()
}
