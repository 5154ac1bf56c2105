//! The database of a logbook that is being opened: in step with the JSONL, or moved aside, or left alone; a note says
//! which. Called by `open`.

use std::{io, path::Path};

use super::{
    files,
    jsonl::Reading,
    open::{Claim, Search},
    schema,
    store::{Agreement, Store, Trouble},
};

impl Search {
    /// The database in step with the JSONL, or none with a note why. Lines that only the database has are written again.
    pub(super) fn database(&mut self, claim: &mut Claim) -> io::Result<Option<Store>> {
        let Some(store) = self.attach(&claim.sqlite.clone()) else { return Ok(None) };
        let agreement = store.compare(&claim.reading.lines);
        if let Ok(Agreement::Ahead(lines)) = &agreement {
            self.restore(claim, lines)?;
            return Ok(self.caught_up(store, &claim.reading));
        }
        Ok(self.in_step(store, agreement, &claim.reading))
    }

    /// The database of a file that it claims to have whole, or none with a note why.
    pub(super) fn beside(&mut self, path: &Path, reading: &mut Reading) -> Option<Store> {
        let store = self.attach(path)?;
        let agreement = store.compare(&reading.lines);
        // Nearly always it is true, and nothing is to be applied.
        if !matches!(agreement, Ok(Agreement::Agrees)) || store.applied() != reading.end {
            *reading = reading.again();
        }
        self.in_step(store, agreement, reading)
    }

    fn in_step(&mut self, store: Store, agreement: Result<Agreement, Trouble>, reading: &Reading) -> Option<Store> {
        let path = store.path().to_owned();
        let store = match agreement {
            Ok(Agreement::Agrees) => store,
            Ok(Agreement::Ahead(_) | Agreement::Differs) => {
                drop(store);
                self.replace(&path, "it does not belong to the .jsonl beside it")?
            }
            Err(trouble) => return self.without(&path, &trouble),
        };
        self.caught_up(store, reading)
    }

    pub(super) fn caught_up(&mut self, mut store: Store, reading: &Reading) -> Option<Store> {
        match store.catch_up(&reading.lines, reading.end) {
            Ok(()) => {
                store.be_brisk();
                Some(store)
            }
            Err(trouble @ Trouble::Locked) => {
                store.be_impatient();
                self.without(store.path(), &trouble);
                Some(store)
            }
            Err(trouble) => self.without(store.path(), &trouble),
        }
    }

    /// Lines that the database still has and the JSONL lost.
    fn restore(&mut self, claim: &mut Claim, lines: &[u8]) -> io::Result<()> {
        for line in lines.split_inclusive(|b| *b == b'\n') {
            claim.jsonl.append(line)?;
        }
        claim.jsonl.sync()?;
        claim.reading = claim.jsonl.reading()?;
        let (jsonl, sqlite) = (claim.jsonl.path().display(), claim.sqlite.display());
        self.notes.push(format!("{jsonl} had lost lines; they are written again from {sqlite}"));
        Ok(())
    }

    fn attach(&mut self, path: &Path) -> Option<Store> {
        match Store::open(path, &self.cuts, &mut self.notes) {
            Ok(store) => Some(store),
            Err(Trouble::Inconsistent(why)) => self.replace(path, &why),
            Err(Trouble::Newer(version)) => self.beside_newer(path, version),
            Err(trouble) => self.without(path, &trouble),
        }
    }

    /// Moves a database aside; the new one is built from the JSONL.
    fn replace(&mut self, path: &Path, why: &str) -> Option<Store> {
        let name = path.display();
        match files::move_aside(path, "corrupt", &self.cuts) {
            Ok(aside) => {
                let aside = aside.display();
                self.notes
                    .push(format!("{name} cannot be used ({why}): moved to {aside} and built again from the .jsonl"));
            }
            Err(e) => {
                return self.without(path, &Trouble::Unusable(format!("{why}, and it cannot be moved aside: {e}")));
            }
        }
        match Store::open(path, &self.cuts, &mut self.notes) {
            Ok(store) => Some(store),
            Err(trouble) => self.without(path, &trouble),
        }
    }

    /// A newer database stays as it is; ours lies beside it.
    fn beside_newer(&mut self, path: &Path, version: i64) -> Option<Store> {
        let ours = files::beside(&path.with_extension(""), &format!("~v{}.sqlite", schema::VERSION));
        self.notes.push(format!(
            "{} is from a newer prr (version {version}, this one knows {}): it is left alone, and this session uses {}; \
             decisions go to the .jsonl all the same",
            path.display(),
            schema::VERSION,
            ours.display()
        ));
        match Store::open(&ours, &self.cuts, &mut self.notes) {
            Ok(store) => Some(store),
            Err(Trouble::Inconsistent(why)) => self.replace(&ours, &why),
            Err(trouble) => self.without(&ours, &trouble),
        }
    }

    /// On with the JSONL alone.
    fn without(&mut self, path: &Path, trouble: &Trouble) -> Option<Store> {
        let why = trouble.words();
        self.notes.push(format!(
            "{} cannot be used now ({why}): everything goes to the .jsonl, and the database is caught up later",
            path.display()
        ));
        None
    }
}
