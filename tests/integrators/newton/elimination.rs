//! Elimination in a static order: against nalgebra, recorded, and how much work it is.

use super::{chain_residuals, inputs};
use gyrosweep::linalg::{Elimination, Row};
use gyrosweep::num::{Precision, Real};
use gyrosweep::trace::{Graph, Traced, derivatives, interpret, record};
use nalgebra::{DMatrix, DVector};

/// Numbers in [-1, 1) that look random.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    fn vector(&mut self, size: usize) -> Vec<f64> {
        (0..size).map(|_| self.next()).collect()
    }
}

fn dense(matrix: &[Row<f64>]) -> DMatrix<f64> {
    let mut out = DMatrix::zeros(matrix.len(), matrix.len());
    matrix.iter().enumerate().for_each(|(i, row)| row.iter().for_each(|(j, value)| out[(i, *j)] = *value));
    out
}

/// A chain of bodies with 6 unknowns each, on joints with so many multipliers: [[M, B^T], [B, 0]]. Bodies come first,
/// masses are of the order of the `stiffness`.
fn chain(bodies: usize, multipliers: usize, stiffness: f64, numbers: &mut Numbers) -> Vec<Row<f64>> {
    let mut rows: Vec<Row<f64>> = vec![Vec::new(); (6 + multipliers) * bodies];
    for body in 0..bodies {
        for i in 0..6 {
            // positions apart from rotations, which gyroscopic moments couple without symmetry
            let coupled = if i < 3 { i..i + 1 } else { 3..6 };
            for j in coupled {
                let value = if i == j { 3.0 + numbers.next() } else { 0.3 * numbers.next() };
                rows[6 * body + i].push((6 * body + j, stiffness * value));
            }
        }
    }
    for joint in 0..bodies {
        for multiplier in 0..multipliers {
            let row = 6 * bodies + multipliers * joint + multiplier;
            for unknown in 6 * joint.saturating_sub(1)..6 * (joint + 1) {
                let value = numbers.next();
                rows[row].push((unknown, value));
                rows[unknown].push((row, value));
            }
        }
    }
    rows
}

/// A matrix with some entries in every row, among them those of a permutation.
fn sparse(size: usize, entries: usize, numbers: &mut Numbers) -> Vec<Row<f64>> {
    let shift = size / 3;
    let row = |i: usize| {
        let mut row = vec![((i + shift) % size, 1.0 + numbers.next().abs())];
        for _ in 1..entries {
            let column = ((numbers.next() + 1.0) / 2.0 * size as f64) as usize;
            if row.iter().all(|(other, _)| *other != column) {
                row.push((column, numbers.next()));
            }
        }
        row
    };
    (0..size).map(row).collect()
}

/// Matrices with the structure of the first and similar entries.
fn similar(matrix: &[Row<f64>], numbers: &mut Numbers) -> Vec<Row<f64>> {
    let mut out = matrix.to_vec();
    out.iter_mut().flatten().for_each(|(_, value)| *value *= 1.0 + 0.2 * numbers.next());
    out
}

#[test]
fn solutions_are_those_with_pivoting() {
    let mut numbers = Numbers(1);
    let mut cases = Vec::new();
    for size in [1, 2, 5, 12, 30] {
        (1..5).for_each(|entries| cases.push(sparse(size, entries, &mut numbers)));
    }
    for stiffness in [1.0, 1e6, 1e-6] {
        (3..6).for_each(|multipliers| cases.push(chain(7, multipliers, stiffness, &mut numbers)));
    }
    for first in cases {
        let samples = [first.clone(), similar(&first, &mut numbers)];
        let elimination = Elimination::choose(&samples).expect("an order");
        for matrix in samples.iter().chain([&similar(&first, &mut numbers)]) {
            let right = numbers.vector(matrix.len());
            let factors = elimination.factorise(matrix);
            assert_eq!(factors.numbers.len(), elimination.factor_count());
            assert!(factors.relative_pivot > 1e-4, "{}", factors.relative_pivot);
            let solution = DVector::from_vec(elimination.solve(&factors.numbers, &right));
            let (matrix, right) = (dense(matrix), DVector::from_vec(right));
            let expected = matrix.clone().lu().solve(&right).expect("a solution");
            // both have the residual of rounding, and solutions that differ by the condition times that
            let condition = matrix.clone().singular_values().max() / matrix.clone().singular_values().min();
            let bound = 1e-15 * (matrix.len() as f64).sqrt() * condition.max(10.0) * expected.amax();
            assert!((&solution - &expected).amax() < bound, "{} {bound:e}", (&solution - &expected).amax());
        }
    }
}

