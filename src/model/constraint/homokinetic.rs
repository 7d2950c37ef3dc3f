//! Two shafts that turn alike, whatever angle they are bent at: what makes a joint one of constant velocity.
//!
//! Each body has a shaft along z and two axes x, y across it: e_x, e_y, e_z of a, f_x, f_y, f_z of b. The rotation of one
//! relative to the other is a bend about an axis across e_z, after a twist about e_z, with the quaternion (w, x, y, z) and
//! tan(twist/2) = z/w, so that
//!
//! twist = atan2(e_y . f_x - e_x . f_y, e_x . f_x + e_y . f_y),   twist' = (w_b - w_a) . (e_z + f_z)/(1 + e_z . f_z).
//!
//! With the angular velocities W_a e_z and W_b f_z of shafts in bearings the latter is W_b - W_a: a constant twist is a
//! transmission with the ratio 1 at every angle of bend. It is what balls in the plane that bisects the shafts do, by
//! symmetry about this plane (Hunt, 1973, Constant velocity shaft couplings: a general theory).

use super::kind::{Constrains, Description};
use crate::model::Kind;
use crate::model::expression::{Expr, evaluate3};
use crate::model::frame::FrameRef;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, frame_along, numbers};
use crate::num::{Real, Vec3};
use std::f64::consts::TAU;

pub(super) const KIND: Kind = Kind {
    name: "homokinetic",
    summary: "two shafts turn by equal angles at any angle of bend below 180 degrees: with a spherical joint between them a joint of constant \
              velocity (Rzeppa); the torque is `constraint_force`, about the mean of both shafts",
    keys: "between = [a, b], axes = [[..], [..]] (the shafts, each in the frame of its body, world frame for ground, both \
           in the sense from one end of the drive line to the other); the twist stays that of the initial poses",
    example: r#"[[body]]
name = "wheel"
mass = 4 # kg
inertia = [0.05, 0.08, 0.05] # kg m^2
initial = { position = [0.3, 1.2, 0.5], rotation_vector = [0, 0, 0.4] }
[[constraint]]
name = "cv_joint"
kind = "homokinetic"
between = ["plate", "wheel"]
axes = [[0, 1, 0], [0, 1, 0]]
"#,
};

/// A constraint of the kind `homokinetic`, see [`KIND`].
#[derive(Clone, Debug)]
pub struct Homokinetic<N> {
    between: [FrameRef; 2],
    axes: [Triple<N>; 2],
}

impl Homokinetic<Expr> {
    /// Fails with the key and the reason where a shaft has no direction.
    pub(super) fn check(&self, parameters: &[f64]) -> Result<(), (&'static str, String)> {
        let no_direction = |axis: &Triple<Expr>| evaluate3(axis, parameters).to_array() == [0.0; 3];
        match self.axes.iter().position(no_direction) {
            None => Ok(()),
            Some(at) => Err(("axes", format!("the axis with number {} has no direction: its length is zero", at + 1))),
        }
    }
    /// Tells whether [`Homokinetic::check`] depends on one of the varied parameters.
    pub(super) fn check_depends_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        self.axes.iter().flatten().any(|e| e.depends_on(varied))
    }
}

impl Description for Homokinetic<Expr> {
    type At<R: Real> = Homokinetic<R>;

    fn read(section: &mut dyn Section) -> Result<(Self, Option<Expr>), Invalid> {
        let between = section.between("between")?;
        let mut all = section.numbers("axes", &[6])?.into_iter();
        let mut axis = || std::array::from_fn(|_| all.next().unwrap_or_default());
        Ok((Self { between, axes: [axis(), axis()] }, None))
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Homokinetic<R> {
        Homokinetic { between: self.between, axes: [0, 1].map(|i| numbers(&self.axes[i], p)) }
    }
    fn unit(&self) -> &'static str {
        "N m"
    }
}

impl<R: Real> Homokinetic<R> {
    /// Returns the constraint in other numbers.
    pub(super) fn map<S: Real>(&self, f: impl Fn(R) -> S) -> Homokinetic<S> {
        Homokinetic { between: self.between, axes: [0, 1].map(|i| self.axes[i].map(&f)) }
    }
    /// Returns the axes x, y and z of a shaft, world frame.
    fn frame(&self, motion: &Motion<'_, R>, side: usize) -> [Vec3<R>; 3] {
        frame_along(&self.axes[side]).map(|axis| motion.frame(self.between[side]).rotation.apply(axis))
    }
}

impl<R: Real> Constrains<R> for Homokinetic<R> {
    fn value(&self, motion: &Motion<'_, R>) -> R {
        R::note("constraint: twist of two shafts");
        let ([ex, ey, _], [fx, fy, _]) = (self.frame(motion, 0), self.frame(motion, 1));
        (ey.dot(fx) - ex.dot(fy)).atan2(ex.dot(fx) + ey.dot(fy))
    }
    fn miss(&self, value: R, constant: R) -> R {
        // but for whole turns
        let apart = value - constant;
        apart - (apart.scale(1.0 / TAU) + R::constant(0.5)).floor().scale(TAU)
    }
    fn is_angle(&self) -> bool {
        true
    }
    fn act(&self, motion: &Motion<'_, R>, multiplier: R, loads: &mut Loads<R>) {
        let ([.., e], [.., f]) = (self.frame(motion, 0), self.frame(motion, 1));
        let torque = (e + f) * (multiplier / (R::one() + e.dot(f)));
        for (side, torque) in [(0, -torque), (1, torque)] {
            let frame = self.between[side];
            loads.add_torque(frame, motion.frame(frame).rotation.apply_transposed(torque));
        }
    }
    fn exerted(&self, multiplier: R) -> Vec<R> {
        vec![-multiplier]
    }
}
