//! Identifiers as newtypes over shared text, so that no two kinds can be mixed up.

use std::{fmt, sync::Arc};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// Wraps the text of an identifier.
            pub fn new(text: impl AsRef<str>) -> Self {
                Self(Arc::from(text.as_ref()))
            }

            /// The identifier as it is written in the logbook.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// One trip of the pipeline over one request: `{YYYYMMDD-HHmmss}-{shortsha}` in UTC, collisions get `-2`
    /// (deep §0, FACTS 18).
    RunId
);
id!(
    /// A task of a run: the pass id, unique in the run.
    TaskId
);
id!(
    /// A raw claim of an agent: `{task}-c{n}`, unique in the run.
    CandidateId
);
id!(
    /// A finding: `<lens>-NNN`, stable in the run (FACTS 33); a person's own comment: `own-NNN`.
    FindingId
);
id!(
    /// A hotspot: `{run_id}-hs-{n}` (deep §2); `{run_id}-hs-0` is the whole change.
    HotspotId
);
