//! What was measured over the time.

use super::expression::Expression;
use super::kind::{Description, Shape};
use super::point::TrajectoryPoint;
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::section::{Invalid, Section};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "table",
    summary: "the position between samples over the time t, as that of a [[signal]] with the same keys; velocity and acceleration are its \
              exact derivatives",
    keys: "file = \"angle.csv\" (beside the scenario; two columns, or those that time = \"t\" and value = \"q\" name; heads may state \
           units, as q (deg), of values in unit = \"rad\"), or samples = [[0, 0], [0.5, 2]] (s, and m or rad); interpolation = \"cubic\" (default; \
           with ends), \"b_spline\", \"pchip\", \"linear\" or \"previous\", outside = \"hold\" (default), \"zero\", \"periodic\" or \"error\", scale = \
           \"..\" (default 1): see [[signal]]",
    example: r#"[[force]]
name = "replay"
kind = "joint_control"
joint = "rail"
trajectory = { kind = "table", samples = [[0, 0], [0.02, 0.004], [0.05, 0.01], [0.1, 0.03]], scale = "2*mass" } # s, m
proportional = 40 # N/m
derivative = 4 # N s/m
"#,
};

/// A trajectory of the kind `table`, see [`KIND`]: one by an expression that calls what was measured.
#[derive(Clone, Debug)]
pub(super) struct Table<N>(pub(super) Expression<N>);

impl Description for Table<Expr> {
    type At<R: Real> = Table<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        Ok(Self(Expression { position: Formula::new(section.samples_over_time()?) }))
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Table<R> {
        Table(self.0.evaluate(p))
    }
}

impl<R: Real> Shape<R> for Table<R> {
    fn at(&self, time: R) -> TrajectoryPoint<R> {
        self.0.at(time)
    }
    fn end(&self) -> Option<R> {
        None
    }
}
