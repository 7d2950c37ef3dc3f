//! Interpolation: a [`Basis`] (weights of nodes at a parameter), in R^n, or on SO(3) and SE(3) by a [`Metric`] (what it means that
//! a rotation is the mean of others with these weights).
//!
//! Every scheme is one equation, the sum of l_k s(R^T R_k) over the nodes is zero (3.37) of \[3\] of [`crate::lie`], generic over
//! numbers: over dual ones it interpolates motions, with weights that are dual their curvatures, and recorded it can be
//! differentiated by its nodes.
//!
//! What is measured is a [`SampledFunction`]: pieces of polynomials, looked up without a branch.

mod b_spline;
mod basis;
mod choices;
mod collocation;
mod curve;
mod eigenproblem;
mod fitted;
mod fourier;
mod linearisation;
mod mean;
mod metric;
mod outcome;
mod polynomial;
mod pose_curve;
mod relative;
mod samples;
mod smoothing;
mod through;
mod turns;
mod wobble;

pub use basis::{Basis, BasisError};
pub use choices::{BASES, BasisKind, Choice, METRICS};
pub use curve::Curve;
pub use linearisation::{Block, extended, increment_blocks, nodal_curvature, nodal_curvature_blocks};
pub use mean::mean;
pub use metric::{Interpolated, Metric, motion_at, rotation_at};
pub use outcome::Outcome;
pub(crate) use polynomial::gauss_quadrature;
pub use pose_curve::{CurveError, CurveMetric, PoseCurve};
pub use relative::Relative;
pub use samples::{Between, Outside, SampledFamily, SampledFunction, SamplesError};
pub use smoothing::{Smoothed, Smoother, Smoothing, SmoothingFigures};
pub use through::{Interpolant, Point, Unsuitable};
pub use wobble::Wobble;
