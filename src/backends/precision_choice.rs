//! Which precision a study needs: the cheapest whose rounding stays below the error that the integration makes anyway.
//!
//! Both are measured on a pilot of members, spread over the plan. The error of equal steps is that of Richardson: the
//! change of the outputs when every step is halved, extrapolated with the order of the method (Hairer, Norsett, Wanner
//! (1993), Solving Ordinary Differential Equations I, II.4). That of adaptive steps is what was asked for, the tolerance.
//! The rounding of a precision is the distance of the device's outputs from those of the CPU in double precision at the
//! same steps. All distances are relative to the largest magnitude that the components of an output reach.

use crate::ensemble::{Backend, BackendError, Chunk, Members, Sampling, Steps, Study, StudyError};
use crate::model::TimeReduction;
use crate::num::Precision;
use crate::plot::counted;
use std::fmt::Write;

/// Members of the pilot at most.
const PILOT: u64 = 32;

/// How many times smaller than the error of integration rounding has to be: the worst of all members may be some times
/// worse than the worst of the pilot, and what rounding adds is then still a part of the error that is there.
const MARGIN: f64 = 4.0;

/// Samples from which magnitudes are taken.
const SAMPLES: f64 = 16.0;

/// A precision that a device offers, and what it reaches in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The precision.
    pub precision: Precision,
    /// Products and sums per second, 1/s.
    pub rate: f64,
}

/// What came out for a candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounding {
    /// The candidate.
    pub candidate: Candidate,
    /// Its largest rounding, relative, and the output component where it is; or why there is none. Absent where a
    /// cheaper candidate sufficed.
    pub error: Option<Result<(f64, String), String>>,
}

/// The precision that was chosen, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct PrecisionChoice {
    /// The precision.
    pub precision: Precision,
    /// The error of integration, relative.
    pub integration: f64,
    /// How that is known.
    pub source: String,
    /// All candidates, the cheapest first.
    pub roundings: Vec<Rounding>,
    /// False where no rounding is small enough, and the most precise candidate was taken.
    pub suffices: bool,
}

/// Why no precision could be chosen.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PrecisionError {
    /// No candidate can compute the study.
    #[error("no precision serves: {0}")]
    None(String),
    /// No member of the pilot came to its end, so that nothing can be compared.
    #[error(
        "none of the {0} members of the pilot completed, so that no rounding can be measured; choose a --precision"
    )]
    NoMember(usize),
    /// The steps cannot be halved.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// The CPU failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
}

/// Makes the backend of a device for the study in a precision.
pub type MakeDevice<'a> = dyn Fn(Precision) -> Result<Box<dyn Backend>, String> + 'a;

/// Chooses among candidates; `cpu` is the reference in double precision.
///
/// # Errors
/// Where the pilot says nothing, or none of the candidates computes it.
pub fn choose_precision(
    study: &Study,
    candidates: &[Candidate],
    cpu: &dyn Backend,
    device: &MakeDevice<'_>,
) -> Result<PrecisionChoice, PrecisionError> {
    let pilot = Pilot::new(study, cpu)?;
    let (integration, source) = pilot.integration_error(cpu)?;
    let mut sorted = candidates.to_vec();
    sorted.sort_by(|a, b| b.rate.total_cmp(&a.rate));
    let mut roundings: Vec<Rounding> =
        sorted.into_iter().map(|candidate| Rounding { candidate, error: None }).collect();
    let mut chosen = None;
    for rounding in &mut roundings {
        let error = device(rounding.candidate.precision).and_then(|device| pilot.rounding(device.as_ref()));
        let suffices = error.as_ref().is_ok_and(|(error, _)| MARGIN * error <= integration);
        rounding.error = Some(error);
        if suffices {
            chosen = Some(rounding.candidate.precision);
            break;
        }
    }
    // where none suffices, the one that rounds least
    let least = roundings
        .iter()
        .filter_map(|r| Some((r.candidate.precision, r.error.as_ref()?.as_ref().ok()?.0)))
        .min_by(|a, b| a.1.total_cmp(&b.1));
    let Some(precision) = chosen.or(least.map(|(precision, _)| precision)) else {
        let reasons: Vec<String> = roundings.iter().map(Rounding::words).collect();
        return Err(PrecisionError::None(reasons.join("; ")));
    };
    Ok(PrecisionChoice { precision, integration, source, roundings, suffices: chosen.is_some() })
}

/// Members that stand for all, and their outputs on the CPU.
struct Pilot {
    /// Of the whole plan: a part of it chooses the same precision.
    study: Study,
    members: Members,
    reference: Chunk,
    /// For every output component, the largest magnitude that the components of its output reach.
    magnitudes: Vec<f64>,
    names: Vec<String>,
}

impl Pilot {
    fn new(study: &Study, cpu: &dyn Backend) -> Result<Self, PrecisionError> {
        let study = study.of_whole_plan();
        let all = study.plan().members();
        let count = all.min(PILOT);
        let spread = |k: u64| (u128::from(all) * u128::from(k) / u128::from(count)) as u64;
        let members = Members::of(&study, &(0..count).map(spread).collect::<Vec<_>>());
        let reference = cpu.run(&study, members.clone())?;
        if (0..members.count()).all(|i| reference.outputs_of(i).is_none()) {
            return Err(PrecisionError::NoMember(members.count()));
        }
        let names = study.mechanism.columns().into_iter().map(|(name, _)| name).collect();
        let magnitudes = magnitudes(&study, &members, &reference, cpu)?;
        Ok(Self { study, members, reference, magnitudes, names })
    }

