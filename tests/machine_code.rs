//! Machine code computes what the graph says: against the interpreter on random graphs, against the scalar reference
//! on every scenario and method, bit for bit. What is not a number has bits that IEEE leaves open; that it is none is
//! compared.

mod common;

use common::*;
use gyrosweep::ensemble::cpu::{Code, CpuBackend, InstructionSet, LaneWidth, machine};
use gyrosweep::ensemble::{Backend, Chunk, Method, Steps};
use gyrosweep::integrator;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::jit::{Attempts, MachineCode, Memory, Pages, Program, Target};
use gyrosweep::model::Expr;
use gyrosweep::num::{LaneReal, Lanes, Precision, Real};
use gyrosweep::trace::{Graph, Input, Rate, Schedule, Traced, interpret, record};

/// Members of a block.
const MEMBERS: usize = 64;
type Block = Lanes<MEMBERS>;
type Mask = <Traced as Real>::Mask;

/// Random graphs that are compared; without optimisation the interpreter is too slow for all of them.
const GRAPHS: u64 = if cfg!(debug_assertions) { 4_000 } else { 100_000 };

/// The instruction sets that this processor has; says which it has not.
fn targets() -> Vec<Target> {
    let has = |target: &Target| {
        if !target.is_available() {
            eprintln!("skipped: this processor has no {}", target.name());
        }
        target.is_available()
    };
    Target::ALL.into_iter().filter(has).collect()
}

fn program(graph: &Graph, attempts: Option<&Attempts>, target: Target) -> Program {
    let code = MachineCode::new(graph, &Schedule::new(graph), attempts, target);
    Program::new(code, Pages::System).expect("machine code is allowed here")
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

// ---- random graphs ------------------------------------------------------------------------------

/// A linear congruential generator (Knuth, MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize * n) >> 31
    }
    /// Numbers of every kind: special ones, and of any size.
    fn number(&mut self) -> f64 {
        const SPECIAL: [f64; 12] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MIN_POSITIVE,
            5e-324,
            f64::MAX,
            -2.5,
        ];
        match self.below(4) {
            0 => SPECIAL[self.below(SPECIAL.len())],
            1 => (self.below(2001) as f64 - 1000.0) / 8.0,
            2 => (self.below(1 << 30) as f64 / 1e9 - 0.5) * 10f64.powi(self.below(40) as i32 - 20),
            _ => self.below(1 << 30) as f64 / 1e9 - 0.5,
        }
    }
}

