//! A recorded graph as a list of instructions over numbered slots, for any [`Real`]: what the CPU runs.
//!
//! Each instruction works on as many members as its number has lanes, so that its cost is spread over all of
//! them. A product that is used once is computed together with the sum that uses it: nothing is reassociated or
//! contracted, both are rounded, but the value between them needs no slot.

mod assembler;
mod call;
mod encoded;

use super::table_entry::TableEntry;
use crate::num::Real;

pub(super) use encoded::{Base, EncodedInstruction, OPERATIONS};

/// Where an instruction reads or writes; for operands named k, the index of a constant.
type Slot = u32;

/// What an instruction computes, from its operands a, b, c, d. An operand k is a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names are the operations
enum Op {
    Neg,
    Sqrt,
    Abs,
    Floor,
    /// The number of entry b in row a of its table
    Entry,
    Add,
    Sub,
    Mul,
    Div,
    /// a + k
    AddConstant,
    /// a - k
    SubConstant,
    /// k - a
    ConstantSub,
    /// a k
    MulConstant,
    /// a / k
    DivConstant,
    /// k / a
    ConstantDiv,
    /// a b + c
    MulAdd,
    /// a b - c
    MulSub,
    /// c - a b
    SubMul,
    /// a b + c d
    MulAddMul,
    /// a b - c d
    MulSubMul,
    /// a k + c
    ScaleAdd,
    /// a k - c
    ScaleSub,
    /// c - a k
    SubScale,
    /// a k + l, l the constant d
    Linear,
    /// a b + c, rounded once
    FusedMulAdd,
    /// a b - c, rounded once
    FusedMulSub,
    /// c - a b, rounded once
    FusedSubMul,
    /// Masks are numbers 1 and 0.
    Less,
    LessEqual,
    And,
    Or,
    Not,
    /// b where a holds, c elsewhere
    Select,
    /// c where a < b, d elsewhere
    SelectLess,
    /// c where a <= b, d elsewhere
    SelectLessEqual,
    /// k
    Constant,
    /// The call a
    Call,
}

#[derive(Clone, Copy, Debug)]
struct Instruction {
    op: Op,
    to: Slot,
    a: Slot,
    b: Slot,
    c: Slot,
    d: Slot,
}

/// A call: the function by its number among those of the tape, where its arguments lie, and which results go where.
#[derive(Clone, Debug)]
struct Call {
    function: usize,
    arguments: Vec<Slot>,
    results: Vec<(u32, Slot)>,
}

/// A recorded function, ready to run.
#[derive(Clone, Debug)]
pub struct Tape {
    member: Vec<Instruction>,
    step: Vec<Instruction>,
    /// How many instructions of the step the first outputs need.
    first: usize,
    constants: Vec<f64>,
    entries: Vec<TableEntry>,
    functions: Vec<Tape>,
    calls: Vec<Call>,
    slot_count: usize,
    input_count: usize,
    outputs: Vec<Slot>,
}

/// The slots of a tape, in the number that it runs in.
#[derive(Clone, Debug)]
pub struct Slots<R> {
    numbers: Vec<R>,
    of_functions: Vec<Slots<R>>,
}

impl<R: Real> Slots<R> {
    /// Returns the inputs of a tape, to be set before a run.
    #[inline(always)]
    pub fn inputs(&mut self, tape: &Tape) -> &mut [R] {
        &mut self.numbers[..tape.input_count]
    }
}

impl Tape {
    /// Makes the slots to run in.
    pub fn slots<R: Real>(&self) -> Slots<R> {
        Slots { numbers: vec![R::zero(); self.slot_count], of_functions: self.slots_of_functions() }
    }

    /// Returns the number of inputs, which lie in the first slots.
    pub fn input_count(&self) -> usize {
        self.input_count
    }
    /// Returns the number of outputs.
    pub fn output_count(&self) -> usize {
        self.outputs.len()
    }
    /// Returns the number of slots.
    pub fn slot_count(&self) -> usize {
        self.slot_count
    }

    /// Computes what depends on inputs of rate [`super::Rate::Member`] only.
    #[inline(always)]
    pub fn run_member<R: Real>(&self, slots: &mut Slots<R>) {
        run::<R, true>(self, &self.member, slots);
    }
    /// Computes the outputs from all inputs, after [`Tape::run_member`].
    #[inline(always)]
    pub fn run_step<R: Real>(&self, slots: &mut Slots<R>) {
        run::<R, true>(self, &self.step, slots);
    }
    /// Computes the outputs that the schedule has first, from all inputs, after [`Tape::run_member`]. The others hold
    /// nothing then.
    #[inline(always)]
    pub fn run_first<R: Real>(&self, slots: &mut Slots<R>) {
        run::<R, true>(self, &self.step[..self.first], slots);
    }
    /// Computes the remaining outputs, after [`Tape::run_first`], from the same inputs.
    #[inline(always)]
    pub fn run_rest<R: Real>(&self, slots: &mut Slots<R>) {
        run::<R, true>(self, &self.step[self.first..], slots);
    }
    /// Returns all outputs for inputs, which are given in pieces.
    pub fn evaluate<R: Real>(&self, inputs: &[&[R]]) -> Vec<R> {
        let mut slots = self.slots();
        slots.inputs(self).copy_from_slice(&inputs.concat());
        self.run_member(&mut slots);
        self.run_step(&mut slots);
        (0..self.output_count()).map(|i| self.output(&slots, i)).collect()
    }
    /// Returns output `i` of the last run.
    #[inline(always)]
    pub fn output<R: Real>(&self, slots: &Slots<R>, i: usize) -> R {
        slots.numbers[self.outputs[i] as usize]
    }
}

