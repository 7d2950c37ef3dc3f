//! Butcher's method of seven stages and order six, with the abscissae of Lobatto's quadrature.

use super::method::Integrator;
use super::tableau::Tableau;

/// The square root of five.
const S: f64 = 2.23606797749979;

const TABLEAU: Tableau = Tableau::new(
    6,
    &[
        &[0.5 - S / 10.0],
        &[-S / 10.0, 0.5 + S / 5.0],
        &[0.35 * S - 0.75, (S - 1.0) / 4.0, 1.5 - 0.7 * S],
        &[(5.0 - S) / 60.0, 0.0, 1.0 / 6.0, (15.0 + 7.0 * S) / 60.0],
        &[(5.0 + S) / 60.0, 0.0, (9.0 - 5.0 * S) / 12.0, 1.0 / 6.0, 0.3 * S - 0.5],
        &[1.0 / 6.0, 0.0, (25.0 * S - 55.0) / 12.0, -(25.0 + 7.0 * S) / 12.0, 5.0 - 2.0 * S, (5.0 + S) / 2.0],
    ],
    &[1.0 / 12.0, 0.0, 0.0, 0.0, 5.0 / 12.0, 5.0 / 12.0, 1.0 / 12.0],
    &[0.0, 0.5 - S / 10.0, 0.5 + S / 10.0, 0.5 - S / 10.0, 0.5 + S / 10.0, 0.5 - S / 10.0, 1.0],
);

pub(super) const RK67: Integrator = Integrator::rkmk(
    "rk67",
    "Runge-Kutta-Munthe-Kaas, 7 stages, order 6",
    "Butcher (1964), On Runge-Kutta processes of high order; RK67 of Holzinger, Arnold, Gerstmayr (2024)",
    &TABLEAU,
);
