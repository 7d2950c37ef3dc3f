//! Whether loads depend on the time, and whether they come back after a period.

use super::advance::advances;
use super::{Period, Periodic};
use crate::ensemble::{Members, Study, StudyError};
use crate::linalg::without_pattern;
use crate::model::Mechanism;
use crate::problem::{Constrained, Unknowns};

/// The times, as parts of a period, at which loads are compared: none of them a simple fraction, where loads may jump and rounding decides
/// on which side of the jump they are.
const TIMES: [f64; 5] = [0.0413, 0.1137, 0.3719, 0.6173, 0.8597];
/// What rounding leaves of a difference of loads, as a part of them.
const ROUNDING: f64 = 1e-9;
/// How far from the initial state loads are compared, too, m or rad.
const AWAY: f64 = 0.1;
/// How many members of a plan are looked at for loads that depend on the time.
const MEMBERS: u64 = 256;
/// How many values of parameters are named at most.
const NAMED: usize = 4;

/// The loads of a study, of which motions of some period are asked.
#[derive(Clone, Debug)]
pub struct Loads {
    study: Study,
    asked: Periodic,
    force_names: Vec<String>,
    /// What coordinates grow by in a period.
    advance: Vec<f64>,
}

/// The equations of a mechanism for values of all parameters.
#[derive(Clone, Copy)]
struct Equations<'a> {
    study: &'a Study,
    mechanism: &'a Mechanism,
    parameters: &'a [f64],
}

impl Loads {
    /// Keeps what decides the loads of a study.
    ///
    /// # Errors
    /// Which joint that is to turn on has no angle.
    pub fn new(study: &Study, asked: &Periodic, force_names: &[String]) -> Result<Self, StudyError> {
        let advance = advances(study, &asked.advance)?;
        // what switches with the time and the state has to be seen
        let study = study.with_free_sides();
        Ok(Self { study, asked: asked.clone(), force_names: force_names.to_vec(), advance })
    }

    /// Tells whether something depends on the time at the default values of the parameters, in a member of the plan, or at an end of their
    /// branches.
    pub fn are_driven(&self) -> bool {
        let plan = self.study.plan();
        let count = plan.members().clamp(1, MEMBERS);
        let spread = (0..count).map(|k| (u128::from(k) * u128::from(plan.members()) / u128::from(count)) as u64);
        let member = |number: u64| {
            let mut parameters = Vec::new();
            self.study.parameters(&Members::of(&self.study, &[number]).row(0), &mut parameters);
            parameters
        };
        let mut all = std::iter::once(self.study.mechanism.defaults()).chain(spread.map(member));
        all.any(|parameters| self.ends(&parameters).iter().any(|parameters| self.are_driven_at(parameters)))
    }

    /// Returns why a member with these values of all parameters, or an end of its branch, has no motion of the period that is asked for.
    pub fn objection(&self, parameters: &[f64]) -> Option<String> {
        self.ends(parameters).iter().find_map(|parameters| self.objection_at(parameters))
    }

    /// Returns the values of all parameters where the motions of a member begin and end, as far as they make a mechanism.
    fn ends(&self, parameters: &[f64]) -> Vec<Vec<f64>> {
        let mut ends = vec![parameters.to_vec()];
        if let Some(continuation) = &self.asked.continuation {
            ends.push(parameters.to_vec());
            ends.iter_mut().zip(continuation.range).for_each(|(end, value)| end[continuation.parameter] = value);
        }
        ends.retain(|parameters| self.study.member_step_sequence(parameters).is_ok());
        ends
    }

    fn objection_at(&self, parameters: &[f64]) -> Option<String> {
        let at = self.place(parameters);
        if let Period::Unknown(..) = self.asked.period {
            return self
                .are_driven_at(parameters)
                .then(|| format!("something depends on the time {at}, and decides the period; accepted: period"));
        }
        let period = self.period(parameters);
        if let Some(what) = self.mismatch(parameters) {
            return Some(format!(
                "{period:?} s {at} is no period of the loads: {what} after it; accepted: their period, or a multiple of it"
            ));
        }
        let (name, every) = self.sampled_apart(parameters)?;
        Some(format!(
            "{period:?} s {at} is no multiple of {every:?} s, after which {name:?} is sampled again and again; accepted: a period of the loads \
             in which it is sampled a whole number of times"
        ))
    }

    /// Says which values of parameters differ from the default values.
    fn place(&self, parameters: &[f64]) -> String {
        let all = self.study.mechanism.parameters.iter().zip(parameters);
        let others = all.filter(|(parameter, value)| parameter.default.to_bits() != value.to_bits());
        let mut named: Vec<String> =
            others.map(|(parameter, value)| format!("{} = {value:?}", parameter.name)).collect();
        if named.is_empty() {
            return "at the default values".into();
        }
        let more = named.len().saturating_sub(NAMED);
        named.truncate(NAMED);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("at {}{rest}", named.join(", "))
    }

