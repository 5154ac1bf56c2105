//! The logbook (being built).

mod wire;
