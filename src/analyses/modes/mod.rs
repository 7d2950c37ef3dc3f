//! Modes of members: frequencies and damping of the motions near their starts.
//!
//! | file | is |
//! |---|---|
//! | `near` | the linear equations near the start of a member, or near its equilibrium; derivatives of exponents |
//! | `of_member` | the modes of a member, and whether motions grow |
//! | `followed` | which mode of a member is which of another one |
//! | `answer` | frequencies and damping as an analysis |
//! | `shapes` | how bodies move in each mode |
//! | `campbell` | rotation rates at which a frequency is a multiple of them |

mod answer;
mod campbell;
mod followed;
mod near;
mod of_member;
mod shapes;

pub use answer::FollowedModes;
pub use campbell::{MULTIPLES, critical_rates, rotation_rate};
pub use near::{NearStarts, study_of_modes};
pub use of_member::{Mode, ModesOfMember, NoModes};
pub use shapes::{BodyShape, Shape, Shapes};

use crate::model::expression::Expr3;

/// What is asked of the motions near starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Modes {
    /// How many modes are looked for.
    pub count: usize,
    /// Whether they are about the equilibrium that is near the given start.
    pub about_equilibrium: bool,
    /// The constant angular velocity of the base, about its origin, rad/s: modes are seen from the base.
    pub base_rotation: Option<Expr3>,
}

impl Default for Modes {
    fn default() -> Self {
        Self { count: 8, about_equilibrium: false, base_rotation: None }
    }
}
