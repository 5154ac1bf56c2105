//! A person's regular expression, with look-around and a bound on its work. Look-around needs a back-tracking engine,
//! which can take exponential time: a search that goes over the bound makes the pattern invalid for the whole run.
//! There is no clock here, so the bound counts steps; 200,000 of them take about 20 ms.
//! Called by suppression and custom rules; `edge::config` asks [`check_pattern`] what is wrong.

use fancy_regex::{Error, Regex, RegexBuilder};

use super::relaxed::relaxed;

/// Steps for a first look.
const QUICK: usize = 5_000;
/// Steps for a search that needs more.
const PATIENT: usize = 200_000;
/// How many searches of a run may need more: so a run costs a bounded time, however many findings there are.
const PATIENCE: u32 = 8;
/// Bytes a compiled part may take: `x{1,1000000}` is refused.
const SIZE: usize = 1 << 20;

/// Why a pattern is off.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternFault {
    /// ''.
    #[error("it is empty and would match everything; write '.*' if that is meant")]
    Empty,
    /// It does not compile.
    #[error("it does not compile{}: {why}", at.map(|at| format!(" (at character {at})")).unwrap_or_default())]
    Compile {
        /// Character of the fault, from 1, when the engine tells it.
        at: Option<usize>,
        /// In the engine's words.
        why: String,
    },
    /// A search went over the bound.
    #[error("a search took too many steps; it back-tracks without end on some text")]
    Explodes,
}

/// A compiled pattern and how much patience is left for it.
#[derive(Debug)]
pub struct Pattern {
    /// Without its look-around.
    relaxed: Option<regex::Regex>,
    quick: Regex,
    /// Compiled when a search first needs it.
    patient: Option<Regex>,
    patience: u32,
}

/// Whether a pattern can be used: compiles it and forgets it.
///
/// # Errors
/// [`PatternFault::Empty`] or [`PatternFault::Compile`]; explosions only show on texts.
pub fn check_pattern(pattern: &str) -> Result<(), PatternFault> {
    Pattern::new(pattern).map(|_| ())
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// [`PatternFault::Empty`] or [`PatternFault::Compile`].
    pub fn new(pattern: &str) -> Result<Self, PatternFault> {
        if pattern.is_empty() {
            return Err(PatternFault::Empty);
        }
        let quick = compile(pattern, QUICK)?;
        Ok(Self { relaxed: relaxed(pattern, SIZE), quick, patient: None, patience: PATIENCE })
    }

    /// Whether the pattern is found in the text.
    ///
    /// # Errors
    /// [`PatternFault::Explodes`]: the pattern is not to be used again.
    pub fn finds(&mut self, text: &str) -> Result<bool, PatternFault> {
        if self.relaxed.as_ref().is_some_and(|relaxed| !relaxed.is_match(text)) {
            return Ok(false);
        }
        if let Ok(found) = self.quick.is_match(text) {
            return Ok(found);
        }
        self.patience = self.patience.checked_sub(1).ok_or(PatternFault::Explodes)?;
        let patient = match self.patient.take() {
            Some(patient) => patient,
            None => compile(self.quick.as_str(), PATIENT)?,
        };
        self.patient.insert(patient).is_match(text).map_err(|_| PatternFault::Explodes)
    }
}

fn compile(pattern: &str, steps: usize) -> Result<Regex, PatternFault> {
    let build = RegexBuilder::new(pattern).backtrack_limit(steps).delegate_size_limit(SIZE).build();
    build.map_err(|error| match error {
        Error::ParseError(byte, error) => {
            let before = pattern.get(..byte).map_or(byte, |before| before.chars().count());
            PatternFault::Compile { at: Some(before + 1), why: error.to_string() }
        }
        error => PatternFault::Compile { at: None, why: error.to_string() },
    })
}
