//! Mechanisms: joints, forces and constraints beside closed forms, reference data and each other.

mod absolute;
mod beams;
mod constraints;
mod forces;
mod joint_forces;
mod joints;
mod point_masses;
mod reaction_friction;
mod redundant;
mod urdf;

use crate::common;

/// The planar four-bar with these parameters, with these lines as those of its `last` joint, and with further tables.
fn four_bar(parameters: &str, last: &str, further: &str) -> String {
    let four_bar = common::system("four_bar");
    common::replaced(&four_bar, &[("x = { default = 0 }", parameters), (CLOSED, last)]) + further + "\n"
}

/// The last joint of [`four_bar`] where the loop closes as given.
const CLOSED: &str = "at = [1, 0, 0]\naxis = [0, 1, 0]";

/// A method for mechanisms with loops, over 20 steps.
const METHOD: &str = "[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 1e-3\nduration = \
                      0.02\n";
