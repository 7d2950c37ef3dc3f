//! A spring and damper per axis between two points, in translation and rotation.

use super::coupled::{self, Coupled};
use super::kind::{Description, Exerts};
use super::line::PointPair;
use super::torsion::Torsion;
use crate::model::Kind;
use crate::model::expression::{Expr, Expr3};
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
              jumps. Matrices of 6 x 6 as stiffness and damping couple all six",
    keys: "between = [a, b], points = [[..], [..]] (m, each in the frame of its body from the centre of mass, world frame \
           for ground), or body, point = [..] (m, body frame from the centre of mass), at = [..] (m, world frame); \
           stiffness = [..] (N/m), damping = [..] (N s/m), axes = body | world (of a's frame, whose turning carries the \
           spring with it, a bearing the reaction where the point of b is; or of the world, each body bearing its force at \
           its own point, so that the two forces have a moment where they are not in line; default body), offset = [..] \
           (m, along these axes: from the point of a to that of b where springs are relaxed; default zero), \
           rotational_stiffness = [..] (N m/rad, about the axes of a: the potential is the sum of k_i psi_i^2/2 with \
           the rotation vector psi = log(R_a^T R_b exp(rest)^-1)), rotational_damping = [..] (N m s/rad, of the relative angular \
           velocity about the axes of a), rest = [..] (rad, rotation vector from the frame of a to that of b where \
           rotational springs are relaxed; default zero); or stiffness, damping = six rows of six \
           (along and about the axes of a, symmetric, row and column of x = (d, psi) with the offset d of the point of b, \
           m, and the rotation vector psi from `rest` on, rad, so N/m, N/rad and N m/rad, and with s: the potential is \
           x . K x/2 and the dampers oppose (d', w) with the relative angular velocity w; the other of the two may be three \
           numbers)",
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
[[force]]
name = "rubber"
kind = "bushing"
between = ["top", "plate"]
points = [[0.1, 0, 0.2], [0, 0.1, 0]] # m
stiffness = [
  [60, 5, 0, 0, "stiffness/20", 1],
  [5, 50, 0, -2, 0, 0],
  [0, 0, 40, 0, 0, 0.5],
  [0, -2, 0, 3, 0.2, 0],
  ["stiffness/20", 0, 0, 0.2, 5, 0],
  [1, 0, 0.5, 0, 0, 4],
] # N/m, N/rad, N m/rad
damping = [0.5, 1, 0] # N s/m
rest = [0.1, 0, 0.2] # rad
"#,
};

/// A bushing between the bodies a and b. Along the axes of a: with the offset d of the point of b from that of a and its
/// rate d' as an observer on a sees it, the force on b is -(k_i (d_i - d0_i) + c_i d_i') along each of them; a bears the
/// reaction, where the point of b is. Along the axes of the world d and d' are differences of positions and
/// velocities, and a bears the reaction at its own point. Either way springs have the potential k_i (d_i - d0_i)^2 / 2.
/// Where matrices are given, see [`Coupled`].
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
    /// What couples all motions, instead of what is per axis.
    coupled: Option<Coupled<N>>,
}

