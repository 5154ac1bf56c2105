//! What an agent is: who carries out a task. One trait, four kinds: a command (`command`), a model API (`api`), a recorded
//! run (`recorded`), and the built-in reviewers, which app puts behind it since they need what it holds. What an agent
//! says is a claim; nothing of it is obeyed. Not here: who is asked when and how often (app::runner). Called by
//! app::runner.

use super::{Answers, Extra, Fault, Heard, Limits, Shape};

/// What an agent may reach when it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// Nothing beside what it is given: built-in, or recorded.
    Nothing,
    /// A program of this machine, which may reach what it likes.
    Program,
    /// The network.
    Network,
}

/// What an agent is asked.
pub struct Work<'w> {
    /// The text that it is sent; '' = it needs none.
    pub brief: &'w str,
    /// The form that its answer is to have, where it can be held to one; `None` = its words alone say it.
    pub shape: Option<Shape>,
    /// What it is known to refuse.
    pub lacks: &'w [Extra],
    /// What answers its calls of tools; `None` = it has none.
    pub tools: Answers<'w>,
    /// How far it may go.
    pub limits: Limits<'w>,
}

impl<'w> Work<'w> {
    /// Work without words, for those who hold what they look at.
    pub fn within(limits: Limits<'w>) -> Self {
        Self { brief: "", shape: None, lacks: &[], tools: None, limits }
    }
}

/// Who carries out a task.
pub trait Agent: Send + Sync {
    /// What it may reach.
    fn reach(&self) -> Reach;

    /// The seconds that it has, when they are its own.
    fn seconds(&self) -> Option<u32> {
        None
    }

    /// Does the work. Blocks until it has ended; what it says and claims is given on as it comes.
    ///
    /// # Errors
    /// Why it is not whole. What was heard before stands.
    fn carry_out(&self, work: Work<'_>, on: &mut dyn FnMut(Heard<'_>)) -> Result<(), Fault>;
}
