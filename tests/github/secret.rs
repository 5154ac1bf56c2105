//! The token: in one header of requests to one origin, and nowhere else.

use std::{
    io::Write,
    sync::{Arc, Mutex},
};

use prr::edge::github::{Credentials, Options, Token, TokenSource, read_all};
use tracing_subscriber::fmt::MakeWriter;

use super::{
    desk::{Still, TOKEN, cached, client_of, name, wait},
    scripted::{Server, answer},
};

#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Paper {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[test]
fn the_finest_trace_of_every_crate_and_every_kept_answer_hold_no_token() {
    let dir = tempfile::tempdir().unwrap();
    let paper = Paper::default();
    let lines = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(paper.clone()).finish();
    let server = Server::start(|asked, before| match (asked.target.as_str(), before) {
        ("/user", _) => answer(200, r#"{"login":"me"}"#).with("ETag", "\"1\""),
        (target, 0) if target.contains("files") => answer(502, ""),
        (target, _) if target.contains("reviews") => answer(301, "").with("Location", "/elsewhere"),
        _ => answer(403, r#"{"message":"no"}"#),
    });
    let credentials = Credentials { token: Token::new(TOKEN), source: TokenSource::Gh, notes: Vec::new() };
    let client = client_of(&server.base, credentials, Options { ..cached(&Still::new(), dir.path()) });
    let mut told = Vec::new();
    let result = tracing::subscriber::with_default(lines, || {
        wait(async { (client.viewer().await, read_all(&client, &name(), &mut |news| told.push(news)).await) })
    });
    let trace = String::from_utf8(paper.0.lock().unwrap().clone()).unwrap();
    assert!(trace.contains("hyper") || trace.contains("reqwest"), "the trace is there: {} bytes", trace.len());
    assert!(server.asked().iter().all(|asked| asked.header("authorization") == format!("Bearer {TOKEN}")));
    let mut kept = String::new();
    for folder in std::fs::read_dir(dir.path()).unwrap().flatten() {
        for file in std::fs::read_dir(folder.path()).unwrap().flatten() {
            kept.push_str(&format!("{:?}", file.path()));
            kept.push_str(&String::from_utf8_lossy(&std::fs::read(file.path()).unwrap()));
        }
    }
    assert!(kept.contains("login"), "an answer was kept");
    for shown in [trace, kept, format!("{told:?} {result:?} {client:?}")] {
        assert!(!shown.contains(TOKEN), "{shown}");
    }
}
