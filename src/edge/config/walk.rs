//! A tree against the known keys: what is understood becomes values, what is not is told, what an untrusted file may
//! not say is not obeyed. Called by `read` once for each file.

use crate::core::{checks, text::nearest};

use super::{
    dialect::{Dialect, Meaning},
    keys::{Key, SPREAD, Trust, beyond, fits},
    layer::Layer,
    mistake::{Complaints, quoted},
    node::{Data, Entry, Node},
    value::{Item, Value, Values},
};

/// Reads a tree.
pub(super) fn walk(root: &Node, dialect: Dialect, complaints: &mut Complaints) -> Values {
    let mut walk = Walk { known: dialect.known(), dialect, complaints, values: Values::default() };
    match &root.data {
        Data::Table(entries) => walk.table(entries, ""),
        Data::Null => {}
        _ => {
            let what = format!("the file is {}, not keys with values", root.kind());
            walk.complaints.error(Some(root.spot), "", what, "write `key: value` lines");
        }
    }
    walk.values
}

struct Walk<'c> {
    known: Vec<(&'static str, Meaning)>,
    dialect: Dialect,
    complaints: &'c mut Complaints,
    values: Values,
}

impl Walk<'_> {
    fn table(&mut self, entries: &[Entry], above: &str) {
        for entry in entries {
            let path = if above.is_empty() { entry.key.clone() } else { format!("{above}.{}", entry.key) };
            self.entry(entry, &path);
        }
    }

    fn entry(&mut self, entry: &Entry, path: &str) {
        // A name with a dot in it could be mistaken for two names.
        let named = if entry.key.contains('.') { None } else { self.meaning(path) };
        let is_group = self.is_group(path) && !entry.key.contains('.');
        match (&entry.node.data, named) {
            (Data::Table(below), _) if is_group => self.table(below, path),
            (_, Some(meaning)) => self.known_key(entry, path, meaning),
            (Data::Null, None) if is_group => {}
            (_, None) if is_group && SPREAD.contains(&path) => self.spread(entry, path),
            (_, None) if is_group => {
                let what = format!("{} is not a group of keys", entry.node.shown());
                self.complaints.error(Some(entry.node.spot), path, what, self.first_below(path));
            }
            (_, None) => self.unknown(entry, path),
        }
    }

    fn meaning(&self, path: &str) -> Option<Meaning> {
        self.known.iter().find(|(pattern, _)| fits(pattern, path)).map(|(_, meaning)| *meaning)
    }

    /// Whether keys lie below a path.
    fn is_group(&self, path: &str) -> bool {
        self.known.iter().any(|(pattern, _)| beyond(pattern, path).is_some_and(|rest| !rest.is_empty()))
    }

    fn first_below(&self, path: &str) -> String {
        let start = format!("{path}.");
        let below: Vec<&str> = self.known.iter().filter_map(|(p, _)| p.strip_prefix(&start)).collect();
        format!("it holds {}", below.join(", "))
    }

    /// One value for all keys of a group, which are of one kind.
    fn spread(&mut self, entry: &Entry, path: &str) {
        let start = format!("{path}.");
        let below: Vec<_> = self.known.iter().filter(|(p, _)| p.starts_with(&start)).copied().collect();
        let Some((_, Meaning::Key(first))) = below.first().copied() else { return };
        if !self.may(first, entry, path) {
            return;
        }
        let checked = first.kind.check(&entry.node);
        for fault in checked.faults {
            self.complaints.error(Some(fault.spot), &format!("{path}{}", fault.below), fault.what, fault.remedy);
        }
        let Some(value) = checked.value else { return };
        for (ours, _) in below {
            let origin = self.complaints.origin(Some(entry.spot));
            self.values.put(ours.to_owned(), value.clone(), origin);
        }
    }

    fn known_key(&mut self, entry: &Entry, path: &str, meaning: Meaning) {
        match meaning {
            Meaning::Key(key) => {
                let ours = self.our_path(path, key);
                if self.is_known_name(entry, path, &ours) {
                    self.key(entry, path, &ours, key);
                }
            }
            Meaning::Nothing(why) => {
                let what = format!("this key does nothing here: {why}");
                self.complaints.warning(Some(entry.spot), path, what, "it may stay for the other tool");
            }
        }
    }

    /// Our path with the name that the file's key has for `*`.
    fn our_path(&self, path: &str, key: &Key) -> String {
        if self.dialect == Dialect::Ours {
            return path.to_owned();
        }
        let name = path.rsplit('.').next().unwrap_or_default();
        key.path.replace('*', name)
    }

    /// `checks.NAME`: a reviewer that does not exist is told, so that a misspelt name does not leave it on.
    fn is_known_name(&mut self, entry: &Entry, path: &str, ours: &str) -> bool {
        let Some(id) = ours.strip_prefix("checks.").and_then(|rest| rest.split('.').next()) else { return true };
        if checks::ids().any(|known| known == id) {
            return true;
        }
        let remedy = match nearest(id, checks::ids()) {
            Some(meant) => format!("did you mean checks.{meant}?"),
            None => "`prr review --list-checks` lists them".to_owned(),
        };
        self.complaints.error(Some(entry.spot), path, format!("there is no built-in reviewer {}", quoted(id)), remedy);
        false
    }

    fn key(&mut self, entry: &Entry, path: &str, ours: &str, key: &Key) {
        if !self.may(key, entry, path) {
            return;
        }
        // A key with nothing behind it is as if it were not there: what a weaker layer says stays.
        if entry.node.data == Data::Null {
            return;
        }
        // Soliton's `agents: auto` is what happens anyway.
        if self.dialect == Dialect::Soliton && path == "agents" && entry.node.text() == Some("auto") {
            return;
        }
        let checked = key.kind.check(&entry.node);
        for fault in checked.faults {
            let (spot, below) = (Some(fault.spot), format!("{path}{}", fault.below));
            match key.stops_nothing() {
                true => self.complaints.warning(spot, &below, fault.what, fault.remedy),
                false => self.complaints.error(spot, &below, fault.what, fault.remedy),
            }
        }
        let Some(value) = checked.value else { return };
        if self.is_allowed(key, &value, entry, path) {
            let origin = self.complaints.origin(Some(entry.spot));
            self.values.put(ours.to_owned(), self.placed(value), origin);
        }
    }

    /// Entries know their line; here they learn their file.
    fn placed(&self, value: Value) -> Value {
        match value {
            Value::Items(items) => {
                let place = |item: Item| Item { origin: self.complaints.origin(item.origin.spot), ..item };
                Value::Items(items.into_iter().map(place).collect())
            }
            value => value,
        }
    }

    /// Whether this file may set the key at all.
    fn may(&mut self, key: &Key, entry: &Entry, path: &str) -> bool {
        if self.complaints.is_trusted() || key.trust != Trust::Person {
            return true;
        }
        let what = "only you may set this: a repository's file is not obeyed";
        self.complaints.warning(Some(entry.spot), path, what, remedy_for_trusted(key));
        false
    }

    /// Whether this file may set the key to this value.
    fn is_allowed(&mut self, key: &Key, value: &Value, entry: &Entry, path: &str) -> bool {
        if self.complaints.is_trusted() {
            return true;
        }
        let refusal = match (key.trust, value) {
            // What the person set is not cleared; nothing was asked for, so nothing is told.
            (Trust::RepositoryOnly(_), Value::Off) => return false,
            (Trust::RepositoryOnly(words), Value::Text(text)) if !words.contains(&text.as_str()) => {
                Some(format!("a repository's file may only say {}; {} is not obeyed", words.join(" or "), quoted(text)))
            }
            (_, Value::Text(text)) if key.path == "graph.path" && leaves_the_repository(text) => {
                Some("a repository's file may only name a path inside the repository".to_owned())
            }
            _ => None,
        };
        let Some(what) = refusal else { return true };
        self.complaints.warning(Some(entry.node.spot), path, what, remedy_for_trusted(key));
        false
    }

    /// A key near to a known one is a misspelling; any other may come from a newer program.
    fn unknown(&mut self, entry: &Entry, path: &str) {
        let spot = Some(entry.spot);
        match self.meant(path) {
            Some(meant) => {
                self.complaints.error(spot, path, "this key is not known", format!("did you mean {meant}?"));
            }
            None => {
                let remedy = match self.complaints.layer() {
                    Layer::Soliton | Layer::Opencode => "it may stay for the other tool",
                    _ => "`prr config init` writes every key with its meaning; a newer prr may know it",
                };
                self.complaints.warning(spot, path, "this key is not known and does nothing", remedy);
            }
        }
    }

    /// The known path that was meant: a neighbour, or the same word elsewhere.
    fn meant(&self, path: &str) -> Option<String> {
        let (above, last) = path.rsplit_once('.').unwrap_or(("", path));
        let depth = path.split('.').count();
        let part = |pattern: &'static str| pattern.split('.').nth(depth - 1).filter(|part| *part != "*");
        let under = |pattern: &str| above.is_empty() || beyond(pattern, above).is_some_and(|rest| !rest.is_empty());
        let neighbours = self.known.iter().filter(|(p, _)| under(p)).filter_map(|(p, _)| part(p));
        if let Some(near) = nearest(last, neighbours) {
            return Some(if above.is_empty() { near.to_owned() } else { format!("{above}.{near}") });
        }
        let plain = last.replace('-', "_").to_lowercase();
        let elsewhere = self.known.iter().find(|(p, _)| p.rsplit('.').next() == Some(plain.as_str()));
        elsewhere.map(|(p, _)| (*p).to_owned())
    }
}

fn remedy_for_trusted(key: &Key) -> String {
    format!("set {} in your own config.toml if you want it (`prr config path` says where that is)", key.path)
}

fn leaves_the_repository(path: &str) -> bool {
    path.starts_with(['/', '~', '\\']) || path.split(['/', '\\']).any(|part| part == "..") || path.contains(':')
}