#[inline(always)]
fn truth<R: Real>(mask: R::Mask) -> R {
    R::select(mask, R::one(), R::zero())
}

#[inline(always)]
fn holds<R: Real>(number: R) -> R::Mask {
    R::zero().less(number)
}

/// Makes a call, of a function that calls none.
#[inline(always)]
fn call<R: Real>(tape: &Tape, Call { function, arguments, results }: &Call, slots: &mut Slots<R>) {
    let (called, own) = (&tape.functions[*function], &mut slots.of_functions[*function]);
    for (input, argument) in own.numbers.iter_mut().zip(arguments) {
        *input = slots.numbers[*argument as usize];
    }
    run::<R, false>(called, &called.step, own);
    for (k, slot) in results {
        slots.numbers[*slot as usize] = called.output(own, *k as usize);
    }
}

/// Runs instructions of a tape, which may be calls or not.
#[inline(always)]
#[allow(unsafe_code)]
fn run<R: Real, const CALLS: bool>(tape: &Tape, instructions: &[Instruction], all: &mut Slots<R>) {
    assert!(all.numbers.len() == tape.slot_count);
    let (mut slots, constants) = (all.numbers.as_mut_ptr(), tape.constants.as_ptr());
    // SAFETY: every index in an instruction lies within the slots or the constants of its tape, which
    // `Tape::checked` has made sure of, and there are as many, as asserted above
    // (macros, since a closure is compiled for the base instruction set)
    macro_rules! s {
        ($at:expr) => {
            // SAFETY: as above
            unsafe { *slots.add($at as usize) }
        };
    }
    macro_rules! k {
        ($at:expr) => {
            // a constant is kept once and spread over the lanes where it is used: as many copies as lanes
            // would fill the first-level cache. SAFETY: as above
            R::constant(unsafe { *constants.add($at as usize) })
        };
    }
    for i in instructions {
        let value = match i.op {
            Op::Neg => -s!(i.a),
            Op::Sqrt => s!(i.a).sqrt(),
            Op::Abs => s!(i.a).abs(),
            Op::Floor => s!(i.a).floor(),
            Op::Entry => {
                let TableEntry { table, column, .. } = &tape.entries[i.b as usize];
                s!(i.a).entry(table, *column)
            }
            Op::Add => s!(i.a) + s!(i.b),
            Op::Sub => s!(i.a) - s!(i.b),
            Op::Mul => s!(i.a) * s!(i.b),
            Op::Div => s!(i.a) / s!(i.b),
            Op::AddConstant => s!(i.a) + k!(i.b),
            Op::SubConstant => s!(i.a) - k!(i.b),
            Op::ConstantSub => k!(i.b) - s!(i.a),
            Op::MulConstant => s!(i.a) * k!(i.b),
            Op::DivConstant => s!(i.a) / k!(i.b),
            Op::ConstantDiv => k!(i.b) / s!(i.a),
            Op::MulAdd => s!(i.a) * s!(i.b) + s!(i.c),
            Op::MulSub => s!(i.a) * s!(i.b) - s!(i.c),
            Op::SubMul => s!(i.c) - s!(i.a) * s!(i.b),
            Op::MulAddMul => s!(i.a) * s!(i.b) + s!(i.c) * s!(i.d),
            Op::MulSubMul => s!(i.a) * s!(i.b) - s!(i.c) * s!(i.d),
            Op::ScaleAdd => s!(i.a) * k!(i.b) + s!(i.c),
            Op::ScaleSub => s!(i.a) * k!(i.b) - s!(i.c),
            Op::SubScale => s!(i.c) - s!(i.a) * k!(i.b),
            Op::Linear => s!(i.a) * k!(i.b) + k!(i.d),
            Op::FusedMulAdd => s!(i.a).mul_add(s!(i.b), s!(i.c)),
            Op::FusedMulSub => s!(i.a).mul_add(s!(i.b), -s!(i.c)),
            Op::FusedSubMul => (-s!(i.a)).mul_add(s!(i.b), s!(i.c)),
            Op::Less => truth(s!(i.a).less(s!(i.b))),
            Op::LessEqual => truth(s!(i.a).less_equal(s!(i.b))),
            Op::And => truth::<R>(holds(s!(i.a)) & holds(s!(i.b))),
            Op::Or => truth::<R>(holds(s!(i.a)) | holds(s!(i.b))),
            Op::Not => truth::<R>(!holds(s!(i.a))),
            Op::Select => R::select(holds(s!(i.a)), s!(i.b), s!(i.c)),
            Op::SelectLess => R::select(s!(i.a).less(s!(i.b)), s!(i.c), s!(i.d)),
            Op::SelectLessEqual => R::select(s!(i.a).less_equal(s!(i.b)), s!(i.c), s!(i.d)),
            Op::Constant => k!(i.b),
            Op::Call => {
                if CALLS {
                    call(tape, &tape.calls[i.a as usize], all);
                    slots = all.numbers.as_mut_ptr();
                }
                continue;
            }
        };
        // SAFETY: as above
        unsafe { *slots.add(i.to as usize) = value };
    }
}
