//! Shell scripts.

use super::{
    super::build::{check, diff},
    Case, body, hold,
};

const ID: &str = "shell-traps";

pub fn cases() -> Vec<Case> {
    vec![
        ("run.sh", "clean() {\n  rm -rf $1/\n}", 1),
        ("A tools/clean.sh", "#!/bin/bash\nrm -rf \"$STEAM_ROOT/\"*\n", 1),
        ("A tools/clean.bash", "#!/bin/bash\nset -e\nrm -fr ${OUT}/*\n", 1),
        ("run.sh", "curl -sk https://acme.org/i.sh | sh", 1),
        ("run.bash", "wget --no-check-certificate -qO- https://acme.org/i.sh | sudo bash", 1),
        ("run.sh", "curl http://acme.org/i.sh | bash", 1),
        ("run.sh", "chmod -R 777 /var/www", 1),
        ("run.sh", "eval \"$1\"", 1),
        ("run.sh", "exec java -jar app.jar $@", 1),
        ("A build.sh", "#!/usr/bin/env bash\nset -e\nmake all | tee build.log\n", 1),
        // not flagged
        ("run.sh", "rm -rf \"${1:?}\"/", 0),
        ("A run.sh", "#!/bin/bash\nset -euo pipefail\nrm -rf \"$OUT/\"*\n", 0),
        ("A run.sh", "#!/bin/bash\nOUT=$(mktemp -d)\nrm -rf \"$OUT/\"*\n", 0),
        ("A run.sh", "#!/bin/bash\n[ -n \"$1\" ] || exit 1\nrm -rf $1/\n", 0),
        ("run.sh", "rm -rf \"$OUT/build\"", 0),
        ("run.sh", "rm -rf \"$OUT/\"*", 0),
        ("run.sh", "curl -fsSL https://acme.org/i.sh | sh", 0),
        ("run.sh", "curl -k https://localhost/i.sh | sh", 0),
        ("run.sh", "curl -k https://acme.org/a | jq .", 0),
        ("run.sh", "chmod 755 run && chmod 777 /tmp/pipe", 0),
        ("run.sh", "eval \"$(ssh-agent -s)\"", 0),
        ("run.sh", "exec java -jar app.jar \"$@\"", 0),
        ("run.sh", "for a in \"$@\"; do echo $@; done", 0),
        ("run.zsh", "exec java $@", 0),
        ("A run.sh", "#!/bin/bash\nset -eo pipefail\nmake all | tee build.log\n", 0),
        ("A run.sh", "#!/bin/bash\nset -e\necho done | tee build.log\n", 0),
        ("A run.sh", "#!/bin/bash\nmake all | tee build.log\n", 0),
        ("run.sh", "# curl -k https://a | sh\necho 'rm -rf $1/'\n", 0),
        ("tests/run.sh", "eval \"$1\"", 0),
    ]
}

#[test]
fn traps_of_shell_scripts_are_flagged() {
    hold(ID, &cases());
}

#[test]
fn quotes_are_suggested() {
    let found = check(ID, &diff("run.sh", &body("exec java -jar app.jar $@")));
    assert_eq!(found[0].claim.suggestion.as_deref(), Some("exec java -jar app.jar \"$@\""));
}
