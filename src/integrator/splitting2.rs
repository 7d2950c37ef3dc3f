//! The symmetric splitting of order 2.

use super::composition::Splitting;
use super::method::{Integrator, Scheme};

const COEFFICIENTS: Splitting = Splitting::new(&[0.5, 0.5]);

pub(super) const SPLITTING2: Integrator = Integrator {
    name: "splitting2",
    order: 2,
    summary: "symplectic splitting into kick, drift and turns about principal axes, 2 kicks, order 2",
    citation: "Reich (1994), Physica D 76; Touma, Wisdom (1994), Astronomical Journal 107",
    scheme: Scheme::Splitting(&COEFFICIENTS),
};
