//! The names of files by their keys (blob id and ending), kept in the user's cache folder: one file a repository, written anew as a whole.
//! What is damaged or of another version counts as nothing. Not here: what a name is (core::change::index).

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use sha2::{Digest, Sha256};

use crate::core::change::index::{Entry, Names};

/// The first bytes of the file; the number is the version of the names in it.
const MAGIC: &[u8] = b"prr names 3\n";
/// Larger caches are not read, nor written.
const MOST: usize = 256 << 20;

/// The kept names of a repository.
#[derive(Debug, Default)]
pub struct NameCache {
    path: Option<PathBuf>,
    known: HashMap<String, Arc<Names>>,
}

impl NameCache {
    /// Opens what is kept for a repository; without a folder nothing is kept.
    pub fn open(folder: Option<&Path>, repository: &Path) -> Self {
        let sum = Sha256::digest(repository.as_os_str().as_encoded_bytes());
        let name: String = sum.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let path = folder.map(|folder| folder.join(format!("{name}.names")));
        let bytes = path.as_deref().and_then(|path| {
            let small = fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() <= MOST as u64);
            small.then(|| fs::read(path).ok()).flatten()
        });
        let known = bytes.as_deref().and_then(decode).unwrap_or_default();
        Self { path, known }
    }

    /// Whether the names of a blob are known.
    pub fn has(&self, id: &str) -> bool {
        self.known.contains_key(id)
    }

    /// The names of a blob, shared: nothing is kept twice.
    pub fn get(&self, id: &str) -> Option<Arc<Names>> {
        self.known.get(id).cloned()
    }

    /// Adds the names of a blob.
    pub fn add(&mut self, id: String, names: Names) {
        self.known.insert(id, Arc::new(names));
    }

    /// Writes the names of these blobs. A cache that cannot be written is one that is made again.
    pub fn keep<'i>(&self, ids: impl Iterator<Item = &'i str>) {
        let Some(path) = &self.path else { return };
        let mut kept: Vec<&str> = ids.filter(|id| self.known.contains_key(*id)).collect();
        kept.sort_unstable();
        kept.dedup();
        let mut bytes = MAGIC.to_vec();
        for id in kept {
            if let Some(names) = self.known.get(id) {
                encode(&mut bytes, id, names);
            }
            if bytes.len() > MOST {
                return;
            }
        }
        if let Err(error) = write(path, &bytes) {
            tracing::debug!(%error, "the names of symbols are not kept");
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().ok_or_else(|| io::Error::other("no folder"))?;
    fs::create_dir_all(folder)?;
    // Two programs may write at once: each its own file, and the last name wins.
    let own = path.with_extension(format!("{}.new", std::process::id()));
    fs::write(&own, bytes)?;
    fs::rename(&own, path)
}

/// Id as text with its length, numbers of entries and of imports, entries, imports.
fn encode(bytes: &mut Vec<u8>, id: &str, names: &Names) {
    bytes.push(u8::try_from(id.len()).unwrap_or(0));
    bytes.extend_from_slice(id.as_bytes());
    for count in [names.entries.len(), names.imports.len()] {
        bytes.extend_from_slice(&u32::try_from(count).unwrap_or(0).to_le_bytes());
    }
    let entries = names.entries.iter().flat_map(|entry| entry.to_numbers());
    for number in entries.chain(names.imports.iter().copied()) {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
}

/// `None` for what was not written by [`encode`] to its end.
fn decode(bytes: &[u8]) -> Option<HashMap<String, Arc<Names>>> {
    let mut rest = bytes.strip_prefix(MAGIC)?;
    let mut known = HashMap::new();
    while let Some((length, tail)) = rest.split_first() {
        let (id, tail) = tail.split_at_checked(usize::from(*length))?;
        let (entries, tail) = tail.split_first_chunk::<4>()?;
        let (imports, tail) = tail.split_first_chunk::<4>()?;
        let count = |bytes: [u8; 4], width: usize| usize::try_from(u32::from_le_bytes(bytes)).ok()?.checked_mul(width);
        let (entries, tail) = tail.split_at_checked(count(*entries, 8)?)?;
        let (imports, tail) = tail.split_at_checked(count(*imports, 4)?)?;
        let number = |bytes: &[u8]| bytes.first_chunk::<4>().map_or(0, |chunk| u32::from_le_bytes(*chunk));
        let entry = |pair: &[u8]| Entry::from_numbers([number(pair), number(pair.get(4..).unwrap_or(&[]))]);
        let names = Names {
            entries: entries.chunks_exact(8).map(entry).collect(),
            imports: imports.chunks_exact(4).map(number).collect(),
        };
        known.insert(std::str::from_utf8(id).ok()?.to_owned(), Arc::new(names));
        rest = tail;
    }
    Some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_as_they_were_kept_and_damage_counts_as_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let (folder, repo) = (dir.path().join("symbols"), Path::new("/r/.git"));
        let mut cache = NameCache::open(Some(&folder), repo);
        let names = |entries: Vec<Entry>, imports: Vec<u32>| Names { entries, imports };
        cache.add("aa".into(), names(vec![Entry::new(7, 3, true), Entry::new(9, 1, false)], vec![4, 5, 6]));
        cache.add("bb".into(), Names::default());
        cache.add("cc".into(), names(vec![Entry::new(1, 1, false)], vec![]));
        cache.keep(["bb", "aa"].into_iter());
        let again = NameCache::open(Some(&folder), repo);
        assert_eq!(again.get("aa"), cache.get("aa"));
        assert!(again.has("bb") && !again.has("cc"));
        let file = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..bytes.len() - 3]).unwrap();
        assert!(!NameCache::open(Some(&folder), repo).has("aa"));
        fs::write(&file, b"something else").unwrap();
        assert!(!NameCache::open(Some(&folder), repo).has("aa"));
        assert!(!NameCache::open(None, repo).has("aa"));
    }
}
