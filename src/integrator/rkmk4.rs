//! The classical method of four stages.

use super::Tableau;

pub(super) const RKMK4: Tableau = Tableau::new(
    ("rkmk4", 4),
    (
        "Runge-Kutta-Munthe-Kaas, 4 stages, order 4, fixed step",
        "Kutta (1901); RK44 of Holzinger, Arnold, Gerstmayr (2024), Algorithm 3",
    ),
    &[&[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]],
    &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
    &[0.0, 0.5, 0.5, 1.0],
);
