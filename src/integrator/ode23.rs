//! The pair of Bogacki and Shampine.

use super::method::Integrator;
use super::tableau::Tableau;

const TABLEAU: Tableau = Tableau::new(
    3,
    &[&[0.5], &[0.0, 0.75], &[2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0]],
    &[2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0, 0.0],
    &[0.0, 0.5, 0.75, 1.0],
)
.with_embedded(2, &[7.0 / 24.0, 1.0 / 4.0, 1.0 / 3.0, 1.0 / 8.0]);

pub(super) const ODE23: Integrator = Integrator::rkmk(
    "ode23",
    "Runge-Kutta-Munthe-Kaas, 3 stages and one for the error, order 3(2)",
    "Bogacki, Shampine (1989); Holzinger, Arnold, Gerstmayr (2024), Appendix B",
    &TABLEAU,
);

pub(super) const TRUNCATED: Integrator = ODE23.truncated("ode23_truncated", "ode23 with T^-1 = I + psi~/2");
