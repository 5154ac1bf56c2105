//! The diff of a pull request, as the host makes it (three dots), handed on while it comes. Not what is done when the
//! host finds it too large (GITHUB: by git, then by the list of files). Called by the runner.

use super::super::{
    Client, GithubError, Missing,
    client::{DIFF, Question, Taker},
};
use crate::core::model::PullName;

impl Client {
    /// Hands the bytes of the diff on in order, each once. After an error what was handed on is worth nothing.
    ///
    /// # Errors
    /// [`GithubError::TooLarge`] over 300 files, 20,000 lines or 1 MB, as the host counts; it is not asked twice.
    pub async fn diff(&self, name: &PullName, on: Taker<'_>) -> Result<(), GithubError> {
        let url = self.in_pull(name, "")?;
        let question = Question { url, accept: DIFF, what: format!("the diff of {name}") };
        match self.stream(&question, on).await {
            Err(GithubError::NotFound { .. }) => Err(self.not_found(Missing::Other(question.what))),
            other => other,
        }
    }
}
