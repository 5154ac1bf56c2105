//! Pull requests: which one is meant, and its change by git. No network: hosts are folders and loopback servers.

mod private_ref;
mod targets;
