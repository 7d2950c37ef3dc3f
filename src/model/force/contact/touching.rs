//! What touches a surface: a point, a sphere, or the rim of a disc.

use crate::model::expression::{Expr, evaluate3};
use crate::model::force::kind::positive;
use crate::model::section::{Invalid, Section};
use crate::model::state::FrameState;
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::{Real, Vec3};

/// Holds what touches in the frame of its body: a sphere about the centre, or about each point of the rim of a disc.
#[derive(Clone, Debug)]
pub(super) struct Touching<N> {
    centre: Triple<N>,
    /// The radius of the sphere, m; none of a point.
    radius: Option<N>,
    /// The radius of the disc, m, and its axis.
    disc: Option<(N, Triple<N>)>,
}

impl Touching<Expr> {
    /// Reads the keys, for a surface that is a plane or not.
    pub(super) fn read(section: &mut dyn Section, is_plane: bool) -> Result<Self, Invalid> {
        section.expect_units(&[("radius", "m"), ("centre", "m")])?;
        let mut disc = None;
        if section.has("disc") {
            if !is_plane {
                let message = "a disc touches planes; accepted: beside plane = { .. }, or a sphere, by its radius";
                return Err(section.invalid("disc", message.into()));
            }
            let mut keys = section.inner("disc")?;
            keys.expect_units(&[("radius", "m")])?;
            let axis = if keys.has("axis") { keys.vector("axis")? } else { [0.0, 1.0, 0.0].map(Expr::Constant) };
            disc = Some((keys.number("radius")?, axis));
            keys.finish()?;
        }
        let radius = if section.has("radius") { Some(section.number("radius")?) } else { None };
        Ok(Self { centre: section.vector_or_zero("centre")?, radius, disc })
    }
    /// Returns what touches for values of the parameters.
    pub(super) fn evaluate<R: Real>(&self, p: &[R]) -> Touching<R> {
        Touching {
            centre: numbers(&self.centre, p),
            radius: self.radius.as_ref().map(|radius| radius.evaluate(p)),
            disc: self.disc.as_ref().map(|(radius, axis)| (radius.evaluate(p), numbers(axis, p))),
        }
    }
    /// Fails with the key whose value makes nothing that touches, and why.
    pub(super) fn check(&self, p: &[f64]) -> Result<(), (&'static str, String)> {
        if let Some(radius) = &self.radius {
            let without = |(key, message): (&'static str, String)| (key, format!("{message}; a point has no radius"));
            positive("radius", radius, p).map_err(without)?;
        }
        let Some((radius, axis)) = &self.disc else { return Ok(()) };
        positive("disc.radius", radius, p)?;
        if evaluate3(axis, p).to_array() == [0.0; 3] {
            return Err(("disc.axis", "it has no direction: its length is zero".into()));
        }
        Ok(())
    }
    /// Returns the radius of the sphere, m: zero of a point.
    pub(super) fn radius_at(&self, p: &[f64]) -> f64 {
        self.radius.as_ref().map_or(0.0, |radius| radius.evaluate(p))
    }
    /// Returns the numbers that a check looks at.
    pub(super) fn checked(&self) -> impl Iterator<Item = &Expr> {
        let disc = self.disc.iter().flat_map(|(radius, axis)| [radius].into_iter().chain(axis));
        self.radius.iter().chain(disc)
    }
}

impl<R: Real> Touching<R> {
    /// Returns the radius of the sphere, m.
    pub(super) fn radius(&self) -> R {
        self.radius.unwrap_or_else(R::zero)
    }
    /// Returns the centre of the sphere (m, world frame) on a body in this state: of a disc above a plane with this normal, the
    /// lowest one of its rim. Of a disc that lies flat on the plane it is the disc's centre.
    pub(super) fn centre(&self, state: &FrameState<R>, normal: Option<Vec3<R>>) -> Vec3<R> {
        let centre = state.point(vec3(&self.centre)).1;
        let (Some((radius, axis)), Some(normal)) = (&self.disc, normal) else { return centre };
        let axis = state.rotation.apply(vec3(axis).normalized());
        let up = normal - axis * axis.dot(normal);
        let squared = up.norm_squared();
        let is_flat = squared.less_equal(R::zero());
        let length = R::select(is_flat, R::one(), squared).sqrt();
        centre - up * R::select(is_flat, R::zero(), *radius / length)
    }
}
