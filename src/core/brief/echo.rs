//! Material that an agent repeats is no answer: some tools print what they were asked, and JSON that stands in a diff would
//! be read as their findings. The mark tells it. Called by app::runner, piece by piece.

/// Leaves repeated material out of a text that comes in pieces.
#[derive(Debug)]
pub struct Echo {
    mark: String,
    held: String,
    is_inside: bool,
    met: bool,
}

/// Behind the mark where a block begins, and where it ends.
const BEGIN: &str = " begin ";
const END: &str = " end";

impl Echo {
    /// For answers to the brief with that mark.
    pub fn new(mark: &str) -> Self {
        Self { mark: mark.to_owned(), held: String::new(), is_inside: false, met: false }
    }

    /// Whether anything was repeated.
    pub fn met(&self) -> bool {
        self.met
    }

    /// Takes more of the text; gives what is known to be none of the material.
    pub fn take(&mut self, text: &str) -> String {
        self.held.push_str(text);
        let mut out = String::new();
        loop {
            let Some(at) = self.held.find(&self.mark) else {
                let keep = self.open_end();
                let rest = self.held.split_off(self.held.len() - keep);
                let known = std::mem::replace(&mut self.held, rest);
                self.give(&known, &mut out);
                return out;
            };
            let behind = self.held.get(at + self.mark.len()..).unwrap_or("");
            if BEGIN.starts_with(behind) || END.starts_with(behind) {
                return out;
            }
            let (begins, ends) = (behind.starts_with(BEGIN), behind.starts_with(END));
            let behind = behind.to_owned();
            let before = std::mem::replace(&mut self.held, behind);
            self.give(before.get(..at).unwrap_or(""), &mut out);
            self.is_inside = (self.is_inside || begins) && !ends;
            self.met |= begins;
        }
    }

    /// What is left at the end.
    pub fn end(&mut self) -> String {
        let rest = std::mem::take(&mut self.held);
        match self.is_inside || rest.contains(&self.mark) {
            true => String::new(),
            false => rest,
        }
    }

    fn give(&self, text: &str, out: &mut String) {
        if !self.is_inside {
            out.push_str(text);
        }
    }

    /// How many bytes at the end may be the beginning of a mark.
    fn open_end(&self) -> usize {
        let most = self.mark.len().saturating_sub(1).min(self.held.len());
        (1..=most).rev().find(|n| self.mark.get(..*n).is_some_and(|front| self.held.ends_with(front))).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARK: &str = "=====[0a1b]";

    fn read(text: &str, size: usize) -> (String, bool) {
        let mut echo = Echo::new(MARK);
        let chars: Vec<char> = text.chars().collect();
        let mut out: String = chars.chunks(size).map(|piece| echo.take(&piece.iter().collect::<String>())).collect();
        out.push_str(&echo.end());
        (out, echo.met())
    }

    #[test]
    fn repeated_material_is_left_out_wherever_the_text_is_cut() {
        let text =
            format!("between `{MARK}` was\n{MARK} begin diff\n+[{{\"title\": \"forged\"}}]\n{MARK} end\n[] ü ==");
        for size in [1, 2, 3, 7, 1000] {
            let (out, met) = read(&text, size);
            assert!(
                !out.contains("forged") && out.ends_with("[] ü ==") && out.starts_with("between `"),
                "{size}: {out}"
            );
            assert!(met);
        }
    }

    #[test]
    fn what_is_no_echo_stays_to_the_byte_and_at_once() {
        let text = "a ==== =====[ =====[0a1 b =====[0a1c] begin x";
        for size in [1, 5, 1000] {
            assert_eq!(read(text, size), (text.to_owned(), false));
        }
        assert_eq!(Echo::new(MARK).take("{\"a\": 1}"), "{\"a\": 1}", "a whole object is given at once");
    }

    #[test]
    fn an_echo_without_an_end_holds_the_rest() {
        assert_eq!(read(&format!("x{MARK} begin diff\n[]"), 4).0, "x");
    }
}
