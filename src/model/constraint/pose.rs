//! A body that is led along poses over time.

use super::kind::{Constrains, Description};
use crate::interpolation::PoseCurve;
use crate::lie::{LieGroup, UnitQuaternion};
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::frame::FrameRef;
use crate::model::section::{Invalid, Section};
use crate::model::state::{FrameState, Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::{Real, Vec3};
use std::sync::Arc;

/// The names of the six equations, behind that of the constraint.
pub(super) const COMPONENTS: [&str; 6] = ["x", "y", "z", "rx", "ry", "rz"];

pub(super) const KIND: Kind = Kind {
    name: "pose",
    summary: "a body is led along a table of poses, as by a shaker or a robot, in the world or relative to another body, with exact derivatives \
              of the curve through them: six equations, or some of them, <name>.x to .z (along the axes that positions are in, N) and .rx to .rz (about \
              the body's axes, N m), each with its `constraint_force`; what they take is `power`",
    keys: "body, a table: file = \"poses.csv\" (beside the scenario, or Parquet: time (s), x, y, z (m), and qw, qx, qy, qz or the rotation \
           vector rx, ry, rz (rad); heads may state units; the pose of the body's frame, whose origin is at its point), metric = \"matrix\" (default; signs \
           of quaternions do not matter) | \"quaternion\" | \"geodesic\" | \"wiener_milenkovic\", basis = \"bspline\" (default: not-a-knot) | \
           \"bspline_periodic\" | \"lagrange\" | \"gauss_lobatto_legendre\" | \"chebyshev_gauss_lobatto\" | \"fourier\", as those of \
           gyrosweep interpolate; degree (of splines, 3 to 9; default 3), period (s, of what repeats itself; default from the first to the last \
           row), outside = \"hold\" (default) or \"error\"; smoothing = \"gcv\" | \"deviations\" | a factor (as --smoothing of gyrosweep interpolate; without it \
           the curve goes through the rows) with deviations = [0.5e-3, 2e-3] (m, rad; or columns of the table); point = [..] (m, body frame from the centre \
           of mass; default 0), on (the body in whose frame, about its centre of mass, the poses are; default the world), led = [\"rx\", \"ry\", \"rz\"] \
           (what is led, as what a spherical joint leaves free: some of x, y, z, and all of rx, ry, rz or none; default all six), time = \"..\" (s, over parameters and t; default t)",
    example: r#"[[body]]
name = "table"
mass = 2 # kg
inertia = [0.1, 0.1, 0.2] # kg m^2
initial = { position = [0.3, 0, 0.1] } # m
[[constraint]]
name = "shaker"
kind = "pose"
body = "table"
file = "poses.csv" # time (ms), x (mm), ..
point = [0, 0, -0.1] # m
time = "t + 0.001*mass" # s
"#,
};

/// One equation of a constraint of the kind `pose`, see [`KIND`].
#[derive(Clone, Debug)]
pub struct Pose<N> {
    body: FrameRef,
    /// The body in whose frame the poses are; none where they are in the world.
    on: Option<FrameRef>,
    /// Which components are led.
    led: [bool; 6],
    point: Triple<N>,
    time: Formula<N>,
    curve: Arc<PoseCurve>,
    component: usize,
}

impl Pose<Expr> {
    /// Tells whether a component is led.
    pub(super) fn leads(&self, component: usize) -> bool {
        self.led[component]
    }
    /// Returns the equation of a component.
    pub(super) fn of_component(&self, component: usize) -> Self {
        Self { component, ..self.clone() }
    }
}

impl Description for Pose<Expr> {
    type At<R: Real> = Pose<R>;

    fn read(section: &mut dyn Section) -> Result<(Self, Option<Expr>), Invalid> {
        section.expect_units(&[("point", "m"), ("time", "s")])?;
        let body = section.frame("body")?;
        let on = if section.has("on") {
            let name = section.text("on")?;
            Some(section.frame_named("on", &name)?).filter(|frame| *frame != FrameRef::Ground)
        } else {
            None
        };
        if on == Some(body) {
            let message = "a body cannot be led relative to itself; accepted: another one; without it the world";
            return Err(section.invalid("on", message.into()));
        }
        let led = read_led(section)?;
        let curve = crate::model::poses::read(section)?;
        let point = section.vector_or_zero("point")?;
        let variables = ["t".to_string()];
        let time = if section.has("time") {
            section.expression("time", &variables)?
        } else {
            section.parsed_expression("t", &variables)?
        };
        crate::model::poses::follow(section, &curve, &time);
        Ok((Self { body, on, led, point, time: Formula::new(time), curve, component: 0 }, Some(Expr::Constant(0.0))))
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Pose<R> {
        Pose {
            body: self.body,
            on: self.on,
            led: self.led,
            point: numbers(&self.point, p),
            time: self.time.evaluate(p),
            curve: Arc::clone(&self.curve),
            component: self.component,
        }
    }
    fn unit(&self) -> &'static str {
        if self.component < 3 { "N" } else { "N m" }
    }
    fn is_drive(&self) -> bool {
        true
    }
}

impl<R: Real> Pose<R> {
    /// Returns the constraint in other numbers.
    pub(super) fn map<S: Real>(&self, f: impl Fn(R) -> S) -> Pose<S> {
        Pose {
            body: self.body,
            on: self.on,
            led: self.led,
            point: self.point.map(&f),
            time: self.time.map(f),
            curve: Arc::clone(&self.curve),
            component: self.component,
        }
    }

    /// Returns the rotation from the pose to the body, with a scalar part that is not negative.
    fn turned(&self, body: &FrameState<R>, on: Option<&FrameState<R>>, pose: UnitQuaternion<R>) -> UnitQuaternion<R> {
        let orientation = body.orientation.normalized();
        let seen = on.map_or(orientation, |on| on.orientation.normalized().inverse().multiply(orientation));
        pose.inverse().multiply(seen).short()
    }

    /// Returns the state of the body in whose frame the poses are, if they are in one.
    fn carrier(&self, motion: &Motion<'_, R>) -> Option<FrameState<R>> {
        self.on.map(|on| motion.frame(on))
    }

    fn axis(&self) -> Vec3<R> {
        Vec3::constant(std::array::from_fn(|i| if i == self.component % 3 { 1.0 } else { 0.0 }))
    }
}

impl<R: Real> Constrains<R> for Pose<R> {
    fn value(&self, motion: &Motion<'_, R>) -> R {
        R::note("constraint: poses over time");
        let body = motion.frame(self.body);
        let pose = self.curve.at(self.time.value(&[motion.time]));
        let on = self.carrier(motion);
        let apart = if self.component < 3 {
            let point = body.point(vec3(&self.point)).1;
            on.map_or(point, |on| on.rotation.apply_transposed(point - on.position)) - pose.position()
        } else {
            // twice the vector of the quaternion: for small angles the rotation vector
            self.turned(&body, on.as_ref(), pose.rotation()).v * R::constant(2.0)
        };
        apart.dot(self.axis())
    }
    fn is_angle(&self) -> bool {
        self.component >= 3
    }
    fn act(&self, motion: &Motion<'_, R>, multiplier: R, loads: &mut Loads<R>) {
        let (body, on) = (motion.frame(self.body), self.carrier(motion));
        if self.component < 3 {
            let Some(on) = on else {
                return loads.add_force(self.body, motion, self.axis() * multiplier, vec3(&self.point));
            };
            let force = on.rotation.apply(self.axis() * multiplier);
            let arm = on.rotation.apply_transposed(body.point(vec3(&self.point)).1 - on.position);
            loads.add_force(self.body, motion, force, vec3(&self.point));
            return self.on.iter().for_each(|frame| loads.add_force(*frame, motion, -force, arm));
        }
        let pose = self.curve.at(self.time.value(&[motion.time]));
        // 2 v' = w omega + v x omega
        let UnitQuaternion { w, v } = self.turned(&body, on.as_ref(), pose.rotation());
        let axis = self.axis();
        let torque = (axis * w - v.cross(axis)) * multiplier;
        loads.add_torque(self.body, torque);
        if let (Some(frame), Some(on)) = (self.on, on) {
            loads.add_torque(frame, -on.rotation.apply_transposed(body.rotation.apply(torque)));
        }
    }
    fn exerted(&self, multiplier: R) -> Vec<R> {
        vec![-multiplier]
    }
}

/// Reads which components are led.
fn read_led(section: &mut dyn Section) -> Result<[bool; 6], Invalid> {
    if !section.has("led") {
        return Ok([true; 6]);
    }
    let names = section.texts("led")?;
    let mut led = [false; 6];
    for name in &names {
        match COMPONENTS.iter().position(|component| component == name) {
            Some(at) if !led[at] => led[at] = true,
            found => {
                let what = if found.is_some() { "twice" } else { "which is none of them" };
                let message = format!("found {name:?}, {what}; accepted: some of {}", COMPONENTS.join(", "));
                return Err(section.invalid("led", message));
            }
        }
    }
    let turns = led[3..].iter().filter(|led| **led).count();
    if turns == 1 || turns == 2 {
        let message = "found some of rx, ry, rz; accepted: all three of them, or none".to_string();
        return Err(section.invalid("led", message));
    }
    if names.is_empty() {
        let message = format!("found none; accepted: some of {}", COMPONENTS.join(", "));
        return Err(section.invalid("led", message));
    }
    Ok(led)
}
