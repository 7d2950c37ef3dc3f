//! The discontinuous Galerkin method in time on the group: Han (2019), (5.14), with the corrections of its errata.
//!
//! In an element of length h a motion begins at q+ = q_b exp(j), which is not where the one before has ended, q_b, and goes along
//! exp(q) to its end q-: a screw on SE(3). Velocities are linear, from w+ to w-, and so are multipliers; everything is taken at two
//! Gauss points g. With 4 j = h w+ - q and 2 j = q - h w- no logarithm is taken:
//!
//! ```text
//! j = h (w+ - w-)/6,   q = h (w+ + 2 w-)/3,   q_g = q_b exp(j) exp(g q),   w_g = (1 - g) w+ + g w-.
//! ```
//!
//! Where M is constant in the algebra, the equations of motion that are weighted by both shapes are these with rates w_g' at the
//! Gauss points, M w_g' = g(q_g, w_g, t_g) - B(q_g)^T lambda_g and Phi(q_g, t_g) = 0, of which the jump and the change of velocities
//! are means:
//!
//! ```text
//! w- - w_b = h (w_1' + w_2')/2,   w+ - w_b = h (w_1' - w_2')/(2 sqrt(3)).
//! ```
//!
//! In this form any M will do. Unknowns are h (w+ - w_b) and h (w- - w_b), and multipliers at the Gauss points. Of order 3 on SE(3),
//! where constraints act as long as they let bodies move along screws, as about a fixed point: the nodes hold them then. Elsewhere, in
//! closed loops and on R^3 x SO(3), positions are of order 2 and velocities of order 1, and the multipliers at the Gauss points tend to
//! others than those of the motion, as do the rates of the line through them. So v' and multipliers at the end of a step with
//! constraints are unknowns of their own: they solve M w-' = g - B^T lambda and Phi'' = 0 there, and have the order of the velocities.
//!
//! The error of increments is estimated by h/6 times the jump of velocities, of order 2. With constraints the largest residual of
//! positions at the end is added. The next step begins with a jump over that, however short the step is, and w+ and w- differ from w_b by
//! it: with that jump alone no step of a closed loop would be short enough. There the error is estimated by
//! 2 h ((w+ - w_b) + 2 (w- - w_b) - 2 h v_b'), in which it cancels: 60 times the other one of a smooth motion, since loops lose an order.

use super::method::{Integrator, Scheme};
use super::scheme::{ImplicitKind, ImplicitScheme, SolvesEnd};
use super::group::Point;
use super::stages::{AHEAD, Course, GAUSS, Rule, StageStep, combined, scheme};
use crate::num::Real;

/// The method.
pub const METHOD: Integrator = Integrator {
    name: "dg",
    order: 3,
    summary: "implicit, order 3, discontinuous Galerkin in time on SE(3), damps what is stiff; solves constraints (of bodies that turn about a point with order 3; elsewhere positions have order 2, velocities, accelerations and reactions 1)",
    citation: "Han (2019), (5.14)",
    scheme: Scheme::Implicit(&SCHEME),
};

static SCHEME: ImplicitScheme =
    ImplicitScheme { points: &[(GAUSS[0], 0.5), (GAUSS[1], 0.5)], error_order: Some(2), solves_end: SolvesEnd::WithConstraints, ..scheme(ImplicitKind::Dg) };

/// A step of the method.
pub type Dg<'a, R> = StageStep<'a, R, Discontinuous>;

/// The rule: unknowns are h times what velocities at both ends differ by from those at the end of the last element.
#[derive(Debug)]
pub struct Discontinuous;

/// Returns the jump j and the increment q of an element.
fn jump_and_increment<S: Real>(course: &Course<'_, S>, first: &[S], last: &[S]) -> [Vec<S>; 2] {
    let jump = combined(&[(1.0 / 6.0, first), (-1.0 / 6.0, last)]);
    [jump, course.travelled(1.0, &combined(&[(1.0 / 3.0, first), (2.0 / 3.0, last)]))]
}

/// The part of what velocities differ by from those of a line that counts as error. (With 1/15 a four-bar's positions are off by 130 to 250 times
/// the tolerance after 2 s.)
const SHARE: f64 = 2.0;

impl Rule for Discontinuous {
    const SCHEME: &'static ImplicitScheme = &SCHEME;
    const STEADY: &'static [f64] = &[0.0, 1.0];

    fn points<S: Real>(course: &Course<'_, S>, blocks: &[&[S]]) -> Vec<Point<S>> {
        S::note("element: jump j, increment q, velocities and rates at the Gauss points  (5.14)");
        let [first, last] = blocks[..] else { unreachable!("two blocks") };
        let [jump, increment] = jump_and_increment(course, first, last);
        let root = 3f64.sqrt();
        let point = |(g, sign): (f64, f64)| Point {
            increments: vec![jump.clone(), combined(&[(g, &increment)])],
            change: course.change(&combined(&[(1.0 - g, first), (g, last)])),
            scaled_rate: combined(&[(1.0, last), (sign * root, first)]),
        };
        [(GAUSS[0], 1.0), (GAUSS[1], -1.0)].map(point).into()
    }

    fn end<S: Real>(course: &Course<'_, S>, blocks: &[&[S]]) -> Point<S> {
        let [first, last] = blocks[..] else { unreachable!("two blocks") };
        let [jump, increment] = jump_and_increment(course, first, last);
        // on the line through the rates at the Gauss points
        let scaled_rate = combined(&[(1.0, last), (-3.0, first)]);
        Point { increments: vec![jump, increment], change: course.change(last), scaled_rate }
    }

    fn multipliers_at_end<S: Real>(of_points: &[&[S]]) -> Vec<S> {
        combined(&[(1.0 - AHEAD, of_points[0]), (AHEAD, of_points[1])])
    }

    fn error<S: Real>(_: &Course<'_, S>, blocks: &[&[S]], _: &[S]) -> Vec<S> {
        S::note("error estimate: h/6 times the jump of velocities");
        combined(&[(1.0 / 6.0, blocks[0])])
    }

    fn error_of_solved<S: Real>(_: &Course<'_, S>, blocks: &[&[S]], scaled_rate: &[S]) -> Vec<S> {
        S::note("error estimate: what the velocities of both ends and the rate at the beginning differ by from those of a line");
        combined(&[(SHARE, blocks[0]), (2.0 * SHARE, blocks[1]), (-2.0 * SHARE, scaled_rate)])
    }
}
