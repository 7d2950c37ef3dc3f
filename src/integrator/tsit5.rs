//! The pair of Tsitouras of order 5(4).

use super::method::Integrator;
use super::tableau::Tableau;

const TABLEAU: Tableau = Tableau::new(
    5,
    &[
        &[0.161],
        &[-0.008480655492356989, 0.335480655492357],
        &[2.8971530571054935, -6.359448489975075, 4.3622954328695815],
        &[5.325864828439257, -11.748883564062828, 7.4955393428898365, -0.09249506636175525],
        &[5.86145544294642, -12.92096931784711, 8.159367898576159, -0.071584973281401, -0.028269050394068383],
        &[0.09646076681806523, 0.01, 0.4798896504144996, 1.379008574103742, -3.290069515436081, 2.324710524099774],
    ],
    &[0.09646076681806523, 0.01, 0.4798896504144996, 1.379008574103742, -3.290069515436081, 2.324710524099774, 0.0],
    &[0.0, 0.161, 0.327, 0.9, 0.9800255409045097, 1.0, 1.0],
)
.with_embedded(
    4,
    &[
        0.09468075576583945,
        0.009183565540343254,
        0.4877705284247616,
        1.234297566930479,
        -2.7077123499835256,
        1.866628418170587,
        1.0 / 66.0,
    ],
);

pub(super) const TSIT5: Integrator = Integrator::rkmk(
    "tsit5",
    "Runge-Kutta-Munthe-Kaas, 6 stages and one for the error, order 5(4)",
    "Tsitouras (2011), Computers and Mathematics with Applications 62",
    &TABLEAU,
);

pub(super) const TRUNCATED: Integrator =
    TSIT5.truncated("tsit5_truncated", "tsit5 with T^-1 = I + psi~/2 + psi~^2/12, without a division");
