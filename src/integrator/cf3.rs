//! The commutator-free method of order 3.

use super::exponentials::Exponentials;
use super::method::{Integrator, Scheme};

/// The coefficients; the first exponential of the end is that of the second stage.
const COEFFICIENTS: Exponentials = Exponentials {
    stages: &[&[&[1.0 / 3.0]], &[&[0.0, 2.0 / 3.0]]],
    end: &[&[1.0 / 3.0], &[-1.0 / 12.0, 0.0, 3.0 / 4.0]],
    c: &[0.0, 1.0 / 3.0, 2.0 / 3.0],
};

pub(super) const CF3: Integrator = Integrator {
    name: "cf3",
    order: 3,
    summary: "commutator-free, 3 stages, order 3: no T^-1",
    citation: "Celledoni, Marthinsen, Owren (2003), Future Generation Computer Systems 19",
    scheme: Scheme::CommutatorFree(&COEFFICIENTS),
};
