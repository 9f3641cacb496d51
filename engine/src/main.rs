//! The program `ludex`.

use std::process::ExitCode;

/// The runtime hides it if there is no standard output, so one must look before.
#[ctor::ctor(unsafe)]
fn look_for_stdout() {
    ludex_base::output::look_for_stdout();
}

fn main() -> ExitCode {
    ExitCode::from(ludex::run(&ludex_games::CATALOGUE, std::env::args_os()))
}
