//! Rigid bodies: mass, inertia, initial motion.

use super::beam::BeamNode;
use super::expression::{Expr, Expr3, evaluate3};
pub use super::orientation::Orientation;
use super::section::{Invalid, Section};
use super::shape::Shape;
use crate::lie::UnitQuaternion;
use crate::linalg::symmetric_eigenvalues;
use crate::num::{Real, SparseSym3, Vec3};

/// Lists the keys of a `[[body]]`.
pub const KEYS: &str = "name, mass (kg), inertia = [xx, yy, zz], [xx, yy, zz, xy, xz, yz] (the entries of the matrix) or three \
                        rows (kg m^2, about the centre of mass, body frame; without it the body is a point mass: zero, and where no \
                        joint is at it, it does not turn, see the joint point), inertia_kind = rigid_body (default) | identified (of a \
                        whole mechanism, as measurements give it: need not be that of a rigid body), initial = { position = \
                        [..] (m, of the centre of mass, world frame; default 0), rotation_vector = [..] (rad) or \
                        quaternion = [w, x, y, z] (world from body; default not turned), velocity = [..] (m/s, world frame), \
                        angular_velocity = [..] (rad/s, body frame) }, shape = { .. } (see below)";

/// Says how the initial poses of bodies and those of their joints go together.
pub const INITIAL: &str = "position and orientation of a body's `initial` are those of the assembled configuration, in which `at` and \
                           `axis` of joints are given and all coordinates of joints are zero, but those of free and point joints, which are the \
                           position itself; a joint's own `initial` moves its bodies from there. The velocities at the start are those that joints give, else those of their bodies, \
                           relative to the body before and along what the joint leaves free";

/// Describes a rigid body as the scenario does.
#[derive(Clone, Debug)]
pub struct Body {
    /// The name of the body.
    pub name: String,
    /// Mass, kg.
    pub mass: Expr,
    /// Inertia about the centre of mass, body frame: xx, yy, zz, xy, xz, yz (the entries of the matrix,
    /// so the products of inertia with their sign), kg m^2.
    pub inertia: [Expr; 6],
    /// True where the scenario gives no inertia: the body is a point mass, whose inertia is zero.
    pub is_point: bool,
    /// True where mass and inertia are identified from measurements of a mechanism: they need not be those of a rigid
    /// body, since no motion of its joints tells them apart. What every joint moves as a whole must oppose to it.
    pub identified: bool,
    /// Initial position of the centre of mass, world frame, m.
    pub position: Expr3,
    /// Initial orientation.
    pub orientation: Orientation,
    /// Initial angular velocity, body frame, rad/s, if the scenario gives it.
    pub angular_velocity: Option<Expr3>,
    /// Initial velocity of the centre of mass, world frame, m/s, if the scenario gives it.
    pub velocity: Option<Expr3>,
    /// What the body looks like in an animation, if the scenario says it.
    pub shape: Option<Shape>,
    /// The node of a beam that the body is, whose initial motion is that of the beam.
    pub node: Option<BeamNode>,
}

