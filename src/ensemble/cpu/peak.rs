//! The limit that throughput is measured against: how many products and sums one core can make.

use crate::num::{LaneReal, Lanes};
use std::time::Instant;

/// Independent chains, enough to hide the latency of an operation.
const CHAINS: usize = 10;

/// Rounds of the measurement: some hundredths of a second.
const ROUNDS: u32 = 2_000_000;

/// Measures the f64 operations per second of one core, counting a product and a sum as two and fusing nothing: the best
/// that any step could reach.
pub fn operations_per_second() -> f64 {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx512dq") {
            #[target_feature(enable = "avx512f,avx512dq")]
            fn avx512() -> f64 {
                measure::<Lanes<8>>()
            }
            // SAFETY: the instruction set was just detected
            #[allow(unsafe_code)]
            return unsafe { avx512() };
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            #[target_feature(enable = "avx2")]
            fn avx2() -> f64 {
                measure::<Lanes<4>>()
            }
            // SAFETY: the instruction set was just detected
            #[allow(unsafe_code)]
            return unsafe { avx2() };
        }
    }
    // sums that fit into registers
    if cfg!(target_arch = "aarch64") { measure::<Lanes<4>>() } else { measure::<Lanes<8>>() }
}

#[inline(always)]
fn measure<R: LaneReal>() -> f64 {
    // converges to 1, so that no operation meets a subnormal number
    let (factor, summand) = (std::hint::black_box(R::constant(0.5)), std::hint::black_box(R::constant(0.5)));
    let mut chains = [R::constant(0.0); CHAINS];
    let start = Instant::now();
    for _ in 0..ROUNDS {
        for chain in &mut chains {
            *chain = *chain * factor + summand;
        }
    }
    let elapsed = start.elapsed().as_secs_f64();
    std::hint::black_box(chains);
    2.0 * f64::from(ROUNDS) * (CHAINS * R::COUNT) as f64 / elapsed
}
