//! Kutta's 3/8 rule.

use super::method::Integrator;
use super::tableau::Tableau;

const TABLEAU: Tableau = Tableau::new(
    4,
    &[&[1.0 / 3.0], &[-1.0 / 3.0, 1.0], &[1.0, -1.0, 1.0]],
    &[1.0 / 8.0, 3.0 / 8.0, 3.0 / 8.0, 1.0 / 8.0],
    &[0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0],
);

pub(super) const RK38: Integrator = Integrator::rkmk(
    "rk38",
    "Runge-Kutta-Munthe-Kaas, 3/8 rule, 4 stages, order 4",
    "Kutta (1901); Munthe-Kaas (1999)",
    &TABLEAU,
);

pub(super) const TRUNCATED: Integrator =
    RK38.truncated("rk38_truncated", "rk38 with T^-1 = I + psi~/2 + psi~^2/12, without a division");
