//! A server that answers what a test says, request by request, and remembers what it was asked. It knows nothing of
//! GitHub (`support::github` does). Used by the tests of this folder for what happens below the calls.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

/// What was asked.
#[derive(Debug, Clone)]
pub struct Asked {
    pub method: String,
    /// Path and question.
    pub target: String,
    /// Names in lower case; several of one name are joined by `, `.
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

impl Asked {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

/// How an answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Whole,
    /// The connection breaks after that many bytes of the body.
    CutAfter(usize),
    /// The connection breaks before any answer.
    Silent,
    /// Nothing more comes after that many bytes, and the connection stays.
    HangsAfter(usize),
}

/// What is answered.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
    pub end: End,
}

pub fn answer(status: u16, body: impl Into<Vec<u8>>) -> Answer {
    Answer { status, headers: Vec::new(), body: body.into(), end: End::Whole }
}

impl Answer {
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    pub fn ending(mut self, end: End) -> Self {
        self.end = end;
        self
    }
}

type Script = dyn Fn(&Asked, usize) -> Answer + Send + Sync;

/// A server on this machine, until the test ends.
pub struct Server {
    pub base: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    /// `script` gets the request and how often the same method and target were asked before.
    pub fn start(script: impl Fn(&Asked, usize) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (known, script): (_, Arc<Script>) = (asked.clone(), Arc::new(script));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (known, script) = (known.clone(), script.clone());
                thread::spawn(move || serve(stream, &known, &*script));
            }
        });
        Self { base, asked }
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// `METHOD target` of every request, in order.
    pub fn targets(&self) -> Vec<String> {
        self.asked().iter().map(|asked| format!("{} {}", asked.method, asked.target)).collect()
    }
}

fn serve(stream: TcpStream, known: &Mutex<Vec<Asked>>, script: &Script) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut stream = stream;
    while let Some(asked) = read(&mut reader) {
        let before = {
            let mut known = known.lock().unwrap();
            let same = |other: &&Asked| other.method == asked.method && other.target == asked.target;
            let before = known.iter().filter(same).count();
            known.push(asked.clone());
            before
        };
        if write(&mut stream, &mut reader, &script(&asked, before)).is_none() {
            return;
        }
    }
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<Asked> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|count| *count > 0)?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers: BTreeMap<String, String> = BTreeMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        let held = headers.entry(name.to_ascii_lowercase()).or_default();
        *held = if held.is_empty() { value.to_owned() } else { format!("{held}, {value}") };
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Asked { method, target, headers, body: String::from_utf8(body).unwrap() })
}

/// `None` when the connection is over.
fn write(stream: &mut TcpStream, reader: &mut BufReader<TcpStream>, answer: &Answer) -> Option<()> {
    if answer.end == End::Silent {
        return None;
    }
    let mut head = format!("HTTP/1.1 {} X\r\nContent-Length: {}\r\n", answer.status, answer.body.len());
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let shown = match answer.end {
        End::CutAfter(count) | End::HangsAfter(count) => &answer.body[..count],
        _ => &answer.body[..],
    };
    let no_body = answer.status == 304 || answer.status == 204;
    let bytes = [head.as_bytes(), b"\r\n", if no_body { b"" } else { shown }].concat();
    stream.write_all(&bytes).ok()?;
    stream.flush().ok()?;
    match answer.end {
        End::Whole => Some(()),
        End::HangsAfter(_) => {
            // Until the client goes away.
            let _ = reader.read(&mut [0]);
            None
        }
        End::CutAfter(_) | End::Silent => None,
    }
}
