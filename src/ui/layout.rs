//! Where things stand on the screen. From the size and the mode alone.

use ratatui::layout::Rect;

use super::{
    state::{Mode, Ui},
    tree::Entry,
};

/// Smallest window that is drawn in full.
pub const SMALLEST: (u16, u16) = (60, 16);

/// Width from which the tree stands beside the diff.
const TREE_FROM: u16 = 110;

/// Width from which the queue has more than its three fifths.
const WIDE_QUEUE_FROM: u16 = 170;

/// The parts of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Areas {
    /// One line on top, two in a tall window.
    pub header: Rect,
    /// The file tree, when shown.
    pub tree: Option<Rect>,
    /// The diff.
    pub body: Rect,
    /// An editor below the diff, when open.
    pub panel: Option<Rect>,
    /// One line at the bottom.
    pub footer: Rect,
}

/// Height from which the header has two lines. By the size alone: nothing that comes later may move what is read.
const TALL: u16 = 30;

/// Lines of the header.
fn header_rows(height: u16) -> u16 {
    if height >= TALL { 2 } else { 1 }
}

/// Divides the screen.
pub fn areas(ui: &Ui) -> Areas {
    let (width, height) = ui.size;
    let header = Rect::new(0, 0, width, height.min(header_rows(height)));
    let footer = Rect::new(0, height.saturating_sub(1), width, height.saturating_sub(1).min(1));
    let middle = Rect::new(0, header.height, width, height.saturating_sub(header.height + 1));
    let panel_height = match &ui.mode {
        Mode::Edit(editor) => {
            let most = usize::from(middle.height / 2).max(14);
            let wanted = editor.field.rows(width.saturating_sub(2), most).max(4) as u16 + 2;
            wanted.min(middle.height.saturating_sub(4))
        }
        _ => 0,
    };
    let rest = Rect { height: middle.height - panel_height, ..middle };
    let panel = (panel_height > 0).then(|| Rect::new(0, rest.bottom(), width, panel_height));
    let tree_width = match width {
        _ if width >= TREE_FROM => (width / 5).clamp(28, 44),
        _ if ui.tree.focus => (width / 2).clamp(24, 44).min(width),
        _ => 0,
    };
    let tree = (tree_width > 0).then_some(Rect { width: tree_width, ..rest });
    let body = Rect { x: tree_width, width: width - tree_width, ..rest };
    Areas { header, tree, body, panel, footer }
}

/// Rows of the tree that list files: the first one tells a filter or an order, when there is one.
pub fn tree_rows(ui: &Ui) -> usize {
    let height = areas(ui).tree.map_or(0, |area| area.height);
    usize::from(height.saturating_sub(u16::from(has_heading(ui)))).max(1)
}

/// The first file or folder that the tree shows: its cursor is in sight, unless the wheel moved it.
pub fn tree_top(ui: &Ui) -> usize {
    let cursor = if ui.tree.focus { ui.tree.cursor } else { Entry::File(ui.diff.cursor.slot.file) };
    match ui.tree.row_of(cursor).filter(|_| !ui.noted.mouse.tree_moved) {
        Some(here) => ui.tree.top.clamp((here + 1).saturating_sub(tree_rows(ui)), here),
        None => ui.tree.top,
    }
}

/// Whether the first row of the tree tells a filter or an order.
pub fn has_heading(ui: &Ui) -> bool {
    !ui.tree.filter.is_empty() || ui.tree.order == super::tree::Order::Risk
}

/// The queue of the Triage view: left of the finding when there is width, else above it.
pub fn queue(ui: &Ui) -> Rect {
    let whole = self::whole(ui);
    match ui.size.0 {
        // With columns of its own for lens and who says it, and titles that can still be read.
        WIDE_QUEUE_FROM.. => Rect { width: whole.width * 13 / 20, ..whole },
        TREE_FROM.. => Rect { width: whole.width * 3 / 5, ..whole },
        _ => Rect { height: (whole.height * 2 / 5).max(3).min(whole.height), ..whole },
    }
}

/// The finding beside or below the queue.
pub fn detail(ui: &Ui) -> Rect {
    let (whole, queue) = (whole(ui), queue(ui));
    match ui.size.0 >= TREE_FROM {
        true => Rect { x: queue.right() + 1, width: whole.width.saturating_sub(queue.width + 1), ..whole },
        false => Rect { y: queue.bottom(), height: whole.height - queue.height, ..whole },
    }
}

/// The body without header, panel and footer.
pub fn whole(ui: &Ui) -> Rect {
    let areas = areas(ui);
    Rect { x: 0, width: ui.size.0, ..areas.body }
}

/// The rows of a list below its heading, with the detail of the chosen one below it: as many as there are, at most half.
pub fn list(ui: &Ui, count: usize) -> Rect {
    let whole = whole(ui);
    let most = (whole.height.saturating_sub(2).max(1) / 2).max(1);
    let height = u16::try_from(count).unwrap_or(u16::MAX).min(most).min(whole.height.saturating_sub(1));
    Rect { y: whole.y + 1, height, ..whole }
}

/// What stands below such a list.
pub fn below(ui: &Ui, list: Rect) -> Rect {
    let whole = whole(ui);
    Rect { y: list.bottom(), height: whole.bottom().saturating_sub(list.bottom()), ..whole }
}

/// The first of so many entries that a list of so many rows shows: the chosen one is in sight, unless the wheel moved it.
pub fn list_top(ui: &Ui, (cursor, count): (usize, usize), height: u16) -> usize {
    let height = usize::from(height).max(1);
    let by_wheel = ui.noted.mouse.list_top.map(|top| top.min(count.saturating_sub(height)));
    by_wheel.unwrap_or_else(|| (cursor + 1).saturating_sub(height))
}

/// The rows of the inbox, below its heading.
pub fn inbox_rows(ui: &Ui) -> Rect {
    let whole = whole(ui);
    Rect { y: whole.y + 1, height: whole.height.saturating_sub(1), ..whole }
}

/// The first of so many pull requests that the inbox shows.
pub fn inbox_top(ui: &Ui, count: usize) -> usize {
    list_top(ui, (ui.noted.talk.inbox, count), inbox_rows(ui).height)
}

/// Whether the window is too small for the cockpit.
pub fn is_too_small(ui: &Ui) -> bool {
    ui.size.0 < SMALLEST.0 || ui.size.1 < SMALLEST.1
}
