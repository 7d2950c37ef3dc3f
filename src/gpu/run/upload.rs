//! What the buffers of a chunk hold at the beginning, made of initial states by all cores.
//!
//! On 16 cores beside an H100 one core alone took 157 ms for 262,144 heavy tops, whose thousand steps take 10 ms there.

use super::status::STATUS_WORDS;
use crate::ensemble::program::NewtonInput;
use crate::ensemble::time_loop::Mode;
use crate::ensemble::{AtCorner, InitialState, Members, NextCorner, NextStep, Outcome, Sampling, StepSequence, Study};
use crate::gpu::device::numbers::{size_of_number, write};
use crate::gpu::kernel::{AT_CORNER, Columns, Kept, LAST, PART_OF_STEP, StepParameter, reason};
use crate::integrator::newton::Solution;
use crate::num::Precision;
use rayon::prelude::*;
use std::ops::Range;

/// The members that are written at once: so many that a quantity of theirs is copied as a whole.
const BLOCK: usize = 1024;

/// The contents of buffers, quantity by quantity, some members apart.
pub(super) struct Upload {
    pub(super) parameters: Vec<u8>,
    pub(super) state: Vec<u8>,
    /// What the state is rounded by, in single precision.
    pub(super) rests: Vec<u8>,
    pub(super) status: Vec<u32>,
}

/// The numbers of some members, quantity by quantity, [`BLOCK`] members apart.
struct Block {
    parameters: Vec<f64>,
    state: Vec<f64>,
    status: Vec<u32>,
}

/// What is written of a number.
type Conversion = fn(f64) -> f64;

impl Upload {
    /// Makes what members begin with, whose quantities lie `stride` apart.
    pub(super) fn new(
        (study, columns, precision): (&Study, &Columns, Precision),
        members: &Members,
        starts: &[InitialState],
        stride: usize,
    ) -> Self {
        let of = |places: Range<usize>| Block::new((study, columns, precision), members, (starts, places));
        let ends = (0..starts.len()).step_by(BLOCK).map(|first| first..(first + BLOCK).min(starts.len()));
        let blocks: Vec<Block> = ends.collect::<Vec<_>>().into_par_iter().map(of).collect();
        let size = size_of_number(precision);
        let whole = |of: fn(&Block) -> &[f64], count: usize, number: Conversion| -> Vec<u8> {
            let mut all = vec![0; count * stride * size];
            all.par_chunks_mut((stride * size).max(1)).enumerate().for_each(|(c, column)| {
                for (block, to) in blocks.iter().zip(column.chunks_mut(BLOCK * size)) {
                    let values = of(block)[c * BLOCK..][..to.len() / size].iter().map(|x| number(*x));
                    write(values, precision, to);
                }
            });
            all
        };
        let (itself, rest): (Conversion, Conversion) = (|x| x, |x| x - f64::from(x as f32));
        let with_rests = if precision == Precision::Single { columns.state } else { 0 };
        let mut status: Vec<u32> = blocks.iter().flat_map(|block| block.status.iter().copied()).collect();
        status.resize(STATUS_WORDS * stride, 0);
        for words in status.chunks_exact_mut(STATUS_WORDS).skip(starts.len()) {
            words[0] = Outcome::Invalid.code();
            words[4] = reason::ENDED << 16;
        }
        Self {
            parameters: whole(|block| &block.parameters, columns.parameters(), itself),
            state: whole(|block| &block.state, columns.states(), itself),
            rests: whole(|block| &block.state, with_rests, rest),
            status,
        }
    }
}

