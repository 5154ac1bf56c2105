//! The hidden last line that tells which head a review is about (PUBLISH "Marker"), and finding it in what others and
//! we have posted. Called by `body` and by the gate of duplicates.

use crate::core::model::{ForeignReview, Remark, ReviewHash, ReviewState};

const OURS: &str = "<!-- prr-cockpit: ";
const PI: &str = "<!-- pi-pr-review: ";
const END: &str = " -->";

/// The line, exactly.
pub fn line(head: &str, review: &ReviewHash) -> String {
    format!("{OURS}{{\"schema\":1,\"headRefOid\":\"{head}\",\"review\":\"{}\"}}{END}", review.as_str())
}

/// A marker that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marker {
    /// The reviewed head.
    pub head: String,
    /// The review; `None` = pi's, or a form of ours that is newer than this program.
    pub review: Option<ReviewHash>,
}

/// Every marker of a text: each on a line of its own. A reader may have written behind it.
pub fn markers(text: &str) -> Vec<Marker> {
    text.lines().filter_map(|row| read(row.trim())).collect()
}

fn read(row: &str) -> Option<Marker> {
    let (json, ours) = match row.strip_prefix(OURS) {
        Some(rest) => (rest, true),
        None => (row.strip_prefix(PI)?, false),
    };
    let json = json.strip_suffix(END)?;
    let head = field(json, "headRefOid").filter(|head| is_sha(head))?.to_owned();
    let review = field(json, "review").filter(|_| ours).and_then(ReviewHash::parse);
    Some(Marker { head, review })
}

/// The value of a string field without escapes.
fn field<'j>(json: &'j str, name: &str) -> Option<&'j str> {
    let (_, rest) = json.split_once(&format!("\"{name}\""))?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    rest.split_once('"').map(|(value, _)| value)
}

fn is_sha(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// A review or remark with a marker for a head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Earlier {
    /// The host's number; of a review, or of a remark of the conversation.
    pub id: u64,
    /// Where people read it.
    pub url: String,
    /// Its text.
    pub body: String,
    /// Which review it is; `None` = not known.
    pub review: Option<ReviewHash>,
}

/// What one identity has posted about a head. Markers of others are nothing: anybody can write one. A pending review
/// is not posted.
pub fn earlier(reviews: &[ForeignReview], talk: &[Remark], login: &str, head: &str) -> Vec<Earlier> {
    let posted = reviews.iter().filter(|review| review.state != ReviewState::Pending);
    let reviews = posted.map(|review| (review.id, &review.url, &review.body, &review.author.login));
    let remarks = talk.iter().map(|remark| (remark.id, &remark.url, &remark.body, &remark.author.login));
    let ours = reviews.chain(remarks).filter(|(.., by)| by.eq_ignore_ascii_case(login));
    ours.flat_map(|(id, url, body, _)| {
        let found = markers(body).into_iter().filter(|marker| marker.head.eq_ignore_ascii_case(head));
        found.map(move |marker| Earlier { id, url: url.clone(), body: body.clone(), review: marker.review })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::publish::sample;

    fn ours() -> String {
        line(sample::HEAD, &sample::artifact().hash())
    }

    #[test]
    fn the_line_is_exactly_as_agreed_and_is_read_back() {
        let hash = sample::artifact().hash();
        let expected = format!(
            "<!-- prr-cockpit: {{\"schema\":1,\"headRefOid\":\"{}\",\"review\":\"{}\"}} -->",
            sample::HEAD,
            hash.as_str()
        );
        assert_eq!(ours(), expected);
        let marker = Marker { head: sample::HEAD.into(), review: Some(hash) };
        assert_eq!(markers(&format!("text\r\n\r\n{}\r\n", ours())), std::slice::from_ref(&marker));
        assert_eq!(markers(&format!("{}\n\nEdit: written behind it", ours())), [marker]);
    }

    #[test]
    fn pis_marker_counts_without_a_hash() {
        let pi = format!("<!-- pi-pr-review: {{\"schema\":1,\"headRefOid\":\"{}\"}} -->", sample::HEAD);
        assert_eq!(markers(&pi), [Marker { head: sample::HEAD.into(), review: None }]);
    }

    #[test]
    fn what_only_looks_like_a_marker_is_none() {
        for no in [
            format!("> {}", ours()),
            format!("see {}", ours()),
            ours().replace("prr-cockpit", "PRR-cockpit"),
            ours().replace(sample::HEAD, "abc"),
            "<!-- prr-cockpit: {} -->".to_owned(),
            ours().replace(" -->", ""),
        ] {
            assert_eq!(markers(&no), [], "{no}");
        }
    }

    #[test]
    fn only_posted_reviews_of_the_same_identity_and_head_count() {
        let mine = sample::foreign(1, "Reviewer", &ours());
        let forged = sample::foreign(2, "mallory", &ours());
        let pending = ForeignReview { state: ReviewState::Pending, ..sample::foreign(3, "reviewer", &ours()) };
        let past = sample::foreign(4, "reviewer", &ours().replace(sample::HEAD, &"9".repeat(40)));
        let found = earlier(
            &[mine, forged, pending, past],
            &[sample::remark(9, "reviewer", &ours())],
            "reviewer",
            sample::HEAD,
        );
        assert_eq!(found.iter().map(|earlier| earlier.id).collect::<Vec<_>>(), [1, 9]);
    }
}
