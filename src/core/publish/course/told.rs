//! Answers to a look from what the host told last, so that looking costs no call. Only looks are answered so: a
//! publication asks anew. Called by `app::runner`.

use std::sync::Arc;

use super::{Answer, Order, Talk};
use crate::core::{
    model::{Failure, FailureKind, Gap, GapKind, PullFacts, RepoPath},
    publish::Known,
};

/// The answer to an order of a look. Orders that write are refused: a look gives none.
pub fn told(order: &Order, facts: &PullFacts, known: &Result<Known, String>) -> Answer {
    match order {
        Order::Resolve => Answer::Resolved(match (&facts.viewer, gap(facts, GapKind::Identity)) {
            (Some(login), _) => Ok(Some(login.clone())),
            (None, Some(_)) => Ok(None),
            (None, None) => Err(waiting(facts, GapKind::Identity)),
        }),
        Order::Lock(_) => Answer::Locked(known.clone()),
        Order::ReadPull | Order::RereadPull => {
            Answer::PullRead(facts.pull.clone().ok_or_else(|| waiting(facts, GapKind::Pull)))
        }
        Order::ReadReviews | Order::Reconcile => Answer::ReviewsRead(talk(facts)),
        Order::ReadOwnComments(login) => Answer::OwnCommentsRead(own_comments(facts, login)),
        Order::ReadFiles => Answer::FilesRead(facts.files.clone().ok_or_else(|| waiting(facts, GapKind::Files))),
        Order::Discard(_) => Answer::Discarded(Err(only_a_look())),
        Order::WriteIntent(_) => Answer::IntentWritten(Err(only_a_look())),
        Order::WriteReceipt(_) => Answer::ReceiptWritten(Err(only_a_look())),
        Order::Post(_) => Answer::Posted(Err(crate::core::publish::PostFailure {
            nothing_written: true,
            ..crate::core::publish::PostFailure::default()
        })),
    }
}

fn talk(facts: &PullFacts) -> Result<Talk, Failure> {
    let reviews = facts.reviews.clone().ok_or_else(|| waiting(facts, GapKind::Reviews))?;
    let remarks = facts.conversation.clone().ok_or_else(|| waiting(facts, GapKind::Conversation))?;
    Ok(Talk { reviews, remarks })
}

fn own_comments(facts: &PullFacts, login: &str) -> Result<Vec<(RepoPath, String)>, Failure> {
    let threads: Arc<_> = facts.threads.clone().ok_or_else(|| waiting(facts, GapKind::Threads))?;
    let all = threads.iter().flat_map(|thread| thread.remarks.iter().map(move |remark| (&thread.place.path, remark)));
    let ours = all.filter(|(_, remark)| remark.author.login.eq_ignore_ascii_case(login));
    Ok(ours.map(|(path, remark)| (path.clone(), remark.body.clone())).collect())
}

fn gap(facts: &PullFacts, kind: GapKind) -> Option<&Gap> {
    facts.gaps.iter().find(|gap| gap.kind == kind)
}

fn waiting(facts: &PullFacts, kind: GapKind) -> Failure {
    let why = gap(facts, kind).map_or("the host has not told it yet", |gap| gap.why.as_str());
    Failure::new(FailureKind::Host, format!("{}: {why}", kind.as_str())).hint("R asks the host again")
}

fn only_a_look() -> Failure {
    Failure::new(FailureKind::Internal, "a look writes nothing")
}

#[cfg(test)]
mod tests {
    use super::super::{Asked, Course, Mode, Seat, Will};
    use super::*;
    use crate::core::{
        model::{PullNews, Time},
        publish::{Gate, sample},
        synthesis::Style,
    };

    fn facts() -> PullFacts {
        let mut facts = PullFacts::default();
        let news = [
            PullNews::Pull(Box::new(sample::pull())),
            PullNews::Identity("reviewer".into()),
            PullNews::Files(sample::files().into()),
            PullNews::Reviews(Arc::from([])),
            PullNews::Conversation(Arc::from([])),
        ];
        news.into_iter().for_each(|news| facts.take(news));
        facts
    }

    fn look(facts: &PullFacts) -> crate::core::publish::course::Report {
        let artifact = sample::artifact();
        let asked = Asked { pull: sample::name(), review: artifact.hash() };
        let will = Will { mode: Mode::Preview, ..Will::preview(Seat::Person, Style::default()) };
        let (mut course, mut order) = Course::begin(asked, artifact, will);
        while let Some(now) = order {
            order = course.answer(told(&now, facts, &Ok(Known::default())), Time(1));
        }
        course.report()
    }

    #[test]
    fn what_the_host_told_opens_every_gate() {
        assert!(look(&facts()).is_open());
    }

    #[test]
    fn what_it_did_not_tell_closes_its_gate() {
        for (kind, gate) in [(GapKind::Reviews, Gate::Duplicate), (GapKind::Pull, Gate::Head)] {
            let mut facts = facts();
            match kind {
                GapKind::Reviews => facts.reviews = None,
                _ => facts.pull = None,
            }
            let why = "the host refused".to_owned();
            facts.gaps.push(Gap { kind, why });
            let check = look(&facts).gates.check(gate).cloned().unwrap();
            assert!(!check.passed && check.why.contains("the host refused"), "{check:?}");
        }
        let mut facts = facts();
        facts.files = None;
        assert!(look(&facts).gates.check(Gate::Files).unwrap().why.contains("not told it yet"));
    }
}
