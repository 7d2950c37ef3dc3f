//! Whether derivatives are right: finite differences of a run by its parameters, with many perturbations at once.
//!
//! A [`DifferenceStudy`] is the study of all perturbed members, which any backend runs as one ensemble ([`Runs`]).
//! Four stencils, backward, central, five-point and Richardson's, over twelve perturbations share its runs; where it applies,
//! a complex step ([`complex_step`]) is exact to rounding. The best of them, with an error that is seen from the values alone
//! ([`Estimate`]), judges derivatives, the program's own ([`SemiAnalytic`]) or others ([`Derivatives`]): each is right, wrong or undecided
//! ([`Verdict`]), and has a reason. None that is right may be called wrong.
//!
//! Brüls, Eberhard (2008), Sensitivity analysis for dynamic mechanical systems with finite rotations, International Journal
//! for Numerical Methods in Engineering 74, compare derivatives with finite differences in this way: (118), Tables 2 and 3.

pub mod complex_step;
mod curve;
mod difference_study;
mod estimate;
mod judgement;
mod noise;
mod parameter_result;
mod perturbation;
mod semi_analytic;
mod stencil;
mod supplied;
#[cfg(test)]
mod tests;
mod verdict;

pub use curve::Curve;
pub use difference_study::{DifferenceStudy, Runs, ValidationError, parameters_of};
pub use estimate::{Differences, Estimate, Findings, Shape};
pub use judgement::{Component, Judged, Judgement, Supplied};
pub use parameter_result::ParameterResult;
pub use perturbation::{Perturbations, Perturbed, RELATIVE};
pub use semi_analytic::SemiAnalytic;
pub use stencil::{ALL as STENCILS, CENTRE, NODES, Stencil, Values};
pub use supplied::{COLUMNS, Derivatives, SuppliedError};
pub use verdict::{Evidence, Verdict};
