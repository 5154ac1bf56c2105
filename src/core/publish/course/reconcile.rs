//! A person looks after an attempt whose end is not known (`prr publish --reconcile`): what is on the host gets its
//! receipt, what is not is closed as not posted. Reads only. Driven as the course is.

use super::{Answer, Hold, Order, Talk, reading::find};
use crate::core::{
    model::{PullName, Time},
    publish::{Intent, Known, Outcome, Receipt},
};

/// What became of one attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// Its receipt.
    pub receipt: Receipt,
    /// Whether that is on disk.
    pub is_written: bool,
}

enum Stage {
    Locking,
    Reading(Vec<Intent>),
    Writing(Box<Receipt>, Vec<Receipt>),
    Ended,
}

/// A look at the host.
pub struct Reconcile {
    stage: Stage,
    pull: PullName,
    /// What was settled, oldest first.
    pub settled: Vec<Settled>,
    /// Why it could not be done, in a sentence.
    pub failed: Option<String>,
}

impl Reconcile {
    /// The look and its first order.
    pub fn begin(pull: PullName) -> (Self, Order) {
        (Self { stage: Stage::Locking, pull, settled: Vec::new(), failed: None }, Order::Lock(Hold::Take))
    }

    /// The pull request it is about.
    pub fn pull(&self) -> &PullName {
        &self.pull
    }

    /// The next order; `None` when it has ended.
    pub fn answer(&mut self, answer: Answer, at: Time) -> Option<Order> {
        match (std::mem::replace(&mut self.stage, Stage::Ended), answer) {
            (Stage::Locking, Answer::Locked(Ok(Known { open, receipts: _ }))) => {
                if open.is_empty() {
                    return None;
                }
                self.stage = Stage::Reading(open);
                Some(Order::ReadReviews)
            }
            (Stage::Locking, Answer::Locked(Err(holder))) => self.fails(holder),
            (Stage::Reading(open), Answer::ReviewsRead(Ok(talk))) => {
                let mut receipts: Vec<Receipt> = open.into_iter().map(|intent| receipt(intent, &talk, at)).collect();
                receipts.reverse();
                self.write(receipts)
            }
            (Stage::Reading(_), Answer::ReviewsRead(Err(failure))) => self.fails(failure.summary),
            (Stage::Writing(now, rest), Answer::ReceiptWritten(result)) => {
                if let Err(failure) = &result {
                    self.failed = Some(failure.summary.clone());
                }
                self.settled.push(Settled { receipt: *now, is_written: result.is_ok() });
                self.write(rest)
            }
            (stage, _) => {
                self.stage = stage;
                None
            }
        }
    }

    fn fails(&mut self, why: String) -> Option<Order> {
        self.failed = Some(why);
        None
    }

    fn write(&mut self, mut rest: Vec<Receipt>) -> Option<Order> {
        let now = rest.pop()?;
        self.stage = Stage::Writing(Box::new(now.clone()), rest);
        Some(Order::WriteReceipt(now))
    }
}

fn receipt(intent: Intent, talk: &Talk, at: Time) -> Receipt {
    let found = find(talk, &intent);
    let (outcome, words) = match found {
        Some(_) => (Outcome::Posted, "found by its marker"),
        None => (Outcome::Failed, "looked for and not found: nothing was posted"),
    };
    let (id, url) = found.map_or((None, String::new()), |(id, url)| (Some(id), url));
    let diagnostics = vec![words.to_owned()];
    Receipt { intent, outcome, id, url, inline: 0, moved: 0, diagnostics, keys: Vec::new(), reconciled: true, at }
}
