//! Tests of the Sobol' sequence and its scrambling.

#![allow(
    clippy::float_cmp,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "tests compare exact values and stop at the first failure"
)]

use super::super::tests::{plan, refusal, row};
use super::*;

#[test]
fn values_are_pinned() {
    assert_eq!(row(&plan(&INFO, 64, 2024), 5), [0.269_453_930_702_272_4, 2.203_864_928_194_041, 4.481_780_423_140_03]);
}

#[test]
fn limits_and_advice_are_told() {
    assert_eq!(refusal(&INFO, 1001, 1), "plan `sobol` can vary at most 1000 parameters, but 1001 are varied");
    assert_eq!(refusal(&INFO, 1, (1 << 32) + 1), "members = 4294967297: plan `sobol` can have at most 4294967296");
    assert_eq!(plan(&INFO, 64, 0).advice(), None);
    assert_eq!(
        plan(&INFO, 100, 0).advice().as_deref(),
        Some("members = 100 is not a power of two: sobol is balanced at 64 or 128")
    );
}

#[test]
fn unscrambled_points_are_the_known_ones() {
    let sobol = Sobol::new(2, 8, 0).unwrap();
    let known = [
        (0.0, 0.0),
        (0.5, 0.5),
        (0.75, 0.25),
        (0.25, 0.75),
        (0.375, 0.375),
        (0.875, 0.875),
        (0.625, 0.125),
        (0.125, 0.625),
    ];
    for (member, (x, y)) in (0..).zip(known) {
        assert_eq!(f64::from(sobol.point(member, 0)) / 2_f64.powi(32), x);
        assert_eq!(f64::from(sobol.point(member, 1)) / 2_f64.powi(32), y);
    }
}

/// The crate that carries the parameters has a generator of its own.
#[test]
fn all_columns_agree_with_another_implementation() {
    let ours = Sobol::new(COLUMNS, 1 << 20, 0).unwrap();
    let theirs = sobol::Sobol::<f64>::new(COLUMNS, &JoeKuoD6::standard());
    for (member, point) in (0..300).zip(theirs) {
        for (column, theirs) in point.into_iter().enumerate() {
            let ours = f64::from(ours.point(member, column)) / 2_f64.powi(32);
            assert!((ours - theirs).abs() < 1e-9, "point {member}, column {column}");
        }
    }
}

/// The leading square of the matrix of directions is triangular with a full diagonal:
/// that is what makes every single column even.
#[test]
fn every_column_has_a_full_diagonal() {
    let sobol = Sobol::new(COLUMNS, 1, 0).unwrap();
    for directions in &sobol.directions {
        for (bit, direction) in directions.iter().enumerate() {
            assert_eq!(direction.trailing_zeros() as usize, BITS - 1 - bit);
        }
    }
}

#[test]
fn scrambled_columns_hold_one_point_per_interval() {
    let columns = 60;
    let sobol = Sobol::new(columns, 1 << 10, 99).unwrap();
    for column in 0..columns {
        for power in 0..=10 {
            let count = 1_u64 << power;
            let mut seen = vec![false; 1 << power];
            for member in 0..count {
                let cell = cell(sobol.unit(member, column), power);
                assert!(!seen[cell], "column {column}, 2^{power} intervals");
                seen[cell] = true;
            }
        }
    }
}

/// The first two columns form a (0, m, 2)-net: every elementary rectangle of area 2^-m
/// holds one of the first 2^m points.
#[test]
fn first_two_columns_hold_one_point_per_elementary_rectangle() {
    for seed in 0..20 {
        let sobol = Sobol::new(2, 1 << 8, seed).unwrap();
        for power in 0..=8 {
            for wide in 0..=power {
                let mut seen = vec![false; 1 << power];
                for member in 0..1 << power {
                    let x = cell(sobol.unit(member, 0), wide);
                    let y = cell(sobol.unit(member, 1), power - wide);
                    let place = (x << (power - wide)) | y;
                    assert!(!seen[place], "2^{wide} by 2^{} cells", power - wide);
                    seen[place] = true;
                }
            }
        }
    }
}

/// The random number of a node is the same whether it is kept or not.
#[test]
fn nodes_that_are_kept_change_no_point() {
    for column in 0..3 {
        let [none, few, all] = [1, 1 << 7, 1 << 20].map(|members| Nodes::new(77, column, members));
        assert_eq!([none.kept.len(), few.kept.len(), all.kept.len()], [0, 65, 65 + 4096]);
        for point in (0..5000u32).map(|k| k.wrapping_mul(0x9E37_79B9)) {
            let scrambled = none.scramble(&[point]);
            assert_eq!([few.scramble(&[point]), all.scramble(&[point])], [scrambled; 2]);
        }
    }
}

/// Over many seeds one point is uniformly distributed: chi-square of 16 cells.
#[test]
fn scrambling_makes_each_point_uniform() {
    let mut cells = [0_u32; 16];
    for seed in 0..4000 {
        cells[cell(hash::open_unit(Nodes::new(seed, 3, 1).scramble(&[12345])[0]), 4)] += 1;
    }
    let chi: f64 = cells.iter().map(|&n| (f64::from(n) - 250.0).powi(2) / 250.0).sum();
    assert!((3.0..40.0).contains(&chi), "chi-square {chi}");
}

fn cell(u: f64, power: i32) -> usize {
    (u * 2_f64.powi(power)) as usize
}
