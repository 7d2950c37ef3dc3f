//! Radau IIA on the group: collocation at two or three points, the last of which is the end of the step.
//!
//! With q_i = q0 exp(theta_i), theta_i' = T(theta_i)^-1 w_i and the Runge-Kutta matrix a of Radau IIA
//!
//! ```text
//! theta_i = h sum a_ij theta_j',   w_i = w0 + h sum a_ij w_j',   M w_i' = g(q_i, w_i, t_i) - B(q_i)^T lambda_i,   Phi(q_i, t_i) = 0.
//! ```
//!
//! Unknowns are theta_i - c_i h w0: theta_j' and w_j' follow by the inverse of a. Of order 3 and 5 where no constraints act; with
//! constraints positions keep these orders, velocities have 2 and 3, v' and multipliers 1 and 2 (index 3: Hairer, Wanner (1996), VII.4).
//! Stiffly accurate and L-stable. The error of an increment is estimated by h^2/5 times the difference between the rate at the beginning and
//! the extrapolation of those at the points: of two points its first term where forces are functions of the time.

use super::method::{Integrator, Scheme};
use super::scheme::{ImplicitKind, ImplicitScheme};
use super::group::Point;
use super::stages::{Course, Rule, StageStep, combined, scheme};
use crate::num::Real;
use std::fmt::Debug;

/// The method of two stages.
pub const METHOD: Integrator = Integrator {
    name: "radau2a",
    order: 3,
    summary: "implicit, order 3 (stages = 2) or 5 (stages = 3), damps what is stiff; solves constraints (velocities then have order 2 or 3, accelerations and reactions 1 or 2)",
    citation: "Hairer, Wanner (1996), IV.5, VII.4; on the group as in Han (2019), Section 5.5",
    scheme: Scheme::Implicit(&SCHEME),
};

static SCHEME: ImplicitScheme = ImplicitScheme {
    points: &[(1.0 / 3.0, 0.75), (1.0, 0.25)],
    error_order: Some(3),
    ..scheme(ImplicitKind::Radau2a)
};

/// The rule of two stages.
#[derive(Debug)]
pub struct TwoStages;

/// A step of two stages.
pub type Radau2a<'a, R> = StageStep<'a, R, TwoStages>;

/// What is left to a number of stages.
pub trait Stages: Debug {
    /// What the scheme is made of.
    const OF: &'static ImplicitScheme;
    /// Half the squares of the times of the points, as parts of the step.
    const SQUARES: &'static [f64];
    /// The inverse of the Runge-Kutta matrix, row by row.
    const INVERSE: &'static [&'static [f64]];
    /// The polynomials that are one at a point and zero at the others, at the beginning of the step.
    const AT_START: &'static [f64];
}

impl Stages for TwoStages {
    const OF: &'static ImplicitScheme = &SCHEME;
    const SQUARES: &'static [f64] = &[1.0 / 18.0, 0.5];
    const INVERSE: &'static [&'static [f64]] = &[&[1.5, 0.5], &[-4.5, 2.5]];
    const AT_START: &'static [f64] = &[1.5, -0.5];
}

/// Returns the combinations of vectors by the inverse of the Runge-Kutta matrix.
fn inverted<T: Stages, S: Real>(vectors: &[impl AsRef<[S]>]) -> Vec<Vec<S>> {
    let row = |row: &&[f64]| {
        let terms: Vec<(f64, &[S])> = row.iter().copied().zip(vectors.iter().map(AsRef::as_ref)).collect();
        combined(&terms)
    };
    T::INVERSE.iter().map(row).collect()
}

impl<T: Stages> Rule for T {
    const SCHEME: &'static ImplicitScheme = T::OF;
    const STEADY: &'static [f64] = T::SQUARES;

    fn points<S: Real>(course: &Course<'_, S>, blocks: &[&[S]]) -> Vec<Point<S>> {
        S::note("stages: theta, theta', T(theta) theta', and the rates of these");
        let slopes = inverted::<T, S>(blocks);
        let (mut increments, mut changes) = (Vec::new(), Vec::new());
        for ((block, slope), (part, _)) in blocks.iter().zip(&slopes).zip(T::OF.points) {
            let theta = course.travelled(*part, block);
            let mut change = course.change(slope);
            let rate: Vec<S> = course.velocity.iter().zip(&change).map(|(w, change)| *w + *change).collect();
            let turned = course.origin.tangent_less_one(&theta, &rate);
            change.iter_mut().zip(turned).for_each(|(change, turned)| *change = *change + turned);
            increments.push(vec![theta]);
            changes.push(change);
        }
        let scaled = |rate: Vec<S>| rate.into_iter().map(|x| x * course.h).collect();
        let rates = inverted::<T, S>(&changes).into_iter().map(scaled);
        let points = increments.into_iter().zip(changes).zip(rates);
        points.map(|((increments, change), scaled_rate)| Point { increments, change, scaled_rate }).collect()
    }

    fn end<S: Real>(course: &Course<'_, S>, blocks: &[&[S]]) -> Point<S> {
        Self::points(course, blocks).pop().expect("stages")
    }

    fn multipliers_at_end<S: Real>(of_points: &[&[S]]) -> Vec<S> {
        of_points[of_points.len() - 1].to_vec()
    }

    fn error<S: Real>(course: &Course<'_, S>, blocks: &[&[S]], scaled_rate: &[S]) -> Vec<S> {
        S::note("error estimate: h^2/5 times the rate at the beginning less that of the stages there");
        let points = Self::points(course, blocks);
        let mut terms = vec![(SHARE, scaled_rate)];
        terms.extend(T::AT_START.iter().zip(&points).map(|(at, point)| (-SHARE * at, &point.scaled_rate[..])));
        combined(&terms)
    }
}

/// The part of the difference of rates that counts as error. (With 1/12 a four-bar's positions are off by 11 to 64 times the tolerance after 2 s,
/// for three points, with this by 3 to 20 times.)
const SHARE: f64 = 1.0 / 5.0;
