//! Sparse polynomial chaos: an output as a sum of products of orthonormal polynomials of the parameters, whose coefficients tell all indices.

mod explained;
mod fit;
mod inputs;
mod sample;
mod terms;

pub(super) use inputs::{Chaos, ChaosRequest};
