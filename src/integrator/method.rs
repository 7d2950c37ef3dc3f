//! What a method is: its name, where it comes from, and what it does in a step.

use super::composition::Splitting;
use super::exponentials::Exponentials;
use super::inverse::InverseTangent;
use super::scheme::ImplicitScheme;
use super::tableau::Tableau;

/// A Lie-group method.
#[derive(Debug)]
pub struct Integrator {
    /// The name that a scenario uses.
    pub name: &'static str,
    /// Order of consistency.
    pub order: usize,
    /// One line for `gyrosweep list`.
    pub summary: &'static str,
    /// Where the method comes from.
    pub citation: &'static str,
    /// The scheme that makes a step.
    pub scheme: Scheme,
}

/// What a method does in a step. Factors R^n and parameterisations that are integrated like vectors see the same
/// Runge-Kutta method in the first three.
#[derive(Debug)]
pub enum Scheme {
    /// Runge-Kutta-Munthe-Kaas: the Runge-Kutta method in the Lie algebra.
    Rkmk {
        /// The Runge-Kutta method.
        tableau: &'static Tableau,
        /// How T^-1 is computed.
        inverse: InverseTangent,
    },
    /// Products of exponentials of linear combinations of slopes.
    CommutatorFree(&'static Exponentials),
    /// Products of exponentials of one slope each, in the order of the stages.
    CrouchGrossman(&'static Tableau),
    /// A composition of exact flows.
    Splitting(&'static Splitting),
    /// A scheme whose step is solved for.
    Implicit(&'static ImplicitScheme),
}

impl Integrator {
    /// Makes the Runge-Kutta-Munthe-Kaas method of a tableau, with the exact T^-1.
    pub(super) const fn rkmk(
        name: &'static str,
        summary: &'static str,
        citation: &'static str,
        tableau: &'static Tableau,
    ) -> Self {
        let scheme = Scheme::Rkmk { tableau, inverse: InverseTangent::Exact };
        Self { name, order: tableau.order, summary, citation, scheme }
    }

    /// Makes of a Runge-Kutta-Munthe-Kaas method one that computes T^-1 by its series.
    pub(super) const fn truncated(&self, name: &'static str, summary: &'static str) -> Self {
        let scheme = match self.scheme {
            Scheme::Rkmk { tableau, .. } => Scheme::Rkmk { tableau, inverse: InverseTangent::truncated(self.order) },
            _ => panic!("only Runge-Kutta-Munthe-Kaas methods have a T^-1"),
        };
        Self { name, order: self.order, summary, citation: self.citation, scheme }
    }

    /// Returns the order q of the error estimate, which vanishes like h^(q + 1); `None` where there is none, so that the step
    /// cannot be chosen by it.
    pub fn error_order(&self) -> Option<usize> {
        match self.scheme {
            Scheme::Rkmk { tableau, .. } => tableau.embedded.map(|e| e.error_order()),
            Scheme::Implicit(scheme) => scheme.error_order,
            _ => None,
        }
    }

    /// Returns what its steps are made of where they are solved for, by Newton's method.
    pub fn implicit(&self) -> Option<&'static ImplicitScheme> {
        match self.scheme {
            Scheme::Implicit(scheme) => Some(scheme),
            _ => None,
        }
    }

    /// Tells whether the equations of motion hold at points of a step, so that v' at its beginning is a guess alone.
    pub fn has_stages(&self) -> bool {
        self.implicit().is_some_and(|scheme| scheme.has_stages)
    }

    /// Tells whether the method's steps are solved for, by Newton's method.
    pub fn is_implicit(&self) -> bool {
        self.implicit().is_some()
    }

    /// Returns the evaluations of the dynamics per step, with those that only the error estimate needs.
    pub fn stage_count(&self) -> usize {
        match &self.scheme {
            Scheme::Rkmk { tableau, .. } | Scheme::CrouchGrossman(tableau) => tableau.stage_count(),
            Scheme::CommutatorFree(exponentials) => exponentials.stage_count(),
            Scheme::Splitting(splitting) => splitting.kick_count(),
            Scheme::Implicit(scheme) => scheme.points.len(),
        }
    }
}
