//! The commutator-free method of order 4.

use super::exponentials::Exponentials;
use super::method::{Integrator, Scheme};

/// The coefficients; the first exponential of the fourth stage is that of the second.
const COEFFICIENTS: Exponentials = Exponentials {
    stages: &[&[&[0.5]], &[&[0.0, 0.5]], &[&[0.5], &[-0.5, 0.0, 1.0]]],
    end: &[&[1.0 / 4.0, 1.0 / 6.0, 1.0 / 6.0, -1.0 / 12.0], &[-1.0 / 12.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 4.0]],
    c: &[0.0, 0.5, 0.5, 1.0],
};

pub(super) const CF4: Integrator = Integrator {
    name: "cf4",
    order: 4,
    summary: "commutator-free, 4 stages, order 4: no T^-1",
    citation: "Celledoni, Marthinsen, Owren (2003), Future Generation Computer Systems 19",
    scheme: Scheme::CommutatorFree(&COEFFICIENTS),
};