#[test]
fn work_is_linear_in_the_length_of_a_chain() {
    for multipliers in [3, 5] {
        let per_body = |bodies: usize| {
            let mut numbers = Numbers(3);
            let matrix = chain(bodies, multipliers, 1.0, &mut numbers);
            let elimination = Elimination::choose(&[matrix.clone(), similar(&matrix, &mut numbers)]).expect("an order");
            let entries = matrix.iter().map(Vec::len).sum::<usize>();
            let graph = recorded(&elimination, &matrix);
            let operations = graph.operation_counts().0;
            let figures = [entries, elimination.factor_count(), operations].map(|count| count as f64 / bodies as f64);
            println!("{bodies} bodies, {multipliers} multipliers, per body: {figures:?}");
            figures
        };
        let counts = [4, 16, 64].map(per_body);
        for (short, long) in counts[1].iter().zip(counts[2]) {
            assert!((long / short - 1.0).abs() < 0.1, "{counts:?}");
        }
    }
}

/// Records factors and solution of a matrix whose entries, and then the right-hand side, are inputs.
fn recorded(elimination: &Elimination, matrix: &[Row<f64>]) -> Graph {
    let entries = matrix.iter().map(Vec::len).sum();
    record(Precision::Double, inputs(entries + matrix.len()), |x| {
        let mut next = x.iter();
        let rows: Vec<Row<Traced>> =
            matrix.iter().map(|row| row.iter().map(|(j, _)| (*j, *next.next().expect("an input"))).collect()).collect();
        let factors = elimination.factorise(&rows);
        let mut out = elimination.solve(&factors.numbers, &x[entries..]);
        out.push(factors.relative_pivot);
        out
    })
}

#[test]
fn a_recording_has_the_same_bits() {
    let mut numbers = Numbers(5);
    for matrix in [chain(3, 5, 1e3, &mut numbers), sparse(12, 4, &mut numbers)] {
        let elimination = Elimination::choose(std::slice::from_ref(&matrix)).expect("an order");
        let right = numbers.vector(matrix.len());
        let factors = elimination.factorise(&matrix);
        let mut expected = elimination.solve(&factors.numbers, &right);
        expected.push(factors.relative_pivot);
        let inputs: Vec<f64> = matrix.iter().flatten().map(|(_, value)| *value).chain(right).collect();
        assert_eq!(interpret(&recorded(&elimination, &matrix), &inputs), expected);
    }
}

/// Elements with dense blocks over so many nodes of six unknowns, each joined to the next by a node.
fn elements(count: usize, nodes: usize, numbers: &mut Numbers) -> Vec<Row<f64>> {
    let of_element = |element: usize| 6 * (nodes - 1) * element..6 * (nodes - 1) * element + 6 * nodes;
    let size = of_element(count - 1).end;
    let mut all = DMatrix::zeros(size, size);
    for element in 0..count {
        for (i, j) in of_element(element).flat_map(|i| of_element(element).map(move |j| (i, j))) {
            all[(i, j)] += if i == j { 40.0 + numbers.next() } else { numbers.next() };
        }
    }
    let row = |i: usize| (0..size).map(|j| (j, all[(i, j)])).filter(|(_, x)| *x != 0.0).collect();
    (0..size).map(row).collect()
}

