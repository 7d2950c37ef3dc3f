//! The step of any implicit scheme.

use super::generalized_alpha::GeneralizedAlpha;
use super::implicit::Implicit;
use super::memory::MemoryPlaces;
use super::monitor::Monitor;
use super::newton::TangentOperator;
use super::rattle::Rattle;
use super::step::{Directions, End, ImplicitScheme, Step};
use super::workspace::Workspace;
use crate::num::Real;
use crate::problem::{Constrained, Layout};

/// A step that is being solved for.
#[derive(Debug)]
#[allow(missing_docs)] // each variant is its file
pub enum ImplicitStep<'a, R> {
    GeneralizedAlpha(GeneralizedAlpha<'a, R>),
    Rattle(Rattle<'a, R>),
}

/// Whatever the scheme is, the same expression of its step.
macro_rules! of_scheme {
    ($step:expr, $scheme:ident => $value:expr) => {
        match $step {
            ImplicitStep::GeneralizedAlpha($scheme) => $value,
            ImplicitStep::Rattle($scheme) => $value,
        }
    };
}

impl<'a, R: Real> ImplicitStep<'a, R> {
    /// Begins a step of length `h` (s) from the time `t` (s), of the scheme that the places of the memory are of, set as said.
    pub fn new(
        (layout, places): (&'a Layout, MemoryPlaces),
        method: &Implicit,
        (t, h): (R, R),
        (q, v, memory): (&'a [R], &'a [R], &'a [R]),
    ) -> Self {
        if places.halves {
            Self::Rattle(Rattle::new((layout, places), &method.newton, (t, h), (q, v, memory)))
        } else {
            Self::GeneralizedAlpha(GeneralizedAlpha::new((layout, places), method, (t, h), (q, v, memory)))
        }
    }

    /// Writes the increments of coordinates, velocities and memory for what Newton's method has added to the unknowns that it
    /// begins with. With `length`, s,
    /// those to a time within the step, where that is shorter. Integrals over the time are left to the caller.
    pub fn finish<C: Constrained<R>>(
        &self,
        system: &mut C,
        added: &[R],
        length: Option<R>,
        work: &mut Workspace<R>,
    ) -> Monitor<R> {
        let unknowns = self.step().unknowns(added);
        let correction = self.correction(system, self.step().stabilisers(&unknowns));
        let end = self.end(&unknowns, &correction);
        self.remember(system, &unknowns, &end, work);
        self.step().finish(system, end, length, work)
    }
}

impl<R: Real> ImplicitScheme<R> for ImplicitStep<'_, R> {
    fn step(&self) -> &Step<'_, R> {
        of_scheme!(self, scheme => scheme.step())
    }
    fn correction<C: Constrained<R>>(&self, system: &mut C, stabilisers: &[R]) -> Vec<R> {
        of_scheme!(self, scheme => scheme.correction(system, stabilisers))
    }
    fn end(&self, unknowns: &[R], correction: &[R]) -> End<R> {
        of_scheme!(self, scheme => scheme.end(unknowns, correction))
    }
    fn directions(
        &self,
        unknowns: &[R],
        end: &End<R>,
        operator: TangentOperator,
        corrections: &[Vec<(usize, R)>],
    ) -> Directions<R> {
        of_scheme!(self, scheme => scheme.directions(unknowns, end, operator, corrections))
    }
    fn residual<S: Real, C: Constrained<S>>(
        &self,
        lift: impl Fn(R) -> S,
        system: &mut C,
        end: &End<S>,
        out: &mut Vec<S>,
    ) {
        of_scheme!(self, scheme => scheme.residual(lift, system, end, out));
    }
    fn remember<C: Constrained<R>>(&self, system: &mut C, unknowns: &[R], end: &End<R>, work: &mut Workspace<R>) {
        of_scheme!(self, scheme => scheme.remember(system, unknowns, end, work));
    }
}
