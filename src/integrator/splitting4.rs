//! A splitting of order 4 with six compositions and small error.

use super::composition::Splitting;
use super::method::{Integrator, Scheme};

// the splitting S6 of order 4 of Blanes and Moan: a1 b1 a2 b2 a3 b3 a4 b3 a3 b2 a2 b1 a1
const A1: f64 = 0.0792036964311957;
const A2: f64 = 0.353172906049774;
const A3: f64 = -0.0420650803577195;
const B1: f64 = 0.209515106613362;
const B2: f64 = -0.143851773179818;
const B3: f64 = 0.5 - (B1 + B2);

const ALPHA1: f64 = A1;
const ALPHA2: f64 = B1 - ALPHA1;
const ALPHA3: f64 = A2 - ALPHA2;
const ALPHA4: f64 = B2 - ALPHA3;
const ALPHA5: f64 = A3 - ALPHA4;
const ALPHA6: f64 = B3 - ALPHA5;

const COEFFICIENTS: Splitting =
    Splitting::new(&[ALPHA1, ALPHA2, ALPHA3, ALPHA4, ALPHA5, ALPHA6, ALPHA6, ALPHA5, ALPHA4, ALPHA3, ALPHA2, ALPHA1]);

pub(super) const SPLITTING4: Integrator = Integrator {
    name: "splitting4",
    order: 4,
    summary: "symplectic splitting into kick, drift and turns about principal axes, 7 kicks, order 4",
    citation: "Blanes, Moan (2002), Journal of Computational and Applied Mathematics 142, method S6 of order 4",
    scheme: Scheme::Splitting(&COEFFICIENTS),
};
