//! Studies of a mechanism: each verb is a folder with what it computes, its record, its tables and its page.

pub mod converge;
pub mod optimise;
pub mod sensitivity;
pub mod validate;