#[test]
fn fronts_that_are_alike_are_called() {
    let mut numbers = Numbers(11);
    for (count, nodes) in [(7, 3), (5, 5), (12, 2)] {
        let matrix = elements(count, nodes, &mut numbers);
        let samples = [matrix.clone(), similar(&matrix, &mut numbers)];
        let elimination = Elimination::choose(&samples).expect("an order");
        let right = numbers.vector(matrix.len());
        let (solution, relative_pivot) = elimination.solution(&matrix, &right);
        // with and without factors the operations are the same
        let factors = elimination.factorise(&matrix);
        assert_eq!(elimination.solve(&factors.numbers, &right), solution);
        assert_eq!(factors.relative_pivot, relative_pivot);
        assert!(relative_pivot > 1e-2 && relative_pivot < 0.9, "{relative_pivot}");
        let expected = dense(&matrix).lu().solve(&DVector::from_vec(right.clone())).expect("a solution");
        assert!((DVector::from_vec(solution.clone()) - expected).amax() < 1e-15);
        // recorded, with calls and with their operations in their place
        let graph = record(Precision::Double, inputs(matrix.iter().map(Vec::len).sum::<usize>() + matrix.len()), |x| {
            let mut next = x.iter();
            let mut row = |row: &Row<f64>| row.iter().map(|(j, _)| (*j, *next.next().expect("an input"))).collect();
            let rows: Vec<Row<Traced>> = matrix.iter().map(&mut row).collect();
            let (mut solution, relative_pivot) = elimination.solution(&rows, &x[x.len() - matrix.len()..]);
            solution.push(relative_pivot);
            solution
        });
        let names: Vec<&str> = graph.functions.iter().map(|function| function.name).collect();
        assert_eq!(names, ["elimination of a front", "unknowns of a front"], "{count} of {nodes}");
        let values: Vec<f64> = matrix.iter().flatten().map(|(_, x)| *x).chain(right).collect();
        let own: Vec<f64> = solution.into_iter().chain([relative_pivot]).collect();
        assert_eq!(interpret(&graph, &values), own);
        assert_eq!(interpret(&graph.without_calls(), &values), own);
        // work does not grow with the length but for what is copied
        let [calls, written] = [&graph, &graph.without_calls()].map(|graph| graph.operation_counts().0);
        println!("{count} elements of {nodes} nodes: {calls} operations and calls, {written} written out");
        assert!(calls < written, "{calls} {written}");
    }
}

#[test]
fn a_pivot_that_vanishes_in_a_front_is_seen() {
    let mut numbers = Numbers(13);
    let matrix = elements(6, 3, &mut numbers);
    let elimination = Elimination::choose(std::slice::from_ref(&matrix)).expect("an order");
    let factors = elimination.factorise(&matrix);
    let mut places = 0..;
    let places: Vec<Vec<usize>> = matrix.iter().map(|row| places.by_ref().take(row.len()).collect()).collect();
    for k in 0..matrix.len() - 6 {
        let at = matrix[k].iter().position(|(j, _)| *j == k).expect("a diagonal");
        // what is left of the entry when it is the pivot
        let pivot = 1.0 / factors.numbers[places[k][at]];
        let mut small = matrix.clone();
        small[k][at].1 -= pivot * (1.0 - 1e-11);
        let (_, relative_pivot) = elimination.solution(&small, &vec![1.0; matrix.len()]);
        assert!(relative_pivot.is_nan() || relative_pivot < 1e-8, "{k}: {relative_pivot}");
    }
    assert!(factors.relative_pivot > 1e-2);
}

#[test]
fn a_pivot_that_vanishes_is_seen() {
    let matrix = |a: f64| vec![vec![(0, a), (1, 1.0)], vec![(0, 1.0), (1, a)]];
    let elimination = Elimination::choose(&[matrix(2.0), matrix(-3.0)]).expect("an order");
    let relative = |a: f64| elimination.factorise(&matrix(a)).relative_pivot;
    assert!(relative(2.0) > 0.5 && relative(0.5) > 0.3);
    assert!(relative(1e-6) < 2e-6 && relative(1e-12) < 2e-12);
    // what is no number is above no limit
    assert!(relative(0.0).is_nan() || relative(0.0) == 0.0);
    assert!(relative(f64::NAN).is_nan());
    // rows in other units change nothing
    let scaled = |a: f64| vec![vec![(0, 1e6 * a), (1, 1e6)], vec![(0, 1e-3), (1, 1e-3 * a)]];
    let elimination = Elimination::choose(&[scaled(2.0)]).expect("an order");
    assert!(elimination.factorise(&scaled(2.0)).relative_pivot > 0.1);
    assert!(elimination.factorise(&scaled(1e-9)).relative_pivot < 1e-8);
}

