//! Pull requests: which one is meant, its change by git, and the client of GitHub against servers of this machine:
//! pages, repetition, limits, kept answers, errors in words, whole pull requests. Not what the cockpit makes of it.

mod desk;
mod inbox;
mod keep;
mod made;
mod pages;
mod private_ref;
mod repeat;
mod reviewing;
mod scripted;
mod secret;
mod stream;
mod targets;
mod threads;
mod whole;
mod words;
