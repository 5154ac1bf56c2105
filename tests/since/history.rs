//! Real git histories: a branch that is rebased, one that goes on, and the kept diffs of real logbooks.
