//! Tables of a scenario with a method for each of the usual keys.

use super::description::Part;
use super::quantity::{Quantities, Quantity};
use serde::Serialize;
use std::ops::RangeInclusive;

/// Declares a kind of table with methods that set its keys.
macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($(#[$key_doc:meta])* $method:ident: $type:ty => $key:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name(Part);

        impl $name {
            $($(#[$key_doc])*
            #[must_use]
            pub fn $method(self, value: impl Into<$type>) -> Self {
                Self(self.0.set($key, value.into()))
            })*
            /// Sets any key of the table to any value that `serde` serialises: see [`Part::set`].
            #[must_use]
            pub fn set(self, key: &str, value: impl Serialize) -> Self {
                Self(self.0.set(key, value))
            }
        }

        impl From<$name> for Part {
            fn from(table: $name) -> Part {
                table.0
            }
        }
    };
}

/// Declares functions that begin a table of a kind, and the kinds.
macro_rules! kinds {
    ($name:ident, $section:literal, $($kind:ident),*) => {
        #[allow(clippy::self_named_constructors)] // a force is one of its kinds
        impl $name {
            /// The kinds that there are functions for, named like these.
            pub const KINDS: &[&str] = &[$(stringify!($kind)),*];
            $(
            #[doc = concat!("Begins a ", $section, " of the kind `", stringify!($kind), "`.")]
            pub fn $kind(name: &str) -> Self {
                Self(Part::named($section, name).set("kind", stringify!($kind)))
            })*
        }
    };
}

table! {
    /// Describes a body: `[[body]]`.
    ///
    /// ```
    /// use gyrosweep::prelude::*;
    /// let top = Body::new("top").mass("rho * length").inertia([0.2, 0.5, 0.2]).position((0, "length / 2", 0));
    /// ```
    Body {
        /// Sets the mass, kg.
        mass: Quantity => "mass";
        /// Sets the inertia about the centre of mass in the body frame, kg m^2: xx, yy, zz, or with xy, xz, yz behind.
        inertia: Quantities => "inertia";
        /// Sets the position of the centre of mass at the start, world frame, m.
        position: Quantities => "initial.position";
        /// Sets the rotation vector at the start, rad.
        rotation_vector: Quantities => "initial.rotation_vector";
        /// Sets the velocity of the centre of mass at the start, world frame, m/s.
        velocity: Quantities => "initial.velocity";
        /// Sets the angular velocity at the start, body frame, rad/s.
        angular_velocity: Quantities => "initial.angular_velocity";
    }
}

impl Body {
    /// Begins a body.
    pub fn new(name: &str) -> Self {
        Self(Part::body(name))
    }
}

table! {
    /// Describes a joint: `[[joint]]`.
    Joint {
        /// Sets the place of the joint in the assembled configuration, world frame, m.
        at: Quantities => "at";
        /// Sets the axis of the joint in the assembled configuration, world frame, of any length.
        axis: Quantities => "axis";
        /// Sets the coordinate at the start, m or rad.
        coordinate: Quantity => "initial.coordinate";
        /// Sets the velocity at the start, m/s or rad/s.
        velocity: Quantity => "initial.velocity";
        /// Sets the coordinates at the start of a joint that has several, m or rad.
        coordinates: Quantities => "initial.coordinates";
        /// Sets the velocities at the start of a joint that has several, m/s or rad/s.
        velocities: Quantities => "initial.velocities";
        /// Sets the stiffness of a spring in the joint, N/m or N m/rad.
        stiffness: Quantity => "stiffness";
        /// Sets the coefficient of a damper in the joint, N s/m or N m s/rad.
        damping: Quantity => "damping";
        /// Sets the inertia of a rotor that turns with the joint, kg or kg m^2.
        rotor_inertia: Quantity => "rotor_inertia";
    }
}

kinds!(
    Joint,
    "joint",
    spherical,
    revolute,
    prismatic,
    cylindrical,
    universal,
    planar,
    point_on_line,
    fixed,
    free,
    generic,
    point
);

macro_rules! between_bodies {
    ($($table:ident),*) => {$(
        impl $table {
            /// Says between which bodies it is; one may be `"ground"`.
            #[must_use]
            pub fn between(self, first: &str, second: &str) -> Self {
                Self(self.0.set("between", [first, second]))
            }
        }
    )*};
}

between_bodies!(Joint, Force);

table! {
    /// Describes a force: `[[force]]`.
    Force {
        /// Names the body that the force acts on.
        body: String => "body";
        /// Names the joint that the force acts in.
        joint: String => "joint";
        /// Sets the force, N.
        components: Quantities => "force";
        /// Sets where the force acts, body frame from the centre of mass, m.
        point: Quantities => "point";
        /// Sets the stiffness of a spring, N/m or N m/rad.
        stiffness: Quantity => "stiffness";
        /// Sets the coefficient of a damper, N s/m or N m s/rad.
        damping: Quantity => "damping";
        /// Sets the length of a relaxed spring, m.
        length: Quantity => "length";
    }
}

kinds!(
    Force,
    "force",
    force,
    torque,
    expression_force,
    expression_torque,
    spring_damper,
    two_point,
    rotational_spring_damper,
    bushing,
    rope,
    gravitation,
    contact,
    joint_spring_damper,
    joint_friction,
    joint_limit,
    joint_torque,
    joint_control,
    distributed
);

table! {
    /// Describes an output: `[[output]]`.
    Output {
        /// Names the body that is looked at.
        body: String => "body";
        /// Names the joint that is looked at.
        joint: String => "joint";
        /// Sets the point that is looked at, body frame from the centre of mass, m.
        point: Quantities => "point";
        /// Says what is made of the output over time, as `"maximum"`.
        over: String => "over";
    }
}

impl Output {
    /// Begins an output of a quantity of the catalog [`crate::model::output::all`], as `"position"`.
    pub fn new(name: &str, quantity: &str) -> Self {
        Self(Part::output(name, quantity))
    }
    /// Begins an output that is an expression over parameters and columns of other outputs.
    pub fn expression(name: &str, expression: &str) -> Self {
        Self(Part::output(name, "expression").set("expression", expression))
    }
}

table! {
    /// Describes the method: `[method]`.
    Method {
        /// Names the formulation, as `"absolute"`.
        formulation: String => "formulation";
        /// Sets the length of equal steps, s.
        step: Quantity => "step";
        /// Sets the tolerance of adaptive steps.
        tolerance: Quantity => "tolerance";
        /// Sets the duration, s.
        duration: Quantity => "duration";
    }
}

impl Method {
    /// Begins the method with an integrator of the catalog [`crate::integrator::ALL`], as `"rkmk4"`.
    pub fn new(integrator: &str) -> Self {
        Self(Part::one("method").set("integrator", integrator))
    }
}

table! {
    /// Describes the plan, which members there are: `[plan]`.
    ///
    /// ```
    /// use gyrosweep::prelude::*;
    /// let all = Plan::grid("angle", 0.0..=3.0, 1000).and_grid("length", 0.5..=1.5, 5);
    /// let some = Plan::sobol(4096).uniform("mass", 0.9..=1.1).normal("length", 1.0, 0.01);
    /// ```
    Plan {
        /// Sets the seed of random numbers, 0 if it is not set.
        seed: u32 => "seed";
    }
}

impl Plan {
    fn sampled(kind: &str, members: u64) -> Self {
        Self(Part::one("plan").set("kind", kind).set("members", members))
    }
    /// Begins a grid with so many values of a parameter, evenly spaced in a range.
    pub fn grid(parameter: &str, range: RangeInclusive<f64>, count: u64) -> Self {
        Self(Part::one("plan").set("kind", "grid")).and_grid(parameter, range, count)
    }
    /// Adds another parameter to a grid, whose values vary faster than those before.
    #[must_use]
    pub fn and_grid(self, parameter: &str, range: RangeInclusive<f64>, count: u64) -> Self {
        let key = |key: &str| format!("vary.{parameter}.{key}");
        let axis = self.0.set(&key("min"), range.start()).set(&key("max"), range.end());
        Self(axis.set(&key("count"), count))
    }
    /// Begins a plan of independent random members.
    pub fn random(members: u64) -> Self {
        Self::sampled("random", members)
    }
    /// Begins a plan with exactly one member in each of equal slices of every parameter.
    pub fn latin_hypercube(members: u64) -> Self {
        Self::sampled("latin_hypercube", members)
    }
    /// Begins a plan of a Halton sequence.
    pub fn halton(members: u64) -> Self {
        Self::sampled("halton", members)
    }
    /// Begins a plan of a scrambled Sobol' sequence, best with a power of two of members.
    pub fn sobol(members: u64) -> Self {
        Self::sampled("sobol", members)
    }
    /// Varies a parameter uniformly in a range.
    #[must_use]
    pub fn uniform(self, parameter: &str, range: RangeInclusive<f64>) -> Self {
        self.set(&format!("vary.{parameter}.uniform"), [range.start(), range.end()])
    }
    /// Varies a parameter normally, with this mean and standard deviation.
    #[must_use]
    pub fn normal(self, parameter: &str, mean: f64, deviation: f64) -> Self {
        self.set(&format!("vary.{parameter}.normal"), [mean, deviation])
    }
}

table! {
    /// Describes an event: `[[event]]`.
    Event {
        /// Says whether the event ends the run.
        terminal: bool => "terminal";
        /// Says which passages count: `"rising"`, `"falling"` or `"both"`.
        direction: String => "direction";
    }
}

impl Event {
    /// Begins an event where an expression over columns of outputs, parameters and the time passes zero.
    pub fn new(name: &str, expression: &str) -> Self {
        Self(Part::named("event", name).set("expression", expression))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{force, joint};

    #[test]
    fn every_kind_of_the_catalogs_has_a_function() {
        let joints: Vec<&str> = joint::ALL.iter().map(|kind| kind.name).collect();
        assert_eq!(Joint::KINDS, joints);
        let forces: Vec<&str> = force::ALL.iter().map(|kind| kind.name).collect();
        assert_eq!(Force::KINDS, forces);
    }
}
