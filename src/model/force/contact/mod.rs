//! Contact of a sphere, a point or a disc with a plane, a sphere, a cylinder or a profile of heights: a force that pushes where they overlap.

mod law;
mod surface;
mod touching;

use super::dry_friction::DryFriction;
use super::kind::{Description, Exerts};
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::frame::{FrameRef, bodies};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::num::{Real, Vec3};
use law::Law;
use surface::Surface;
use touching::Touching;

pub(super) const KIND: Kind = Kind {
    name: "contact",
    summary: "contact of a sphere, a point or a disc of one body with a plane, a sphere, a cylinder or a profile of heights of another: a [[contact]] (or a [[force]] of kind \
              contact). A penalty force: where they overlap by the depth d, growing at the rate d', it pushes along the normal \
              with N = max(0, ..) and never pulls. hunt_crossley: N = k d^n (1 + c d'); kelvin_voigt: N = k d^n + c d^((n-1)/2) d', which of n = 1 \
              is a spring and a damper, and jumps by that of the damper where they meet. restitution instead of damping \
              solves the impact of two bodies along the line of their centres: they part with this part of the velocity that \
              they meet with. Where it begins and ends to push is an event of the name of the contact; steps end there, and methods \
              keep their order as far as the law allows (the power 3/2 of Hertz: 2.5). Friction is mu N tanh(w/u) against the slip velocity w, as that of joint_friction, so it creeps \
              under a load. `gyrosweep check` says how long an impact lasts and which steps resolve it; the outputs \
              normal_force, friction_force, contact_depth and slip_speed tell of it",
    keys: "between = [a, b] (a has the sphere, b what it touches; one may be ground), radius (m, of the sphere; without it a point), centre = \
           [..] (m, in the frame of a from its centre of mass, world frame for ground; default 0), disc = { radius (m), axis = [..] (frame of a; \
           default [0, 1, 0]) } (its rim touches a plane; radius is then that of the cross-section of the rim); one of plane = { normal = [..] (towards the \
           free side; default [0, 0, 1]), at = [..] (m, a point of it; default 0) }, sphere = { radius (m), centre = [..] (m; default 0), \
           inside = true (a is within it) }, cylinder = { radius (m), axis = [..] (default [0, 0, 1]; it has no ends), at = [..] (m; default \
           0), inside = true }, profile = { height = \"..\" (m, over x, m, and parameters; of a table by a signal, as road(x); its radius of \
           curvature is above that of the sphere), along = [..] (where x grows; default [1, 0, 0]), normal = [..] (where heights grow; default [0, 0, \
           1]), at = [..] (m, where both are zero; default 0) }, in the frame of b likewise; normal_law = hunt_crossley (default) | kelvin_voigt, stiffness (k, N/m^n), \
           exponent (n, at least 1; default 1.5 of hunt_crossley, 1 of kelvin_voigt), damping (c, s/m of hunt_crossley, N s/m of \
           kelvin_voigt with n = 1; default 0) or restitution (above 0, at most 1), impact_velocity (m/s: at which the restitution of \
           hunt_crossley holds, which needs it; that of kelvin_voigt holds at any; also what check takes an impact for; default 1), \
           mass (kg, that an impact moves; default the reduced mass m1 m2/(m1 + m2) of both bodies: give it where joints carry \
           more), friction (coefficient mu while it slides; default none), velocity (u, m/s, default 0.01), static (mu near rest, \
           at least friction; default friction), stribeck (m/s, default 10 velocity)",
    example: r#"[[contact]]
name = "floor_contact"
between = ["plate", "ground"]
radius = 0.75 # m
plane = { normal = [0, 0.1, 1] }
stiffness = "3*stiffness" # N/m^1.5
restitution = 0.7
impact_velocity = 1.5 # m/s
friction = 0.3
static = 0.4
velocity = 0.1 # m/s
[[contact]]
name = "wheel_contact"
between = ["plate", "ground"]
disc = { radius = 0.7, axis = [0, 1, 0.2] } # m
plane = {}
stiffness = "2*stiffness" # N/m^1.5
friction = 0.2
velocity = 0.3 # m/s
[[contact]]
name = "bumper"
between = ["slider", "plate"]
radius = 0.4 # m
sphere = { radius = 0.5, centre = [0, 0.1, 0] } # m
normal_law = "kelvin_voigt"
stiffness = "2*stiffness" # N/m
restitution = 0.5
[[contact]]
name = "road_contact"
between = ["plate", "ground"]
radius = 0.2 # m
profile = { height = "0.1*mass*sin(2*x)", along = [1, 0.5, 0], at = [0, 0, -0.1] } # m
stiffness = "3*stiffness" # N/m^1.5
restitution = 0.8
impact_velocity = 1 # m/s
friction = 0.1
velocity = 0.4 # m/s
[[contact]]
name = "sleeve_contact"
between = ["top", "ground"]
centre = [0, 0.3, 0] # m
cylinder = { radius = 0.15, axis = [0, 1, 0], at = [0.3, 0, 0.1], inside = true } # m
normal_law = "kelvin_voigt"
stiffness = "stiffness" # N/m^1.2
exponent = 1.2
restitution = "0.2 + mass/20"
friction = 0.2
velocity = 0.5 # m/s
"#,
};

/// A contact, see [`KIND`] and [`law`].
#[derive(Clone, Debug)]
pub struct Contact<N> {
    between: [FrameRef; 2],
    touching: Touching<N>,
    surface: Surface<N>,
    law: Law<N>,
    friction: Option<DryFriction<N>>,
    /// The side that says whether it pushes, where it is held; else the depth does.
    side: Option<usize>,
}

