//! The comparison of a study's kernel with the CPU: a few steps of its first members.

use super::expressions::unit;
use crate::ensemble::cpu::{Code, CpuBackend, LaneWidth, outputs_in_single_precision};
use crate::ensemble::{
    Backend, BackendError, Chunk, InitialStates, Members, StepSequence, Steps, Study, initial_state_tape,
};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::Kernel;
use crate::model::TimeReduction;
use crate::num::Precision;

/// The number of steps that are made, about as many where they are adaptive.
const STEPS: f64 = 8.0;

/// How much shorter than the first an adaptive step may become.
const SHRINKS: f64 = 256.0;

/// Members at most: those of a workgroup.
const MEMBERS: usize = 64;

/// Operations on the CPU at most, which take it some hundredths of a second.
const OPERATIONS: usize = 300_000;

/// Iterations of Newton's method that a step may take, about.
const ITERATIONS: usize = 4;

/// How many times what single precision costs the same members on the CPU, in proportion to the precision, is accepted:
/// division and roots of a GPU may be off by five half units where the CPU's are by one, and the kernel's products may be
/// fused; what goes wrong otherwise is off by thousands.
const MARGIN: f64 = 32.0;

/// Half units in the last place that are accepted in any case, of the largest component of an output.
const ROUNDINGS: f64 = 32.0;

/// Returns the study with a duration of a few steps of the members; none where no member can begin.
fn cut(study: &Study, members: &Members) -> Option<Study> {
    let initial = initial_state_tape(study);
    let (mut initial_states, mut parameters) = (InitialStates::recorded(study, initial.as_ref()), Vec::new());
    let (mut shortest, mut smallest) = (f64::INFINITY, 0.0f64);
    for i in 0..members.count() {
        study.parameters(&members.row(i), &mut parameters);
        let Ok(sequence) = study.member_step_sequence(&parameters) else { continue };
        let step = match &sequence {
            StepSequence::Fixed(equal) => equal.step(),
            StepSequence::Adaptive(limits) => {
                smallest = smallest.max(limits.smallest);
                initial_states.of(members, i..i + 1).first_step.max(limits.smallest)
            }
        };
        shortest = shortest.min(sequence.duration()).min(STEPS * step);
    }
    if !shortest.is_finite() {
        return None;
    }
    // where a tolerance is below what a precision resolves, steps shrink on and on
    let smallest = smallest.max(shortest / (STEPS * SHRINKS)).min(shortest);
    Some(study.cut(shortest, smallest))
}

/// Returns, for every component, the output that it belongs to: components of one vector have one magnitude.
fn groups(study: &Study) -> Vec<usize> {
    let outputs = study.mechanism.outputs.iter().enumerate();
    outputs.flat_map(|(at, output)| vec![at; output.columns().len()]).collect()
}

/// Returns the scale, column by column, that the rounding of derivatives is seen against besides their own magnitude:
/// derivatives that are zero but for rounding have that of what is differentiated, over the parameter.
fn scales(study: &Study, groups: &[usize], magnitude: &[f64]) -> Vec<f64> {
    let (mechanism, defaults) = (&study.mechanism, study.mechanism.defaults());
    let by = |k: usize| {
        let value = defaults[mechanism.differentiated_by_parameters()[k]].abs();
        if value > 0.0 { value } else { 1.0 }
    };
    let mut scales = vec![0.0; groups.len()];
    for (place, of) in study.derivatives() {
        scales[*place] = magnitude[groups[of.column]] / by(of.by);
    }
    for (place, of) in study.second_derivatives() {
        scales[*place] = magnitude[groups[of.column]] / of.by.map(by).iter().product::<f64>();
    }
    for of in study.angular_sensitivities() {
        let derivative = of.derivatives.iter().map(|c| scales[*c]).fold(0.0, f64::max);
        scales[of.place..of.place + 3].fill(derivative);
    }
    scales
}

/// Runs a few steps on the device and on the CPU and compares their outputs.
///
/// # Errors
/// [`GpuError::Differs`] where they differ by more than the precision allows.
pub(crate) fn check(backend: &dyn Backend, kernel: &Kernel, adapter: &str, study: &Study) -> Result<(), GpuError> {
    let failed = |error: BackendError| GpuError::SelfTest { adapter: adapter.to_string(), reason: error.to_string() };
    let operations = (kernel.step_operations + ITERATIONS * kernel.iteration_operations).max(1);
    let affordable = (OPERATIONS / (STEPS as usize * operations)).clamp(1, MEMBERS);
    let count = usize::try_from(study.plan().members()).unwrap_or(MEMBERS).min(affordable);
    let members = Members::draw(study, 0, count);
    let Some(short) = cut(study, &members) else { return Ok(()) };
    // where Newton's method ends, an iteration earlier or later, rounding may decide: in double precision the recorded
    // equations of the kernel are compared, which round as it does (the equations as they are written, solved with pivoting,
    // left 1e-12 of accelerations beside them)
    let recorded = kernel.precision == Precision::Double && study.is_implicit();
    let width = if recorded { LaneWidth::for_study(&short) } else { LaneWidth::One };
    let cpu = CpuBackend::new(Some(1), width).and_then(|cpu| cpu.with_code(Code::Tape).run(&short, members.clone()));
    let cpu = cpu.map_err(failed)?;
    let gpu = backend.run(&short, members.clone()).map_err(failed)?;
    let single = outputs_in_single_precision(&short, &members);
    let values = values_that_change(&short, &members).map_err(failed)?;
    match difference(&short, &cpu, &gpu, (&single, &values), kernel.precision) {
        None => Ok(()),
        Some(what) => Err(GpuError::Differs { adapter: adapter.to_string(), what }),
    }
}

