//! Advances any [`crate::problem::Field`]. A method is data in a file of its own; nothing here has heard of joints.
//!
//! | family | file | acts by |
//! |---|---|---|
//! | Runge-Kutta-Munthe-Kaas | [`explicit`] | one exponential per stage, slopes pulled back by T^-1: Algorithm 3 of \[1\] |
//! | commutator-free | [`explicit`] | products of exponentials of linear combinations of slopes, \[2\] |
//! | Crouch-Grossman | [`explicit`] | products of exponentials of one slope each, \[3\] |
//! | splitting | [`splitting`] | exact flows of parts of the energy, \[4\] |
//! | generalized-alpha | [`generalized_alpha`], [`newton`] | an implicit step, with constraints: Algorithm 5 of \[1\]; two forms in coordinates of increments, \[6\] |
//! | Radau IIA | [`radau2a`], [`radau2a_3`] | an implicit step, collocation on the group, with constraints, \[7\], \[8\] |
//! | Galerkin in time | [`dg`], [`cg`] | an implicit step, elements in time on SE(3), \[8\] |
//! | variational | [`rattle`], [`newton`] | an implicit step that makes a discrete action stationary, with constraints, \[5\] |
//!
//! [`attempt`] makes one step with any of them; [`control`] chooses the next step.
//!
//! \[1\] Holzinger, Arnold, Gerstmayr (2024), Multibody System Dynamics.
//! \[2\] Celledoni, Marthinsen, Owren (2003), Future Generation Computer Systems 19.
//! \[3\] Crouch, Grossman (1993), Journal of Nonlinear Science 3.
//! \[4\] Reich (1994), Physica D 76; McLachlan (1993), Physical Review Letters 71.
//! \[5\] Hante, Arnold (2021), Journal of Computational and Applied Mathematics 387.
//! \[6\] Bruels, Eberhard (2008), International Journal for Numerical Methods in Engineering.
//! \[7\] Hairer, Wanner (1996), Solving Ordinary Differential Equations II.
//! \[8\] Han (2019), Modeling of flexible multibody systems: motion interpolation and Galerkin methods in time.

/// Declares the modules of the implicit schemes, and all methods.
macro_rules! methods {
    ($($module:ident::$scheme:ident,)*) => {
        $(pub mod $module;)*

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
            $(&$module::METHOD),*
        ];
    };
}

mod catalog;
mod cf3;
mod cf4;
mod cg3;
mod composition;
pub mod control;
mod dop853;
mod dopri5;
mod element;
mod euler;
pub mod explicit;
mod exponentials;
mod factor;
mod group;
mod heun2;
mod implicit;
pub mod implicit_step;
mod inverse;
mod method;
mod midpoint;
mod monitor;
pub mod newton;
mod ode23;
mod product;
mod rk33;
mod rk38;
mod rk67;
mod rkmk4;
mod scheme;
mod simplified;
pub mod splitting;
mod splitting2;
mod splitting4;
mod stages;
pub mod step;
mod supports;
mod tableau;
mod tsit5;
mod verner65;
mod weights;
mod workspace;

pub use composition::Splitting;
pub use element::{Correction, Element};
pub use exponentials::Exponentials;
pub use implicit::{Coefficients, Form, Group, Implicit, Index, Simplification, Start};
pub use inverse::InverseTangent;
pub use method::{Integrator, Scheme};
pub use monitor::Monitor;
pub use scheme::{AtStart, ImplicitKind, ImplicitLayout, ImplicitScheme, StartSlopes};
pub use supports::{Unsupported, supports, supports_mass, supports_rows};
pub use tableau::{Embedded, Tableau};
pub use workspace::Workspace;

use crate::num::Real;
use crate::problem::Field;
use workspace::Plan;

catalog::implicit_schemes!(methods);

/// Further names of methods, each with the name in the catalog.
const ALIASES: &[(&str, &str)] = &[("rk44", "rkmk4")];

/// Returns the method of that name.
pub fn find(name: &str) -> Option<&'static Integrator> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name);
    ALL.iter().copied().find(|integrator| integrator.name == name)
}

/// Returns the names of the methods that solve constraints, for messages.
pub fn names_for_constraints() -> String {
    named(|integrator| integrator.implicit().is_some_and(|scheme| scheme.solves_constraints))
}

/// Returns the names of the methods with stages on a group, for messages.
pub fn names_with_stages() -> String {
    named(Integrator::has_stages)
}

/// Returns the names of the implicit methods, for messages.
pub fn implicit_names() -> String {
    named(Integrator::is_implicit)
}

fn named(has: impl Fn(&Integrator) -> bool) -> String {
    let names = ALL.iter().filter(|integrator| has(integrator));
    names.map(|integrator| format!("{:?}", integrator.name)).collect::<Vec<String>>().join(" or ")
}

/// Makes one step of length `h` (s) from the time `t` (s), the coordinates `q` and the velocities `v`, with the workspace
/// that was made for this method and the layout of the field.
///
/// Leaves the increments of q, v and the method's history and the error estimate in the workspace.
///
/// # Panics
/// Where a splitting method meets a field that [`supports()`] refuses, and for an implicit method.
pub fn attempt<R: Real, F: Field<R>>(
    integrator: &Integrator,
    field: &mut F,
    (t, h): (R, R),
    q: &[R],
    v: &[R],
    work: &mut Workspace<R>,
) -> Monitor<R> {
    debug_assert_eq!(matches!(integrator.scheme, Scheme::Splitting(_)), matches!(work.plan, Plan::Splitting(_)));
    match work.plan {
        Plan::Explicit(_) => explicit::attempt(field, (t, h), q, v, work),
        Plan::Splitting(splitting) => splitting::attempt(splitting, field, (t, h), q, v, work),
        Plan::Implicit => panic!("the step of an implicit method is solved for"),
    }
}
