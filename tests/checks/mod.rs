//! Tests of core::text, core::checks, core::change and core::risk through their public surface.

mod any_input;
mod api_removal;
mod build;
mod code;
mod commits;
mod conflicts;
mod counted;
mod left_behind;
mod lost_cases;
mod lost_tests;
mod quality;
mod quality_lists;
mod risk;
mod scoped;
mod score;
mod secret;
mod stale_docs;
mod syntax;
mod text;
mod text_any;
mod traps;
