//! A tape as encoded instructions, for an interpreter that runs elsewhere.

use super::assembler::is_constant_operand;
use super::{Instruction, Op, Tape};
use crate::trace::table_entry::TableEntry;

/// An encoded instruction: the operation in the lower and the slot of the result in the upper half of the first word,
/// then the operands a and b, then c and d, in halves as well; a bit for each operand that is a constant.
pub(in crate::trace) type EncodedInstruction = [u32; 4];

/// Where a tape lies among others: the first of its slots and of its constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::trace) struct Base {
    /// Slots before those of the tape.
    pub(in crate::trace) slots: usize,
    /// Constants before those of the tape.
    pub(in crate::trace) constants: usize,
    /// Constants before the places of what the tape looks up: of each where its column begins, how far rows are from each other, and
    /// how many there are.
    pub(in crate::trace) entries: usize,
}

/// The operations of encoded instructions, by their numbers: those of a tape, but for constants, which any operand can be. From
/// `MUL_ADD` on there are more than two operands.
pub(in crate::trace) const OPERATIONS: [&str; 23] = [
    "COPY",
    "NEG",
    "SQRT",
    "ABS",
    "FLOOR",
    "ADD",
    "SUB",
    "MUL",
    "DIV",
    "LESS",
    "LESS_EQUAL",
    "AND",
    "OR",
    "NOT",
    "MUL_ADD",
    "MUL_SUB",
    "SUB_MUL",
    "MUL_ADD_MUL",
    "MUL_SUB_MUL",
    "ENTRY",
    "SELECT",
    "SELECT_LESS",
    "SELECT_LESS_EQUAL",
];

impl Tape {
    /// Encodes what depends on inputs of rate [`crate::trace::Rate::Member`] only. Slots must fit 16 bits.
    pub(in crate::trace) fn encoded_member(&self, base: Base) -> Vec<EncodedInstruction> {
        self.member.iter().map(|i| encode(i, base)).collect()
    }
    /// Encodes what the outputs need that the schedule has first, and what the others need besides, for every step.
    pub(in crate::trace) fn encoded_step(&self, base: Base) -> [Vec<EncodedInstruction>; 2] {
        let (first, rest) = self.step.split_at(self.first);
        [first, rest].map(|part| part.iter().map(|i| encode(i, base)).collect())
    }
    /// Returns the constants that instructions name.
    pub(in crate::trace) fn constants(&self) -> &[f64] {
        &self.constants
    }
    /// Returns what instructions look up.
    pub(in crate::trace) fn entries(&self) -> &[TableEntry] {
        &self.entries
    }
    /// Returns the slot of output `i`, counted from the tape's own first.
    pub(in crate::trace) fn output_slot(&self, i: usize) -> usize {
        self.outputs[i] as usize
    }
}

fn encode(i: &Instruction, base: Base) -> EncodedInstruction {
    let operand = |at: usize| {
        let constant = is_constant_operand(i.op, at);
        ([i.a, i.b, i.c, i.d][at] + if constant { base.constants } else { base.slots } as u32, constant)
    };
    let (a, b, c, d) = (operand(0), operand(1), operand(2), operand(3));
    let (name, operands) = match i.op {
        Op::Constant => ("COPY", [b, b, b, b]),
        Op::Call => unreachable!("kernels have calls written out"),
        Op::Neg => ("NEG", [a, a, a, a]),
        Op::Sqrt => ("SQRT", [a, a, a, a]),
        Op::Abs => ("ABS", [a, a, a, a]),
        Op::Floor => ("FLOOR", [a, a, a, a]),
        Op::Entry => {
            let [first, width, rows] = [0, 1, 2].map(|k| (base.entries as u32 + 3 * i.b + k, true));
            ("ENTRY", [a, first, width, rows])
        }
        Op::Not => ("NOT", [a, a, a, a]),
        Op::Add | Op::AddConstant => ("ADD", [a, b, a, a]),
        Op::Sub | Op::SubConstant => ("SUB", [a, b, a, a]),
        Op::ConstantSub => ("SUB", [b, a, a, a]),
        Op::Mul | Op::MulConstant => ("MUL", [a, b, a, a]),
        Op::Div | Op::DivConstant => ("DIV", [a, b, a, a]),
        Op::ConstantDiv => ("DIV", [b, a, a, a]),
        Op::Less => ("LESS", [a, b, a, a]),
        Op::LessEqual => ("LESS_EQUAL", [a, b, a, a]),
        Op::And => ("AND", [a, b, a, a]),
        Op::Or => ("OR", [a, b, a, a]),
        Op::MulAdd | Op::ScaleAdd => ("MUL_ADD", [a, b, c, a]),
        Op::MulSub | Op::ScaleSub => ("MUL_SUB", [a, b, c, a]),
        Op::SubMul | Op::SubScale => ("SUB_MUL", [a, b, c, a]),
        Op::Linear => ("MUL_ADD", [a, b, d, a]),
        Op::MulAddMul => ("MUL_ADD_MUL", [a, b, c, d]),
        Op::MulSubMul => ("MUL_SUB_MUL", [a, b, c, d]),
        Op::FusedMulAdd | Op::FusedMulSub | Op::FusedSubMul => {
            unreachable!("kernels compute with arithmetic that fuses nothing")
        }
        Op::Select => ("SELECT", [a, b, c, a]),
        Op::SelectLess => ("SELECT_LESS", [a, b, c, d]),
        Op::SelectLessEqual => ("SELECT_LESS_EQUAL", [a, b, c, d]),
    };
    let number = OPERATIONS.iter().position(|n| *n == name).unwrap_or_else(|| unreachable!("{name} has no number"));
    let constants = (0..4).map(|at| u32::from(operands[at].1) << at).sum();
    let [a, b, c, d] = operands.map(|(place, _)| place);
    [number as u32 | (base.slots as u32 + i.to) << 16, a | b << 16, c | d << 16, constants]
}
