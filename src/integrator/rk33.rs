//! Kutta's method of three stages.

use super::method::Integrator;
use super::tableau::Tableau;

const TABLEAU: Tableau = Tableau::new(3, &[&[0.5], &[-1.0, 2.0]], &[1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0], &[0.0, 0.5, 1.0]);

pub(super) const RK33: Integrator = Integrator::rkmk(
    "rk33",
    "Runge-Kutta-Munthe-Kaas, 3 stages, order 3",
    "Kutta (1901); Munthe-Kaas (1998)",
    &TABLEAU,
);

pub(super) const TRUNCATED: Integrator = RK33.truncated("rk33_truncated", "rk33 with T^-1 = I + psi~/2");
