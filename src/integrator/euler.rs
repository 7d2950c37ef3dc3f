//! The explicit Euler method.

use super::method::Integrator;
use super::tableau::Tableau;

const TABLEAU: Tableau = Tableau::new(1, &[], &[1.0], &[0.0]);

pub(super) const EULER: Integrator = Integrator::rkmk(
    "euler",
    "explicit Lie-Euler method, 1 stage, order 1",
    "Euler (1768); Holzinger, Arnold, Gerstmayr (2024)",
    &TABLEAU,
);
