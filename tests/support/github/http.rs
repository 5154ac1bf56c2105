//! As much of HTTP/1.1 as the made servers need: one thread a connection, kept alive, answers that can be cut.
//! Not here: what is answered (`hub`, `mock`). Written by hand so that every byte and every hang-up is ours.

use std::{
    collections::HashMap,
    io::{BufRead, BufReader, Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread::JoinHandle,
};

use super::gate::Gate;

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Request {
    /// Which connection, from 0.
    pub connection: u64,
    /// `GET`.
    pub method: String,
    /// Path without the query, percent signs as sent.
    pub path: String,
    /// The query's pairs, decoded, in order.
    pub query: Vec<(String, String)>,
    /// Names in lower case, in order.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Request {
    /// The first header of this name (lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// The first value of a query parameter.
    pub fn asked(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON; `Null` when it is none.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// How an answer ends.
#[derive(Clone)]
pub enum Ending {
    /// As it should.
    Whole,
    /// The connection is closed before any byte of the answer.
    Nothing,
    /// The head promises the whole body; after so many bytes the connection is closed.
    Cut(usize),
    /// After so many bytes of the body the rest waits for a gate.
    Drip(usize, Gate),
    /// Chunked, each of these by itself; then closed properly or not.
    Chunks(Vec<Vec<u8>>, Close),
}

/// How a chunked answer is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Close {
    /// With the last chunk.
    Properly,
    /// By hanging up.
    Abruptly,
}

/// An answer.
#[derive(Clone)]
pub struct Answer {
    /// Status code.
    pub status: u16,
    /// Headers, without the length.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
    /// How it ends.
    pub ending: Ending,
}

impl Answer {
    /// Bytes of some type.
    pub fn bytes(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        let headers = vec![("Content-Type".to_owned(), content_type.to_owned())];
        Self { status, headers, body: body.into(), ending: Ending::Whole }
    }

    /// JSON.
    pub fn json(status: u16, value: &serde_json::Value) -> Self {
        Self::bytes(status, "application/json; charset=utf-8", value.to_string())
    }

    /// With one more header.
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// Replaces a header.
    pub fn replacing(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.retain(|(n, _)| !n.eq_ignore_ascii_case(name));
        self.with(name, value)
    }

    /// The body as JSON; `Null` when it is none.
    pub fn value(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// Who answers.
pub type Answering = dyn Fn(Request) -> Answer + Send + Sync;

/// A server on a free port of the loopback. Dropped: closed, and every thread has ended.
pub struct Listening {
    address: SocketAddr,
    shared: Arc<Shared>,
    acceptor: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    ending: AtomicBool,
    open: Mutex<HashMap<u64, TcpStream>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    accepted: AtomicU64,
}

impl Listening {
    /// Begins to listen.
    pub fn start(answering: Arc<Answering>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared::default());
        let acceptor = std::thread::spawn({
            let shared = Arc::clone(&shared);
            move || accept(&listener, &shared, &answering)
        });
        Self { address, shared, acceptor: Some(acceptor) }
    }

    /// `http://127.0.0.1:PORT`.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// From now on a new connection is refused and an open one is closed.
    pub fn refuse(&mut self) {
        self.shared.ending.store(true, Ordering::SeqCst);
        let Some(acceptor) = self.acceptor.take() else { return };
        // The acceptor sits in `accept`: one connection wakes it up.
        drop(TcpStream::connect(self.address));
        acceptor.join().unwrap();
        for stream in self.shared.open.lock().unwrap().values() {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.refuse();
        let threads = std::mem::take(&mut *self.shared.threads.lock().unwrap());
        for thread in threads {
            let _ = thread.join();
        }
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>, answering: &Arc<Answering>) {
    for stream in listener.incoming() {
        if shared.ending.load(Ordering::SeqCst) {
            return;
        }
        let Ok(stream) = stream else { continue };
        let Ok(kept) = stream.try_clone() else { continue };
        let _ = stream.set_nodelay(true);
        let number = shared.accepted.fetch_add(1, Ordering::SeqCst);
        shared.open.lock().unwrap().insert(number, kept);
        let (here, answering) = (Arc::clone(shared), Arc::clone(answering));
        let thread = std::thread::spawn(move || {
            serve(&stream, number, &answering);
            let _ = stream.shutdown(Shutdown::Both);
            here.open.lock().unwrap().remove(&number);
        });
        shared.threads.lock().unwrap().push(thread);
    }
}

/// Requests of one connection, one after the other; ends with the first that cannot be read or answered.
fn serve(stream: &TcpStream, connection: u64, answering: &Arc<Answering>) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader, connection) {
        let head_only = request.method == "HEAD";
        let closes = request.header("connection").is_some_and(|v| v.eq_ignore_ascii_case("close"));
        let answer = answering(request);
        if write(stream, answer, head_only).is_err() || closes {
            return;
        }
    }
}

fn read(reader: &mut BufReader<&TcpStream>, connection: u64) -> Option<Request> {
    let first = line(reader)?;
    let mut words = first.split(' ');
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let next = line(reader)?;
        if next.is_empty() {
            break;
        }
        let (name, value) = next.split_once(':')?;
        headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
    }
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let query = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(&name.replace('+', " ")), decoded(&value.replace('+', " ")))
    });
    let mut request =
        Request { connection, method, path: path.to_owned(), query: query.collect(), headers, body: Vec::new() };
    request.body = body(reader, &request)?;
    Some(request)
}

