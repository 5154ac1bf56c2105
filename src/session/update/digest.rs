//! The digest as an effect: one in flight, the next coalesced, a result of an old revision dropped. Called by `pull`,
//! `intake`, `review` when what it is made of changed.

use std::sync::Arc;

use crate::core::model::Time;
use crate::session::{Digest, Effect, Material, Phase, Session};

/// Asks for a digest of what is there now.
pub(super) fn want(session: &mut Session) -> Vec<Effect> {
    let order = &mut session.inner.host.digest;
    if order.in_flight {
        order.wanted = true;
        return Vec::new();
    }
    order.revision += 1;
    order.in_flight = true;
    order.wanted = false;
    let revision = order.revision;
    let is_whole = !matches!(session.phase, Phase::Reading | Phase::Failed(_));
    let material = Material {
        diff: is_whole.then(|| session.diff.clone()),
        map: session.map.clone(),
        pull: session.inner.pull.clone(),
        files: session.all_files(),
    };
    vec![Effect::Digest(Box::new(material), revision)]
}

/// It is made.
pub(super) fn done(session: &mut Session, revision: u64, digest: Arc<Digest>, at: Time) -> Vec<Effect> {
    let order = &mut session.inner.host.digest;
    if !order.in_flight || revision != order.revision {
        return Vec::new();
    }
    order.in_flight = false;
    order.made = (digest, at);
    if order.wanted { want(session) } else { Vec::new() }
}
