//! Parameters as coordinates that polynomials are in, and the chaos of an output over these.

use super::explained;
use super::fit::{fit, needed};
use super::sample::{FOLDS, Point, Sample};
use crate::io::scenario::Scenario;
use crate::io::table::ReadError;
use crate::sampling::distribution::{Distribution, Polynomials, Variable};
use crate::sampling::plan::{Design, Plan, SampleKind};
use crate::statistics::Estimate;
use crate::studies::sensitivity::indices::Found;
use crate::studies::sensitivity::record::{ChaosRecord, ChaosTerm};

/// The equations that a fit is made of at most: those of the first members.
const MOST_EQUATIONS: usize = 4096;
/// What derivatives count beside values, per deviation of the parameter.
const WEIGHT: f64 = 0.5;
/// The largest degree.
const LARGEST: usize = 30;

/// The degree that is asked for, or none where the error decides.
pub(in crate::studies::sensitivity) type ChaosRequest = Option<u32>;

/// An input that polynomials are of.
struct Input {
    name: String,
    distribution: Distribution,
    is_dependent: bool,
    variable: Variable,
    /// The mean and the standard deviation.
    moments: (f64, f64),
    /// The place of its derivatives among those that outputs have, if they have any by it.
    by: Option<usize>,
}

/// What outputs are expanded in.
pub(in crate::studies::sensitivity) struct Chaos<'a> {
    plan: &'a Plan,
    asked: Option<usize>,
    inputs: Vec<Input>,
    /// The coordinates of every member of the table, then the slopes of values by the coordinates.
    coordinates: Vec<Vec<[f64; 2]>>,
    groups: Vec<u64>,
}

impl<'a> Chaos<'a> {
    /// Prepares the members of a table, of which `read` returns columns by their usual names.
    ///
    /// # Errors
    /// Where the table cannot be read, and in words where its members have no such polynomials.
    pub(in crate::studies::sensitivity) fn new(
        scenario: &'a Scenario,
        asked: ChaosRequest,
        read: &impl Fn(&str) -> Result<Vec<f64>, ReadError>,
    ) -> Result<Result<Self, String>, ReadError> {
        let plan = scenario.study.plan();
        if let Err(why) = suits(scenario, asked) {
            return Ok(Err(why));
        }
        let dependent = plan.dependence().map_or(&[][..], |dependence| dependence.columns());
        let (mechanism, distributions) = (&scenario.study.mechanism, plan.distributions().unwrap_or_default());
        let by = mechanism.differentiated_by_parameters();
        let inputs: Vec<Input> = distributions
            .iter()
            .enumerate()
            .map(|(column, distribution)| Input {
                name: plan.columns()[column].clone(),
                distribution: distribution.clone(),
                is_dependent: dependent.contains(&column),
                variable: if dependent.contains(&column) { Variable::Score } else { distribution.variable() },
                moments: distribution.mean_and_deviation(),
                by: by.iter().position(|at| scenario.study.varied().get(column) == Some(at)),
            })
            .collect();
        let members = read("member")?;
        let columns = inputs.iter().map(|input| read(&input.name)).collect::<Result<Vec<_>, ReadError>>()?;
        let row = |at: usize| -> Vec<[f64; 2]> {
            let own = inputs.iter().zip(&columns).map(|(input, values)| input.coordinate(values[at])).collect();
            independent(plan, own)
        };
        let coordinates = (0..members.len()).map(row).collect();
        let groups = members.iter().map(|member| group(plan, *member as u64)).collect();
        Ok(Ok(Self { plan, asked: asked.map(|degree| degree as usize), inputs, coordinates, groups }))
    }

    /// Returns what derivatives of an output by each input a table may have, by their places among the parameters that derivatives are by.
    pub(in crate::studies::sensitivity) fn by(&self) -> Vec<Option<usize>> {
        self.inputs.iter().map(|input| input.by).collect()
    }

