//! A linear spring and damper between two points.

use super::kind::{Description, Exerts};
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::frame::{FrameRef, bodies};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::{Real, Vec3};

pub(super) const KIND: Kind = Kind {
    name: "spring_damper",
    summary: "linear spring and damper between two points; the force is along the line that joins them",
    keys: "between = [a, b], points = [[..], [..]] (m, each in the frame of its body from the centre of mass, world \
           frame for ground), stiffness (N/m), damping (N s/m), length (m, unstretched; where the points coincide, the line is along their relative \
           velocity)",
    example: r#"[[force]]
name = "strut"
kind = "spring_damper"
between = ["top", "plate"]
points = [[0.1, 0, 0], [0, 0.1, 0]] # m
stiffness = "stiffness" # N/m
damping = 2 # N s/m
length = 0.5 # m
"#,
};

/// The tension k (l - l0) + d l' pulls the points together along the line from one to the other. Where they coincide,
/// the line is along their relative velocity, in which they have come and will go: the force of a spring without a
/// length, and of a damper, is what it is just before and after. That of a spring with a length changes its direction
/// there. Where they also rest, there is no line and no force.
#[derive(Clone, Debug)]
pub struct SpringDamper<N> {
    between: [FrameRef; 2],
    points: [Triple<N>; 2],
    stiffness: N,
    damping: N,
    length: N,
}

impl Description for SpringDamper<Expr> {
    type At<R: Real> = SpringDamper<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("stiffness", "N/m"), ("damping", "N s/m"), ("length", "m"), ("points", "m")])?;
        let between = section.between("between")?;
        let mut p = section.numbers("points", &[6])?.into_iter();
        let mut point = || std::array::from_fn(|_| p.next().unwrap_or_default());
        Ok(Self {
            between,
            points: [point(), point()],
            stiffness: section.number_or("stiffness", 0.0)?,
            damping: section.number_or("damping", 0.0)?,
            length: section.number_or("length", 0.0)?,
        })
    }
    fn coefficients(&self) -> Vec<(&'static str, &Expr)> {
        vec![("stiffness", &self.stiffness), ("damping", &self.damping)]
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> SpringDamper<R> {
        SpringDamper {
            between: self.between,
            points: [numbers(&self.points[0], p), numbers(&self.points[1], p)],
            stiffness: self.stiffness.evaluate(p),
            damping: self.damping.evaluate(p),
            length: self.length.evaluate(p),
        }
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&self.between)
    }
}

/// The line from the first point to the second.
struct Line<R> {
    length: R,
    rate: R,
    direction: Vec3<R>,
}

impl<R: Real> SpringDamper<R> {
    fn line(&self, motion: &Motion<'_, R>) -> Line<R> {
        let [a, b] = self.between.map(|frame| motion.frame(frame));
        let (_, xa, va) = a.point(vec3(&self.points[0]));
        let (_, xb, vb) = b.point(vec3(&self.points[1]));
        let (along, velocity) = (xb - xa, vb - va);
        let (squared, zero, one) = (along.norm_squared(), R::zero(), R::one());
        let coincide = squared.less_equal(zero);
        let line = Vec3::select(coincide, velocity, along);
        let line_squared = R::select(coincide, velocity.norm_squared(), squared);
        let size = line_squared.sqrt();
        let direction = line * (one / R::select(line_squared.less_equal(zero), one, size));
        Line { length: R::select(coincide, zero, size), rate: direction.dot(velocity), direction }
    }
}

impl<R: Real> Exerts<R> for SpringDamper<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("spring-damper: tension k (l - l0) + d l' along the line");
        let line = self.line(motion);
        let tension = self.stiffness * (line.length - self.length) + self.damping * line.rate;
        let force = line.direction * tension;
        for (i, force) in [(0, force), (1, -force)] {
            loads.add_force(self.between[i], motion, force, vec3(&self.points[i]));
        }
    }
    fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        let line = self.line(motion);
        (self.stiffness * (line.length - self.length).square()).scale(0.5)
    }
    fn power(&self, motion: &Motion<'_, R>) -> R {
        -(self.damping * self.line(motion).rate.square())
    }
}
