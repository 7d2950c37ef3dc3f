//! Attraction of bodies by their masses.

use super::kind::{Description, Exerts};
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::frame::{FrameRef, bodies};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::num::{Real, Vec3};

pub(super) const KIND: Kind = Kind {
    name: "gravitation",
    summary: "attraction of all pairs of some bodies, each by the mass of the other: G m1 m2/r^2 between their centres of mass, \
              as of spheres (no torque). Where two coincide, it is not finite",
    keys: "bodies = [\"..\", ..] (two or more), constant (G, m^3/(kg s^2), default 6.6743e-11)",
    example: r#"[[force]]
name = "attraction"
kind = "gravitation"
bodies = ["top", "slider", "plate"]
constant = 2.5 # m^3/(kg s^2), strong: the default is 6.6743e-11
"#,
};

/// The gravitational constant of CODATA 2018, m^3/(kg s^2).
const CONSTANT: f64 = 6.6743e-11;

/// Attracts each two bodies by G m1 m2/r^2 along the line that joins their centres of mass, with the potential -G m1 m2/r.
#[derive(Clone, Debug)]
pub struct Gravitation<N> {
    bodies: Vec<FrameRef>,
    masses: Vec<N>,
    constant: N,
}

impl Description for Gravitation<Expr> {
    type At<R: Real> = Gravitation<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let names = section.texts("bodies")?;
        let frames: Vec<FrameRef> =
            names.iter().map(|name| section.frame_named("bodies", name)).collect::<Result<_, _>>()?;
        let places = bodies(&frames);
        if places.len() != frames.len() {
            return Err(section.invalid("bodies", "ground has no mass; accepted: names of bodies".into()));
        }
        if let Some(i) = (0..places.len()).find(|i| places[..*i].contains(&places[*i])) {
            return Err(section.invalid("bodies", format!("{:?} stands twice; accepted: different bodies", names[i])));
        }
        if places.len() < 2 {
            let message = format!("found {}; accepted: the names of two or more bodies", names.join(", "));
            return Err(section.invalid("bodies", message));
        }
        let all = section.names();
        let masses = places.iter().map(|body| all.masses[*body].clone()).collect();
        Ok(Self { bodies: frames, masses, constant: section.number_or("constant", CONSTANT)? })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Gravitation<R> {
        Gravitation {
            bodies: self.bodies.clone(),
            masses: self.masses.iter().map(|mass| mass.evaluate(p)).collect(),
            constant: self.constant.evaluate(p),
        }
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&self.bodies)
    }
}

/// Two bodies.
struct Pair<R> {
    bodies: [FrameRef; 2],
    /// G m1 m2, N m^2.
    strength: R,
    /// From the first to the second, world frame, m.
    along: Vec3<R>,
    distance: R,
}

impl<R: Real> Gravitation<R> {
    fn pairs(&self, motion: &Motion<'_, R>) -> Vec<Pair<R>> {
        let of = |i: usize, j: usize| {
            let bodies = [i, j].map(|k| self.bodies[k]);
            let [from, to] = bodies.map(|body| motion.frame(body).position);
            let along = to - from;
            Pair { bodies, strength: self.constant * self.masses[i] * self.masses[j], along, distance: along.norm() }
        };
        (0..self.bodies.len()).flat_map(|j| (0..j).map(move |i| (i, j))).map(|(i, j)| of(i, j)).collect()
    }
}

impl<R: Real> Exerts<R> for Gravitation<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("gravitation: G m1 m2/r^2 between centres of mass");
        for Pair { bodies: [a, b], strength, along, distance } in self.pairs(motion) {
            let force = along * (strength / (distance * distance.square()));
            loads.add(a, force, Vec3::zero());
            loads.add(b, -force, Vec3::zero());
        }
    }
    fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        self.pairs(motion).into_iter().fold(R::zero(), |sum, pair| sum - pair.strength / pair.distance)
    }
    fn power(&self, _motion: &Motion<'_, R>) -> R {
        R::zero()
    }
}
