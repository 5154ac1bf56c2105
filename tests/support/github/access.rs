//! Who asks, and what they may: tokens, scopes, private repositories, single sign-on, limits of calls.
//! Not here: what is answered when they may.

use serde_json::{Value, json};

use super::{
    http::{Answer, Request},
    route::{Call, Route},
    tell::{self, WEB},
    world::{Repository, Rights, Token, TokenKind, World},
};

/// Who asks.
#[derive(Debug, Clone)]
pub enum Viewer {
    /// Nobody.
    Anonymous,
    /// The owner of a token.
    Known(Token),
}

impl Viewer {
    /// The login, also that of an app.
    pub fn login(&self) -> Option<&str> {
        match self {
            Self::Anonymous => None,
            Self::Known(token) => Some(&token.login),
        }
    }

    /// Whether something that this person wrote belongs to the viewer.
    pub fn is(&self, author: Option<&str>) -> bool {
        author.is_some() && self.login() == author
    }
}

/// A refusal in GitHub's form.
pub fn refusal(status: u16, message: &str) -> Answer {
    let documentation = "https://docs.github.com/rest";
    Answer::json(status, &json!({"message": message, "documentation_url": documentation, "status": status.to_string()}))
}

/// 404, as for everything that the viewer may not know of.
pub fn not_found() -> Answer {
    refusal(404, "Not Found")
}

/// The secret of an `Authorization` header, in either of GitHub's spellings.
pub fn secret(request: &Request) -> Option<&str> {
    let header = request.header("authorization")?;
    Some(header.strip_prefix("Bearer ").or(header.strip_prefix("token ")).unwrap_or(header))
}

/// Who asks; 401 for a secret that opens nothing.
pub fn viewer(world: &World, request: &Request) -> Result<Viewer, Answer> {
    let Some(secret) = secret(request) else { return Ok(Viewer::Anonymous) };
    match world.tokens.get(secret) {
        Some(token) if token.is_valid => Ok(Viewer::Known(token.clone())),
        _ => Err(refusal(401, "Bad credentials")),
    }
}

/// Whether the viewer may do this to the repository; otherwise GitHub's answer.
pub fn check(repository: &Repository, viewer: &Viewer, call: &Call) -> Result<(), Answer> {
    let writes = matches!(
        call.route,
        Route::PostComment
            | Route::Reply
            | Route::PostReview
            | Route::DeleteReview
            | Route::SubmitReview
            | Route::Mutation
    );
    let Viewer::Known(token) = viewer else {
        return match (&repository.members, writes) {
            (Some(_), _) => Err(not_found()),
            (None, true) => Err(refusal(401, "Requires authentication")),
            (None, false) => Ok(()),
        };
    };
    if !sees(repository, token) {
        return Err(not_found());
    }
    if repository.needs_sso && !token.has_sso && matches!(token.kind, TokenKind::Classic(_)) {
        let url = format!("{WEB}/orgs/{}/sso?authorization_request=A1B2", repository.owner);
        let words = "Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.";
        return Err(refusal(403, words).with("X-GitHub-SSO", format!("required; url={url}")));
    }
    if writes { may_write(repository, token) } else { Ok(()) }
}

/// Whether a repository is there at all for this token.
pub fn sees(repository: &Repository, token: &Token) -> bool {
    let Some(members) = &repository.members else { return true };
    let named = |names: &Vec<String>| names.contains(&repository.full_name());
    let allowed = match &token.kind {
        TokenKind::Classic(scopes) => scopes.iter().any(|s| s == "repo"),
        TokenKind::FineGrained(names, _) => named(names),
        TokenKind::App(_) => true,
    };
    allowed && members.contains(&token.login)
}

fn may_write(repository: &Repository, token: &Token) -> Result<(), Answer> {
    let missing = |who: &str| {
        let words = format!("Resource not accessible by {who}");
        Err(refusal(403, &words).with("X-Accepted-GitHub-Permissions", "pull_requests=write"))
    };
    match &token.kind {
        TokenKind::Classic(scopes) if scopes.iter().any(|s| s == "repo" || s == "public_repo") => Ok(()),
        TokenKind::Classic(_) => Err(not_found().with("X-Accepted-OAuth-Scopes", "public_repo, repo")),
        TokenKind::FineGrained(names, Rights::Write) if names.contains(&repository.full_name()) => Ok(()),
        TokenKind::FineGrained(..) => missing("personal access token"),
        TokenKind::App(Rights::Write) => Ok(()),
        TokenKind::App(Rights::Read) => missing("integration"),
    }
}

