//! The binary: everything is in the library.

use std::process::ExitCode;

/// See Cargo.toml for why.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    prr::cli::main()
}
