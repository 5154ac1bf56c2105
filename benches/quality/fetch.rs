//! Fetches two versions of a package by the registry clients of this machine, as it is set up, and makes one diff of them.
//! All of it is kept under `target/checks-quality`. Called by the bench alone.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use prr::core::{
    change::{Contents, Sides, is_binary_name},
    diff,
    model::{Diff, FileForm, FileStatus, RepoPath},
};

use crate::quality::Pair;

/// Where everything is kept.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/checks-quality")
}

/// Both sides of a pair on the disk, and what changed.
pub struct Fetched {
    pub before: PathBuf,
    pub after: PathBuf,
    pub diff: Diff,
}

/// Fetches what is not there yet.
///
/// # Errors
/// What failed, in words.
pub fn fetched(pair: &Pair) -> Result<Fetched, String> {
    let name = format!("{}-{}", pair.kind, pair.name);
    let side = |version: &str| -> Result<PathBuf, String> {
        let place = folder().join("sources").join(format!("{name}-{version}"));
        if !place.exists() {
            let raw = folder().join(format!("{name}-{version}.{}", std::process::id()));
            let _ = fs::remove_dir_all(&raw);
            fs::create_dir_all(&raw).map_err(told)?;
            match pair.kind.as_str() {
                "cargo" => cargo(&pair.name, version, &raw)?,
                "npm" => npm(&pair.name, version, &raw)?,
                _ => pip(&pair.name, version, &raw)?,
            }
            // Another run may have been faster.
            fs::create_dir_all(folder().join("sources")).map_err(told)?;
            if fs::rename(&raw, &place).is_err() {
                let _ = fs::remove_dir_all(&raw);
            }
        }
        Ok(place)
    };
    let (before, after) = (side(&pair.before)?, side(&pair.after)?);
    let kept = folder().join("diffs").join(format!("{name}-{}-{}.diff", pair.before, pair.after));
    if !kept.exists() {
        fs::create_dir_all(folder().join("diffs")).map_err(told)?;
        fs::write(&kept, between(&before, &after)?).map_err(told)?;
    }
    let diff = diff::parse(fs::read(&kept).map_err(told)?);
    Ok(Fetched { before, after, diff })
}

fn told(error: std::io::Error) -> String {
    error.to_string()
}

fn run(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr).trim()))
}

/// `cargo info` unpacks the one crate that it tells of. Its manifest as it was written stands for the one that cargo made.
fn cargo(name: &str, version: &str, to: &Path) -> Result<(), String> {
    run(Command::new("cargo")
        .args(["info", "--quiet", &format!("{name}@{version}")])
        .current_dir(std::env::temp_dir()))?;
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let sources = home.ok_or("there is no home of cargo")?.join("registry/src");
    let unpacked = fs::read_dir(&sources)
        .map_err(told)?
        .flatten()
        .map(|entry| entry.path().join(format!("{name}-{version}")))
        .find(|path| path.exists())
        .ok_or_else(|| format!("cargo did not unpack {name} {version}"))?;
    run(Command::new("cp").arg("-r").arg(unpacked.join(".")).arg(to))?;
    for made in [".cargo-ok", ".cargo_vcs_info.json", "Cargo.lock"] {
        let _ = fs::remove_file(to.join(made));
    }
    let _ = fs::rename(to.join("Cargo.toml.orig"), to.join("Cargo.toml"));
    Ok(())
}

fn npm(name: &str, version: &str, to: &Path) -> Result<(), String> {
    let package = format!("{name}@{version}");
    run(Command::new("npm").args(["pack", "--silent", "--ignore-scripts", &package]).current_dir(to))?;
    let packed = only_file(to)?;
    run(Command::new("tar").args(["-xzf"]).arg(&packed).args(["--strip-components", "1"]).current_dir(to))?;
    fs::remove_file(packed).map_err(told)
}

/// A wheel: nothing of the package is run to get it.
fn pip(name: &str, version: &str, to: &Path) -> Result<(), String> {
    let package = format!("{name}=={version}");
    let flags = ["download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", "."];
    run(Command::new("pip").args(flags).arg(&package).current_dir(to))?;
    let packed = only_file(to)?;
    run(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&packed).arg(to))?;
    fs::remove_file(packed).map_err(told)?;
    for entry in fs::read_dir(to).map_err(told)?.flatten() {
        if entry.file_name().to_string_lossy().ends_with(".dist-info") {
            fs::remove_dir_all(entry.path()).map_err(told)?;
        }
    }
    Ok(())
}

fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let mut files = fs::read_dir(folder).map_err(told)?.flatten().map(|entry| entry.path());
    files.next().ok_or_else(|| "nothing was downloaded".to_owned())
}

/// What git says changed, with renames, as a change of a repository would show it.
fn between(before: &Path, after: &Path) -> Result<Vec<u8>, String> {
    let repository = folder().join("git");
    let git = |work: &Path| {
        let mut git = Command::new("git");
        git.env("GIT_DIR", &repository).env("GIT_WORK_TREE", work).current_dir(work);
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        git
    };
    if !repository.exists() {
        run(Command::new("git").args(["init", "--quiet", "--bare"]).arg(&repository))?;
    }
    let mut trees = Vec::new();
    for side in [before, after] {
        let _ = fs::remove_file(repository.join("index"));
        run(git(side).args(["add", "--all", "--force", "."]))?;
        let tree = run(git(side).arg("write-tree"))?;
        trees.push(String::from_utf8_lossy(&tree).trim().to_owned());
    }
    run(git(after).args(["diff", "--no-color", "--no-ext-diff", "--no-textconv", "-M"]).args(trees))
}

/// Both sides of the files that changed.
pub fn contents(fetched: &Fetched) -> Contents {
    let diff = &fetched.diff;
    let read = |root: &Path, path: &[u8]| {
        let path = String::from_utf8_lossy(path).into_owned();
        fs::read(root.join(path)).ok().map(std::sync::Arc::from)
    };
    let sides = diff.file_numbers().map(|file| {
        let (Some(entry), path) = (diff.file(file), diff.path(file)) else { return Sides::default() };
        if entry.form != FileForm::Text || is_binary_name(path.file_name()) {
            return Sides::default();
        }
        let before = entry.old_path.map_or_else(|| path.clone(), |name| RepoPath::new(diff.name(name)));
        Sides {
            old: (entry.status != FileStatus::Added).then(|| read(&fetched.before, before.as_bytes())).flatten(),
            new: (entry.status != FileStatus::Deleted).then(|| read(&fetched.after, path.as_bytes())).flatten(),
            missing: None,
        }
    });
    Contents::new(sides.collect(), Vec::new())
}
