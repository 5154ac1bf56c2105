//! Tests of core::text, core::checks, core::change and core::risk through their public surface.

mod build;
mod conflicts;
mod lost_tests;
mod secret;
mod text;