impl Body {
    /// Reads one `[[body]]`; `initial` is its sub-table.
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind.
    pub fn read(section: &mut dyn Section, initial: &mut dyn Section) -> Result<Self, Invalid> {
        let name = section.text("name")?;
        section.expect_units(&[("mass", "kg"), ("inertia", "kg m^2")])?;
        initial.expect_units(&[("position", "m"), ("rotation_vector", "rad"), ("quaternion", "1")])?;
        initial.expect_units(&[("velocity", "m/s"), ("angular_velocity", "rad/s")])?;
        let zero = || Expr::Constant(0.0);
        let is_point = !section.has("inertia");
        let inertia = if is_point { vec![zero(), zero(), zero()] } else { section.numbers("inertia", &[3, 6, 9])? };
        let inertia: [Expr; 6] = match <[Expr; 3]>::try_from(inertia) {
            Ok([xx, yy, zz]) => [xx, yy, zz, zero(), zero(), zero()],
            Err(list) => match <[Expr; 6]>::try_from(list) {
                Ok(six) => six,
                Err(nine) => {
                    let at = |i: usize| nine[i].clone();
                    for (i, j) in [(1, 3), (2, 6), (5, 7)] {
                        if nine[i] != nine[j] {
                            let message = format!(
                                "row {} column {} differs from its mirror image; an inertia is symmetric",
                                i / 3 + 1,
                                i % 3 + 1
                            );
                            return Err(section.invalid("inertia", message));
                        }
                    }
                    [at(0), at(4), at(8), at(1), at(2), at(5)]
                }
            },
        };
        let orientation = Orientation::read(initial)?;
        let mut given = |key: &str| if initial.has(key) { initial.vector(key).map(Some) } else { Ok(None) };
        let shape = if section.has("shape") { Some(Shape::read(&mut *section.inner("shape")?)?) } else { None };
        let (angular_velocity, velocity) = (given("angular_velocity")?, given("velocity")?);
        Ok(Self {
            name,
            mass: section.number("mass")?,
            inertia,
            is_point,
            identified: section.choice("inertia_kind", &["rigid_body", "identified"])? == "identified",
            position: initial.vector_or_zero("position")?,
            orientation,
            angular_velocity,
            velocity,
            shape,
            node: None,
        })
    }

    /// Returns the initial position of the centre of mass (world frame, m) for values of the parameters.
    pub fn initial_position<R: Real>(&self, parameters: &[R]) -> Vec3<R> {
        self.node.as_ref().map_or_else(|| evaluate3(&self.position, parameters), |node| node.pose(parameters).0)
    }

    /// Returns the initial orientation, `world_from_body`.
    pub fn initial_orientation<R: Real>(&self, parameters: &[R]) -> UnitQuaternion<R> {
        self.node.as_ref().map_or_else(|| self.orientation.evaluate(parameters), |node| node.pose(parameters).1)
    }

    /// Returns the initial velocity (world frame, m/s) and angular velocity (body frame, rad/s), as far as the scenario gives them.
    pub fn initial_velocities<R: Real>(&self, parameters: &[R]) -> [Option<Vec3<R>>; 2] {
        let given = |e: &Option<Expr3>| e.as_ref().map(|e| evaluate3(e, parameters));
        match &self.node {
            None => [given(&self.velocity), given(&self.angular_velocity)],
            Some(node) => [node.velocity(parameters), node.angular_velocity(parameters)],
        }
    }

    /// Tells whether the scenario gives a velocity, and an angular velocity.
    pub fn gives_velocities(&self) -> [bool; 2] {
        match &self.node {
            None => [self.velocity.is_some(), self.angular_velocity.is_some()],
            Some(node) => [node.line.velocity.is_some() || node.line.angular_velocity.is_some(); 2],
        }
    }

    /// Tells whether mass or inertia depend on one of the varied parameters.
    pub fn masses_depend_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        self.mass.depends_on(varied) || self.inertia.iter().any(|e| e.depends_on(varied))
    }

    /// Returns mass and inertia for values of the parameters.
    pub fn mass_properties<R: Real>(&self, parameters: &[R]) -> MassProperties<R> {
        let e = |i: usize| self.inertia[i].evaluate(parameters);
        let diagonal = Vec3::new(e(0), e(1), e(2));
        let off_diagonal =
            if self.inertia[3..].iter().all(Expr::is_zero) { None } else { Some(Vec3::new(e(3), e(4), e(5))) };
        let inertia = SparseSym3 { diagonal, off_diagonal };
        MassProperties { mass: self.mass.evaluate(parameters), inertia, identified: self.identified }
    }
}

/// Holds mass (kg) and inertia about the centre of mass (body frame, kg m^2).
#[derive(Clone, Copy, Debug)]
pub struct MassProperties<R> {
    /// Mass, kg.
    pub mass: R,
    /// Inertia, body frame, kg m^2.
    pub inertia: SparseSym3<R>,
    /// Whether mass and inertia are identified from measurements, see [`Body::identified`].
    pub identified: bool,
}

