//! GitHub: whose token there is, whether the host is reached and takes it, whether it shows the repository we are in,
//! and what it still allows. Each question is asked once. Called by `doctor`.

use std::{sync::atomic::AtomicBool, time::Duration};

use crate::{
    app::{config, job::Job},
    core::model::{CallLimits, FailureKind, GithubSettings, Host, RepoName},
    edge::{
        github::{Api, Client, Credentials, Environment, GithubError, Options, Standing, TokenSource, find_token},
        http::Timeouts,
        intake::{Hosts, Survey},
        report::{Examined, Health},
    },
};

use super::{broken, fine, less};

/// How long the host may take: somebody is waiting.
const PATIENCE: Duration = Duration::from_secs(10);

fn environment(job: &Job) -> Environment {
    Environment::new(job.intake.variables.clone().unwrap_or_else(|| std::env::vars_os().collect()))
}

/// What is known of hosts before any is asked.
pub(super) fn hosts(job: &Job) -> Hosts {
    let is_set = config::own_config(&job.sources).config.github.api_url.is_some();
    Hosts::of(&environment(job), is_set)
}

/// Looks at tokens, host, repository and limits.
pub(super) fn examine(job: &Job, settings: &GithubSettings, survey: Option<&Survey>, all: &mut Vec<Examined>) {
    let repo = survey.and_then(|survey| survey.number.as_ref().ok()).cloned();
    let host = repo.as_ref().map_or_else(|| hosts(job).usual, |repo| repo.host.clone());
    let stop = AtomicBool::new(false);
    let credentials = find_token(&host, &environment(job), &stop);
    let api = match Api::new(&host, settings.api_url.as_deref()) {
        Ok(api) => api,
        Err(bad) => {
            all.push(token(&host, &credentials, None));
            let todo =
                vec!["Set PRR_GITHUB_API_URL or github.api_url to the base of a GitHub API, or unset it.".into()];
            all.push(broken("GitHub", FailureKind::Usage, format!("{bad}."), todo));
            return;
        }
    };
    if job.intake.offline {
        all.push(token(&host, &credentials, None));
        all.push(fine("GitHub", format!("{} is not asked (--offline)", api.rest())));
        return;
    }
    let client = client(api, credentials.clone());
    let told = client.and_then(|client| Ok((ask(&client, repo.as_ref())?, client)));
    let first = all.len();
    match told {
        Err(error) => {
            all.push(token(&host, &credentials, None));
            all.push(failed("GitHub", &error));
        }
        Ok((answers, client)) => {
            all.push(token(&host, &credentials, answers.standing.as_ref().ok()));
            tell(answers, &client, settings, all);
        }
    }
    if repo.is_none() && credentials.token.is_none() {
        // Nothing here is on GitHub and nobody was ever logged in: prr is used without it.
        let failed = all.iter_mut().skip(first).filter(|one| matches!(one.health, Health::Fail(FailureKind::Host)));
        failed.for_each(|one| one.health = Health::Warn);
    }
}

/// Nothing is kept, nothing is waited for.
fn client(api: Api, credentials: Credentials) -> Result<Client, GithubError> {
    let timeouts = Timeouts { connect: PATIENCE, silence: PATIENCE, answer: PATIENCE, stream: PATIENCE };
    Client::new(api, credentials, Options { timeouts, longest_wait: Duration::ZERO, ..Options::default() })
}

/// What the host told.
struct Answers {
    standing: Result<Standing, GithubError>,
    repository: Option<(RepoName, Result<(), GithubError>)>,
    limits: Option<CallLimits>,
}

/// Asks on this thread; nobody else has anything to do.
fn ask(client: &Client, repo: Option<&RepoName>) -> Result<Answers, GithubError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| GithubError::Setup(error.to_string()))?;
    Ok(runtime.block_on(async {
        let standing = client.standing().await;
        let repository = match (repo, &standing) {
            (Some(repo), Ok(_)) => Some((repo.clone(), client.sees(repo).await)),
            _ => None,
        };
        let limits = match client.limits() {
            None if standing.is_ok() => client.rate_limit().await.ok().flatten(),
            known => known,
        };
        Answers { standing, repository, limits }
    }))
}

