//! Answers of servers kept on disk: for `If-None-Match`, and for work without a network. For the eyes of their owner
//! only. Damaged entries are misses; a disk that is full or read-only only makes things slower. Not when an entry may
//! be used (`edge::github`). Called by `edge::github`.

use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::{Read, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, SystemTime},
};

use super::entry::{decode, digest, encode};

/// Largest entry that is written or read, in bytes.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Tells the files of one process apart while they are written.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// A kept answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Verbatim, for `If-None-Match`.
    pub etag: Option<String>,
    /// The `Link` header, verbatim.
    pub link: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

/// What an answer belongs to. Answers of one person are never shown to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// By address, `Accept`, host, and whose answer it is.
    pub fn new(address: &str, accept: &str, host: &str, who: &str) -> Self {
        let parts = [address, accept, host, who];
        let text: Vec<String> = parts.iter().map(|part| format!("{}:{part}", part.len())).collect();
        Self(digest(text.join("\n").as_bytes()))
    }
}

/// A folder of answers.
#[derive(Debug, Clone)]
pub struct Cache {
    dir: PathBuf,
}

impl Cache {
    /// In that folder, which is made when the first answer is kept.
    pub fn new(dir: &Path) -> Self {
        Self { dir: dir.to_owned() }
    }

    /// The answer kept under a key.
    pub fn get(&self, key: &Key) -> Option<Kept> {
        let mut bytes = Vec::new();
        let file = fs::File::open(self.place(key)?).ok()?;
        file.take(LARGEST + 1).read_to_end(&mut bytes).ok()?;
        decode(&bytes)
    }

    /// Keeps an answer, whole or not at all. Failures are told to the trace only: the next question costs more, no
    /// more than that.
    pub fn put(&self, key: &Key, kept: &Kept) {
        let Some(bytes) = encode(kept).filter(|bytes| bytes.len() as u64 <= LARGEST) else { return };
        if let Err(error) = self.write(key, &bytes) {
            tracing::debug!(%error, "an answer was not kept");
        }
    }

    /// Forgets answers that nobody looked for since `age`, and then the oldest until `most` bytes are left.
    pub fn prune(&self, age: Duration, most: u64) {
        let mut all = self.entries();
        all.sort();
        let mut left: u64 = all.iter().map(|(_, size, _)| size).sum();
        let limit = SystemTime::now().checked_sub(age);
        for (time, size, path) in all {
            if limit.is_some_and(|limit| time < limit) || left > most {
                left = left.saturating_sub(size);
                let _ = fs::remove_file(path);
            }
        }
    }

    fn entries(&self) -> Vec<(SystemTime, u64, PathBuf)> {
        let folders = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let files = folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten());
        let told = files.filter_map(|file| {
            let about = file.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((about.modified().ok()?, about.len(), file.path()))
        });
        told.collect()
    }

    fn place(&self, key: &Key) -> Option<PathBuf> {
        let (folder, name) = key.0.split_at_checked(2)?;
        Some(self.dir.join(folder).join(name))
    }

    fn write(&self, key: &Key, bytes: &[u8]) -> std::io::Result<()> {
        let Some(place) = self.place(key) else { return Ok(()) };
        if let Some(folder) = place.parent() {
            DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let fresh = place.with_extension(format!("{}-{number}", std::process::id()));
        let written = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&fresh);
        let moved = written.and_then(|mut file| file.write_all(bytes)).and_then(|()| fs::rename(&fresh, &place));
        if moved.is_err() {
            let _ = fs::remove_file(&fresh);
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn kept(body: &str) -> Kept {
        Kept { etag: Some("\"1\"".into()), link: None, body: body.into() }
    }

    fn files(dir: &Path) -> Vec<PathBuf> {
        Cache::new(dir).entries().into_iter().map(|(_, _, path)| path).collect()
    }

    #[test]
    fn an_answer_is_found_under_its_own_key_only() {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache::new(&dir.path().join("answers"));
        let key = Key::new("https://h/a", "json", "h", "me");
        assert_eq!(cache.get(&key), None);
        cache.put(&key, &kept("1"));
        cache.put(&key, &kept("2"));
        assert_eq!(cache.get(&key), Some(kept("2")));
        for other in [
            Key::new("https://h/b", "json", "h", "me"),
            Key::new("https://h/a", "diff", "h", "me"),
            Key::new("https://h/a", "json", "g", "me"),
            Key::new("https://h/a", "json", "h", "you"),
            Key::new("https://h/a\njson", "", "h", "me"),
        ] {
            assert_eq!(cache.get(&other), None);
        }
    }

    #[test]
    fn answers_are_for_their_owner_only() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("answers");
        Cache::new(&place).put(&Key::new("a", "b", "c", "d"), &kept("secret"));
        let file = files(&place).pop().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&file), 0o600);
        assert_eq!(mode(&place), 0o700);
        assert_eq!(mode(file.parent().unwrap()), 0o700);
    }

    #[test]
    fn a_damaged_answer_is_a_miss() {
        let dir = tempfile::tempdir().unwrap();
        let (cache, key) = (Cache::new(dir.path()), Key::new("a", "b", "c", "d"));
        cache.put(&key, &kept("whole"));
        fs::write(files(dir.path()).pop().unwrap(), b"prr answer 1\n\n\n").unwrap();
        assert_eq!(cache.get(&key), None);
    }

    #[test]
    fn a_folder_that_cannot_be_made_loses_nothing_but_time() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        fs::write(&file, b"").unwrap();
        let (cache, key) = (Cache::new(&file), Key::new("a", "b", "c", "d"));
        cache.put(&key, &kept("x"));
        assert_eq!(cache.get(&key), None);
    }

    #[test]
    fn pruning_keeps_the_newest_within_the_bound() {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache::new(dir.path());
        for name in ["a", "b", "c"] {
            cache.put(&Key::new(name, "", "", ""), &kept("12345"));
        }
        let size = cache.entries().iter().map(|(_, size, _)| *size).max().unwrap();
        cache.prune(Duration::from_secs(3600), 2 * size);
        assert_eq!(files(dir.path()).len(), 2);
        cache.prune(Duration::ZERO, u64::MAX);
        assert!(files(dir.path()).is_empty());
    }
}
