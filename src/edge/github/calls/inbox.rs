//! Pull requests that wait for the token's owner: asked to review, assigned, mentioned. GraphQL's search tells checks
//! and size beside; where it does not answer, REST's search tells the rest. Called for `prr inbox`.

use std::collections::BTreeMap;

use serde_json::json;

use super::{
    super::{
        Client, GithubError,
        client::Question,
        wire::{Connection, Found, FoundNode, InboxData, SearchPage},
    },
    checks::word_state,
    nouns::{author, named, time},
};
use crate::{
    core::model::{Host, InboxEntry, InboxWhy, PullName, RepoName},
    edge::http::segment,
};

const QUERY: &str = "query($requested: String!, $assigned: String!, $mentioned: String!) { \
    requested: search(type: ISSUE, first: 50, query: $requested) { ...found } \
    assigned: search(type: ISSUE, first: 50, query: $assigned) { ...found } \
    mentioned: search(type: ISSUE, first: 50, query: $mentioned) { ...found } } \
    fragment found on SearchResultItemConnection { nodes { ... on PullRequest { number title url isDraft updatedAt headRefOid \
    changedFiles additions deletions author { __typename login } repository { nameWithOwner } \
    commits(last: 1) { nodes { commit { statusCheckRollup { state } } } } } } }";

/// The search of a reason.
fn search(why: InboxWhy) -> String {
    let by = match why {
        InboxWhy::ReviewRequested => "review-requested:@me",
        InboxWhy::Assigned => "assignee:@me",
        InboxWhy::Mentioned => "mentions:@me",
    };
    format!("is:pr is:open archived:false {by} sort:updated-desc")
}

impl Client {
    /// What waits for the token's owner, the newest first, each once with all its reasons.
    ///
    /// # Errors
    /// As for every call; without a token [`GithubError::Unauthorised`].
    pub async fn inbox(&self) -> Result<Vec<InboxEntry>, GithubError> {
        if self.is_anonymous() {
            return Err(self.nobody());
        }
        match self.inbox_by_graphql().await {
            Err(GithubError::Stopped) => Err(GithubError::Stopped),
            Err(error) => {
                tracing::debug!(%error, "the inbox is read by REST");
                self.inbox_by_rest().await
            }
            found => found,
        }
    }

    async fn inbox_by_graphql(&self) -> Result<Vec<InboxEntry>, GithubError> {
        let [requested, assigned, mentioned] = InboxWhy::ALL.map(search);
        let variables = json!({ "requested": requested, "assigned": assigned, "mentioned": mentioned });
        let told = self.graphql::<InboxData>(QUERY, variables, "your inbox").await?;
        let InboxData { requested, assigned, mentioned } = told;
        let host = self.api().host();
        let all = InboxWhy::ALL.into_iter().zip([requested, assigned, mentioned]);
        let entries = all.flat_map(|(why, found)| {
            let nodes = found.map(Connection::items).into_iter().flatten();
            nodes.filter_map(move |node| of_node(host, why, node)).collect::<Vec<_>>()
        });
        Ok(joined(entries))
    }

    async fn inbox_by_rest(&self) -> Result<Vec<InboxEntry>, GithubError> {
        let [a, b, c] = InboxWhy::ALL.map(|why| async move {
            let url = self.url(&format!("/search/issues?q={}&per_page=50", segment(&search(why))));
            let page: SearchPage = self.one(&Question::json(url, "your inbox")).await?;
            Ok::<_, GithubError>((why, page.items.unwrap_or_default()))
        });
        let (a, b, c) = futures::try_join!(a, b, c)?;
        let host = self.api().host();
        let entries = [a, b, c]
            .into_iter()
            .flat_map(|(why, found)| found.into_iter().filter_map(move |it| of_rest(host, why, it)));
        Ok(joined(entries))
    }
}

/// `owner/repo` as a name on that host.
fn repo(host: &Host, full: &str) -> Option<RepoName> {
    let (owner, repo) = full.split_once('/')?;
    let fits = !owner.is_empty() && !repo.is_empty() && !repo.contains('/');
    fits.then(|| RepoName { host: host.clone(), owner: owner.to_owned(), repo: repo.to_owned() })
}

fn of_node(host: &Host, why: InboxWhy, node: FoundNode) -> Option<InboxEntry> {
    let rollup = node.commits.and_then(|commits| commits.items().last()).and_then(|last| last.commit);
    let state = rollup.and_then(|commit| commit.status_check_rollup).and_then(|rollup| rollup.state);
    let counts = node.changed_files.map(|files| (files, node.additions.unwrap_or(0), node.deletions.unwrap_or(0)));
    Some(InboxEntry {
        name: PullName { repo: repo(host, &node.repository?.name_with_owner?)?, number: node.number? },
        title: node.title.unwrap_or_default(),
        author: node.author.map_or_else(|| named(None, None), |who| named(who.login, who.kind.as_deref())),
        url: node.url.unwrap_or_default(),
        updated: time(node.updated_at.as_deref()),
        head: node.head_ref_oid,
        why: vec![why],
        is_draft: node.is_draft.unwrap_or(false),
        checks: state.map(|state| word_state(Some(&state))),
        counts,
    })
}

fn of_rest(host: &Host, why: InboxWhy, found: Found) -> Option<InboxEntry> {
    let place = found.repository_url?;
    let (_, full) = place.rsplit_once("/repos/")?;
    Some(InboxEntry {
        name: PullName { repo: repo(host, full)?, number: found.number? },
        title: found.title.unwrap_or_default(),
        author: author(found.user),
        url: found.html_url.unwrap_or_default(),
        updated: time(found.updated_at.as_deref()),
        head: None,
        why: vec![why],
        is_draft: found.draft.unwrap_or(false),
        checks: None,
        counts: None,
    })
}

/// Each once with all its reasons, the newest first.
fn joined(entries: impl IntoIterator<Item = InboxEntry>) -> Vec<InboxEntry> {
    let mut known: BTreeMap<PullName, InboxEntry> = BTreeMap::new();
    for entry in entries {
        match known.get_mut(&entry.name) {
            Some(before) => before.why.extend(entry.why),
            None => {
                known.insert(entry.name.clone(), entry);
            }
        }
    }
    let mut all: Vec<InboxEntry> = known.into_values().collect();
    all.sort_by_key(|entry| std::cmp::Reverse(entry.updated));
    all
}
