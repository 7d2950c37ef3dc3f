//! A disc or a sphere that rolls on a plane without slip.
//!
//! With the unit normal n of the plane through p, the centre c, the radius r and the unit axis u of a thin disc, the disc
//! touches at c + r d, the lowest point of its rim, and a sphere below its centre:
//!
//! d = -(n - (n . u) u)/s, s = sqrt(1 - (n . u)^2);   of a sphere d = -n, s = 1.
//!
//! It touches where (c - p) . n = r s, an equation of positions, whose rate is n . w for the velocity w of the material point
//! that touches relative to the plane, since the point is the lowest. It does not slip where w has no component in the plane:
//! two equations of velocities, from which no equation of positions follows.

use super::kind::{Constrains, Description};
use crate::model::Kind;
use crate::model::expression::{Expr, evaluate3};
use crate::model::frame::FrameRef;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, frame_along, numbers, vec3};
use crate::num::{Real, Vec3};

/// The names of the equations, behind that of the constraint.
pub(super) const COMPONENTS: [&str; 3] = ["normal", "x", "y"];

pub(super) const KIND: Kind = Kind {
    name: "rolling",
    summary: "a disc or a sphere rolls on a plane without slip: three equations, <name>.normal (of positions: it touches; positive while it is \
              pressed on, and nothing lets it lift off), <name>.x and .y (of velocities, in the plane), each with its `constraint_force`, N, \
              which acts on the body where it touches",
    keys: "body, radius (m), axis = [..] (of a thin disc, body frame; left out of a sphere), centre = [..] (m, body frame from the centre \
           of mass; default 0), on (the body that has the plane; default ground), normal = [..] (frame of that body, world frame for ground, \
           to the side of the body that rolls; default [0, 0, 1]), at = [..] (m, a point of the plane, likewise; default 0); x is the direction in the \
           plane nearest to x of its frame (to y where the normal is nearer to x), y is across both",
    example: r#"[[body]]
name = "coin"
mass = 0.2 # kg
inertia = [4e-4, 8e-4, 4e-4] # kg m^2
initial = { position = [0.3, 0, 0.08], rotation_vector = [0.3, 0, 0], angular_velocity = [0.1, 9, 0.5] }
[[constraint]]
name = "floor"
kind = "rolling"
body = "coin"
radius = 0.09 # m
axis = [0, 1, 0]
normal = [0, 0.02, 1]
"#,
};

/// One equation of a constraint of the kind `rolling`, see [`KIND`].
#[derive(Clone, Debug)]
pub struct Rolling<N> {
    /// The body that has the plane, and the one that rolls.
    between: [FrameRef; 2],
    radius: N,
    /// The axis of a disc.
    axis: Option<Triple<N>>,
    centre: Triple<N>,
    normal: Triple<N>,
    at: Triple<N>,
    component: usize,
}

impl<N: Clone> Rolling<N> {
    /// Returns the equation of a component.
    pub(super) fn of_component(&self, component: usize) -> Self {
        Self { component, ..self.clone() }
    }
}

impl<N> Rolling<N> {
    /// Tells whether the equation is of velocities alone.
    pub(super) fn is_of_velocities(&self) -> bool {
        self.component > 0
    }
}

impl Rolling<Expr> {
    /// Fails with the key and the reason where nothing rolls.
    pub(super) fn check(&self, parameters: &[f64]) -> Result<(), (&'static str, String)> {
        let radius: f64 = self.radius.evaluate(parameters);
        if radius <= 0.0 {
            return Err(("radius", format!("the radius is {radius:?} m; it must be positive")));
        }
        for (key, direction) in [("axis", self.axis.as_ref()), ("normal", Some(&self.normal))] {
            if direction.is_some_and(|e| evaluate3(e, parameters).to_array() == [0.0; 3]) {
                return Err((key, "it has no direction: its length is zero".into()));
            }
        }
        Ok(())
    }
    /// Tells whether [`Rolling::check`] depends on one of the varied parameters.
    pub(super) fn check_depends_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        let directions = self.axis.iter().chain([&self.normal]).flatten();
        directions.chain([&self.radius]).any(|e| e.depends_on(varied))
    }
}

