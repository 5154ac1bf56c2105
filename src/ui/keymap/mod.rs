//! Which keys lead to which action: a preset, and what a person changed of it. A change with a mistake is left out, told,
//! and its action keeps the keys of the preset, so that no mistake loses anything. Not here: keys under way (`chord`),
//! where a change is written (`app::keymap`). Called by `chord`, by whatever names a key, and by `app`.

mod clash;
mod presets;
mod typed;

use std::sync::{Arc, LazyLock};

use crate::core::text::{nearest, one_line};

use super::{
    actions::{ACTIONS, Action, ActionRow, Run, Talk},
    chord::parse_keys,
    key::{Code, Key},
};

pub use presets::Preset;

/// The keys of an action as a person wants them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The action's id.
    pub id: String,
    /// Its keys, in place of the preset's; none: it has no key.
    pub keys: Vec<String>,
}

/// What is wrong with a change; it is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Which of the changes.
    pub change: usize,
    /// Another change that it clashes with.
    pub other: Option<usize>,
    /// What is wrong, without a full stop.
    pub what: String,
    /// What to do, without a full stop.
    pub remedy: String,
}

/// One action with its sequences.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Bound {
    id: &'static str,
    action: Action,
    keys: Vec<Vec<Key>>,
}

/// Which keys lead to which action, in the order of the action table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keymap {
    bound: Vec<Bound>,
}

/// The default, made once.
static VIM: LazyLock<Arc<Keymap>> = LazyLock::new(|| Arc::new(Keymap::of(Preset::Vim)));

impl Keymap {
    /// A preset as it is.
    pub fn of(preset: Preset) -> Self {
        let keys = |row: &ActionRow| preset.keys(row).split(' ').filter_map(parse_keys).collect();
        let bound = |row: &'static ActionRow| Bound { id: row.id, action: row.action, keys: keys(row) };
        Self { bound: ACTIONS.iter().map(bound).collect() }
    }

    /// The default.
    pub fn usual() -> Arc<Self> {
        VIM.clone()
    }