    fn period(&self, parameters: &[f64]) -> f64 {
        let (Period::Known(period) | Period::Unknown(period, _)) = &self.asked.period;
        period.evaluate(parameters)
    }

    fn equations<'a>(&'a self, mechanism: &'a Mechanism, parameters: &'a [f64]) -> Equations<'a> {
        Equations { study: &self.study, mechanism, parameters }
    }

    /// Tells whether something depends on the time within a period, or is sampled.
    fn are_driven_at(&self, parameters: &[f64]) -> bool {
        let (still, period) = (vec![0.0; self.advance.len()], self.period(parameters));
        let equations = self.equations(&self.study.mechanism, parameters);
        let at = |part: &f64| (part * period, &still[..]);
        let differs = |part: &f64| equations.difference([at(&TIMES[0]), at(part)]).is_some();
        self.study.mechanism.has_instants() || TIMES[1..].iter().any(differs)
    }

    /// Returns what does not come back after a period, and by how much it differs.
    fn mismatch(&self, parameters: &[f64]) -> Option<String> {
        let (still, period) = (vec![0.0; self.advance.len()], self.period(parameters));
        let largest = |mechanism: &Mechanism| {
            let equations = self.equations(mechanism, parameters);
            let at = |part: &f64| [(part * period, &still[..]), (part * period + period, &self.advance[..])];
            let differences = TIMES.iter().filter_map(|part| equations.difference(at(part)));
            differences.fold(None, |most: Option<f64>, x| Some(most.map_or(x, |most| most.max(x))))
        };
        let own = &self.study.mechanism;
        let whole = largest(own)?;
        for (at, name) in self.force_names.iter().enumerate().take(own.forces.len()) {
            let mut alone = own.clone();
            alone.forces = vec![own.forces[at].clone()];
            if let Some(by) = largest(&alone) {
                let mut without = own.clone();
                without.forces.clear();
                if largest(&without).is_none() {
                    return Some(format!("the force {name:?} differs by {by:.3e} N or N m"));
                }
            }
        }
        Some(format!("the equations of motion differ by {whole:.3e} (N, N m, m or rad)"))
    }

    /// Returns the sampled number whose instants are none a period later.
    fn sampled_apart(&self, parameters: &[f64]) -> Option<(&str, f64)> {
        self.study.mechanism.variables.iter().find_map(|variable| {
            let every = variable.update.as_ref()?.every.evaluate(parameters);
            let count = self.period(parameters) / every;
            let is_apart = (count - count.round()).abs() > ROUNDING * count.max(1.0) || count.round() < 1.0;
            is_apart.then_some((variable.name.as_str(), every))
        })
    }
}

impl Equations<'_> {
    /// Returns what is left of the equations of motion and constraints near the initial state, or in another one, with coordinates that have
    /// grown by `by`, at a time, s.
    fn left(&self, (time, by): (f64, &[f64]), is_elsewhere: bool) -> Vec<f64> {
        let Self { study, mechanism, parameters } = *self;
        let formulated = study.formulated();
        let (q, v) = formulated.initial(mechanism, parameters);
        let mut system = formulated.system(mechanism, parameters);
        let rate = vec![0.0; formulated.layout().quadratures().start];
        let mut q: Vec<f64> = q.iter().zip(by).map(|(q, by)| q + by).collect();
        if is_elsewhere {
            let layout = formulated.layout();
            // no particular place: what multiplies coordinates may depend on the time, and these may be zero at the start
            let away: Vec<f64> = (0..layout.velocity_count()).map(|i| without_pattern(0, i) * AWAY).collect();
            let before = q.clone();
            let places = layout.places().filter(|place| place.v + place.factor.velocity_count() <= rate.len());
            places.for_each(|place| place.factor.retract(&before[place.q..], &away[place.v..], &mut q[place.q..]));
        }
        let multipliers = vec![0.0; formulated.constraint_count()];
        let mut out = Vec::new();
        // velocities of no particular ratio: what multiplies them may depend on the time, too
        let v: Vec<f64> = v.iter().zip(0..).map(|(v, i)| v + 0.1 * (1.7 * f64::from(i)).cos()).collect();
        system.residual(time, &q, &v, 1.0, Unknowns { rate: &rate, multipliers: &multipliers }, &mut out);
        out
    }

    /// Returns the largest difference between what is left at two times, where it is more than rounding.
    fn difference(&self, at: [(f64, &[f64]); 2]) -> Option<f64> {
        let of = |is_elsewhere: bool| {
            let [a, b] = at.map(|at| self.left(at, is_elsewhere));
            let most = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            let size = a.iter().chain(&b).fold(0.0f64, |size, x| size.max(x.abs()));
            (most > ROUNDING * size.max(1e-300)).then_some(most)
        };
        of(false).or_else(|| of(true))
    }
}
