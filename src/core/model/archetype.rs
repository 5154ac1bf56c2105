//! The vocabulary of the change map (deep §1): edit archetypes, boundaries, how a unit changed and what is set aside.
//! Words only, no detection (`core::change`). Read by risk, plan, reports and the logbook.

use std::{fmt, str::FromStr};

use super::{FileIx, LineRange, Side};

/// Declares a closed vocabulary: the values, their words, and the way there and back.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$said:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$said])* $value,)+
        }

        impl $name {
            /// Every value, in the order of the source.
            pub const ALL: &'static [Self] = &[$(Self::$value,)+];

            /// The word in every format.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }
        }

        impl FromStr for $name {
            type Err = ();

            fn from_str(s: &str) -> Result<Self, ()> {
                Self::ALL.iter().copied().find(|value| value.as_str() == s).ok_or(())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

words!(
    /// What kind of edit a change is: the planning vocabulary of deep §1, all of it.
    Archetype {
        /// A check that ends a path early is gone, and nothing in the change takes its place.
        GuardRemoved = "guard-removed",
        /// A check lets more through than before.
        GuardWeakened = "guard-weakened",
        /// A check left one unit and stands in another.
        GuardMoved = "guard-moved",
        /// A check of input left one unit and stands in another.
        ValidationMoved = "validation-moved",
        /// A check of input is gone.
        ValidationRemoved = "validation-removed",
        /// A check of who may do something stands elsewhere.
        AuthBoundaryMoved = "auth-boundary-moved",
        /// What others call, send or read has another form, or is gone.
        PublicContractChanged = "public-contract-changed",
        /// Tables, columns, constraints or the fields of stored records.
        PersistenceSchemaChanged = "persistence-schema-changed",
        /// A change of state happens elsewhere or in another order.
        StateMutationMoved = "state-mutation-moved",
        /// What happens on a failure.
        ErrorPathChanged = "error-path-changed",
        /// Work became asynchronous or concurrent.
        AsyncBoundaryIntroduced = "async-boundary-introduced",
        /// When something is acquired or let go.
        ResourceLifetimeChanged = "resource-lifetime-changed",
        /// When a cached value stops being used.
        CacheInvalidationChanged = "cache-invalidation-changed",
        /// What is logged of secrets or of people.
        LoggingSensitivityChanged = "logging-sensitivity-changed",
        /// Another version of a dependency, or another dependency.
        DependencyVersionChanged = "dependency-version-changed",
        /// Steps or rules that people or models follow.
        DocsInstructionsChanged = "docs-instructions-changed",
        /// A test is gone, or risky behaviour changed and no test with it.
        TestGapIntroduced = "test-gap-introduced",
    }
);

words!(
    /// What a changed unit borders on (deep §1 "Changed boundaries").
    Boundary {
        /// Who may do what; secrets.
        Auth = "auth",
        /// What is accepted from outside.
        Validation = "validation",
        /// What others rely on.
        ApiContract = "api-contract",
        /// What is stored.
        Persistence = "persistence",
        /// Threads, tasks, locks.
        Concurrency = "concurrency",
        /// Acquiring and letting go.
        ResourceLifetime = "resource-lifetime",
        /// Logs, metrics, traces.
        Observability = "observability",
        /// Instructions and documentation that is followed.
        Instructions = "instructions",
        /// Code of others.
        Dependencies = "dependencies",
    }
);

words!(
    /// How a unit changed.
    UnitChange {
        /// It is new.
        Added = "added",
        /// It is gone.
        Removed = "removed",
        /// Its head changed: name stays, parameters, result, visibility or attributes do not.
        Signature = "signature",
        /// What it does changed, its head did not.
        Body = "body",
        /// The same code stands in another file or type.
        Moved = "moved",
        /// The same code has another name.
        Renamed = "renamed",
    }
);

words!(
    /// Why a unit is set aside: it changed, and nothing of what it does did (deep "Ignore by default").
    Aside {
        /// Blanks, line breaks and separators only.
        Formatting = "formatting",
        /// Names only, each for one other.
        Rename = "rename",
        /// Imports only.
        Imports = "imports",
        /// Comments only.
        Comments = "comments",
    }
);

words!(
    /// How much of a file the map could read.
    Reading {
        /// Both sides whole, by syntax.
        Whole = "whole",
        /// What the hunks show, by syntax.
        Hunks = "hunks",
        /// Changed lines, by patterns.
        Lines = "lines",
    }
);

/// Where an archetype is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Evidence {
    /// The file, not always that of the unit: a check may have come from elsewhere.
    pub file: FileIx,
    /// Its side.
    pub side: Side,
    /// The line, from 1; always one that the diff shows.
    pub line: u32,
}

/// An archetype of a unit with what speaks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sign {
    /// Which.
    pub archetype: Archetype,
    /// What was seen, in a few words; text of the change in it is made safe.
    pub what: String,
    /// At least one place, in order of the diff.
    pub evidence: Vec<Evidence>,
}

/// Who uses a unit, outside of it, by the symbol index.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reach {
    /// Files that name it, besides those of the change.
    pub files: u32,
    /// Places in all.
    pub places: u32,
    /// Test files among the files.
    pub tests: u32,
    /// The first few places: path and line.
    pub first: Vec<(String, u32)>,
}

/// What the change map knows of a unit besides its lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UnitDetail {
    /// How it changed; `None` = cannot be told from what is at hand.
    pub change: Option<UnitChange>,
    /// Its other name or place, when it moved or was renamed: `path::symbol` or `symbol`.
    pub before: String,
    /// Why it is set aside; `None` = it is not.
    pub aside: Option<Aside>,
    /// What it borders on, sorted.
    pub boundaries: Vec<Boundary>,
    /// Its archetypes, each once, sorted.
    pub signs: Vec<Sign>,
    /// The whole of it on the side of the unit's lines, when whole files were read.
    pub extent: Option<LineRange>,
    /// Who uses it; `None` = not looked for.
    pub reach: Option<Reach>,
}

impl UnitDetail {
    /// Whether it bears an archetype.
    pub fn has(&self, archetype: Archetype) -> bool {
        self.signs.iter().any(|sign| sign.archetype == archetype)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seventeen_archetypes_are_words_that_read_back() {
        assert_eq!(Archetype::ALL.len(), 17);
        for value in Archetype::ALL {
            assert_eq!(value.as_str().parse(), Ok(*value));
            assert_eq!(value.to_string(), value.as_str());
        }
        assert_eq!("guard".parse::<Archetype>(), Err(()));
        assert!(Boundary::ALL.iter().all(|v| v.as_str().parse() == Ok(*v)));
        assert!(UnitChange::ALL.iter().all(|v| v.as_str().parse() == Ok(*v)));
        assert!(Aside::ALL.iter().all(|v| v.as_str().parse() == Ok(*v)));
        assert!(Reading::ALL.iter().all(|v| v.as_str().parse() == Ok(*v)));
    }
}
