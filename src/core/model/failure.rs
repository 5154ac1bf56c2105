//! One failure for people: what happened, why, and what to type next. Made at the border of `app`,
//! shown with the same words by the command line and the cockpit.

/// Which kind, for the exit code (PRODUCT "Exit codes").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureKind {
    /// Wrong arguments or configuration: exit 2.
    Usage,
    /// Target or git: exit 3.
    Target,
    /// The change is empty: not a failure, exit 0 (FACTS 26).
    Empty,
    /// Not worth a review by its rules: not a failure, exit 0 (FACTS 21).
    Skipped,
    /// No access to the host, or the host refused: exit 4.
    Host,
    /// Agents failed: exit 5.
    Agents,
    /// A publication was refused or failed: exit 6.
    Publish,
    /// Nobody knows whether it was published: exit 7.
    Indeterminate,
    /// The logbook could not be used.
    Logbook,
    /// No usable terminal: exit 2.
    Terminal,
    /// A fault of ours.
    Internal,
}

/// What happened, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// For the exit code.
    pub kind: FailureKind,
    /// One clear sentence that names the thing and the place.
    pub summary: String,
    /// Deeper causes, nearest first.
    pub causes: Vec<String>,
    /// Next steps; each names a command or a key to type.
    pub hints: Vec<String>,
}

impl Failure {
    /// A failure with one sentence.
    pub fn new(kind: FailureKind, summary: impl Into<String>) -> Self {
        Self { kind, summary: summary.into(), causes: Vec::new(), hints: Vec::new() }
    }

    /// Adds a cause.
    pub fn because(mut self, cause: impl Into<String>) -> Self {
        self.causes.push(cause.into());
        self
    }

    /// Adds a next step.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}