/// Records a random function of about `size` operations. Operands are drawn from all values so far, so that many are
/// alive for long and have to leave their registers, or from the last ones.
fn random_graph(random: &mut Random, size: usize) -> Graph {
    let inputs = (0..1 + random.below(12)).map(|i| {
        let rate = if random.below(3) == 0 { Rate::Member } else { Rate::Step };
        Input { name: format!("x{i}"), rate }
    });
    let inputs: Vec<Input> = inputs.collect();
    let reach = if random.below(2) == 0 { size + 12 } else { 2 + random.below(40) };
    record(Precision::Double, inputs, |inputs| {
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
            match random.below(24) {
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
                _ => masks.push(if random.below(2) == 0 { m | pick(random, &masks, reach) } else { !m }),
            }
        }
        if random.below(3) == 0 {
            numbers.push(crowd(random, pick(&mut Random(size as u64), &numbers, reach)));
        }
        // results among everything, and a few of the last ones, on which most depends
        let mut results: Vec<Traced> = (0..1 + random.below(6)).map(|_| pick(random, &numbers, usize::MAX)).collect();
        results.extend((0..4).map(|_| pick(random, &numbers, 6)));
        results.push(Traced::select(pick(random, &masks, 6), Traced::one(), Traced::zero()));
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
    let members: Vec<Vec<f64>> = (0..MEMBERS).map(|_| graph.inputs.iter().map(|_| random.number()).collect()).collect();
    let mut memory: Memory<Block> = program.memory();
    for (i, input) in program.inputs(&mut memory).iter_mut().enumerate() {
        *input = Block::from_lanes(|lane| members[lane][i]);
    }
    program.run_member(&mut memory);
    program.run_step(&mut memory, 1);
    for &lane in lanes {
        for (i, expected) in interpret(graph, &members[lane]).into_iter().enumerate() {
            let found = program.output(&memory, i).lane(lane);
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

#[test]
fn random_graphs_have_the_bits_of_the_interpreter() {
    let targets = targets();
    let share = |part: u64, parts: u64| {
        let mut spilled = 0;
        for k in (part..GRAPHS).step_by(parts as usize) {
            let mut random = Random(k.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let largest = match k % 2000 {
                0 => 5000,
                1..40 => 400,
                _ => 60,
            };
            let size = 2 + random.below(largest);
            let graph = random_graph(&mut random, size);
            let lanes: &[usize] = if size > 100 { &[0, 31, 63] } else { &[0, 3, 4, 7, 8, 37, 63] };
            for target in &targets {
                let program = program(&graph, None, *target);
                spilled += usize::from(compare_with_interpreter(&mut random, &graph, &program, lanes) > 0);
            }
        }
        spilled
    };
    let spilled: usize = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..2).map(|part| scope.spawn(move || share(part, 2))).collect();
        parts.into_iter().map(|part| part.join().expect("no difference")).sum()
    });
    // graphs whose values do not all fit into registers are what is difficult
    assert!(targets.is_empty() || spilled > GRAPHS as usize / 5, "{spilled}");
}

// ---- attempts -----------------------------------------------------------------------------------

/// A function that is evaluated in attempts: a state x, y, how many steps are left, whether there is a member; the
/// state changes places with itself, and its old value is read late.
fn attempts() -> (Graph, Attempts) {
    let input = |name: &str, rate| Input { name: name.into(), rate };
    let names = [("p", Rate::Member), ("x", Rate::Step), ("y", Rate::Step), ("left", Rate::Step), ("busy", Rate::Step)];
    let graph = record(Precision::Double, names.map(|(name, rate)| input(name, rate)).to_vec(), |inputs| {
        let [p, x, y, left, busy] = [0, 1, 2, 3, 4].map(|i| inputs[i]);
        let (zero, one) = (Traced::zero(), Traced::one());
        let attempt = x * p + y;
        let plain = zero.less(left) & attempt.less(Traced::constant(40.0));
        let stop = zero.less(busy) & !plain;
        let x_next = Traced::select(plain, attempt, x);
        let y_next = Traced::select(plain, y + x * Traced::constant(0.125), y);
        let number = |mask| Traced::select(mask, one, zero);
        vec![number(plain), number(stop), attempt, x, x_next, y_next, left - number(plain)]
    });
    (graph, Attempts { feedback: vec![(4, 1), (5, 2), (6, 3)], again: 0, stop: 1, busy: Some(4) })
}

#[test]
fn attempts_end_where_a_member_wants_more() {
    let (graph, attempts) = attempts();
    for target in targets() {
        let program = program(&graph, Some(&attempts), target);
        for most in [1, 2, 7, u32::MAX] {
            let mut random = Random(u64::from(most));
            // groups without a member, with some, with all
            let mut members: Vec<Vec<f64>> = (0..MEMBERS)
                .map(|lane| {
                    let busy = match lane / 8 {
                        0 => 0,
                        1 => random.below(2),
                        _ => 1,
                    } as f64;
                    let left = if busy == 0.0 { 0.0 } else { random.below(20) as f64 };
                    vec![0.5 + random.below(100) as f64 / 100.0, 1.0, random.below(9) as f64, left, busy]
                })
                .collect();
            let mut memory: Memory<Block> = program.memory();
            for (i, input) in program.inputs(&mut memory).iter_mut().enumerate() {
                *input = Block::from_lanes(|lane| members[lane][i]);
            }
            program.run_member(&mut memory);
            program.run_step(&mut memory, most);
            let lanes = |group: usize| group * target.lanes()..(group + 1) * target.lanes();
            let mut running: Vec<usize> = (0..MEMBERS / target.lanes()).collect();
            running.retain(|group| members[lanes(*group)].iter().any(|m| m[4] != 0.0));
            let few = running.len() / 2;
            let mut results = vec![None; MEMBERS];
            for _ in 0..most {
                running.retain(|group| {
                    for lane in lanes(*group) {
                        let result = interpret(&graph, &members[lane]);
                        for (output, input) in &attempts.feedback {
                            members[lane][*input] = result[*output];
                        }
                        results[lane] = Some(result);
                    }
                    let mut of_group = results[lanes(*group)].iter().flatten();
                    of_group.clone().all(|r| r[attempts.stop] == 0.0) && of_group.any(|r| r[attempts.again] == 1.0)
                });
                if running.len() <= few {
                    break;
                }
            }
            for (lane, result) in results.iter().enumerate() {
                for (i, expected) in result.iter().flatten().enumerate() {
                    let found = program.output(&memory, i).lane(lane);
                    assert!(same(found, *expected), "{target:?}, {most}, member {lane}, result {i}: {found:?}");
                }
                for (i, expected) in members[lane].iter().enumerate() {
                    let found = program.inputs(&mut memory)[i].lane(lane);
                    assert!(same(found, *expected), "{target:?}, {most}, member {lane}, input {i}: {found:?}");
                }
            }
        }
    }
}

// ---- scenarios ----------------------------------------------------------------------------------

fn machine(instructions: InstructionSet) -> CpuBackend {
    CpuBackend::with(Some(1), LaneWidth::SixtyFour, instructions).expect("a thread")
}

/// Backends with machine code for every instruction set of this processor.
fn machines() -> Vec<CpuBackend> {
    let sets = [InstructionSet::Avx2, InstructionSet::Avx512].into_iter().zip(Target::ALL);
    sets.filter(|(_, target)| target.is_available()).map(|(set, _)| machine(set)).collect()
}

/// All that a chunk holds, as bits.
fn bits(chunk: &Chunk) -> Vec<u64> {
    let mut all: Vec<u64> = chunk.outcomes.iter().map(|o| u64::from(o.code())).collect();
    all.extend(chunk.steps.iter().chain(&chunk.rejected).map(|n| u64::from(*n)));
    let mut add = |values: &[f64]| all.extend(values.iter().map(|v| v.to_bits()));
    add(&chunk.times);
    add(&chunk.outputs);
    add(&chunk.samples.values);
    add(&chunk.samples.rows.iter().map(|(_, t)| *t).collect::<Vec<_>>());
    for (_, event) in &chunk.events {
        add(&[event.event as f64, event.time]);
        add(&event.values);
    }
    all
}

/// Compares machine code with the scalar reference on the members that a scenario has.
fn compare(name: &str, s: &Scenario) {
    let scalar = CpuBackend::new(Some(1), LaneWidth::One).expect("a thread");
    let expected = bits(&run_on(&scalar, s));
    for backend in machines() {
        assert!(bits(&run_on(&backend, s)) == expected, "{name}: {}", backend.description());
    }
}

/// A scenario cut to some steps: a fiftieth of its duration, and at most three hundred members.
fn shortened(path: &std::path::Path) -> Scenario {
    let text = std::fs::read_to_string(path).expect("a scenario");
    let mut short = String::new();
    for line in text.lines() {
        let value = |key: &str| line.strip_prefix(key)?.trim().strip_prefix('=')?.trim().parse::<f64>().ok();
        short += &match (value("duration"), value("members")) {
            (Some(duration), _) => format!("duration = {:?}", duration / 50.0),
            (_, Some(members)) => format!("members = {}", members.min(300.0)),
            _ => line.to_string(),
        };
        short.push('\n');
    }
    Scenario::parse(path, &short, Default::default()).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn every_scenario_has_the_bits_of_the_scalar_reference() {
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("scenarios")).expect("scenarios") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|e| e == "toml") {
            compare(&path.display().to_string(), &shortened(&path));
            count += 1;
        }
    }
    assert!(count > 10);
}