impl Description for Bushing<Expr> {
    type At<R: Real> = Bushing<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("offset", "m"), ("point", "m"), ("at", "m")])?;
        let (per_axis, coupled) = coupled::read(section)?;
        let [stiffness, damping]: [Triple<Expr>; 2] = per_axis.map(|list| list.try_into().unwrap_or_default());
        let ends = if section.has("between") || section.has("points") {
            PointPair::read(section)?
        } else {
            let between = [FrameRef::Ground, section.frame("body")?];
            PointPair { between, points: [section.vector("at")?, section.vector_or_zero("point")?] }
        };
        let in_world = section.choice("axes", &["body", "world"])? == "world" || ends.between[0] == FrameRef::Ground;
        if in_world && coupled.is_some() && ends.between[0] != FrameRef::Ground {
            let message = "the matrix of 6 x 6 is along the axes of the first body; accepted: \"body\"";
            return Err(section.invalid("axes", message.into()));
        }
        Ok(Self {
            torsion: Torsion::read(section, ends.between, coupled.is_some())?,
            coupled,
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
        let of_torsion = self.torsion.iter().flat_map(Torsion::coefficients);
        of_both.chain(of_torsion).chain(self.coupled.iter().flat_map(Coupled::coefficients)).collect()
    }
    fn rotation_at_rest(&self) -> Option<&Expr3> {
        self.torsion.as_ref()?.rotation_at_rest()
    }
    fn check(&self, parameters: &[f64]) -> Result<(), (&'static str, String)> {
        self.coupled.as_ref().map_or(Ok(()), |coupled| coupled.check(parameters))
    }
    fn check_depends_on(&self, varied: &dyn Fn(usize) -> bool) -> bool {
        self.coupled.as_ref().is_some_and(|coupled| coupled.depends_on(varied))
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
            coupled: self.coupled.as_ref().map(|coupled| coupled.evaluate(p)),
        }
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&self.ends.between)
    }
}

/// Where the point of b is.
struct Offset<R> {
    /// The offset from where springs are relaxed, along the axes of the bushing, and its rate.
    along: [Vec3<R>; 2],
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
        Offset { along: [offset, rate], arm }
    }
    /// Returns the potential (J) and the power of the dampers (W) where matrices couple all motions.
    fn of_coupled(&self, motion: &Motion<'_, R>) -> Option<[R; 2]> {
        let (coupled, torsion) = (self.coupled.as_ref()?, self.torsion.as_ref()?);
        Some(coupled.energy_and_power(self.offset(motion).along, (torsion, motion)))
    }
}

impl<R: Real> Exerts<R> for Bushing<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("bushing: force -(k d + c d') per axis");
        let Offset { along, arm } = self.offset(motion);
        let [offset, rate] = along.map(Vec3::to_array);
        let mut force = [R::zero(); 3];
        for i in 0..3 {
            if self.active[i] {
                force[i] = -(self.stiffness[i] * offset[i] + self.damping[i] * rate[i]);
            }
        }
        let mut force = vec3(&force);
        let all = self.coupled.as_ref().zip(self.torsion.as_ref());
        if let Some((coupled, torsion)) = all {
            let [[spring, by_psi], [damper, about]] = coupled.products(along, (torsion, motion));
            force = -(spring + damper);
            torsion.exert([by_psi, about], motion, loads);
        }
        let ([a, b], [of_a, of_b]) = (self.ends.between, [0, 1].map(|i| vec3(&self.ends.points[i])));
        if self.in_world {
            loads.add_force(a, motion, -force, of_a);
        } else {
            let state = motion.frame(a);
            force = state.rotation.apply(force);
            loads.add(a, -force, -state.rotation.apply_transposed(arm.cross(force)));
        }
        loads.add_force(b, motion, force, of_b);
        if all.is_none() {
            self.torsion.iter().for_each(|torsion| torsion.apply(motion, loads));
        }
    }
    fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        if let Some([energy, _]) = self.of_coupled(motion) {
            return energy;
        }
        let offset = self.offset(motion).along[0].to_array();
        let mut twice = R::zero();
        for (stiffness, offset) in self.stiffness.iter().zip(&offset) {
            twice = twice + *stiffness * offset.square();
        }
        self.torsion.as_ref().map_or(twice.scale(0.5), |torsion| twice.scale(0.5) + torsion.potential_energy(motion))
    }
    fn power(&self, motion: &Motion<'_, R>) -> R {
        if let Some([_, power]) = self.of_coupled(motion) {
            return power;
        }
        let rate = self.offset(motion).along[1].to_array();
        let mut dissipated = R::zero();
        for (damping, rate) in self.damping.iter().zip(&rate) {
            dissipated = dissipated + *damping * rate.square();
        }
        self.torsion.as_ref().map_or(-dissipated, |torsion| torsion.power(motion) - dissipated)
    }
}
