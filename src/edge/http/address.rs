//! Addresses of servers: taken apart, joined, compared by origin. Not which of them is GitHub's (`edge::github`).
//! Called by the files of this room and by `edge::github`.

use std::{fmt, net::IpAddr};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Why a text is no address that can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadAddress {
    /// Not an address at all, or not `http` or `https`.
    #[error("it is not an http:// or https:// address")]
    NoAddress,
    /// A name or password in front of the host.
    #[error("it holds a user name or password")]
    HasUser,
    /// A question or a fragment behind the path.
    #[error("it has a `?` or `#` part")]
    HasQuery,
}

/// The base of a server: scheme, host, port, and a path without a slash at its end. Never holds a user or password.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address(reqwest::Url);

impl Address {
    /// Reads a base address.
    ///
    /// # Errors
    /// [`BadAddress`] says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, BadAddress> {
        let url = reqwest::Url::parse(text.trim()).map_err(|_| BadAddress::NoAddress)?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
            return Err(BadAddress::NoAddress);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(BadAddress::HasUser);
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(BadAddress::HasQuery);
        }
        Ok(Self(url))
    }

    /// The whole, without a slash at its end.
    pub fn as_str(&self) -> &str {
        self.0.as_str().trim_end_matches('/')
    }

    /// The path, without a slash at its end: '' for the root.
    pub fn path(&self) -> &str {
        self.0.path().trim_end_matches('/')
    }

    /// Host and port as people write them; the port only where it is not the scheme's own.
    pub fn authority(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        self.0.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// Whether it is asked by TLS.
    pub fn is_secure(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// Whether it is this machine.
    pub fn is_loopback(&self) -> bool {
        let host = self.0.host_str().unwrap_or_default();
        let ip = host.trim_matches(['[', ']']).parse::<IpAddr>();
        ip.map_or(host == "localhost" || host.ends_with(".localhost"), |ip| ip.is_loopback())
    }

    /// The same server with another path, which begins with a slash.
    pub fn with_path(&self, path: &str) -> Self {
        let mut url = self.0.clone();
        url.set_path(path);
        Self(url)
    }

    /// An address below this one. `path` begins with a slash, its parts went through [`segment`]; it may end in
    /// `?…`.
    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.as_str())
    }

    /// What a server calls another place of its own (`Link`, `Location`), if it is one: same scheme, host and port.
    /// Relative to `asked` where it is relative. Kept as the server wrote it where it is whole.
    pub fn same_origin(&self, asked: &str, place: &str) -> Option<String> {
        let place = place.trim();
        let (url, whole) = match reqwest::Url::parse(place) {
            Ok(url) => (url, true),
            Err(_) => (reqwest::Url::parse(asked).ok()?.join(place).ok()?, false),
        };
        let own = url.origin() == self.0.origin() && url.username().is_empty() && url.password().is_none();
        own.then(|| if whole { place.to_owned() } else { url.to_string() })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// All but what RFC 3986 reserves for nothing.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// One part of a path, or a value of a question, with everything escaped that could end it.
pub fn segment(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_carry_more_than_a_place_are_refused() {
        assert_eq!(Address::parse("https://me:secret@x"), Err(BadAddress::HasUser));
        assert_eq!(Address::parse("https://x/api?a=b"), Err(BadAddress::HasQuery));
        for text in ["", "x", "ftp://x", "file:///etc", "https://", "javascript:1"] {
            assert_eq!(Address::parse(text), Err(BadAddress::NoAddress), "{text}");
        }
    }

    #[test]
    fn a_slash_at_the_end_makes_no_difference() {
        let base = Address::parse("http://127.0.0.1:8099/api/v3/").unwrap();
        assert_eq!(base.at("/user"), "http://127.0.0.1:8099/api/v3/user");
        assert_eq!(base.path(), "/api/v3");
        assert_eq!(Address::parse("https://h/").unwrap().at("/x"), "https://h/x");
        assert_eq!(base.authority(), "127.0.0.1:8099");
    }

    #[test]
    fn only_the_same_scheme_host_and_port_is_the_same_origin() {
        let base = Address::parse("https://h.example/api/v3").unwrap();
        let asked = "https://h.example/api/v3/repos/o/r/pulls?page=1";
        let of = |place| base.same_origin(asked, place);
        assert_eq!(of("https://h.example/api/v3/x?page=2").as_deref(), Some("https://h.example/api/v3/x?page=2"));
        assert_eq!(of("https://H.example:443/x").as_deref(), Some("https://H.example:443/x"));
        assert_eq!(of("/api/v3/x").as_deref(), Some("https://h.example/api/v3/x"));
        assert_eq!(of("?page=2").as_deref(), Some("https://h.example/api/v3/repos/o/r/pulls?page=2"));
        for other in ["http://h.example/x", "https://h.example:8443/x", "https://evil.example/x", "//evil.example/x"] {
            assert_eq!(of(other), None, "{other}");
        }
        assert_eq!(of("https://me:pw@h.example/x"), None);
        assert_eq!(of("https://h.example@evil.example/x"), None);
    }

    #[test]
    fn this_machine_is_known_by_its_names_and_numbers() {
        for text in ["http://127.0.0.1:1", "http://localhost", "http://[::1]:9", "http://api.localhost"] {
            assert!(Address::parse(text).unwrap().is_loopback(), "{text}");
        }
        for text in ["http://127.0.0.1.evil.example", "http://10.0.0.1", "http://notlocalhost"] {
            assert!(!Address::parse(text).unwrap().is_loopback(), "{text}");
        }
    }

    #[test]
    fn a_part_of_a_path_cannot_end_it() {
        assert_eq!(segment("a/b?c#d e%2f"), "a%2Fb%3Fc%23d%20e%252f");
        assert_eq!(segment("my.repo_x-1~"), "my.repo_x-1~");
        assert_eq!(segment("ü"), "%C3%BC");
    }
}
