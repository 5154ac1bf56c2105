//! What a person decided: applying, undoing, and the effective review. Pure.

mod past;

pub use past::Past;
