//! Pull requests from what a person types to what comes out: their change by the ladder, what stops a
//! run or is told of it. Hosts are servers on the loopback. Not here: which one is meant (`github`), the calls (`hub`).

mod failures;
mod first_frame;
mod gatekeeping;
mod inbox;
mod ladder;
mod reading;
mod spec;
mod stacked;
mod talk;

use std::process::{Command, Output};

use serde_json::Value;

use crate::support::{dirs::Home, github::Hub};

/// `prr` in a home of its own, with a made GitHub.
struct Scene {
    hub: Hub,
    home: Home,
}

impl Scene {
    fn new(world: crate::support::github::world::World) -> Self {
        Self { hub: Hub::start(world), home: Home::new() }
    }

    /// The same, in a clone of the repository.
    fn in_clone(world: crate::support::github::world::World) -> Self {
        let scene = Self::new(world);
        scene.hub.clone_into(&scene.home.work());
        scene
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.home.prr(args);
        command.envs(self.hub.env());
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        Ran::of(&self.command(args).output().unwrap())
    }

    /// A run that must succeed, whose result is JSON.
    #[track_caller]
    fn json(&self, args: &[&str]) -> Value {
        let ran = self.run(args);
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.out))
    }

    /// git in the folder that programs are started in.
    fn git(&self, args: &[&str]) -> String {
        let mut command = Command::new("git");
        let output =
            command.args(args).env_clear().envs(self.home.env()).current_dir(self.home.work()).output().unwrap();
        assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    }

    /// The records of a logbook below the home.
    fn logbook(&self, path: &str) -> Vec<Value> {
        let text = std::fs::read_to_string(self.home.path().join(path)).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// How a program ended.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

/// Where logbooks of pull requests lie outside of a clone.
const OUTSIDE: &str = ".local/share/prr/logbooks/github.com/o/r";
