//! The Crouch-Grossman method of order 3.

use super::method::{Integrator, Scheme};
use super::tableau::Tableau;

const TABLEAU: Tableau = Tableau::new(
    3,
    &[&[3.0 / 4.0], &[119.0 / 216.0, 17.0 / 108.0]],
    &[13.0 / 51.0, -2.0 / 3.0, 24.0 / 17.0],
    &[0.0, 3.0 / 4.0, 17.0 / 24.0],
);

pub(super) const CG3: Integrator = Integrator {
    name: "cg3",
    order: 3,
    summary: "Crouch-Grossman, 3 stages, order 3: exponentials of one slope each, no T^-1",
    citation: "Crouch, Grossman (1993), Journal of Nonlinear Science 3; Owren, Marthinsen (1999), BIT 39",
    scheme: Scheme::CrouchGrossman(&TABLEAU),
};
