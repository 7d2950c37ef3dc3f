//! What studies make of mechanisms: one program, so that the equations that tests ask for are compiled once.

mod backends;
mod common;
mod derivatives;
mod integrators;
mod mechanics;
mod runs;