#[test]
fn every_method_has_the_bits_of_the_scalar_reference() {
    let parts = [("members = 16384", "members = 19"), ("duration = 0.1", "duration = 0.0042")];
    let s = scenario("heavy_top_sweep", &[parts[0], parts[1], ("[plan]", "[sampling]\nevery = 0.0013\n[plan]")]);
    for integrator in integrator::ALL {
        for step in ["1e-4", "7e-4"] {
            let steps = Steps::Fixed(Expr::Constant(step.parse().expect("a number")));
            let study = s.study.with_method(Method { integrator, steps, ..s.study.method.clone() }).expect("a study");
            compare(integrator.name, &Scenario { study, ..scenario("heavy_top_sweep", &[]) });
        }
        if integrator.error_order().is_some() {
            let adaptive = format!("integrator = \"{}\"\ntolerance = 1e-6", integrator.name);
            let parts = [parts[0], parts[1], ("integrator = \"rkmk4\"\nstep = 1e-4", adaptive.as_str())];
            compare(integrator.name, &scenario("heavy_top_sweep", &parts));
        }
    }
}

// ---- where it is not allowed --------------------------------------------------------------------

#[test]
fn tapes_take_over_where_machine_code_is_not_allowed() {
    let s = scenario("heavy_top_sweep", &[("members = 16384", "members = 70"), ("duration = 0.1", "duration = 0.005")]);
    let allowed = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread");
    let expected = bits(&run_on(&allowed, &s));
    let forbidden = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread").with_pages(Pages::Forbidden);
    assert!(bits(&run_on(&forbidden, &s)) == expected);
    let tapes = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread").with_code(Code::Tape);
    assert!(bits(&run_on(&tapes, &s)) == expected);
    assert!(tapes.description().ends_with("tapes"), "{}", tapes.description());
    if Target::detect().is_some() {
        assert!(allowed.description().ends_with("machine code"), "{}", allowed.description());
        let text = forbidden.description();
        assert!(text.contains("tapes (machine code not allowed: permission denied)"), "{text}");
    }
}

