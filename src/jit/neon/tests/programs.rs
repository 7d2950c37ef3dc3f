//! Programs in the emulator against the interpreter of graphs, on numbers of every kind.

use super::emulator::Emulator;
use crate::jit::operand::MEMBERS;
use crate::jit::{Attempts, MachineCode, Target};
use crate::num::{Function, Precision, Real, Table};
use crate::trace::{Graph, Input, Rate, Schedule, Traced, interpret, record};
use std::sync::Arc;

/// Returns the parts of a function: what is computed once per member, and every step.
fn parts(code: &MachineCode) -> [usize; 2] {
    [code.functions[0].member_at, code.functions[0].step_at]
}

fn emulator(code: &MachineCode, members: &[Vec<f64>]) -> Emulator {
    let mut slots = vec![0u64; code.slot_count * MEMBERS];
    for (slot, value) in &code.preset {
        slots[*slot as usize * MEMBERS..][..MEMBERS].fill(value.to_bits());
    }
    for (lane, inputs) in members.iter().enumerate() {
        inputs.iter().enumerate().for_each(|(slot, value)| slots[slot * MEMBERS + lane] = value.to_bits());
    }
    let constants = code.bytes[..code.code_at].as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
    Emulator::new(slots, code.spills() * Target::Neon.lanes(), constants.collect(), code.tables.clone())
}

fn run(emulator: &mut Emulator, code: &MachineCode, attempts: u32) {
    let [member, step] = parts(code);
    emulator.call(code.instructions(), member, 1);
    emulator.call(code.instructions(), step, attempts);
}

fn compare(graph: &Graph, members: &[Vec<f64>], what: &str) -> usize {
    let code = MachineCode::new(graph, &Schedule::new(graph), None, Target::Neon);
    let mut emulator = emulator(&code, members);
    run(&mut emulator, &code, 1);
    for (lane, inputs) in members.iter().enumerate() {
        for (output, expected) in interpret(graph, inputs).into_iter().enumerate() {
            let slot = code.functions[0].outputs[output] as usize;
            let found = f64::from_bits(emulator.memory[0][slot * MEMBERS + lane]);
            let same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
            assert!(same, "{what}, member {lane}, result {output}: {found:?}, not {expected:?}\n{}", code.listing());
        }
    }
    code.spills()
}

/// A linear congruential generator (Knuth, MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize * n) >> 31
    }

    fn number(&mut self) -> f64 {
        const SPECIAL: [f64; 9] =
            [0.0, -0.0, 1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, 5e-324, f64::MIN_POSITIVE];
        match self.below(3) {
            0 => SPECIAL[self.below(SPECIAL.len())],
            1 => self.below(9) as f64 - 4.0,
            _ => (self.below(1 << 30) as f64 / 1e9 - 0.5) * 10f64.powi(self.below(40) as i32 - 20),
        }
    }

    fn members(&mut self, inputs: usize) -> Vec<Vec<f64>> {
        (0..MEMBERS).map(|_| (0..inputs).map(|_| self.number()).collect()).collect()
    }
}

fn inputs(count: usize) -> Vec<Input> {
    let rate = |i: usize| if i.is_multiple_of(3) { Rate::Member } else { Rate::Step };
    (0..count).map(|i| Input { name: format!("x{i}"), rate: rate(i) }).collect()
}

/// A function that is called, which calls itself once as another one.
#[derive(Clone)]
struct Sample(usize, Arc<Table>);

impl Function for Sample {
    fn name(&self) -> &'static str {
        "sample"
    }
    fn key(&self) -> String {
        self.0.to_string()
    }
    fn evaluate<R: Real>(&self, x: &[R]) -> Vec<R> {
        let chain: Vec<R> = (1..40).map(|k| x[0] * x[1].scale(f64::from(k)) - x[2]).collect();
        let sum = chain.iter().rev().fold(R::zero(), |sum, x| sum * *x + chain[3]);
        match self.0 {
            0 => vec![sum, chain[7]],
            _ => {
                let inner = R::call(&Self(0, Arc::clone(&self.1)), &[sum, x[2], x[1]])[1];
                vec![inner + sum, x[0].min(x[2]), x[1].entry(&self.1, 0), x[1].entry(&self.1, 2) - x[0]]
            }
        }
    }
}

