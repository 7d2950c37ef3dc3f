//! The choice of independent constraints.

use super::{four_bar, four_bar_at, has_a_clear_rank};
use crate::linalg::DVector;
use crate::problem::consistent::{Equations, degrees_of_freedom, independent_constraints, violated};

#[test]
fn a_planar_four_bar_in_space_has_rank_17_of_20_and_keeps_what_lies_in_the_plane() {
    let (linkage, q, _) = four_bar();
    let mut equations = Equations::new(&linkage);
    assert!(equations.constraints(0.0, &q).amax() < 1e-15);
    let positions = [q, four_bar_at(&linkage, 2.0, 0.0).0, four_bar_at(&linkage, 4.0, 0.0).0];
    let rows = independent_constraints(&mut equations, 0.0, &positions).unwrap();
    assert_eq!((rows.kept.len(), equations.constraint_count()), (17, 20));
    assert_eq!(degrees_of_freedom(&equations, &rows), 1);
    // of the last joint the point along y and the axis
    assert_eq!(rows.redundant, [16, 18, 19]);
    assert!(rows.singular.is_empty());
    positions
        .iter()
        .zip(&rows.dependences)
        .for_each(|(q, z)| has_a_clear_rank(&mut equations, q, (&rows.kept, z), 1e-15));
}

#[test]
fn a_stretched_four_bar_is_singular() {
    // crank and coupler in line with the ground: 0.3 + 0.9 = 0.5 + 0.7
    let mut linkage = super::Linkage::four_bar([0.3, 0.9, 0.7], [0.6, 1.8, 1.4], [0.5, 0.0, 0.0]);
    linkage.gravity = 0.0;
    let flat = linkage.planar(&[
        ([0.15, 0.0], 0.0, [0.0; 2], 0.0),
        ([0.75, 0.0], 0.0, [0.0; 2], 0.0),
        ([0.85, 0.0], 0.0, [0.0; 2], 0.0),
    ]);
    let mut equations = Equations::new(&linkage);
    assert!(equations.constraints(0.0, &flat.0).amax() < 1e-15);
    let rows = independent_constraints(&mut equations, 0.0, &[flat.0]).unwrap();
    assert_eq!((rows.kept.len(), degrees_of_freedom(&equations, &rows)), (16, 2));
}

#[test]
fn rows_that_are_left_out_must_hold() {
    let phi = DVector::from_vec(vec![0.0, 2e-3, 1e-13, -5e-3]);
    assert_eq!(violated(&phi, &[1, 2, 3], 1e-10), Some((3, -5e-3)));
    assert_eq!(violated(&phi, &[0, 2], 1e-10), None);
    assert!(violated(&DVector::from_vec(vec![f64::NAN]), &[0], 1.0).is_some());
}
