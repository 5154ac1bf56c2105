//! What a run of the program is to do: plain data made by `cli`, used by the drivers and the runner.

use std::path::PathBuf;

use super::config::Sources;
use crate::{
    core::{
        checks,
        model::{Failure, FailureKind, Pass, Record, ReviewEvent, TargetSpec, Task, TaskId},
    },
    edge::{
        intake::{self, Closed},
        logbook::read_recording,
        report,
    },
    session::{Consent, Plan, Skips},
};

/// Who reviews.
#[derive(Debug, Clone, Default)]
pub enum Agents {
    /// The built-in reviewers.
    #[default]
    Builtin,
    /// Nobody (`--no-builtin`).
    Nobody,
    /// A recorded run (`prr demo`, `--replay`), at a human pace where somebody watches.
    Recorded(Vec<Record>),
}

/// Test switches of the environment variable `PRR_FAULT`; none by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fault {
    /// None.
    #[default]
    None,
    /// `kill-write:N`: SIGKILL at the n-th write boundary of the logbook.
    KillWrite(u64),
    /// `panic:draw`: panic in the third frame.
    PanicDraw,
    /// `panic:start`: panic between raw mode and the first frame.
    PanicStart,
    /// `panic:worker`: panic in a reviewer.
    PanicWorker,
    /// `kill-publish:N`: SIGKILL when the n-th step of a publication is done; 13 = before the receipt is written,
    /// 14 = behind it.
    KillPublish(usize),
}

impl Fault {
    /// Reads the value of the variable; anything else is no fault.
    pub fn parse(text: &str) -> Self {
        match text.split_once(':') {
            Some(("kill-write", n)) => n.parse().map_or(Self::None, Self::KillWrite),
            Some(("kill-publish", n)) => n.parse().map_or(Self::None, Self::KillPublish),
            Some(("panic", "draw")) => Self::PanicDraw,
            Some(("panic", "start")) => Self::PanicStart,
            Some(("panic", "worker")) => Self::PanicWorker,
            _ => Self::None,
        }
    }
}

/// Folders of the user; `None` = the system has none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folders {
    /// Data: logbooks that find no place in a repository.
    pub data: Option<PathBuf>,
    /// State, for what must outlast any clone: locks, intents, receipts. Without it nothing is published.
    pub state: Option<PathBuf>,
    /// Answers of hosts that are kept.
    pub cache: Option<PathBuf>,
}

impl Folders {
    /// As the platform and `PRR_STATE_DIR` say.
    fn of_process() -> Self {
        let dirs = directories::BaseDirs::new();
        Self {
            data: dirs.as_ref().map(|dirs| dirs.data_dir().to_owned()),
            state: state_dir(dirs.as_ref()),
            cache: dirs.map(|dirs| dirs.cache_dir().join("prr").join("github")),
        }
    }
}

/// One run.
#[derive(Debug, Clone)]
pub struct Job {
    /// What to review.
    pub target: TargetSpec,
    /// Where and how to read it.
    pub intake: intake::Options,
    /// Who reviews.
    pub agents: Agents,
    /// The event that `--comment` preselects at the gate.
    pub event: Option<ReviewEvent>,
    /// Whether a person sits before it: then `gate.budget` caps what surfaces, else the strategy does.
    pub is_cockpit: bool,
    /// Where settings are looked for, and what flags and variables set.
    pub sources: Sources,
    /// Files with findings of other programs.
    pub findings: Vec<PathBuf>,
    /// Review what would be skipped (FACTS 21, 30).
    pub rerun: bool,
    /// Write the run down here too.
    pub record: Option<PathBuf>,
    /// The user's folders.
    pub folders: Folders,
    /// Test switch.
    pub fault: Fault,
}

impl Job {
    /// A job as the environment has it: the present directory, the user's data folder, the built-in reviewers.
    pub fn new(target: TargetSpec, base: Option<String>, offline: bool) -> Self {
        let fault = std::env::var("PRR_FAULT").map_or(Fault::None, |text| Fault::parse(&text));
        let intake = intake::Options { base, offline, ..intake::Options::default() };
        Self {
            target,
            sources: Sources::of_process(intake.clone()),
            intake,
            agents: Agents::Builtin,
            event: None,
            is_cockpit: false,
            findings: Vec::new(),
            rerun: false,
            record: None,
            folders: Folders::of_process(),
            fault,
        }
    }

    /// The tasks of the run.
    pub fn plan(&self) -> Plan {
        let tasks = match &self.agents {
            Agents::Builtin => plan_builtin().tasks,
            Agents::Nobody => Vec::new(),
            Agents::Recorded(records) => recorded_tasks(records),
        };
        let skips = match (self.rerun, self.is_cockpit) {
            (true, _) => Skips::Ignore,
            (false, true) => Skips::Notice,
            (false, false) => Skips::Honour,
        };
        let consent = match self.intake.pull.closed {
            Closed::Ask => Consent::Ask,
            Closed::Refuse | Closed::Accept => Consent::Given,
        };
        Plan { tasks, skips, consent }
    }

    /// Asks for the recording before anything else is done: without it the run is not what was asked for.
    pub(super) fn can_record(&self) -> Result<(), Failure> {
        let Some(path) = &self.record else { return Ok(()) };
        let asked = std::fs::File::options().append(true).create(true).open(path);
        asked.map(drop).map_err(|error| {
            let name = crate::core::text::one_line(&path.to_string_lossy(), 200);
            Failure::new(FailureKind::Usage, format!("The recording `{name}` cannot be written."))
                .because(error.to_string())
                .hint("--record FILE, in a folder that is there and can be written")
        })
    }