fn body(reader: &mut BufReader<&TcpStream>, request: &Request) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    if request.header("transfer-encoding").is_some_and(|v| v.contains("chunked")) {
        loop {
            let size = usize::from_str_radix(line(reader)?.split(';').next()?.trim(), 16).ok()?;
            let mut chunk = vec![0; size];
            reader.read_exact(&mut chunk).ok()?;
            line(reader)?;
            if size == 0 {
                return Some(body);
            }
            body.extend(chunk);
        }
    }
    let length = request.header("content-length").map_or(Some(0), |v| v.parse().ok())?;
    body.resize(length, 0);
    reader.read_exact(&mut body).ok()?;
    Some(body)
}

fn line(reader: &mut BufReader<&TcpStream>) -> Option<String> {
    let mut bytes = Vec::new();
    let read = reader.read_until(b'\n', &mut bytes).ok()?;
    if read == 0 || bytes.pop() != Some(b'\n') {
        return None;
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Percent signs resolved.
pub fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(byte) = bytes.get(at) {
        let hex = text.get(at + 1..at + 3).and_then(|two| u8::from_str_radix(two, 16).ok());
        match (byte, hex) {
            (b'%', Some(value)) => {
                out.push(value);
                at += 3;
            }
            _ => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// An error means that the connection cannot be used any more, by will or by accident.
fn write(mut stream: &TcpStream, answer: Answer, head_only: bool) -> std::io::Result<()> {
    let hang_up = || Err(std::io::Error::from(std::io::ErrorKind::ConnectionAborted));
    let mut head = format!("HTTP/1.1 {} {}\r\n", answer.status, reason(answer.status));
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    match &answer.ending {
        Ending::Nothing => return hang_up(),
        Ending::Chunks(..) => head.push_str("Transfer-Encoding: chunked\r\n\r\n"),
        _ if answer.status == 304 || answer.status == 204 => head.push_str("\r\n"),
        _ => head.push_str(&format!("Content-Length: {}\r\n\r\n", answer.body.len())),
    }
    stream.write_all(head.as_bytes())?;
    let body = if head_only || answer.status == 304 || answer.status == 204 { &[][..] } else { &answer.body };
    match answer.ending {
        Ending::Cut(at) => {
            stream.write_all(&body[..at.min(body.len())])?;
            return hang_up();
        }
        Ending::Drip(at, gate) => {
            let (first, rest) = body.split_at(at.min(body.len()));
            stream.write_all(first)?;
            stream.flush()?;
            gate.pass();
            stream.write_all(rest)?;
        }
        Ending::Chunks(chunks, close) => {
            for chunk in chunks {
                stream.write_all(format!("{:x}\r\n", chunk.len()).as_bytes())?;
                stream.write_all(&chunk)?;
                stream.write_all(b"\r\n")?;
                stream.flush()?;
            }
            if close == Close::Abruptly {
                return hang_up();
            }
            stream.write_all(b"0\r\n\r\n")?;
        }
        Ending::Whole | Ending::Nothing => stream.write_all(body)?,
    }
    stream.flush()
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        204 => "No Content",
        301 => "Moved Permanently",
        302 => "Found",
        304 => "Not Modified",
        307 => "Temporary Redirect",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        406 => "Not Acceptable",
        422 => "Unprocessable Entity",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        _ => "Status",
    }
}
