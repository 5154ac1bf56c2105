//! How much of a change there is to look at. Not who looked (`judge`, `synthesis`). Called by session and synthesis.

use crate::core::model::{ChangeMap, Coverage, Diff, FileForm};

/// Counts the files of a change. `all` is how many the host says there are, where it lists fewer; those that it leaves
/// out are missing.
pub fn coverage(diff: &Diff, map: &ChangeMap, all: Option<u32>) -> Coverage {
    let listed = diff.files.len();
    let files = all.and_then(|all| usize::try_from(all).ok()).map_or(listed, |all| all.max(listed));
    let mut coverage = Coverage { files, missing: files - listed, ..Coverage::default() };
    for (nth, file) in diff.files.iter().enumerate() {
        if file.form == FileForm::NotGiven {
            coverage.missing += 1;
        } else if map.classes.get(nth).is_some_and(|class| class.is_left_out()) {
            coverage.collapsed += 1;
        }
    }
    coverage
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::FileClass;

    #[test]
    fn every_file_of_the_host_is_looked_at_collapsed_or_missing() {
        let text = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\
                    diff --git a/y.lock b/y.lock\n--- a/y.lock\n+++ b/y.lock\n@@ -1 +1 @@\n-a\n+b\n\
                    diff --git a/z b/z\n--- a/z\n+++ b/z\n@@ -1 +1 @@\n-a\n+b\n";
        let mut diff = crate::core::diff::parse(text.as_bytes());
        diff.files[2].form = FileForm::NotGiven;
        let classes = vec![FileClass::Source, FileClass::Generated, FileClass::Generated];
        let map = ChangeMap { classes, ..ChangeMap::default() };
        let seen = coverage(&diff, &map, Some(5));
        assert_eq!((seen.files, seen.looked_at(), seen.collapsed, seen.missing), (5, 1, 1, 3));
        assert_eq!(coverage(&diff, &map, None).files, 3);
        assert_eq!(coverage(&diff, &map, Some(1)).missing, 1, "a host that counts fewer than it lists is not believed");
    }
}
