//! Code for aarch64 is looked at, and run by an emulator of its own, on every processor.

mod emulator;
mod encoding;
mod programs;