impl Contact<Expr> {
    /// Returns the velocity of an impact (m/s) and how long it lasts without damping (s), for values of the parameters.
    pub(super) fn impact(&self, parameters: &[f64]) -> (f64, f64) {
        self.law.evaluate(parameters).impact()
    }
    /// Returns the number of the side that says whether it pushes.
    pub(super) fn side(&self) -> Option<usize> {
        self.side
    }
}

impl Description for Contact<Expr> {
    type At<R: Real> = Contact<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("friction", "1"), ("static", "1"), ("velocity", "m/s"), ("stribeck", "m/s")])?;
        let between = section.between("between")?;
        let names = section.names();
        let masses = bodies(&between).into_iter().map(|body| names.masses[body].clone()).collect();
        let surface = Surface::read(section)?;
        let touching = Touching::read(section, surface.is_plane())?;
        let law = Law::read(section, masses)?;
        Ok(Self {
            between,
            touching,
            surface,
            side: section.side("name", usize::from(!law.jumps()), law.steepness()),
            law,
            friction: if section.has("friction") { Some(DryFriction::read(section, "friction", &[])?) } else { None },
        })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Contact<R> {
        Contact {
            between: self.between,
            touching: self.touching.evaluate(p),
            surface: self.surface.evaluate(p),
            law: self.law.evaluate(p),
            friction: self.friction.as_ref().map(|friction| friction.evaluate(p)),
            side: self.side,
        }
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&self.between)
    }
    fn check(&self, p: &[f64]) -> Result<(), (&'static str, String)> {
        self.touching.check(p)?;
        self.surface.check(self.touching.radius_at(p), p)?;
        self.law.check(p)?;
        self.friction.iter().try_for_each(|friction| friction.evaluate(p).check("friction"))
    }
    fn check_depends_on(&self, varied: &dyn Fn(usize) -> bool) -> bool {
        let friction = self.friction.iter().flat_map(DryFriction::numbers);
        let all = friction.chain(self.surface.checked()).chain(self.law.checked()).chain(self.touching.checked());
        all.into_iter().any(|e| e.depends_on(&varied))
    }
}

/// Where and how two bodies touch, world frame.
struct Touch<R> {
    /// The middle of the overlap, where the forces act, m.
    point: Vec3<R>,
    /// The unit normal towards the first body.
    normal: Vec3<R>,
    /// How far they overlap, m; negative where there is a gap.
    depth: R,
    /// The velocity of the first body relative to the second at the point, m/s.
    velocity: Vec3<R>,
    /// The part of it along the surface.
    slip: Vec3<R>,
    /// The length of that.
    speed: R,
    /// N.
    normal_force: R,
    /// The part of it that has a potential, N.
    elastic: R,
    /// J.
    potential: R,
    /// The friction on the first body along the slip, N: not positive, and as a vector. None where there is none.
    friction: Option<(R, Vec3<R>)>,
}

impl<R: Real> Contact<R> {
    fn touch(&self, motion: &Motion<'_, R>) -> Touch<R> {
        let (zero, one) = (R::zero(), R::one());
        let [own, other] = self.between.map(|frame| motion.frame(frame));
        let (centre, radius) = (self.touching.centre(&own, self.surface.normal(&other)), self.touching.radius());
        let (normal, distance) = self.surface.below(&other, centre, radius);
        let depth = radius - distance;
        let point = centre - normal * (radius - depth.scale(0.5));
        let [v, v_other] = [own, other].map(|s| s.point(s.rotation.apply_transposed(point - s.position)).2);
        let velocity = v - v_other;
        let rate = -velocity.dot(normal);
        let side = motion.sides.at(self.side, || self.law.pushing(depth, rate));
        let pushes = side.map_or_else(|| zero.less(depth), |side| zero.less(side));
        let [normal_force, elastic, potential] = self.law.push((depth, rate), (pushes, side.is_some()));
        let slip = velocity + normal * rate;
        let squared = slip.norm_squared();
        let rests = squared.less_equal(zero);
        let moving = R::select(rests, one, squared).sqrt();
        let speed = R::select(rests, zero, moving);
        let friction = self.friction.map(|f| {
            let drag = -(R::select(rests, f.slope_at_rest(), f.at(moving) / moving) * normal_force);
            (drag * speed, slip * drag)
        });
        Touch { point, normal, depth, velocity, slip, speed, normal_force, elastic, potential, friction }
    }
    /// Returns normal force (N), friction (N), depth (m, negative of a gap) and speed of slip, m/s, zero where nothing touches.
    pub(super) fn quantities(&self, motion: &Motion<'_, R>) -> [R; 4] {
        let Touch { normal_force, friction, depth, speed, .. } = self.touch(motion);
        let friction = friction.map_or(R::zero(), |(drag, _)| -drag);
        [normal_force, friction, depth, R::select(R::zero().less(depth), speed, R::zero())]
    }
}

impl<R: Real> Exerts<R> for Contact<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("contact: normal force and friction in the middle of the overlap");
        let Touch { point, normal, normal_force, friction, .. } = self.touch(motion);
        let push = normal * normal_force;
        let force = friction.map_or(push, |(_, friction)| push + friction);
        for (frame, force) in self.between.into_iter().zip([force, -force]) {
            let state = motion.frame(frame);
            loads.add_force(frame, motion, force, state.rotation.apply_transposed(point - state.position));
        }
    }
    fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        self.touch(motion).potential
    }
    fn power(&self, motion: &Motion<'_, R>) -> R {
        let Touch { normal, velocity, slip, normal_force, elastic, friction, .. } = self.touch(motion);
        let lost = (normal_force - elastic) * velocity.dot(normal);
        friction.map_or(lost, |(_, friction)| lost + friction.dot(slip))
    }
}
