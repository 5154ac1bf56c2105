//! Grammars at hand: each language in a set of its own, so that it can be dropped alone. Loading one is quick; what
//! costs time and memory are its expressions, which are compiled as lines first need them.
//! Called by `painter`.

use std::sync::OnceLock;

use syntect::parsing::SyntaxSet;

use super::{Language, language::Languages};

/// All grammars, none of them used: copies of it share nothing that grows.
fn pristine() -> &'static SyntaxSet {
    static SET: OnceLock<SyntaxSet> = OnceLock::new();
    SET.get_or_init(two_face::syntax::extra_newlines)
}

/// Which file is in which language, by the grammars that are built in.
pub(super) fn languages() -> &'static Languages {
    static ALL: OnceLock<Languages> = OnceLock::new();
    ALL.get_or_init(|| Languages::of(pristine()))
}

/// Grammars that are not built in.
#[derive(Debug)]
struct Own {
    set: SyntaxSet,
    languages: Languages,
}

/// The grammars that are loaded.
#[derive(Debug)]
pub(super) struct Grammars {
    /// Those that stand for the built-in ones.
    own: Option<Own>,
    loaded: Vec<Loaded>,
    budget: usize,
    tick: u64,
}

/// A grammar that is loaded.
#[derive(Debug)]
pub(super) struct Loaded {
    language: Language,
    pub set: SyntaxSet,
    /// Lines it has read.
    pub read: u64,
    weight: usize,
    used: u64,
}

impl Grammars {
    /// At most so many bytes, by our estimates; the one in use always stays.
    pub fn new(budget: usize) -> Self {
        Self { own: None, loaded: Vec::new(), budget, tick: 0 }
    }

    /// The grammars of a set instead of those that are built in.
    pub fn of_set(set: SyntaxSet, budget: usize) -> Self {
        let languages = Languages::of(&set);
        Self { own: Some(Own { set, languages }), ..Self::new(budget) }
    }

    /// Which file is in which language.
    pub fn languages(&self) -> &Languages {
        match &self.own {
            Some(own) => &own.languages,
            None => languages(),
        }
    }

    fn set(&self) -> &SyntaxSet {
        match &self.own {
            Some(own) => &own.set,
            None => pristine(),
        }
    }

    /// The grammar's name.
    pub fn name_of(&self, language: Language) -> &str {
        self.set().syntaxes().get(usize::from(language.0)).map_or("", |syntax| syntax.name.as_str())
    }

    /// A grammar, loaded when it is not; those not used for longest go when it would be too much.
    pub fn get(&mut self, language: Language) -> Option<&mut Loaded> {
        self.tick += 1;
        if !self.has(language) {
            let weight = weight_of(self.name_of(language));
            self.make_room(weight);
            let set = self.set().clone();
            self.loaded.push(Loaded { language, set, read: 0, weight, used: 0 });
        }
        let tick = self.tick;
        let loaded = self.loaded.iter_mut().find(|loaded| loaded.language == language)?;
        loaded.used = tick;
        Some(loaded)
    }

    /// Whether it is loaded.
    pub fn has(&self, language: Language) -> bool {
        self.loaded.iter().any(|loaded| loaded.language == language)
    }

    /// Whether it could be loaded without dropping another.
    pub fn has_room(&self, language: Language) -> bool {
        self.weight() + weight_of(self.name_of(language)) <= self.budget
    }

    fn weight(&self) -> usize {
        self.loaded.iter().map(|loaded| loaded.weight).sum()
    }

    fn make_room(&mut self, weight: usize) {
        while self.weight() + weight > self.budget {
            let oldest = self.loaded.iter().enumerate().min_by_key(|(_, loaded)| loaded.used).map(|(at, _)| at);
            let Some(at) = oldest else { return };
            self.loaded.swap_remove(at);
        }
    }
}

/// Megabytes that grammars take after some thousand lines, measured with `PRR_BENCH_CODE` of `benches/paint.rs` less the
/// 5 MB of the whole set; those that embed others count with what they usually embed.
const HEAVY: &[(&str, usize)] = &[
    ("TypeScript", 64),
    ("TypeScriptReact", 64),
    ("Vue Component", 64),
    ("Svelte", 64),
    ("JavaScript", 30),
    ("Markdown", 24),
    ("C++", 17),
];

/// Megabytes of the others.
const USUAL: usize = 14;

fn weight_of(name: &str) -> usize {
    HEAVY.iter().find(|(heavy, _)| *heavy == name).map_or(USUAL, |(_, megabytes)| *megabytes) << 20
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heavy_grammar_is_one() {
        for (name, _) in HEAVY {
            assert!(pristine().find_syntax_by_name(name).is_some(), "{name}");
        }
    }

    #[test]
    fn the_grammar_used_longest_ago_goes_first() {
        let of = |name: &str| languages().detect(name.as_bytes(), None).unwrap();
        let (rust, python, toml) = (of("x.rs"), of("x.py"), of("x.toml"));
        let mut grammars = Grammars::new(2 * weight_of("Rust"));
        grammars.get(rust);
        grammars.get(python);
        grammars.get(rust);
        assert!(!grammars.has_room(toml));
        grammars.get(toml);
        assert!(grammars.has(rust) && grammars.has(toml) && !grammars.has(python));
    }

    #[test]
    fn one_grammar_is_loaded_whatever_the_budget() {
        let rust = languages().detect(b"x.rs", None).unwrap();
        assert!(Grammars::new(0).get(rust).is_some());
    }
}
