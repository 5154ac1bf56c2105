//! A scripted server on loopback that speaks as model APIs do on the wire: chunks exactly as given, connections that break,
//! answers that drip. Not here: what a model says (`tests/agents`).

use std::{
    collections::VecDeque,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex},
    time::{Duration, Instant},
};

/// One answer.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    /// Written one by one, each flushed.
    pub chunks: Vec<Vec<u8>>,
    /// Whether the connection breaks instead of ending the answer.
    pub breaks: bool,
    /// Whether it hangs at its end until the client goes.
    pub hangs: bool,
}

impl Answer {
    /// A whole body of that type.
    pub fn body(status: u16, kind: &str, text: &str) -> Self {
        let headers = vec![("content-type".to_owned(), kind.to_owned())];
        Self { status, headers, chunks: vec![text.as_bytes().to_vec()], breaks: false, hangs: false }
    }

    /// A stream of events.
    pub fn events(chunks: Vec<Vec<u8>>) -> Self {
        Self { chunks, ..Self::body(200, "text/event-stream", "") }
    }

    /// With a header more.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// What was asked.
#[derive(Debug, Clone)]
pub struct Asked {
    pub path: String,
    pub head: String,
    pub body: String,
    pub at: Instant,
}

#[derive(Default)]
struct State {
    answers: VecDeque<Answer>,
    /// What is answered when the script is over.
    last: Option<Answer>,
    /// What an answer is made by, instead of a script.
    by: Option<Arc<By>>,
    asked: Vec<Asked>,
    open: usize,
    most_open: usize,
}

type By = dyn Fn(&Asked) -> Answer + Send + Sync;

/// The server. It ends with the test process.
pub struct ModelServer {
    address: String,
    state: Arc<(Mutex<State>, Condvar)>,
}

impl ModelServer {
    /// Gives these answers in order, the last for ever.
    pub fn new(answers: Vec<Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let last = answers.last().cloned();
        Self::start(listener, address, State { answers: answers.into(), last, ..State::default() })
    }

    /// Makes each answer of what was asked.
    pub fn by(answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        Self::start(listener, address, State { by: Some(Arc::new(answer)), ..State::default() })
    }

    fn start(listener: TcpListener, address: String, state: State) -> Self {
        let state = Arc::new((Mutex::new(state), Condvar::new()));
        let shared = state.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = shared.clone();
                std::thread::spawn(move || serve(stream, &shared));
            }
        });
        Self { address, state }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.state.0.lock().unwrap().asked.clone()
    }

    /// The most requests that were open at once.
    pub fn most_open(&self) -> usize {
        self.state.0.lock().unwrap().most_open
    }

    /// Waits until so many requests came and none is being answered any more.
    pub fn wait_for(&self, requests: usize) {
        let state = self.state.0.lock().unwrap();
        let is_busy = |state: &mut State| state.asked.len() < requests || state.open > 0;
        let (state, timeout) = self.state.1.wait_timeout_while(state, Duration::from_secs(60), is_busy).unwrap();
        assert!(!timeout.timed_out(), "{} requests, {} open", state.asked.len(), state.open);
    }
}

fn serve(mut stream: TcpStream, shared: &(Mutex<State>, Condvar)) {
    let Some(asked) = read(&mut stream) else { return };
    let answer = {
        let mut state = shared.0.lock().unwrap();
        state.asked.push(asked.clone());
        state.open += 1;
        state.most_open = state.most_open.max(state.open);
        if let Some(by) = state.by.clone() {
            drop(state);
            return finish(&mut stream, Some(by(&asked)), shared);
        }
        let next = state.answers.pop_front();
        next.or_else(|| state.last.clone())
    };
    finish(&mut stream, answer, shared);
}

fn finish(stream: &mut TcpStream, answer: Option<Answer>, shared: &(Mutex<State>, Condvar)) {
    if let Some(answer) = answer {
        let _ = write(stream, &answer);
    }
    shared.0.lock().unwrap().open -= 1;
    shared.1.notify_all();
}

fn read(stream: &mut TcpStream) -> Option<Asked> {
    let at = Instant::now();
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    let head_end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
        match stream.read(&mut buffer).ok()? {
            0 => return None,
            n => bytes.extend_from_slice(&buffer[..n]),
        }
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    while bytes.len() < head_end + length.unwrap_or(0) {
        match stream.read(&mut buffer).ok()? {
            0 => break,
            n => bytes.extend_from_slice(&buffer[..n]),
        }
    }
    let path = head.split_whitespace().nth(1).unwrap_or("").to_owned();
    let body = String::from_utf8_lossy(&bytes[head_end..]).into_owned();
    Some(Asked { path, head, body, at })
}

fn write(stream: &mut TcpStream, answer: &Answer) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    write!(stream, "HTTP/1.1 {} Scripted\r\ntransfer-encoding: chunked\r\nconnection: close\r\n", answer.status)?;
    for (name, value) in &answer.headers {
        write!(stream, "{name}: {value}\r\n")?;
    }
    stream.write_all(b"\r\n")?;
    for chunk in answer.chunks.iter().filter(|chunk| !chunk.is_empty()) {
        write!(stream, "{:x}\r\n", chunk.len())?;
        stream.write_all(chunk)?;
        stream.write_all(b"\r\n")?;
        stream.flush()?;
    }
    if answer.hangs {
        // Until the client goes: then reading ends.
        let _ = stream.read(&mut [0; 16]);
        return Ok(());
    }
    if answer.breaks {
        return stream.shutdown(std::net::Shutdown::Both);
    }
    stream.write_all(b"0\r\n\r\n")
}

#[test]
fn the_server_answers_in_order_and_keeps_what_it_was_asked() {
    let server = ModelServer::new(vec![Answer::body(429, "text/plain", "no"), Answer::body(200, "text/plain", "yes")]);
    let ask = || {
        let mut stream = TcpStream::connect(server.address().trim_start_matches("http://")).unwrap();
        stream.write_all(b"POST /x HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    };
    assert!(ask().starts_with("HTTP/1.1 429") && ask().contains("yes") && ask().contains("yes"));
    server.wait_for(3);
    let asked = server.asked();
    assert_eq!((asked.len(), asked[0].path.as_str(), asked[0].body.as_str()), (3, "/x", "hi"));
}