    /// A preset with changes, and what is wrong with those that are left out.
    pub fn with(preset: Preset, changes: &[Change]) -> (Self, Vec<Fault>) {
        let mut faults = Vec::new();
        let mut taken: Vec<(usize, &'static str, Vec<Vec<Key>>)> = Vec::new();
        for (change, Change { id, keys }) in changes.iter().enumerate() {
            match sequences(id, keys) {
                Ok((row, keys)) => taken.push((change, row.id, keys)),
                Err((what, remedy)) => faults.push(Fault { change, other: None, what, remedy }),
            }
        }
        loop {
            let map = Self::of(preset).changed(&taken);
            let mut wrong = clash::faults(&map.bound, &taken);
            if wrong.is_empty() {
                wrong = no_way_out(&map, &taken);
            }
            if wrong.is_empty() {
                faults.sort_by_key(|fault| fault.change);
                return (map, faults);
            }
            // Each turn leaves out at least one change; a preset alone has no clash.
            taken.retain(|(change, ..)| !wrong.iter().any(|fault| fault.change == *change));
            faults.extend(wrong);
        }
    }

    fn changed(mut self, changes: &[(usize, &'static str, Vec<Vec<Key>>)]) -> Self {
        for (_, id, keys) in changes {
            if let Some(bound) = self.bound.iter_mut().find(|bound| bound.id == *id) {
                bound.keys.clone_from(keys);
            }
        }
        self
    }

    /// The action that exactly these keys lead to.
    pub(super) fn action(&self, keys: &[Key]) -> Option<Action> {
        let is_that = |bound: &&Bound| bound.keys.iter().any(|sequence| sequence == keys);
        self.bound.iter().find(is_that).map(|bound| bound.action)
    }

    /// Whether more keys behind these may lead to an action.
    pub(super) fn goes_on(&self, keys: &[Key]) -> bool {
        self.bound.iter().flat_map(|bound| &bound.keys).any(|sequence| sequence.starts_with(keys))
    }

    /// Every sequence of an action in words, such as `C-d, PgDn`; '' when it has none.
    pub fn all(&self, id: &str) -> String {
        let words: Vec<String> = self.keys(id).iter().map(|keys| in_words(keys)).collect();
        words.join(", ")
    }

    /// The first sequence of an action in words; without one how the palette comes to it.
    pub fn first(&self, id: &str) -> String {
        match self.keys(id).first() {
            Some(keys) => in_words(keys),
            None => self.by_name(id),
        }
    }

    /// Whether an action has a key.
    pub fn has(&self, id: &str) -> bool {
        !self.keys(id).is_empty()
    }

    /// How the palette comes to an action: `:sort`.
    pub fn by_name(&self, id: &str) -> String {
        match self.keys("command").first().or_else(|| self.keys("palette").first()) {
            Some(keys) if *keys == [Key::char(':')] => format!(":{id}"),
            Some(keys) => format!("{} {id}", in_words(keys)),
            None => id.to_owned(),
        }
    }

    /// Two keys for going up and down, for a page that is read: those of the map when they are single ones.
    pub fn up_and_down(&self) -> String {
        let single = |id: &str, arrow: &str| {
            let key = self.keys(id).iter().find(|keys| keys.len() == 1).map(|keys| in_words(keys));
            key.unwrap_or_else(|| arrow.to_owned())
        };
        format!("{} {}", single("down", "Down"), single("up", "Up"))
    }

    /// Whether this key alone leads to an action.
    pub(super) fn is_single(&self, key: Key, action: Action) -> bool {
        self.action(&[key]) == Some(action)
    }

    /// The key that the default has for what a key does here: pages and lists understand those. A key that is bound to
    /// something without a single default key stays itself, and so does one that is not bound.
    pub(super) fn as_usual(&self, key: Key) -> Key {
        let Some(action) = self.action(&[key]) else { return key };
        let usual = VIM.bound.iter().find(|bound| bound.action == action);
        let keys = usual.map_or(&[][..], |bound| &bound.keys);
        if keys.iter().any(|keys| *keys == [key]) {
            return key;
        }
        keys.iter().find_map(|keys| (keys.len() == 1).then(|| keys.first().copied())?).unwrap_or(key)
    }

    fn keys(&self, id: &str) -> &[Vec<Key>] {
        self.bound.iter().find(|bound| bound.id == id).map_or(&[], |bound| &bound.keys)
    }
}

/// A sequence in words: characters one after another, names with blanks between.
pub(super) fn in_words(keys: &[Key]) -> String {
    let named = |key: &Key| key.ctrl || !matches!(key.code, Code::Char(c) if c != ' ');
    let gap = if keys.iter().any(named) { " " } else { "" };
    keys.iter().map(Key::to_string).collect::<Vec<_>>().join(gap)
}

/// A change as keys, or what is wrong with it by itself.
fn sequences(id: &str, keys: &[String]) -> Result<(&'static ActionRow, Vec<Vec<Key>>), typed::Wrong> {
    let Some(row) = ACTIONS.iter().find(|row| row.id == id) else {
        let remedy = match nearest(id, ACTIONS.iter().map(|row| row.id)) {
            Some(meant) => format!("did you mean {meant}?"),
            None => "the palette and docs/keys.md list every action".to_owned(),
        };
        return Err((format!("there is no action `{}`", one_line(id, 40)), remedy));
    };
    let mut all = Vec::new();
    for text in keys {
        let sequence = typed::read(text)?;
        fits(row, &sequence)?;
        if !all.contains(&sequence) {
            all.push(sequence);
        }
    }
    // Esc always cancels, whatever else does.
    let esc = vec![Key::plain(Code::Esc)];
    if row.action == Action::Program(Run::Cancel) && !all.contains(&esc) {
        all.push(esc);
    }
    Ok((row, all))
}

/// What no keymap may do (COCKPIT).
fn fits(row: &ActionRow, sequence: &[Key]) -> Result<(), typed::Wrong> {
    let esc = Key::plain(Code::Esc);
    if sequence.contains(&esc) && (row.action != Action::Program(Run::Cancel) || sequence.len() > 1) {
        return Err(("Esc only cancels or closes".to_owned(), "write another key".to_owned()));
    }
    let writes = [Action::Program(Run::Publish), Action::Talk(Talk::Resolve)].contains(&row.action);
    let is_lower = matches!(sequence, [Key { code: Code::Char(c), ctrl: false, .. }] if c.is_lowercase());
    if writes && is_lower {
        let what = format!("{} is one lower-case key, and none leads to the host", in_words(sequence));
        return Err((what, "write a capital letter or two keys".to_owned()));
    }
    Ok(())
}

/// A screen that cannot be left.
fn no_way_out(map: &Keymap, changes: &[(usize, &'static str, Vec<Vec<Key>>)]) -> Vec<Fault> {
    let ways = ["back", "quit"];
    if ways.iter().any(|id| map.has(id)) {
        return Vec::new();
    }
    let guilty = changes.iter().filter(|(_, id, _)| ways.contains(id));
    let fault = |change: usize| Fault {
        change,
        other: None,
        what: "no key would be left to leave with".to_owned(),
        remedy: "give back or quit a key".to_owned(),
    };
    guilty.map(|(change, ..)| fault(*change)).collect()
}

#[cfg(test)]
mod tests;
