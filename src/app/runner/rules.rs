//! The task `builtin:rules`: custom rules of the settings, file by file. Not here: what a rule finds (core::checks).
//! Called by `tasks`.

use crate::{
    core::{
        checks::{RULES, Rules},
        model::{FileClass, Task},
    },
    edge::agents::{Agent, Fault, Heard, Reach, Work},
    session::Change,
};

use super::tasks::{Set, claim};

/// The person's rules as an agent.
pub(super) struct OwnRules<'t> {
    pub task: &'t Task,
    pub change: &'t Change,
}

impl Agent for OwnRules<'_> {
    fn reach(&self) -> Reach {
        Reach::Nothing
    }

    fn carry_out(&self, work: Work<'_>, on: &mut dyn FnMut(Heard<'_>)) -> Result<(), Fault> {
        let change = self.change;
        let set = Set::of(RULES, &change.settings);
        let mut rules = Rules::new(&change.settings.rules, &self.task.id);
        for file in change.diff.file_numbers().filter(|file| set.looks_at(&change.diff.path(*file))) {
            let class = change.map.classes.get(file.0 as usize).copied().unwrap_or(FileClass::Source);
            claim(rules.run(&change.diff, file, class), &work.limits, on)?;
        }
        claim(rules.notes(), &work.limits, on)
    }
}
