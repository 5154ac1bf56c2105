//! Where the API of a host is (GITHUB "Hosts and tokens"). Not which host a repository is on (`edge::intake`), nor
//! whose token goes there (`token`). Called by `client` and by whoever shows the address.

use crate::{
    core::model::Host,
    edge::http::{Address, BadAddress},
};

/// The two doors of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Api {
    /// The host as people write it, which decides whose token is used.
    host: Host,
    rest: Address,
    graphql: Address,
    is_set: bool,
}

/// Why the address that was set cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadApi {
    /// It is no address.
    #[error("the API address `{0}` cannot be used: {1}")]
    Address(String, BadAddress),
    /// The token would cross the network in clear.
    #[error("the API address `{0}` is http://, which would send your token in clear; use https://")]
    Clear(String),
}

impl Api {
    /// The doors of a host, or those under the base that was set in its place (`PRR_GITHUB_API_URL`,
    /// `github.api_url`): `BASE` and `BASE/graphql`, or for a server's `…/api/v3` its `…/api/graphql`.
    ///
    /// # Errors
    /// [`BadApi`] when the base that was set cannot be used.
    pub fn new(host: &Host, set: Option<&str>) -> Result<Self, BadApi> {
        let text = set.map_or_else(|| base_of(host), str::to_owned);
        let rest = Address::parse(&text).map_err(|why| BadApi::Address(named(&text), why))?;
        if !rest.is_secure() && !rest.is_loopback() {
            return Err(BadApi::Clear(named(&text)));
        }
        let graphql = match rest.path().strip_suffix("/api/v3") {
            Some(before) => rest.with_path(&format!("{before}/api/graphql")),
            None => rest.with_path(&format!("{}/graphql", rest.path())),
        };
        Ok(Self { host: host.clone(), rest, graphql, is_set: set.is_some() })
    }

    /// The host as people write it.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Base of the REST API.
    pub fn rest(&self) -> &Address {
        &self.rest
    }

    /// The GraphQL door.
    pub fn graphql(&self) -> &Address {
        &self.graphql
    }

    /// Whether somebody set the base, so that the host's own was not used.
    pub fn is_set(&self) -> bool {
        self.is_set
    }

    /// What errors call the server: the host, or the address that stands in its place.
    pub fn name(&self) -> String {
        if self.is_set { self.rest.authority() } else { self.host.as_str().to_owned() }
    }
}

/// The base of a host: `api.github.com`, `api.SUB.ghe.com`, `HOST/api/v3`.
fn base_of(host: &Host) -> String {
    if host.is_cloud() { format!("https://api.{host}") } else { format!("https://{host}/api/v3") }
}

/// A bad address in a message: what may be a password stays out.
fn named(text: &str) -> String {
    if text.contains('@') {
        return "(not shown: it may hold a password)".to_owned();
    }
    crate::core::text::one_line(text, 200)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doors(host: &str, set: Option<&str>) -> (String, String) {
        let api = Api::new(&Host::new(host), set).unwrap();
        (api.rest().to_string(), api.graphql().to_string())
    }

    #[test]
    fn each_kind_of_host_has_its_doors() {
        let table = [
            ("github.com", None, "https://api.github.com", "https://api.github.com/graphql"),
            ("acme.ghe.com", None, "https://api.acme.ghe.com", "https://api.acme.ghe.com/graphql"),
            ("ghe.corp.example", None, "https://ghe.corp.example/api/v3", "https://ghe.corp.example/api/graphql"),
            ("g.example:8443", None, "https://g.example:8443/api/v3", "https://g.example:8443/api/graphql"),
            ("github.com", Some("http://127.0.0.1:9"), "http://127.0.0.1:9", "http://127.0.0.1:9/graphql"),
            ("x", Some("http://localhost:9/api/v3/"), "http://localhost:9/api/v3", "http://localhost:9/api/graphql"),
            ("x", Some("https://p.example/g"), "https://p.example/g", "https://p.example/g/graphql"),
        ];
        for (host, set, rest, graphql) in table {
            assert_eq!(doors(host, set), (rest.to_owned(), graphql.to_owned()), "{host} {set:?}");
        }
    }

    #[test]
    fn a_token_is_never_sent_in_clear_beyond_this_machine() {
        let clear = Api::new(&Host::github(), Some("http://api.example")).unwrap_err();
        assert!(clear.to_string().contains("https://"), "{clear}");
    }

    #[test]
    fn a_password_in_the_address_is_not_repeated() {
        let bad = Api::new(&Host::github(), Some("https://me:secret@x.example")).unwrap_err().to_string();
        assert!(!bad.contains("secret"), "{bad}");
        assert!(Api::new(&Host::github(), Some("nonsense")).unwrap_err().to_string().contains("`nonsense`"));
    }
}