    /// The largest distance of outputs from the reference, and the component where it is. Members that do not complete in
    /// both are left out.
    fn distance(&self, other: &Chunk) -> (f64, String) {
        let mut largest = (0.0, String::new());
        for i in 0..self.members.count() {
            let (Some(a), Some(b)) = (self.reference.outputs_of(i), other.outputs_of(i)) else { continue };
            for (c, magnitude) in self.magnitudes.iter().enumerate() {
                // the time of an event that did not happen
                if a[c].is_nan() && b[c].is_nan() || *magnitude == 0.0 {
                    continue;
                }
                let distance = (a[c] - b[c]).abs() / magnitude;
                let distance = if distance.is_nan() { f64::INFINITY } else { distance };
                if distance > largest.0 {
                    largest = (distance, self.names[c].clone());
                }
            }
        }
        largest
    }

    /// The error of integration, relative, and how it is known.
    fn integration_error(&self, cpu: &dyn Backend) -> Result<(f64, String), PrecisionError> {
        let study = &self.study;
        if let Steps::Adaptive(adaptive) = &study.method.steps {
            let tolerance = adaptive.relative.evaluate(&study.mechanism.defaults());
            return Ok((tolerance, "the relative tolerance of the adaptive steps".into()));
        }
        let (change, column) = self.distance(&cpu.run(&study.refined()?, self.members.clone())?);
        let power = 2f64.powi(study.method.integrator.order as i32);
        let source = format!(
            "from halving every step of {} for {}, largest in {}",
            study.method.integrator.name,
            counted(self.members.count() as u64, "member"),
            if column.is_empty() { "no output" } else { &column }
        );
        Ok((change * power / (power - 1.0), source))
    }

    /// The rounding of a device, relative, and where it is largest.
    fn rounding(&self, device: &dyn Backend) -> Result<(f64, String), String> {
        let found = device.run(&self.study, self.members.clone()).map_err(|e| e.to_string())?;
        let completed = |chunk: &Chunk, i: usize| chunk.outputs_of(i).is_some();
        let lost = (0..self.members.count()).filter(|i| completed(&self.reference, *i) && !completed(&found, *i));
        match lost.count() {
            0 => Ok(self.distance(&found)),
            lost => Err(format!("{lost} of {} members do not complete that do in f64", self.members.count())),
        }
    }
}

/// For every output component the largest magnitude that its output reaches over time in any member of the pilot: a
/// component of a vector counts as the vector does, and a drift as that which drifts.
fn magnitudes(
    study: &Study,
    members: &Members,
    reference: &Chunk,
    cpu: &dyn Backend,
) -> Result<Vec<f64>, PrecisionError> {
    let mut mechanism = study.mechanism.clone();
    mechanism.outputs.iter_mut().for_each(|output| output.reduction = TimeReduction::End);
    let duration = study.step_sequence(&mechanism.defaults()).map_err(StudyError::from)?.duration();
    let groups: Vec<usize> =
        mechanism.outputs.iter().enumerate().flat_map(|(at, o)| vec![at; o.columns().len()]).collect();
    let mut largest = vec![0.0f64; mechanism.outputs.len()];
    let mut see = |c: usize, value: f64| {
        if value.is_finite() {
            largest[groups[c]] = largest[groups[c]].max(value.abs());
        }
    };
    // outputs of events have no value in between
    if let Ok(sampled) =
        Study::new(mechanism, study.method.clone(), Some(Sampling::Every(duration / SAMPLES)), study.plan().clone())
    {
        let chunk = cpu.run(&sampled, members.clone())?;
        let columns = sampled.sampled_channels();
        let complete = |row: &(usize, f64)| reference.outputs_of(row.0).is_some();
        for (row, values) in chunk.samples.rows.iter().zip(chunk.samples.values.each_row()) {
            columns.iter().zip(values).filter(|_| complete(row)).for_each(|(c, value)| see(*c, value));
        }
    }
    // a condition changes by 1 or not at all: its magnitude stays zero, and it is not looked at
    let conditions: Vec<usize> = study.mechanism.conditions().map(|(c, _)| c).collect();
    let reductions = study.mechanism.reductions();
    for i in 0..members.count() {
        let outputs = reference.outputs_of(i).unwrap_or_default();
        let matters = |c: &usize| !reductions[*c].is_of_changes() && !conditions.contains(c);
        outputs.into_iter().enumerate().filter(|(c, _)| matters(c)).for_each(|(c, value)| see(c, value));
    }
    Ok(groups.iter().map(|group| largest[*group]).collect())
}

impl Rounding {
    /// The name of the precision and what was found.
    fn words(&self) -> String {
        let name = self.candidate.precision.name();
        match &self.error {
            None => format!("{name} is slower"),
            Some(Ok((error, column))) if column.is_empty() => format!("{name} rounds by {error:.1e}"),
            Some(Ok((error, column))) => format!("{name} rounds by {error:.1e} ({column})"),
            Some(Err(reason)) => format!("{name}: {reason}"),
        }
    }
}

impl PrecisionChoice {
    /// What was chosen and why, for a reader.
    pub fn words(&self) -> String {
        let mut out = format!("precision {}: ", self.precision.name());
        out += if self.suffices {
            "the cheapest whose rounding stays below a quarter of the error of integration"
        } else {
            "none rounds by less than a quarter of the error of integration, and this one rounds least"
        };
        let _ = write!(out, ", {:.1e} ({})", self.integration, self.source);
        for rounding in &self.roundings {
            let _ = write!(out, "; {} at {:.1e} operations/s", rounding.words(), rounding.candidate.rate);
        }
        out
    }

    /// The largest rounding that is small enough, relative.
    pub fn rounding_limit(&self) -> f64 {
        self.integration / MARGIN
    }
}
