//! Cuts an input into segments in several ways and feeds them; compares two indices in all their parts.

use prr::core::{diff::Indexer, model::Diff};

/// A segment for each line.
pub fn at_every_line(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect()
}

/// A segment for each byte: nothing ends behind a line feed but by chance.
pub fn at_every_byte(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.iter().map(|b| vec![*b]).collect()
}

/// Segments of some lines each, always the same for the same seed.
pub fn at_random_lines(bytes: &[u8], seed: u64) -> Vec<Vec<u8>> {
    let mut state = seed;
    let mut pieces = vec![Vec::new()];
    for line in at_every_line(bytes) {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if state >> 62 == 0 {
            pieces.push(Vec::new());
        }
        pieces.last_mut().unwrap().extend(line);
    }
    pieces
}

/// The index of the pieces, with a snapshot taken behind each of the first few.
pub fn feed(pieces: &[Vec<u8>]) -> Diff {
    let mut indexer = Indexer::default();
    for (number, piece) in pieces.iter().enumerate() {
        indexer.push(piece.clone().into());
        if number < 20 {
            let _ = indexer.snapshot();
        }
    }
    indexer.finish()
}

/// All parts but the segments themselves.
pub fn assert_same(a: &Diff, b: &Diff) {
    assert_eq!(a.files, b.files);
    assert_eq!(a.hunks, b.hunks);
    assert_eq!(a.marks, b.marks);
    assert_eq!(a.by_path, b.by_path);
    assert_eq!(a.problems, b.problems);
    assert_eq!((&a.names, a.lines, a.text.len(), a.complete), (&b.names, b.lines, b.text.len(), b.complete));
}
