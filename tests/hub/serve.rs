//! The made GitHub for a person or another program: `cargo test --test harness serve_until_stdin_ends -- --ignored
//! --nocapture` prints its address and the folder of a clone, and serves the sample world until standard input ends.
//! A validating proxy can be put before it (issue 5). Not run by `cargo test`.

use std::io::Read;

use crate::support::{
    dirs::Home,
    github::{Hub, TOKEN, sample},
};

#[test]
#[ignore = "serves until standard input ends"]
fn serve_until_stdin_ends() {
    let (home, hub) = (Home::new(), Hub::start(sample::world()));
    hub.clone_into(&home.work());
    println!("api {}\ntoken {TOKEN}\nclone {}", hub.api_url(), home.work().display());
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
    for one in hub.log() {
        println!("{} {} -> {}", one.request.method, one.path, one.status);
    }
}
