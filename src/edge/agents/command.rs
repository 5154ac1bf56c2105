//! A command-line agent: the brief on its standard input, its answer from its standard output, in an empty folder of its
//! own. It is given no place in the reviewed repository: settings and hooks that lie there are the change's, not the
//! person's. Called by app::runner.

use crate::{
    core::text::one_line,
    edge::process::{self, Bounds, Order, ProcessError, Scratch},
};

use super::{Agent, Fault, Heard, Limits, MOST, Reach, Work, environment::environment};

/// A program that answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments; no shell.
    pub argv: Vec<String>,
    /// Variables of ours that it is given besides the usual ones.
    pub env: Vec<String>,
    /// Variables that are set for it: name and value.
    pub set: Vec<(String, String)>,
    /// The seconds that it has; `None` = as many as its tier.
    pub seconds: Option<u32>,
}

impl Agent for Program {
    fn reach(&self) -> Reach {
        Reach::Program
    }

    fn seconds(&self) -> Option<u32> {
        self.seconds
    }

    fn carry_out(&self, work: Work<'_>, on: &mut dyn FnMut(Heard<'_>)) -> Result<(), Fault> {
        ask(self, work.brief, &work.limits, on)
    }
}

fn ask(program: &Program, brief: &str, limits: &Limits<'_>, on: &mut dyn FnMut(Heard<'_>)) -> Result<(), Fault> {
    let place = Scratch::new().map_err(|error| Fault::Broken(format!("no folder can be made for it: {error}")))?;
    let all =
        std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let mut env = environment(all, &program.env);
    env.retain(|(name, _)| !program.set.iter().any(|(set, _)| set == name));
    env.extend(program.set.iter().cloned());
    let order = Order { argv: &program.argv, dir: place.path(), env: Some(&env), input: brief.as_bytes() };
    let bounds = Bounds { until: limits.until, time: limits.time, most: MOST, stop: limits.stop, quit: limits.quit };
    let mut characters = Characters::default();
    let ended =
        process::converse(&order, &bounds, &mut |bytes| characters.take(bytes, &mut |text| on(Heard::Text(text))));
    characters.end(&mut |text| on(Heard::Text(text)));
    let ended = ended.map_err(|error| match error {
        ProcessError::Stopped => Fault::Stopped,
        ProcessError::TooSlow(seconds) => Fault::TimedOut(seconds),
        ProcessError::TooMuch(_) => Fault::Cut(error.to_string()),
        ProcessError::Missing(name) => Fault::Refused(format!(
            "there is no program `{}` on the PATH: install it, or name another in `argv` of an [[agents]] entry",
            one_line(&name, 120)
        )),
        ProcessError::Os(_) => Fault::Broken(error.to_string()),
    })?;
    if ended.code == Some(0) {
        return Ok(());
    }
    let code = ended.code.map_or_else(|| "by a signal".to_owned(), |code| format!("with exit code {code}"));
    let said = one_line(ended.said.trim().lines().next_back().unwrap_or(""), 200);
    let said = if said.is_empty() { String::new() } else { format!(": {said}") };
    Err(Fault::Broken(format!("it ended {code}{said}")))
}

/// Bytes that come in pieces -> whole characters; what is none becomes U+FFFD.
#[derive(Debug, Default)]
struct Characters(Vec<u8>);

impl Characters {
    fn take(&mut self, bytes: &[u8], on: &mut dyn FnMut(&str)) {
        self.0.extend_from_slice(bytes);
        // The last character may be on its way: at most three bytes of it are here.
        let whole = match std::str::from_utf8(&self.0) {
            Ok(_) => self.0.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(_) => {
                let start = self.0.len().saturating_sub(3);
                let tail = self.0.get(start..).unwrap_or(&[]);
                let open = |at: &usize| {
                    let rest = tail.get(*at..).unwrap_or(&[]);
                    std::str::from_utf8(rest)
                        .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
                };
                (0..tail.len()).find(open).map_or(self.0.len(), |at| start + at)
            }
        };
        if whole > 0 {
            on(&String::from_utf8_lossy(self.0.get(..whole).unwrap_or(&[])));
            self.0.drain(..whole);
        }
    }

    fn end(&mut self, on: &mut dyn FnMut(&str)) {
        if !self.0.is_empty() {
            on(&String::from_utf8_lossy(&self.0));
            self.0.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(pieces: &[&[u8]]) -> String {
        let (mut characters, mut out) = (Characters::default(), String::new());
        for piece in pieces {
            characters.take(piece, &mut |text| out.push_str(text));
        }
        characters.end(&mut |text| out.push_str(text));
        out
    }

    proptest! {
        #[test]
        fn text_is_the_same_wherever_it_is_cut(text in ".{0,40}", cuts in prop::collection::vec(0_usize..200, 0..8)) {
            let bytes = text.as_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let pieces: Vec<&[u8]> = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
            prop_assert_eq!(read(&pieces), text);
        }

        #[test]
        fn no_bytes_are_lost_or_held_for_ever(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
            let ascii = |text: &str| text.chars().filter(char::is_ascii).count();
            prop_assert_eq!(ascii(&read(&pieces)), bytes.iter().filter(|byte| byte.is_ascii()).count());
        }
    }
}
