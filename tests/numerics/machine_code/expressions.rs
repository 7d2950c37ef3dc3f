//! Random expressions: the plain number, the recorded graph, tapes, machine code, maybe-constants and duals give the same
//! bits, signs of zeros included, for arguments of every kind.

use super::{Block, MEMBERS, Random, program, same, targets};
use gyrosweep::jit::Slots;
use gyrosweep::model::expression::{Expr, Scope};
use gyrosweep::num::{Dual, LaneReal, MaybeConstant, Precision, Real};
use gyrosweep::trace::{Graph, Input, Rate, Schedule, Tape, Traced, interpret, record};

/// Random expressions that are compared.
const EXPRESSIONS: u64 = if cfg!(debug_assertions) { 3_000 } else { 60_000 };

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// Writes a random expression; the further inwards, the more likely a name or a number.
fn text(random: &mut Random, depth: usize) -> String {
    const NUMBERS: [&str; 8] = ["0", "-0", "1", "-1", "2", "0.5", "1e-320", "1e300"];
    const ONE: [&str; 19] = [
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "exp",
        "ln",
        "log10",
        "sqrt",
        "abs",
        "floor",
        "sign",
        "step",
        "smoothstep",
        "-",
    ];
    const TWO: [&str; 4] = ["atan2", "min", "max", "mod"];
    const EXPONENTS: [&str; 7] = ["2", "-2", "(1 + 2)", "0", "0.5", "-1.5", "1e4"];
    if random.below(depth + 2) == 0 || depth == 0 {
        return if random.below(3) == 0 { NUMBERS[random.below(8)] } else { NAMES[random.below(4)] }.to_string();
    }
    let mut next = || text(random, depth - 1);
    let (a, b, c) = (next(), next(), next());
    match random.below(16) {
        0..7 => format!("({a}) {} ({b})", ["+", "-", "*", "*", "/"][random.below(5)]),
        7 => format!("({a})^({b})"),
        8 => format!("({a})^{}", EXPONENTS[random.below(7)]),
        9..13 => format!("{}({a})", ONE[random.below(19)]),
        13 => format!("{}({a}, {b})", TWO[random.below(4)]),
        14 => format!("where({a}, {b}, {c})"),
        _ => format!("clamp({a}, {b}, {c})"),
    }
}

/// Records an expression whose first arguments are inputs and whose others are constants of the recording.
fn recorded(expression: &Expr, constants: &[f64]) -> Graph {
    let rate = |i: usize| if i.is_multiple_of(2) { Rate::Step } else { Rate::Member };
    let inputs = NAMES.len() - constants.len();
    let inputs = (0..inputs).map(|i| Input { name: NAMES[i].into(), rate: rate(i) }).collect();
    record(Precision::Double, inputs, |inputs| {
        let all: Vec<Traced> = inputs.iter().copied().chain(constants.iter().map(|c| Traced::constant(*c))).collect();
        vec![expression.evaluate(&all)]
    })
}

#[test]
fn random_expressions_have_the_same_bits_in_every_number() {
    let scope = Scope::of_parameters(&NAMES.map(String::from));
    let targets = targets();
    let mut zeros = [0; 2];
    for k in 0..EXPRESSIONS {
        let mut random = Random(k.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 7);
        let depth = 1 + random.below(4);
        let text = text(&mut random, depth);
        let Ok(expression) = Expr::parse(&text, &scope) else { continue };
        let constants: Vec<f64> = (0..random.below(4)).map(|_| random.number()).collect();
        let graph = recorded(&expression, &constants);
        let members: Vec<Vec<f64>> = (0..MEMBERS)
            .map(|_| graph.inputs.iter().map(|_| random.number()).chain(constants.iter().copied()).collect())
            .collect();
        let expected: Vec<f64> = members.iter().map(|x| expression.evaluate(x)).collect();
        let check = |what: &str, member: usize, found: f64| {
            let (x, expected) = (&members[member], expected[member]);
            assert!(same(found, expected), "{text} at {x:?}: {found:?} by {what} instead of {expected:?}");
        };
        let inputs = graph.inputs.len();
        for (m, x) in members.iter().enumerate() {
            zeros[usize::from(expected[m].is_sign_negative())] += usize::from(expected[m] == 0.0);
            check("the graph", m, interpret(&graph, &x[..inputs])[0]);
            if m < 4 {
                let maybe: Vec<_> = x.iter().map(|x| MaybeConstant::Number(*x)).collect();
                check("a maybe-constant", m, expression.evaluate(&maybe).number());
                let dual: Vec<_> = x.iter().enumerate().map(|(i, x)| Dual::<f64, 2>::variable(*x, i % 2)).collect();
                check("a dual number", m, expression.evaluate(&dual).re);
            }
        }
        let tape = Tape::new(&graph, &Schedule::new(&graph));
        let mut slots = tape.slots::<Block>();
        for (i, input) in slots.inputs(&tape).iter_mut().enumerate() {
            *input = Block::from_lanes(|lane| members[lane][i]);
        }
        tape.run_member(&mut slots);
        tape.run_step(&mut slots);
        (0..MEMBERS).for_each(|m| check("a tape", m, tape.output(&slots, 0).lane(m)));
        for target in &targets {
            let program = program(&graph, None, *target);
            let mut slots: Slots<Block> = program.slots();
            for (i, input) in program.inputs(&mut slots).iter_mut().enumerate() {
                *input = Block::from_lanes(|lane| members[lane][i]);
            }
            program.run_member(&mut slots);
            program.run(0, &mut slots, 1);
            (0..MEMBERS).for_each(|m| check(target.name(), m, program.output(0, &slots, 0).lane(m)));
        }
    }
    assert!(zeros.iter().all(|count| *count > 1000), "zeros of both signs are among the results: {zeros:?}");
}
