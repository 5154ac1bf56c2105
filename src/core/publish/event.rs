//! Which event may carry a review (PUBLISH "Events"). COMMENT always may; APPROVE under conditions, or by a person's
//! choice within the host's own rules; REQUEST_CHANGES only by a person's choice. Called by the course.

use super::artifact::Artifact;
use crate::core::model::{Kind, ReviewAction, ReviewEvent as Event, Severity};

/// Who chose the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wish {
    /// Nobody: the rules decide.
    #[default]
    Rules,
    /// A person, at the gate.
    Person(Event),
}

/// What trusted configuration allows without a person (`publish.*`), captured when the run starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rights {
    /// The worst finding with which an APPROVE may still be posted; `None` = never.
    pub approve_max: Option<Severity>,
    /// Whether a review of an older head may be posted.
    pub allow_stale: bool,
    /// Whether such a review may approve.
    pub allow_stale_approvals: bool,
}

/// How the pull request stands, as far as events care.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// It is the reviewer's own.
    pub is_own: bool,
    /// It is a draft.
    pub is_draft: bool,
    /// Its head is not the reviewed one.
    pub is_stale: bool,
}

/// The event, and why this one.
///
/// # Errors
/// Why the person's choice cannot be, in a sentence.
pub fn decide(artifact: &Artifact, wish: Wish, rights: Rights, standing: Standing) -> Result<(Event, String), String> {
    match wish {
        Wish::Rules => Ok(match keeps_from_approving(artifact, rights, standing) {
            None => (Event::Approve, "the review approves, and publish.approve_max allows it".to_owned()),
            Some(why) => (Event::Comment, format!("not APPROVE: {why}")),
        }),
        Wish::Person(Event::Comment) => Ok((Event::Comment, "chosen".to_owned())),
        Wish::Person(event) if standing.is_own => {
            Err(format!("GitHub takes no {} on your own pull request: choose COMMENT", event.as_str()))
        }
        Wish::Person(event) if standing.is_draft => Err(format!("a draft gets no {}: choose COMMENT", event.as_str())),
        Wish::Person(event) => Ok((event, "chosen".to_owned())),
    }
}

/// Why the rules do not approve; `None` = they do.
fn keeps_from_approving(artifact: &Artifact, rights: Rights, standing: Standing) -> Option<String> {
    let Some(most) = rights.approve_max else { return Some("publish.approve_max is off".to_owned()) };
    let findings = || artifact.statements.iter().filter(|statement| statement.kind == Kind::Finding);
    let worst = findings().map(|statement| statement.severity).max();
    let rules = [
        (artifact.verdict != ReviewAction::Approve, "the verdict is not to approve".to_owned()),
        (!artifact.is_complete, "the run is not complete".to_owned()),
        (worst.is_some_and(Severity::is_blocking), "a finding blocks".to_owned()),
        (worst > Some(most), format!("a finding is worse than {most}")),
        (standing.is_own, "it is your own pull request".to_owned()),
        (standing.is_draft, "it is a draft".to_owned()),
        (standing.is_stale && !rights.allow_stale_approvals, "the head moved since the review".to_owned()),
    ];
    rules.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::publish::sample;

    fn clean() -> (Artifact, Rights, Standing) {
        let mut artifact = sample::artifact();
        artifact.verdict = ReviewAction::Approve;
        artifact.statements[0].severity = Severity::Minor;
        artifact.statements.remove(1);
        let rights = Rights { approve_max: Some(Severity::Minor), ..Rights::default() };
        (artifact, rights, Standing::default())
    }

    #[test]
    fn the_rules_approve_only_when_every_condition_holds() {
        let (artifact, rights, standing) = clean();
        let event = |a: &Artifact, r, s| decide(a, Wish::Rules, r, s).unwrap().0;
        assert_eq!(event(&artifact, rights, standing), Event::Approve);
        let breaks: [fn(&mut Artifact, &mut Rights, &mut Standing); 9] = [
            |_, r, _| r.approve_max = None,
            |_, r, _| r.approve_max = Some(Severity::Nitpick),
            |a, _, _| a.verdict = ReviewAction::CommentOnly,
            |a, _, _| a.verdict = ReviewAction::RequestChanges,
            |a, _, _| a.is_complete = false,
            |a, r, _| (a.statements[0].severity, r.approve_max) = (Severity::Critical, Some(Severity::Blocker)),
            |_, _, s| s.is_own = true,
            |_, _, s| s.is_draft = true,
            |_, _, s| s.is_stale = true,
        ];
        for (nth, one) in breaks.into_iter().enumerate() {
            let (mut a, mut r, mut s) = (artifact.clone(), rights, standing);
            one(&mut a, &mut r, &mut s);
            assert_eq!(event(&a, r, s), Event::Comment, "rule {nth}");
        }
        let stale = Standing { is_stale: true, ..standing };
        assert_eq!(event(&artifact, Rights { allow_stale_approvals: true, ..rights }, stale), Event::Approve);
    }

    #[test]
    fn a_person_chooses_within_the_hosts_rules() {
        let (artifact, rights, standing) = clean();
        let chosen = |event, standing| decide(&artifact, Wish::Person(event), rights, standing).map(|(event, _)| event);
        for event in Event::ALL {
            assert_eq!(chosen(event, standing), Ok(event));
            assert_eq!(Event::parse(event.as_str()), Some(event));
        }
        for standing in [Standing { is_own: true, ..standing }, Standing { is_draft: true, ..standing }] {
            assert_eq!(chosen(Event::Comment, standing), Ok(Event::Comment));
            assert!(chosen(Event::Approve, standing).is_err());
            assert!(chosen(Event::RequestChanges, standing).is_err());
        }
        assert_eq!(chosen(Event::Approve, Standing { is_stale: true, ..standing }), Ok(Event::Approve));
    }
}
