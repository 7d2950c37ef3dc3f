//! Quantiles as machine code, for columns of members.

use super::law::Law;
use super::level::Level;
use crate::jit::{MachineCode, Pages, Program, Target};
use crate::num::{Lanes, Precision};
use crate::trace::{Input, Rate, Schedule, record};

/// Members that machine code computes at once.
const LANES: usize = 64;

/// The quantile of a distribution as machine code.
#[derive(Debug)]
pub(super) struct Compiled(Program);

impl Compiled {
    /// Records and compiles a quantile; nothing where the processor has no machine code, or none is allowed.
    pub(super) fn new(law: &dyn Law) -> Option<Self> {
        let target = Target::detect()?;
        let input = Input { name: "u".into(), rate: Rate::Step };
        let graph = record(Precision::Double, vec![input], |inputs| vec![law.recorded(Level::of_unit(inputs[0]))]);
        let code = MachineCode::new(&graph, &Schedule::new(&graph), None, target);
        Program::new(code, Pages::System).ok().map(Self)
    }

    /// Puts quantiles in place of probabilities.
    pub(super) fn put_quantiles(&self, column: &mut [f64]) {
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
