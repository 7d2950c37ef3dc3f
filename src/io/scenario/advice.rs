//! What should be known of a scenario before a run, though nothing in it is wrong.

use super::Scenario;
use crate::design::Goal;
use crate::ensemble::{StepSequence, Steps};
use crate::model::Expr;
use crate::model::body::{Body, Orientation};
use crate::model::expression::evaluate3;
use crate::model::force::{Force, STEPS_PER_IMPACT};
use crate::model::joint::{ElementaryJoint, Joint};
use crate::plot::count;
use crate::sampling::distribution::Distribution;
use std::collections::HashSet;
use std::f64::consts::PI;

/// How many of several names are said.
const SHOWN: usize = 5;

/// Members whose values are looked at, at most.
const MOST: u64 = 1000;

/// Relative tolerances above this leave not a digit.
const LARGE_TOLERANCE: f64 = 0.1;

impl Scenario {
    /// Says what should be known before a run, though nothing is wrong.
    pub fn advice(&self) -> Vec<String> {
        let mut advice = self.idle_parameters();
        advice.extend(self.more_than_half_a_turn());
        advice.extend(self.more_than_a_turn());
        advice.extend(self.large_tolerance());
        advice.extend(self.notes.iter().cloned());
        if let Some(Goal::Fit(measured)) = self.design.as_ref().map(|design| &design.goal) {
            advice.extend(measured.notes.iter().cloned());
        }
        advice.extend(self.study.mechanism.advice());
        let defaults = self.study.mechanism.defaults();
        advice.extend(self.study.mechanism.beams.iter().filter_map(|beam| beam.other_order(&defaults)));
        advice.extend(self.coarse_beams());
        advice.extend(self.negative_coefficients());
        advice.extend(self.unresolved_impacts());
        advice.extend(self.odd_distributions());
        advice.extend(self.conditions_in_other_units());
        advice.extend(self.study.advice());
        advice
    }

    /// Names the parameters that nothing depends on.
    fn idle_parameters(&self) -> Vec<String> {
        let mechanism = &self.study.mechanism;
        let by: HashSet<&str> =
            mechanism.sensitivities.iter().map(|at| mechanism.parameters[*at].name.as_str()).collect();
        let is_by = |name: &&String| by.contains(name.as_str());
        let (by, idle): (Vec<&String>, Vec<&String>) = self.unused.iter().partition(is_by);
        let note = |names: &[&String], what: &str| {
            let plural = if names.len() == 1 { "" } else { "s" };
            let all = named(names.iter().map(|name| format!("{name:?}")));
            (!names.is_empty()).then(|| format!("nothing depends on the parameter{plural} {all}{what}"))
        };
        let what = if by.len() == 1 { ": derivatives by it are zeros" } else { ": derivatives by them are zeros" };
        note(&by, what).into_iter().chain(note(&idle, "")).collect()
    }

    /// Names the rotation vectors that are longer than any rotation needs: of bodies and joints at the start, and of forces at rest.
    fn more_than_half_a_turn(&self) -> Vec<String> {
        let mechanism = &self.study.mechanism;
        let defaults = mechanism.defaults();
        let note = |what: &str, name: &str, length: f64| {
            (length > PI * (1.0 + 1e-9)).then(|| {
                format!(
                    "the rotation vector of {name:?} {what} has the length {length:.5} rad, which is more than half a turn: rotations are in \
                     rad, and a shorter vector gives the same orientation"
                )
            })
        };
        let of_body = |body: &Body| {
            let Orientation::RotationVector(v) = &body.orientation else { return None };
            note("at the start", &body.name, evaluate3(v, &defaults).norm())
        };
        let of_joint = |joint: &Joint| {
            let vector = |(element, coordinates): (ElementaryJoint, &[Expr])| {
                let squares = coordinates.iter().map(|x| x.evaluate::<f64>(&defaults).powi(2));
                let length = squares.sum::<f64>().sqrt();
                (element == ElementaryJoint::Spherical).then(|| note("at the start", &joint.name, length))?
            };
            joint.elements().find_map(vector)
        };
        let of_force = |(force, name): (&Force<Expr>, &String)| {
            note("at rest", name, evaluate3(force.rotation_at_rest()?, &defaults).norm())
        };
        let bodies = mechanism.bodies.iter().filter_map(of_body);
        let forces = mechanism.forces.iter().zip(&self.force_names).filter_map(of_force);
        bodies.chain(mechanism.joints.iter().filter_map(of_joint)).chain(forces).collect()
    }

