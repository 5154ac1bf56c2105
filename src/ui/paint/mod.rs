//! Colour of the diff: bytes and a language in, spans out. Pure; no theme is known here, only [`Tone`]s, so that
//! another theme needs no new work. Not here: which colour a tone has (`theme`), when and on which thread work is done
//! (`app::runner`, the only caller of [`Painter`]), what is drawn (`view`, which only looks spans up).
//!
//! The unit of work is a [`Tile`]: some lines of a hunk, so that one screen of a hunk of 100,000 lines costs one
//! screen. A hunk is two streams, the old side and the new one; where both are in the same state a line that is on
//! both sides is parsed once.
//!
//! Everything here is bounded: bytes of a line that are looked at, lines read before a tile, time, memory of grammars
//! and of tiles. What is over a bound stays plain.

mod course;
mod emphasis;
mod grammar;
mod guess;
mod hunk;
mod language;
mod moved;
mod painter;
mod pairs;
mod pieces;
mod scopes;
mod shelf;
mod stream;
mod tile;
mod tone;
mod watch;
mod whole;
mod words;

pub use language::Language;
pub use moved::Moved;
pub use painter::{Painter, Stale, Whence};
pub use shelf::{Job, Marks, Paint, Syntax};
pub use tile::{Quality, Span, TILE, Tile, TileKey, Want};
pub use tone::Tone;
pub use watch::Watch;
