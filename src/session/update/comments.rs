//! What is said on the pull request, for synthesis, and the record of what came of it (deep §7, §9). Called by
//! `together`, and when a part of the pull request came.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    core::{
        model::{CandidateId, CommentDecision, CommentDedup, Finding, GapKind, PullNews, Record, TargetKind, Time},
        synthesis::{OnPr, Talk},
    },
    session::{Phase, Session},
};

use super::{again, together};

fn is_pull(session: &Session) -> bool {
    let kind = session.request().map(|request| request.kind);
    kind == Some(TargetKind::Pull) || session.inner.pull.pull.is_some()
}

/// Whether a part that came is compared with findings.
pub(super) fn concerns(news: &PullNews) -> bool {
    match news {
        PullNews::Threads(_) | PullNews::Conversation(_) | PullNews::Identity(_) | PullNews::Complete => true,
        PullNews::Gap(gap) => matches!(gap.kind, GapKind::Threads | GapKind::Conversation),
        PullNews::Pull(_)
        | PullNews::Files(_)
        | PullNews::MoreFiles(_)
        | PullNews::Reviews(_)
        | PullNews::Commits(_)
        | PullNews::Checks(_)
        | PullNews::Issues(_)
        | PullNews::Limits(_)
        | PullNews::Waiting(_) => false,
    }
}

/// Whether comments may still come: the run then waits with its end, so that it is not told without them.
pub(super) fn are_awaited(session: &Session) -> bool {
    let pull = &session.inner.pull;
    let is_missing = |kind| pull.gaps.iter().any(|gap| gap.kind == kind);
    let threads = pull.threads.is_some() || is_missing(GapKind::Threads);
    let conversation = pull.conversation.is_some() || is_missing(GapKind::Conversation);
    is_pull(session) && !pull.is_complete && !(threads && conversation)
}

/// The comments as they are known now.
pub(super) fn on_pr(session: &Session) -> OnPr {
    if !is_pull(session) {
        return OnPr::NotAPull;
    }
    let pull = &session.inner.pull;
    let why = |kind: GapKind, there: bool| {
        let gap = pull.gaps.iter().find(|gap| gap.kind == kind).map(|gap| gap.why.as_str());
        let reason = gap.unwrap_or("it did not come");
        (!there).then(|| format!("the {} could not be read: {reason}", kind.as_str()))
    };
    let missing =
        [why(GapKind::Threads, pull.threads.is_some()), why(GapKind::Conversation, pull.conversation.is_some())];
    let missing: Vec<String> = missing.into_iter().flatten().collect();
    match (missing.len(), &session.together.comments) {
        (2, Some(CommentDedup::Compared(decisions))) => OnPr::Recorded(decisions.clone().into()),
        (2, _) if are_awaited(session) => OnPr::NotRead("the comments are not there yet".to_owned()),
        (2, _) => OnPr::NotRead(missing.join("; ")),
        _ => OnPr::Read(Arc::new(Talk {
            threads: pull.threads.clone().unwrap_or_default(),
            remarks: pull.conversation.clone().unwrap_or_default(),
            viewer: pull.viewer.clone(),
            missing: if are_awaited(session) { Vec::new() } else { missing },
        })),
    }
}

/// The comparison of a run that ends now.
pub(super) fn first_record(session: &mut Session, at: Time) -> Option<Record> {
    let dedup = session.together.synthesis.as_ref()?.comments.clone();
    session.together.comments = Some(dedup.clone());
    Some(Record::Comments { run: session.run_id(), dedup, at })
}

/// The comparison again, when it came out another way after the end of the run, with the verdicts that it changed.
pub(super) fn records(session: &mut Session, at: Time) -> Vec<Record> {
    let over = matches!(session.phase, Phase::Done(_)) && session.inner.ended;
    let Some(synthesis) = session.together.synthesis.clone().filter(|_| over) else { return Vec::new() };
    if session.together.comments.as_ref() == Some(&synthesis.comments) {
        return Vec::new();
    }
    let before = matched(session.together.comments.as_ref());
    let now = matched(Some(&synthesis.comments));
    session.together.comments = Some(synthesis.comments.clone());
    let changed = |finding: &&Finding| {
        let id = finding.candidates.first();
        id.is_some_and(|id| before.get(id) != now.get(id))
    };
    let mut records = vec![Record::Comments { run: session.run_id(), dedup: synthesis.comments.clone(), at }];
    for finding in session.findings.iter().filter(changed) {
        let held = together::machine_held(session, &finding.id);
        let judged = Finding { held, ..session.shown(&finding.id).unwrap_or(finding).clone() };
        records.extend(again::verdict_of(session, &judged, at));
    }
    records
}

fn matched(dedup: Option<&CommentDedup>) -> BTreeMap<CandidateId, String> {
    let decisions = match dedup {
        Some(CommentDedup::Compared(decisions)) => decisions.as_slice(),
        Some(CommentDedup::Skipped(..)) | None => &[],
    };
    let said = |decision: &CommentDecision| Some((decision.candidate.clone(), decision.matched.clone()?));
    decisions.iter().filter_map(said).collect()
}