    /// Takes what is said from the last run of a recording or logbook, and the settings that run was asked with; those of
    /// this command line count more.
    ///
    /// # Errors
    /// The file cannot be read, or holds no run.
    pub fn replay(&mut self, path: &std::path::Path) -> Result<(), Failure> {
        let name = crate::core::text::one_line(&path.to_string_lossy(), 200);
        let bytes = std::fs::read(path).map_err(|error| {
            Failure::new(FailureKind::Usage, format!("The recording `{name}` cannot be read."))
                .because(error.to_string())
                .hint("--replay FILE, made by `prr review --record FILE`")
        })?;
        let (mut records, notes) = read_recording(&bytes);
        let last = records.iter().rev().find_map(|record| match record {
            Record::Run(facts) => Some((facts.id.clone(), facts.said.clone())),
            _ => None,
        });
        let Some((run, said)) = last else {
            let failure = Failure::new(FailureKind::Usage, format!("`{name}` holds no recorded run."));
            let failure = notes.into_iter().take(3).fold(failure, Failure::because);
            return Err(failure.hint("`prr review --record FILE` makes a recording"));
        };
        records.retain(|record| *record.run() == run);
        let own = std::mem::take(&mut self.sources.said);
        // Nobody is planned any more, and who was asked then need not be known here.
        let said: Vec<_> =
            said.iter().filter(|(key, _)| key != "review.agents" && key != "review.skip").cloned().collect();
        self.sources = self.sources.as_in_run(&said);
        self.sources.said.extend(own);
        self.agents = Agents::Recorded(records);
        Ok(())
    }

    /// Whether a task belongs to this job; custom rules count as built in.
    pub fn has_task(&self, task: &TaskId) -> bool {
        let imported = || report::findings_in::task_ids(&self.findings).contains(task);
        // Who comes back to the cockpit asks nobody again; who lets it run without a screen wants it to run.
        let planned = || self.is_cockpit && matches!(task_named(task).pass, Pass::Agent(_));
        match &self.agents {
            Agents::Builtin => {
                ["builtin:", "tier0:"].iter().any(|start| task.as_str().starts_with(start)) || imported() || planned()
            }
            Agents::Nobody => imported() || planned(),
            Agents::Recorded(_) => true,
        }
    }

    /// What the header shows until the target has a title.
    pub fn first_title(&self) -> String {
        match &self.target {
            TargetSpec::Nothing => "this branch".to_owned(),
            TargetSpec::Named(name) | TargetSpec::Branch(name) | TargetSpec::Pull(name) => name.clone(),
            TargetSpec::Wip => "work in progress".to_owned(),
            TargetSpec::Staged => "staged changes".to_owned(),
            TargetSpec::Repo => "the whole repository".to_owned(),
            TargetSpec::Stdin => "standard input".to_owned(),
            TargetSpec::File(path) => path.to_string_lossy().into_owned(),
            TargetSpec::Embedded(name, _) => (*name).to_owned(),
        }
    }
}

/// `PRR_STATE_DIR`, else what the platform has.
fn state_dir(dirs: Option<&directories::BaseDirs>) -> Option<PathBuf> {
    let named = std::env::var_os("PRR_STATE_DIR").filter(|dir| !dir.is_empty()).map(PathBuf::from);
    named.or_else(|| dirs.map(|dirs| dirs.state_dir().unwrap_or(dirs.data_local_dir()).join("prr")))
}

/// One task for each built-in reviewer.
pub fn plan_builtin() -> Plan {
    let tasks = checks::CHECKS.iter().map(|check| Task::builtin(check.id));
    Plan { tasks: tasks.collect(), ..Plan::default() }
}

/// The task behind an id of the logbook.
pub(super) fn task_named(id: &TaskId) -> Task {
    let name = |start: &str| id.as_str().strip_prefix(start).map(str::to_owned);
    let planned = ["hotspot-", "swarm:", "pass:", "asked:", "agent:", "wave:", "elaborate:"];
    let pass = match (name("builtin:"), name("import:"), name("tier0:")) {
        (Some(check), ..) => Pass::Builtin(check),
        (None, Some(file), _) => Pass::Import(file),
        (None, None, Some(tool)) => Pass::Tool(tool),
        (None, None, None) if planned.iter().any(|start| id.as_str().starts_with(start)) => {
            let name = id
                .as_str()
                .split_once([':', '-'])
                .map_or("", |(kind, name)| if kind == "hotspot" { kind } else { name });
            Pass::Agent(name.split('#').next().unwrap_or(name).to_owned())
        }
        (None, None, None) => Pass::Replay(id.as_str().to_owned()),
    };
    Task { id: id.clone(), pass }
}

/// The tasks of a recorded run, in the order in which they ended, then those that never did.
fn recorded_tasks(records: &[Record]) -> Vec<Task> {
    let ended = records.iter().filter_map(|record| match record {
        Record::TaskEnded { task, .. } => Some(task),
        _ => None,
    });
    let open = records.iter().filter_map(|record| match record {
        Record::Candidate { candidate, .. } => Some(&candidate.task),
        _ => None,
    });
    let mut tasks: Vec<Task> = Vec::new();
    for id in ended.chain(open) {
        // One that was let run again ended twice.
        if !tasks.iter().any(|task| task.id == *id) {
            tasks.push(Task { pass: Pass::Replay(id.as_str().to_owned()), id: id.clone() });
        }
    }
    tasks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fault_switches_read_and_nonsense_is_none() {
        assert_eq!(Fault::parse("kill-write:17"), Fault::KillWrite(17));
        assert_eq!(Fault::parse("panic:draw"), Fault::PanicDraw);
        for nonsense in ["", "kill-write:x", "panic:", "panic", "draw"] {
            assert_eq!(Fault::parse(nonsense), Fault::None);
        }
    }
}