/// How far a principal moment may exceed the sum of the other two, relative to that sum: a flat body
/// lies exactly on the boundary.
const TRIANGLE_TOLERANCE: f64 = 1e-12;

/// A principal moment below this part of the largest is what rounding leaves of none.
const ROUNDING: f64 = 1e-13;

/// Says why a body cannot exist.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Impossible {
    /// The mass is not positive.
    #[error("the mass is {0:?} kg; it must be positive")]
    Mass(f64),
    /// The inertia is not positive definite.
    #[error("the inertia has the principal moments {} kg m^2; they must be positive", list(.0))]
    NotPositive([f64; 3]),
    /// The inertia is positive definite by no more than rounding.
    #[error(
        "the inertia has the principal moments {} kg m^2; the least must be above {ROUNDING:e} of the largest, which is \
         what rounding leaves",
        list(.0)
    )]
    Rounding([f64; 3]),
    /// A principal moment exceeds the sum of the others.
    #[error(
        "the inertia has the principal moments {} kg m^2; in a rigid body the largest is at most the sum of the others \
         (inertia_kind = \"identified\" accepts it)",
        list(.0)
    )]
    Triangle([f64; 3]),
}

fn list(moments: &[f64; 3]) -> String {
    let [a, b, c] = moments;
    format!("{a:?}, {b:?}, {c:?}")
}

/// Tells whether the largest principal moment is above the sum of the others.
fn exceeds_triangle([small, middle, large]: [f64; 3]) -> bool {
    large > (small + middle) * (1.0 + TRIANGLE_TOLERANCE)
}

impl MassProperties<f64> {
    /// Returns why the body opposes to no acceleration in some direction, if that is so but for rounding.
    pub fn degenerate(&self) -> Option<Impossible> {
        if self.mass == 0.0 {
            return Some(Impossible::Mass(self.mass));
        }
        let moments = symmetric_eigenvalues(self.entries());
        let [least, _, largest] = moments;
        match least {
            _ if least <= 0.0 => Some(Impossible::NotPositive(moments)),
            _ if least <= ROUNDING * largest => Some(Impossible::Rounding(moments)),
            _ => None,
        }
    }
    /// Tells whether a body with mass and inertia can have these and opposes to every acceleration: whether
    /// [`MassProperties::check`] and [`MassProperties::degenerate`] find nothing.
    pub fn is_sound(&self) -> bool {
        let entries = self.entries();
        if !(self.mass > 0.0 && self.mass.is_finite() && entries.iter().all(|e| e.is_finite())) {
            return false;
        }
        let moments @ [least, _, largest] = symmetric_eigenvalues(entries);
        least > 0.0 && least > ROUNDING * largest && (self.identified || !exceeds_triangle(moments))
    }
    /// Returns the inertia as xx, yy, zz, xy, xz, yz, kg m^2.
    fn entries(&self) -> [f64; 6] {
        let (d, o) = (self.inertia.diagonal, self.inertia.off_diagonal.unwrap_or_else(Vec3::zero));
        [d.x, d.y, d.z, o.x, o.y, o.z]
    }
    /// Checks that a rigid body can have this mass and this inertia. Zero passes: whether a mechanism can do
    /// without is for a formulation to say; so does what is not finite: it is for the run to
    /// say when it was met.
    ///
    /// # Errors
    /// Where it cannot.
    pub fn check(&self) -> Result<(), Impossible> {
        if self.mass < 0.0 {
            return Err(Impossible::Mass(self.mass));
        }
        let entries = self.entries();
        // what matters of a part is what all that moves with it opposes: a formulation checks it
        if self.identified || entries.iter().any(|e| !e.is_finite()) {
            return Ok(());
        }
        let moments = symmetric_eigenvalues(entries);
        let [small, _, large] = moments;
        // rounding may take an eigenvalue that is zero below it
        if small < -1e-14 * large.abs() {
            return Err(Impossible::NotPositive(moments));
        }
        // a body without mass stands for whatever turns with it, about one axis perhaps
        if self.mass > 0.0 && exceeds_triangle(moments) {
            return Err(Impossible::Triangle(moments));
        }
        Ok(())
    }
}
