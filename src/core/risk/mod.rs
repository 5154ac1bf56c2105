//! stub
use crate::core::model::*;
/// stub
pub fn change_map(_: &Diff, _: &RunId) -> ChangeMap {
    ChangeMap::default()
}
