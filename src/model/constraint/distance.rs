//! A massless rod between two points.

use super::kind::{Constrains, Description};
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::frame::FrameRef;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::{Real, Vec3};

pub(super) const KIND: Kind = Kind {
    name: "distance",
    summary: "two points keep their distance, as by a rod without mass; its tension is `constraint_force`",
    keys: "between = [a, b], points = [[..], [..]] (m, each in the frame of its body from the centre of mass, world \
           frame for ground), length (m, positive; default that of the initial poses)",
    example: r#"[[body]]
name = "bob"
mass = 1.5 # kg
inertia = [0.01, 0.01, 0.01] # kg m^2
initial = { position = [0.2, 0, -0.8], velocity = [0.4, 0.3, 0] }
[[constraint]]
name = "rod"
kind = "distance"
between = ["ground", "bob"]
points = [[0.2, 0, 0.3], [0, 0, 0.1]] # m
length = 1 # m
"#,
};

/// A constraint of the kind `distance`, see [`KIND`].
#[derive(Clone, Debug)]
pub struct Distance<N> {
    between: [FrameRef; 2],
    points: [Triple<N>; 2],
}

/// Fails with the key and the reason where a length is none.
pub(super) fn check(length: f64) -> Result<(), (&'static str, String)> {
    if length <= 0.0 {
        return Err(("length", format!("the length is {length:?} m; it must be positive")));
    }
    Ok(())
}

impl Description for Distance<Expr> {
    type At<R: Real> = Distance<R>;

    fn read(section: &mut dyn Section) -> Result<(Self, Option<Expr>), Invalid> {
        section.expect_units(&[("points", "m"), ("length", "m")])?;
        let between = section.between("between")?;
        let mut p = section.numbers("points", &[6])?.into_iter();
        let mut point = || std::array::from_fn(|_| p.next().unwrap_or_default());
        let points = [point(), point()];
        let length = if section.has("length") { Some(section.number("length")?) } else { None };
        Ok((Self { between, points }, length))
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Distance<R> {
        Distance { between: self.between, points: [numbers(&self.points[0], p), numbers(&self.points[1], p)] }
    }
}

impl<R: Real> Distance<R> {
    /// Returns the rod in other numbers.
    pub(super) fn map<S: Real>(&self, f: impl Fn(R) -> S) -> Distance<S> {
        Distance { between: self.between, points: self.points.map(|point| point.map(&f)) }
    }
    /// Returns the vector from the first point to the second, world frame, m.
    fn line(&self, motion: &Motion<'_, R>) -> Vec3<R> {
        let [a, b] = [0, 1].map(|i| motion.frame(self.between[i]).point(vec3(&self.points[i])).1);
        b - a
    }
}

impl<R: Real> Constrains<R> for Distance<R> {
    fn value(&self, motion: &Motion<'_, R>) -> R {
        self.line(motion).norm()
    }
    fn is_angle(&self) -> bool {
        false
    }
    fn act(&self, motion: &Motion<'_, R>, multiplier: R, loads: &mut Loads<R>) {
        let line = self.line(motion);
        let force = line * (multiplier / line.norm());
        for (i, force) in [(0, -force), (1, force)] {
            loads.add_force(self.between[i], motion, force, vec3(&self.points[i]));
        }
    }
    fn exerted(&self, multiplier: R) -> Vec<R> {
        vec![multiplier]
    }
}
