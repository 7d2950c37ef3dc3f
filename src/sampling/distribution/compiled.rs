//! Functions of one number as machine code, for columns of members.

use crate::jit::{MachineCode, Pages, Program, Target};
use crate::num::{Lanes, Precision};
use crate::trace::{Input, Rate, Schedule, Traced, record};
use std::sync::OnceLock;

/// Members that machine code computes at once.
const LANES: usize = 64;

/// A function as machine code.
#[derive(Debug)]
pub(super) struct Compiled(Program);

impl Compiled {
    /// Records and compiles a function; nothing where the processor has no machine code, or none is allowed.
    pub(super) fn new(function: impl FnOnce(Traced) -> Traced) -> Option<Self> {
        let target = Target::detect()?;
        let input = Input { name: "x".into(), rate: Rate::Step };
        let graph = record(Precision::Double, vec![input], |inputs| vec![function(inputs[0])]);
        let code = MachineCode::new(&graph, &Schedule::new(&graph), None, target);
        Program::new(code, Pages::System).ok().map(Self)
    }

    /// Puts values in place of arguments.
    fn put(&self, column: &mut [f64]) {
        let Self(program) = self;
        let mut slots = program.slots::<Lanes<LANES>>();
        program.run_member(&mut slots);
        for members in column.chunks_mut(LANES) {
            // the lanes behind the last member keep numbers of members before
            program.inputs(&mut slots)[0].0[..members.len()].copy_from_slice(members);
            program.run(0, &mut slots, 1);
            members.copy_from_slice(&program.output(0, &slots, 0).0[..members.len()]);
        }
    }
}

/// A function as machine code, made when a column asks for it.
pub(super) type Lazily = OnceLock<Option<Compiled>>;

/// Values that are worth machine code.
const COLUMN: usize = 256;

/// Puts values of a function in place of its arguments: by machine code where there are many, else one by one.
pub(super) fn put_values(
    lazily: &Lazily,
    column: &mut [f64],
    (recorded, of_one): (impl FnOnce(Traced) -> Traced, impl Fn(f64) -> f64),
) {
    let compiled = (column.len() >= COLUMN).then(|| lazily.get_or_init(|| Compiled::new(recorded)).as_ref()).flatten();
    match compiled {
        Some(compiled) => compiled.put(column),
        None => column.iter_mut().for_each(|x| *x = of_one(*x)),
    }
}