/// Records operations of every kind on operands from among all values so far or from the last ones.
fn random_function(random: &mut Random, size: usize) -> Graph {
    let reach = [4, 20, size][random.below(3)];
    let tables = [4, 97].map(|rows| Arc::new(Table::new((0..3 * rows).map(|_| random.below(99) as f64).collect(), 3)));
    record(Precision::Double, inputs(6), |inputs| {
        let mut numbers = inputs.to_vec();
        let mut masks = vec![inputs[1].less(inputs[2])];
        let from = |random: &mut Random, count: usize| count - 1 - random.below(count.min(reach));
        while numbers.len() < size {
            let [a, b] = [0; 2].map(|_| numbers[from(random, numbers.len())]);
            let b = if random.below(8) == 0 { Traced::constant(random.number()) } else { b };
            let [m, other] = [0; 2].map(|_| masks[from(random, masks.len())]);
            match random.below(22) {
                0..3 => numbers.push(a + b),
                3..5 => numbers.push(a - b),
                5..8 => numbers.push(a * b),
                8 => numbers.push(a / b),
                9 => numbers.push(a.sqrt()),
                10 => numbers.push(a.floor()),
                11 => numbers.push(if random.below(2) == 0 { -a } else { a.abs() }),
                12 => numbers.push(a.min(b)),
                13 => numbers.push(a.max(b)),
                14 => numbers.push(Traced::select(m, a, b)),
                15 => numbers.push(Traced::select(m, a, Traced::zero())),
                16 => masks.push(a.less(b)),
                17 => masks.push(a.less_equal(b)),
                18 => masks.push(m & other),
                20 => {
                    let called = Sample(random.below(2), Arc::clone(&tables[1]));
                    numbers.extend(Traced::call(&called, &[a, b, numbers[from(random, numbers.len())]]));
                }
                19 => numbers.push(a.entry(&tables[random.below(2)], random.below(3))),
                _ => masks.push(if random.below(2) == 0 { m | other } else { !m }),
            }
        }
        let flags = masks.split_off(masks.len().saturating_sub(3));
        let flags = flags.into_iter().map(|mask| Traced::select(mask, Traced::one(), Traced::zero()));
        // what is read backwards is alive at once
        let sum = numbers.iter().rev().fold(Traced::zero(), |sum, number| sum + *number);
        numbers.split_off(numbers.len().saturating_sub(6)).into_iter().chain(flags).chain([sum]).collect()
    })
}

#[test]
fn random_functions_have_the_bits_of_the_interpreter() {
    let mut spilled = 0;
    for k in 0..400 {
        let mut random = Random(k);
        let size = [20, 60, 300][random.below(3)];
        let graph = random_function(&mut random, size);
        let members = random.members(graph.inputs.len());
        for graph in [graph.clone(), graph.contracted()] {
            spilled += usize::from(compare(&graph, &members, &format!("function {k}")) > 0);
        }
    }
    assert!(spilled > 40, "{spilled}");
}

#[test]
fn extremes_know_zeros_and_what_is_no_number() {
    let graph = record(Precision::Double, inputs(2), |x| vec![x[0].min(x[1]), x[0].max(x[1]), x[1].min(x[0])]);
    let of = |a: f64| [0.0, -0.0, 1.0, f64::NAN, f64::INFINITY, -1.0, 5e-324, -f64::NAN].map(|b| vec![a, b]);
    let members = [0.0, -0.0, 1.0, f64::NAN, f64::INFINITY, -1.0, 5e-324, -f64::NAN].map(of).concat();
    compare(&graph, &members, "extremes");
}

/// Displacements of instructions end after 128 slots, those of the instruction that adds to an address after 32768.
#[test]
fn slots_and_constants_may_be_far() {
    for count in [127, 130, 3000, 33_000] {
        let graph = record(Precision::Double, inputs(count), |x| {
            let ends = x[0] + x[count / 2] * x[count - 1];
            let sum = |from: usize| (0..from).fold(ends, |sum, i| sum + x[i] * Traced::constant(i as f64 + 0.5));
            vec![ends, sum(count.min(4200)), x[126] - x[count - 1]]
        });
        let mut random = Random(count as u64);
        compare(&graph, &random.members(count), &format!("{count} inputs"));
    }
}

/// Members count down from their own numbers; a group goes on until none of its members does, or until one of them is to
/// be looked at.
#[test]
fn groups_go_on_as_long_as_their_members() {
    let names = [("left", Rate::Step), ("stop", Rate::Member), ("busy", Rate::Step), ("made", Rate::Step)];
    let inputs = names.map(|(name, rate)| Input { name: name.into(), rate }).to_vec();
    let graph = record(Precision::Double, inputs, |x| {
        let (zero, one) = (Traced::zero(), Traced::one());
        let left = x[0] - one;
        let flag = |mask| Traced::select(mask, one, zero);
        vec![flag(zero.less(left)), flag(left.less_equal(x[1])), left, x[3] + one]
    });
    let attempts = Attempts { feedback: vec![(2, 0), (3, 3)], again: Some(0), stop: Some(1), busy: Some(2), all: true };
    let code = MachineCode::new(&graph, &Schedule::new(&graph), Some(&attempts), Target::Neon);
    let mut random = Random(7);
    let idle = [4, 5, 30, 62, 63];
    let member = |lane: usize, random: &mut Random| {
        let stop = if random.below(4) == 0 { random.below(9) as f64 } else { -1.0 };
        vec![1.0 + random.below(20) as f64, stop, f64::from(u8::from(!idle.contains(&lane))), 0.0]
    };
    let members: Vec<Vec<f64>> = (0..MEMBERS).map(|lane| member(lane, &mut random)).collect();
    for most in [1, 5, 1000] {
        let mut emulator = emulator(&code, &members);
        run(&mut emulator, &code, most);
        for (group, pair) in members.chunks(2).enumerate() {
            let is_busy = pair.iter().any(|m| m[2] != 0.0);
            let goes_on = |made: f64| pair.iter().any(|m| m[0] > made) && pair.iter().all(|m| m[0] - made > m[1]);
            let mut made = 0.0;
            while is_busy && made < f64::from(most) && (made == 0.0 || goes_on(made)) {
                made += 1.0;
            }
            for lane in 0..2 {
                let found = f64::from_bits(emulator.memory[0][3 * MEMBERS + 2 * group + lane]);
                assert_eq!(found, made, "group {group}, at most {most}");
            }
        }
    }
}
