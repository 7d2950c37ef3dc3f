//! What the buffers of a chunk hold at the beginning, made of initial states by all cores.
//!
//! On 16 cores beside an H100 one core alone took 157 ms for 262,144 heavy tops, whose thousand steps take 10 ms there.

use super::status::STATUS_WORDS;
use crate::ensemble::program::NewtonInput;
use crate::ensemble::time_loop::Mode;
use crate::ensemble::{
    AtCorner, Members, NextCorner, NextStep, Outcome, Sampling, StartColumns, StepSequence, Study, in_parts,
};
use crate::gpu::device::numbers::{size_of_number, write};
use crate::gpu::kernel::{AT_CORNER, Columns, Kept, LAST, PART_OF_STEP, StepParameter, reason};
use crate::gpu::run::order::Order;
use crate::integrator::newton::Solution;
use crate::num::Precision;
use rayon::prelude::*;
use std::ops::Range;

/// The members that are written at once: so many that a quantity of theirs is copied as a whole.
const BLOCK: usize = 1024;

/// What the buffers of a chunk begin with, quantity by quantity, in the order of the device.
pub(super) struct Upload<'a> {
    pub(super) study: &'a Study,
    pub(super) columns: &'a Columns,
    pub(super) precision: Precision,
    pub(super) members: &'a Members,
    pub(super) starts: &'a StartColumns,
    pub(super) order: &'a Order,
}

/// The bytes of the parameters, of the state, of what the state is rounded by in single precision, and of the status.
pub(super) fn sections(columns: &Columns, precision: Precision, stride: usize) -> [usize; 4] {
    let rests = if precision == Precision::Single { columns.state } else { 0 };
    let [parameters, state, rests] =
        [columns.parameters(), columns.states(), rests].map(|columns| columns * stride * size_of_number(precision));
    [parameters, state, rests, stride * STATUS_WORDS * 4]
}

/// The numbers of some members, quantity by quantity, [`BLOCK`] members apart.
#[derive(Default)]
struct Block {
    parameters: Vec<f64>,
    state: Vec<f64>,
    status: Vec<u32>,
    /// The varied parameters of a member, and all.
    row: Vec<f64>,
    all: Vec<f64>,
}

impl Upload<'_> {
    /// Writes the sections one after another; quantities lie `stride` members apart.
    pub(super) fn write(&self, stride: usize, to: &mut [u8]) {
        let (precision, size) = (self.precision, size_of_number(self.precision));
        let [parameters, state, rests, _] = sections(self.columns, precision, stride);
        let (parameters, to) = to.split_at_mut(parameters);
        let (state, to) = to.split_at_mut(state);
        let (rests, status) = to.split_at_mut(rests);
        let [parameters, state, rests] =
            [parameters, state, rests].map(|section| in_parts(section, stride * size, BLOCK * size).into_par_iter());
        let status = status.par_chunks_mut(BLOCK * STATUS_WORDS * 4);
        let all = parameters.zip(state).zip(rests).zip(status).enumerate();
        all.for_each_init(Block::default, |block, (number, (((parameters, state), rests), status))| {
            let first = number * BLOCK;
            block.fill(self, first..(first + BLOCK).min(self.members.count()).max(first));
            for (column, to) in block.parameters.chunks_exact(BLOCK).zip(parameters) {
                write(column.iter().copied(), precision, to);
            }
            for (column, to) in block.state.chunks_exact(BLOCK).zip(state) {
                write(column.iter().copied(), precision, to);
            }
            for (column, to) in block.state.chunks_exact(BLOCK).zip(rests) {
                write(column.iter().map(|x| x - f64::from(*x as f32)), precision, to);
            }
            status.copy_from_slice(&bytemuck::cast_slice(&block.status)[..status.len()]);
        });
    }
}

