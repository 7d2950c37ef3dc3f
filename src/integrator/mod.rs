//! Advances any [`crate::problem::Field`]. A method is data in a file of its own; nothing here has heard of joints.
//!
//! | family | file | acts by |
//! |---|---|---|
//! | Runge-Kutta-Munthe-Kaas | [`explicit`] | one exponential per stage, slopes pulled back by T^-1: Algorithm 3 of \[1\] |
//! | commutator-free | [`explicit`] | products of exponentials of linear combinations of slopes, \[2\] |
//! | Crouch-Grossman | [`explicit`] | products of exponentials of one slope each, \[3\] |
//! | splitting | [`splitting`] | exact flows of parts of the energy, \[4\] |
//!
//! [`attempt`] makes one step with any of them; [`control`] chooses the next step.
//!
//! \[1\] Holzinger, Arnold, Gerstmayr (2024), Multibody System Dynamics.
//! \[2\] Celledoni, Marthinsen, Owren (2003), Future Generation Computer Systems 19.
//! \[3\] Crouch, Grossman (1993), Journal of Nonlinear Science 3.
//! \[4\] Reich (1994), Physica D 76; McLachlan (1993), Physical Review Letters 71.

mod cf3;
mod cf4;
mod cg3;
pub mod control;
mod dop853;
mod dopri5;
mod euler;
pub mod explicit;
mod factor;
mod heun2;
mod inverse;
mod midpoint;
mod ode23;
mod rk33;
mod rk38;
mod rk67;
mod rkmk4;
pub mod splitting;
mod splitting2;
mod splitting4;
mod step;
mod supports;
mod tableau;
mod tsit5;
mod verner65;

pub use explicit::Exponentials;
pub use inverse::InverseTangent;
pub use splitting::Splitting;
pub use step::{Monitor, Workspace, attempt};
pub use supports::{Unsupported, supports};
pub use tableau::{Embedded, Tableau};

use crate::problem::Layout;

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
    /// What it does.
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
}

/// The methods.
pub const ALL: &[&Integrator] = &[
    &euler::EULER,
    &midpoint::MIDPOINT,
    &midpoint::TRUNCATED,
    &heun2::HEUN2,
    &heun2::TRUNCATED,
    &rk33::RK33,
    &rk33::TRUNCATED,
    &rkmk4::RKMK4,
    &rkmk4::TRUNCATED,
    &rk38::RK38,
    &rk38::TRUNCATED,
    &rk67::RK67,
    &ode23::ODE23,
    &ode23::TRUNCATED,
    &dopri5::DOPRI5,
    &dopri5::TRUNCATED,
    &tsit5::TSIT5,
    &tsit5::TRUNCATED,
    &verner65::VERNER65,
    &dop853::DOP853,
    &cf3::CF3,
    &cf4::CF4,
    &cg3::CG3,
    &splitting2::SPLITTING2,
    &splitting4::SPLITTING4,
];

/// Other names of methods.
const ALIASES: &[(&str, &str)] = &[("rk44", "rkmk4")];

/// The method of that name.
pub fn find(name: &str) -> Option<&'static Integrator> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name);
    ALL.iter().copied().find(|integrator| integrator.name == name)
}

impl Integrator {
    /// The Runge-Kutta-Munthe-Kaas method of a tableau, with the exact T^-1.
    const fn rkmk(
        name: &'static str,
        summary: &'static str,
        citation: &'static str,
        tableau: &'static Tableau,
    ) -> Self {
        let scheme = Scheme::Rkmk { tableau, inverse: InverseTangent::Exact };
        Self { name, order: tableau.order, summary, citation, scheme }
    }

    /// The same Runge-Kutta-Munthe-Kaas method with T^-1 by its series.
    const fn truncated(&self, name: &'static str, summary: &'static str) -> Self {
        let scheme = match self.scheme {
            Scheme::Rkmk { tableau, .. } => Scheme::Rkmk { tableau, inverse: InverseTangent::truncated(self.order) },
            _ => panic!("only Runge-Kutta-Munthe-Kaas methods have a T^-1"),
        };
        Self { name, order: self.order, summary, citation: self.citation, scheme }
    }

    /// The order q of the error estimate, which vanishes like h^(q + 1); `None` where there is none, so that the step
    /// cannot be chosen by it.
    pub fn error_order(&self) -> Option<usize> {
        match self.scheme {
            Scheme::Rkmk { tableau, .. } => tableau.embedded.map(|e| e.error_order()),
            _ => None,
        }
    }

    /// How many numbers it hands from one step to the next beside coordinates and velocities, for a system of that
    /// layout.
    pub fn memory_count(&self, _layout: &Layout) -> usize {
        match self.scheme {
            // one-step methods of explicit form know nothing but the state
            Scheme::Rkmk { .. } | Scheme::CommutatorFree(_) | Scheme::CrouchGrossman(_) | Scheme::Splitting(_) => 0,
        }
    }

    /// Evaluations of the dynamics per step, with those that only the error estimate needs.
    pub fn stage_count(&self) -> usize {
        match &self.scheme {
            Scheme::Rkmk { tableau, .. } | Scheme::CrouchGrossman(tableau) => tableau.stage_count(),
            Scheme::CommutatorFree(exponentials) => exponentials.stage_count(),
            Scheme::Splitting(splitting) => splitting.kick_count(),
        }
    }
}
