//! Instructions of aarch64 with NEON, two members at a time.

mod call;
mod control;
mod decode;
mod encoding;
mod look_up;
mod operations;
#[cfg(test)]
mod tests;

pub(super) use decode::lines;
pub(super) use operations::Neon;