#[test]
fn singular_samples_are_named() {
    let matrix = |a: f64| vec![vec![(0, 1.0), (1, 2.0)], vec![(0, 2.0), (1, a)]];
    let singular = Elimination::choose(&[matrix(1.0), matrix(4.0)]).expect_err("the second");
    assert_eq!(singular.sample, 1);
    assert!(Elimination::choose(&[vec![vec![(0, 1.0)], vec![(0, 1.0)]]]).is_err());
    assert!(Elimination::choose(&[matrix(1.0), matrix(4.0 + 1e-9)]).is_ok());
}

/// Records one iteration of Newton's method for a chain of bodies on joints: unknowns, and the relative pivot if it is
/// watched.
fn iteration(bodies: usize, elimination: &Elimination, watch: bool) -> Graph {
    record(Precision::Double, inputs(9 * bodies), |x| {
        let residuals = chain_residuals(x);
        let factors = elimination.factorise(&derivatives(&residuals, &seeds(x)));
        let increments = elimination.solve(&factors.numbers, &residuals);
        let next = x.iter().zip(increments).map(|(x, increment)| *x - increment);
        next.chain(watch.then_some(factors.relative_pivot)).collect()
    })
}

fn seeds(x: &[Traced]) -> Vec<(Traced, Vec<(usize, Traced)>)> {
    x.iter().enumerate().map(|(i, x)| (*x, vec![(i, Traced::one())])).collect()
}

/// The tangents of a chain of bodies on joints at some points.
fn tangents(bodies: usize, points: &[Vec<f64>]) -> Vec<Vec<Row<f64>>> {
    let mut columns = Vec::new();
    let graph = record(Precision::Double, inputs(9 * bodies), |x| {
        let rows = derivatives(&chain_residuals(x), &seeds(x));
        columns = rows.iter().map(|row| row.iter().map(|(column, _)| *column).collect::<Vec<_>>()).collect();
        rows.concat().into_iter().map(|(_, value)| value).collect()
    });
    let tangent = |at: &Vec<f64>| {
        let mut values = interpret(&graph, at).into_iter();
        let mut row = |columns: &Vec<usize>| columns.iter().map(|j| (*j, values.next().expect("a value"))).collect();
        columns.iter().map(&mut row).collect()
    };
    points.iter().map(tangent).collect()
}

fn chain_order(bodies: usize) -> Elimination {
    let mut numbers = Numbers(7);
    let points = [vec![0.0; 9 * bodies], numbers.vector(9 * bodies)];
    Elimination::choose(&tangents(bodies, &points)).expect("an order")
}

#[test]
fn newton_s_method_converges_quadratically() {
    let watched = iteration(3, &chain_order(3), true);
    let mut x = vec![0.0; 27];
    let mut gaps = Vec::new();
    for _ in 0..5 {
        gaps.push(chain_residuals(&x)[18..].iter().fold(0.0, |m: f64, gap| m.max(gap.abs())));
        let out = interpret(&watched, &x);
        assert!(out[27] > 1e-2, "{}", out[27]);
        x.copy_from_slice(&out[..27]);
    }
    assert!(gaps[0] > 1e-3 && gaps[4] < 1e-15, "{gaps:?}");
}

#[test]
fn the_work_of_an_iteration_is_known() {
    let work = |bodies: usize| {
        let order = chain_order(bodies);
        [false, true].map(|watch| iteration(bodies, &order, watch).operation_counts().0)
    };
    assert_eq!(work(1), [569, 602]);
    // the cost per body of long chains does not depend on their lengths
    let [short, long] = [16, 64].map(work);
    for (short, long) in short.into_iter().zip(long) {
        assert!((long as f64 / (4 * short) as f64 - 1.0).abs() < 0.04);
    }
}
