//! Any record, for the round-trip property. Built for tests only.

use proptest::{collection::vec, option::of, prelude::*, sample::select};

use super::{Unread, decode, encode};
use crate::core::model::{
    Act, Actionability, Anchor, Archetype, Aside, BlastRadius, Boundary, Candidate, CandidateId, Cast, Claim,
    ClaimedPlace, CodePrint, Comment, CommentDecision, CommentDedup, Confidence, Decision, DedupSkip, Draft, DraftKey,
    Evidence, FileIx, FindingId, Host, Hotspot, HotspotId, HunkIx, Kind, Lens, LineRange, Opinion, PublishIntent,
    PublishOutcome, PublishReceipt, PullName, Record, RepoName, RepoPath, Request, ReviewEvent, ReviewHash, RunFacts,
    RunId, Severity, Side, Sign, StackParent, TargetKind, TaskEnd, TaskId, TaskReport, ThreadId, Tier, Time, Unit,
    UnitChange, UnitDetail, Usage, Verdict, Viewed, Wave, Weight, Word, Wording,
};

fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), Just(String::new()), Just("a\n\"b\"\u{2028}\0\u{7f}".to_owned()), "[a-z ]{0,12}"]
}

/// Deep writes '' for nothing, so that a present text there is never empty.
fn present() -> impl Strategy<Value = String> {
    any::<String>().prop_map(|text| format!("x{text}"))
}

fn at() -> impl Strategy<Value = Time> {
    (-62_167_219_200_000i64..=253_402_300_799_999).prop_map(Time)
}

fn run_id() -> impl Strategy<Value = RunId> {
    "[0-9]{8}-[0-9]{6}-[0-9a-f]{7}".prop_map(RunId::new)
}

fn finding_id() -> impl Strategy<Value = FindingId> {
    text().prop_map(FindingId::new)
}

fn path() -> impl Strategy<Value = RepoPath> {
    prop_oneof![vec(any::<u8>(), 0..12).prop_map(RepoPath::new), "[a-z/.]{1,9}".prop_map(RepoPath::new)]
}

fn side() -> impl Strategy<Value = Side> {
    select(vec![Side::Left, Side::Right])
}

fn lines() -> impl Strategy<Value = LineRange> {
    (1u32.., 1u32..).prop_filter_map("not empty", |(a, b)| LineRange::new(a, b))
}

fn anchor() -> impl Strategy<Value = Anchor> {
    (path(), side(), of(lines())).prop_map(|(path, side, lines)| Anchor { path, side, lines })
}

fn wording() -> impl Strategy<Value = Wording> {
    (text(), text(), of(text())).prop_map(|(title, body, suggestion)| Wording { title, body, suggestion })
}

fn edited() -> impl Strategy<Value = (Wording, Severity)> {
    (wording(), select(Severity::ALL.to_vec()))
}

fn pull() -> impl Strategy<Value = PullName> {
    (text(), text(), text(), any::<u64>()).prop_map(|(host, owner, repo, number)| PullName {
        repo: RepoName { host: Host::new(&host), owner, repo },
        number,
    })
}

fn parent() -> impl Strategy<Value = StackParent> {
    (of(any::<u64>()), text(), text()).prop_map(|(number, head_sha, title)| StackParent { number, head_sha, title })
}

fn facts() -> impl Strategy<Value = RunFacts> {
    let words = (text(), text(), text(), text(), text(), text());
    let shas = (of(text()), of(text()), vec(text(), 0..3));
    let kind = (select(TargetKind::ALL.to_vec()), of(pull()), of(parent()));
    let said = vec((text(), text()), 0..3);
    (run_id(), kind, words, shas, (at(), said)).prop_map(|(id, (kind, pull, stack), words, shas, (started, said))| {
        let (pr_ref, repo_slug, title, diff_hash, version, model) = words;
        let (base_sha, head_sha, notes) = shas;
        let request = Request { kind, pr_ref, repo_slug, title, base_sha, head_sha, diff_hash, notes, pull, stack };
        RunFacts { id, request, started, version, model, said }
    })
}

