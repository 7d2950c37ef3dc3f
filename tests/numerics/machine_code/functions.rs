//! Several functions of the same slots: iterations, results that are the inputs of others, parts that are left out.

use super::graphs::{random_function, random_inputs};
use super::reference::{Function, Members};
use super::{Block, MEMBERS, Random, attempts, same, targets};
use gyrosweep::jit::{Attempts, MachineCode, Pages, Program, Slots, Target};
use gyrosweep::num::{LaneReal, Precision, Real};
use gyrosweep::trace::{Graph, Input, Rate, Schedule, Tape, Traced, interpret, record};

fn program(functions: &[Function], names: &[&'static str], target: Target) -> Program {
    let functions: Vec<_> = functions.iter().zip(names).map(|(f, name)| f.of_program(name)).collect();
    Program::new(MachineCode::with_functions(&functions, target), Pages::System).expect("machine code is allowed here")
}

#[test]
fn attempts_end_where_a_member_wants_more() {
    let (graph, attempts) = attempts();
    for all in [false, true] {
        let attempts = Attempts { all, ..attempts.clone() };
        let functions = [Function::new(graph.clone(), graph.outputs.len(), attempts)];
        for target in targets() {
            let program = program(&functions, &[""], target);
            for most in [1, 2, 7, u32::MAX] {
                let mut random = Random(u64::from(most));
                // groups without a member, with some, with all
                let mut member = |lane: usize| {
                    let busy = match lane / 8 {
                        0 => 0,
                        1 => random.below(2),
                        _ => 1,
                    } as f64;
                    let left = if busy == 0.0 { 0.0 } else { random.below(20) as f64 };
                    vec![0.5 + random.below(100) as f64 / 100.0, 1.0, random.below(9) as f64, left, busy]
                };
                let mut members = Members::new(target, (0..MEMBERS).map(&mut member).collect(), &functions);
                let mut slots: Slots<Block> = program.slots();
                members.set(&program, &mut slots);
                program.run_member(&mut slots);
                program.run(0, &mut slots, most);
                members.run(0, &functions[0], most);
                members.compare(&program, &mut slots, &functions, &format!("at most {most}, all: {all}"));
            }
        }
    }
}

// ---- random functions ---------------------------------------------------------------------------

/// Programs that are compared.
const PROGRAMS: u64 = if cfg!(debug_assertions) { 600 } else { 15_000 };

/// A random function of these inputs, some of its outputs being inputs, in one part or two, once or in attempts.
fn random_of_program(random: &mut Random, inputs: &[Input], size: usize) -> Function {
    let graph = random_function(random, inputs, size);
    let changing: Vec<usize> = (0..inputs.len()).filter(|i| inputs[*i].rate == Rate::Step).collect();
    let mut feedback: Vec<(usize, usize)> = Vec::new();
    for &input in &changing {
        let output = random.below(graph.outputs.len());
        if random.below(2) == 0 && feedback.iter().all(|(other, _)| *other != output) {
            feedback.push((output, input));
        }
    }
    let one_of = |random: &mut Random, of: usize| (random.below(of) > 0).then_some(());
    let again = one_of(random, 4).map(|_| 0);
    let stop = one_of(random, 2).map(|_| 1);
    let busy = one_of(random, 2).and(changing.first().copied());
    let first = 2 + random.below(graph.outputs.len() - 1);
    Function::new(graph, first, Attempts { feedback, again, stop, busy, all: random.below(2) == 0 })
}

#[test]
fn random_programs_have_the_bits_of_the_interpreter() {
    let (mut spilled, mut went_on, targets) = (0, [0; 2], targets());
    for k in 0..PROGRAMS {
        let mut random = Random(k.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let inputs = random_inputs(&mut random);
        let mut functions = Vec::new();
        for _ in 0..1 + random.below(3) {
            let size = 2 + random.below(if k % 40 == 0 { 400 } else { 60 });
            functions.push(random_of_program(&mut random, &inputs, size));
        }
        for target in &targets {
            let program = program(&functions, &["a", "b", "c"], *target);
            spilled += usize::from(program.code().spills() > 0);
            let start = (0..MEMBERS).map(|_| inputs.iter().map(|_| random.number()).collect()).collect();
            let mut members = Members::new(*target, start, &functions);
            let mut slots: Slots<Block> = program.slots();
            members.set(&program, &mut slots);
            program.run_member(&mut slots);
            for round in 0..2 {
                for (number, function) in functions.iter().enumerate() {
                    let most = 1 + random.below(6) as u32;
                    program.run(number, &mut slots, most);
                    members.run(number, function, most);
                    let of = format!("program {k}, round {round}, after function {number}, at most {most}");
                    members.compare(&program, &mut slots, &functions, &of);
                }
            }
            (0..2).for_each(|i| went_on[i] += members.went_on[i]);
        }
    }
    println!("{spilled} programs with spills; groups went on {} times, did not {}", went_on[0], went_on[1]);
    let most = PROGRAMS as usize * targets.len();
    assert!(spilled * 5 >= most && went_on.iter().all(|times| *times > most), "{spilled}, {went_on:?}");
}

#[test]
fn tapes_run_in_two_parts() {
    let mut left_out = 0;
    for k in 0..PROGRAMS {
        let mut random = Random(k.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1);
        let inputs = random_inputs(&mut random);
        let size = 2 + random.below(60);
        let graph = random_function(&mut random, &inputs, size);
        let first = random.below(graph.outputs.len() + 1);
        let schedule = Schedule::in_two_parts(&graph, first);
        left_out += schedule.step.len() - schedule.first.operations;
        let tape = Tape::new(&graph, &schedule);
        let mut slots = tape.slots::<f64>();
        let start: Vec<f64> = inputs.iter().map(|_| random.number()).collect();
        slots.inputs(&tape).copy_from_slice(&start);
        tape.run_member(&mut slots);
        for _ in 0..3 {
            for i in (0..inputs.len()).filter(|i| inputs[*i].rate == Rate::Step) {
                slots.inputs(&tape)[i] = random.number();
            }
            let expected = interpret(&graph, slots.inputs(&tape));
            let check = |slots: &_, outputs| {
                for (i, expected) in expected.iter().enumerate().take(outputs) {
                    let found = tape.output(slots, i);
                    assert!(same(found, *expected), "tape {k}, result {i}: {found:?} instead of {expected:?}");
                }
            };
            tape.run_first(&mut slots);
            check(&slots, first);
            if random.below(2) == 0 {
                tape.run_rest(&mut slots);
                check(&slots, expected.len());
            }
        }
    }
    assert!(left_out as u64 > PROGRAMS, "{left_out} operations are in second parts");
}

// ---- an iteration -------------------------------------------------------------------------------

/// The inputs of steps that solve Kepler's equation x - e sin x = m for mean anomalies m that grow: the eccentricity e, m, the
/// last solution, the solution, how many iterations were made.
const KEPLER: [(&str, Rate); 5] =
    [("e", Rate::Member), ("m", Rate::Step), ("x0", Rate::Step), ("x", Rate::Step), ("count", Rate::Step)];

fn predict<R: Real>(inputs: &[R]) -> Vec<R> {
    let [e, m, x0] = [0, 1, 2].map(|i| inputs[i]);
    vec![x0 + e.scale(0.125), m + R::constant(0.5), R::zero()]
}

/// Whether the iteration goes on, iterations made, the next iterate of Newton's method.
fn iterate<R: Real>(inputs: &[R]) -> Vec<R> {
    let [e, m, _, x, count] = [0, 1, 2, 3, 4].map(|i| inputs[i]);
    let (sin, cos) = x.sin_cos();
    let residual = x - e * sin - m;
    let goes_on = R::constant(1e-14).less(residual.abs());
    let again = R::select(goes_on, R::one(), R::zero());
    let next = x - residual / (R::one() - e * cos);
    vec![again, count + again, R::select(goes_on, next, x)]
}

/// The cosine of the solution, and the solution as the last one.
fn finish<R: Real>(inputs: &[R]) -> Vec<R> {
    vec![inputs[3].sin_cos().1, inputs[3]]
}

fn recorded(function: fn(&[Traced]) -> Vec<Traced>) -> Graph {
    let inputs = KEPLER.map(|(name, rate)| Input { name: name.into(), rate });
    record(Precision::Double, inputs.to_vec(), function)
}

#[test]
fn newtons_iteration_ends_for_every_group_on_its_own() {
    let feed = |feedback: &[(usize, usize)]| Attempts { feedback: feedback.to_vec(), ..Attempts::default() };
    let newton = Attempts { again: Some(0), all: true, ..feed(&[(1, 4), (2, 3)]) };
    let functions = [
        Function::new(recorded(predict), 3, feed(&[(0, 3), (1, 1), (2, 4)])),
        Function::new(recorded(iterate), 2, newton),
        Function::new(recorded(finish), 2, feed(&[(1, 2)])),
    ];
    // eccentricities of neighbours differ, those of groups even more
    let eccentricity = |lane: usize| (lane / 8) as f64 / 8.5 + (lane % 8) as f64 / 100.0;
    for target in targets() {
        let program = program(&functions, &["predict", "iterate", "finish"], target);
        let mut slots: Slots<Block> = program.slots();
        program.inputs(&mut slots)[0] = Block::from_lanes(eccentricity);
        program.run_member(&mut slots);
        let mut members: Vec<Vec<f64>> =
            (0..MEMBERS).map(|lane| vec![eccentricity(lane), 0.0, 0.0, 0.0, 0.0]).collect();
        for step in 0..12 {
            program.run(0, &mut slots, 1);
            program.run(1, &mut slots, 30);
            program.run(2, &mut slots, 1);
            let mut counts = Vec::new();
            for (lane, member) in members.iter_mut().enumerate() {
                let begun = predict(member);
                (member[3], member[1], member[4]) = (begun[0], begun[1], begun[2]);
                for _ in 0..30 {
                    let next = iterate(member);
                    (member[4], member[3]) = (next[1], next[2]);
                    if next[0] == 0.0 {
                        break;
                    }
                }
                let end = finish(member);
                member[2] = end[1];
                counts.push(member[4]);
                let found: Vec<f64> = program.inputs(&mut slots).iter().map(|input| input.lane(lane)).collect();
                assert_eq!(found, *member, "{target:?}, step {step}, member {lane}");
                assert_eq!(program.output(2, &slots, 0).lane(lane).to_bits(), end[0].to_bits());
                assert!((member[3] - member[0] * member[3].sin() - member[1]).abs() < 1e-13);
            }
            let least = counts.iter().copied().fold(f64::INFINITY, f64::min);
            let most = counts.iter().copied().fold(0.0, f64::max);
            assert!(least + 2.0 <= most && most < 30.0, "{least} to {most} iterations");
        }
    }
}

#[test]
fn what_is_left_out_changes_nothing_and_the_most_attempts_are_made() {
    let newton = Attempts { again: Some(0), all: true, feedback: vec![(1, 4), (2, 3)], ..Attempts::default() };
    let functions = [Function::new(recorded(iterate), 2, newton)];
    for target in targets() {
        let program = program(&functions, &["iterate"], target);
        let mut slots: Slots<Block> = program.slots();
        // members of the first group are where they are to be, the others far from it
        let solved = |lane: usize| lane < target.lanes();
        program.inputs(&mut slots)[0] = Block::constant(0.5);
        program.inputs(&mut slots)[3] = Block::from_lanes(|lane| if solved(lane) { 0.0 } else { 2.0 });
        program.run_member(&mut slots);
        program.run(0, &mut slots, 2);
        for lane in 0..MEMBERS {
            let [x, count] = [3, 4].map(|i| program.inputs(&mut slots)[i].lane(lane));
            let expected = if solved(lane) { 0.0 } else { 2.0 };
            assert_eq!(count, expected, "{target:?}, member {lane}");
            assert_eq!(x == 0.0, solved(lane), "{target:?}, member {lane}: {x}");
        }
    }
}

#[test]
fn inputs_change_places() {
    let inputs = KEPLER.map(|(name, rate)| Input { name: name.into(), rate });
    let graph = record(Precision::Double, inputs.to_vec(), |x| vec![x[2], x[3], x[1] + x[2], x[4], x[1]]);
    let feedback = vec![(0, 3), (1, 2), (2, 1)];
    for first in [1, 2, 3, 5] {
        let attempts = Attempts { feedback: feedback.clone(), ..Attempts::default() };
        let functions = [Function::new(graph.clone(), first, attempts)];
        for target in targets() {
            let program = program(&functions, &["exchange"], target);
            let start = (0..MEMBERS).map(|lane| (0..5).map(|i| (10 * lane + i) as f64).collect()).collect();
            let mut members = Members::new(target, start, &functions);
            let mut slots: Slots<Block> = program.slots();
            members.set(&program, &mut slots);
            for run in 0..2 {
                program.run(0, &mut slots, 1);
                members.run(0, &functions[0], 1);
                members.compare(&program, &mut slots, &functions, &format!("run {run}"));
            }
        }
    }
}

#[test]
fn the_listing_names_functions() {
    let attempts = Attempts { again: Some(0), all: true, feedback: vec![(2, 3)], ..Attempts::default() };
    let functions =
        [Function::new(recorded(iterate), 2, attempts), Function::new(recorded(finish), 2, Attempts::default())];
    let functions = [functions[0].of_program("iterate"), functions[1].of_program("finish")];
    for target in Target::ALL {
        let text = MachineCode::with_functions(&functions, target).listing();
        let names = ["iterate, once per member", "iterate, every step", "finish, every step", "; result 0, finish"];
        for name in names {
            assert!(text.contains(name), "{target:?}: no {name:?} in\n{text}");
        }
    }
}
