//! The classical method of four stages.

use super::method::Integrator;
use super::tableau::Tableau;

const TABLEAU: Tableau = Tableau::new(
    4,
    &[&[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]],
    &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
    &[0.0, 0.5, 0.5, 1.0],
);

pub(super) const RKMK4: Integrator = Integrator::rkmk(
    "rkmk4",
    "Runge-Kutta-Munthe-Kaas, 4 stages, order 4; also rk44",
    "Kutta (1901); RK44 of Holzinger, Arnold, Gerstmayr (2024), Algorithm 3",
    &TABLEAU,
);

pub(super) const TRUNCATED: Integrator =
    RKMK4.truncated("rkmk4_truncated", "rkmk4 with T^-1 = I + psi~/2 + psi~^2/12, without a division");
