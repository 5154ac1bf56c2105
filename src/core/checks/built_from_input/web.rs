//! What a request says, put as it came into a page, a template or a path. Only inputs that are seen to come from the request
//! at the very place count: what a variable holds is not known. Called by `mod`.

use crate::core::{
    change::syntax::{Grammar, Node},
    checks::{
        introduced::Page,
        nodes::{Call, positional},
    },
};

use super::text::{Part, built, is_harmless};

/// How a request is asked for what its sender wrote.
const REQUEST: &[&str] = &[
    "req.query",
    "req.params",
    "req.body",
    "request.query",
    "request.params",
    "request.body",
    "ctx.query",
    "ctx.params",
    "ctx.request.body",
    "request.args",
    "request.form",
    "request.values",
    "request.GET",
    "request.POST",
    "request.json",
    "request.query_params",
    "r.URL.Query()",
    "r.FormValue(",
    "r.PostFormValue(",
    "c.Param(",
    "c.Query(",
    "mux.Vars(",
];

/// What makes a value good for its place, by the words of a call around it.
const CLEANS: &[&str] = &[
    "secure_filename",
    "basename",
    "safe_join",
    "int(",
    "Number(",
    "parseInt(",
    "encodeURIComponent",
    "scape",
    "anitiz",
    "anitis",
    "filepath.Base",
    "filepath.Clean",
    "path.Base",
    "uuid",
    "alidate",
    "slugify",
    "hash",
    "check",
    "JSON.stringify",
    "json.dumps",
    "len(",
    ".length",
    "strconv.",
];

/// The expression, what is asked of the request, and how sure.
type Input<'t> = (Node<'t>, String, f64);

/// The part of an expression that the sender of a request wrote, when nothing around it makes it good.
fn from_request(text: &str) -> Option<String> {
    if CLEANS.iter().any(|word| text.contains(word)) {
        return None;
    }
    let at = REQUEST.iter().filter_map(|word| text.find(word)).min()?;
    let before = text.get(..at).and_then(|head| head.chars().last());
    if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$') {
        return None;
    }
    let rest = text.get(at..)?;
    let end = rest.find([' ', ',', '+', '}', ';']).unwrap_or(rest.len());
    Some(rest.get(..end)?.trim_end_matches(')').to_owned())
}

/// A template that is put together from an input: what is in it is run by the server.
pub(super) fn template<'t>(page: &Page<'_>, found: &Call<'t>) -> Option<Input<'t>> {
    let args = positional(&found.args);
    let first = *args.first()?;
    let renders = match page.parsed.grammar {
        Grammar::Python => {
            ["render_template_string", "flask.render_template_string", "jinja2.Template", "Environment().from_string"]
                .contains(&found.path.as_str())
                || (found.name == "from_string"
                    && found.on.is_some_and(|on| page.words(on).to_lowercase().contains("env")))
        }
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => [
            "ejs.render",
            "pug.render",
            "pug.compile",
            "Handlebars.compile",
            "handlebars.compile",
            "nunjucks.renderString",
            "_.template",
            "Mustache.render",
            "ejs.compile",
        ]
        .contains(&found.path.as_str()),
        _ => false,
    };
    if !renders {
        return None;
    }
    if let Some(input) = from_request(&page.words(first)) {
        return Some((first, input, 0.9));
    }
    // What scripts of the project render is the project's own.
    let is_own = |part: &[u8]| [&b"scripts"[..], b"script", b"tools", b"website", b"tasks"].contains(&part);
    if page.path.split(|b| *b == b'/').any(is_own) {
        return None;
    }
    let input = built(page, first)?.into_iter().find_map(|part| match part {
        Part::Input(input) if !is_harmless(&input) => Some(input),
        _ => None,
    })?;
    Some((first, input, 0.8))
}

/// A page that shows what the request says without escaping it.
pub(super) fn html<'t>(page: &Page<'_>, found: &Call<'t>) -> Option<Input<'t>> {
    let first = *positional(&found.args).first()?;
    let sends = match page.parsed.grammar {
        Grammar::Python => {
            ["Markup", "mark_safe", "HttpResponse", "HTMLResponse", "markupsafe.Markup"].contains(&found.path.as_str())
        }
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => {
            ["res.send", "res.write", "res.end", "response.send", "document.write"].contains(&found.path.as_str())
        }
        _ => false,
    };
    let parts = built(page, first).filter(|_| sends)?;
    let marked_up = parts.iter().any(|part| matches!(part, Part::Fixed(text) if text.contains('<')));
    let input = parts.iter().find_map(|part| match part {
        Part::Input(input) => from_request(input),
        Part::Fixed(_) => None,
    })?;
    marked_up.then_some((first, input, 0.9))
}

/// A file whose path is what the request says.
pub(super) fn path<'t>(page: &Page<'_>, found: &Call<'t>) -> Option<Input<'t>> {
    let args = positional(&found.args);
    let name = found.path.as_str();
    let nth = match page.parsed.grammar {
        Grammar::Python => [
            "open",
            "io.open",
            "send_file",
            "flask.send_file",
            "FileResponse",
            "os.remove",
            "os.unlink",
            "shutil.rmtree",
        ]
        .contains(&name)
        .then_some(0),
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => {
            let file = [
                "readFile",
                "readFileSync",
                "createReadStream",
                "writeFile",
                "writeFileSync",
                "createWriteStream",
                "unlink",
                "unlinkSync",
                "rmSync",
            ];
            let reads = file.contains(&found.name.as_str())
                && ["fs.", "fsp.", "fsPromises.", "fs.promises."].iter().any(|root| name.starts_with(root));
            // With a root the framework keeps the path inside of it.
            let sends = name == "res.sendFile" && args.len() == 1;
            (reads || sends).then_some(0)
        }
        Grammar::Go => match name {
            "os.Open" | "os.ReadFile" | "ioutil.ReadFile" | "os.Create" | "os.Remove" | "os.RemoveAll" => Some(0),
            "http.ServeFile" => Some(2),
            _ => None,
        },
        _ => None,
    }?;
    let argument = *args.get(nth)?;
    Some((argument, from_request(&page.words(argument))?, 0.85))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_comes_from_the_request_as_it_is_counts() {
        assert_eq!(from_request("path.join(root, req.params.name)").as_deref(), Some("req.params.name"));
        assert_eq!(from_request("request.args['f']").as_deref(), Some("request.args['f']"));
        assert_eq!(from_request("path.basename(req.params.name)"), None);
        assert_eq!(from_request("myreq.params.name"), None);
        assert_eq!(from_request("name"), None);
    }
}
