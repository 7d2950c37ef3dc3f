//! Derivatives by parameters, whether they are right, and what is made of them.

mod adjoint;
mod sensitivities;
mod studies;
mod validate;
