//! The cockpit's state, keys and drawing: pure but for ratatui's types.
//! Not here: terminal, tasks, clock (app). `update` turns keys into requests, `view` draws from state alone.

mod actions;
mod background;
mod card;
mod chord;
mod deliver;
mod field;
mod key;
mod layout;
mod link;
mod look;
mod msg;
mod needs;
pub mod paint;
mod prose;
mod question;
mod reading;
mod review;
mod scroll;
mod since;
mod stack;
mod state;
mod talk;
mod theme;
mod thread;
mod tree;
mod triage;
mod update;
mod view;
mod walk;

pub use actions::{ACTIONS, Action, ActionRow};
pub use background::{Background, QUERY, ground};
pub use chord::{Chord, Step, parse_keys};
pub use key::{Code, Key};
pub use look::{Columns, Long, Look, Numbers};
pub use msg::{Hits, Msg, News, Painted, Request};
pub use needs::needs;
pub use question::Question;
pub use state::{CardId, Mode, Ui, View};
pub use theme::{Choice, Depth, Pen, Rgb, Scheme, SchemeError, SchemeMistake, Theme, Tint, Wardrobe, indexed_rgb};
pub use tree::{Tree, Wish as TreeWish, build as build_tree};
pub use triage::Filter;
pub use update::update;
pub use view::view;
