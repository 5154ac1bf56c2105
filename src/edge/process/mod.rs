//! What programs that we start need beside themselves. Not the programs (`git`, `editor`).

mod scratch;

pub use scratch::Scratch;
