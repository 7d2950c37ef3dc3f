//! Machine code computes what the graph says: against the interpreter on random graphs, against the scalar reference
//! on every scenario and method, bit for bit. What is not a number has bits that IEEE leaves open; that it is none is
//! compared.

mod calls;
mod expressions;
mod functions;
mod graphs;
mod reference;
mod scenarios;

use crate::common::*;
use gyrosweep::ensemble::cpu::{Arithmetic, Code, CpuBackend, LaneWidth, machine};
use gyrosweep::ensemble::{Backend, Chunk};
use gyrosweep::jit::{Attempts, MachineCode, Pages, Program, Target};
use gyrosweep::num::{Lanes, Precision, Real};
use gyrosweep::trace::{Graph, Input, Rate, Schedule, Traced, record};

/// Members of a block.
const MEMBERS: usize = 64;
type Block = Lanes<MEMBERS>;

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

/// All that a chunk holds, as bits.
fn bits(chunk: &Chunk) -> Vec<u64> {
    let mut all: Vec<u64> = chunk.outcomes.iter().map(|o| u64::from(o.code())).collect();
    all.extend(chunk.steps.iter().chain(&chunk.rejected).map(|n| u64::from(*n)));
    let mut add = |values: &[f64]| all.extend(values.iter().map(|v| v.to_bits()));
    add(&chunk.times);
    add(chunk.outputs.as_slice());
    add(chunk.samples.values.as_slice());
    add(&chunk.samples.rows.iter().map(|(_, t)| *t).collect::<Vec<_>>());
    for (_, event) in &chunk.events {
        add(&[event.event as f64, event.time]);
        add(&event.values);
    }
    all
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
    let feedback = vec![(4, 1), (5, 2), (6, 3)];
    (graph, Attempts { feedback, again: Some(0), stop: Some(1), busy: Some(4), all: false })
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
        let [round, outputs] = machine::codes(&s.study, target, Arithmetic::Exact);
        let text = round.listing();
        let names = ["p_mass", "v0", "the end of a step", "once per member", "every step", "to the next step"];
        for name in names {
            assert!(text.contains(name), "{target:?}: no {name:?} in\n{text}");
        }
        assert!(!text.contains("(bad)"), "{text}");
        let (multiply, register) = match target {
            Target::Avx2 => ("vmulpd", "ymm15"),
            Target::Avx512 => ("vmulpd", "zmm31"),
            Target::Neon => ("fmul", "v30"),
        };
        assert!(text.contains(multiply) && text.contains(register), "{text}");
        assert!(!text.contains("vfm") && !text.contains("fml"), "nothing is fused: {text}");
        assert!(outputs.listing().contains("result 0"));
    }
}
