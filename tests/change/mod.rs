//! The change map: units of both sides, archetypes with a fixture and a near miss each, bounds.

mod any;
mod archetypes;
mod boundaries;
mod bounds;
mod build;
mod cases;
mod golden;
mod graph;
mod hotspots;
mod units;
