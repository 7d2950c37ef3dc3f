//! From a mechanism to the problem that an integrator sees: formulations, siblings behind [`System`].
//!
//! | folder or file | is |
//! |---|---|
//! | `coordinates` | what a sibling has to choose: layout, initial state, checks |
//! | `dynamics` | what a sibling has to compute: motion of bodies and joints, accelerations |
//! | `frames` | constant frames of joints and bodies |
//! | `multibody` | what all siblings have in common: forces, variables, outputs, events |
//! | [`joint`] | joint coordinates: trees of bodies, in time proportional to their size |
//! | [`absolute`] | absolute coordinates: each body on R^3 x SO(3) |
//!
//! A new sibling is a folder here and a line in the catalog below.

pub mod absolute;
mod coordinates;
mod dynamics;
mod frames;
pub mod joint;
mod multibody;

pub use coordinates::{BodyVelocity, Coordinates, Formulation};
pub use dynamics::Dynamics;
pub use multibody::Multibody;

use crate::lie::RotationParameterisation;
use crate::model::state::JointState;
use crate::model::{Inconsistent, Kind, Mechanism, Told};
use crate::num::{Real, Vec3};
use crate::problem::{Constrained, Field, Layout, Unknowns};

macro_rules! siblings {
    ($($variant:ident = $module:ident :: { $coordinates:ident, $dynamics:ident }),* $(,)?) => {
        /// The formulations, sibling by sibling.
        pub const SIBLINGS: &[&[Formulation]] = &[$($module::FORMULATIONS),*];

        /// A mechanism in the coordinates of a formulation, before its parameters have values.
        #[derive(Clone, Debug)]
        #[allow(missing_docs)] // each variant is its folder
        pub enum Formulated {
            $($variant($module::$coordinates)),*
        }

        /// A mechanism in the coordinates of a formulation, for given values of its parameters.
        #[derive(Clone, Debug)]
        #[allow(missing_docs)] // each variant is its folder
        pub enum System<R> {
            $($variant(Box<Multibody<R, $module::$dynamics<R>>>)),*
        }

        impl Formulation {
            fn choose(&self, mechanism: &Mechanism) -> Result<Formulated, Inconsistent> {
                $(if $module::FORMULATIONS.iter().any(|f| f.kind.name == self.kind.name) {
                    return $module::$coordinates::new(mechanism, self.parameterisation).map(Formulated::$variant);
                })*
                unreachable!("a formulation is of the catalog")
            }
        }

        impl Formulated {
            /// Returns the layout: where coordinates and velocities lie.
            pub fn layout(&self) -> &Layout {
                match self {
                    $(Formulated::$variant(c) => c.layout()),*
                }
            }
            /// Counts the constraints in use between the velocities; those of unit length come first.
            pub fn constraint_count(&self) -> usize {
                let others = match self {
                    $(Formulated::$variant(c) => c.constraint_count()),*
                };
                self.layout().unit_lengths().count() + others
            }
            /// Returns coordinates and velocities at the beginning; the variables follow the velocities, then the integrals
            /// of outputs, which begin at zero.
            pub fn initial<R: Real>(&self, mechanism: &Mechanism, parameters: &[R]) -> (Vec<R>, Vec<R>) {
                let (q, mut v) = match self {
                    $(Formulated::$variant(c) => c.initial(mechanism, parameters)),*
                };
                v.extend(mechanism.variables.iter().map(|variable| variable.initial.evaluate(parameters)));
                v.resize(self.layout().velocity_count(), R::zero());
                (q, v)
            }
            /// Returns by how much velocities at the coordinates `q` differ from those that the scenario gives.
            pub fn given_velocities<R: Real>(
                &self,
                mechanism: &Mechanism,
                parameters: &[R],
                qv: (&[R], &[R]),
            ) -> Vec<R> {
                match self {
                    $(Formulated::$variant(c) => c.given_velocities(mechanism, parameters, qv)),*
                }
            }
            /// Checks that the mechanism can begin and be accelerated, for values of the parameters.
            ///
            /// # Errors
            /// The first reason why not.
            pub fn check(&self, mechanism: &Mechanism, parameters: &[f64]) -> Result<(), Inconsistent> {
                match self {
                    $(Formulated::$variant(c) => c.check(mechanism, parameters)),*
                }
            }
            /// Says which joint makes the mass matrix nearly singular at the start, if one does, for values of the
            /// parameters.
            pub fn nearly_singular(&self, mechanism: &Mechanism, parameters: &[f64]) -> Option<String> {
                match self {
                    $(Formulated::$variant(c) => c.nearly_singular(mechanism, parameters)),*
                }
            }
            /// Says whether the result of [`Formulated::check`] may depend on more than masses and inertias, so that it
            /// has to be repeated for every member.
            pub fn check_looks_at_motion(&self, mechanism: &Mechanism) -> bool {
                match self {
                    $(Formulated::$variant(c) => c.check_looks_at_motion(mechanism)),*
                }
            }
            /// Returns the coordinates with the constraints alone that are of parts of the scenario that act, by table and
            /// number.
            pub fn with_acting(self, acts: &dyn Fn(&str, usize) -> bool) -> Self {
                match self {
                    $(Formulated::$variant(c) => Formulated::$variant(c.with_acting(acts))),*
                }
            }
            /// Returns the coordinates with these constraints alone in use, by their numbers among
            /// [`Formulated::row_names`].
            pub fn with_rows(self, rows: &[usize]) -> Self {
                // unit lengths depend on nothing, and are all in use
                let units = self.layout().unit_lengths().count();
                let rows: Vec<usize> = rows.iter().filter_map(|row| row.checked_sub(units)).collect();
                match self {
                    $(Formulated::$variant(c) => Formulated::$variant(c.with_rows(&rows))),*
                }
            }
            /// Says of every constraint that acts, in use or not, which joint it is of and what it locks.
            pub fn row_names(&self) -> Vec<String> {
                let others = match self {
                    $(Formulated::$variant(c) => c.row_names()),*
                };
                let units = 1..=self.layout().unit_lengths().count();
                units.map(|i| format!("Euler parameters {i}: unit length")).chain(others).collect()
            }
            /// Returns of every constraint that acts, in use or not, the table of the scenario that it is of, with its index and
            /// key.
            pub fn row_parts(&self) -> Vec<(&'static str, usize, &'static str)> {
                let others = match self {
                    $(Formulated::$variant(c) => c.row_parts()),*
                };
                let units = 0..self.layout().unit_lengths().count();
                units.map(|i| ("body", i, "initial")).chain(others).collect()
            }
            /// Returns which constraints are of velocities alone: of those in use, and of the redundant ones.
            pub fn velocity_rows(&self) -> [Vec<usize>; 2] {
                let units = self.layout().unit_lengths().count();
                let [in_use, redundant] = match self {
                    $(Formulated::$variant(c) => c.velocity_rows()),*
                };
                [in_use.iter().map(|row| row + units).collect(), redundant.to_vec()]
            }
            /// Returns the body whose coordinates a factor of the layout is of, where bodies have coordinates of their own.
            pub fn body_of(&self, factor: usize) -> Option<usize> {
                match self {
                    $(Formulated::$variant(c) => c.body_of(factor)),*
                }
            }
            /// Says what a velocity is of, where bodies have velocities of their own.
            pub fn velocity(&self, velocity: usize) -> Option<BodyVelocity> {
                match self {
                    $(Formulated::$variant(c) => c.velocity(velocity)),*
                }
            }
            /// Returns the system for values of the parameters, one per parameter of the mechanism.
            pub fn system<R: Real>(&self, mechanism: &Mechanism, parameters: &[R]) -> System<R> {
                match self {
                    $(Formulated::$variant(c) => {
                        System::$variant(Box::new(Multibody::new(c, mechanism, parameters)))
                    }),*
                }
            }
        }

        impl<R: Real> System<R> {
            /// Returns the system with gravity and all loads that a scenario gives as such multiplied by a factor, see
            /// [`crate::model::force::Force::is_load`]; what springs and contacts exert follows from the motion alone.
            #[must_use]
            pub fn with_load_factor(self, factor: R) -> Self {
                match self {
                    $(System::$variant(s) => System::$variant(Box::new(s.with_load_factor(factor)))),*
                }
            }
            /// Returns the residuals Phi of the constraints in use at the time `t` (s), and of redundant ones.
            pub fn constraints(&self, t: R, q: &[R], v: &[R]) -> [Vec<R>; 2] {
                match self {
                    $(System::$variant(s) => s.constraints(t, q, v)),*
                }
            }
            /// Returns the motion of every joint at the time `t` (s), and of every free body after them.
            pub fn joints(&self, t: R, q: &[R], v: &[R]) -> Vec<JointState<R>> {
                match self {
                    $(System::$variant(s) => s.joints(t, q, v)),*
                }
            }
            /// Writes the components of all outputs at the time `t` (s), in the order of [`Mechanism::columns`],
            /// replacing what `out` holds; `known` is what an implicit method has solved for there.
            pub fn outputs(&self, t: R, qv: (&[R], &[R]), known: Option<Unknowns<'_, R>>, out: &mut Vec<R>) {
                match self {
                    $(System::$variant(s) => s.outputs(t, qv, known, out)),*
                }
            }
            /// Writes the components of all outputs within an instant at the time `t` (s) in which velocities change at these rates by an
            /// impulse of the constraints, as [`System::outputs`] does otherwise: no force sees the impulse, and no side is held.
            pub fn impulse_outputs(&self, t: R, qv: (&[R], &[R]), impulse: Unknowns<'_, R>, out: &mut Vec<R>) {
                match self {
                    $(System::$variant(s) => s.impulse_outputs(t, qv, impulse, out)),*
                }
            }
            /// Returns the variables at the end of a step: from a time (s) to another, near which (s) instants count as reached; those that are
            /// sampled there have their new value.
            pub fn sampled(&self, at: [R; 3], qv: (&[R], &[R]), known: Option<Unknowns<'_, R>>) -> Vec<R> {
                match self {
                    $(System::$variant(s) => s.sampled(at, qv, known)),*
                }
            }
            /// Returns the variables behind a step that ends at the time `t` (s), where sides have changed to those among these: those that
            /// events set have their new values.
            pub fn behind_events(&self, t: R, qv: (&[R], &[R]), changed: &[R]) -> Vec<R> {
                match self {
                    $(System::$variant(s) => s.behind_events(t, qv, changed)),*
                }
            }
            /// Returns how far the bodies of every contact overlap, m, negative where there is a gap, with the number of the force.
            pub fn overlaps(&self, t: R, qv: (&[R], &[R])) -> Vec<(usize, R)> {
                match self {
                    $(System::$variant(s) => s.overlaps(t, qv)),*
                }
            }
            /// Returns where the relations of all sides are at a time `t` (s): those within others are on the sides that are held, or
            /// decide for themselves.
            pub fn sides(&self, t: R, qv: (&[R], &[R]), is_held: bool) -> Vec<Told<R>> {
                match self {
                    $(System::$variant(s) => s.sides(t, qv, is_held)),*
                }
            }
            /// Writes the values of the events at the time `t` (s), replacing what `out` holds; `known` is what an
            /// implicit method has solved for there.
            pub fn events(&self, t: R, qv: (&[R], &[R]), known: Option<Unknowns<'_, R>>, out: &mut Vec<R>) {
                match self {
                    $(System::$variant(s) => s.events(t, qv, known, out)),*
                }
            }
        }

        impl System<f64> {
            fn check_start(
                &self,
                mechanism: &Mechanism,
                parameters: &[f64],
                initial: (&[f64], &[f64]),
                sampled: bool,
            ) -> Result<(), Inconsistent> {
                match self {
                    $(System::$variant(s) => s.check_start(mechanism, parameters, initial, sampled)),*
                }
            }
        }

        impl<R: Real> Constrained<R> for System<R> {
            fn layout(&self) -> &Layout {
                Field::layout(self)
            }
            fn multiplier_count(&self) -> usize {
                match self {
                    $(System::$variant(s) => s.multiplier_count()),*
                }
            }
            fn velocity_rows(&self) -> Vec<usize> {
                match self {
                    $(System::$variant(s) => s.velocity_rows()),*
                }
            }
            fn forces_see_multipliers(&self) -> bool {
                match self {
                    $(System::$variant(s) => s.forces_see_multipliers()),*
                }
            }
            fn residual(&mut self, t: R, q: &[R], v: &[R], scale: R, at: Unknowns<'_, R>, out: &mut Vec<R>) {
                match self {
                    $(System::$variant(s) => s.residual(t, q, v, scale, at, out)),*
                }
            }
            fn constraint_forces(&mut self, t: R, q: &[R], v: &[R], multipliers: &[R], out: &mut Vec<R>) {
                match self {
                    $(System::$variant(s) => s.constraint_forces(t, q, v, multipliers, out)),*
                }
            }
            fn constraint_residuals(&mut self, t: R, q: &[R], v: &[R], out: &mut Vec<R>) {
                match self {
                    $(System::$variant(s) => s.constraint_residuals(t, q, v, out)),*
                }
            }
            fn angular_momentum(&self, factor: usize, w: Vec3<R>) -> Option<Vec3<R>> {
                match self {
                    $(System::$variant(s) => s.angular_momentum(factor, w)),*
                }
            }
            fn follow_angles(&self, t: R, q: &[R], angles: &mut [R]) {
                match self {
                    $(System::$variant(s) => s.follow_angles(t, q, angles)),*
                }
            }
        }

        impl<R: Real> Field<R> for System<R> {
            fn layout(&self) -> &Layout {
                match self {
                    $(System::$variant(s) => Field::layout(s.as_ref())),*
                }
            }
            fn acceleration(&mut self, t: R, q: &[R], v: &[R], rate: &mut [R]) {
                match self {
                    $(System::$variant(s) => s.acceleration(t, q, v, rate)),*
                }
            }
            fn principal_inertia(&self, factor: usize) -> Option<Vec3<R>> {
                match self {
                    $(System::$variant(s) => s.principal_inertia(factor)),*
                }
            }
        }
    };
}

