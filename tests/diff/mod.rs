//! Tests of diff.
