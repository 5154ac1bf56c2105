//! Answers that come in pages: `Link: rel="next"` verbatim, same origin only, each page once. Called by `calls`.

use std::collections::HashSet;

use serde::de::DeserializeOwned;

use super::{Client, Question};
use crate::edge::github::{GithubError, refusal};

/// Most pages of one list; more is no list that we read in silence.
const MOST: usize = 300;

impl Client {
    /// Every page of a list. A next page that was read already ends it.
    pub(in crate::edge::github) async fn pages<T: DeserializeOwned + Send>(
        &self,
        question: Question,
    ) -> Result<Vec<T>, GithubError> {
        let mut all = Vec::new();
        self.each_page(question, &mut |page| all.push(page)).await?;
        Ok(all)
    }

    /// The same, each page as soon as it is there.
    pub(in crate::edge::github) async fn each_page<T: DeserializeOwned + Send>(
        &self,
        mut question: Question,
        on: &mut (dyn FnMut(T) + Send),
    ) -> Result<(), GithubError> {
        let mut seen = HashSet::new();
        while seen.insert(question.url.clone()) {
            if seen.len() > MOST {
                return Err(self.too_large(&question.what));
            }
            let whole = self.whole(&question).await?;
            on(self.parse(&whole.body, &question.what)?);
            let Some(next) = whole.next else { return Ok(()) };
            let Some(url) = self.api().rest().same_origin(&question.url, &next) else {
                return Err(refusal::moved(&self.asked(&question.what), &next));
            };
            question.url = url;
        }
        tracing::warn!(what = question.what.as_str(), "the pages of a list go in circles");
        Ok(())
    }

    /// Every item of a list whose pages are plain lists.
    pub(in crate::edge::github) async fn list<T: DeserializeOwned + Send>(
        &self,
        first: Question,
    ) -> Result<Vec<T>, GithubError> {
        Ok(self.pages::<Vec<T>>(first).await?.into_iter().flatten().collect())
    }
}
