//! Derivatives by parameters, whether they are right, and what is made of them.

#[path = "../common/mod.rs"]
mod common;

mod adjoint;
mod sensitivities;
mod studies;
mod validate;
