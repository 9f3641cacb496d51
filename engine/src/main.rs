//! The program `ludex`.
//!
//! **Invariant:** One function runs before the runtime, and is marked unsafe for that. The runtime opens `/dev/null` in place of a closed
//! standard output, and afterwards the program could not know that what it prints is lost.

use std::process::ExitCode;

/// Must run before `main`: the Rust runtime opens `/dev/null` in place of a missing standard output.
#[ctor::ctor(unsafe)]
fn check_stdout() {
    ludex_base::output::check_stdout();
}

fn main() -> ExitCode {
    ExitCode::from(ludex::run(&ludex_games::CATALOGUE, std::env::args_os()))
}
