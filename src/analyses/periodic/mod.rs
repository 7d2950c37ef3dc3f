//! Periodic motions of members: Newton's method on the states at a few times of the period, alone or along a branch of them.
//!
//! | file | is |
//! |---|---|
//! | `map` | legs from states at some times to the next, with derivatives, in what constraints leave free |
//! | `legs` | legs that searches ask integrators for |
//! | `increments` | how states differ |
//! | `cyclic` | the linear equations of all legs, eliminated one after another |
//! | `motion`, `orbit`, `newton` | one periodic motion, and its multipliers; its equations; how they are solved |
//! | `first`, `shortest` | the first motion of a member, from its start or from where the motion from there comes back; its shortest period |
//! | `advance` | joints that turn on |
//! | `branch`, `follow`, `curve` | motions one after another as a parameter changes; where their kind changes; how they are found |
//! | `result` | what is told of them |
//! | `fields` | motions within elements in time, as they are or corrected |
//! | `fourier`, `trigonometric` | one motion by trigonometric interpolation; what it makes of values at some times |
//! | `kind` | what points of a branch are |
//! | `doubling` | motions of twice the period |
//! | `phase` | what fixes the time of a motion that may begin at any |
//! | `variations`, `stability` | the trace of the linear equations along a motion; which multipliers tell of growth, and their errors |
//! | `checks` | what methods cannot do |
//! | `motions` | all of this for the members of a study, and their outputs |
//! | `loads` | whether loads come back after a period |
//! | `answer`, `table` | motions as an analysis; the rows of their table |

mod advance;
mod answer;
mod branch;
mod checks;
mod curve;
mod cyclic;
mod doubling;
mod fields;
mod first;
mod follow;
mod fourier;
mod increments;
mod kind;
mod legs;
mod loads;
mod map;
mod motion;
mod motions;
mod newton;
mod orbit;
mod phase;
mod result;
mod shortest;
mod stability;
mod table;
mod trigonometric;
mod variations;

pub use answer::MotionsOfMembers;
pub use kind::OrbitKind;
pub use loads::Loads;
pub use motions::{PeriodicMotions, findings, study_of_motions};
pub use result::{BranchPoint, PeriodicOutcome, PeriodicResult};
pub use stability::Stability;

use crate::model::Expr;

/// What fixes the time of a motion whose period is not known, at its beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// The rate of an output component is zero.
    Turns(usize),
    /// An output component has a value.
    Value(usize, f64),
}

/// How long the period is.
#[derive(Clone, Debug, PartialEq)]
pub enum Period {
    /// It is known, s.
    Known(Expr),
    /// It is looked for, from a guess, s.
    Unknown(Expr, Phase),
}

/// A joint that turns on in every period, and how many times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance {
    /// The number of the joint.
    pub joint: usize,
    /// How many times it turns.
    pub turns: f64,
}

/// How a branch of periodic motions is followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Continuation {
    /// The parameter that changes, by its number.
    pub parameter: usize,
    /// Where it begins and ends.
    pub range: [f64; 2],
    /// By how much it changes in the first step along the branch.
    pub step: f64,
    /// How many points a branch has at most.
    pub most_points: usize,
    /// Whether motions of twice the period are followed from the first point on where there are some.
    pub switch: bool,
    /// What is looked for between points.
    pub detects: Detects,
    /// To which part of a step a bifurcation is located.
    pub tolerance: f64,
}

/// Which changes of the kind of motion are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detects {
    /// The branch turns back.
    pub fold: bool,
    /// A multiplier passes -1.
    pub period_doubling: bool,
    /// Two multipliers that are conjugate leave or enter the unit circle.
    pub neimark_sacker: bool,
}

/// What samples within elements in time are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldCorrection {
    /// What elements say, with jumps between them.
    None,
    /// Velocities are interpolated again, linearly between nodes: Han (2019), (6.26).
    Reinterpolation,
    /// Radau polynomials take jumps away: Han (2019), (6.34) and (6.37).
    Radau,
}

/// What is asked of periodic motions.
#[derive(Clone, Debug, PartialEq)]
pub struct Periodic {
    /// How long the period is.
    pub period: Period,
    /// The joints that turn on.
    pub advance: Vec<Advance>,
    /// How many equal parts of the period have states that are looked for.
    pub segments: usize,
    /// How many equal steps the period has, where they are not adaptive.
    pub nodes: usize,
    /// At how many times of the period the equations hold at least and at most, of trigonometric interpolation in place of shooting.
    pub fourier: Option<[usize; 2]>,
    /// What samples within elements in time are, where they are not interpolated by values and rates at nodes.
    pub correction: Option<FieldCorrection>,
    /// How many periods the motion settles for before.
    pub settle: usize,
    /// What may be left of the difference between the ends of the period, of states of size one.
    pub tolerance: f64,
    /// The most iterations of Newton's method.
    pub iterations: u32,
    /// Whether multipliers are checked by half the step and by Liouville's formula.
    pub is_checked: bool,
    /// The branch that is followed.
    pub continuation: Option<Continuation>,
}
