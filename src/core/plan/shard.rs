//! Shards of the strategy `passes` (pi "Reviewer topology", FACTS 38): how many, and which files lie in which. A file is
//! never cut. Called by `passes`.

use crate::core::model::{Diff, FileIx};

use super::task::{changed_lines, file_bytes};

/// Bytes from which there are two shards, and three.
const TWO: usize = 200_000;
const THREE: usize = 400_000;

/// How many shards so many bytes in so many files make.
pub fn shard_count(bytes: usize, files: usize) -> usize {
    let wanted = match bytes {
        0..TWO => 1,
        TWO..THREE => 2,
        THREE.. => 3,
    };
    wanted.min(files.max(1))
}

/// The files in their shards: each file in exactly one, none empty, changed lines as even as the greatest file allows.
/// Inside a shard they stand in the order of the diff, and so do the shards by their first file.
pub fn shards(diff: &Diff, files: &[FileIx]) -> Vec<Vec<FileIx>> {
    let bytes = files.iter().map(|file| file_bytes(diff, *file)).sum();
    let count = shard_count(bytes, files.len());
    let mut largest: Vec<FileIx> = files.to_vec();
    largest.sort_by_key(|file| (std::cmp::Reverse(changed_lines(diff, *file)), *file));
    let mut shards: Vec<(u64, Vec<FileIx>)> = vec![(0, Vec::new()); count];
    for file in largest {
        let smallest = shards.iter_mut().enumerate().min_by_key(|(nth, (lines, held))| (*lines, held.len(), *nth));
        if let Some((_, (lines, held))) = smallest {
            *lines += changed_lines(diff, file);
            held.push(file);
        }
    }
    let mut shards: Vec<Vec<FileIx>> = shards.into_iter().map(|(_, files)| files).collect();
    shards.iter_mut().for_each(|files| files.sort_unstable());
    shards.sort();
    shards
}