    /// Returns the indices of an output with these values and derivatives by every input that it has some by, what they are made of, and how many
    /// members count and have no value.
    ///
    /// # Errors
    /// In words, where members are too few.
    pub(in crate::studies::sensitivity) fn of_output(
        &self,
        [name, unit]: [&str; 2],
        values: &[f64],
        slopes: &[Option<Vec<f64>>],
    ) -> Result<(Vec<Found>, [u64; 2], ChaosRecord), String> {
        let with = self.with_slopes(slopes);
        let most = MOST_EQUATIONS / (1 + with.len());
        let present: Vec<usize> = (0..values.len()).filter(|at| values[*at].is_finite()).take(most).collect();
        let seen = present.last().map_or(0, |last| last + 1);
        let moments = |f: &dyn Fn(f64) -> f64| Estimate::mean(present.iter().map(|at| f(values[*at]))).value;
        let mean = moments(&|y| y);
        let deviation = moments(&|y| (y - mean).powi(2)).sqrt();
        let point = |at: &usize| Point {
            coordinates: self.coordinates[*at].iter().map(|[t, _]| *t).collect(),
            value: (values[*at] - mean) / deviation,
            slopes: self.slopes(*at, slopes, &with).into_iter().map(|(i, x)| (i, WEIGHT * x / deviation)).collect(),
            group: self.groups[*at],
        };
        let largest = self.asked.unwrap_or(LARGEST);
        let polynomials = self.inputs.iter().map(|input| input.polynomials(largest)).collect();
        let sample = Sample::new(present.iter().map(point).collect(), polynomials, WEIGHT);
        self.enough(&sample)?;
        let fit = fit(&sample, self.asked).ok_or_else(|| self.too_many(&sample))?;
        let names: Vec<String> = self.inputs.iter().map(|input| input.name.clone()).collect();
        let is_dependent: Vec<bool> = self.inputs.iter().map(|input| input.is_dependent).collect();
        let found = explained::indices(&names, &is_dependent, (&fit.whole, &fit.without, fit.error.powi(2).min(1.0)));
        let mut record = ChaosRecord {
            output: name.into(),
            unit: unit.into(),
            degree: fit.degree as u64,
            degree_was_given: self.asked.is_some(),
            terms: fit.whole.len() as u64,
            candidates: fit.candidates as u64,
            members: sample.members() as u64,
            equations: sample.equations() as u64,
            parameters: names,
            sum: fit.whole.into_iter().map(|(degrees, x)| ChaosTerm { degrees, coefficient: deviation * x }).collect(),
            mean: 0.0,
            std: 0.0,
            error: deviation * fit.error,
        };
        let (constant, others): (Vec<&mut ChaosTerm>, Vec<_>) =
            record.sum.iter_mut().partition(|term| term.degrees.iter().all(|k| *k == 0));
        record.std = others.iter().map(|term| term.coefficient.powi(2)).sum::<f64>().sqrt();
        for term in constant {
            term.coefficient += mean;
            record.mean = term.coefficient;
        }
        Ok((found, [present.len() as u64, (seen - present.len()) as u64], record))
    }

    /// Returns the coordinates that there are derivatives by: of dependent inputs, where there are derivatives by all of these.
    fn with_slopes(&self, slopes: &[Option<Vec<f64>>]) -> Vec<usize> {
        let whole = self.inputs.iter().zip(slopes).all(|(input, of)| !input.is_dependent || of.is_some());
        let has = |i: &usize| slopes[*i].is_some() && (whole || !self.inputs[*i].is_dependent);
        (0..self.inputs.len()).filter(has).collect()
    }

    /// Returns the derivatives of a member by coordinates.
    fn slopes(&self, at: usize, slopes: &[Option<Vec<f64>>], with: &[usize]) -> Vec<(usize, f64)> {
        let by = |i: &usize| slopes[*i].as_ref().map_or(f64::NAN, |of| of[at] * self.coordinates[at][*i][1]);
        let mut all: Vec<(usize, f64)> = with.iter().map(|i| (*i, by(i))).collect();
        if let Some(dependence) = self.plan.dependence() {
            let dependent = |(i, _): &&mut (usize, f64)| self.inputs[*i].is_dependent;
            let own: Vec<f64> = all.iter_mut().filter(dependent).map(|(_, x)| *x).collect();
            if own.len() == dependence.columns().len() {
                let made = dependence.by_independent(&own);
                all.iter_mut().filter(dependent).zip(made).for_each(|((_, x), made)| *x = made);
            }
        }
        all.retain(|(_, x)| x.is_finite());
        all
    }

