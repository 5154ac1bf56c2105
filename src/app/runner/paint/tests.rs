//! A grammar that never ends on some line: made here, since no grammar is known to ship that does and is not avoided.

use std::collections::HashMap;

use syntect::parsing::{
    Scope, SyntaxSet, SyntaxSetBuilder,
    syntax_definition::{Context, MatchOperation, MatchPattern, Pattern, SyntaxDefinition},
};
use tokio::sync::mpsc::{Receiver, channel};

use super::*;
use crate::{
    core::{diff, model::HunkIx},
    ui::paint::Want,
};

/// Two contexts that lead to each other at a `!`, and match nothing.
fn endless() -> SyntaxSet {
    let rule = |regex: &str, scope: &str, operation| {
        let scope = (!scope.is_empty()).then(|| Scope::new(scope).unwrap());
        Pattern::Match(MatchPattern::new(false, regex.to_owned(), scope.into_iter().collect(), None, operation, None))
    };
    // The only way to such a reference from outside of its crate.
    let by_name = |name: &str| serde_json::from_str(&format!("{{\"Named\":\"{name}\"}}")).unwrap();
    let to = |context: &str| MatchOperation::Set(vec![by_name(context)]);
    let context = |patterns: Vec<Pattern>| Context { patterns, ..Context::new(false) };
    let main = || context(vec![rule("word", "keyword.word", MatchOperation::None), rule("(?=!)", "", to("other"))]);
    let other = context(vec![rule("(?=!)", "", to("main"))]);
    let contexts = [("__start", main()), ("__main", main()), ("main", main()), ("other", other)];
    let mut builder = SyntaxSetBuilder::new();
    builder.add(SyntaxDefinition {
        name: "Endless".to_owned(),
        file_extensions: vec!["end".to_owned()],
        scope: Scope::new("source.endless").unwrap(),
        first_line_match: None,
        hidden: false,
        variables: HashMap::new(),
        contexts: contexts.map(|(name, context)| (name.to_owned(), context)).into(),
    });
    builder.build()
}

/// Files of one word each; those that are named hold what never ends.
fn change(endless: &[usize]) -> Arc<Diff> {
    let file = |n: usize| {
        let text = if endless.contains(&n) { "word !" } else { "word" };
        format!("--- a/f{n}.end\n+++ b/f{n}.end\n@@ -0,0 +1 @@\n+{text}\n")
    };
    Arc::new(diff::parse((0..8).map(file).collect::<String>().into_bytes()))
}

fn job(hunks: &[u32]) -> Job {
    let want = |hunk: &u32| Want { key: TileKey { hunk: HunkIx(*hunk), tile: 0 }, have: None, lines: 1 };
    Job { wants: hunks.iter().map(want).collect(), moved: false, syntax: true, revision: 1 }
}

fn easel() -> (Easel, Receiver<Event>) {
    let (events, out) = channel(1000);
    let painter = || Painter::with_grammars(endless(), GRAMMARS);
    let (shared, options, stop) = (Arc::default(), Options::default(), Arc::default());
    // Lines of this grammar take far less work, however busy the machine is: work is measured, not time.
    let patience = Duration::from_millis(100);
    (Easel::with(Kit { shared, events, options, stop, painter, patience }), out)
}

/// The hunks that get a tile until all of these have one: with colours, and without; and what is told meanwhile.
fn painted(out: &mut Receiver<Event>, mut until: Vec<u32>) -> (Vec<u32>, Vec<u32>, Vec<String>) {
    let (mut coloured, mut plain, mut told) = (Vec::new(), Vec::new(), Vec::new());
    while !until.is_empty() {
        match out.blocking_recv().unwrap() {
            Event::Ui(ui::Msg::Painted(_, Painted::Tile(tile))) => {
                let hunk = tile.key.hunk.0;
                until.retain(|wanted| *wanted != hunk);
                let has_colour = !tile.spans(0).is_empty();
                if has_colour { coloured.push(hunk) } else { plain.push(hunk) }
            }
            Event::Ui(ui::Msg::Told(Err(words))) => told.push(words),
            _ => {}
        }
    }
    (coloured, plain, told)
}

#[test]
fn a_grammar_that_never_ends_costs_one_file_its_colours_and_the_others_keep_theirs() {
    let (easel, mut out) = easel();
    easel.order(change(&[1]), job(&[0, 1, 2]));
    let (coloured, plain, told) = painted(&mut out, vec![0, 1, 2]);
    assert!(coloured.contains(&0) && coloured.contains(&2), "{coloured:?}");
    assert_eq!(plain, [1]);
    assert_eq!(told, ["f1.end stays without colours: its grammar does not come to an end"]);
    // The file stays plain in the next job too, and nobody gets stuck again.
    easel.order(change(&[1]), Job { revision: 2, ..job(&[1, 3]) });
    let (coloured, plain, told) = painted(&mut out, vec![1, 3]);
    assert_eq!((coloured, plain, told), (vec![3], vec![1], Vec::new()));
    assert_eq!(easel.shared.painter.load(Ordering::Relaxed), 2);
}

#[test]
fn after_a_few_such_files_no_grammar_is_used_any_more() {
    let (easel, mut out) = easel();
    let all: Vec<u32> = (0..6).collect();
    easel.order(change(&[0, 1, 2, 3, 4, 5]), job(&all));
    let (coloured, mut plain, told) = painted(&mut out, all);
    plain.sort_unstable();
    plain.dedup();
    assert_eq!((coloured, plain), (Vec::new(), vec![0, 1, 2, 3, 4, 5]));
    assert_eq!(told.len(), guard::MOST);
    assert_eq!(told.last().map(String::as_str), Some("no more syntax colours: grammars do not come to an end"));
    assert_eq!(easel.shared.painter.load(Ordering::Relaxed), 1 + guard::MOST as u64);
}