impl Block {
    /// Holds the members at some places of the device.
    fn fill(&mut self, upload: &Upload<'_>, places: Range<usize>) {
        let Upload { study, columns, precision, members, starts, order } = *upload;
        let Self { parameters, state, status, row, all } = self;
        parameters.clear();
        parameters.resize(columns.parameters() * BLOCK, 0.0);
        state.clear();
        state.resize(columns.states() * BLOCK, 0.0);
        status.clear();
        status.resize(STATUS_WORDS * BLOCK, 0);
        for words in status.chunks_exact_mut(STATUS_WORDS).skip(places.len()) {
            words[0] = Outcome::Invalid.code();
            words[4] = reason::ENDED << 16;
        }
        let count = members.count();
        for (column, of_all) in parameters.chunks_exact_mut(BLOCK).zip(members.columns()) {
            column.iter_mut().zip(places.clone()).for_each(|(to, place)| *to = of_all[order.came_as(place)]);
        }
        for (c, of_all) in starts.state.chunks_exact(count.max(1)).enumerate() {
            let column = &mut state[c * BLOCK..][..places.len()];
            column.iter_mut().zip(places.clone()).for_each(|(to, place)| *to = of_all[order.came_as(place)]);
            state.copy_within(c * BLOCK..c * BLOCK + places.len(), (columns.observed() + c) * BLOCK);
        }
        let growth = study.method.steps.bounds().growth;
        for (kept, value) in [(Kept::Error, 1.0), (Kept::ErrorBefore, 1.0), (Kept::Cap, growth), (Kept::Terminal, -1.0)]
        {
            state[columns.kept(kept) * BLOCK..][..places.len()].fill(value);
        }
        let by = study.mechanism.differentiated_by_parameters();
        for (i, place) in places.enumerate() {
            let member = order.came_as(place);
            let (sequence, first_step) = (&starts.sequences[member], starts.first_steps[member]);
            let outcome = starts.outcomes[member];
            if columns.moving > 0 || study.takes_parts_of_steps() {
                members.values.copy_row(member, row);
                study.parameters(row, all);
            }
            for (k, by) in by.iter().enumerate().take(columns.moving) {
                let [rate, end] = columns.time_slopes(k);
                parameters[rate * BLOCK + i] = study.step_rate(all, *by);
                parameters[end * BLOCK + i] = study.duration_slope(all, *by);
            }
            let set = |p: StepParameter, value: f64| parameters[columns.parameter(p) * BLOCK + i] = value;
            let (count, per_sample) = set_times(study, sequence, precision, set);
            let mut corner = NextCorner::default();
            if study.takes_parts_of_steps() {
                corner = study.first_corner(all, sequence, precision);
                parameters[columns.parameter(StepParameter::Gap) * BLOCK + i] = corner.gap;
                state[columns.kept(Kept::Corner) * BLOCK + i] = corner.time;
                state[columns.kept(Kept::Ending) * BLOCK + i] = -1.0;
                for kept in [Kept::Uncut, Kept::Standing, Kept::Stood] {
                    state[columns.kept(kept) * BLOCK + i] = 0.0;
                }
            }
            let next = corner.next_step(sequence, 0, 0.0, first_step);
            let length = next.length;
            let mut keep = |kept: Kept, value: f64| state[columns.kept(kept) * BLOCK + i] = value;
            // the look at the start is an attempt of no length, after which the first step is proposed anew
            let look = study.looks_at_the_start();
            keep(Kept::Step, if look { 0.0 } else { length });
            keep(Kept::Length, first_step);
            if study.is_implicit() {
                // a look at the start is one at the beginning of a step that is solved
                let first_look = sequence.first_look(first_step);
                let (status, length) = if look { (Solution::Found, first_look) } else { (Solution::Sought, length) };
                state[columns.newton_input(NewtonInput::Status) * BLOCK + i] = status.code();
                state[columns.newton_input(NewtonInput::Length) * BLOCK + i] = length;
            }
            let words = &mut status[i * STATUS_WORDS..][..STATUS_WORDS];
            let ended = if outcome == Outcome::Completed { reason::BUDGET } else { reason::ENDED };
            let first = first_mode(study, next) | (ended << 16);
            words.copy_from_slice(&[outcome.code(), 0, count, per_sample.unwrap_or(0), first, 0, 1, 0]);
        }
    }
}

/// Sets the parameters of a member that say when its steps and samples are; returns the number of its steps and how many of
/// them there are to a sample, where these are equal.
pub(super) fn set_times(
    study: &Study,
    sequence: &StepSequence,
    precision: Precision,
    mut set: impl FnMut(StepParameter, f64),
) -> (u32, Option<u32>) {
    set(StepParameter::End, sequence.duration());
    // of samples at given times, the host says when each is due
    set(StepParameter::Every, study.sampling.as_ref().and_then(Sampling::every).unwrap_or(0.0));
    match sequence {
        StepSequence::Fixed(equal) => {
            set(StepParameter::Pitch, equal.step());
            set(StepParameter::Last, equal.last());
            (equal.count(), study.sampling.as_ref().and_then(|s| s.steps_per_sample(sequence)))
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
pub(super) fn first_mode(study: &Study, next: NextStep) -> u32 {
    if study.looks_at_the_start() {
        return Mode::Start as u32;
    }
    let last = if next.last { LAST } else { 0 };
    let at_corner = match next.at_corner {
        None | Some(AtCorner::Short) => 0,
        Some(AtCorner::Whole) => AT_CORNER,
        Some(AtCorner::Part) => AT_CORNER | PART_OF_STEP,
        Some(AtCorner::HalfWay) => PART_OF_STEP,
    };
    Mode::Step as u32 | last | at_corner
}
