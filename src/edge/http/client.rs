//! The HTTP client below everything that asks a server: rustls with ring, no redirects, one name.
//! Called by `edge::github` and `edge::agents`; [`install_tls`] by `app` at the start.

use std::time::Duration;

use reqwest::redirect::Policy;

use super::Address;

/// What we call ourselves.
const NAME: &str = concat!("prr/", env!("CARGO_PKG_VERSION"));

/// How long a server may keep us waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// Until a connection stands.
    pub connect: Duration,
    /// Between two pieces of an answer.
    pub silence: Duration,
    /// For an answer that is read as a whole, from the question to its last byte.
    pub answer: Duration,
    /// For an answer that is handed on while it comes.
    pub stream: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            silence: Duration::from_secs(30),
            answer: Duration::from_secs(60),
            stream: Duration::from_secs(300),
        }
    }
}

/// Why there is no client.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HttpError {
    /// The system's certificates or the TLS library cannot be used.
    #[error("secure connections cannot be set up: {0}")]
    Tls(String),
}

/// Makes ring the provider of TLS for the whole process. Safe to call more than once; without it the HTTP library
/// panics while it builds a client.
pub fn install_tls() {
    // An error only says that somebody was here before.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// A client for one server. It follows no redirect and repeats nothing by itself, and goes past proxies when the
/// server is this machine. For `http://` no certificates are read: there is nothing to check with them.
///
/// # Errors
/// [`HttpError::Tls`] when the system's certificates cannot be read.
pub fn client(server: &Address, timeouts: Timeouts) -> Result<reqwest::Client, HttpError> {
    install_tls();
    let mut builder = reqwest::Client::builder()
        .user_agent(NAME)
        .redirect(Policy::none())
        .retry(reqwest::retry::never())
        .connect_timeout(timeouts.connect)
        .read_timeout(timeouts.silence);
    if server.is_loopback() {
        builder = builder.no_proxy();
    }
    if !server.is_secure() {
        builder = builder.tls_certs_only([]);
    }
    builder.build().map_err(|error| HttpError::Tls(crate::core::text::one_line(&root_cause(&error), 200)))
}

/// The innermost error: the outer ones only say that something went wrong.
fn root_cause(error: &dyn std::error::Error) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_built_whether_or_not_the_provider_is_installed() {
        let address = Address::parse("http://127.0.0.1:1").unwrap();
        assert!(client(&address, Timeouts::default()).is_ok());
        install_tls();
        install_tls();
        assert!(client(&address, Timeouts::default()).is_ok());
    }
}
