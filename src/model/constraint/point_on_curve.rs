//! A point that stays on a curve: a cam, a track, a bent wire.
//!
//! The curve c(s) is fixed in a frame with the origin x and the rotation R, and its parameter s is an unknown beside the
//! coordinates of bodies, without inertia. For the point p,
//!
//! R^T (p - x) - c(s) = 0,   c'(s) . lambda = 0:
//!
//! three equations of positions, and the equation of motion of s, which says that the curve pulls nothing along itself.

use super::kind::{Constrains, Description};
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::frame::FrameRef;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::{Dual, Real, Vec3};

/// The names of the equations, behind that of the constraint.
pub(super) const COMPONENTS: [&str; 3] = ["x", "y", "z"];

pub(super) const KIND: Kind = Kind {
    name: "point_on_curve",
    summary: "a point of a body stays on a curve that another body or the ground carries: a cam (of a roller its pitch curve), a track, a \
              bent wire; without friction, and nothing lets it lift off. Three equations, <name>.x to .z (along the axes of what \
              carries the curve), each with its `constraint_force`, N, which acts on the point",
    keys: "body, point = [..] (m, body frame from the centre of mass; default 0), on (the body that carries the curve; default ground), \
           curve = [\"..\", \"..\", \"..\"] (m, frame of that body from its centre of mass, world frame for ground, over the parameters and \
           s; of a table by signals, as cam_x(s), with outside = \"periodic\" where it is closed; smooth, and s never stands still on \
           it), start (s at the start; the nearest place on the curve is looked for from there; default 0)",
    example: r#"[[body]]
name = "bead"
mass = 0.3 # kg
inertia = [1e-4, 2e-4, 3e-4] # kg m^2
initial = { position = [1, 0, 0], velocity = [0, 0.5, "0.05*mass"], angular_velocity = [0, 0, 2] }
[[constraint]]
name = "wire"
kind = "point_on_curve"
body = "bead"
curve = ["cos(s)", "sin(s)", "0.1*mass*s"] # m, a helix
start = 0.1
"#,
};

/// Steps to the nearest place on a curve at the start: near it each doubles the digits, where the point is on the curve.
const STEPS: usize = 15;

/// The variable of a curve.
const PARAMETER: &str = "s";

/// One equation of a constraint of the kind `point_on_curve`, see [`KIND`].
#[derive(Clone, Debug)]
pub struct PointOnCurve<N> {
    /// What carries the curve, and the body that has the point.
    between: [FrameRef; 2],
    point: Triple<N>,
    curve: [Formula<N>; 3],
    start: N,
    /// The number of the curve among those of all constraints.
    number: usize,
    component: usize,
}

impl<N: Clone> PointOnCurve<N> {
    /// Returns the equation of a component, of the curve of that number.
    pub(super) fn of_component(&self, component: usize, number: usize) -> Self {
        Self { component, number, ..self.clone() }
    }
}

impl<N> PointOnCurve<N> {
    /// Returns the parameter of the curve at the start, of the first of the equations.
    pub(super) fn start(&self) -> Option<&N> {
        (self.component == 0).then_some(&self.start)
    }
}

impl PointOnCurve<Expr> {
    /// Fails with the key and the reason where the curve is none at the start.
    pub(super) fn check(&self, parameters: &[f64]) -> Result<(), (&'static str, String)> {
        let here = self.evaluate::<f64>(parameters);
        let [place, slope] = here.place_and_slope(here.start);
        if place.iter().chain(&slope).any(|x| !x.is_finite()) {
            let message = format!("the curve is not finite at the start, s = {:?}; found {place:?} m", here.start);
            return Err(("curve", message));
        }
        if slope == [0.0; 3] {
            let message = format!(
                "the curve has no direction at the start, s = {:?}: its derivative by s is zero; accepted: one that moves with s, or \
                 another start",
                here.start
            );
            return Err(("curve", message));
        }
        Ok(())
    }
    /// Tells whether [`PointOnCurve::check`] depends on one of the varied parameters.
    pub(super) fn check_depends_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        self.start.depends_on(varied) || self.curve.iter().any(|formula| formula.depends_on(0, varied))
    }
}

impl Description for PointOnCurve<Expr> {
    type At<R: Real> = PointOnCurve<R>;