/// `GET /user`.
pub fn user(viewer: &Viewer) -> Answer {
    match viewer {
        Viewer::Anonymous => refusal(401, "Requires authentication"),
        Viewer::Known(Token { kind: TokenKind::App(_), .. }) => refusal(403, "Resource not accessible by integration"),
        Viewer::Known(token) => {
            let mut told = tell::person(Some(&token.login));
            told["name"] = json!("A Reviewer");
            told["user_view_type"] = json!("public");
            Answer::json(200, &told)
        }
    }
}

/// `GET /rate_limit`, which costs nothing; 404 where there are no limits.
pub fn rate_limit(world: &World) -> Answer {
    let Some(limits) = &world.limits else { return refusal(404, "Rate limiting is not enabled.") };
    let used = limits.limit.saturating_sub(limits.remaining);
    let core = json!({"limit": limits.limit, "remaining": limits.remaining, "reset": limits.reset, "used": used});
    Answer::json(200, &json!({"resources": {"core": core, "search": core, "graphql": core}, "rate": core}))
}

/// Refuses when no call is left.
pub fn spend(world: &mut World, viewer: &Viewer, call: &Call) -> Result<(), Answer> {
    let Some(limits) = &mut world.limits else { return Ok(()) };
    if call.route == Route::RateLimit {
        return Ok(());
    }
    if limits.remaining == 0 {
        return Err(used_up(viewer));
    }
    limits.remaining -= 1;
    Ok(())
}

/// An answer that the client had already costs nothing.
pub fn give_back(world: &mut World) {
    if let Some(limits) = &mut world.limits {
        limits.remaining += 1;
    }
}

/// The primary limit's refusal.
pub fn used_up(viewer: &Viewer) -> Answer {
    match viewer.login() {
        Some(login) => refusal(403, &format!("API rate limit exceeded for user ID {}.", tell::id_of(login))),
        None => {
            let more = "(But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)";
            refusal(403, &format!("API rate limit exceeded for 127.0.0.1. {more}"))
        }
    }
}

/// The headers that GitHub puts on every answer.
pub fn headers(mut answer: Answer, world: &World, viewer: Option<&Viewer>, call: &Call) -> Answer {
    if let Some(limits) = &world.limits {
        let used = limits.limit.saturating_sub(limits.remaining);
        let resource = match call.route {
            Route::Search => "search",
            Route::Graphql | Route::Mutation => "graphql",
            _ => "core",
        };
        let all = [
            ("X-RateLimit-Limit", limits.limit.to_string()),
            ("X-RateLimit-Remaining", limits.remaining.to_string()),
            ("X-RateLimit-Reset", limits.reset.to_string()),
            ("X-RateLimit-Used", used.to_string()),
            ("X-RateLimit-Resource", resource.to_owned()),
        ];
        for (name, value) in all {
            if !answer.headers.iter().any(|(n, _)| n.eq_ignore_ascii_case(name)) {
                answer = answer.with(name, value);
            }
        }
    }
    if let Some(Viewer::Known(Token { kind: TokenKind::Classic(scopes), .. })) = viewer {
        answer = answer.with("X-OAuth-Scopes", scopes.join(", "));
    }
    answer.with("X-GitHub-Media-Type", "github.v3; format=json").with("X-GitHub-Api-Version-Selected", super::VERSION)
}

/// GraphQL's refusal of somebody without a token.
pub fn graphql_needs_token() -> Answer {
    refusal(401, "This endpoint requires you to be authenticated.")
}

/// A body of GraphQL errors, which come with HTTP 200.
pub fn graphql_errors(data: &Value, errors: &[Value]) -> Answer {
    let mut told = json!({"data": data});
    if !errors.is_empty() {
        told["errors"] = json!(errors);
    }
    Answer::json(200, &told)
}