siblings! {
    Joint = joint::{JointCoordinates, JointDynamics},
    Absolute = absolute::{AbsoluteCoordinates, AbsoluteDynamics},
}

impl Formulation {
    /// Returns the mechanism in the formulation's coordinates.
    ///
    /// # Errors
    /// What of the mechanism it cannot do, and which formulation can.
    pub fn of(&self, mechanism: &Mechanism) -> Result<Formulated, Inconsistent> {
        self.choose(mechanism).map_err(|Inconsistent { part, message }| {
            let able = SIBLINGS.iter().filter_map(|family| family.iter().find(|f| f.choose(mechanism).is_ok()));
            let able: Vec<&str> = able.map(|f| f.kind.name).collect();
            let hint = match &able[..] {
                [] => "no formulation can integrate this mechanism yet".to_string(),
                able => format!("formulations that can: {}", able.join(", ")),
            };
            Inconsistent { part, message: format!("{message}; {hint}") }
        })
    }

    /// Checks that the mechanism can begin and be accelerated and that everything has finite values there that is read
    /// there, for values of the parameters; `sampled` says whether outputs are. Rotations are stored as quaternions for that: to begin at a singularity is an outcome of a
    /// run.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check(&self, mechanism: &Mechanism, parameters: &[f64], sampled: bool) -> Result<(), Inconsistent> {
        let formulated = Self { parameterisation: RotationParameterisation::Quaternion, ..*self }.of(mechanism)?;
        formulated.check(mechanism, parameters)?;
        let (q, v) = formulated.initial(mechanism, parameters);
        formulated.system(mechanism, parameters).check_start(mechanism, parameters, (&q, &v), sampled)
    }
}

/// Returns all formulations.
pub fn all() -> impl Iterator<Item = &'static Formulation> {
    SIBLINGS.iter().copied().flatten()
}

/// Returns the kinds of formulations, for lists and messages.
pub fn kinds() -> Vec<Kind> {
    all().map(|f| f.kind).collect()
}

/// Returns the formulation of that name.
pub fn find(name: &str) -> Option<&'static Formulation> {
    all().find(|f| f.kind.name == name)
}
