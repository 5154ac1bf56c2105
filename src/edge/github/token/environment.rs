//! The part of the environment that says where tokens are. Handed in, never read in here, so that a test decides it.
//! Called by `token` and by whoever starts a client.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

/// Names and values of an environment. `Debug` shows names only: values may be tokens.
#[derive(Clone, Default)]
pub struct Environment(Vec<(OsString, OsString)>);

impl Environment {
    /// Of these variables; the first of a name counts.
    pub fn new(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        Self(variables.into_iter().collect())
    }

    /// A variable that is set to more than nothing.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        let found = self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_os_str());
        found.filter(|value| !value.is_empty())
    }

    /// All of them, for a child.
    pub(super) fn all(&self) -> &[(OsString, OsString)] {
        &self.0
    }

    /// Where `gh` keeps its files: `GH_CONFIG_DIR`, `XDG_CONFIG_HOME/gh`, `~/.config/gh`.
    pub fn gh_folder(&self) -> Option<PathBuf> {
        let path = |name| self.get(name).map(PathBuf::from);
        path("GH_CONFIG_DIR")
            .or_else(|| path("XDG_CONFIG_HOME").map(|dir| dir.join("gh")))
            .or_else(|| path("HOME").map(|dir| dir.join(".config/gh")))
    }

    /// The program `gh`: `GH_PATH`, else the first on `PATH`. Entries of `PATH` that are not absolute are passed
    /// over: they would run what lies in the reviewed repository.
    pub fn gh_program(&self) -> Option<PathBuf> {
        if let Some(set) = self.get("GH_PATH") {
            let set = Path::new(set);
            return if set.components().count() > 1 { Some(set.to_owned()) } else { self.on_path(set) };
        }
        self.on_path(Path::new("gh"))
    }

    fn on_path(&self, name: &Path) -> Option<PathBuf> {
        let folders = std::env::split_paths(self.get("PATH")?).filter(|dir| dir.is_absolute());
        folders.map(|dir| dir.join(name)).find(|path| is_program(path))
    }
}

impl std::fmt::Debug for Environment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(pairs: &[(&str, &str)]) -> Environment {
        Environment::new(pairs.iter().map(|(name, value)| (name.into(), value.into())))
    }

    #[test]
    fn the_folder_of_gh_is_found_in_its_own_order() {
        let all = [("HOME", "/h"), ("XDG_CONFIG_HOME", "/x"), ("GH_CONFIG_DIR", "/g")];
        assert_eq!(environment(&all).gh_folder(), Some("/g".into()));
        assert_eq!(environment(&all[..2]).gh_folder(), Some("/x/gh".into()));
        assert_eq!(environment(&all[..1]).gh_folder(), Some("/h/.config/gh".into()));
        assert_eq!(environment(&[("HOME", "/h"), ("GH_CONFIG_DIR", "")]).gh_folder(), Some("/h/.config/gh".into()));
        assert_eq!(environment(&[]).gh_folder(), None);
    }

    #[test]
    fn a_program_in_the_current_folder_is_never_run() {
        let dir = tempfile::tempdir().unwrap();
        let program = dir.path().join("gh");
        std::fs::write(&program, "#!/bin/sh\n").unwrap();
        let path = format!(":.:relative:{}", dir.path().display());
        assert_eq!(environment(&[("PATH", &path)]).gh_program(), None, "it is not executable");
        std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        assert_eq!(environment(&[("PATH", &path)]).gh_program(), Some(program));
        assert_eq!(environment(&[("PATH", ".:")]).gh_program(), None);
        assert_eq!(environment(&[("GH_PATH", "/opt/gh"), ("PATH", &path)]).gh_program(), Some("/opt/gh".into()));
    }

    #[test]
    fn values_do_not_show_in_debug_output() {
        let shown = format!("{:?}", environment(&[("GH_TOKEN", "tok-secret")]));
        assert!(shown.contains("GH_TOKEN") && !shown.contains("tok-secret"), "{shown}");
    }
}
