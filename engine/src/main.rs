//! The program `ludex`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(ludex::run(std::env::args_os()))
}
