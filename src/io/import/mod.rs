//! Robots from URDF files: a text in, the text of a scenario out.
//!
//! Links that fixed joints connect become one body; a body's frame is that of its first link. What is left out or
//! changed is said in notices, which also stand as comments at the head of the scenario.

mod bodies;
mod error;
mod forces;
mod inertia;
mod make;
mod names;
mod notices;
mod options;
mod pose;
mod scenario;
#[cfg(test)]
mod tests;
mod tree;
mod urdf;
mod visual;
mod xml;

pub use error::ImportError;
pub use options::{Base, ImportOptions, Mimics};

use make::Maker;
use std::path::Path;

/// Holds a robot as a scenario.
#[derive(Debug)]
pub struct Imported {
    /// The scenario.
    pub text: String,
    /// What should be known about it, a sentence each.
    pub notices: Vec<String>,
    /// How many links the file has.
    pub links: usize,
    /// How many bodies the scenario has.
    pub bodies: usize,
    /// How many joints the scenario has.
    pub joints: usize,
}

/// Reads a robot from a URDF file and makes a scenario of it.
///
/// # Errors
/// Where the file cannot be read, is no URDF file, or describes no tree of links.
pub fn import(path: &Path, options: ImportOptions) -> Result<Imported, ImportError> {
    let bytes = std::fs::read(path).map_err(|source| ImportError::Read { path: path.to_path_buf(), source })?;
    let text = String::from_utf8(bytes).map_err(|error| ImportError::Invalid {
        place: path.display().to_string(),
        message: format!("the text is not UTF-8 ({}); accepted: a URDF file in UTF-8", error.utf8_error()),
    })?;
    import_text(&path.display().to_string(), &text, options)
}

/// Makes a scenario of the text of a URDF file; `file` is its name, for messages.
///
/// # Errors
/// Where it is no URDF file, describes no tree of links, or lets joints of several coordinates follow or be followed.
pub fn import_text(file: &str, text: &str, options: ImportOptions) -> Result<Imported, ImportError> {
    let robot = urdf::Robot::read(file, text)?;
    let tree = tree::Tree::new(file, &robot)?;
    if options.mimics == Mimics::Coupled {
        robot.check_mimics()?;
    }
    let bodies = bodies::Bodies::new(&robot, &tree, options.mimics == Mimics::Coupled);
    let maker = Maker::new(&robot, &tree, &bodies, options);
    let mut scenario = maker.make(file)?;
    let notices = notices::notices(&maker);
    scenario.comments.header.extend(notices.iter().map(|notice| format!("Note: {notice}.")));
    let text = scenario.to_toml().map_err(|error| ImportError::Write(error.to_string()))?;
    Ok(Imported { text, notices, links: robot.links.len(), bodies: scenario.body.len(), joints: scenario.joint.len() })
}
