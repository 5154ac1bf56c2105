//! Entries of `[[lists]]`. An entry with any mistake in it is left out as a whole: a suppression whose paths are
//! wrong would silence everywhere, a rule whose exclusion is wrong would find too much. Called by `kind`.

use std::collections::BTreeMap;

use crate::core::text::nearest;

use super::{
    kind::{Checked, Fault, Kind, fault},
    layer::{Origin, Spot},
    mistake::quoted,
    node::{Data, Entry, Node},
    value::{Item, Value},
};

/// A field of an entry.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    pub name: &'static str,
    pub kind: Kind,
    pub need: Need,
}

/// Whether an entry is one without the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    Must,
    May,
    /// One of the fields so marked must be there.
    OneOf,
    /// Must be there and differ from entry to entry.
    Unique,
}

/// The longest list.
const MOST: usize = 1000;

/// Checks a list of entries. Their origins hold only the place; the caller knows the file.
pub(super) fn check(node: &Node, fields: &'static [Field]) -> Checked {
    let Data::List(nodes) = &node.data else {
        return Checked { value: None, faults: vec![fault(node, String::new(), "", Kind::Items(fields))] };
    };
    let (mut items, mut faults) = (Vec::new(), Vec::new());
    for (nth, entry) in nodes.iter().enumerate().take(MOST) {
        match item(entry, fields) {
            Ok(item) => items.push((nth, item)),
            Err(wrong) => faults.extend(wrong.into_iter().map(|f| Fault { below: format!("[{nth}]{}", f.below), ..f })),
        }
    }
    if let Some(first) = nodes.get(MOST) {
        faults.push(fault(first, String::new(), &format!("there are more than {MOST} entries"), Kind::Items(fields)));
    }
    for field in fields.iter().filter(|field| field.need == Need::Unique) {
        drop_twins(nodes, &mut items, field.name, &mut faults);
    }
    Checked { value: Some(Value::Items(items.into_iter().map(|(_, item)| item).collect())), faults }
}

fn item(node: &Node, fields: &'static [Field]) -> Result<Item, Vec<Fault>> {
    let Data::Table(entries) = &node.data else {
        return Err(vec![fault(node, String::new(), "", Kind::Items(fields))]);
    };
    let (mut read, mut faults) = (BTreeMap::new(), Vec::new());
    for entry in entries {
        let Some(field) = fields.iter().find(|field| field.name == entry.key) else {
            faults.push(unknown(entry, fields));
            continue;
        };
        let checked = field.kind.check(&entry.node);
        let below = |f: Fault| Fault { below: format!(".{}{}", field.name, f.below), ..f };
        faults.extend(checked.faults.into_iter().map(below));
        if let Some(value) = checked.value.filter(|value| *value != Value::Off) {
            read.insert(field.name, value);
        }
    }
    faults.extend(missing(node, entries, fields));
    let spot = entries.first().map_or(node.spot, |first| first.spot.min(node.spot));
    let origin = Origin { spot: Some(spot), ..Origin::default_layer() };
    if faults.is_empty() { Ok(Item { fields: read, origin }) } else { Err(faults) }
}

fn unknown(entry: &Entry, fields: &[Field]) -> Fault {
    let names = fields.iter().map(|field| field.name);
    let remedy = match nearest(&entry.key, names.clone()) {
        Some(meant) => format!("did you mean {}?", quoted(meant)),
        None => format!("an entry has {}", names.collect::<Vec<_>>().join(", ")),
    };
    let what = "this key is not known, so the whole entry is left out".to_owned();
    Fault { spot: entry.spot, below: format!(".{}", entry.key), what, remedy }
}

fn missing(node: &Node, entries: &[Entry], fields: &[Field]) -> Vec<Fault> {
    let has = |field: &Field| entries.iter().any(|e| e.key == field.name && e.node.data != Data::Null);
    let tell = |below: String, what: String| Fault {
        spot: node.spot,
        below,
        what,
        remedy: "add it, or take the entry out".to_owned(),
    };
    let must = fields.iter().filter(|f| matches!(f.need, Need::Must | Need::Unique) && !has(f));
    let mut faults: Vec<Fault> =
        must.map(|f| tell(format!(".{}", f.name), "the entry does not have it".to_owned())).collect();
    let any: Vec<&Field> = fields.iter().filter(|f| f.need == Need::OneOf).collect();
    if !any.is_empty() && !any.iter().any(|f| has(f)) {
        let names: Vec<&str> = any.iter().map(|f| f.name).collect();
        faults.push(tell(String::new(), format!("the entry has neither {}", names.join(" nor "))));
    }
    faults
}

/// Two entries with one name: both are left out, for nobody can know which was meant. Names are taken as written,
/// so that a twin with another mistake in it is told too.
fn drop_twins(nodes: &[Node], items: &mut Vec<(usize, Item)>, name: &str, faults: &mut Vec<Fault>) {
    let named = |node: &Node| match &node.data {
        Data::Table(entries) => {
            entries.iter().find(|e| e.key == name).and_then(|e| Some((e.spot, e.node.text()?.to_owned())))
        }
        _ => None,
    };
    let names: Vec<Option<(Spot, String)>> = nodes.iter().take(MOST).map(named).collect();
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    names.iter().flatten().for_each(|(_, text)| *count.entry(text).or_default() += 1);
    let twin = |nth: usize| match names.get(nth) {
        Some(Some((spot, text))) if count.get(text.as_str()).is_some_and(|n| *n > 1) => Some((*spot, text)),
        _ => None,
    };
    for (nth, (spot, text)) in (0..names.len()).filter_map(|nth| Some((nth, twin(nth)?))) {
        let what = format!("two entries have the {name} {}", quoted(text));
        faults.push(Fault { spot, below: format!("[{nth}].{name}"), what, remedy: "rename one of them".to_owned() });
    }
    items.retain(|(nth, _)| twin(*nth).is_none());
}
