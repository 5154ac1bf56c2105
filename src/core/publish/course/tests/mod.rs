//! Courses through a made-up world: each gate closed and nearly closed, each outcome, and any faults in any order.

mod any_fault;
mod gates;
mod outcomes;
mod world;
