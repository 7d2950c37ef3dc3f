//! Heun's method of two stages, the explicit trapezoidal rule.

use super::method::Integrator;
use super::tableau::Tableau;

const TABLEAU: Tableau = Tableau::new(2, &[&[1.0]], &[0.5, 0.5], &[0.0, 1.0]);

pub(super) const HEUN2: Integrator = Integrator::rkmk(
    "heun2",
    "Runge-Kutta-Munthe-Kaas, explicit trapezoidal rule, 2 stages, order 2",
    "Heun (1900); Munthe-Kaas (1998)",
    &TABLEAU,
);

pub(super) const TRUNCATED: Integrator =
    HEUN2.truncated("heun2_truncated", "heun2 without T^-1, which order 2 does not need");
