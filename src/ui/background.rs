//! The terminal's answer to "what is your background colour" (OSC 11), picked out of the key stream: nothing
//! leaks into the cockpit, no key is lost, and no start waits for it.

use super::key::{Code, Key};

/// Asks for the background colour. Terminals that do not know it stay silent.
pub const QUERY: &str = "\x1b]11;?\x1b\\";

/// Longest answer that is waited for, in keys.
const LONGEST: usize = 40;

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Background {
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

/// Collects the keys of an answer under way.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    held: Vec<Key>,
    done: bool,
}

impl Reply {
    /// Takes a key. Gives keys to go on as input (none while an answer may be under way), and the background when
    /// the answer is whole. The answer arrives as Alt-] then characters, ended by Ctrl-g or Alt-\.
    pub fn take(&mut self, key: Key) -> (Vec<Key>, Option<Background>) {
        if self.done {
            return (vec![key], None);
        }
        let start = Key { code: Code::Char(']'), ctrl: false, alt: true };
        if self.held.is_empty() && key != start {
            return (vec![key], None);
        }
        let ends = key == Key::ctrl('g') || key == (Key { code: Code::Char('\\'), ctrl: false, alt: true });
        if ends && let Some(found) = parse(&self.text()) {
            self.held.clear();
            self.done = true;
            return (Vec::new(), Some(found));
        }
        self.held.push(key);
        let text = self.text();
        let head = "11;rgb";
        let plausible = text.starts_with(head) || head.starts_with(text.as_str());
        if plausible && !ends && self.held.len() < LONGEST {
            return (Vec::new(), None);
        }
        (std::mem::take(&mut self.held), None)
    }

    fn text(&self) -> String {
        let chars = self.held.iter().skip(1).map(|key| match key.code {
            Code::Char(c) if !key.ctrl && !key.alt => c,
            _ => '\0',
        });
        chars.collect()
    }
}

/// Reads `11;rgb:RRRR/GGGG/BBBB` (one to four digits each, also `rgba`).
fn parse(text: &str) -> Option<Background> {
    let colours = text.strip_prefix("11;rgb")?;
    let colours = colours.strip_prefix('a').unwrap_or(colours).strip_prefix(':')?;
    let mut parts = colours.split('/').map(|part| {
        let max = 16f64.powi(i32::try_from(part.len()).ok()?) - 1.0;
        u32::from_str_radix(part, 16).ok().map(|value| f64::from(value) / max)
    });
    let (r, g, b) = (parts.next()??, parts.next()??, parts.next()??);
    let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    Some(if luminance > 0.5 { Background::Light } else { Background::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(text: &str, end: Key) -> (Vec<Key>, Option<Background>) {
        let mut reply = Reply::default();
        let mut keys = vec![Key { code: Code::Char(']'), ctrl: false, alt: true }];
        keys.extend(text.chars().map(Key::char));
        keys.push(end);
        let mut out = Vec::new();
        let mut found = None;
        for key in keys {
            let (passed, background) = reply.take(key);
            out.extend(passed);
            found = found.or(background);
        }
        (out, found)
    }

    #[test]
    fn an_answer_is_taken_out_of_the_keys() {
        let st = Key { code: Code::Char('\\'), ctrl: false, alt: true };
        assert_eq!(feed("11;rgb:1e1e/1e1e/2e2e", st), (vec![], Some(Background::Dark)));
        assert_eq!(feed("11;rgb:ffff/ffff/ffff", Key::ctrl('g')), (vec![], Some(Background::Light)));
        assert_eq!(feed("11;rgba:ff/ff/f0/ff", Key::ctrl('g')).1, Some(Background::Light));
    }

    #[test]
    fn keys_that_only_begin_like_an_answer_are_given_back() {
        let (keys, found) = feed("1x", Key::char('j'));
        assert_eq!(found, None);
        assert_eq!(keys.len(), 4);
        let (keys, _) = feed("11;rgb:zz", Key::ctrl('g'));
        assert_eq!(keys.len(), 11);
    }

    #[test]
    fn ordinary_keys_pass_at_once() {
        assert_eq!(Reply::default().take(Key::char('j')), (vec![Key::char('j')], None));
    }
}
