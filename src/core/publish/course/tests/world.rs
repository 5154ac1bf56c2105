//! A host and a disk in memory, with faults at will. Shared by the tests beside it.

use std::sync::Arc;

use crate::core::{
    model::{Failure, FailureKind, ForeignReview, Pull, PullFile, Remark, RepoPath, Time},
    publish::{
        Artifact, Intent, Known, PostFailure, Receipt, ReviewHash,
        course::{Answer, Asked, Choices, Course, Mode, Order, Posted, Report, Seat, Talk, Will},
        sample,
    },
    synthesis::Style,
};

/// What goes wrong with one order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The program is killed before the order is carried out.
    KilledBefore,
    /// It is killed behind it: nobody hears the answer.
    KilledAfter,
    /// The order fails without effect; a POST is refused by the host.
    Refused,
    /// The answer is an error of the server, and nothing happened.
    BrokenBefore,
    /// The answer is an error of the server, and it happened all the same.
    BrokenAfter,
    /// The answer is an error of the server, and it happens later.
    Late,
}

impl Fault {
    pub const ALL: [Self; 6] =
        [Self::KilledBefore, Self::KilledAfter, Self::Refused, Self::BrokenBefore, Self::BrokenAfter, Self::Late];
}

pub fn failure(words: &str) -> Failure {
    Failure::new(FailureKind::Host, words)
}

pub struct World {
    pub login: Result<Option<String>, Failure>,
    pub pull: Result<Pull, Failure>,
    /// The pull request from its second reading on.
    pub later: Option<Pull>,
    pub reviews: Vec<ForeignReview>,
    pub remarks: Vec<Remark>,
    pub unreadable: bool,
    pub files: Result<Vec<PullFile>, Failure>,
    pub comments: Vec<(RepoPath, String)>,
    pub holder: Option<String>,
    pub intents: Vec<Intent>,
    pub receipts: Vec<Receipt>,
    /// POSTs that were sent, and reviews that are still on their way.
    pub posts: usize,
    pub late: Vec<ForeignReview>,
    pub discarded: Vec<u64>,
    /// The fault of each order's name, used up once.
    pub faults: Vec<(&'static str, Fault)>,
    clock: i64,
}

impl World {
    pub fn new() -> Self {
        Self {
            login: Ok(Some("reviewer".into())),
            pull: Ok(sample::pull()),
            later: None,
            reviews: Vec::new(),
            remarks: Vec::new(),
            unreadable: false,
            files: Ok(sample::files()),
            comments: Vec::new(),
            holder: None,
            intents: Vec::new(),
            receipts: Vec::new(),
            posts: 0,
            late: Vec::new(),
            discarded: Vec::new(),
            faults: Vec::new(),
            clock: 0,
        }
    }

    pub fn fault(mut self, order: &'static str, fault: Fault) -> Self {
        self.faults.push((order, fault));
        self
    }

    pub fn known(&self) -> Known {
        let closed = |intent: &&Intent| self.receipts.iter().any(|receipt| receipt.intent == **intent);
        Known { open: self.intents.iter().filter(|i| !closed(i)).cloned().collect(), receipts: self.receipts.clone() }
    }

    pub fn now(&mut self) -> Time {
        self.clock += 1;
        Time(self.clock)
    }

    /// Reviews of the host that carry a review's marker.
    pub fn carrying(&self, review: &ReviewHash) -> usize {
        let carries = |r: &&ForeignReview| r.body.contains(review.as_str());
        self.reviews.iter().chain(&self.late).filter(carries).count()
    }

    /// Runs a course to its end; `None` when the program was killed.
    pub fn publish(&mut self, artifact: &Artifact, will: &Will) -> Option<Report> {
        let asked = Asked { pull: sample::name(), review: artifact.hash() };
        let (mut course, mut order) = Course::begin(asked, artifact.clone(), will.clone());
        while let Some(now) = order {
            let answer = self.carry_out(&now)?;
            let at = self.now();
            order = course.answer(answer, at);
        }
        assert!(course.has_ended());
        Some(course.report())
    }

