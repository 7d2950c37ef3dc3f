//! Mechanisms: joints, forces and constraints beside closed forms, reference data and each other.

#[path = "../common/mod.rs"]
mod common;

mod absolute;
mod constraints;
mod forces;
mod joint_forces;
mod joints;
mod redundant;
mod urdf;