    /// Names the angles at the start, of joints and of the base, that are more than a full turn.
    fn more_than_a_turn(&self) -> Vec<String> {
        let mechanism = &self.study.mechanism;
        let mut defaults = mechanism.defaults();
        let note = |what: String, angle: f64| {
            let turns = angle.abs() / (2.0 * PI);
            (turns > 1.0 + 1e-9)
                .then(|| format!("{what} at the start is {angle:?} rad, which are {turns:.1} turns: angles are in rad"))
        };
        let mut notes = Vec::new();
        for joint in &mechanism.joints {
            for (element, coordinates) in joint.elements() {
                let (ElementaryJoint::Revolute(_), [angle]) = (element, coordinates) else { continue };
                notes.extend(note(format!("the coordinate of {:?}", joint.name), angle.evaluate(&defaults)));
            }
        }
        if let Some((_, angle)) = mechanism.base.as_ref().and_then(|base| base.rotation.as_ref()) {
            // the time is behind the parameters
            defaults.push(0.0);
            notes.extend(note("the angle of the base".into(), angle.evaluate(&defaults)));
        }
        notes
    }

    /// Notes a tolerance that lets a step be as wrong as it likes.
    fn large_tolerance(&self) -> Option<String> {
        let Steps::Adaptive(adaptive) = &self.study.method.steps else { return None };
        let relative: f64 = adaptive.relative.evaluate(&self.study.mechanism.defaults());
        (relative > LARGE_TOLERANCE).then(|| {
            format!(
                "the relative tolerance is {relative:?}: each step may be wrong by that part of what moves, and results may mean \
                 nothing; 1e-3 is a large one, 1e-8 a usual one"
            )
        })
    }

    /// Names the beams whose elements are too long for their lines, and those whose sections are stretched, at the default values or in
    /// members of the plan.
    fn coarse_beams(&self) -> Vec<String> {
        let (study, plan) = (&self.study, self.study.plan());
        let defaults = study.mechanism.defaults();
        let varied = |at: usize| study.varied().contains(&at);
        let mut notes = Vec::new();
        for beam in &study.mechanism.beams {
            if beam.coarseness_depends_on(&varied) {
                let (mut all, mut values) = (Vec::new(), vec![0.0; plan.columns().len()]);
                let of_member = |member: u64| {
                    plan.fill(member, &mut values);
                    study.parameters(&values, &mut all);
                    beam.coarse(&all).map(|coarse| (coarse, member))
                };
                let worst = (0..plan.members().min(MOST)).filter_map(of_member).max_by_key(|(coarse, _)| coarse.enough);
                notes
                    .extend(worst.map(|(coarse, member)| {
                        format!("member {}: {}", count(plan.first() + member), coarse.message)
                    }));
            } else {
                notes.extend(beam.coarse(&defaults).map(|coarse| coarse.message));
            }
            notes.extend(beam.stretched(&defaults, &varied));
        }
        notes
    }

