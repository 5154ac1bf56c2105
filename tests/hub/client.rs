//! The smallest client that can ask a made server: one connection, one request after the other.
//! Not here: the product's client. Called by the tests of the made GitHub itself.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
};

use serde_json::Value;

use crate::support::github::TOKEN;

/// A connection.
pub struct Client {
    stream: BufReader<TcpStream>,
    token: Option<String>,
}

/// An answer.
#[derive(Debug)]
pub struct Got {
    /// Status.
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// Body, as far as it came.
    pub body: Vec<u8>,
    /// Whether all of it came.
    pub is_whole: bool,
}

impl Got {
    /// A header that may be missing.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// `message` of a refusal.
    pub fn message(&self) -> String {
        self.json()["message"].as_str().unwrap_or_default().to_owned()
    }

    /// Where `Link` says the next page is.
    pub fn next(&self) -> Option<String> {
        let link = self.header("link")?.split(", ").find(|l| l.ends_with("rel=\"next\""))?;
        Some(link.trim_start_matches('<').split('>').next()?.to_owned())
    }
}

impl Client {
    /// To `http://ADDRESS`, with the reviewer's token.
    pub fn to(origin: &str) -> Self {
        Self::with(origin, Some(TOKEN))
    }

    /// To `http://ADDRESS`, with this token or none.
    pub fn with(origin: &str, token: Option<&str>) -> Self {
        let stream = TcpStream::connect(origin.strip_prefix("http://").unwrap()).unwrap();
        Self { stream: BufReader::new(stream), token: token.map(str::to_owned) }
    }

    /// Asks for a path.
    pub fn get(&mut self, path: &str) -> Got {
        self.ask("GET", path, &[], None).unwrap()
    }

    /// Asks for a path in another form.
    pub fn get_as(&mut self, path: &str, accept: &str) -> Got {
        self.ask("GET", path, &[("Accept", accept)], None).unwrap()
    }

    /// Posts JSON.
    pub fn post(&mut self, path: &str, body: &Value) -> Got {
        self.ask("POST", path, &[], Some(body)).unwrap()
    }

    /// Anything; `None` when the connection ends before an answer.
    pub fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Value>) -> Option<Got> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.stream.get_ref().peer_addr().unwrap());
        head.push_str("User-Agent: tests\r\nX-GitHub-Api-Version: 2022-11-28\r\n");
        if let Some(token) = &self.token {
            head.push_str(&format!("Authorization: Bearer {token}\r\n"));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let body = body.map(Value::to_string).unwrap_or_default();
        if !body.is_empty() {
            head.push_str(&format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len()));
        }
        self.stream.get_mut().write_all(format!("{head}\r\n{body}").as_bytes()).ok()?;
        self.answer()
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line).ok().filter(|n| *n > 0)?;
        Some(line.trim_end().to_owned())
    }

    fn answer(&mut self) -> Option<Got> {
        let status = self.line()?.split(' ').nth(1)?.parse().ok()?;
        let mut headers = Vec::new();
        while let Some((name, value)) = self.line()?.split_once(": ") {
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        let mut got = Got { status, headers, body: Vec::new(), is_whole: true };
        if got.header("transfer-encoding").is_some() {
            got.is_whole = self.chunks(&mut got.body).is_some();
            return Some(got);
        }
        let length = got.header("content-length").map_or(0, |l| l.parse().unwrap());
        got.is_whole = Read::by_ref(&mut self.stream).take(length).read_to_end(&mut got.body).unwrap() as u64 == length;
        Some(got)
    }

    fn chunks(&mut self, body: &mut Vec<u8>) -> Option<()> {
        loop {
            let size = u64::from_str_radix(&self.line()?, 16).ok()?;
            Read::by_ref(&mut self.stream).take(size).read_to_end(body).ok()?;
            if size == 0 {
                return Some(());
            }
            self.line()?;
        }
    }
}
