//! The explicit midpoint rule.

use super::method::Integrator;
use super::tableau::Tableau;

const TABLEAU: Tableau = Tableau::new(2, &[&[0.5]], &[0.0, 1.0], &[0.0, 0.5]);

pub(super) const MIDPOINT: Integrator = Integrator::rkmk(
    "midpoint",
    "Runge-Kutta-Munthe-Kaas, explicit midpoint rule, 2 stages, order 2",
    "Runge (1895); Munthe-Kaas (1998)",
    &TABLEAU,
);

pub(super) const TRUNCATED: Integrator =
    MIDPOINT.truncated("midpoint_truncated", "midpoint without T^-1, which order 2 does not need");
