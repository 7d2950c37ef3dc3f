//! A linear spring and damper between two points.

use super::kind::{Description, Exerts};
use super::line::{Line, PointPair};
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::frame::bodies;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::num::Real;

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
    ends: PointPair<N>,
    stiffness: N,
    damping: N,
    length: N,
}

impl Description for SpringDamper<Expr> {
    type At<R: Real> = SpringDamper<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("stiffness", "N/m"), ("damping", "N s/m"), ("length", "m")])?;
        Ok(Self {
            ends: PointPair::read(section)?,
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
            ends: self.ends.evaluate(p),
            stiffness: self.stiffness.evaluate(p),
            damping: self.damping.evaluate(p),
            length: self.length.evaluate(p),
        }
    }
    fn has_line(&self) -> bool {
        true
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&self.ends.between)
    }
}

impl<R: Real> SpringDamper<R> {
    fn tension(&self, line: &Line<R>) -> R {
        self.stiffness * (line.length - self.length) + self.damping * line.rate
    }
}

impl<R: Real> Exerts<R> for SpringDamper<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("spring-damper: tension k (l - l0) + d l' along the line");
        let line = self.ends.line(motion);
        self.ends.pull(self.tension(&line), &line, motion, loads);
    }
    fn line(&self, motion: &Motion<'_, R>) -> Option<[R; 3]> {
        let line = self.ends.line(motion);
        Some([line.length, line.rate, self.tension(&line)])
    }
    fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        let line = self.ends.line(motion);
        (self.stiffness * (line.length - self.length).square()).scale(0.5)
    }
    fn power(&self, motion: &Motion<'_, R>) -> R {
        -(self.damping * self.ends.line(motion).rate.square())
    }
}
