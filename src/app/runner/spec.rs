//! The task `builtin:spec-alignment`: gathers what a change is said to do and holds it against it. Not here: what is
//! wrong (core::checks::spec_alignment). Called by `tasks`.

use std::sync::atomic::AtomicBool;

use crate::{
    app::job::Job,
    core::{
        checks::{
            SPEC_ALIGNMENT,
            spec_alignment::{self as alignment, Intent, Look, Origin, Source},
        },
        model::Task,
    },
    edge::{
        agents::{Agent, Fault, Heard, Reach, Work},
        intake::{self, Seen, Texts},
    },
    session::{About, Change},
};

use super::{
    map,
    tasks::{Set, claim},
};

/// Spec alignment as an agent.
pub(super) struct Spec<'t> {
    pub task: &'t Task,
    pub job: &'t Job,
    pub change: &'t Change,
}

impl Agent for Spec<'_> {
    fn reach(&self) -> Reach {
        Reach::Nothing
    }

    fn carry_out(&self, work: Work<'_>, on: &mut dyn FnMut(Heard<'_>)) -> Result<(), Fault> {
        let (job, change, stop) = (self.job, self.change, work.limits.stop);
        let intent = intent(job, change, stop);
        if intent.sources.is_empty() {
            return Err(Fault::Idle("nothing says what the change is to do".to_owned()));
        }
        let texts = map::has_repository(job).then(|| Texts::new(job.intake.clone(), stop));
        let mut sides = Sides { about: &change.about, texts };
        let found = alignment::align((&change.diff, &change.map.classes), &intent, &mut sides, &self.task.id);
        let set = Set::of(SPEC_ALIGNMENT, &change.settings);
        claim(set.applied(found), &work.limits, on)
    }
}

/// What the change is said to do, each with where it stands, for a model. Untrusted.
pub(super) fn sources(job: &Job, change: &Change, stop: &AtomicBool) -> Vec<(String, String)> {
    let name = |origin: &Origin| match origin {
        Origin::Review(path) | Origin::Spec(path) => path.lossy().into_owned(),
        Origin::Issue(number) => format!("issue #{number}"),
        Origin::Description => "the description".to_owned(),
    };
    intent(job, change, stop).sources.into_iter().map(|source| (name(&source.origin), source.text)).collect()
}

/// What the change is said to do, in order (FACTS): REVIEW.md, specifications, issues, description.
fn intent(job: &Job, change: &Change, stop: &AtomicBool) -> Intent {
    let about = &*change.about;
    let has_repository = map::has_repository(job);
    let files = has_repository.then(|| intake::spec_files(&job.intake, about.base.as_deref(), stop)).flatten();
    let files = files.unwrap_or_default();
    let paths: Vec<_> = files.reviews.iter().map(|(path, _)| path.clone()).collect();
    let ruling = alignment::governing(&change.diff, &paths);
    let reviews = files.reviews.iter().filter(|(path, _)| ruling.contains(&path));
    let mut sources: Vec<Source> =
        reviews.map(|(path, text)| Source { origin: Origin::Review(path.clone()), text: text.clone() }).collect();
    sources.extend(files.specs.into_iter().map(|(path, text)| Source { origin: Origin::Spec(path), text }));
    let issues = about.issues.iter();
    sources.extend(issues.map(|issue| Source { origin: Origin::Issue(issue.number), text: issue.body.clone() }));
    let messages = || match (&about.base, &about.head) {
        (Some(base), Some(head)) if has_repository => intake::messages_of(&job.intake, base, head, stop).join("\n\n"),
        _ => String::new(),
    };
    let description = about.description.clone().unwrap_or_else(messages);
    let words = format!("{}\n{description}", about.title);
    if !description.trim().is_empty() {
        sources.push(Source { origin: Origin::Description, text: description });
    }
    let template = files.templates.iter().flat_map(|text| alignment::items(text)).collect();
    Intent { about: words, sources, template }
}

/// Both sides of the change in the repository.
struct Sides<'s> {
    about: &'s About,
    texts: Option<Texts<'s>>,
}

fn look(seen: Seen) -> Look {
    match seen {
        Seen::Text(text) => Look::Text(text),
        Seen::Missing => Look::Missing,
        Seen::Unknown => Look::Unknown,
    }
}

impl alignment::Texts for Sides<'_> {
    fn head(&mut self, path: &str) -> Look {
        let head = self.about.head.as_deref();
        self.texts.as_mut().map_or(Look::Unknown, |texts| look(texts.look(head, path)))
    }

    fn base(&mut self, path: &str) -> Look {
        let base = self.about.base.as_deref().unwrap_or("HEAD");
        self.texts.as_mut().map_or(Look::Unknown, |texts| look(texts.look(Some(base), path)))
    }

    fn anywhere(&mut self, literal: &str) -> Option<bool> {
        let head = self.about.head.as_deref();
        self.texts.as_mut()?.has(head, literal)
    }
}
