//! The straight line between two points of two bodies, and what pulls along it.

use crate::model::expression::Expr;
use crate::model::frame::FrameRef;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::{Real, Vec3};

/// Holds two points of two bodies, each in the frame of its body, m.
#[derive(Clone, Debug)]
pub(super) struct PointPair<N> {
    pub(super) between: [FrameRef; 2],
    pub(super) points: [Triple<N>; 2],
}

impl PointPair<Expr> {
    /// Reads the keys `between` and `points`.
    pub(super) fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("points", "m")])?;
        let between = section.between("between")?;
        let mut p = section.numbers("points", &[6])?.into_iter();
        let mut point = || std::array::from_fn(|_| p.next().unwrap_or_default());
        Ok(Self { between, points: [point(), point()] })
    }
    /// Returns the points for values of the parameters.
    pub(super) fn evaluate<R: Real>(&self, p: &[R]) -> PointPair<R> {
        PointPair { between: self.between, points: [numbers(&self.points[0], p), numbers(&self.points[1], p)] }
    }
}

impl<R: Real> PointPair<R> {
    /// Returns the line from the first point to the second.
    pub(super) fn line(&self, motion: &Motion<'_, R>) -> Line<R> {
        Line::between([0, 1].map(|i| (self.between[i], vec3(&self.points[i]))), motion)
    }
    /// Adds a tension (N) that pulls the points together along their line.
    pub(super) fn pull(&self, tension: R, line: &Line<R>, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        let force = line.direction * tension;
        for (i, force) in [(0, force), (1, -force)] {
            loads.add_force(self.between[i], motion, force, vec3(&self.points[i]));
        }
    }
}

/// Holds the line from one point to another: its length (m), the rate of it (m/s) and its direction, world frame. Where
/// the points coincide, the line is along their relative velocity, in which they have come and will go; where they also
/// rest, there is no direction, which is then zero.
pub(super) struct Line<R> {
    pub(super) length: R,
    pub(super) rate: R,
    pub(super) direction: Vec3<R>,
}

impl<R: Real> Line<R> {
    /// Returns the line from the first point to the second, each in its frame.
    pub(super) fn between(points: [(FrameRef, Vec3<R>); 2], motion: &Motion<'_, R>) -> Self {
        let [(_, xa, va), (_, xb, vb)] = points.map(|(frame, point)| motion.frame(frame).point(point));
        let (along, velocity) = (xb - xa, vb - va);
        let (squared, zero, one) = (along.norm_squared(), R::zero(), R::one());
        let coincide = squared.less_equal(zero);
        let line = Vec3::select(coincide, velocity, along);
        let line_squared = R::select(coincide, velocity.norm_squared(), squared);
        let size = line_squared.sqrt();
        let direction = line * (one / R::select(line_squared.less_equal(zero), one, size));
        Self { length: R::select(coincide, zero, size), rate: direction.dot(velocity), direction }
    }
}
