//! Lines that lie near each other, decoded once. Not here: decoding (`lines`). Called by ui while it lays a screen out:
//! the lines of a page are asked for many times.

use super::lines::Lines;
use crate::core::model::{Diff, HunkIx, Line, LineRef};

/// Keeps the decoded lines between two marks of one hunk, as far as they were asked for.
#[derive(Debug)]
pub struct Reader<'a> {
    diff: &'a Diff,
    /// Which lines: hunk and number of the mark.
    page: Option<(HunkIx, u32)>,
    /// Each line with the old and the new number that come next before it.
    read: Vec<(Line<'a>, (u32, u32))>,
    rest: Option<Lines<'a>>,
}

impl<'a> Reader<'a> {
    /// A reader that has read nothing.
    pub fn new(diff: &'a Diff) -> Self {
        Self { diff, page: None, read: Vec::new(), rest: None }
    }

    /// A body line, as [`super::line`] gives it.
    pub fn line(&mut self, at: LineRef) -> Option<Line<'a>> {
        self.counted(at).map(|(line, _)| line)
    }

    /// A body line, with the old and the new number that come next before it.
    pub(super) fn counted(&mut self, at: LineRef) -> Option<(Line<'a>, (u32, u32))> {
        let page = (at.hunk, at.ord / Diff::STRIDE);
        if self.page != Some(page) {
            self.page = Some(page);
            self.read.clear();
            self.rest = Lines::from_mark(self.diff, page.0, page.1);
        }
        let nth = (at.ord % Diff::STRIDE) as usize;
        while self.read.len() <= nth {
            let rest = self.rest.as_mut()?;
            let counters = rest.counters();
            let next = rest.next()?;
            self.read.push((next, counters));
        }
        self.read.get(nth).copied()
    }

    /// The diff that it reads.
    pub(super) fn diff(&self) -> &'a Diff {
        self.diff
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::diff;

    #[test]
    fn it_gives_the_same_lines_in_any_order() {
        let body: String = (0..200).map(|n| format!("+{n}\n")).collect();
        let text = format!("--- a/x\n+++ b/x\n@@ -0,0 +1,200 @@\n{body}@@ -5 +300 @@\n-a\n+b\n");
        let diff = diff::parse(text.as_bytes());
        let mut reader = Reader::new(&diff);
        for n in 0..1000_u32 {
            let at = LineRef { hunk: HunkIx(n / 7 % 2), ord: n * 37 % 210 };
            assert_eq!(reader.line(at), diff::line(&diff, at), "{at:?}");
        }
        assert_eq!(reader.line(LineRef { hunk: HunkIx(9), ord: 0 }), None);
    }
}
