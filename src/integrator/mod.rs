//! Advances any [`crate::problem::Field`]. A method is data in a file of its own; nothing here has
//! heard of joints.

pub mod rkmk;
mod rkmk4;
mod tableau;

pub use tableau::Tableau;

/// The explicit Lie-group methods, by the name that a scenario uses.
pub const ALL: &[&Tableau] = &[&rkmk4::RKMK4];

/// The method of that name.
pub fn find(name: &str) -> Option<&'static Tableau> {
    ALL.iter().copied().find(|tableau| tableau.name == name)
}