    pub fn carry_out(&mut self, order: &Order) -> Option<Answer> {
        let at = self.faults.iter().position(|(name, _)| *name == order.name());
        let fault = at.map(|at| self.faults.remove(at).1);
        if fault == Some(Fault::KilledBefore) {
            return None;
        }
        let answer = match order {
            Order::Post(cleared) => self.post(cleared.get(), fault),
            _ => self.carry_out_well(order, fault),
        };
        (fault != Some(Fault::KilledAfter)).then_some(answer)
    }

    fn post(&mut self, payload: &crate::core::publish::Payload, fault: Option<Fault>) -> Answer {
        self.posts += 1;
        let id = 1000 + self.posts as u64;
        let review = sample::foreign(id, "Reviewer", &payload.body.replace('\n', "\r\n"));
        let posted = Posted { id, url: review.url.clone() };
        let error = |status, text: &str| {
            let nothing_written = status == Some(422);
            let texts = vec![text.into()];
            Answer::Posted(Err(PostFailure { status, texts, nothing_written, ..PostFailure::default() }))
        };
        match fault {
            Some(Fault::Refused) => error(Some(422), "Line could not be resolved"),
            Some(Fault::BrokenBefore) => error(None, "connection closed"),
            Some(Fault::BrokenAfter) => {
                self.reviews.push(review);
                error(Some(502), "Server Error")
            }
            Some(Fault::Late) => {
                self.late.push(review);
                error(Some(502), "Server Error")
            }
            Some(Fault::KilledBefore | Fault::KilledAfter) | None => {
                self.reviews.push(review);
                Answer::Posted(Ok(posted))
            }
        }
    }

    fn carry_out_well(&mut self, order: &Order, fault: Option<Fault>) -> Answer {
        let no = || failure("it failed");
        let fails = matches!(fault, Some(Fault::Refused | Fault::BrokenBefore | Fault::BrokenAfter | Fault::Late));
        // A disk can have written and still say no.
        let takes_effect = !fails || fault == Some(Fault::BrokenAfter);
        match order {
            Order::Resolve if fails => Answer::Resolved(Err(no())),
            Order::Resolve => Answer::Resolved(self.login.clone()),
            Order::Lock(_) if fails => Answer::Locked(Err("somebody holds it".into())),
            Order::Lock(_) => Answer::Locked(self.holder.clone().map_or_else(|| Ok(self.known()), Err)),
            Order::ReadPull | Order::RereadPull if fails => Answer::PullRead(Err(no())),
            Order::ReadPull => Answer::PullRead(self.pull.clone().map(Box::new)),
            Order::RereadPull => {
                Answer::PullRead(self.later.clone().map_or_else(|| self.pull.clone(), Ok).map(Box::new))
            }
            Order::ReadReviews | Order::Reconcile if fails || self.unreadable => Answer::ReviewsRead(Err(no())),
            Order::ReadReviews | Order::Reconcile => Answer::ReviewsRead(Ok(self.talk())),
            Order::ReadOwnComments(_) if fails => Answer::OwnCommentsRead(Err(no())),
            Order::ReadOwnComments(_) => Answer::OwnCommentsRead(Ok(self.comments.clone())),
            Order::ReadFiles if fails => Answer::FilesRead(Err(no())),
            Order::ReadFiles => Answer::FilesRead(self.files.clone().map(Arc::from)),
            Order::Discard(id) => {
                if takes_effect {
                    self.discarded.push(*id);
                    self.reviews.retain(|review| review.id != *id);
                }
                Answer::Discarded(if fails { Err(no()) } else { Ok(()) })
            }
            Order::WriteIntent(intent) => {
                if takes_effect {
                    self.intents.push(intent.clone());
                }
                Answer::IntentWritten(if fails { Err(no()) } else { Ok(()) })
            }
            Order::WriteReceipt(receipt) => {
                if takes_effect {
                    self.receipts.push(receipt.clone());
                }
                Answer::ReceiptWritten(if fails { Err(no()) } else { Ok(()) })
            }
            Order::Post(_) => unreachable!("carried out by itself"),
        }
    }

    fn talk(&self) -> Talk {
        Talk { reviews: self.reviews.clone().into(), remarks: self.remarks.clone().into() }
    }
}

pub fn headless() -> Will {
    Will { mode: Mode::Publish, ..Will::preview(Seat::Empty, Style::default()) }
}

pub fn person() -> Will {
    Will { seat: Seat::Person, ..headless() }
}

pub fn chose(choices: Choices) -> Will {
    Will { choices, ..person() }
}
