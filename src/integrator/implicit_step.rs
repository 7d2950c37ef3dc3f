//! The step of any implicit scheme.

use super::catalog::implicit_schemes;
use super::implicit::Implicit;
use super::monitor::Monitor;
use super::newton::TangentOperator;
use super::scheme::{AtStart, ImplicitKind, ImplicitLayout};
use super::step::{Begin, Directions, End, ImplicitScheme, Step};
use super::workspace::Workspace;
use crate::num::{Dual, Real};
use crate::problem::{Constrained, Layout};

/// Makes of the steps of all implicit schemes one.
macro_rules! schemes {
    ($($module:ident::$scheme:ident,)*) => {
        /// A step that is being solved for.
        #[derive(Debug)]
        #[allow(missing_docs)] // each variant is its file
        pub enum ImplicitStep<'a, R> {
            $($scheme(super::$module::$scheme<'a, R>)),*
        }

        /// Whatever the scheme is, the same expression of its step.
        macro_rules! of_step {
            ($step:expr, $name:ident => $value:expr) => {
                match $step {
                    $(ImplicitStep::$scheme($name) => $value),*
                }
            };
        }

        impl ImplicitKind {
            /// Tells whether the history at the start of a member is made of slopes of the accelerations.
            pub fn begins_with_slopes(self, settings: &Implicit) -> bool {
                match self {
                    $(Self::$scheme => super::$module::$scheme::<f64>::begins_with_slopes(settings)),*
                }
            }
            /// Tells whether velocities at the start of a member are moved by what constraints see of the error of a step.
            pub fn moves_velocities(self, settings: &Implicit) -> bool {
                match self {
                    $(Self::$scheme => super::$module::$scheme::<f64>::moves_velocities(settings)),*
                }
            }
            /// Returns the history at the start of a member: see [`ImplicitScheme::history`].
            pub fn history<R: Real>(
                self,
                settings: &Implicit,
                at: &AtStart<R>,
                forces: impl FnOnce() -> Vec<R>,
            ) -> Vec<R> {
                match self {
                    $(Self::$scheme => super::$module::$scheme::<R>::history(settings, at, forces)),*
                }
            }
        }

        impl<'a, R: Real> ImplicitStep<'a, R> {
            /// Begins a step of the scheme that the counts are of, set as said.
            pub fn new(system: (&'a Layout, ImplicitLayout), settings: &Implicit, begin: Begin<'a, R>) -> Self {
                match system.1.scheme.kind {
                    $(ImplicitKind::$scheme => Self::$scheme(ImplicitScheme::new(system, settings, begin))),*
                }
            }
        }
    };
}
implicit_schemes!(schemes);

impl<'a, R: Real> ImplicitStep<'a, R> {
    /// Returns what all schemes see of the step.
    pub fn step(&self) -> &Step<'a, R> {
        of_step!(self, scheme => scheme.step())
    }
    /// Returns what increments are corrected by: see [`ImplicitScheme::correction`].
    pub fn correction<C: Constrained<R>>(&self, system: &mut C, stabilisers: &[R]) -> Vec<R> {
        of_step!(self, scheme => scheme.correction(system, stabilisers))
    }
    /// Returns the end of the step for values of the unknowns: see [`ImplicitScheme::end`].
    pub fn end(&self, unknowns: &[R], correction: &[R]) -> End<R> {
        of_step!(self, scheme => scheme.end(unknowns, correction))
    }
    /// Returns the derivatives of the end of the step by the unknowns: see [`ImplicitScheme::directions`].
    pub fn directions(
        &self,
        unknowns: &[R],
        end: &End<R>,
        operator: TangentOperator,
        corrections: &[Vec<(usize, R)>],
    ) -> Directions<R> {
        of_step!(self, scheme => scheme.directions(unknowns, end, operator, corrections))
    }
    /// Writes the residuals of the equations of motion and of the constraints: see [`ImplicitScheme::residual`].
    pub fn residual<S: Real, C: Constrained<S>>(
        &self,
        lift: impl Fn(R) -> S,
        system: &mut C,
        end: &End<S>,
        out: &mut Vec<S>,
    ) {
        of_step!(self, scheme => scheme.residual(lift, system, end, out));
    }

    /// Appends Phi'' at the end of the step: see [`ImplicitScheme::end_residual`].
    pub fn end_residual<S: Real, C: Constrained<Dual<Dual<S, 1>, 1>>>(
        &self,
        lift: impl Fn(R) -> S,
        moving: &mut C,
        end: &End<S>,
        out: &mut Vec<S>,
    ) {
        of_step!(self, scheme => scheme.end_residual(lift, moving, end, out));
    }

    /// Writes the increments of coordinates, velocities and history for what Newton's method has added to the unknowns that it
    /// begins with. With `length`, s,
    /// those to a time within the step, where that is shorter. Integrals over the time are left to the caller.
    pub fn finish<C: Constrained<R>>(
        &self,
        system: &mut C,
        added: &[R],
        length: Option<R>,
        work: &mut Workspace<R>,
    ) -> Monitor<R> {
        let step = self.step();
        let unknowns = step.unknowns(added);
        let correction = self.correction(system, step.stabilisers(&unknowns));
        let end = self.end(&unknowns, &correction);
        of_step!(self, scheme => scheme.remember(system, &unknowns, &end, work));
        let monitor = step.monitored(&end, work);
        let mut increment = end.increment;
        if let Some(length) = length {
            of_step!(self, scheme => scheme.interpolate(length, &end.v, &mut increment, work));
        }
        step.write_coordinates(system, length.unwrap_or(step.h), &increment, work);
        monitor
    }
}
