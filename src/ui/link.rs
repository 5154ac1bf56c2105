//! Addresses that may be opened: of the pull request's own host only, and what they lead to. Pure; opening is the
//! driver's. Called by keys.

use crate::core::{
    model::{Host, Pull},
    talk,
};

use crate::{
    core::diff,
    session::{Session, Slot, Spot},
};

use super::state::{CardId, Cursor, Ui};

/// An address as it was told, when it is one of `host` and nothing else: `https` or `http`, no login, no blanks.
pub fn checked(address: &str, host: &Host) -> Option<String> {
    let rest = ["https://", "http://"].into_iter().find_map(|scheme| {
        let start = address.get(..scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then(|| address.get(scheme.len()..))?
    })?;
    let is_safe = address.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '\'' | '`' | '\\' | '<' | '>'));
    let authority = rest.split(['/', '?', '#']).next().unwrap_or("");
    (is_safe && authority.eq_ignore_ascii_case(host.as_str())).then(|| address.to_owned())
}

/// Where people read the pull request: as the host told it, else as its name says.
pub fn of_pull(pull: &Pull) -> Option<String> {
    let name = &pull.name;
    let made = || format!("https://{}/{}/{}/pull/{}", name.repo.host, name.repo.owner, name.repo.repo, name.number);
    checked(&pull.url, &name.repo.host).or_else(|| checked(&made(), &name.repo.host))
}

/// What the cursor is on, in the browser, and what that is called: a thread, the line of a finding or of the diff,
/// else the pull request.
pub fn under(session: &Session, ui: &Ui, cursor: &Cursor) -> Option<(String, &'static str)> {
    let pull = session.pull().pull.as_deref()?;
    let page = of_pull(pull)?;
    if let Some(CardId::Thread(id)) = cursor.card {
        let placed = ui.noted.talk.of(session, cursor.slot).get(id);
        let url = placed.and_then(|placed| placed.thread.remarks.first()).map(|first| first.url.as_str());
        let checked = url.and_then(|url| checked(url, &pull.name.repo.host));
        return Some(checked.map_or((page, "the pull request"), |url| (url, "the thread")));
    }
    Some(match of_slot(session, cursor.slot) {
        Some(anchor) => (format!("{page}/files#{anchor}"), "the line"),
        None => (page, "the pull request"),
    })
}

fn of_slot(session: &Session, slot: Slot) -> Option<String> {
    let path = session.diff.file(slot.file).map(|_| session.diff.path(slot.file))?;
    match slot.spot {
        Spot::Top => None,
        Spot::File | Spot::Hunk(_) | Spot::Beyond(_) => Some(talk::files_anchor(&path, None)),
        Spot::Line(at) => Some(talk::files_anchor(&path, diff::anchor_of(&session.diff, at))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_host_pass() {
        let host = Host::new("ghe.example:8443");
        let good = ["https://ghe.example:8443/a/b/pull/1#discussion_r2", "HTTP://GHE.example:8443/x?y=1"];
        assert!(good.iter().all(|address| checked(address, &host).is_some()));
        let bad = [
            "https://ghe.example/a",
            "https://ghe.example:8443@evil.example/a",
            "https://evil.example/ghe.example:8443",
            "https://ghe.example:8443.evil.example/",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "--help",
            "https://ghe.example:8443/a b",
            "https://ghe.example:8443/\u{1b}[2J",
            "https://ghe.example:8443/a\\b",
            "",
        ];
        assert!(bad.iter().all(|address| checked(address, &host).is_none()));
    }
}
