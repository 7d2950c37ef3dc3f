//! Reports: the results of a run as one HTML file that can be sent. It holds all that it shows and asks for nothing else.
//!
//! A section is a function of [`Source`] in a file of its own and a line of `sections.rs`; it is there where there is something
//! to show. Figures are made here, of all members; the explorer draws some of them.

mod animation;
mod campbell;
mod convergence;
mod correlations;
mod document;
mod encoded;
mod explorer;
mod fans;
mod figures;
mod lines;
mod made;
mod matters;
mod motion;
mod opening;
mod request;
mod rest;
mod section;
mod sections;
mod source;
mod worst;

pub use animation::{Animate, Choice};
pub use fans::fan;
pub use request::{Found, Request, Subject};
pub use source::{Role, Source};
