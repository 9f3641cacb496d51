//! The program `ludex`.
//!
//! **Invariant:** One function runs before the Rust runtime starts, and is therefore marked unsafe. The runtime replaces a closed standard
//! output by `/dev/null`; after that, the program could not detect that its output is lost.

use std::process::ExitCode;

/// Must run before `main`: the Rust runtime opens `/dev/null` in place of a missing standard output.
#[ctor::ctor(unsafe)]
fn check_stdout() {
    ludex_base::output::check_stdout();
}

fn main() -> ExitCode {
    ExitCode::from(ludex::run(&ludex_games::CATALOGUE, std::env::args_os()))
}
