//! Tests of the diff index through its public functions: the given corpus, git's own word, real histories,
//! and properties over any bytes.

mod corpus;
mod cuts;
mod damage;
mod forms;
mod git;
mod histories;
mod hostile;
mod merges;
mod properties;
