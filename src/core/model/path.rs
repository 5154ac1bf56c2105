//! A path in the reviewed repository: bytes, not text, as git has it.

use std::{borrow::Cow, fmt, sync::Arc};

/// A repository path as git stores it: any bytes but NUL, `/` between components. Cheap to clone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepoPath(Arc<[u8]>);

impl RepoPath {
    /// Wraps the bytes of a path.
    pub fn new(bytes: impl AsRef<[u8]>) -> Self {
        Self(Arc::from(bytes.as_ref()))
    }

    /// The exact bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The path as text when it is UTF-8; `None` otherwise (such a path cannot be named in a JSON API).
    pub fn as_utf8(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// The path with undecodable bytes replaced. For people only, never as a key.
    pub fn lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }

    /// The last component.
    pub fn file_name(&self) -> &[u8] {
        self.0.rsplit(|b| *b == b'/').next().unwrap_or(&self.0)
    }
}

impl fmt::Debug for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.lossy())
    }
}
