//! Random graphs against the interpreter.

use super::calls::Sample;
use super::{Block, MEMBERS, Random, program, same, targets};
use gyrosweep::jit::{Program, Slots};
use gyrosweep::num::{LaneReal, Precision, Real, Table};
use gyrosweep::trace::{Graph, Input, Node, Rate, Traced, interpret, record};
use std::sync::Arc;

type Mask = <Traced as Real>::Mask;

/// Random graphs that are compared; without optimisation the interpreter is too slow for all of them.
const GRAPHS: u64 = if cfg!(debug_assertions) { 4_000 } else { 100_000 };

pub(crate) fn random_inputs(random: &mut Random) -> Vec<Input> {
    let count = 1 + random.below(12);
    let input = |i| {
        let rate = if random.below(3) == 0 { Rate::Member } else { Rate::Step };
        Input { name: format!("x{i}"), rate }
    };
    (0..count).map(input).collect()
}

/// Records a random function of about `size` operations. Operands are drawn from all values so far, so that many are
/// alive for long and have to leave their registers, or from the last ones. The first two results are 1 or 0.
pub(crate) fn random_function(random: &mut Random, inputs: &[Input], size: usize) -> Graph {
    let reach = if random.below(2) == 0 { size + 12 } else { 2 + random.below(40) };
    let tables = [4, 97].map(|rows| Arc::new(Table::new((0..3 * rows).map(|_| random.below(99) as f64).collect(), 3)));
    record(Precision::Double, inputs.to_vec(), |inputs| {
        let mut numbers = inputs.to_vec();
        let mut masks: Vec<Mask> = vec![numbers[0].less(Traced::constant(0.25))];
        fn pick<T: Copy>(random: &mut Random, list: &[T], reach: usize) -> T {
            list[list.len() - 1 - random.below(list.len().min(reach))]
        }
        while numbers.len() + masks.len() < size {
            let (a, mut b) = (pick(random, &numbers, reach), pick(random, &numbers, reach));
            if random.below(8) == 0 {
                b = Traced::constant(random.number());
            }
            let (a, b) = if random.below(12) == 0 { (b, a) } else { (a, b) };
            let m = pick(random, &masks, reach);
            match random.below(27) {
                0..5 => numbers.push(a + b),
                5..9 => numbers.push(a * b),
                9..12 => numbers.push(a - b),
                12 => numbers.push(a / b),
                13 => numbers.push(a.sqrt()),
                14 => numbers.push(a.abs()),
                15 => numbers.push(a.floor()),
                16 => numbers.push(-a),
                17 => numbers.push(if random.below(2) == 0 { a.max(b) } else { a.min(b) }),
                18 => numbers.push(Traced::select(m, a, b)),
                19 => numbers.push(Traced::select(m, a, Traced::zero())),
                20 => masks.push(a.less(b)),
                21 => masks.push(a.less_equal(b)),
                22 => masks.push(m & pick(random, &masks, reach)),
                23..25 => numbers.push(a.entry(&tables[random.below(2)], random.below(3))),
                25 => numbers.extend(Traced::call(&Sample(random.below(4)), &[a, b, pick(random, &numbers, reach)])),
                _ => masks.push(if random.below(2) == 0 { m | pick(random, &masks, reach) } else { !m }),
            }
        }
        if random.below(3) == 0 {
            numbers.push(crowd(random, pick(&mut Random(size as u64), &numbers, reach)));
        }
        // results among everything, and a few of the last ones, on which most depends
        let flag = |mask| Traced::select(mask, Traced::one(), Traced::zero());
        let mut results = vec![flag(pick(random, &masks, 6)), flag(pick(random, &masks, usize::MAX))];
        results.extend((0..1 + random.below(6)).map(|_| pick(random, &numbers, usize::MAX)));
        results.extend((0..4).map(|_| pick(random, &numbers, 6)));
        results
    })
}

/// A chain of numbers and masks that is read backwards, so that all of them are alive at once: more than there are
/// registers.
fn crowd(random: &mut Random, start: Traced) -> Traced {
    let (factor, summand) = (Traced::constant(random.number()), Traced::constant(random.number()));
    let mut chain = vec![start];
    for i in 0..8 + random.below(56) {
        let next = chain[i] * factor + summand;
        chain.push(if i % 5 == 0 { next.abs() - start } else { next });
    }
    let masks: Vec<Mask> = chain.windows(2).map(|pair| pair[0].less_equal(pair[1])).collect();
    let mut sum = start;
    for (mask, link) in masks.into_iter().zip(&chain).rev() {
        sum = Traced::select(mask, sum + *link, *link - sum);
    }
    sum
}

/// Runs a graph on random members and compares some of them, the first and the last of a register among them.
fn compare_with_interpreter(random: &mut Random, graph: &Graph, program: &Program, lanes: &[usize]) -> usize {
    let mut members: Vec<Vec<f64>> =
        (0..MEMBERS).map(|_| graph.inputs.iter().map(|_| random.number()).collect()).collect();
    // groups of lanes that have the same inputs, among them those that look the same rows up
    if random.below(3) == 0 {
        let first = members[0].clone();
        members[1..MEMBERS / 2].fill(first);
    }
    let mut slots: Slots<Block> = program.slots();
    for (i, input) in program.inputs(&mut slots).iter_mut().enumerate() {
        *input = Block::from_lanes(|lane| members[lane][i]);
    }
    program.run_member(&mut slots);
    program.run(0, &mut slots, 1);
    for &lane in lanes {
        for (i, expected) in interpret(graph, &members[lane]).into_iter().enumerate() {
            let found = program.output(0, &slots, i).lane(lane);
            assert!(
                same(found, expected),
                "{}: member {lane}, result {i}: {found:?} instead of {expected:?}\n{}",
                program.code().target().name(),
                program.code().listing()
            );
        }
    }
    program.code().spills()
}

fn is_fused(node: &Node) -> bool {
    matches!(node, Node::MulAdd(..) | Node::MulSub(..) | Node::SubMul(..))
}

#[test]
fn random_graphs_have_the_bits_of_the_interpreter() {
    let targets = targets();
    let share = |part: u64, parts: u64| {
        let (mut spilled, mut fused) = (0, 0);
        for k in (part..GRAPHS).step_by(parts as usize) {
            let mut random = Random(k.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let largest = match k % 2000 {
                0 => 5000,
                1..40 => 400,
                _ => 60,
            };
            let size = 2 + random.below(largest);
            let inputs = random_inputs(&mut random);
            let graph = random_function(&mut random, &inputs, size);
            let graph = if k % 2 == 0 { graph.contracted() } else { graph };
            fused += graph.nodes.iter().filter(|node| is_fused(node)).count();
            let lanes: &[usize] = if size > 100 { &[0, 31, 63] } else { &[0, 3, 4, 7, 8, 37, 63] };
            for target in &targets {
                let program = program(&graph, None, *target);
                spilled += usize::from(compare_with_interpreter(&mut random, &graph, &program, lanes) > 0);
            }
        }
        [spilled, fused]
    };
    let [spilled, fused] = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..2).map(|part| scope.spawn(move || share(part, 2))).collect();
        let counts = parts.into_iter().map(|part| part.join().expect("no difference"));
        counts.fold([0; 2], |[a, b], [spilled, fused]| [a + spilled, b + fused])
    });
    assert!(fused > GRAPHS as usize, "{fused}");
    // graphs whose values do not all fit into registers are what is difficult
    assert!(targets.is_empty() || spilled > GRAPHS as usize / 10, "{spilled}");
}
