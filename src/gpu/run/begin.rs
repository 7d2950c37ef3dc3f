//! The beginning of members on a device: the values of their parameters go up, and the kernel `begin` makes of them what members keep.

use super::upload::{first_mode, set_times};
use crate::ensemble::{CommonSteps, Members, NextCorner, Outcome, Study, in_parts};
use crate::gpu::device::numbers::{size_of_number, write};
use crate::gpu::device::open::{Device, STORAGE};
use crate::gpu::device::stage::{Bound, Stage, StageText};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::{Arithmetic, Begin, Columns, HEAD, Kernel, StepParameter};
use crate::num::Precision;
use rayon::prelude::*;

/// The compiled kernel.
#[derive(Debug)]
pub(crate) struct BeginStage {
    stage: Stage,
    /// The precision of starts.
    precision: Precision,
}

/// The buffers that the kernel reads.
#[derive(Debug)]
pub(super) struct BeginBuffers {
    given: wgpu::Buffer,
    varied: wgpu::Buffer,
    checked: wgpu::Buffer,
    bindings: wgpu::BindGroup,
}

/// Members whose parameters one task writes.
const TASK: usize = 1024;

/// The bytes of the numbers of all members, of the parameters of each, and of the words of outcomes, where steps have the first
/// precision and starts the second.
pub(super) fn sections(columns: &Columns, [steps, starts]: [Precision; 2], stride: usize) -> [usize; 3] {
    let given = columns.parameters() - columns.varied + 2;
    [given * size_of_number(steps), columns.varied * stride * size_of_number(starts), (HEAD + stride) * 4]
        // copies between buffers are of whole vectors
        .map(|size| size.next_multiple_of(16))
}

impl BeginStage {
    /// Returns the text of a kernel with what it is bound to.
    pub(in crate::gpu) fn source((kernel, arithmetic): (&Begin, Arithmetic)) -> StageText<'_> {
        use Bound::{Control, Read, Write};
        StageText {
            text: kernel.text.as_str().into(),
            precision: kernel.precision,
            arithmetic,
            entry_points: &["begin"],
            bound: vec![Control, Read, Read, Read, Write, Write, Write, Write],
        }
    }

    /// Compiles a kernel.
    pub(super) fn new(device: &Device, (kernel, arithmetic): (&Begin, Arithmetic)) -> Result<Self, GpuError> {
        let stage = Stage::new(device, &Self::source((kernel, arithmetic)))?;
        Ok(Self { stage, precision: kernel.precision })
    }

    /// Writes what the kernel reads of some members, section by section, and returns how many bytes each has; quantities lie `stride`
    /// members apart.
    pub(super) fn write(
        &self,
        kernel: &Kernel,
        (study, steps): (&Study, &CommonSteps),
        (members, outcomes): (&Members, &[Outcome]),
        stride: usize,
        to: &mut [u8],
    ) -> [usize; 3] {
        let (columns, size) = (&kernel.columns, size_of_number(self.precision));
        let sections = sections(columns, [kernel.precision, self.precision], stride);
        let (given, to) = to.split_at_mut(sections[0]);
        let (varied, checked) = to.split_at_mut(sections[1]);
        let CommonSteps { sequence, first_step } = *steps;
        let next = NextCorner::default().next_step(&sequence, 0, 0.0, first_step);
        let mut numbers = vec![0.0; columns.parameters() - columns.varied + 2];
        let set = |parameter: StepParameter, value: f64| numbers[columns.parameter(parameter) - columns.varied] = value;
        let (count, per_sample) = set_times(study, &sequence, kernel.precision, set);
        let mut all = Vec::new();
        study.parameters(&members.row(0), &mut all);
        for (k, by) in study.mechanism.differentiated_by_parameters().iter().enumerate().take(columns.moving) {
            let [rate, end] = columns.time_slopes(k).map(|column| column - columns.varied);
            (numbers[rate], numbers[end]) = (study.step_rate(&all, *by), study.duration_slope(&all, *by));
        }
        if let [.., step, length] = &mut numbers[..] {
            // the look at the start is an attempt of no length
            (*step, *length) = (if study.looks_at_the_start() { 0.0 } else { next.length }, first_step);
        }
        write(numbers.into_iter(), kernel.precision, given);
        let varied = &mut varied[..columns.varied * stride * size];
        let parts = in_parts(varied, stride * size, TASK * size).into_par_iter().enumerate();
        parts.for_each(|(task, parts)| {
            let places = (task * TASK).min(members.count())..((task + 1) * TASK).min(members.count());
            for (column, part) in members.columns().zip(parts) {
                write(column[places.clone()].iter().copied(), self.precision, part);
            }
        });
        let (words, checked) = checked.split_at_mut(HEAD * 4);
        words.copy_from_slice(bytemuck::cast_slice(&[count, per_sample.unwrap_or(0), first_mode(study, next), 0]));
        let places = checked.par_chunks_exact_mut(4).zip(outcomes.par_iter()).with_min_len(TASK);
        places.for_each(|(word, outcome)| word.copy_from_slice(&outcome.code().to_ne_bytes()));
        sections
    }
}

impl BeginBuffers {
    /// Makes buffers beside those that the kernel writes: the uniform block, parameters, the state, what it is rounded by, the status.
    pub(super) fn new(
        device: &Device,
        stage: &BeginStage,
        columns: &Columns,
        ([control, parameters, state, rests, status], stride): ([&wgpu::Buffer; 5], usize),
        steps: Precision,
    ) -> Self {
        let sections = sections(columns, [steps, stage.precision], stride);
        let [given, varied, checked] = sections.map(|size| device.buffer(size, STORAGE));
        let all = [control, &given, &varied, &checked, parameters, state, rests, status];
        let bindings = stage.stage.bind(device, &all);
        Self { given, varied, checked, bindings }
    }

    /// Adds the way from the staging buffer, and the run of the kernel for some workgroups, to what an encoder does.
    pub(super) fn encode(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        stage: &BeginStage,
        (staging, sections): (&wgpu::Buffer, [usize; 3]),
        groups: usize,
    ) {
        let mut from = 0;
        for (to, size) in [&self.given, &self.varied, &self.checked].into_iter().zip(sections) {
            if size > 0 {
                encoder.copy_buffer_to_buffer(staging, from, to, 0, size as u64);
            }
            from += size as u64;
        }
        stage.stage.encode(encoder, 0, &self.bindings, (groups, 1));
    }
}
