//! Tests of the settings: layers, origins, trust, mistakes, the commands, and findings read from files.

mod any_input;
mod base_side;
mod command;
mod corpus;
mod default_file;
mod findings;
mod layers;
mod mistakes;
mod trust;

use prr::edge::config::{Given, Layer, Mistake, Reading, read};

/// A file of a layer with this text.
fn given(layer: Layer, text: impl AsRef<[u8]>) -> Given {
    let name = match layer {
        Layer::User => "config.toml",
        Layer::Repository => ".prr.toml",
        Layer::Soliton => ".claude/soliton.local.md",
        _ => ".opencode/review-config.yaml",
    };
    Given { layer, name: name.to_owned(), content: Ok(text.as_ref().to_vec()) }
}

/// One file alone.
fn alone(layer: Layer, text: impl AsRef<[u8]>) -> Reading {
    read(&[given(layer, text)], &[])
}

/// Mistakes as `line key: what`.
fn told(mistakes: &[Mistake]) -> Vec<String> {
    let line = |m: &Mistake| m.origin.spot.map_or(0, |spot| spot.line);
    mistakes.iter().map(|m| format!("{} {}: {}; {}", line(m), m.key, m.what, m.remedy)).collect()
}
