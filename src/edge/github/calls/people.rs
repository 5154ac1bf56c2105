//! Who we are to the host, and what it still allows. Called by `read_all` and by `prr doctor`.

use super::super::{
    Client, GithubError,
    client::Question,
    wire::{LimitsWire, UserWire},
};
use crate::core::model::{CallLimits, Time};

impl Client {
    /// The login of the token's owner: what was set, else what the host says.
    ///
    /// # Errors
    /// [`GithubError::Unauthorised`] without a token; [`GithubError::Forbidden`] for tokens that have no person
    /// (GITHUB): then `github.login` says it.
    pub async fn viewer(&self) -> Result<String, GithubError> {
        if let Some(login) = self.known_login() {
            return Ok(login.to_owned());
        }
        if self.is_anonymous() {
            return Err(self.nobody());
        }
        let user: UserWire = self.one(&Question::json(self.url("/user"), "your login")).await?;
        let login = user.login.filter(|login| !login.is_empty());
        login.ok_or_else(|| self.malformed("your login", "it names nobody"))
    }

    /// What cannot be asked without a token.
    pub(super) fn nobody(&self) -> GithubError {
        let asked = self.asked("");
        GithubError::Unauthorised { host: asked.host.to_owned(), token: asked.token.clone() }
    }

    /// Limits as the host tells them when asked; `None` where it has none (enterprise servers answer 404). Asking
    /// costs nothing of them.
    ///
    /// # Errors
    /// As for every call.
    pub async fn rate_limit(&self) -> Result<Option<CallLimits>, GithubError> {
        let question = Question::json(self.url("/rate_limit"), "the limits of calls");
        let told: LimitsWire = match self.one(&question).await {
            Err(GithubError::NotFound { .. }) => return Ok(None),
            other => other?,
        };
        let core = told.resources.and_then(|resources| resources.core);
        Ok(core.and_then(|core| {
            let reset = Time(core.reset?.checked_mul(1000)?);
            Some(CallLimits { remaining: core.remaining?, limit: core.limit?, reset })
        }))
    }
}