fn hotspot() -> impl Strategy<Value = Hotspot> {
    let tags = vec((select(Lens::ALL.to_vec()), text()), 0..3);
    let numbers = (any::<[u32; 5]>(), any::<u8>());
    let words = (text(), text(), text(), text(), text());
    (words, numbers, (side(), lines()), tags, vec(select(Lens::ALL.to_vec()), 0..4)).prop_map(
        |((id, key, symbol, summary, why), ([file, first, last, added, removed], risk), lines, tags, lenses)| {
            let hunks = (HunkIx(first), HunkIx(last));
            let detail = detail(file, &symbol, lines);
            let unit = Unit { file: FileIx(file), symbol, hunks, lines, added, removed, tags, detail };
            Hotspot { id: HotspotId::new(id), key, unit, summary, why, lenses, risk }
        },
    )
}

/// A detail as varied as its numbers.
fn detail(number: u32, text: &str, (side, lines): (Side, LineRange)) -> UnitDetail {
    let at = |all: usize| number as usize % all;
    let change = UnitChange::ALL.get(at(UnitChange::ALL.len() + 1)).copied();
    let aside = Aside::ALL.get(at(Aside::ALL.len() + 1)).copied();
    let boundaries = Boundary::ALL.iter().copied().take(at(4)).collect();
    let evidence = vec![Evidence { file: FileIx(number), side, line: lines.start() }];
    let sign =
        |archetype: &Archetype| Sign { archetype: *archetype, what: text.to_owned(), evidence: evidence.clone() };
    let signs = Archetype::ALL.iter().skip(at(17)).take(at(3)).map(sign).collect();
    let extent = Some(lines).filter(|_| number.is_multiple_of(2));
    UnitDetail { change, before: text.to_owned(), aside, boundaries, signs, extent, reach: None }
}

fn claim() -> impl Strategy<Value = Claim> {
    let words = (text(), text(), text(), text(), text(), text(), text());
    (select(Kind::ALL.to_vec()), words, of(present()), of(text()), any::<bool>()).prop_map(
        |(kind, words, suggested_fix, suggestion, depends_on_unseen)| {
            let (issue_class, title, summary, evidence, why_now, invariant, sink) = words;
            Claim {
                kind,
                issue_class,
                title,
                summary,
                evidence,
                why_now,
                suggested_fix,
                suggestion,
                invariant,
                sink,
                depends_on_unseen,
            }
        },
    )
}

fn weight() -> impl Strategy<Value = Weight> {
    let sure = (0.0..=1.0f64, 0.0..=1.0f64).prop_map(|(local, context)| Confidence { local, context });
    let levels = (select(Actionability::ALL.to_vec()), select(BlastRadius::ALL.to_vec()));
    (select(Severity::ALL.to_vec()), of(sure), levels).prop_map(
        |(severity, confidence, (actionability, blast_radius))| Weight {
            severity,
            confidence,
            actionability,
            blast_radius,
        },
    )
}

fn candidate() -> impl Strategy<Value = Candidate> {
    let place = (path(), of(text()), of(side()), of(lines())).prop_map(|(path, symbol, side, lines)| ClaimedPlace {
        path,
        symbol,
        side,
        lines,
    });
    let ids = (text(), text(), of(text()));
    (ids, select(Lens::ALL.to_vec()), claim(), of(place), weight()).prop_map(
        |((id, task, hotspot), lens, claim, place, weight)| Candidate {
            id: CandidateId::new(id),
            task: TaskId::new(task),
            hotspot: hotspot.map(HotspotId::new),
            lens,
            claim,
            place,
            weight,
        },
    )
}

fn verdict() -> impl Strategy<Value = Verdict> {
    let states = (
        select(vec!["selected", "dropped", "duplicate-in-run", "already-on-pr"]),
        select(vec!["pending", "suppressed", "posted", "question-only"]),
    );
    let sums = (any::<[u64; 2]>(), any::<[u32; 2]>(), side(), any::<bool>());
    let code = sums.prop_map(|([first, all], [start, lines], side, touched)| CodePrint {
        side,
        start,
        lines,
        first,
        all,
        touched,
    });
    (text(), finding_id(), states, of(present()), any::<u8>(), text(), of(code)).prop_map(
        |(candidate, finding, (detection_state, surfacing_state), drop_reason, priority, fingerprint, code)| Verdict {
            candidate: CandidateId::new(candidate),
            finding,
            detection_state,
            surfacing_state,
            drop_reason,
            priority,
            fingerprint,
            code,
        },
    )
}

