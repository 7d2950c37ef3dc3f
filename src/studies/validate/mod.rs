//! Whether derivatives are right: finite differences of a run by its parameters, with many perturbations at once.
//!
//! A [`DifferenceStudy`] is the study of all perturbed members, which any backend runs as one ensemble ([`Runs`]).
//! Four stencils, backward, central, five-point and Richardson's, over twelve perturbations share its runs; where it applies,
//! a complex step ([`complex_step`]) is exact to rounding. The best of them, with an error that is seen from the values alone
//! ([`DifferenceEstimate`]), judges derivatives, the program's own ([`SemiAnalytic`]) or others ([`Derivatives`]): each is right, wrong or undecided
//! ([`Verdict`]), and has a reason. None that is right may be called wrong.
//!
//! ```
//! use gyrosweep::ensemble::{BackendPool, cpu::{CpuBackend, LaneWidth}};
//! use gyrosweep::io::scenario::{Overrides, Scenario};
//! use gyrosweep::num::Precision;
//! use gyrosweep::studies::validate::{Derivatives, DifferenceStudy, Supplied, Verdict};
//! let of = Scenario::read("scenarios/lorenz.toml".as_ref(), Overrides::default())?.study;
//! let study = DifferenceStudy::new(&of, &[0], None, (Precision::Double, false))?;
//! let cpu = CpuBackend::new(None, LaneWidth::best())?;
//! let pool = BackendPool::new(vec![&cpu]);
//! let mut derivatives = study.derivatives(&study.differentiated(&of, false)?, &pool)?.derivatives;
//! let runs = study.run(&pool)?;
//! let judge = |derivatives: &Derivatives| study.judge(&runs, &Supplied { derivatives, newton: None, whole: true }, false);
//! assert_eq!(judge(&derivatives).count(Verdict::Wrong), 0);
//! derivatives.set(0, 0, 1.001 * derivatives.get(0, 0).expect("a derivative"));
//! assert_eq!(judge(&derivatives).count(Verdict::Wrong), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Brüls, Eberhard (2008), Sensitivity analysis for dynamic mechanical systems with finite rotations, International Journal
//! for Numerical Methods in Engineering 74, compare derivatives with finite differences in this way: (118), Tables 2 and 3.

mod command;
pub mod complex_step;
mod course;
mod curve;
mod difference_study;
mod estimate;
mod evaluated;
mod given;
mod judgement;
mod noise;
mod other_steps;
mod page;
mod parameter_result;
mod perturbation;
mod record;
mod request;
mod semi_analytic;
mod stencil;
mod supplied;
#[cfg(test)]
mod tests;
mod verdict;

pub use course::Found;
pub use curve::Curve;
pub use difference_study::{DifferenceStudy, Runs, ValidationError, parameters_of};
pub use estimate::{DifferenceEstimate, Differences, Findings, Shape};
pub use judgement::{Component, Judged, Judgement, Supplied};
pub use parameter_result::ParameterResult;
pub use perturbation::{Perturbations, Perturbed, RELATIVE};
pub use record::{
    FailedPerturbation, ValidatedDerivative, ValidatedParameter, ValidationCurve, ValidationRecord, VerdictCounts,
};
pub use request::{DerivativesOf, Request};
pub use semi_analytic::SemiAnalytic;
pub use stencil::{ALL as STENCILS, CENTRE, NODES, Stencil, Values};
pub use supplied::{COLUMNS, Derivatives};
pub use verdict::{Evidence, Verdict};
