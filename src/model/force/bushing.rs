//! A spring and damper per axis between two points, in translation and rotation.

use super::kind::{Description, Exerts};
use super::line::PointPair;
use super::torsion::Torsion;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::frame::{FrameRef, bodies};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::{Real, Vec3};

pub(super) const KIND: Kind = Kind {
    name: "bushing",
    summary: "linear spring and damper along each of three axes, between points of two bodies along the axes of the first or of \
              the world, or from a fixed point to a body's; with rotational_stiffness and rotational_damping also about \
              the three axes of the first body. Without damping the energy is constant, however far it turns; where the \
              relative rotation (from `rest` on) passes half a turn, the rotation vector changes its sign and the torque \
              jumps",
    keys: "between = [a, b], points = [[..], [..]] (m, each in the frame of its body from the centre of mass, world frame \
           for ground), or body, point = [..] (m, body frame from the centre of mass), at = [..] (m, world frame); \
           stiffness = [..] (N/m), damping = [..] (N s/m), axes = body | world (of a's frame, whose turning carries the \
           spring with it, a bearing the reaction where the point of b is; or of the world, each body bearing its force at \
           its own point, so that the two forces have a moment where they are not in line; default body), offset = [..] \
           (m, along these axes: from the point of a to that of b where springs are relaxed; default zero), \
           rotational_stiffness = [..] (N m/rad, about the axes of a: the potential is the sum of k_i psi_i^2/2 with \
           the rotation vector psi from `rest` on), rotational_damping = [..] (N m s/rad, of the relative angular \
           velocity about the axes of a), rest = [..] (rad, rotation vector from the frame of a to that of b where \
           rotational springs are relaxed; default zero)",
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
rotational_stiffness = [3, 5, "stiffness/100"] # N m/rad
rotational_damping = [0.1, 0, 0.2] # N m s/rad
rest = [0.1, 0.2, 0] # rad
[[force]]
name = "sling"
kind = "bushing"
between = ["slider", "plate"]
points = [[0.1, 0, 0.2], [0, 0.1, 0]] # m
axes = "world"
offset = [0.2, -0.3, 0.4] # m
stiffness = [50, "stiffness", 20] # N/m
damping = [0.5, 0, 1] # N s/m
"#,
};

/// A bushing between the bodies a and b. Along the axes of a: with the offset d of the point of b from that of a and its
/// rate d' as an observer on a sees it, the force on b is -(k_i (d_i - d0_i) + c_i d_i') along each of them; a bears the
/// reaction, where the point of b is. Along the axes of the world d and d' are differences of positions and
/// velocities, and a bears the reaction at its own point. Either way springs have the potential k_i (d_i - d0_i)^2 / 2.
/// With a the ground: the supports of the rotor of Holzinger et al. (2024), Section 4.2.
#[derive(Clone, Debug)]
pub struct Bushing<N> {
    ends: PointPair<N>,
    /// Along the axes of the world, or of a where it turns.
    in_world: bool,
    offset: Option<Triple<N>>,
    stiffness: Triple<N>,
    damping: Triple<N>,
    /// Which axes have a spring or a damper.
    active: [bool; 3],
    torsion: Option<Torsion<N>>,
}