impl Description for Rolling<Expr> {
    type At<R: Real> = Rolling<R>;

    fn read(section: &mut dyn Section) -> Result<(Self, Option<Expr>), Invalid> {
        section.expect_units(&[("radius", "m"), ("centre", "m"), ("at", "m")])?;
        let body = section.frame("body")?;
        let on = if section.has("on") {
            let name = section.text("on")?;
            section.frame_named("on", &name)?
        } else {
            FrameRef::Ground
        };
        if on == body {
            return Err(
                section.invalid("on", "a body does not roll on itself; accepted: another one, or ground".into())
            );
        }
        let rolling = Self {
            between: [on, body],
            radius: section.number("radius")?,
            axis: if section.has("axis") { Some(section.vector("axis")?) } else { None },
            centre: section.vector_or_zero("centre")?,
            normal: if section.has("normal") { section.vector("normal")? } else { [0.0, 0.0, 1.0].map(Expr::Constant) },
            at: section.vector_or_zero("at")?,
            component: 0,
        };
        Ok((rolling, Some(Expr::Constant(0.0))))
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Rolling<R> {
        Rolling {
            between: self.between,
            radius: self.radius.evaluate(p),
            axis: self.axis.as_ref().map(|axis| numbers(axis, p)),
            centre: numbers(&self.centre, p),
            normal: numbers(&self.normal, p),
            at: numbers(&self.at, p),
            component: self.component,
        }
    }
}

/// Where a body touches a plane, world frame.
struct Contact<R> {
    /// The point, m.
    point: Vec3<R>,
    /// How far the body is above the plane, m.
    height: R,
    /// The direction of the equation.
    direction: Vec3<R>,
}

impl<R: Real> Rolling<R> {
    /// Returns the constraint in other numbers.
    pub(super) fn map<S: Real>(&self, f: impl Fn(R) -> S) -> Rolling<S> {
        Rolling {
            between: self.between,
            axis: self.axis.map(|axis| axis.map(&f)),
            centre: self.centre.map(&f),
            normal: self.normal.map(&f),
            at: self.at.map(&f),
            radius: f(self.radius),
            component: self.component,
        }
    }

    fn contact(&self, motion: &Motion<'_, R>) -> Contact<R> {
        let [plane, body] = self.between.map(|frame| motion.frame(frame));
        let [x, y, n] = frame_along(&self.normal).map(|axis| plane.rotation.apply(axis));
        let centre = body.point(vec3(&self.centre)).1;
        // the part of the normal in the disc has the length s
        let (up, s) = match &self.axis {
            None => (n, R::one()),
            Some(axis) => {
                let u = body.rotation.apply(vec3(axis).normalized());
                let across = n - u * n.dot(u);
                (across * (R::one() / across.norm()), across.norm())
            }
        };
        Contact {
            point: centre - up * self.radius,
            height: (centre - plane.point(vec3(&self.at)).1).dot(n) - self.radius * s,
            direction: [n, x, y][self.component],
        }
    }
}

impl<R: Real> Constrains<R> for Rolling<R> {
    fn value(&self, motion: &Motion<'_, R>) -> R {
        R::note("constraint: rolling on a plane");
        if self.component == 0 {
            return self.contact(motion).height;
        }
        let mut loads = Loads::none(motion);
        self.act(motion, R::one(), &mut loads);
        loads.work(motion)
    }
    fn is_angle(&self) -> bool {
        false
    }
    fn act(&self, motion: &Motion<'_, R>, multiplier: R, loads: &mut Loads<R>) {
        let Contact { point, direction, .. } = self.contact(motion);
        let force = direction * multiplier;
        for (frame, force) in self.between.into_iter().zip([-force, force]) {
            let state = motion.frame(frame);
            loads.add_force(frame, motion, force, state.rotation.apply_transposed(point - state.position));
        }
    }
    fn exerted(&self, multiplier: R) -> Vec<R> {
        vec![-multiplier]
    }
}
