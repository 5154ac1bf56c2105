//! Text from outside made fit for a screen: sanitised cells, widths, wrapping, warnings, masked secrets.
//! Not here: colours and markdown (ui), decoding of diffs (core::diff). Called by ui for everything it draws,
//! and by checks and reports for titles and masked values. Pure and total: any bytes, no panic.
//!
//! Everything that was written by others goes through [`visible`], [`one_line`], [`path_line`] or [`wrap`] before
//! it reaches a terminal cell: no control, bidi or invisible character comes out of them.

mod atoms;
mod classify;
mod escaped;
mod lines;
mod mask;
mod near;
mod pattern;
mod relaxed;
mod rows;
mod warn;
mod window;

pub use classify::Class;
pub use escaped::json_escaped;
pub use lines::{cut_front, one_line, path_line, width, wrap};
pub use mask::mask_secret;
pub use near::nearest;
pub use pattern::{Pattern, PatternFault, check_pattern};
pub use rows::{RowAt, Wrap, blocks, column_at, offset_of, row, row_at, rows_of};
pub use warn::{Warnings, warnings};
pub use window::{Options, Piece, Shown, visible};
