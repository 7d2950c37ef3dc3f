//! Designs: the parameters of a plan that make an output least, or outputs like measurements, found along exact
//! derivatives from many starts at once.
//!
//! Every start has an optimiser of its own, on a thread of its own; whenever all of them have asked for a point, the points
//! are integrated as one ensemble. An output is minimised by a quasi-Newton method with limited memory, L-BFGS with the line
//! search of More and Thuente, from the crate argmin; measurements are fitted by the method of Levenberg and Marquardt as in
//! MINPACK, from the crate levenberg-marquardt. Neither knows bounds: within [a, b] a parameter is a + (b - a)(1 + sin x)/2,
//! and x is free. Constraints enter by an augmented Lagrangian. Where parameters are random, every point has the same random
//! members, and what is minimised is made of figures over these. Where they end, the gradient says whether there is a least value; where it is not zero, a descent for kinks goes
//! on, or finds that both sides of a kink rise.

mod bounds;
mod constrained;
mod evaluate;
mod figure;
mod fit;
mod hull;
mod minimise;
mod multipliers;
mod nonsmooth;
mod objective;
mod optimiser;
mod page;
mod record;
mod request;
mod search;
mod table;
mod walk;

pub use bounds::ActiveBound;
pub use evaluate::{Evaluation, Failed};
pub use fit::{FitQuality, Undetermined};
pub use optimiser::{ConstraintResult, DesignError, FigureResult, MOST_STARTS, Optimised, StartResult, optimise};
pub use page::fit_in_words;
pub use record::{BestStart, DesignManifest, DesignResults};
pub use request::{Found, Request};
pub use walk::Reason;