/// Returns the largest magnitudes of what outputs hold the changes of, output by output, and zeros of others: however
/// little something changes, it is rounded as it is.
pub(super) fn values_that_change(study: &Study, members: &Members) -> Result<Vec<f64>, BackendError> {
    let mut mechanism = study.mechanism.clone();
    let mut values = vec![0.0f64; mechanism.outputs.len()];
    let changing: Vec<bool> = mechanism.outputs.iter().map(|o| o.reduction.is_of_changes()).collect();
    let of_changes = mechanism.outputs.iter_mut().filter(|o| o.reduction.is_of_changes());
    of_changes.for_each(|output| output.reduction = TimeReduction::End);
    if !changing.contains(&true) {
        return Ok(values);
    }
    // outputs that depend on others in ways that this forbids are seen against their changes alone
    let Ok(plain) = Study::new(mechanism, study.method.clone(), None, study.plan().clone()) else { return Ok(values) };
    let chunk = CpuBackend::new(Some(1), LaneWidth::One)?.run(&plain, members.clone())?;
    let groups = groups(&plain);
    for outputs in (0..members.count()).filter_map(|i| chunk.outputs_of(i)) {
        for (group, value) in groups.iter().zip(outputs).filter(|(group, x)| changing[**group] && x.is_finite()) {
            values[*group] = values[*group].max(value.abs());
        }
    }
    Ok(values)
}

/// Returns a message on what differs by more than the precision allows, if there is anything. `single` are the outputs
/// in single precision on the CPU: how far they are from those in double is what rounding costs, and `values` the
/// magnitudes of what outputs hold the changes of. Members that fail there or here are skipped, as rounding may decide
/// whether they do.
pub(crate) fn difference(
    study: &Study,
    cpu: &Chunk,
    gpu: &Chunk,
    (single, values): (&[Option<Vec<f64>>], &[f64]),
    precision: Precision,
) -> Option<String> {
    let groups = groups(study);
    // a condition changes by 1 or not at all, whatever rounding costs
    let conditions: Vec<usize> = study.mechanism.conditions().map(|(c, _)| c).collect();
    let outputs = study.mechanism.outputs.len();
    let (mut magnitude, mut cost) = (values.to_vec(), vec![0.0f64; outputs]);
    let members: Vec<(usize, Vec<f64>, &[f64])> =
        (0..single.len()).filter_map(|i| Some((i, cpu.outputs_of(i)?, single[i].as_deref()?))).collect();
    for (_, expected, rounded) in &members {
        let compared = |c: &usize| expected[*c].is_finite() && rounded[*c].is_finite() && !conditions.contains(c);
        for (c, group) in groups.iter().enumerate().filter(|(c, _)| compared(c)) {
            magnitude[*group] = magnitude[*group].max(expected[c].abs());
            cost[*group] = cost[*group].max((rounded[c] - expected[c]).abs());
        }
    }
    let (precise, scales) = (0.5 * unit(precision), scales(study, &groups, &magnitude));
    let tolerance = tolerance(study).filter(|_| precision != Precision::Double);
    for (i, expected, rounded) in members {
        let Some(found) = gpu.outputs_of(i) else {
            return Some(format!(
                "member {} ended as {} where the CPU's ended as {}",
                gpu.members.first + i as u64,
                gpu.outcomes[i].name(),
                cpu.outcomes[i].name()
            ));
        };
        let compared = |c: &usize| expected[*c].is_finite() && rounded[*c].is_finite() && !conditions.contains(c);
        for (c, group) in groups.iter().enumerate().filter(|(c, _)| compared(c)) {
            let share = MARGIN * cost[*group] * precise / (0.5 * unit(Precision::Single));
            let floor = ROUNDINGS * precise * magnitude[*group].max(scales[c]);
            // rounding may choose another adaptive step, whose error is another
            let chosen = tolerance.map_or(0.0, |(absolute, relative)| absolute + relative * magnitude[*group]);
            let limit = share + floor + 10.0 * chosen;
            let error = (found[c] - expected[c]).abs();
            if error > limit || error.is_nan() {
                let (name, _) = &study.mechanism.columns()[c];
                return Some(format!(
                    "after {} steps {name} of member {} is {:?} instead of {:?}, off by {error:.1e}; accepted in {}: \
                     {limit:.1e}",
                    cpu.steps[i],
                    gpu.members.first + i as u64,
                    found[c],
                    expected[c],
                    precision.name()
                ));
            }
        }
    }
    None
}

/// Returns the absolute and relative tolerance of adaptive steps.
fn tolerance(study: &Study) -> Option<(f64, f64)> {
    let defaults = study.mechanism.defaults();
    match &study.method.steps {
        Steps::Fixed(_) => None,
        Steps::Adaptive(a) => Some((a.absolute.evaluate(&defaults), a.relative.evaluate(&defaults))),
    }
}
