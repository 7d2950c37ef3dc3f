//! Scenario files in, result tables and manifest out.

mod blocks;
mod cause;
pub mod chunk_bytes;
mod disk;
pub mod folder;
#[cfg(feature = "import")]
pub mod import;
pub mod inputs;
pub mod manifest;
pub mod merge;
pub mod names;
pub mod output_file;
pub mod pattern;
pub mod pose_table;
pub mod results;
pub mod run;
pub mod scenario;
pub mod space;
pub mod statistics;
pub mod table;

pub use cause::cause;
