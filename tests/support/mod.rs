//! Tests of support.

pub mod repo;
