//! Which call a request is.
//! Not here: what it does (`read`, `publish`, `graphql`). Faults and assertions name calls by these.

use super::{
    describe::fits,
    http::{Request, decoded},
    world::World,
};

/// A call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table below says which is which")]
pub enum Route {
    RateLimit,
    User,
    Search,
    Repository,
    CheckRuns,
    Status,
    Compare,
    Contents,
    Blob,
    Issue,
    Conversation,
    Pulls,
    Comment,
    Pull,
    /// `Pull`, asked for as a diff.
    Diff,
    Comments,
    PostComment,
    Reply,
    Commits,
    Files,
    Reviews,
    PostReview,
    Review,
    DeleteReview,
    CommentsOfReview,
    SubmitReview,
    /// A query.
    Graphql,
    /// A mutation.
    Mutation,
    /// None that is known.
    Unknown,
}

use Route as R;

const TABLE: &[(&str, Route, &str)] = &[
    ("GET", R::RateLimit, "/rate_limit"),
    ("GET", R::User, "/user"),
    ("GET", R::Search, "/search/issues"),
    ("GET", R::Repository, "/repos/{o}/{r}"),
    ("GET", R::CheckRuns, "/repos/{o}/{r}/commits/{ref}/check-runs"),
    ("GET", R::Status, "/repos/{o}/{r}/commits/{ref}/status"),
    ("GET", R::Compare, "/repos/{o}/{r}/compare/{path}"),
    ("GET", R::Contents, "/repos/{o}/{r}/contents/{path}"),
    ("GET", R::Blob, "/repos/{o}/{r}/git/blobs/{sha}"),
    ("GET", R::Issue, "/repos/{o}/{r}/issues/{n}"),
    ("GET", R::Conversation, "/repos/{o}/{r}/issues/{n}/comments"),
    ("GET", R::Pulls, "/repos/{o}/{r}/pulls"),
    ("GET", R::Comment, "/repos/{o}/{r}/pulls/comments/{id}"),
    ("GET", R::Pull, "/repos/{o}/{r}/pulls/{n}"),
    ("GET", R::Comments, "/repos/{o}/{r}/pulls/{n}/comments"),
    ("POST", R::PostComment, "/repos/{o}/{r}/pulls/{n}/comments"),
    ("POST", R::Reply, "/repos/{o}/{r}/pulls/{n}/comments/{id}/replies"),
    ("GET", R::Commits, "/repos/{o}/{r}/pulls/{n}/commits"),
    ("GET", R::Files, "/repos/{o}/{r}/pulls/{n}/files"),
    ("GET", R::Reviews, "/repos/{o}/{r}/pulls/{n}/reviews"),
    ("POST", R::PostReview, "/repos/{o}/{r}/pulls/{n}/reviews"),
    ("GET", R::Review, "/repos/{o}/{r}/pulls/{n}/reviews/{id}"),
    ("DELETE", R::DeleteReview, "/repos/{o}/{r}/pulls/{n}/reviews/{id}"),
    ("GET", R::CommentsOfReview, "/repos/{o}/{r}/pulls/{n}/reviews/{id}/comments"),
    ("POST", R::SubmitReview, "/repos/{o}/{r}/pulls/{n}/reviews/{id}/events"),
];

/// A request, understood.
#[derive(Debug, Clone)]
pub struct Call {
    /// Which call.
    pub route: Route,
    /// The path without prefixes, numeric repositories by their name.
    pub path: String,
    /// `owner/name` as asked for.
    pub repo: String,
    /// `{n}`.
    pub number: u64,
    /// `{id}`.
    pub id: u64,
    /// `{ref}`, `{path}` or `{sha}`, decoded.
    pub name: String,
}

impl Call {
    /// Reads a request whose path is this, after the prefix.
    pub fn read(request: &Request, path: &str, world: &World) -> Self {
        let path = by_name(path, world);
        let found = TABLE.iter().filter(|(method, ..)| *method == request.method);
        let found = found.filter_map(|(_, route, template)| Some((*route, template, fits(template, &path)?)));
        let (mut route, names) = found
            .min_by_key(|(_, template, _)| template.matches('{').count())
            .map_or((R::Unknown, Vec::new()), |(route, _, names)| (route, names));
        let said = |name: &str| names.iter().find(|(n, _)| *n == name).map(|(_, v)| decoded(v)).unwrap_or_default();
        if route == R::Pull && request.header("accept").is_some_and(|a| a.contains("diff")) {
            route = R::Diff;
        }
        let name = [said("ref"), said("path"), said("sha")].into_iter().find(|s| !s.is_empty());
        Self {
            route,
            repo: format!("{}/{}", said("o"), said("r")),
            number: said("n").parse().unwrap_or(0),
            id: said("id").parse().unwrap_or(0),
            name: name.unwrap_or_default(),
            path,
        }
    }
}

/// `/repositories/ID/…` as `/repos/OWNER/NAME/…`.
fn by_name(path: &str, world: &World) -> String {
    let numeric = path.strip_prefix("/repositories/").and_then(|rest| {
        let (id, rest) = rest.split_once('/').unwrap_or((rest, ""));
        let repository = world.repositories.iter().find(|r| id.parse() == Ok(r.id))?;
        Some(format!("/repos/{}/{rest}", repository.full_name()).trim_end_matches('/').to_owned())
    });
    numeric.unwrap_or_else(|| path.to_owned())
}
