//! What lies below mechanics: numbers, groups, recorded functions and what is made of them. No test here opens a
//! device, since drivers map pages that can be both written and executed, and `machine_code` says that there are none.

#[path = "../common/mod.rs"]
mod common;

mod curves;
mod descent;
mod interpolation;
mod lie_laws;
mod machine_code;
mod motions;
mod rates;
mod recorded_interpolation;
mod samples;
mod significance;
mod smoothing;
mod trace_parity;
