//! Tests of logbook.