    /// Checks that equations suffice.
    fn enough(&self, sample: &Sample) -> Result<(), String> {
        let (degree, inputs) = (self.asked.unwrap_or(1), self.inputs.len());
        let (needed, equations) = (needed(inputs, degree), sample.equations());
        if equations >= needed && sample.members() >= 2 * FOLDS {
            return Ok(());
        }
        let each = equations / sample.members().max(1);
        Err(format!(
            "--chaos: {} members with a value are too few for polynomials of degree {degree} of {inputs} parameters, which need {}; accepted: a run of \
             as many{}{}",
            sample.members(),
            needed.div_ceil(each.max(1)).max(2 * FOLDS),
            if degree > 1 { ", a lower degree" } else { "" },
            if each < 2 {
                ", or derivatives beside the values (parameters = \"all\" in [sensitivity]), each of which counts as a member"
            } else {
                ""
            },
        ))
    }

    fn too_many(&self, sample: &Sample) -> String {
        format!(
            "--chaos: polynomials of {} parameters have too many products for the memory, with {} members; accepted: a lower degree, or a run of fewer \
             parameters or members",
            self.inputs.len(),
            sample.members()
        )
    }
}

/// Says why a plan has no polynomials.
fn suits(scenario: &Scenario, asked: ChaosRequest) -> Result<(), String> {
    let plan = scenario.study.plan();
    let is_drawn = plan.sample() != SampleKind::Listed
        && !plan.arrangement().is_some_and(|of| matches!(of.design, Design::Morris(_)));
    if !is_drawn {
        return Err(format!(
            "--chaos: the members of the plan {:?} are not drawn from the distributions; accepted: sobol, halton, latin_hypercube, random, saltelli and \
             shapley",
            scenario.plan
        ));
    }
    if asked.is_some_and(|degree| !(1..=LARGEST as u32).contains(&degree)) {
        return Err(format!("--chaos: the degree is {}; accepted: 1 to {LARGEST}", asked.unwrap_or(0)));
    }
    let distributions = plan.distributions().unwrap_or_default();
    let dependent = plan.dependence().map_or(&[][..], |dependence| dependence.columns());
    for (column, (name, of)) in plan.columns().iter().zip(distributions).enumerate() {
        let single = of.single_values().is_some();
        if single && !of.is_measured() && !of.whole().is_some_and(Distribution::is_measured) {
            return Err(format!(
                "--chaos: {name} is {}, one of some values, which polynomials do not interpolate; accepted: plan.kind = \"saltelli\" or \"shapley\", whose \
                 indices are of any distribution, or another distribution of {name} in [plan.vary]",
                of.specification().0
            ));
        }
        if single && dependent.contains(&column) {
            return Err(format!(
                "--chaos: {name} is measured and depends on others in [plan.dependence], so that its values do not tell their normal scores; accepted: \
                 plan.kind = \"shapley\", or another distribution of {name} in [plan.vary]"
            ));
        }
    }
    Ok(())
}

/// Returns what a member shares with others that it must not be predicted by: a replicate, or a row.
fn group(plan: &Plan, member: u64) -> u64 {
    plan.arrangement().map_or(member, |arrangement| {
        let position = arrangement.position(member);
        if arrangement.replicates >= FOLDS as u64 { position.replicate } else { position.row }
    })
}

/// Makes coordinates of scores that depend on each other independent.
fn independent(plan: &Plan, mut own: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    if let Some(dependence) = plan.dependence() {
        let mut scores: Vec<f64> = dependence.columns().iter().map(|column| own[*column][0]).collect();
        dependence.make_independent(&mut scores);
        dependence.columns().iter().zip(scores).for_each(|(column, score)| own[*column][0] = score);
    }
    own
}

impl Input {
    fn polynomials(&self, degree: usize) -> Polynomials {
        if self.is_dependent { Polynomials::of_scores(degree) } else { self.distribution.polynomials(degree) }
    }

    /// Returns the coordinate of a value, and the slope of the value by it.
    fn coordinate(&self, value: f64) -> [f64; 2] {
        match self.variable {
            Variable::Value => {
                let (mean, deviation) = self.moments;
                [(value - mean) / deviation, deviation]
            }
            Variable::Score => {
                let score = self.distribution.score_of(value);
                [score, self.distribution.slopes_at_score(score)[0]]
            }
        }
    }
}
