//! What came of what the host told, and what is under way with it: the digest, acts on threads, the inbox. Part of the
//! session's state; changed by `update` alone.

use std::sync::Arc;

use crate::core::model::{Failure, InboxRow, Time};

use super::{Digest, ThreadAct};

/// What came of what the host told, and what is under way with it.
#[derive(Debug, Clone, Default)]
pub(in crate::session) struct HostState {
    /// What is ready to be looked at.
    pub digest: DigestOrder,
    /// Acts on threads that the host has not answered yet.
    pub acting: Vec<ThreadAct>,
    /// What waits for the person.
    pub inbox: Inbox,
}

/// Pull requests that wait for the person, as they were told last.
#[derive(Debug, Clone, Default)]
pub struct Inbox {
    /// The list; `None` = not asked, or not told yet.
    pub rows: Option<Arc<[InboxRow]>>,
    /// Why the last question was not answered.
    pub failure: Option<Failure>,
    /// Whether the answer is awaited.
    pub is_asking: bool,
    /// When it was told.
    pub at: Time,
}

/// The newest digest, and what is under way.
#[derive(Debug, Clone, Default)]
pub(in crate::session) struct DigestOrder {
    /// The newest, and when it was made.
    pub made: (Arc<Digest>, Time),
    /// Number of the last one that was ordered.
    pub revision: u64,
    /// Whether its answer is awaited.
    pub in_flight: bool,
    /// Whether something changed since.
    pub wanted: bool,
}
