//! The client of GitHub against servers of this machine: pages, repetition, limits, kept answers, errors in words,
//! whole pull requests. Not which pull request is meant (`intake`) nor what the cockpit makes of it.

mod desk;
mod inbox;
mod keep;
mod made;
mod pages;
mod repeat;
mod reviewing;
mod scripted;
mod secret;
mod stream;
mod threads;
mod whole;
mod words;
