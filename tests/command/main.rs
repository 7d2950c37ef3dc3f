//! The command line: what it prints, writes, draws and refuses.

#[path = "../common/mod.rs"]
mod common;

mod bad_input;
mod bench;
mod check;
mod converge;
mod interpolate;
mod kernel_statistics;
#[cfg(unix)]
mod kills;
mod members_again;
mod outputs;
mod pictures;
mod pictures_of_equilibria;
mod pictures_of_periodic;
mod plot;
mod report;
mod results_alone;
mod signals;
#[cfg(unix)]
mod slurm;
