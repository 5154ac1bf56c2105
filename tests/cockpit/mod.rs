//! Tests of cockpit.
