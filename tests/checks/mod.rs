//! Tests of checks.
