//! The prescribed motion of the frame that joints to the ground hang from.

use super::expression::{Expr, Expr3, evaluate3};
use super::poses;
use super::section::{Invalid, Section};
use crate::interpolation::PoseCurve;
use crate::lie::{LieGroup, Rotation, UnitQuaternion};
use crate::num::{Dual, Mat3, Real, Vec3};
use std::sync::Arc;

/// Lists the keys of `[base]`.
pub const KEYS: &str = "position = [\"..\", \"..\", \"..\"] (m, over parameters and t (s); default 0), rotation = { axis = [..] (world frame, of any length), \
                        angle = \"..\" (rad, over parameters and t) }, or poses = { file = \"poses.csv\", .. }, a table as that of the constraint pose: the motion of the frame that joints to the ground hang from; in joint coordinates its velocity must not jump";

/// Describes a motion of the base over time. Its expressions are over the parameters and, after the last of them,
/// the time t (s). In the assembled configuration, which the poses of bodies and joints describe, the base is at the
/// world's origin and not turned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BaseMotion {
    /// The origin of the base, world frame, m.
    pub position: Expr3,
    /// The axis that the base turns about, of any length and the same at all times, and the angle, rad.
    pub rotation: Option<(Expr3, Expr)>,
    /// The curve of poses that the base follows instead.
    pub poses: Option<Arc<PoseCurve>>,
    /// The constant angular velocity with which it turns about its origin instead, rad/s.
    pub spin: Option<Expr3>,
}

/// Holds a number with its first and second derivative in time.
type InTime<R> = Dual<Dual<R, 1>, 1>;

fn value<R: Real>(x: InTime<R>) -> R {
    x.re.re
}

fn rate<R: Real>(x: InTime<R>) -> R {
    x.re.eps[0]
}

fn second_rate<R: Real>(x: InTime<R>) -> R {
    x.eps[0].eps[0]
}

fn map<R: Real>(v: Vec3<InTime<R>>, f: impl Fn(InTime<R>) -> R) -> Vec3<R> {
    Vec3::new(f(v.x), f(v.y), f(v.z))
}

impl BaseMotion {
    /// Reads `[base]`.
    ///
    /// # Errors
    /// Where a key is of the wrong kind.
    pub fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let time = ["t".to_string()];
        if section.has("poses") {
            if let Some(key) = ["position", "rotation"].into_iter().find(|key| section.has(key)) {
                return Err(section
                    .invalid(key, "poses say where the base is; accepted: position and rotation, or poses".into()));
            }
            let mut inner = section.inner("poses")?;
            let curve = poses::read(inner.as_mut())?;
            let follows = inner.parsed_expression("t", &time)?;
            poses::follow(inner.as_mut(), &curve, &follows);
            inner.finish()?;
            return Ok(Self { poses: Some(curve), ..Self::default() });
        }
        section.expect_units(&[("position", "m")])?;
        let mut position = Expr3::default();
        if section.has("position") {
            for (place, expression) in position.iter_mut().zip(section.expressions("position", 3, &time)?) {
                *place = expression;
            }
        }
        if !section.has("rotation") {
            return Ok(Self { position, ..Self::default() });
        }
        let mut inner = section.inner("rotation")?;
        inner.expect_units(&[("angle", "rad")])?;
        let axis = inner.vector("axis")?;
        let angle = inner.expression("angle", &time)?;
        inner.finish()?;
        if axis.iter().all(Expr::is_zero) {
            return Err(inner.invalid("axis", "the axis has no direction: its length is zero".into()));
        }
        Ok(Self { position, rotation: Some((axis, angle)), ..Self::default() })
    }

    /// Returns the base at the time `t` (s), for values of the parameters.
    pub fn at<R: Real>(&self, t: R, parameters: &[R]) -> Base<R> {
        R::note("base: prescribed motion and its derivatives");
        if let Some(curve) = &self.poses {
            return Base::along(curve, t);
        }
        if let Some(spin) = &self.spin {
            return Base::turning(evaluate3(spin, parameters), t);
        }
        let mut numbers: Vec<InTime<R>> = parameters.iter().map(|p| InTime::<R>::resting(Dual::resting(*p))).collect();
        numbers.push(InTime::<R> { re: Dual::variable(t, 0), eps: [Dual::one()] });
        let position = evaluate3(&self.position, &numbers);
        let resting = Base {
            position: map(position, value),
            velocity: map(position, rate),
            acceleration: map(position, second_rate),
            ..Base::at_rest()
        };
        let Some((axis, angle)) = &self.rotation else { return resting };
        let along = map(evaluate3(axis, &numbers), value);
        let axis = along * (R::one() / along.norm());
        let angle = angle.evaluate(&numbers);
        let (sin, cos) = value(angle).scale(0.5).sin_cos();
        let orientation = UnitQuaternion { w: cos, v: axis * sin };
        Base {
            rotation: orientation.matrix(),
            orientation,
            angular_velocity: axis * rate(angle),
            angular_acceleration: axis * second_rate(angle),
            ..resting
        }
    }
}

/// Holds the motion of the base at an instant.
#[derive(Clone, Copy, Debug)]
pub struct Base<R> {
    /// The origin of the base, world frame, m.
    pub position: Vec3<R>,
    /// World frame, m/s.
    pub velocity: Vec3<R>,
    /// World frame, m/s^2.
    pub acceleration: Vec3<R>,
    /// `world_from_base`.
    pub rotation: Mat3<R>,
    /// `world_from_base` as a quaternion.
    pub orientation: UnitQuaternion<R>,
    /// Base frame, rad/s.
    pub angular_velocity: Vec3<R>,
    /// Base frame, rad/s^2.
    pub angular_acceleration: Vec3<R>,
}

impl<R: Real> Base<R> {
    /// Returns the motion with a constant angular velocity, rad/s, about the origin, at a time, s.
    fn turning(spin: Vec3<R>, t: R) -> Self {
        let orientation = UnitQuaternion::exp(spin * t);
        Self { rotation: orientation.matrix(), orientation, angular_velocity: spin, ..Self::at_rest() }
    }

    /// Returns the motion along a curve of poses at a time, s.
    fn along(curve: &PoseCurve, t: R) -> Self {
        let pose = curve.at(InTime::<R> { re: Dual::variable(t, 0), eps: [Dual::one()] });
        let (position, turned) = (pose.position(), pose.rotation());
        let part = |f: fn(InTime<R>) -> R| UnitQuaternion { w: f(turned.w), v: map(turned.v, f) };
        let orientation = part(value);
        // q' = q omega/2, and q'' = q alpha/2 + q' omega/2, whose second part is a number
        let twice = |rate: UnitQuaternion<R>| orientation.inverse().multiply(rate).v * R::constant(2.0);
        Self {
            position: map(position, value),
            velocity: map(position, rate),
            acceleration: map(position, second_rate),
            rotation: orientation.matrix(),
            orientation,
            angular_velocity: twice(part(rate)),
            angular_acceleration: twice(part(second_rate)),
        }
    }

    /// Returns the ground at rest.
    pub fn at_rest() -> Self {
        let zero = Vec3::zero();
        Self {
            position: zero,
            velocity: zero,
            acceleration: zero,
            rotation: Mat3::identity(),
            orientation: UnitQuaternion::identity(),
            angular_velocity: zero,
            angular_acceleration: zero,
        }
    }
}
