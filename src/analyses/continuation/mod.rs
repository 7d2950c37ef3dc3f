//! Curves of solutions, followed by the length of their way: the step ahead and when it is refused, what is found between two points,
//! and whether a curve meets itself. Who follows a curve says how its points are found, and how long a direction is.
//!
//! | file | is |
//! |---|---|
//! | `curve` | how points are found, and compared |
//! | `step` | a step ahead, which is refused where the curve bends too much for its length |
//! | `pace` | how long steps are |
//! | `bracket` | where something changes its sign between two points |
//! | `meeting` | whether a curve has come back to itself |

mod bracket;
mod curve;
mod meeting;
mod pace;
mod step;

pub(in crate::analyses) use bracket::{Bracket, bracket};
pub(in crate::analyses) use curve::{Curve, Spot, reached};
pub(in crate::analyses) use meeting::meets;
pub(in crate::analyses) use pace::Pace;
pub(in crate::analyses) use step::{agrees_with_half, step, step_at_corner};
