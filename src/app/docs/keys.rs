//! `docs/keys.md`: every action with its keys in every preset, and how keys are changed.

use crate::ui::{ACTIONS, Group, Keymap, Preset, plain::HELP};

use super::{cell, code};

const HEAD: &str = "\
# Keys

Every action has an id. Its keys are those of a preset, `vim` or `gentle`, unless your settings say otherwise. Help (`?`,
in the gentle preset `I`), the footer, the palette and every message show the keys that are in force.

Digits before a key are a count (`5j`). Esc only cancels or closes. An action without a key is in the palette: `:` and its
id, or `C-p` (gentle: `A`).

`gentle` needs letters, arrows and named keys only: no sign that stands behind AltGr on some keyboards.

## Your own keys

In your own `config.toml` (`prr config path` says where; a repository's file cannot set keys):

```toml
[ui]
keymap = \"gentle\"        # vim is the default

[ui.keys]
accept = [\"a\", \"Space a\"]   # several keys
drop = [\"d\"]
layout = [\"g l\"]            # two keys, one after the other; \"gl\" is the same
wrap = []                   # no key: only in the palette
undo = [\"C-k\"]              # control and a letter
```

A key is a character (`a`, `ü`, `+`), a name (NAMES), or `C-` and a letter. At most two make a sequence. What a plain
terminal cannot send is refused with the reason: Alt, F-keys, control with anything but a letter, and `C-i`, `C-m`, `C-j`,
`C-h`, which are Tab, Enter and Backspace. Digits are counts and begin nothing. Esc always cancels. Publishing and resolving
take no single lower-case letter.

No mistake here stops anything: an entry that is wrong is left out, its action keeps the keys that it had, and the cockpit's
notes, `prr config check` and `prr doctor` tell the file, the line and what to do. Wrong are: an id that does not exist (the
nearest is named), one key for two actions, and a key that is the start of another sequence, which could then never be typed.
";

const OTHERS: &str = "\
## Keys of their own

These belong to what is open and are the same in every preset:

| where | keys |
|---|---|
| an editor | `C-s` saves, `Esc` keeps the text as a draft, `C-x` discards it |
| a question | `y` yes, `n` no; `Esc` is no |
| the reason to drop | `d`, or the key that opened it, none; `f` `r` `i` `o` `w` `l` a usual one, `1` to `9` your own (`gate.reasons`), `Enter` types one (a line), `Esc` back |
| severity or kind | `b` blocker, `c` critical, `m` major, `i` minor, `n` nitpick; `f` finding, `q` question, `t` thought, `p` praise, `o` note |
| filter | `u` undecided, `a` accepted, `d` dropped, `x` held back, `s` this severity, `l` its lens, `p` its file, `Enter` all |
| the confirmation before posting | `y` posts; the other letters stand on it; `Esc` back |
| lists and pages | the keys for down and up, `PgDn`, `PgUp`, `Home`, `Enter`, `q` |
";

const PLAIN: &str = "\
## Without a screen: `prr tui --plain`

For screen readers and pipes. Findings are told one by one on plain lines; then a line is asked for. A letter and its word
are the same.

| type | or | what it does |
|---|---|---|
";

pub(super) fn page() -> String {
    let mut page = HEAD.replace("NAMES", &names());
    let maps = Preset::ALL.map(Keymap::of);
    for group in Group::ALL {
        page.push_str(&format!(
            "\n## {}\n\n| action | vim | gentle | what it does |\n|---|---|---|---|\n",
            group.title()
        ));
        for row in ACTIONS.iter().filter(|row| row.group == group) {
            let keys = maps.each_ref().map(|map| keys(map, row.id));
            page.push_str(&format!("| `{}` | {} | {} | {} |\n", row.id, keys[0], keys[1], cell(row.words)));
        }
    }
    page.push('\n');
    page.push_str(OTHERS);
    page.push('\n');
    page.push_str(PLAIN);
    for (letter, word, does) in HELP {
        page.push_str(&format!("| `{letter}` | `{word}` | {} |\n", cell(does)));
    }
    page
}

fn keys(map: &Keymap, id: &str) -> String {
    let all = map.all(id);
    all.split(", ").filter(|keys| !keys.is_empty()).map(code).collect::<Vec<_>>().join(" ")
}

/// The names of keys, as they are written.
fn names() -> String {
    crate::ui::Key::names().map(|(name, _)| code(name)).collect::<Vec<_>>().join(", ")
}
