//! The second round: who is asked about the findings of the first (REVIEW stage 5 b, d, e, f; FACTS 41), and about one
//! that a person wants to know more of. Not here: about which findings (session). Called by session.

use crate::core::model::{FileIx, Mode, Strategy, Task, Tier, Wave};

use super::{
    task::{Asks, Planned, Scope, ToolPolicy},
    wish::Wish,
};

/// Whether a wave is to be, and who answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// It is not to be: another strategy, switched off, left out, or what needs no model does it.
    No,
    /// It is to be, and nobody answers.
    Nobody,
    /// This one answers.
    By(String),
}

/// Whether a wave is to be. `realist`: whether the settings want that check.
pub fn wanted(wish: &Wish, wave: Wave, realist: bool) -> Wanted {
    let name = wave.as_str();
    let forced = wish.forces(name);
    let is_meant = match wave {
        // Deep's gates and the matcher of comments rule in any case; a model adds to them.
        Wave::Skeptic | Wave::OnPr => true,
        Wave::Validation => matches!(wish.strategy, Strategy::Passes(Mode::Balanced | Mode::MajorOnly | Mode::Full)),
        Wave::Realist => realist,
    };
    if !(is_meant || forced) || wish.leaves_out(name).is_some() || (wish.agents.is_some() && !forced) {
        return Wanted::No;
    }
    match (wish.who.answers(name, tier(wave)), wave) {
        (Some(who), _) => Wanted::By(who),
        (None, Wave::Validation | Wave::Realist) => Wanted::Nobody,
        (None, Wave::Skeptic | Wave::OnPr) => Wanted::No,
    }
}

/// The task of a wave over the files of its findings.
pub fn judging(wave: Wave, nth: usize, (who, files): (Option<String>, Vec<FileIx>), findings: usize) -> Planned {
    let what = if findings == 1 { "1 finding".to_owned() } else { format!("{findings} findings") };
    Planned {
        task: Task::of_wave(wave, nth),
        lenses: Vec::new(),
        tier: tier(wave),
        scope: Scope::Whole,
        files,
        hunks: None,
        tools: match wave {
            Wave::Skeptic | Wave::Validation | Wave::Realist => ToolPolicy::Configured,
            // Semantic, against prose: deep gives no diff for it.
            Wave::OnPr => ToolPolicy::None,
        },
        asks: Asks::Verdicts(wave),
        why: match wave {
            Wave::Skeptic => format!("asks six questions about {what}"),
            Wave::OnPr => format!("compares {what} with the comments of the pull request"),
            Wave::Validation => format!("confirms {what} in the source, or not"),
            Wave::Realist => format!("puts {what} to the test once more"),
        },
        focus: String::new(),
        who,
    }
}

/// The task that sums the review up; `None` = nobody answers it, or it is left out.
pub fn summing_up(wish: &Wish) -> Option<Planned> {
    let is_out = wish.leaves_out("summary").is_some() || (wish.agents.is_some() && !wish.forces("summary"));
    let who = wish.who.answers("summary", Tier::Light).filter(|_| !is_out)?;
    Some(Planned {
        task: Task::summary(),
        lenses: Vec::new(),
        tier: Tier::Light,
        scope: Scope::Whole,
        files: Vec::new(),
        hunks: None,
        tools: ToolPolicy::None,
        asks: Asks::Summary,
        why: "sums the review up in a paragraph".to_owned(),
        focus: String::new(),
        who: Some(who),
    })
}

/// The task that tells more of one finding; who answers: the strongest that there is.
pub fn elaborating(wish: &Wish, task: Task, file: Option<FileIx>) -> Option<Planned> {
    let whole =
        || wish.who.commands.iter().find(|command| command.whole).map(|command| format!("cmd:{}", command.name));
    let who = wish.who.answers("elaborate", Tier::Heavy).or_else(whole)?;
    Some(Planned {
        task,
        lenses: Vec::new(),
        tier: Tier::Heavy,
        scope: Scope::Whole,
        files: file.into_iter().collect(),
        hunks: None,
        tools: ToolPolicy::Configured,
        asks: Asks::Elaboration,
        why: "tells more of one finding, for you alone".to_owned(),
        focus: String::new(),
        who: Some(who),
    })
}

/// FACTS 41.
fn tier(wave: Wave) -> Tier {
    match wave {
        Wave::Validation => Tier::Heavy,
        Wave::Skeptic | Wave::Realist => Tier::Medium,
        Wave::OnPr => Tier::Light,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{model::ModelRef, plan::Who};

    fn wish(strategy: Strategy) -> Wish {
        let mut who = Who::default();
        who.tiers.heavy.model = ModelRef::parse("mine::x");
        Wish { strategy, who, ..Wish::default() }
    }

    #[test]
    fn waves_are_wanted_where_strategy_settings_and_names_say_so() {
        let passes = wish(Strategy::Passes(Mode::Balanced));
        let by = || Wanted::By("mine::x".to_owned());
        let of = |wish: &Wish, realist| Wave::ALL.map(|wave| wanted(wish, wave, realist));
        assert_eq!(of(&passes, false), [by(), by(), by(), Wanted::No]);
        assert_eq!(of(&passes, true), [by(), by(), by(), by()]);
        assert_eq!(of(&wish(Strategy::Hotspots), false), [by(), by(), Wanted::No, Wanted::No]);
        // Without a model the gates and the matcher do their part; what was wanted besides is told.
        let alone = Wish { strategy: Strategy::Passes(Mode::Full), ..Wish::default() };
        assert_eq!(of(&alone, true), [Wanted::No, Wanted::No, Wanted::Nobody, Wanted::Nobody]);
        let skipping = Wish { skip: Some(vec!["validation".into(), "SKEPTIC".into()]), ..passes.clone() };
        assert_eq!(of(&skipping, false), [Wanted::No, by(), Wanted::No, Wanted::No]);
        let only = Wish { agents: Some(vec!["correctness".into(), "realist-check".into()]), ..passes };
        assert_eq!(of(&only, false), [Wanted::No, Wanted::No, Wanted::No, by()]);
    }
}
