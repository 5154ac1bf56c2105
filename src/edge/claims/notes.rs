//! Notes about repairs, of which only so many are worded. Called by all who read claims.

/// Notes that are told; more are counted.
const TOLD: usize = 50;

/// What was repaired or left out, one sentence each without a full stop.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    told: Vec<String>,
    more: usize,
}

impl Notes {
    /// Adds one. The closure is called only when it is told: finding a line costs a walk through the file.
    pub fn add(&mut self, note: impl FnOnce() -> String) {
        if self.told.len() < TOLD { self.told.push(note()) } else { self.more += 1 }
    }

    /// All that are told, and how many are not.
    pub fn finish(mut self) -> Vec<String> {
        if self.more > 0 {
            self.told.push(format!("{} more repairs are not told", self.more));
        }
        self.told
    }
}
