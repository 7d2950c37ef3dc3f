//! A spring and damper per axis between two points.

use super::kind::{Description, Exerts};
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::frame::{FrameRef, bodies};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::{Real, Vec3};

pub(super) const KIND: Kind = Kind {
    name: "bushing",
    summary: "linear spring and damper along each of three axes, between points of two bodies along the axes of the first, or \
              from a fixed point to a body's along those of the world; no torsion: a rotational_spring_damper beside it \
              has it",
    keys: "between = [a, b], points = [[..], [..]] (m, each in the frame of its body from the centre of mass, world frame \
           for ground), or body, point = [..] (m, body frame from the centre of mass), at = [..] (m, world frame); \
           stiffness = [..] (N/m), damping = [..] (N s/m), along the axes of a's frame, world frame for ground",
    example: r#"[[force]]
name = "support"
kind = "bushing"
body = "plate"
point = [0.1, 0.2, 0] # m
at = [0.6, 0.7, 0.45] # m
stiffness = ["stiffness", 0, 100] # N/m
damping = [1, 0, 2] # N s/m
[[force]]
name = "mount"
kind = "bushing"
between = ["top", "plate"]
points = [[0.1, 0, 0.2], [0, 0.1, 0]] # m
stiffness = [60, "stiffness", 40] # N/m
damping = [0.5, 1, 0] # N s/m
"#,
};

/// A bushing between the bodies a and b: with the offset d of the point of b from that of a along the axes of a, and
/// its rate d' as an observer on a sees it, the force on b is -(k_i d_i + c_i d_i') along each of them; a bears the
/// reaction, where the point of b is. Springs have the potential k_i d_i^2 / 2. With a the ground: the supports of the
/// rotor of Holzinger et al. (2024), Section 4.2.
#[derive(Clone, Debug)]
pub struct Bushing<N> {
    between: [FrameRef; 2],
    points: [Triple<N>; 2],
    stiffness: Triple<N>,
    damping: Triple<N>,
    /// Which axes have a spring or a damper.
    active: [bool; 3],
}

impl Description for Bushing<Expr> {
    type At<R: Real> = Bushing<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("stiffness", "N/m"), ("damping", "N s/m")])?;
        section.expect_units(&[("points", "m"), ("point", "m"), ("at", "m")])?;
        let (stiffness, damping) = (section.vector_or_zero("stiffness")?, section.vector_or_zero("damping")?);
        let (between, points) = if section.has("between") || section.has("points") {
            let between = section.between("between")?;
            let mut p = section.numbers("points", &[6])?.into_iter();
            let mut point = || std::array::from_fn(|_| p.next().unwrap_or_default());
            (between, [point(), point()])
        } else {
            let body = section.frame("body")?;
            ([FrameRef::Ground, body], [section.vector("at")?, section.vector_or_zero("point")?])
        };
        Ok(Self {
            between,
            points,
            active: std::array::from_fn(|i| !(stiffness[i].is_zero() && damping[i].is_zero())),
            stiffness,
            damping,
        })
    }
    fn coefficients(&self) -> Vec<(&'static str, &Expr)> {
        let stiffness = self.stiffness.iter().map(|k| ("stiffness", k));
        stiffness.chain(self.damping.iter().map(|d| ("damping", d))).collect()
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Bushing<R> {
        Bushing {
            between: self.between,
            points: [numbers(&self.points[0], p), numbers(&self.points[1], p)],
            stiffness: numbers(&self.stiffness, p),
            damping: numbers(&self.damping, p),
            active: self.active,
        }
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&self.between)
    }
}

/// Where the point of b is.
struct Offset<R> {
    /// The offset from the point of a, along the axes of a, and its rate.
    along: [Triple<R>; 2],
    /// The vector from the centre of mass of a, world frame; the point itself where a is the ground.
    arm: Vec3<R>,
}

impl<R: Real> Bushing<R> {
    fn offset(&self, motion: &Motion<'_, R>) -> Offset<R> {
        let b = motion.frame(self.between[1]);
        let (_, position, velocity) = b.point(vec3(&self.points[1]));
        if self.between[0] == FrameRef::Ground {
            let along = [position - vec3(&self.points[0]), velocity].map(Vec3::to_array);
            return Offset { along, arm: position };
        }
        let a = motion.frame(self.between[0]);
        let arm = position - a.position;
        let carried = a.velocity + a.rotation.apply(a.angular_velocity).cross(arm);
        let along =
            [a.rotation.apply_transposed(arm) - vec3(&self.points[0]), a.rotation.apply_transposed(velocity - carried)];
        Offset { along: along.map(Vec3::to_array), arm }
    }
}

impl<R: Real> Exerts<R> for Bushing<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("bushing: force -(k d + c d') per axis of a");
        let Offset { along: [offset, rate], arm } = self.offset(motion);
        let mut force = [R::zero(); 3];
        for i in 0..3 {
            if self.active[i] {
                force[i] = -(self.stiffness[i] * offset[i] + self.damping[i] * rate[i]);
            }
        }
        let mut force = vec3(&force);
        if self.between[0] != FrameRef::Ground {
            let state = motion.frame(self.between[0]);
            force = state.rotation.apply(force);
            loads.add(self.between[0], -force, -state.rotation.apply_transposed(arm.cross(force)));
        }
        loads.add_force(self.between[1], motion, force, vec3(&self.points[1]));
    }
    fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        let [offset, _] = self.offset(motion).along;
        let mut twice = R::zero();
        for (stiffness, offset) in self.stiffness.iter().zip(&offset) {
            twice = twice + *stiffness * offset.square();
        }
        twice.scale(0.5)
    }
    fn power(&self, motion: &Motion<'_, R>) -> R {
        let [_, rate] = self.offset(motion).along;
        let mut dissipated = R::zero();
        for (damping, rate) in self.damping.iter().zip(&rate) {
            dissipated = dissipated + *damping * rate.square();
        }
        -dissipated
    }
}
