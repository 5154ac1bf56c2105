//! Synthesis through its public surface: R3's rows, the reasons to hold back, the person's part, the texts.

mod actions;
mod any_input;
mod corpus;
mod decisions;
mod dedup_quality;
mod duplicates;
mod filters;
mod floods;
mod labelled;
mod learned;
mod opinions;
mod reasons;
mod scene;
mod texts;
