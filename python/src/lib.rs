//! The Python package of Gyrosweep: what Python cannot do itself.
//!
//! The classes here are thin: what a user sees is in `python/gyrosweep/*.py`.

#[path = "../../src/cli/mod.rs"]
mod cli;
mod errors;
mod executor;
mod function;
mod progress;
mod results;
mod run;
mod scenario;
mod table;
mod verbs;
mod wait;

use pyo3::prelude::*;

/// Scenarios, runs and tables, for the package `gyrosweep`.
#[pymodule]
mod _gyrosweep {
    #[pymodule_export]
    use crate::errors::{Interrupted, MembersFailed, RunError, ScenarioError};
    #[pymodule_export]
    use crate::executor::compute_part;
    #[pymodule_export]
    use crate::function::Function;
    #[pymodule_export]
    use crate::results::{Results, merge, open_folder};
    #[pymodule_export]
    use crate::run::run;
    #[pymodule_export]
    use crate::scenario::Scenario;
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::verbs::{converge, optimise, poses, reliability, validate};

    use pyo3::prelude::*;
    use std::ffi::OsString;

    /// Runs the command line with arguments, the first of which is its name, and returns its exit code.
    #[pyfunction]
    fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
        py.detach(|| crate::cli::main(&arguments))
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        gyrosweep::set_commit(gyrosweep_commit::commit!());
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