fn tell(answers: Answers, client: &Client, settings: &GithubSettings, all: &mut Vec<Examined>) {
    let Answers { standing, repository, limits } = answers;
    let base = client.api().rest();
    let standing = match standing {
        Ok(standing) => standing,
        Err(error) => return all.push(failed("GitHub", &error)),
    };
    let is_anonymous = client.credentials().token.is_none();
    let login = settings.login.clone().or(standing.login);
    all.push(match login {
        Some(login) => fine("GitHub", format!("{base} answers; you are {login}")),
        None if is_anonymous => fine("GitHub", format!("{base} answers; you are nobody to it")),
        None => less(
            "GitHub",
            format!("{base} answers, but does not say whose this token is"),
            vec!["Set github.login to the name that reviews are published under.".to_owned()],
        ),
    });
    if let Some((repo, seen)) = repository {
        all.push(match seen {
            Ok(()) => fine("access", format!("{repo} can be read")),
            Err(error) => failed("access", &error),
        });
    }
    all.push(calls(limits));
}

/// What a host says no to.
fn failed(part: &'static str, error: &GithubError) -> Examined {
    match error {
        // It passes by itself.
        GithubError::Limited { .. } => less(part, error.to_string(), error.hints()),
        _ => broken(part, error.kind(), error.to_string(), error.hints()),
    }
}

/// Where the token is from, and what it may.
fn token(host: &Host, credentials: &Credentials, standing: Option<&Standing>) -> Examined {
    let notes = credentials.notes.clone();
    if credentials.source == TokenSource::Nowhere {
        let mut todo = notes;
        let [name, _] = crate::edge::github::variables_of(host);
        todo.push(format!("Run `gh auth login --hostname {host}`, or set {name}."));
        let said = format!("none for {host}: public repositories can be read, nothing can be published");
        return less("token", said, todo);
    }
    let from = format!("from {} for {host}", credentials.source);
    let mut examined = match standing.map(|standing| standing.scopes.as_deref()) {
        None => fine("token", from),
        Some(None) => fine("token", format!("{from}; fine-grained or of an app: GitHub does not tell what it may")),
        Some(Some(scopes)) => scoped(&from, scopes, host, &credentials.source),
    };
    if !notes.is_empty() {
        examined.todo.extend(notes);
        examined.health = Health::Warn;
    }
    examined
}

/// A classic token with these scopes.
fn scoped(from: &str, scopes: &[String], host: &Host, source: &TokenSource) -> Examined {
    let has = |scope: &str| scopes.iter().any(|known| known == scope);
    let list = if scopes.is_empty() { "no scopes".to_owned() } else { format!("scopes {}", scopes.join(", ")) };
    let said = format!("{from}; {list}");
    let lack = match () {
        () if has("repo") => return fine("token", said),
        () if has("public_repo") => "private repositories are not seen",
        () => "nothing can be published, and private repositories are not seen",
    };
    let remedy = match source {
        TokenSource::Variable(name) => format!("Give the token in {name} the scope `repo`."),
        TokenSource::Gh | TokenSource::HostsFile | TokenSource::Nowhere => {
            format!("Run `gh auth refresh --hostname {host} --scopes repo`.")
        }
    };
    less("token", format!("{said}: {lack}"), vec![remedy])
}

/// What the host still allows.
fn calls(limits: Option<CallLimits>) -> Examined {
    let Some(CallLimits { remaining, limit, reset }) = limits else {
        return fine("limits", "this host tells no limits of calls");
    };
    let utc = chrono::DateTime::from_timestamp_millis(reset.0).unwrap_or_default();
    let reset = utc.with_timezone(&chrono::Local).format("%H:%M");
    let said = format!("{remaining} of {limit} calls left until {reset}");
    // A pull request takes about a dozen.
    if remaining < 20 {
        return less("limits", said, vec![format!("Wait until {reset}; --offline shows what was read before.")]);
    }
    fine("limits", said)
}
