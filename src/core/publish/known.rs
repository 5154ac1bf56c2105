//! What is known of earlier publications to one pull request. Given by the ledger (`edge::logbook`) with the lock.

use crate::core::model::{PublishIntent, PublishReceipt};

/// Earlier publications, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// Intents without a receipt.
    pub open: Vec<PublishIntent>,
    /// Receipts.
    pub receipts: Vec<PublishReceipt>,
}