impl Block {
    fn new(
        (study, columns, precision): (&Study, &Columns, Precision),
        members: &Members,
        (starts, places): (&[InitialState], Range<usize>),
    ) -> Self {
        let mut parameters = vec![0.0; columns.parameters() * BLOCK];
        let mut state = vec![0.0; columns.states() * BLOCK];
        let mut status = vec![0u32; STATUS_WORDS * BLOCK];
        let (by, mut all) = (study.mechanism.differentiated_by_parameters(), Vec::new());
        for (i, place) in places.enumerate() {
            let (start, row) = (&starts[place], members.row(place));
            for (c, value) in row.iter().enumerate() {
                parameters[c * BLOCK + i] = *value;
            }
            if columns.moving > 0 {
                study.parameters(row, &mut all);
            }
            for (k, by) in by.iter().enumerate().take(columns.moving) {
                let [rate, end] = columns.time_slopes(k);
                parameters[rate * BLOCK + i] = study.step_rate(&all, *by);
                parameters[end * BLOCK + i] = study.duration_slope(&all, *by);
            }
            let set = |p: StepParameter, value: f64| parameters[columns.parameter(p) * BLOCK + i] = value;
            let (count, per_sample) = set_times(study, start, precision, set);
            for (c, value) in start.state.iter().enumerate() {
                state[c * BLOCK + i] = *value;
                state[(columns.observed() + c) * BLOCK + i] = *value;
            }
            let mut corner = NextCorner::default();
            if study.takes_parts_of_steps() {
                study.parameters(row, &mut all);
                corner = study.first_corner(&all, &start.sequence, precision);
                parameters[columns.parameter(StepParameter::Gap) * BLOCK + i] = corner.gap;
                state[columns.kept(Kept::Corner) * BLOCK + i] = corner.time;
                state[columns.kept(Kept::Ending) * BLOCK + i] = -1.0;
                state[columns.kept(Kept::Uncut) * BLOCK + i] = 0.0;
            }
            let next = corner.next_step(&start.sequence, 0, 0.0, start.first_step);
            let length = next.length;
            let mut keep = |kept: Kept, value: f64| state[columns.kept(kept) * BLOCK + i] = value;
            // the look at the start is an attempt of no length, after which the first step is proposed anew
            let look = study.looks_at_the_start();
            keep(Kept::Step, if look { 0.0 } else { length });
            keep(Kept::Length, start.first_step);
            keep(Kept::Error, 1.0);
            keep(Kept::ErrorBefore, 1.0);
            keep(Kept::Cap, study.method.steps.bounds().growth);
            keep(Kept::Terminal, -1.0);
            if study.is_implicit() {
                // a look at the start is one at the beginning of a step that is solved
                let first_look = start.sequence.first_look(start.first_step);
                let (status, length) = if look { (Solution::Found, first_look) } else { (Solution::Sought, length) };
                state[columns.newton_input(NewtonInput::Status) * BLOCK + i] = status.code();
                state[columns.newton_input(NewtonInput::Length) * BLOCK + i] = length;
            }
            let words = &mut status[i * STATUS_WORDS..][..STATUS_WORDS];
            let ended = if start.outcome == Outcome::Completed { reason::BUDGET } else { reason::ENDED };
            let first = first_mode(study, next) | (ended << 16);
            words.copy_from_slice(&[start.outcome.code(), 0, count, per_sample.unwrap_or(0), first, 0, 1, 0]);
        }
        Self { parameters, state, status }
    }
}

/// Sets the parameters of a member that say when its steps and samples are; returns the number of its steps and how many of
/// them there are to a sample, where these are equal.
fn set_times(
    study: &Study,
    start: &InitialState,
    precision: Precision,
    mut set: impl FnMut(StepParameter, f64),
) -> (u32, Option<u32>) {
    set(StepParameter::End, start.sequence.duration());
    // of samples at given times, the host says when each is due
    set(StepParameter::Every, study.sampling.as_ref().and_then(Sampling::every).unwrap_or(0.0));
    match &start.sequence {
        StepSequence::Fixed(equal) => {
            set(StepParameter::Pitch, equal.step());
            set(StepParameter::Last, equal.last());
            (equal.count(), study.sampling.as_ref().and_then(|s| s.steps_per_sample(&start.sequence)))
        }
        StepSequence::Adaptive(limits) => {
            // below, the times of two steps cannot be told apart; in double precision the plan sees to that
            let resolved = match precision {
                Precision::Double => 0.0,
                precision => 2.0 * precision.epsilon(),
            };
            set(StepParameter::Smallest, limits.smallest.max(resolved * limits.duration));
            set(StepParameter::Largest, limits.largest);
            (0, None)
        }
    }
}

/// Returns the mode that a member begins in.
fn first_mode(study: &Study, next: NextStep) -> u32 {
    if study.looks_at_the_start() {
        return Mode::Start as u32;
    }
    let last = if next.last { LAST } else { 0 };
    let at_corner = match next.at_corner {
        None => 0,
        Some(AtCorner::Whole) => AT_CORNER,
        Some(AtCorner::Part) => AT_CORNER | PART_OF_STEP,
        Some(AtCorner::HalfWay) => PART_OF_STEP,
    };
    Mode::Step as u32 | last | at_corner
}
