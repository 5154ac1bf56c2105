//! The weakest layer: what each key is when nobody sets it. Called by `read`.

use super::{
    dialect::Dialect,
    keys::KEYS,
    layer::{Layer, Origin},
    mistake::Complaints,
    toml_tree,
    value::Values,
    walk::walk,
};

/// The default file that `prr config init` writes: every key with its default and a line on it, commented out, so that
/// what is set is what the person chose.
pub const DEFAULT_FILE: &str = include_str!("../../../assets/config.toml");

/// Defaults of all keys that have one.
pub(super) fn defaults() -> Values {
    let mut text = String::new();
    for key in KEYS.iter().filter(|key| !key.default.is_empty()) {
        text.push_str(&format!("{} = {}\n", key.path, key.default));
    }
    let mut complaints = Complaints::new(Layer::Default, "");
    let (root, _) = toml_tree::parse(&text, &mut complaints);
    let mut values = Values::default();
    for (key, sourced) in walk(&root, Dialect::Ours, &mut complaints).iter() {
        values.put(key.to_owned(), sourced.value.clone(), Origin::default_layer());
    }
    values
}
