//! Counter-based random numbers: every number is a pure function of its coordinates.
//!
//! There is no generator state, so any member of an ensemble can be drawn alone, in any
//! order and on any thread, with the same result.
//!
//! The mixing function is Philox-2x64 with ten rounds: J. Salmon, M. Moraes, R. Dror and
//! D. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11 (2011), section 3.3. The
//! seed is its 64-bit key; the pair (counter, stream) is its 128-bit counter. For one seed
//! the map from pairs to 128-bit blocks is a bijection, so streams cannot overlap.

/// Number of rounds; the paper recommends ten (six already pass its test batteries).
const PHILOX_ROUNDS: u32 = 10;
/// Multiplier of Philox-2x64 (table 2 of the paper).
const PHILOX_MULTIPLIER: u64 = 0xD2B7_4407_B1CE_6E93;
/// Key increment: the golden ratio in 64 bits (a Weyl sequence).
const WEYL: u64 = 0x9E37_79B9_7F4A_7C15;
/// Number of Feistel rounds of [`permute`].
const FEISTEL_ROUNDS: u64 = 8;
/// Weight of the last of 53 bits: 2^-53.
const LAST_BIT: f64 = f64::EPSILON / 2.0;

/// Returns 64 random bits at the index `counter` of the stream `stream` under `seed`.
#[must_use]
#[inline]
pub fn bits(seed: u64, stream: u64, counter: u64) -> u64 {
    philox(seed, counter, stream).0
}

/// Returns a random number in the open interval (0, 1) at the index `counter` of `stream`.
///
/// See [`open_unit`] for the grid on which it lies.
#[must_use]
pub fn uniform(seed: u64, stream: u64, counter: u64) -> f64 {
    open_unit(bits(seed, stream, counter))
}

/// Turns 64 random bits into a number in the open interval (0, 1).
///
/// The upper 53 bits are read as a binary fraction whose last bit is set. So the result is
/// an odd multiple of 2^-53: never 0, never 1, and symmetric about one half.
#[must_use]
#[allow(clippy::cast_precision_loss, reason = "the integer has 53 bits, so the conversion is exact")]
#[inline]
pub fn open_unit(bits: u64) -> f64 {
    ((bits >> 11) | 1) as f64 * LAST_BIT
}

/// Moves `u` into the range of [`open_unit`], from 2^-53 to 1 - 2^-53.
///
/// It undoes a rounding to 0 or 1 at the end of a computation.
#[must_use]
pub fn clamp_open(u: f64) -> f64 {
    u.clamp(LAST_BIT, 1.0 - LAST_BIT)
}

/// Spreads 64 random bits evenly over `0..count`: the upper half of their product.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "the upper half of a product of 64-bit numbers has 64 bits")]
pub fn below(bits: u64, count: u64) -> u64 {
    ((u128::from(bits) * u128::from(count)) >> 64) as u64
}

/// Returns the image of `index` under a random permutation of `0..count` that `seed` selects.
///
/// The permutation is a balanced Feistel network on the smallest even number of bits that
/// holds `count - 1`. An image outside `0..count` goes through the network again until it
/// lands inside ("cycle walking": J. Black and P. Rogaway, "Ciphers with arbitrary finite
/// domains", CT-RSA 2002, section 3). The network's domain is less than four times `count`,
/// so a walk takes under four steps on average.
///
/// `index` is taken modulo `count`; with `count` 0 or 1 the result is 0.
#[must_use]
pub fn permute(index: u64, count: u64, seed: u64) -> u64 {
    if count <= 1 {
        return 0;
    }
    let width = u64::BITS - (count - 1).leading_zeros();
    let half = width.div_ceil(2);
    let mut image = index % count;
    loop {
        image = feistel(image, half, seed);
        if image < count {
            return image;
        }
    }
}

/// Applies a balanced Feistel network on `2 * half` bits.
fn feistel(value: u64, half: u32, seed: u64) -> u64 {
    let mask = (1_u64 << half) - 1;
    let mut left = value >> half;
    let mut right = value & mask;
    for round in 0..FEISTEL_ROUNDS {
        let mixed = left ^ (bits(seed, round, right) & mask);
        left = right;
        right = mixed;
    }
    (left << half) | right
}

