//! Radau IIA on the group with three stages, see [`super::radau2a`]: of order 5 where no constraints act.

use super::method::{Integrator, Scheme};
use super::radau2a::Stages;
use super::scheme::{ImplicitKind, ImplicitScheme};
use super::stages::{StageStep, scheme};

/// The method of three stages.
pub const METHOD: Integrator = Integrator {
    name: "radau2a_3",
    order: 5,
    summary: "radau2a with stages = 3: order 5, of samples, integrals and extremes within steps 4 (with constraints velocities have order 3, accelerations and reactions 2)",
    citation: "Hairer, Wanner (1996), IV.5, VII.4",
    scheme: Scheme::Implicit(&SCHEME),
};

static SCHEME: ImplicitScheme = ImplicitScheme {
    points: &[
        (0.155_051_025_721_682_2, 0.376_403_062_700_467_3),
        (0.644_948_974_278_317_8, 0.512_485_826_188_421_6),
        (1.0, 1.0 / 9.0),
    ],
    error_order: Some(4),
    ..scheme(ImplicitKind::Radau2a3)
};

/// The rule of three stages.
#[derive(Debug)]
pub struct ThreeStages;

/// A step of three stages.
pub type Radau2a3<'a, R> = StageStep<'a, R, ThreeStages>;

impl Stages for ThreeStages {
    const OF: &'static ImplicitScheme = &SCHEME;
    const SQUARES: &'static [f64] = &[0.012_020_410_288_672_876, 0.207_979_589_711_327_1, 0.5];
    const INVERSE: &'static [&'static [f64]] = &[
        &[3.224_744_871_391_589, 1.167_840_084_690_405_5, -0.253_197_264_742_181],
        &[-3.567_840_084_690_405_5, 0.775_255_128_608_411, 1.053_197_264_742_181],
        &[5.531_972_647_421_808, -7.531_972_647_421_808, 5.0],
    ];
    const AT_START: &'static [f64] = &[1.558_078_204_724_922_4, -0.891_411_538_058_255_7, 1.0 / 3.0];
}