    /// Names the springs and dampers that feed energy in, at the default values or in members of the plan.
    fn negative_coefficients(&self) -> Vec<String> {
        let (study, plan) = (&self.study, self.study.plan());
        let defaults = study.mechanism.defaults();
        let mut notes = Vec::new();
        for (force, name) in study.mechanism.forces.iter().zip(&self.force_names) {
            // of several along the axes of one force the first
            let mut said: Vec<&str> = Vec::new();
            for (key, coefficient) in force.coefficients() {
                if said.contains(&key) {
                    continue;
                }
                let varies = coefficient.depends_on(&|at| study.varied().contains(&at));
                let found = if varies {
                    let mut all = Vec::new();
                    let mut values = vec![0.0; plan.columns().len()];
                    (0..plan.members().min(MOST)).find_map(|member| {
                        plan.fill(member, &mut values);
                        study.parameters(&values, &mut all);
                        let value: f64 = coefficient.evaluate(&all);
                        (value < 0.0).then(|| format!("{value:?} in member {}", count(plan.first() + member)))
                    })
                } else {
                    let value: f64 = coefficient.evaluate(&defaults);
                    (value < 0.0).then(|| format!("{value:?}"))
                };
                let Some(found) = found else { continue };
                said.push(key);
                let what = match key {
                    "damping" => "it feeds energy in, and what moves grows",
                    _ => "it pushes away from where it is at rest",
                };
                notes.push(format!("the {key} of {name:?} is negative, {found}: {what}"));
            }
        }
        let others = notes.len().saturating_sub(SHOWN);
        notes.truncate(SHOWN);
        if others > 0 {
            notes.push(format!("so it is with {others} other coefficients of springs and dampers"));
        }
        notes
    }

    /// Names the contacts whose impacts equal steps pass over.
    fn unresolved_impacts(&self) -> Vec<String> {
        let defaults = self.study.mechanism.defaults();
        let Ok(StepSequence::Fixed(steps)) = self.study.step_sequence(&defaults) else { return Vec::new() };
        let of = |(force, name): (&Force<Expr>, &String)| {
            let (velocity, duration) = force.impact(&defaults)?;
            let largest = duration / STEPS_PER_IMPACT;
            (steps.step() > largest).then(|| {
                format!(
                    "an impact of {name:?} at {velocity:?} m/s lasts {duration:.2e} s, and steps are {:?} s: steps of at most \
                     {largest:.2e} s resolve it",
                    steps.step()
                )
            })
        };
        self.study.mechanism.forces.iter().zip(&self.force_names).filter_map(of).collect()
    }

    /// Names the conditions that hold numbers and name outputs which are shown in other units than those of the SI.
    fn conditions_in_other_units(&self) -> Vec<String> {
        let mechanism = &self.study.mechanism;
        let mut notes = Vec::new();
        for (_, condition) in mechanism.conditions() {
            let words: Vec<&str> = condition
                .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.')))
                .filter(|w| !w.is_empty())
                .collect();
            if !words.iter().any(|word| word.parse::<f64>().is_ok()) {
                continue;
            }
            for output in &mechanism.outputs {
                let named = words.iter().any(|word| word.split('.').next() == Some(&output.name));
                let Some(unit) = output.unit.as_ref().filter(|unit| named && !unit.factor.is_one()) else { continue };
                let size = format!("{:.5}", unit.factor.from_si(1.0));
                let size = size.trim_end_matches('0').trim_end_matches('.');
                notes.push(format!(
                    "the condition {condition:?} is in units of the SI, while {:?} is shown in {unit}: 1 of the SI is {size} {unit}",
                    output.name,
                    unit = unit.text
                ));
            }
        }
        notes
    }

    /// Says what is odd about the numbers of distributions.
    fn odd_distributions(&self) -> Vec<String> {
        let plan = self.study.plan();
        let parameters = &self.study.mechanism.parameters;
        let of = |(name, distribution): (&String, &Distribution)| {
            let default = parameters.iter().find(|known| known.name == *name).map(|known| known.default);
            Some(format!("{distribution:?} of {name:?} {}", distribution.advice(default)?))
        };
        let distributions = plan.distributions().unwrap_or_default();
        plan.columns().iter().zip(distributions).filter_map(of).collect()
    }
}

/// Joins the first of some names, and says how many others there are.
fn named(names: impl ExactSizeIterator<Item = String>) -> String {
    let others = names.len().saturating_sub(SHOWN);
    let shown = names.take(SHOWN).collect::<Vec<_>>().join(", ");
    if others > 0 { format!("{shown} and {others} others") } else { shown }
}
