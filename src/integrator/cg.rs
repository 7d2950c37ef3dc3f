//! The continuous Galerkin method in time on the group: Han (2019), (7.4b), with the signs of its errata.
//!
//! In an element of length h the velocity w is constant, and a motion goes along exp(h w) from its beginning; the equations of
//! motion are weighted by the two linear shapes, at two Gauss points g:
//!
//! ```text
//! M (w - w_b) = h/2 sum (1 - g) (M w_g'),   M (w_e - w_b) = h/2 sum M w_g',   M w_g' = g(q0 exp(g h w), w, t_g).
//! ```
//!
//! Of order 2, without constraints, and stable where h is below sqrt(12) over the largest angular frequency. Unknowns are h (w - w_b) and h (w_e - w_b), where w_b and w_e are what momenta at both ends
//! tell of velocities. The error of increments is estimated by the change of rates between the Gauss points, of order 2.

use super::method::{Integrator, Scheme};
use super::scheme::{ImplicitKind, ImplicitScheme, SolvesEnd};
use super::group::Point;
use super::stages::{AHEAD, Course, GAUSS, Rule, StageStep, combined, scheme};
use crate::num::Real;

/// The method.
pub const METHOD: Integrator = Integrator {
    name: "cg",
    order: 2,
    summary: "implicit, order 2, continuous Galerkin in time on SE(3), stable below steps of sqrt(12)/(the largest angular frequency); no constraints",
    citation: "Han (2019), (7.4b)",
    scheme: Scheme::Implicit(&SCHEME),
};

static SCHEME: ImplicitScheme = ImplicitScheme {
    points: &[(GAUSS[0], 0.5), (GAUSS[1], 0.5)],
    error_order: Some(2),
    solves_constraints: false,
    // forces at the Gauss points see the velocity of the whole element, so that the line through the rates there misses those of the end
    solves_end: SolvesEnd::Always,
    ..scheme(ImplicitKind::Cg)
};

/// A step of the method.
pub type Cg<'a, R> = StageStep<'a, R, Continuous>;

/// The rule: unknowns are h times what the velocity of the element and that at its end differ by from that at its beginning.
#[derive(Debug)]
pub struct Continuous;

/// Returns h^2 times half the difference of the rates at both Gauss points.
fn half_difference<S: Real>(inner: &[S], last: &[S]) -> Vec<S> {
    let root = 3f64.sqrt();
    combined(&[(root, last), (-2.0 * root, inner)])
}

impl Rule for Continuous {
    const SCHEME: &'static ImplicitScheme = &SCHEME;
    const STEADY: &'static [f64] = &[0.5, 1.0];

    fn points<S: Real>(course: &Course<'_, S>, blocks: &[&[S]]) -> Vec<Point<S>> {
        S::note("element: increment h w, rates at the Gauss points  (7.4b)");
        let [inner, last] = blocks[..] else { unreachable!("two blocks") };
        let half = half_difference(inner, last);
        let point = |(g, sign): (f64, f64)| Point {
            increments: vec![combined(&[(g, &course.travelled(1.0, inner))])],
            change: course.change(inner),
            scaled_rate: combined(&[(1.0, last), (sign, &half)]),
        };
        [(GAUSS[0], -1.0), (GAUSS[1], 1.0)].map(point).into()
    }

    fn end<S: Real>(course: &Course<'_, S>, blocks: &[&[S]]) -> Point<S> {
        let [inner, last] = blocks[..] else { unreachable!("two blocks") };
        let scaled_rate = combined(&[(1.0, last), (2.0 * AHEAD - 1.0, &half_difference(inner, last))]);
        Point { increments: vec![course.travelled(1.0, inner)], change: course.change(last), scaled_rate }
    }

    fn multipliers_at_end<S: Real>(of_points: &[&[S]]) -> Vec<S> {
        of_points[1].to_vec()
    }

    fn error<S: Real>(_: &Course<'_, S>, blocks: &[&[S]], _: &[S]) -> Vec<S> {
        S::note("error estimate: the change of rates between the Gauss points");
        let [inner, last] = blocks[..] else { unreachable!("two blocks") };
        combined(&[(1.0 / 6.0, last), (-1.0 / 3.0, inner)])
    }
}
