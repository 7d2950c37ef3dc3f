//! Instructions of x86-64 with AVX2 and FMA, or with AVX-512.

mod call;
mod control;
mod decode;
mod encoder;
mod fused;
mod look_up;
mod operations;

pub(super) use decode::lines;
pub(super) use encoder::X86;
