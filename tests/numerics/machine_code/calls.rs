//! Functions that are called: what they compute is what is computed where they are written out.

use super::graphs::{random_function, random_inputs};
use super::{Random, same};
use gyrosweep::jit::{MachineCode, Target};
use gyrosweep::num::{Function, Precision, Real};
use gyrosweep::trace::{Graph, Input, Rate, Schedule, Tape, Traced, derivatives, interpret, record};

/// Functions of three numbers, some of which call others, or have results that are arguments or constants.
#[derive(Clone)]
pub(crate) struct Sample(pub(crate) usize);

impl Function for Sample {
    fn name(&self) -> &'static str {
        "sample"
    }
    fn key(&self) -> String {
        self.0.to_string()
    }
    fn evaluate<R: Real>(&self, x: &[R]) -> Vec<R> {
        let (a, b, c) = (x[0], x[1], x[2]);
        match self.0 {
            0 => vec![a * b + c, a, R::constant(2.5), (a - c).abs()],
            1 => {
                let chain: Vec<R> = (1..40).map(|k| a * b.scale(0.02 * f64::from(k)) - c).collect();
                vec![chain.iter().rev().fold(R::zero(), |sum, x| sum * *x + a), chain[7]]
            }
            2 => {
                let inner = R::call(&Self(1), &[b, a, R::zero()]);
                let again = R::call(&Self(1), &[inner[0], c, a]);
                vec![inner[0] + again[0], inner[1] * again[1], R::select(a.less(b), c, inner[0])]
            }
            _ => vec![R::call(&Self(2), &[a, R::one(), c])[1].sin_cos().0, (a.square() + b.square()).sqrt()],
        }
    }
}

fn inputs(count: usize) -> Vec<Input> {
    (0..count).map(|i| Input { name: format!("x{i}"), rate: Rate::Step }).collect()
}

#[test]
fn tapes_and_what_is_written_out_have_the_bits_of_calls() {
    let mut called = 0;
    for k in 0..if cfg!(debug_assertions) { 500 } else { 5000 } {
        let mut random = Random(k);
        let (inputs, size) = (random_inputs(&mut random), [30, 60, 400][random.below(3)]);
        let graph = random_function(&mut random, &inputs, size);
        let graph = if k % 2 == 0 { graph.contracted() } else { graph };
        called += usize::from(!graph.functions.is_empty());
        let written = graph.without_calls();
        assert!(written.functions.is_empty());
        let tape = Tape::new(&graph, &Schedule::new(&graph));
        for _ in 0..4 {
            let values: Vec<f64> = inputs.iter().map(|_| random.number()).collect();
            let expected = interpret(&graph, &values);
            for (what, found) in [("written", interpret(&written, &values)), ("tape", tape.evaluate(&[&values]))] {
                assert!(found.iter().zip(&expected).all(|(a, b)| same(*a, *b)), "{k} {what}: {found:?} {expected:?}");
            }
        }
    }
    assert!(called > 300, "{called}");
}

/// First and second derivatives of a function that calls others, by two of its inputs.
fn derived(kind: usize, calls: bool) -> Graph {
    record(Precision::Double, inputs(3), |x| {
        let results = match calls {
            true => Traced::call(&Sample(kind), x),
            false => Sample(kind).evaluate(x),
        };
        let seeds = [(x[0], vec![(0, Traced::one())]), (x[2], vec![(1, Traced::one())])];
        let full = |rows: Vec<Vec<(usize, Traced)>>| {
            let entry =
                |row: &Vec<(usize, Traced)>, k| row.iter().find(|(at, _)| *at == k).map_or(Traced::zero(), |(_, x)| *x);
            rows.iter().flat_map(|row| [entry(row, 0), entry(row, 1)]).collect::<Vec<Traced>>()
        };
        let first = full(derivatives(&results, &seeds));
        let second = full(derivatives(&first, &seeds));
        results.into_iter().chain(first).chain(second).collect()
    })
}

#[test]
fn derivatives_pass_through_calls() {
    for kind in 0..4 {
        let (calls, none) = (derived(kind, true), derived(kind, false));
        assert!(!calls.functions.is_empty());
        let x = [0.3, -0.7, 0.45];
        for (i, (found, expected)) in interpret(&calls, &x).into_iter().zip(interpret(&none, &x)).enumerate() {
            let error = (found - expected).abs();
            assert!(error <= 1e-13 * (1.0 + expected.abs()), "{kind}, {i}: {found} {expected}");
        }
    }
}

#[test]
fn derivatives_of_calls_whose_arguments_depend_alike_are_one_function() {
    let graph = record(Precision::Double, inputs(6), |x| {
        // each of two unknowns of its own, the third of both
        let along = |x: &[Traced]| [x[0] * x[1], x[0] - x[1], x[2] * x[2]];
        let called: Vec<Traced> = [&x[..3], &x[3..]].iter().map(|x| Traced::call(&Sample(0), &along(x))[0]).collect();
        let other = Traced::call(&Sample(0), &[x[0] * x[4], x[2], x[4]])[0];
        let seeds: Vec<_> = [0, 1, 3, 4].iter().enumerate().map(|(k, i)| (x[*i], vec![(k, Traced::one())])).collect();
        let rows = derivatives(&[called[0], called[1], other], &seeds);
        let unknowns = rows.iter().map(|row| row.iter().map(|(at, _)| *at).collect::<Vec<_>>()).collect::<Vec<_>>();
        assert_eq!(unknowns, [vec![0, 1], vec![2, 3], vec![0, 3]]);
        rows.into_iter().flatten().map(|(_, x)| x).collect()
    });
    // the derivatives of the first two, and those of the third
    let called = graph.functions.iter().filter(|function| function.graph.inputs.len() > 3).count();
    assert_eq!(called, 2, "{:?}", graph.functions.iter().map(|f| f.graph.inputs.len()).collect::<Vec<_>>());
    let x = [0.3, -0.7, 0.45, 1.1, 0.2, -0.6];
    let value = |x: &[f64]| Sample(0).evaluate(&[x[0] * x[1], x[0] - x[1], x[2] * x[2]])[0];
    let slope = |first: usize, i: usize| {
        let moved = |by: f64| {
            let mut x = x[first..first + 3].to_vec();
            x[i] += by;
            value(&x)
        };
        (moved(1e-6) - moved(-1e-6)) / 2e-6
    };
    for (found, (first, i)) in interpret(&graph, &x).into_iter().zip([(0, 0), (0, 1), (3, 0), (3, 1)]) {
        assert!((found - slope(first, i)).abs() < 1e-9, "{found} {}", slope(first, i));
    }
}

#[test]
fn a_function_is_recorded_once_for_arguments_that_are_alike() {
    let graph = record(Precision::Double, inputs(6), |x| {
        let [first, second] = [&x[..3], &x[3..]].map(|x| Traced::call(&Sample(1), x)[0]);
        let third = Traced::call(&Sample(1), &[x[0], x[1], Traced::zero()])[0];
        vec![first, second, third, Traced::call(&Sample(1), &x[..3])[1]]
    });
    // with and without the zero
    assert_eq!(graph.functions.len(), 2);
    for target in Target::ALL {
        let listing = MachineCode::new(&graph, &Schedule::new(&graph), None, target).listing();
        assert_eq!(listing.matches("; ==== sample, a function that is called").count(), 2, "{target:?}:\n{listing}");
    }
}
