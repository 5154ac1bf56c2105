//! One stream of lines through a grammar: state, and the spans of each line.
//! Not here: which lines belong to which side (`hunk`). Called by `hunk` and `whole`.

use std::{
    borrow::Cow,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

use syntect::parsing::{ParseState, ScopeStack, ScopeStackOp, SyntaxSet};

use super::{Language, Span, Tone, Watch, pieces, scopes::Scopes, tile::LINE};

/// Time for one line, once the grammar is warm. A line within [`LINE`] that takes longer was written to take long.
const PATIENCE: Duration = Duration::from_millis(150);

/// The same while the grammar's expressions are still being compiled.
const PATIENCE_COLD: Duration = Duration::from_millis(2000);

/// Lines after which a grammar counts as warm.
const WARM: u64 = 400;

/// Where a stream stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    parse: ParseState,
    scopes: ScopeStack,
}

/// Why a stream cannot go on: the rest of the file stays plain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The answer is not wanted any more.
    Stale,
    /// The grammar failed, or a line took too long.
    Broken,
}

/// What a stream needs to read lines.
pub(super) struct Reader<'a> {
    pub set: &'a SyntaxSet,
    pub scopes: &'a mut Scopes,
    /// Lines this grammar has read so far.
    pub read: &'a mut u64,
    pub watch: Watch<'a>,
}

impl State {
    /// At the start of a file.
    pub fn start(set: &SyntaxSet, language: Language) -> Option<Self> {
        let syntax = set.syntaxes().get(usize::from(language.0))?;
        let parse = catch_unwind(AssertUnwindSafe(|| ParseState::new(syntax))).ok()?;
        Some(Self { parse, scopes: ScopeStack::new() })
    }

    /// Reads a line (without its line feed) and puts its spans in place of what `out` holds.
    pub fn line(&mut self, reader: &mut Reader<'_>, line: &[u8], out: &mut Vec<Span>) -> Result<(), Stop> {
        out.clear();
        if (reader.watch.is_stale)() {
            return Err(Stop::Stale);
        }
        let began = (reader.watch.now)();
        let text = readable(line);
        let whole = line.len() <= LINE;
        let before = (!whole).then(|| self.clone());
        let length = text.len() - 1;
        let mut from = 0;
        for at in pieces::cuts(self, &text, |state, head| state.scopes_behind(reader.set, head)) {
            let ops = self.read(reader.set, &format!("{}\n", text.get(from..at).unwrap_or_default()))?;
            self.spans(&ops, from..at, reader.scopes, out)?;
            from = at;
        }
        let ops = self.read(reader.set, text.get(from..).unwrap_or_default())?;
        self.spans(&ops, from..length, reader.scopes, out)?;
        if let Some(before) = before {
            // The end of the line was not read: what it would have closed is best taken as never opened.
            *self = before;
        }
        *reader.read += 1;
        let most = if *reader.read > WARM { PATIENCE } else { PATIENCE_COLD };
        match (reader.watch.now)().saturating_sub(began) > most {
            true => Err(Stop::Broken),
            false => Ok(()),
        }
    }

    /// What the grammar makes of a text. It is not trusted not to panic.
    fn read(&mut self, set: &SyntaxSet, text: &str) -> Result<Vec<(usize, ScopeStackOp)>, Stop> {
        let work = || self.parse.parse_line(text, set);
        catch_unwind(AssertUnwindSafe(work)).ok().and_then(Result::ok).ok_or(Stop::Broken)
    }

    /// The scopes that the end of a text is in.
    fn scopes_behind(&self, set: &SyntaxSet, text: &str) -> Option<ScopeStack> {
        let mut ahead = self.clone();
        let ops = ahead.read(set, &format!("{text}\n")).ok()?;
        for (_, op) in ops.iter().filter(|(at, _)| *at < text.len()) {
            ahead.scopes.apply(op).ok()?;
        }
        Some(ahead.scopes)
    }

    /// The spans of a part of a line, whose text began where the part does.
    fn spans(
        &mut self,
        ops: &[(usize, ScopeStackOp)],
        part: Range<usize>,
        scopes: &mut Scopes,
        out: &mut Vec<Span>,
    ) -> Result<(), Stop> {
        let (mut from, length) = (part.start, part.end);
        for (at, op) in ops {
            let at = (part.start + *at).min(length);
            if at > from {
                push(out, from, at, scopes.tone(&self.scopes));
                from = at;
            }
            self.scopes.apply(op).map_err(|_| Stop::Broken)?;
        }
        if length > from {
            push(out, from, length, scopes.tone(&self.scopes));
        }
        Ok(())
    }
}

fn push(out: &mut Vec<Span>, from: usize, to: usize, tone: Tone) {
    let (Ok(from), Ok(to)) = (u16::try_from(from), u16::try_from(to)) else { return };
    match out.last_mut() {
        Some(last) if last.tone == tone && last.to == from => last.to = to,
        _ if tone == Tone::Text => {}
        _ => out.push(Span { from, to, tone }),
    }
}

/// The part of a line that is read, as text of as many bytes: what is not UTF-8 becomes a question mark each, a
/// carriage return at the end goes, a line feed comes.
fn readable(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let head = line.get(..LINE).unwrap_or(line);
    let mut text = match std::str::from_utf8(head) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(replaced(head, line.len() > head.len())),
    }
    .into_owned();
    text.push('\n');
    text
}

fn replaced(bytes: &[u8], cut: bool) -> String {
    let mut text = String::with_capacity(bytes.len() + 1);
    let mut chunks = bytes.utf8_chunks().peekable();
    while let Some(chunk) = chunks.next() {
        text.push_str(chunk.valid());
        // A character across the cut is left out.
        if !(cut && chunks.peek().is_none()) {
            text.extend(chunk.invalid().iter().map(|_| '?'));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_keeps_the_bytes_where_they_are() {
        assert_eq!(readable(b"ab\r"), "ab\n");
        assert_eq!(readable(b"a\rb"), "a\rb\n");
        assert_eq!(readable(b"a\xff\xfeb"), "a??b\n");
        assert_eq!(readable("äö".as_bytes()), "äö\n");
        let long = "ä".repeat(LINE);
        assert_eq!(readable(long.as_bytes()).len(), LINE + 1);
        let odd = format!("x{long}");
        assert_eq!(readable(odd.as_bytes()).len(), LINE);
    }
}
