//! A linear spring and damper between two points.

use super::*;

pub(super) const KIND: Kind = Kind {
    name: "spring_damper",
    summary: "linear spring and damper between two points; the force is along the line that joins them",
    keys: "between = [a, b], points = [[..], [..]] (m, each in the frame of its body from the centre of mass, world \
           frame for ground), stiffness (N/m), damping (N s/m), length (m, unstretched)",
};

/// The tension k (l - l0) + d l' pulls the points together; l must not become zero.
#[derive(Clone, Debug)]
pub struct SpringDamper<N> {
    between: [BodyRef; 2],
    points: [Triple<N>; 2],
    stiffness: N,
    damping: N,
    length: N,
}

impl SpringDamper<Expr> {
    pub(super) fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let between = section.between("between")?;
        let mut p = section.numbers("points", &[6])?.into_iter();
        let mut point = || std::array::from_fn(|_| p.next().unwrap_or_default());
        Ok(Self {
            between,
            points: [point(), point()],
            stiffness: section.number_or("stiffness", 0.0)?,
            damping: section.number_or("damping", 0.0)?,
            length: section.number_or("length", 0.0)?,
        })
    }
    pub(super) fn evaluate<R: Real>(&self, p: &[R]) -> SpringDamper<R> {
        SpringDamper {
            between: self.between,
            points: [numbers(&self.points[0], p), numbers(&self.points[1], p)],
            stiffness: self.stiffness.evaluate(p),
            damping: self.damping.evaluate(p),
            length: self.length.evaluate(p),
        }
    }
    pub(super) fn bodies(&self) -> Vec<usize> {
        let number = |b: &BodyRef| if let BodyRef::Body(i) = b { Some(*i) } else { None };
        self.between.iter().filter_map(number).collect()
    }
}

impl<R: Real> SpringDamper<R> {
    /// The vector from the first point to the second, its rate and its length.
    #[inline(always)]
    fn line(&self, states: &[BodyState<R>]) -> (Vec3<R>, Vec3<R>, R) {
        let (a, b) = (state_of(states, self.between[0]), state_of(states, self.between[1]));
        let (_, xa, va) = a.point(vec3(&self.points[0]));
        let (_, xb, vb) = b.point(vec3(&self.points[1]));
        let along = xb - xa;
        (along, vb - va, along.norm())
    }

    #[inline(always)]
    pub(super) fn apply(&self, states: &[BodyState<R>], wrenches: &mut [Wrench<R>]) {
        R::note("spring-damper: tension k (l - l0) + d l' along the line");
        let (along, rate, length) = self.line(states);
        let direction = along * (R::one() / length);
        let tension = self.stiffness * (length - self.length) + self.damping * direction.dot(rate);
        let force = direction * tension;
        for (i, force) in [(0, force), (1, -force)] {
            if let BodyRef::Body(body) = self.between[i] {
                wrenches[body].add_force_at(&states[body], force, vec3(&self.points[i]));
            }
        }
    }
    #[inline(always)]
    pub(super) fn potential_energy(&self, states: &[BodyState<R>]) -> R {
        let (_, _, length) = self.line(states);
        (self.stiffness * (length - self.length).square()).scale(0.5)
    }
}
