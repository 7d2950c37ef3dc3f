//! Designs: the parameters of a plan that make an output least, or outputs like measurements, found along exact
//! derivatives from many starts at once.
//!
//! Every start has an optimiser of its own, on a thread of its own; whenever all of them have asked for a point, the points
//! are integrated as one ensemble. An output is minimised by a quasi-Newton method with limited memory, L-BFGS with the line
//! search of More and Thuente, from the crate argmin; measurements are fitted by the method of Levenberg and Marquardt as in
//! MINPACK, from the crate levenberg-marquardt. Neither knows bounds: within [a, b] a parameter is a + (b - a)(1 + sin x)/2,
//! and x is free.

mod bounds;
mod evaluate;
mod fit;
mod goal;
mod lockstep;
mod minimise;
mod optimise;
mod walk;

pub use evaluate::{Evaluation, Failed};
pub use goal::{Design, Goal, Measurements};
pub use optimise::{DesignError, MOST_STARTS, Optimised, StartResult, optimise};
pub use walk::Reason;
