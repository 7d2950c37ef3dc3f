//! Linear equations of motion near a state of a member, and derivatives of the exponents of its modes.
//!
//! | file | is |
//! |---|---|
//! | `near` | the equations y' = A y near a start or another state |
//! | `steady` | the equations near a steady state as a parameter moves them, constraints with them |
//! | `terms` | how large their terms are, and what rounding makes of them |
//! | `welded` | bodies that fixed joints weld to each other |
//! | `mode_slopes` | derivatives of exponents |

mod mode_slopes;
mod near;
mod steady;
mod terms;
mod welded;

pub use near::Linearisation;
pub(in crate::analyses) use steady::Moving;
