//! The command line program; see `gyrosweep --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(gyrosweep::cli::main())
}
