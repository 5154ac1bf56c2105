//! `docs/config.md`: the layers, every key with what it takes, and the default file.

use crate::edge::config::{DEFAULT_FILE, Described, described};

use super::{cell, code};

const HEAD: &str = "\
# Settings

Weakest first: built-in defaults; your own `config.toml`; `.prr.toml`, `.claude/soliton.local.md` and
`.opencode/review-config.yaml` of the reviewed repository, read from the **base** side of the change; environment variables;
flags. Later wins, key by key; entries of lists (`[[rules]]` and the like) of all layers are in force together.

`prr config init` writes the default file, `prr config show` tells every value and where it is from, `prr config check`
explains each mistake with its line and what to write instead, `prr config path` says where files are looked for.

A mistake in your own file stops a run, with file, line, column and remedy. A mistake in a repository's file is a note in
the review, and the default is used. A key that only you may set does nothing in a repository's file, and is told.
Mistakes in `[ui.keys]` stop nothing ([keys](keys.md)).

## Variables

| variable | sets |
|---|---|
| `PRR_CONFIG` | the file that is read in place of your `config.toml` |
| `PRR_MODEL` | `provider::model` for every tier, or `light=… medium=… heavy=…` |
| `PRR_GITHUB_API_URL` | `github.api_url` |
| `PRR_STATE_DIR` | where logbooks and state lie |
| `PRR_LOG` | what is traced, into `prr.log` in the state folder |
| `PRR_GUIDE` | `off`: the keys to begin with are not shown |
| `NO_COLOR`, `COLORTERM`, `TERM` | colours, unless `ui.depth` is set |

## Keys

| key | takes | without it | who may set it |
|---|---|---|---|
";

pub(super) fn page() -> String {
    let mut page = HEAD.to_owned();
    for Described { path, takes, default, who } in described() {
        page.push_str(&format!("| {} | {} | {} | {} |\n", code(path), cell(&takes), code(default), cell(&who)));
    }
    page.push_str("\n`*` stands for a name: a reviewer, a pass, an action. An empty third column: as the strategy says, or nothing.\n");
    page.push_str("\n## The default file\n\n```toml\n");
    page.push_str(DEFAULT_FILE.trim_end());
    page.push_str("\n```\n");
    page
}
