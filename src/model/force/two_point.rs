//! A force along the line between two points, by an expression of their distance.

use super::formulas::{formula_values, read_formula};
use super::kind::{Description, Exerts};
use super::line::{Line, PointPair};
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::frame::bodies;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "two_point",
    summary: "force along the line between two points by an expression of its length l and the rate v of it: tension-only \
              ropes, progressive springs, hydraulic actuators. A positive force pulls the points together, a positive v \
              moves them apart",
    keys: "between = [a, b], points = [[..], [..]] (m, each in the frame of its body from the centre of mass, world \
           frame for ground), force = \"..\" (N, over parameters, t (s), l (m), v (m/s) and variables of the scenario; \
           where the points coincide, the line is along their relative velocity, and where they also rest, there is no \
           force), potential = \"..\" (J, over parameters and l: counts in energies, and the rest of the force, force - \
           d potential/dl, in power; default 0: all of the force counts in power)",
    example: r#"[[force]]
name = "tether"
kind = "two_point"
between = ["top", "plate"]
points = [[0.1, 0, 0], [0, 0.1, 0]] # m
force = "where(l - 0.4, stiffness*(l - 0.4) + 900*(l - 0.4)^3 + 2*v, 0)" # N
potential = "where(l - 0.4, stiffness*(l - 0.4)^2/2 + 225*(l - 0.4)^4, 0)" # J
"#,
};

/// The tension F(l, l', t) pulls the points together along the line from one to the other, see [`KIND`]. Where there is a
/// potential V(l), the power of the rest is (V'(l) - F) l'.
#[derive(Clone, Debug)]
pub struct TwoPoint<N> {
    ends: PointPair<N>,
    force: Formula<N>,
    potential: Option<Formula<N>>,
}

impl Description for TwoPoint<Expr> {
    type At<R: Real> = TwoPoint<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("force", "N"), ("potential", "J")])?;
        let ends = PointPair::read(section)?;
        let force = read_formula(section, "force", &["t", "l", "v"])?;
        let potential = match section.has("potential") {
            true => Some(Formula::new(section.expression("potential", &["l".to_string()])?)),
            false => None,
        };
        Ok(Self { ends, force, potential })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> TwoPoint<R> {
        TwoPoint {
            ends: self.ends.evaluate(p),
            force: self.force.evaluate(p),
            potential: self.potential.as_ref().map(|potential| potential.evaluate(p)),
        }
    }
    fn has_line(&self) -> bool {
        true
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&self.ends.between)
    }
}

impl<R: Real> TwoPoint<R> {
    fn tension(&self, line: &Line<R>, motion: &Motion<'_, R>) -> R {
        self.force.value_on(&formula_values(&[motion.time, line.length, line.rate], motion), motion.sides)
    }
}

impl<R: Real> Exerts<R> for TwoPoint<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("tension along the line between two points by an expression");
        let line = self.ends.line(motion);
        self.ends.pull(self.tension(&line, motion), &line, motion, loads);
    }
    fn line(&self, motion: &Motion<'_, R>) -> Option<[R; 3]> {
        let line = self.ends.line(motion);
        Some([line.length, line.rate, self.tension(&line, motion)])
    }
    fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        let of = |potential: &Formula<R>| potential.value(&[self.ends.line(motion).length]);
        self.potential.as_ref().map_or_else(R::zero, of)
    }
    fn power(&self, motion: &Motion<'_, R>) -> R {
        let line = self.ends.line(motion);
        let slope = self.potential.as_ref().map_or_else(R::zero, |potential| potential.derivatives(line.length)[1]);
        (slope - self.tension(&line, motion)) * line.rate
    }
}
