//! What a sphere touches: a plane, a sphere or a cylinder.

use crate::model::expression::{Expr, evaluate3};
use crate::model::force::kind::positive;
use crate::model::section::{Invalid, Section};
use crate::model::state::FrameState;
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::{Real, Vec3};

/// Says which surface it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Plane,
    Sphere,
    Cylinder,
}

/// The keys of the surfaces, of their radius, of their direction and of their place.
const SHAPES: [(Shape, &str, &str, &str, &str); 3] = [
    (Shape::Plane, "plane", "", "plane.normal", "at"),
    (Shape::Sphere, "sphere", "sphere.radius", "", "centre"),
    (Shape::Cylinder, "cylinder", "cylinder.radius", "cylinder.axis", "at"),
];

/// Holds a surface in the frame of its body.
#[derive(Clone, Debug)]
pub(super) struct Surface<N> {
    shape: Shape,
    /// The normal of a plane, the axis of a cylinder.
    direction: Option<Triple<N>>,
    at: Triple<N>,
    /// None of a plane.
    radius: Option<N>,
    /// True where it is touched from inside.
    inside: bool,
}

impl Surface<Expr> {
    /// Reads the one surface that is given.
    pub(super) fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let given: Vec<_> = SHAPES.into_iter().filter(|(_, key, ..)| section.has(key)).collect();
        let [(shape, key, _, direction, place)] = given[..] else {
            let found = given.iter().map(|(_, key, ..)| *key).collect::<Vec<_>>().join(" and ");
            let found = if found.is_empty() { "nothing that is touched" } else { &found };
            let message =
                format!("found {found}; accepted: one of plane = {{ .. }}, sphere = {{ .. }}, cylinder = {{ .. }}");
            return Err(section.invalid(given.get(1).map_or("plane", |(_, key, ..)| *key), message));
        };
        let mut keys = section.inner(key)?;
        keys.expect_units(&[("radius", "m"), (place, "m")])?;
        let direction = match direction.split('.').nth(1) {
            None => None,
            Some(key) if keys.has(key) => Some(keys.vector(key)?),
            Some(_) => Some([0.0, 0.0, 1.0].map(Expr::Constant)),
        };
        let is_plane = shape == Shape::Plane;
        let surface = Self {
            shape,
            direction,
            at: keys.vector_or_zero(place)?,
            radius: if is_plane { None } else { Some(keys.number("radius")?) },
            inside: !is_plane && keys.flag("inside")?,
        };
        keys.finish()?;
        Ok(surface)
    }
    /// Returns the surface for values of the parameters.
    pub(super) fn evaluate<R: Real>(&self, p: &[R]) -> Surface<R> {
        Surface {
            shape: self.shape,
            direction: self.direction.as_ref().map(|direction| numbers(direction, p)),
            at: numbers(&self.at, p),
            radius: self.radius.as_ref().map(|radius| radius.evaluate(p)),
            inside: self.inside,
        }
    }
    /// Fails with the key whose value makes no surface that a sphere of this radius touches, and why.
    pub(super) fn check(&self, its: f64, p: &[f64]) -> Result<(), (&'static str, String)> {
        let known = SHAPES.into_iter().find(|(shape, ..)| *shape == self.shape);
        let (radius_key, direction_key) =
            known.map_or(("radius", "radius"), |(_, _, radius, direction, _)| (radius, direction));
        if self.direction.as_ref().is_some_and(|e| evaluate3(e, p).to_array() == [0.0; 3]) {
            return Err((direction_key, "it has no direction: its length is zero".into()));
        }
        let Some(radius) = &self.radius else { return Ok(()) };
        let own: f64 = radius.evaluate(p);
        if self.inside && own <= its {
            let message = format!("found {own:?} around a sphere of radius {its:?}; accepted: more than that");
            return Err((radius_key, message));
        }
        positive(radius_key, radius, p)
    }
    /// Tells whether the surface is a plane.
    pub(super) fn is_plane(&self) -> bool {
        self.shape == Shape::Plane
    }
    /// Returns the numbers that a check looks at.
    pub(super) fn checked(&self) -> impl Iterator<Item = &Expr> {
        self.direction.iter().flatten().chain(&self.radius)
    }
}

impl<R: Real> Surface<R> {
    /// Returns the unit normal of a plane that belongs to a frame in this state, world frame.
    pub(super) fn normal(&self, state: &FrameState<R>) -> Option<Vec3<R>> {
        let direction = self.direction.as_ref().filter(|_| self.shape == Shape::Plane)?;
        Some(state.rotation.apply(vec3(direction).normalized()))
    }
    /// Returns the unit normal of the surface, which belongs to a frame in this state, towards a point (both world frame, m),
    /// and how far from the surface the point is along it. In the centre of a sphere and on the axis of a cylinder there is no
    /// normal, which is zero there.
    pub(super) fn below(&self, state: &FrameState<R>, point: Vec3<R>) -> (Vec3<R>, R) {
        let from = point - state.point(vec3(&self.at)).1;
        let direction = self.direction.as_ref().map(|direction| state.rotation.apply(vec3(direction).normalized()));
        let (from, radius) = match (direction, self.radius) {
            (Some(normal), None) => return (normal, from.dot(normal)),
            (direction, radius) => {
                let across = direction.map_or(from, |axis| from - axis * axis.dot(from));
                (across, radius.unwrap_or_else(R::zero))
            }
        };
        let squared = from.norm_squared();
        let is_centre = squared.less_equal(R::zero());
        let length = R::select(is_centre, R::one(), squared).sqrt();
        let (normal, distance) = (from * (R::one() / length), R::select(is_centre, R::zero(), length));
        if self.inside { (-normal, radius - distance) } else { (normal, distance - radius) }
    }
}
