//! The mark around untrusted text. It is made from the text itself, so that nobody can write a text that holds its own
//! mark, and looked for in it all the same. Called by `mod`.

use sha2::{Digest, Sha256};

/// A mark that none of these blocks holds, the same for the same blocks.
pub fn fence(blocks: &[(String, String)]) -> String {
    let mut hash = Sha256::new();
    for (name, text) in blocks {
        for part in [name, text] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    let mut digest = hash.finalize();
    loop {
        let word: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let mark = format!("=====[{word}]");
        if !blocks.iter().any(|(name, text)| name.contains(&mark) || text.contains(&mark)) {
            return mark;
        }
        digest = Sha256::digest(digest);
    }
}
