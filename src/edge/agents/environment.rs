//! The environment of a command-line agent: what a program needs to run at all, and what its entry names. Tokens of
//! hosts, agents' sockets and whatever else happens to be set stay with us. Called by `command`.

/// Variables that every agent gets when they are set: where things are, and in which language.
const USUAL: &[&str] = &[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "XDG_RUNTIME_DIR",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
];

/// What an agent gets of ours, with these names besides the usual ones. No colours: its output is read.
pub(super) fn environment(
    all: impl Iterator<Item = (String, String)>,
    named: &[impl AsRef<str>],
) -> Vec<(String, String)> {
    let is_named = |name: &str| named.iter().any(|one| one.as_ref() == name);
    let is_kept = |name: &str| USUAL.contains(&name) || name.starts_with("LC_") || is_named(name);
    let mut kept: Vec<(String, String)> = all.filter(|(name, _)| is_kept(name)).collect();
    kept.extend([("TERM", "dumb"), ("NO_COLOR", "1")].map(|(name, value)| (name.to_owned(), value.to_owned())));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stay_with_us_unless_they_are_named() {
        let all =
            ["PATH", "HOME", "LC_ALL", "GITHUB_TOKEN", "GH_TOKEN", "SSH_AUTH_SOCK", "AWS_SECRET_ACCESS_KEY", "MY_KEY"];
        let all = || all.iter().map(|name| ((*name).to_owned(), "v".to_owned()));
        let names = |named: &[&str]| -> Vec<String> {
            environment(all(), named).into_iter().map(|(name, _)| name).filter(|name| name != "TERM").collect()
        };
        assert_eq!(names(&[]), ["PATH", "HOME", "LC_ALL", "NO_COLOR"]);
        assert_eq!(names(&["MY_KEY"]), ["PATH", "HOME", "LC_ALL", "MY_KEY", "NO_COLOR"]);
    }
}
