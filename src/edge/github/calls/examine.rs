//! Questions that find out whether this host can be worked with: who we are to it, what the token may, whether a
//! repository is seen. Each is asked once: what is wrong now is what shall be told. Called by `prr doctor`.

use super::super::{
    Client, GithubError, Missing,
    client::Question,
    wire::{LimitsWire, UserWire},
};
use crate::core::model::RepoName;

/// Who we are to a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The login; `None` for tokens that have no person, and without a token.
    pub login: Option<String>,
    /// What a classic token may; `None` for other kinds, which do not tell.
    pub scopes: Option<Vec<String>>,
}

impl Client {
    /// Reaches the host and tells who we are to it.
    ///
    /// # Errors
    /// The host is not reached, or refuses the token.
    pub async fn standing(&self) -> Result<Standing, GithubError> {
        let nobody = Standing { login: None, scopes: None };
        if self.is_anonymous() {
            // The one call that costs nothing. A server without limits knows it not, and is a server all the same.
            let question = Question::json(self.url("/rate_limit"), "the limits of calls");
            return match self.once_with_headers::<LimitsWire>(&question).await {
                Ok(_) | Err(GithubError::NotFound { .. }) => Ok(nobody),
                Err(error) => Err(error),
            };
        }
        let question = Question::json(self.url("/user"), "your login");
        match self.once_with_headers::<UserWire>(&question).await {
            Ok((user, headers)) => {
                let told = headers.get("x-oauth-scopes").and_then(|value| value.to_str().ok());
                let words = told.map(|told| told.split(',').map(str::trim).filter(|word| !word.is_empty()));
                let scopes = words.map(|words| words.map(str::to_owned).collect());
                Ok(Standing { login: user.login.filter(|login| !login.is_empty()), scopes })
            }
            // Apps and workflows have no person (GITHUB "Calls").
            Err(GithubError::Forbidden { .. }) => Ok(nobody),
            Err(error) => Err(error),
        }
    }

    /// Whether a repository is seen with this token.
    ///
    /// # Errors
    /// It is not, and why.
    pub async fn sees(&self, repo: &RepoName) -> Result<(), GithubError> {
        let question = Question::json(self.in_repo(repo, "")?, format!("repository {repo}"));
        match self.once_with_headers::<serde::de::IgnoredAny>(&question).await {
            Ok(_) => Ok(()),
            Err(GithubError::NotFound { .. }) => Err(self.not_found(Missing::Repository(repo.to_string()))),
            Err(error) => Err(error),
        }
    }
}
