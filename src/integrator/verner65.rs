//! Verner's pair of order 6(5), known as DVERK.

use super::method::Integrator;
use super::tableau::Tableau;

const TABLEAU: Tableau = Tableau::new(
    6,
    &[
        &[1.0 / 6.0],
        &[4.0 / 75.0, 16.0 / 75.0],
        &[5.0 / 6.0, -8.0 / 3.0, 5.0 / 2.0],
        &[-165.0 / 64.0, 55.0 / 6.0, -425.0 / 64.0, 85.0 / 96.0],
        &[12.0 / 5.0, -8.0, 4015.0 / 612.0, -11.0 / 36.0, 88.0 / 255.0],
        &[-8263.0 / 15000.0, 124.0 / 75.0, -643.0 / 680.0, -81.0 / 250.0, 2484.0 / 10625.0],
        &[
            3501.0 / 1720.0,
            -300.0 / 43.0,
            297275.0 / 52632.0,
            -319.0 / 2322.0,
            24068.0 / 84065.0,
            0.0,
            3850.0 / 26703.0,
        ],
    ],
    &[3.0 / 40.0, 0.0, 875.0 / 2244.0, 23.0 / 72.0, 264.0 / 1955.0, 0.0, 125.0 / 11592.0, 43.0 / 616.0],
    &[0.0, 1.0 / 6.0, 4.0 / 15.0, 2.0 / 3.0, 5.0 / 6.0, 1.0, 1.0 / 15.0, 1.0],
)
.with_embedded(5, &[13.0 / 160.0, 0.0, 2375.0 / 5984.0, 5.0 / 16.0, 12.0 / 85.0, 3.0 / 44.0, 0.0, 0.0]);

pub(super) const VERNER65: Integrator = Integrator::rkmk(
    "verner65",
    "Runge-Kutta-Munthe-Kaas, 7 stages and one for the error, order 6(5)",
    "Verner (1978), SIAM Journal on Numerical Analysis 15; Hairer, Norsett, Wanner (1993), Table II.5.4",
    &TABLEAU,
);
