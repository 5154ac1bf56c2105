//! The made GitHub for a person or another program: `PRR_SERVE=1 cargo test --test harness serves_others --
//! --nocapture` prints its address, its token and the folder of a clone, serves the sample world until standard input
//! ends, and then lists what it was asked. A validating proxy can be put before it (issue 5). Without the variable the
//! same is done for one request.

use std::{
    io::{Read, Write},
    net::TcpStream,
};

use crate::support::{
    dirs::Home,
    github::{Hub, TOKEN, sample},
};

/// Serves until it is told to end.
fn serve(out: &mut dyn Write, until: impl FnOnce(&Hub)) {
    let (home, hub) = (Home::new(), Hub::start(sample::world()));
    hub.clone_into(&home.work());
    writeln!(out, "api {}\ntoken {TOKEN}\nclone {}", hub.api_url(), home.work().display()).unwrap();
    out.flush().unwrap();
    until(&hub);
    for one in hub.log() {
        writeln!(out, "{} {} -> {}", one.request.method, one.path, one.status).unwrap();
    }
}

/// Asks who the token belongs to, as any program would.
fn ask(hub: &Hub) {
    let at = hub.origin();
    let mut line = TcpStream::connect(at.strip_prefix("http://").unwrap()).unwrap();
    let head = "GET /user HTTP/1.1\r\nHost: x\r\nUser-Agent: test\r\nX-GitHub-Api-Version: 2022-11-28\r\n";
    write!(line, "{head}Authorization: Bearer {TOKEN}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    line.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("\"reviewer\""), "{answer}");
}

#[test]
fn the_made_github_serves_others_until_they_end_and_tells_what_it_was_asked() {
    if std::env::var_os("PRR_SERVE").is_some() {
        return serve(&mut std::io::stdout(), |_| drop(std::io::stdin().read_to_end(&mut Vec::new())));
    }
    let mut out = Vec::new();
    serve(&mut out, ask);
    let told = String::from_utf8(out).unwrap();
    assert!(told.starts_with("api http://127.0.0.1:") && told.contains("\nclone /"), "{told}");
    assert!(told.ends_with("GET /user -> 200\n"), "{told}");
}
