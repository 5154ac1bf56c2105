//! What the cockpit can be told to do, by kind: names only. Keys and words of each stand in the table (`actions`).

/// Steps and scrolling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the table below says each in words")]
pub enum Motion {
    Down,
    Up,
    HalfDown,
    HalfUp,
    PageDown,
    PageUp,
    First,
    Last,
    Center,
    ToTop,
    ToBottom,
    ScrollLeft,
    ScrollRight,
    PageLeft,
    PageRight,
    LineStart,
    LineEnd,
}

/// Jumps to something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the table below says each in words")]
pub enum Seek {
    NextHunk,
    PrevHunk,
    NextCard,
    PrevCard,
    NextHotspot,
    PrevHotspot,
    NextRisk,
    PrevRisk,
    NextFile,
    PrevFile,
    NextUndecided,
    PrevUndecided,
    NextUnviewed,
    SearchNext,
    SearchPrev,
    JumpBack,
    JumpForward,
    Callers,
}

/// Acts on a finding, and the history of acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the table below says each in words")]
pub enum Verdict {
    Accept,
    Drop,
    Edit,
    EditOutside,
    Severity,
    Evidence,
    Elaborate,
    Reason,
    Delete,
    Undo,
    Redo,
    Viewed,
}

/// Writing of the person's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the table below says each in words")]
pub enum Pen {
    Select,
    Comment,
    CommentFile,
    ReviewText,
    Question,
    PickLines,
    Copy,
    CopyLink,
}

/// What is shown and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the table below says each in words")]
pub enum Show {
    Diff,
    Triage,
    Agents,
    Review,
    Logbook,
    History,
    CompareRuns,
    Scores,
    Inbox,
    NextView,
    PrevView,
    FocusTree,
    TreeOrder,
    FocusDiff,
    Search,
    Command,
    Palette,
    Fold,
    More,
    Less,
    WholeFile,
    Since,
    Columns,
    Wrap,
    LineNumbers,
    Theme,
    Notes,
    Mouse,
    Guide,
    Help,
}

/// The queue of findings and what is held back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the table below says each in words")]
pub enum Queue {
    Drawer,
    Restore,
    Undecided,
    Filter,
    MarkAll,
    Sort,
}

/// The pull request and its threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the table below says each in words")]
pub enum Talk {
    Reply,
    Resolve,
    Refresh,
    Open,
    Page,
}

/// The program itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the table below says each in words")]
pub enum Run {
    Publish,
    StopReviewers,
    Rerun,
    RerunAll,
    Back,
    Quit,
    Cancel,
    Suspend,
}

/// Everything the cockpit can be told to do by a key or by the palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Steps and scrolling.
    Move(Motion),
    /// Jumps to something.
    Seek(Seek),
    /// Acts on a finding, and the history of acts.
    Decide(Verdict),
    /// Writing of the person's own.
    Write(Pen),
    /// What is shown and how.
    Show(Show),
    /// The queue of findings and what is held back.
    Queue(Queue),
    /// The pull request and its threads.
    Talk(Talk),
    /// The program itself.
    Program(Run),
}