    fn read(section: &mut dyn Section) -> Result<(Self, Option<Expr>), Invalid> {
        section.expect_units(&[("point", "m"), ("curve", "m")])?;
        let body = section.frame("body")?;
        let on = if section.has("on") {
            let name = section.text("on")?;
            section.frame_named("on", &name)?
        } else {
            FrameRef::Ground
        };
        if on == body {
            let message = "the point and the curve are of the same body; accepted: another one, or ground";
            return Err(section.invalid("on", message.into()));
        }
        let variables = [PARAMETER.to_string()];
        let curve = section.expressions("curve", 3, &variables)?;
        // the variable follows the parameters
        let own = section.parsed_expression(PARAMETER, &variables)?;
        let is_own = |at: usize| own == Expr::Parameter(at);
        if !curve.iter().any(|component| component.depends_on(&is_own)) {
            let message = "the curve is a point, since none of its components depends on s; accepted: expressions over s, the \
                           parameter of the curve, as in [\"s\", \"s^2\", \"0\"]";
            return Err(section.invalid("curve", message.into()));
        }
        let mut curve = curve.into_iter().map(Formula::new);
        let constraint = Self {
            between: [on, body],
            point: section.vector_or_zero("point")?,
            curve: std::array::from_fn(|_| curve.next().unwrap_or_else(|| Formula::new(Expr::Constant(0.0)))),
            start: section.number_or("start", 0.0)?,
            number: 0,
            component: 0,
        };
        Ok((constraint, Some(Expr::Constant(0.0))))
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> PointOnCurve<R> {
        PointOnCurve {
            between: self.between,
            point: numbers(&self.point, p),
            curve: [0, 1, 2].map(|i| self.curve[i].evaluate(p)),
            start: self.start.evaluate(p),
            number: self.number,
            component: self.component,
        }
    }
}

impl<R: Real> PointOnCurve<R> {
    /// Returns the constraint in other numbers.
    pub(super) fn map<S: Real>(&self, f: impl Fn(R) -> S) -> PointOnCurve<S> {
        PointOnCurve {
            between: self.between,
            point: self.point.map(&f),
            curve: [0, 1, 2].map(|i| self.curve[i].map(&f)),
            start: f(self.start),
            number: self.number,
            component: self.component,
        }
    }

    /// Returns a place on the curve and its derivative by s, m, in the frame that carries it.
    fn place_and_slope(&self, s: R) -> [[R; 3]; 2] {
        let along = [0, 1, 2].map(|i| self.curve[i].map(Dual::<R, 1>::resting).value(&[Dual::variable(s, 0)]));
        [along.map(|x| x.re), along.map(|x| x.eps[0])]
    }

    /// Returns the parameter of the place on the curve that is nearest to the point, found from the parameter in `motion` by the
    /// method of Gauss and Newton.
    pub(super) fn nearest(&self, motion: &Motion<'_, R>) -> R {
        R::note("the nearest place on a curve");
        let point = self.seen(motion);
        (0..STEPS).fold(motion.curves[self.number], |s, _| {
            let [place, slope] = self.place_and_slope(s).map(|x| vec3(&x));
            let square = slope.dot(slope);
            let moves = R::zero().less(square);
            s + R::select(moves, (point - place).dot(slope) / R::select(moves, square, R::one()), R::zero())
        })
    }

    /// Returns the point from the origin of what carries the curve, in its frame, m.
    fn seen(&self, motion: &Motion<'_, R>) -> Vec3<R> {
        let [carrier, body] = self.between.map(|frame| motion.frame(frame));
        carrier.rotation.apply_transposed(body.point(vec3(&self.point)).1 - carrier.position)
    }
}

impl<R: Real> Constrains<R> for PointOnCurve<R> {
    fn value(&self, motion: &Motion<'_, R>) -> R {
        R::note("constraint: a point on a curve");
        let place = self.curve[self.component].value(&[motion.curves[self.number]]);
        self.seen(motion).to_array()[self.component] - place
    }
    fn is_angle(&self) -> bool {
        false
    }
    fn act(&self, motion: &Motion<'_, R>, multiplier: R, loads: &mut Loads<R>) {
        let axis = Vec3::constant(std::array::from_fn(|i| if i == self.component { 1.0 } else { 0.0 }));
        let [carrier, body] = self.between;
        let force = motion.frame(carrier).rotation.apply(axis * multiplier);
        loads.add_force(body, motion, force, vec3(&self.point));
        loads.add_force(carrier, motion, -force, self.seen(motion));
        let [_, slope] = self.place_and_slope(motion.curves[self.number]);
        let load = &mut loads.curves[self.number];
        *load = *load - slope[self.component] * multiplier;
    }
    fn exerted(&self, multiplier: R) -> Vec<R> {
        vec![-multiplier]
    }
}