#[test]
fn the_system_lets_pages_be_executed_and_then_not_written() {
    if Target::detect().is_none() {
        return;
    }
    let (graph, attempts) = attempts();
    let program = program(&graph, Some(&attempts), targets()[0]);
    Pages::System.check().expect("machine code is allowed here");
    assert_eq!(Pages::Forbidden.check().map_err(|e| e.kind()), Err(std::io::ErrorKind::PermissionDenied));
    drop(program);
    #[cfg(target_os = "linux")]
    {
        let _kept = self::program(&graph, Some(&attempts), targets()[0]);
        let maps = std::fs::read_to_string("/proc/self/maps").expect("what is mapped");
        let rights: Vec<&str> = maps.lines().filter_map(|l| l.split(' ').nth(1)).collect();
        assert!(rights.contains(&"r-xp"), "{maps}");
        assert!(!rights.iter().any(|r| r.contains("wx")), "{maps}");
    }
}

// ---- in words -----------------------------------------------------------------------------------

#[test]
fn the_listing_names_equations_and_places() {
    let s = scenario("heavy_top_sweep", &[]);
    for target in Target::ALL {
        let [round, outputs] = machine::codes(&s.study, target);
        let text = round.listing();
        let names = ["p_mass", "v0", "the end of a step", "once per member", "every step", "to the next step"];
        for name in names {
            assert!(text.contains(name), "{target:?}: no {name:?} in\n{text}");
        }
        assert!(!text.contains("(bad)"), "{text}");
        let (multiply, register) = ("vmulpd", if target == Target::Avx512 { "zmm31" } else { "ymm15" });
        assert!(text.contains(multiply) && text.contains(register), "{text}");
        assert!(!text.contains("vfm"), "nothing is fused: {text}");
        assert!(outputs.listing().contains("result 0"));
    }
}
