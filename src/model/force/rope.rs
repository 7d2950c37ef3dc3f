//! A rope over points of several bodies.

use super::kind::{Description, Exerts};
use super::line::Line;
use super::one_sided::OneSided;
use crate::model::Kind;
use crate::model::expression::{Expr, Steepness};
use crate::model::frame::{FrameRef, bodies};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "rope",
    summary: "elastic rope that runs over points of several bodies in their order, through each but its ends without mass and \
              friction (pulleys without radius): one tension along all of it, which pulls only. Where a rope with damping \
              becomes taut, the tension jumps by that of the damper; steps end there",
    keys: "bodies = [\"..\", ..] (two or more; ground or the same body may stand several times), points = [[..], ..] (m, one \
           for each, in the frame of its body from the centre of mass, world frame for ground), stiffness (N/m, per \
           metre that the whole rope is longer), damping (N s/m, default 0: acts while the rope is taut, and never so \
           that it pushes), length (m, of the whole rope, relaxed)",
    example: r#"[[force]]
name = "hoist"
kind = "rope"
bodies = ["ground", "plate", "ground", "slider"]
points = [[0, 0, 1], [0.1, 0, 0.1], [1, 1, 1], [0, 0.1, 0]] # m
stiffness = "stiffness" # N/m
damping = 2 # N s/m
length = 2.5 # m
"#,
};

/// The rope is L long, the sum of the distances of each point from the one before. Where it is longer than its length L0,
/// its tension is max(0, k (L - L0) + d L'); each point is pulled along both of its lines. The potential is k (L - L0)^2 / 2
/// there.
#[derive(Clone, Debug)]
pub struct Rope<N> {
    points: Vec<(FrameRef, Triple<N>)>,
    stiffness: N,
    damping: N,
    length: N,
    /// The side that says whether it is taut.
    side: Option<usize>,
}

impl Description for Rope<Expr> {
    type At<R: Real> = Rope<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("points", "m"), ("stiffness", "N/m"), ("damping", "N s/m"), ("length", "m")])?;
        let names = section.texts("bodies")?;
        let frames: Vec<FrameRef> =
            names.iter().map(|name| section.frame_named("bodies", name)).collect::<Result<_, _>>()?;
        if frames.len() < 2 || bodies(&frames).is_empty() {
            let message = format!(
                "found {}; accepted: two or more names of bodies, one of which at least is not the ground",
                names.join(", ")
            );
            return Err(section.invalid("bodies", message));
        }
        let points = section.lists("points")?;
        if points.len() != frames.len() {
            let message = format!("found {} points for {} bodies; accepted: one for each", points.len(), frames.len());
            return Err(section.invalid("points", message));
        }
        let point = |point: Vec<Expr>| {
            let count = point.len();
            let message = || format!("found a point of {count} coordinates; accepted: 3");
            Triple::try_from(point).map_err(|_| section.invalid("points", message()))
        };
        let points: Vec<Triple<Expr>> = points.into_iter().map(point).collect::<Result<_, _>>()?;
        let damping = section.number_or("damping", 0.0)?;
        Ok(Self {
            points: frames.into_iter().zip(points).collect(),
            stiffness: section.number("stiffness")?,
            length: section.number("length")?,
            side: section.side("name", usize::from(damping.is_zero()), Steepness::Bounded),
            damping,
        })
    }
    fn coefficients(&self) -> Vec<(&'static str, &Expr)> {
        vec![("stiffness", &self.stiffness), ("damping", &self.damping)]
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Rope<R> {
        Rope {
            points: self.points.iter().map(|(frame, point)| (*frame, numbers(point, p))).collect(),
            stiffness: self.stiffness.evaluate(p),
            damping: self.damping.evaluate(p),
            length: self.length.evaluate(p),
            side: self.side,
        }
    }
    fn has_line(&self) -> bool {
        true
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&self.points.iter().map(|(frame, _)| *frame).collect::<Vec<_>>())
    }
}

/// The rope at an instant.
struct Course<R> {
    lines: Vec<Line<R>>,
    /// m.
    length: R,
    /// The extension where it is taut, else zero, m.
    extension: R,
    /// The rate of the length, m/s.
    rate: R,
    /// N.
    tension: R,
}

impl<R: Real> Rope<R> {
    fn course(&self, motion: &Motion<'_, R>) -> Course<R> {
        let line = |pair: &[(FrameRef, Triple<R>)]| {
            Line::between([0, 1].map(|i: usize| (pair[i].0, vec3(&pair[i].1))), motion)
        };
        let lines: Vec<Line<R>> = self.points.windows(2).map(line).collect();
        let sum = |of: fn(&Line<R>) -> R| lines.iter().skip(1).fold(of(&lines[0]), |sum, line| sum + of(line));
        let (length, rate) = (sum(|line| line.length), sum(|line| line.rate));
        let extension = length - self.length;
        let [stiffness, damping] = [self.stiffness, self.damping];
        let tension = OneSided { stiffness, damping, depth: extension, rate }.force(self.side, motion);
        Course { lines, length, extension: extension.max(R::zero()), rate, tension }
    }
}

impl<R: Real> Exerts<R> for Rope<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("rope: tension max(0, k (L - L0) + d L') along all lines");
        let Course { lines, tension, .. } = self.course(motion);
        for (pair, line) in self.points.windows(2).zip(lines) {
            let force = line.direction * tension;
            for ((frame, point), force) in pair.iter().zip([force, -force]) {
                loads.add_force(*frame, motion, force, vec3(point));
            }
        }
    }
    fn line(&self, motion: &Motion<'_, R>) -> Option<[R; 3]> {
        let Course { length, rate, tension, .. } = self.course(motion);
        Some([length, rate, tension])
    }
    fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        (self.stiffness * self.course(motion).extension.square()).scale(0.5)
    }
    fn power(&self, motion: &Motion<'_, R>) -> R {
        let Course { extension, rate, tension, .. } = self.course(motion);
        (self.stiffness * extension - tension) * rate
    }
}