fn dedup() -> impl Strategy<Value = CommentDedup> {
    let decision = (text(), of(text()), text()).prop_map(|(candidate, matched, reason)| CommentDecision {
        candidate: CandidateId::new(candidate),
        matched,
        reason,
    });
    prop_oneof![
        vec(decision, 0..3).prop_map(CommentDedup::Compared),
        (select(DedupSkip::ALL.to_vec()), text()).prop_map(|(why, words)| CommentDedup::Skipped(why, words)),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    let comment = (of(anchor()), text(), wording());
    prop_oneof![
        Just(Act::Accept),
        Just(Act::Restore),
        text().prop_map(|reason| Act::Drop { reason }),
        (edited(), edited()).prop_map(|(before, after)| Act::Edit { before, after }),
        (cast(), cast()).prop_map(|(before, after)| Act::Recast { before, after }),
        comment.prop_map(|(anchor, quoted, wording)| Act::Add(Comment { anchor, quoted, wording })),
        any::<u64>().prop_map(|of| Act::Undo { of }),
        any::<u64>().prop_map(|of| Act::Redo { of }),
    ]
}

fn cast() -> impl Strategy<Value = Cast> {
    let parts = (select(Kind::ALL.to_vec()), of(anchor()), text());
    parts.prop_map(|(kind, anchor, quoted)| Cast { kind, anchor, quoted })
}

fn draft_key() -> impl Strategy<Value = DraftKey> {
    prop_oneof![
        finding_id().prop_map(DraftKey::Edit),
        finding_id().prop_map(DraftKey::DropReason),
        of(anchor()).prop_map(DraftKey::Comment),
        any::<u64>().prop_map(|thread| DraftKey::Reply(ThreadId(thread))),
    ]
}

fn report() -> impl Strategy<Value = TaskReport> {
    let usage = (any::<[u64; 4]>(), any::<bool>()).prop_map(|([input, output, cache_read, cache_write], told)| Usage {
        input,
        output,
        cache_read,
        cache_write,
        is_estimated: !told,
    });
    let tier = prop::option::of(select(Tier::ALL.to_vec()));
    let cost = prop::option::of((0_u32..9_000_000).prop_map(|cents| f64::from(cents) / 10_000.0));
    let numbers = (any::<u32>(), any::<u64>(), prop::option::of(usage), cost);
    let tools = prop::option::of(prop::collection::vec(text(), 0..3));
    (text(), tier, numbers, (text(), prop::collection::vec(text(), 0..3)), (text(), tools)).prop_map(
        |(who, tier, (attempts, millis, usage, cost_usd), (overview, notes), (text, tools))| TaskReport {
            who,
            tier,
            attempts,
            millis,
            usage,
            cost_usd,
            overview,
            notes,
            text,
            tools,
        },
    )
}

fn task_end() -> impl Strategy<Value = TaskEnd> {
    prop_oneof![
        Just(TaskEnd::Completed),
        Just(TaskEnd::Stopped),
        text().prop_map(TaskEnd::Failed),
        text().prop_map(TaskEnd::Skipped)
    ]
}

/// One of every kind of record in equal parts. Boxed: the whole tree of strategies is too big for a test's stack.
fn intent() -> impl Strategy<Value = PublishIntent> {
    let hash = any::<[u8; 32]>().prop_map(ReviewHash::of);
    (pull(), text(), hash, text(), text(), select(ReviewEvent::ALL.to_vec()), at()).prop_map(
        |(pull, head, review, payload, login, event, at)| PublishIntent {
            pull,
            head,
            review,
            payload,
            login,
            event,
            at,
        },
    )
}

fn receipt() -> impl Strategy<Value = PublishReceipt> {
    let told = (of(any::<u64>()), text(), any::<u32>(), any::<u32>());
    let lists = (vec(text(), 0..3), vec(text(), 0..3), any::<bool>());
    (intent(), select(PublishOutcome::ALL.to_vec()), told, lists, at()).prop_map(
        |(intent, outcome, (id, url, inline, moved), (diagnostics, keys, reconciled), at)| PublishReceipt {
            intent,
            outcome,
            id,
            url,
            inline,
            moved,
            diagnostics,
            keys,
            reconciled,
            at,
        },
    )
}

fn opinion() -> impl Strategy<Value = Opinion> {
    let ids = (text(), text(), finding_id());
    let said = (select(Wave::ALL.to_vec()), select(Word::ALL.to_vec()), of(select(Severity::ALL.to_vec())));
    (ids, said, text(), text()).prop_map(|((task, candidate, finding), (wave, word, severity), cited, reason)| {
        Opinion {
            wave,
            task: TaskId::new(task),
            candidate: CandidateId::new(candidate),
            finding,
            word,
            severity,
            cited,
            reason,
        }
    })
}

pub fn record() -> impl Strategy<Value = Record> {
    let hotspots = (run_id(), path(), hotspot(), at()).boxed();
    let candidates = (run_id(), candidate().boxed(), at()).boxed();
    let decisions = (run_id(), any::<u64>(), at(), finding_id(), act().boxed(), any::<Option<u64>>()).boxed();
    let marks = (run_id(), path(), any::<u64>(), any::<bool>(), at()).boxed();
    prop::strategy::Union::new([
        facts().prop_map(Record::Run).boxed(),
        hotspots.prop_map(|(run, path, hot, at)| Record::Hotspot { run, path, hotspot: Box::new(hot), at }).boxed(),
        candidates.prop_map(|(run, said, at)| Record::Candidate { run, candidate: Box::new(said), at }).boxed(),
        (run_id(), verdict(), at()).prop_map(|(run, verdict, at)| Record::Verdict { run, verdict, at }).boxed(),
        (run_id(), dedup(), at()).prop_map(|(run, dedup, at)| Record::Comments { run, dedup, at }).boxed(),
        (run_id(), opinion(), at())
            .prop_map(|(run, opinion, at)| Record::Opinion { run, opinion: Box::new(opinion), at })
            .boxed(),
        (run_id(), text(), report(), at())
            .prop_map(|(run, task, report, at)| Record::TaskReported {
                run,
                task: TaskId::new(task),
                report: Box::new(report),
                at,
            })
            .boxed(),
        (run_id(), text(), task_end(), at())
            .prop_map(|(run, task, end, at)| Record::TaskEnded { run, task: TaskId::new(task), end, at })
            .boxed(),
        decisions
            .prop_map(|(run, seq, at, finding, act, batch)| Record::Decision {
                run,
                decision: Decision { seq, at, finding, act, batch },
            })
            .boxed(),
        (run_id(), draft_key(), text(), at())
            .prop_map(|(run, key, text, at)| Record::Draft { run, draft: Draft { key, text, at } })
            .boxed(),
        marks
            .prop_map(|(run, path, text_hash, viewed, at)| Record::Viewed {
                run,
                viewed: Viewed { path, text_hash, viewed, at },
            })
            .boxed(),
        (run_id(), of(anchor()), at()).prop_map(|(run, anchor, at)| Record::Place { run, anchor, at }).boxed(),
        (run_id(), intent().prop_map(Box::new))
            .prop_map(|(run, intent)| Record::PublicationIntent { run, intent })
            .boxed(),
        (run_id(), receipt().prop_map(Box::new))
            .prop_map(|(run, receipt)| Record::PublicationReceipt { run, receipt })
            .boxed(),
        (run_id(), any::<bool>(), at()).prop_map(|(run, complete, at)| Record::RunEnded { run, complete, at }).boxed(),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_record_is_one_line_and_reads_back_as_it_was(record in record()) {
        let line = encode(&record).unwrap();
        let (end, body) = line.split_last().unwrap();
        prop_assert_eq!(*end, b'\n');
        prop_assert!(!body.contains(&b'\n'));
        let decoded = decode(body).unwrap();
        prop_assert_eq!(decoded.record, record);
        prop_assert_eq!(decoded.unknown_fields, Vec::<String>::new());
    }

    #[test]
    fn any_bytes_are_a_record_or_a_reason(bytes in vec(any::<u8>(), 0..80)) {
        prop_assert!(decode(&bytes).is_err());
    }

    #[test]
    fn a_line_cut_anywhere_is_damaged_and_never_another_record(record in record(), cut in any::<prop::sample::Index>()) {
        let line = encode(&record).unwrap();
        let cut = cut.index(line.len() - 1);
        prop_assert!(matches!(decode(&line[..cut]), Err(Unread::Damaged(_))));
    }
}

#[test]
fn lines_of_deep_itself_are_read() {
    let run = br#"{"record_type":"run","run_id":"20250101-101500-abc1234","repo_slug":"shop","pr_ref":"branch-x","review_target_type":"branch","diff_hash":"d","current_model":"m","skill_version":"2.1.0","started_at":"2025-01-01T10:15:00+01:00"}"#;
    let Record::Run(facts) = decode(run).unwrap().record else { panic!("a run") };
    assert_eq!(facts.started, Time(1_735_722_900_000));
    let candidate = br#"{"record_type":"candidate","run_id":"r","candidate_id":"c-7","hotspot_id":"r-hs-1","output_type":"question","issue_class":"race","fingerprint":"race|f||","summary":"Two lines.\nHere.","evidence":"e","why_now":"w","file_path":"a.rs","line_start":3,"line_end":null,"severity":"high","confidence_local":0.7,"confidence_context":0.5,"actionability":"high","blast_radius":"module","suggested_fix":""}"#;
    let Record::Candidate { candidate, .. } = decode(candidate).unwrap().record else { panic!("a candidate") };
    assert_eq!((candidate.id.as_str(), candidate.claim.kind), ("c-7", Kind::Question));
    assert_eq!(candidate.claim.title, "Two lines.");
    assert_eq!(candidate.place.unwrap().lines, LineRange::one(3));
    let skipped =
        br#"{"record_type":"pr_comment_dedup","run_id":"r","dispatched":false,"skip_reason":"no-pr-comments"}"#;
    let Record::Comments { dedup, .. } = decode(skipped).unwrap().record else { panic!("a comparison") };
    assert_eq!(dedup, CommentDedup::Skipped(DedupSkip::NoPrComments, String::new()));
    let sent = br#"{"record_type":"pr_comment_dedup","run_id":"r","dispatched":true,"decisions":[{"candidate_id":"c-7","already_on_pr":true,"matched_comment_ref":"https://x/1","reason":"same"},{"candidate_id":"c-8","already_on_pr":true,"matched_comment_ref":null,"reason":"invented"}]}"#;
    let Record::Comments { dedup: CommentDedup::Compared(decisions), .. } = decode(sent).unwrap().record else {
        panic!("a comparison")
    };
    let matched: Vec<_> = decisions.iter().map(|decision| decision.matched.as_deref()).collect();
    assert_eq!(matched, [Some("https://x/1"), None], "a match without its reference is none");
}

#[test]
fn what_this_version_does_not_know_is_named() {
    let unknown = |line: &str| match decode(line.as_bytes()) {
        Err(Unread::Unknown(what)) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(unknown(r#"{"record_type":"song","run_id":"r"}"#), "record type 'song'");
    let act =
        r#"{"record_type":"gate_decision","schema":1,"at":"","run_id":"r","seq":1,"finding_id":"f","act":"sing"}"#;
    assert_eq!(unknown(act), "act 'sing'");
    let more = r#"{"record_type":"run_end","schema":1,"at":"","run_id":"r","complete":true,"mood":"good"}"#;
    assert_eq!(decode(more.as_bytes()).unwrap().unknown_fields, ["mood"]);
    assert_eq!(decode(br#"{"record_type":"run_end","schema":2}"#), Err(Unread::Newer(2)));
}
