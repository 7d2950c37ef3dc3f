//! Static equilibria of members along a path of loads: Newton's method at given loads, or at given lengths of the path, past limit
//! points and onto branches.
//!
//! | file | is |
//! |---|---|
//! | `equations` | what balances, recorded with its derivatives and the elimination of these |
//! | `stability`, `critical` | the stiffnesses of motions; which motions meet none |
//! | `slopes`, `critical_slopes` | derivatives by parameters of an equilibrium, and of critical loads |
//! | `together` | the equations of many members at once |
//! | `member`, `newton` | a member, how far its states are apart; one equilibrium from one nearby |
//! | `curve`, `located` | equilibria as a curve; what is critical between two of them |
//! | `path`, `along` | equilibria one after another, by loads and by the length of the path |
//! | `walk`, `point` | the points of a path, and what is known of each |
//! | `columns` | what a path has in the table of members |
//! | `equilibria`, `answer` | all of this for the members of a study; as an analysis |

mod along;
mod answer;
mod columns;
mod critical;
mod critical_slopes;
mod curve;
mod equations;
mod equilibria;
mod located;
mod member;
mod newton;
mod path;
mod point;
mod slopes;
mod stability;
mod together;
mod walk;

pub use answer::table;
pub use columns::{findings, without_path};
pub use equilibria::Equilibria;
pub use point::{PathPoint, PointKind, Slopes, StaticPath};

use crate::model::Expr;
use crate::model::expression::Expr3;

/// How loads are applied.
#[derive(Clone, Debug, PartialEq)]
pub enum Loading {
    /// In so many equal steps of the load factor from 0 to 1.
    Steps(usize),
    /// Along the path of equilibria.
    ArcLength(ArcLength),
}

/// How a path of equilibria is followed: by the length of its steps, m, the root mean square over bodies of how far they move and turn,
/// where a turn of 1 rad counts as the size of the mechanism.
#[derive(Clone, Debug, PartialEq)]
pub struct ArcLength {
    /// The length of the first step, m.
    pub first: Expr,
    /// The longest step, m.
    pub longest: Option<Expr>,
    /// How many points a path has at most.
    pub most_points: usize,
    /// The load factor at which a path ends, in either direction.
    pub load_limit: Expr,
}

/// What is asked of equilibria.
#[derive(Clone, Debug, PartialEq)]
pub struct Statics {
    /// How loads are applied.
    pub loading: Loading,
    /// Whether the path goes on along the other branch where there is one.
    pub switch: bool,
    /// The constant angular velocity of the base, about its origin, rad/s: what is at rest on it is looked for.
    pub base_rotation: Option<Expr3>,
}

impl Default for Statics {
    fn default() -> Self {
        Self { loading: Loading::Steps(10), switch: false, base_rotation: None }
    }
}
