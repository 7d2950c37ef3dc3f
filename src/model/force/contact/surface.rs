//! What a sphere touches: a plane, a sphere, a cylinder, or a profile of heights.

use crate::model::expression::{Expr, Formula, evaluate3};
use crate::model::force::kind::positive;
use crate::model::section::{Invalid, Section};
use crate::model::state::FrameState;
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::{Dual, Real, Vec3};

/// Says which surface it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Plane,
    Sphere,
    Cylinder,
    Profile,
}

/// The squared sine of the angle between directions that count as one.
const PARALLEL: f64 = 1e-18;

/// The keys of the surfaces, of their radius, of their direction and of their place.
const SHAPES: [(Shape, &str, &str, &str, &str); 4] = [
    (Shape::Plane, "plane", "", "plane.normal", "at"),
    (Shape::Sphere, "sphere", "sphere.radius", "", "centre"),
    (Shape::Cylinder, "cylinder", "cylinder.radius", "cylinder.axis", "at"),
    (Shape::Profile, "profile", "", "profile.normal", "at"),
];

/// Steps to the place of a profile that is nearest to a centre. Each doubles the digits, where the centre is nearer than its centre of
/// curvature: 1e-16 after five for a sphere of half the radius of curvature.
const STEPS: usize = 6;

/// The variable of a height.
const ALONG: &str = "x";

/// Heights along a direction, the same across it.
#[derive(Clone, Debug)]
struct Profile<N> {
    height: Formula<N>,
    along: Triple<N>,
}

/// Holds a surface in the frame of its body.
#[derive(Clone, Debug)]
pub(super) struct Surface<N> {
    shape: Shape,
    /// The normal of a plane, the axis of a cylinder, the direction in which heights are.
    direction: Option<Triple<N>>,
    at: Triple<N>,
    /// None of a plane and of a profile.
    radius: Option<N>,
    /// The heights of a profile.
    profile: Option<Profile<N>>,
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
            let message = format!(
                "found {found}; accepted: one of plane = {{ .. }}, sphere = {{ .. }}, cylinder = {{ .. }}, profile = {{ .. }}"
            );
            return Err(section.invalid(given.get(1).map_or("plane", |(_, key, ..)| *key), message));
        };
        let mut keys = section.inner(key)?;
        keys.expect_units(&[("radius", "m"), ("height", "m"), (place, "m")])?;
        let direction = match direction.split('.').nth(1) {
            None => None,
            Some(key) if keys.has(key) => Some(keys.vector(key)?),
            Some(_) => Some([0.0, 0.0, 1.0].map(Expr::Constant)),
        };
        let is_round = shape == Shape::Sphere || shape == Shape::Cylinder;
        let profile = if shape == Shape::Profile {
            let height = keys.expression("height", &[ALONG.to_string()])?;
            if height.smooths(&|_| true) {
                let message = "found smooth(..) around a function that switches: smooth(x) is x, so that its jumps and kinks stay in the height, \
                               and no step ends there in any case; accepted: a height without it, such as sqrt(x^2 + 1e-4) in place \
                               of smooth(abs(x))";
                return Err(keys.invalid("height", message.into()));
            }
            let height = Formula::new(height);
            let along = if keys.has("along") { keys.vector("along")? } else { [1.0, 0.0, 0.0].map(Expr::Constant) };
            Some(Profile { height, along })
        } else {
            None
        };
        let surface = Self {
            shape,
            direction,
            at: keys.vector_or_zero(place)?,
            radius: if is_round { Some(keys.number("radius")?) } else { None },
            profile,
            inside: is_round && keys.flag("inside")?,
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
            profile: self
                .profile
                .as_ref()
                .map(|profile| Profile { height: profile.height.evaluate(p), along: numbers(&profile.along, p) }),
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
        if let (Some(profile), Some(normal)) = (&self.profile, &self.direction) {
            let [along, normal] = [&profile.along, normal].map(|e| evaluate3::<f64>(e, p));
            if along.cross(normal).norm_squared() <= PARALLEL * along.norm_squared() * normal.norm_squared() {
                let message = "it is zero or along the normal; accepted: the direction in which x grows, across it";
                return Err(("profile.along", message.into()));
            }
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
        let along = self.profile.iter().flat_map(|profile| &profile.along);
        self.direction.iter().flatten().chain(&self.radius).chain(along)
    }
}

impl<R: Real> Surface<R> {
    /// Returns the unit normal of a plane that belongs to a frame in this state, world frame.
    pub(super) fn normal(&self, state: &FrameState<R>) -> Option<Vec3<R>> {
        let direction = self.direction.as_ref().filter(|_| self.shape == Shape::Plane)?;
        Some(state.rotation.apply(vec3(direction).normalized()))
    }
    /// Returns the unit normal of the surface, which belongs to a frame in this state, towards the centre of a sphere (both world frame, m),
    /// and how far from the surface the point is along it. In the centre of a sphere and on the axis of a cylinder there is no
    /// normal, which is zero there.
    pub(super) fn below(&self, state: &FrameState<R>, point: Vec3<R>, its_radius: R) -> (Vec3<R>, R) {
        let from = point - state.point(vec3(&self.at)).1;
        let direction = self.direction.as_ref().map(|direction| state.rotation.apply(vec3(direction).normalized()));
        if let (Some(profile), Some(normal)) = (&self.profile, direction) {
            return profile.below(state.rotation.apply(vec3(&profile.along)), normal, from, its_radius);
        }
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

impl<R: Real> Profile<R> {
    /// Returns the unit normal of the profile at the place that is nearest to a point, and how far from it the point is along the
    /// normal, m; the directions in which x and heights grow and the point, from where both are zero, are in one frame. The place is
    /// looked for where a sphere of that radius about the point can touch the profile.
    fn below(&self, along: Vec3<R>, up: Vec3<R>, point: Vec3<R>, radius: R) -> (Vec3<R>, R) {
        R::note("contact: the nearest place of a profile");
        let along = (along - up * along.dot(up)).normalized();
        let (x, z) = (point.dot(along), point.dot(up));
        let at = |s: R| {
            // the height with its first and second derivatives
            let moving = Dual { re: Dual::variable(s, 0), eps: [Dual::resting(R::one())] };
            let height = self.height.map(|n| Dual::<_, 1>::resting(Dual::<R, 1>::resting(n))).value(&[moving]);
            [height.re.re, height.re.eps[0], height.eps[0].eps[0]]
        };
        // no farther along than the profile is straight below, and touched only within the radius
        let gap = z - at(x)[0];
        let reach = R::select(R::zero().less(gap), gap.min(radius), -gap);
        // the distance is least where (s - x) + h' (h - z) is zero; where it is not convex, by the method of Gauss and Newton
        let nearest = (0..STEPS).fold(x, |s, _| {
            let [h, slope, curvature] = at(s);
            let plain = R::one() + slope * slope;
            let full = plain + curvature * (h - z);
            let next = s - ((s - x) + slope * (h - z)) / R::select(R::zero().less(full), full, plain);
            next.max(x - reach).min(x + reach)
        });
        let [h, slope, _] = at(nearest);
        let normal = (up - along * slope).normalized();
        let foot = along * nearest + up * h;
        (normal, (along * x + up * z - foot).dot(normal))
    }
}
