//! Names in files of blocks with labels (Terraform and its kin): the last label of a block is what it defines, names outside
//! of texts and those that a text embeds are used. Line by line: a block's head stands on one. Called by `mod`.

use super::{Entry, lex::is_name, name_sum};

/// Shorter names say nothing.
const SHORTEST: usize = 3;

/// The names of such a text, sorted, each once a line.
pub(super) fn names_of_blocks(text: &[u8]) -> Vec<Entry> {
    let mut found = Vec::new();
    let mut in_comment = false;
    for (number, line) in (1u32..).zip(text.split(|b| *b == b'\n')) {
        let line = line.trim_ascii();
        in_comment |= line.starts_with(b"/*");
        if in_comment {
            in_comment = memchr::memmem::find(line, b"*/").is_none();
            continue;
        }
        read(line, number, &mut found);
    }
    found.sort_unstable();
    // Where a name is defined and used on one line, the definition stands last and is kept.
    found.dedup_by(|next, kept| {
        let same = next.name == kept.name && next.line() == kept.line();
        if same {
            *kept = *next;
        }
        same
    });
    found
}

fn read(line: &[u8], number: u32, found: &mut Vec<Entry>) {
    let mut note = |text: &[u8], defines: bool| {
        let names = text.split(|b| !is_name(*b)).filter(|name| (SHORTEST..=200).contains(&name.len()));
        found.extend(names.map(|name| Entry::new(name_sum(name), number, defines)));
    };
    // Texts have the odd numbers.
    let parts: Vec<&[u8]> = line.split(|b| *b == b'"').collect();
    let is_head = parts.len() > 1
        && parts.last().is_some_and(|last| last.trim_ascii_start().starts_with(b"{"))
        && parts.first().is_some_and(|word| word.trim_ascii().iter().all(|b| b.is_ascii_lowercase() || *b == b'_'));
    let name = parts.len().checked_sub(2);
    for (nth, part) in parts.iter().enumerate() {
        let (code, ends) = if nth % 2 == 0 { before_comment(part) } else { (*part, false) };
        match nth % 2 {
            0 if is_head => {}
            0 => note(code, false),
            _ if is_head => note(code, Some(nth) == name),
            _ if memchr::memmem::find(code, b"${").is_some() => note(code, false),
            _ => {}
        }
        if ends {
            return;
        }
    }
}

/// What stands before a comment, and whether there is one.
fn before_comment(code: &[u8]) -> (&[u8], bool) {
    let hash = memchr::memchr(b'#', code);
    let slashes = memchr::memmem::find(code, b"//");
    match hash.into_iter().chain(slashes).min() {
        Some(at) => (code.get(..at).unwrap_or(code), true),
        None => (code, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_define_and_what_is_named_elsewhere_uses() {
        let text = b"# main_db\nresource \"aws_instance\" \"main_db\" {\n  name = \"main_db of\"\n}\n/*\nmain_db\n*/\noutput \"id\" {\n  value = aws_instance.main_db.id # main_db\n  text = \"x-${main_db}\"\n}\n";
        let at = |name: &[u8]| -> Vec<(u32, bool)> {
            let sum = name_sum(name);
            let own = names_of_blocks(text).into_iter().filter(|entry| entry.name == sum);
            own.map(|entry| (entry.line(), entry.defines())).collect()
        };
        assert_eq!(at(b"main_db"), [(2, true), (9, false), (10, false)]);
        assert_eq!(at(b"aws_instance"), [(2, false), (9, false)]);
    }
}
