//! What the graph folds, counts once and leaves as it is.

use gyrosweep::num::{Precision, Real};
use gyrosweep::trace::{Graph, Input, Node, NodeId, Rate, Traced, interpret, record};

/// Records a function of two inputs, the first of which changes every step.
fn of_two(f: impl FnOnce(Traced, Traced) -> Vec<Traced>) -> Graph {
    let input = |name: &str, rate| Input { name: name.into(), rate };
    record(Precision::Double, vec![input("x", Rate::Step), input("p", Rate::Member)], |v| f(v[0], v[1]))
}

fn outputs(graph: &Graph) -> Vec<Node> {
    graph.outputs.iter().map(|o| graph.nodes[*o as usize]).collect()
}

#[test]
fn neutral_elements_fold() {
    let (zero, one) = (Traced::zero as fn() -> Traced, Traced::one as fn() -> Traced);
    let graph = of_two(|x, p| {
        vec![
            x * one(),
            one() * x,
            x + zero(),
            zero() + x,
            x - zero(),
            x / one(),
            -(-x),
            x * Traced::constant(-1.0) * Traced::constant(-1.0),
            Traced::select(x.less(p), x, x),
        ]
    });
    assert_eq!(outputs(&graph), vec![Node::Input(0); 9]);
    assert_eq!(graph.operation_counts(), (0, 0));
}

#[test]
fn zero_times_anything_is_zero() {
    let graph = of_two(|x, p| {
        let zero = Traced::zero();
        vec![x * zero, zero * x, zero / x, (x + p) * zero, x * zero + zero * p]
    });
    for node in outputs(&graph) {
        assert_eq!(node, Node::Constant(0.0f64.to_bits()));
    }
    assert_eq!(graph.operation_counts(), (0, 0), "the sum x + p is dead");
}

#[test]
fn what_is_recorded_exactly_keeps_its_zeros() {
    let graph = of_two(|x, p| {
        let (zero, one) = (Traced::zero(), Traced::one());
        let mut all = Traced::exactly(|| vec![x * zero, zero + x, zero - x, zero / x]);
        // equations within are free to leave them out
        all.extend(Traced::exactly(|| Traced::structurally(|| [x * zero, zero + x])));
        all.extend(Traced::exactly(|| [x - zero, x * one, x / one, x + -zero, p * Traced::constant(-1.0)]));
        all
    });
    assert_eq!(graph.operation_counts(), (4, 1));
    for x in [1.0, -1.0, 0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        let bits = |x: f64| if x.is_nan() { 0 } else { x.to_bits() };
        let found = interpret(&graph, &[x, 2.0]).into_iter().map(bits).collect::<Vec<_>>();
        let expected = [x * 0.0, 0.0 + x, 0.0 - x, 0.0 / x, 0.0, x, x, x, x, x, -2.0];
        assert_eq!(found, expected.map(bits), "{x}");
    }
}

#[test]
fn a_zero_factor_hides_nothing_that_is_not_finite() {
    let zero = Traced::zero;
    // operations per step and per member, results
    type Case = (usize, usize, fn(Traced, Traced) -> Vec<Traced>);
    let cases: [Case; 6] = [
        // the root is a factor of the result as well
        (1, 1, |x, p| vec![x * p.sqrt() + Traced::zero() * p.sqrt()]),
        // nothing else is made of the root: its product, and the sum with the result
        (1, 2, |x, p| vec![x + Traced::zero() * p.sqrt()]),
        // a sum that is made of it does not show more than it
        (1, 2, |x, p| vec![x + Traced::zero() * (p.sqrt() + x), x]),
        // a comparison does not show it
        (3, 2, |x, p| vec![Traced::select(p.sqrt().less(x), x, Traced::one()) + Traced::zero() * p.sqrt()]),
        // the quotient of zero by what may be zero: its reciprocal is required to be finite
        (1, 4, |x, p| vec![x + Traced::zero() / (p + p.abs())]),
        // a divisor shows what is not a number, and the quotient beside it that it is zero
        (1, 2, |x, p| vec![x / (p + p.abs()) + Traced::zero() / (p + p.abs())]),
    ];
    for (k, (steps, members, case)) in cases.into_iter().enumerate() {
        let graph = of_two(|x, p| {
            x.assume_at_most(1e30);
            p.assume_at_most(1e30);
            let mut results = case(x, p);
            Traced::require_finite(&mut results);
            results
        });
        let finite = |x: f64, p: f64| interpret(&graph, &[x, p]).into_iter().all(f64::is_finite);
        assert!(finite(2.0, 3.0) && !finite(2.0, -3.0), "case {k}");
        assert_eq!(graph.operation_counts(), (steps, members), "case {k}");
    }
    let finite = of_two(|x, p| {
        x.assume_at_most(1e30);
        p.assume_at_most(f64::MAX);
        let mut results = vec![p + zero() * (x * x - x.abs().floor()) + zero() * p];
        Traced::require_finite(&mut results);
        results
    });
    assert_eq!(finite.operation_counts(), (0, 0), "states and parameters are finite");
}

#[test]
fn constants_fold_exactly() {
    let c = Traced::constant;
    let graph = of_two(|x, _| {
        let known = c(1.0).less(c(2.0));
        vec![
            c(0.1) + c(0.2),
            c(0.1) - c(0.3),
            c(0.1) * c(0.2),
            c(1.0) / c(3.0),
            c(2.0).sqrt(),
            c(-1.5).floor().abs(),
            Traced::select(known, c(5.0), x),
            Traced::select(!known | known & c(2.0).less_equal(c(1.0)), x, c(6.0)),
        ]
    });
    let values: Vec<f64> = graph.outputs.iter().map(|o| graph.constant(*o).expect("a constant")).collect();
    assert_eq!(values, [0.1 + 0.2, 0.1 - 0.3, 0.1 * 0.2, 1.0 / 3.0, 2f64.sqrt(), 2.0, 5.0, 6.0]);
    assert_eq!(graph.operation_counts(), (0, 0));
    let negated = of_two(|x, _| vec![Traced::zero() - x, Traced::constant(-1.0) * x]);
    assert!(outputs(&negated).iter().all(|n| matches!(n, Node::Neg(_))));
    assert_eq!(negated.operation_counts(), (1, 0));
}

#[test]
fn equal_operations_are_counted_once() {
    let graph = of_two(|x, p| vec![(x * p) + (p * x), (x + p).sqrt() * (p + x).sqrt(), p.sqrt() + p.sqrt()]);
    // per step: x p, its double, x + p, its root, the square of that; once per member: the root of p
    // and its double
    assert_eq!(graph.operation_counts(), (5, 2));
    let ordered = of_two(|x, p| vec![x - p, p - x, x / p, p / x]);
    assert_eq!(ordered.operation_counts(), (4, 0), "operands that do not commute stay");
}

#[test]
fn nothing_is_reassociated() {
    let graph = of_two(|x, p| vec![(x + p) - p, (x * p) / p, (x + Traced::one()) + Traced::one()]);
    assert_eq!(graph.operation_counts(), (6, 0));
    assert_eq!(interpret(&graph, &[1e-20, 1.0])[0], 0.0, "as in floating point, not as in algebra");
}

#[test]
fn notes_name_the_operations_that_follow() {
    let graph = of_two(|x, p| {
        Traced::note("first");
        let a = x * p;
        Traced::note("second");
        vec![a + x, x * p]
    });
    let note = |id: NodeId| graph.notes[graph.leaves[id as usize] as usize];
    assert_eq!((note(graph.outputs[0]), note(graph.outputs[1])), ("second", "first"));
}