/// Applies Philox-2x64 with ten rounds to the block (`x0`, `x1`) under `key`.
#[allow(clippy::cast_possible_truncation, reason = "the two halves of the product are taken apart on purpose")]
#[inline]
fn philox(mut key: u64, mut x0: u64, mut x1: u64) -> (u64, u64) {
    for _ in 0..PHILOX_ROUNDS {
        let product = u128::from(PHILOX_MULTIPLIER) * u128::from(x0);
        x0 = (product >> 64) as u64 ^ key ^ x1;
        x1 = product as u64;
        key = key.wrapping_add(WEYL);
    }
    (x0, x1)
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::float_cmp,
        clippy::unwrap_used,
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "tests compare exact values and stop at the first failure"
    )]

    use super::*;

    /// Known answers published with the authors' Random123 library (file `kat_vectors`).
    #[test]
    fn philox_known_answers() {
        let all = u64::MAX;
        assert_eq!(philox(0, 0, 0), (0xca00_a045_9843_d731, 0x66c2_4222_c9a8_45b5));
        assert_eq!(philox(all, all, all), (0x65b0_21d6_0cd8_310f, 0x4d02_f322_2f86_df20));
        assert_eq!(
            philox(0xa409_3822_299f_31d0, 0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344),
            (0x0a5e_742c_2997_341c, 0xb0f8_83d3_8000_de5d)
        );
    }

    #[test]
    fn ends_of_the_unit_interval_are_open() {
        assert!(open_unit(0) > 0.0);
        assert!(open_unit(u64::MAX) < 1.0);
        assert_eq!(open_unit(0), 1.0 - open_unit(u64::MAX));
        assert_eq!(clamp_open(1.0), open_unit(u64::MAX));
        assert_eq!(clamp_open(0.0), open_unit(0));
    }

    /// Chi-square of 256 cells: mean 255, standard deviation about 22.6.
    #[test]
    fn uniform_fills_cells_evenly() {
        for (seed, stream) in [(0, 0), (1, 0), (0, 1), (42, 1000), (u64::MAX, u64::MAX)] {
            let mut cells = [0_u32; 256];
            let draws = 65_536;
            for counter in 0..draws {
                cells[(uniform(seed, stream, counter) * 256.0) as usize] += 1;
            }
            let expected = draws as f64 / 256.0;
            let chi: f64 = cells.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
            assert!((150.0..370.0).contains(&chi), "chi-square {chi}");
        }
    }

    /// Correlation of two independent samples of n has standard deviation 1 / sqrt(n).
    #[test]
    fn streams_seeds_and_neighbours_are_uncorrelated() {
        let n = 40_000_u64;
        let correlation = |f: &dyn Fn(u64) -> f64, g: &dyn Fn(u64) -> f64| {
            let sum: f64 = (0..n).map(|k| (f(k) - 0.5) * (g(k) - 0.5)).sum();
            12.0 * sum / n as f64
        };
        let base = |k| uniform(7, 3, k);
        for other in
            [&(|k| uniform(7, 4, k)) as &dyn Fn(u64) -> f64, &|k| uniform(8, 3, k), &|k| uniform(7, 3, k + 1), &|k| {
                uniform(7, k, 3)
            }]
        {
            let r = correlation(&base, other);
            assert!(r.abs() < 0.02, "correlation {r}");
        }
    }

    #[test]
    fn permute_is_a_bijection() {
        for count in (1..70).chain([127, 128, 129, 1000, 1023, 1025, 4097]) {
            for seed in 0..3 {
                let mut seen = vec![false; count as usize];
                for index in 0..count {
                    let image = permute(index, count, seed) as usize;
                    assert!(!seen[image], "count {count}: {image} twice");
                    seen[image] = true;
                }
            }
        }
        assert_eq!(permute(3, 0, 1), 0);
        assert!(permute(u64::MAX, u64::MAX, 1) < u64::MAX);
        assert!(permute(17, 5, 1) < 5);
    }

    /// Over many seeds each index goes to each image equally often.
    #[test]
    fn permute_has_no_preferred_image() {
        let seeds = 7000_u32;
        for count in [2_usize, 3, 5, 7, 10] {
            let mut table = vec![0_u32; count * count];
            for seed in 0..seeds {
                for index in 0..count {
                    let image = permute(index as u64, count as u64, u64::from(seed));
                    table[index * count + image as usize] += 1;
                }
            }
            let expected = f64::from(seeds) / count as f64;
            for cell in table {
                let deviation = (f64::from(cell) - expected) / expected.sqrt();
                assert!(deviation.abs() < 5.0, "count {count}: {deviation} sigma");
            }
        }
    }
}