impl Description for Bushing<Expr> {
    type At<R: Real> = Bushing<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("stiffness", "N/m"), ("damping", "N s/m"), ("offset", "m")])?;
        section.expect_units(&[("point", "m"), ("at", "m")])?;
        let (stiffness, damping) = (section.vector_or_zero("stiffness")?, section.vector_or_zero("damping")?);
        let ends = if section.has("between") || section.has("points") {
            PointPair::read(section)?
        } else {
            let between = [FrameRef::Ground, section.frame("body")?];
            PointPair { between, points: [section.vector("at")?, section.vector_or_zero("point")?] }
        };
        let in_world = section.choice("axes", &["body", "world"])? == "world" || ends.between[0] == FrameRef::Ground;
        Ok(Self {
            torsion: Torsion::read(section, ends.between)?,
            ends,
            in_world,
            offset: if section.has("offset") { Some(section.vector("offset")?) } else { None },
            active: std::array::from_fn(|i| !(stiffness[i].is_zero() && damping[i].is_zero())),
            stiffness,
            damping,
        })
    }
    fn coefficients(&self) -> Vec<(&'static str, &Expr)> {
        let stiffness = self.stiffness.iter().map(|k| ("stiffness", k));
        let of_both = stiffness.chain(self.damping.iter().map(|d| ("damping", d)));
        of_both.chain(self.torsion.iter().flat_map(Torsion::coefficients)).collect()
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Bushing<R> {
        Bushing {
            ends: self.ends.evaluate(p),
            in_world: self.in_world,
            offset: self.offset.as_ref().map(|offset| numbers(offset, p)),
            stiffness: numbers(&self.stiffness, p),
            damping: numbers(&self.damping, p),
            active: self.active,
            torsion: self.torsion.as_ref().map(|torsion| torsion.evaluate(p)),
        }
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&self.ends.between)
    }
}

/// Where the point of b is.
struct Offset<R> {
    /// The offset from where springs are relaxed, along the axes of the bushing, and its rate.
    along: [Triple<R>; 2],
    /// The vector from the centre of mass of a, world frame; the point itself where a is the ground.
    arm: Vec3<R>,
}

impl<R: Real> Bushing<R> {
    fn offset(&self, motion: &Motion<'_, R>) -> Offset<R> {
        let [a, b] = self.ends.between.map(|frame| motion.frame(frame));
        let [of_a, of_b] = [0, 1].map(|i| vec3(&self.ends.points[i]));
        let (_, position, velocity) = b.point(of_b);
        let arm = position - a.position;
        let (offset, rate) = if self.ends.between[0] == FrameRef::Ground {
            (position - of_a, velocity)
        } else if self.in_world {
            let (_, from, its_velocity) = a.point(of_a);
            (position - from, velocity - its_velocity)
        } else {
            let carried = a.velocity + a.rotation.apply(a.angular_velocity).cross(arm);
            (a.rotation.apply_transposed(arm) - of_a, a.rotation.apply_transposed(velocity - carried))
        };
        let offset = self.offset.map_or(offset, |relaxed| offset - vec3(&relaxed));
        Offset { along: [offset, rate].map(Vec3::to_array), arm }
    }
}

impl<R: Real> Exerts<R> for Bushing<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("bushing: force -(k d + c d') per axis");
        let Offset { along: [offset, rate], arm } = self.offset(motion);
        let mut force = [R::zero(); 3];
        for i in 0..3 {
            if self.active[i] {
                force[i] = -(self.stiffness[i] * offset[i] + self.damping[i] * rate[i]);
            }
        }
        let mut force = vec3(&force);
        let ([a, b], [of_a, of_b]) = (self.ends.between, [0, 1].map(|i| vec3(&self.ends.points[i])));
        if self.in_world {
            loads.add_force(a, motion, -force, of_a);
        } else {
            let state = motion.frame(a);
            force = state.rotation.apply(force);
            loads.add(a, -force, -state.rotation.apply_transposed(arm.cross(force)));
        }
        loads.add_force(b, motion, force, of_b);
        self.torsion.iter().for_each(|torsion| torsion.apply(motion, loads));
    }
    fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        let [offset, _] = self.offset(motion).along;
        let mut twice = R::zero();
        for (stiffness, offset) in self.stiffness.iter().zip(&offset) {
            twice = twice + *stiffness * offset.square();
        }
        self.torsion.as_ref().map_or(twice.scale(0.5), |torsion| twice.scale(0.5) + torsion.potential_energy(motion))
    }
    fn power(&self, motion: &Motion<'_, R>) -> R {
        let [_, rate] = self.offset(motion).along;
        let mut dissipated = R::zero();
        for (damping, rate) in self.damping.iter().zip(&rate) {
            dissipated = dissipated + *damping * rate.square();
        }
        self.torsion.as_ref().map_or(-dissipated, |torsion| torsion.power(motion) - dissipated)
    }
}
