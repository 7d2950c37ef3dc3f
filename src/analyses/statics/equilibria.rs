//! Static equilibria of the members of a study.

use super::Statics;
use super::columns::findings;
use super::equations::{StaticEquations, Work, turning_with};
use super::path::{equilibrium_near, free_motions, static_path};
use super::point::StaticPath;
use super::slopes::Differentiated;
use super::together::TOGETHER;
use crate::analyses::linearised::Moving;
use crate::analyses::{study_of_findings, without_run};
use crate::ensemble::lockstep::{Ended, lockstep};
use crate::ensemble::{StartError, Study, StudyError};
use crate::integrator::Index;
use std::sync::OnceLock;

/// So few members are sooner followed one by one than machine code is made: of two elements of order 5 that takes 0.1 s, and a path 25 ms
/// by tapes.
const FEW: usize = 5;

/// Finds the static equilibria of the members of one mechanism.
#[derive(Debug)]
pub struct Equilibria {
    /// What is asked.
    pub asked: Statics,
    /// What balances, recorded when it is first asked for: studies with other plans or derivatives have the same equations.
    equations: OnceLock<StaticEquations>,
}

impl Equilibria {
    /// Prepares the search for what is asked.
    pub fn new(asked: Statics) -> Self {
        Self { asked, equations: OnceLock::new() }
    }

    /// Returns the study of the equilibria of a study: in absolute coordinates, without what is of a run alone, with what is told of paths
    /// behind its outputs.
    ///
    /// # Errors
    /// Why members have no start in these coordinates.
    pub fn study(&self, of: &Study) -> Result<Study, StudyError> {
        let (mechanism, mut method) = without_run(of, self.asked.base_rotation.as_ref());
        method.conditions.equilibrium = false;
        method.implicit.index = Index::Three;
        study_of_findings(of, (mechanism, method), findings())
    }

    /// Returns coordinates and velocities of a member with these values of all parameters in the equilibrium near its start, or else in the one
    /// that its loads lead to, at rest on the base.
    ///
    /// # Errors
    /// That it is not found.
    pub(in crate::analyses) fn balanced(&self, study: &Study, parameters: &[f64]) -> Result<[Vec<f64>; 2], StartError> {
        let (_, start) = study.formulated().initial(&study.mechanism, parameters);
        let turning = study.mechanism.base_rotation(parameters);
        let at_rest = |q: Vec<f64>| {
            let [v, _] = turning_with(study.layout(), turning, &q, &start);
            [q, v]
        };
        let starts = study.starts();
        let near = || {
            let (q, _) = starts.positions_and_velocities(parameters).ok()?;
            let [q, v] = at_rest(q);
            let recorded = study.recorded_starts();
            let multipliers = recorded.and_then(|recorded| starts.multipliers(recorded, parameters, [&q, &v]));
            equilibrium_near(&starts, self.equations(study), parameters, (q, multipliers))
        };
        if let Some(q) = near() {
            return Ok(at_rest(q));
        }
        let path = self.path(study, parameters);
        let [q, _] = path.last;
        if q.is_empty() {
            let load = path.points.last().map_or(0.0, |point| point.load);
            let message = format!("no static equilibrium is found beyond {load} of the loads");
            return Err(StartError { part: None, message });
        }
        Ok(at_rest(q))
    }

    /// Returns how an equilibrium under all loads, with these multipliers, moves with each of some parameters, at rest on the base; none where
    /// the equations are singular.
    pub(in crate::analyses) fn moving(
        &self,
        study: &Study,
        parameters: &[f64],
        (equilibrium, by): ([Vec<f64>; 2], &[usize]),
    ) -> Option<Vec<Moving>> {
        let (starts, equations) = (&study.starts(), self.equations(study));
        Differentiated { starts, equations, parameters }.moving(equilibrium, by)
    }

    /// Follows the equilibria of a member of a [study of equilibria](Self::study), with these values of all parameters.
    pub fn path(&self, study: &Study, parameters: &[f64]) -> StaticPath {
        let equations = self.equations(study);
        static_path(&study.starts(), equations, &self.asked, (parameters, equations.alone()))
    }

    /// Follows the equilibria of members with these values of all parameters, many at once where there is machine code; they are those of
    /// [`Self::path`]. None where they are stopped.
    pub fn paths(&self, study: &Study, members: &[Vec<f64>], is_stopped: &dyn Fn() -> bool) -> Option<Vec<StaticPath>> {
        let mut all = Vec::with_capacity(members.len());
        for members in members.chunks(TOGETHER) {
            match self.paths_together(study, members, is_stopped) {
                Some(Ok(paths)) => all.extend(paths),
                Some(Err(Ended::Stopped)) => return None,
                Some(Err(Ended::NoThread)) | None => {
                    for parameters in members {
                        if is_stopped() {
                            return None;
                        }
                        all.push(self.path(study, parameters));
                    }
                }
            }
        }
        Some(all)
    }

    /// Follows the equilibria of members in lockstep, where there is machine code.
    fn paths_together(
        &self,
        study: &Study,
        members: &[Vec<f64>],
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Result<Vec<StaticPath>, Ended>> {
        if members.len() < FEW {
            return None;
        }
        let (starts, equations) = (study.starts(), self.equations(study));
        let mut answer = equations.answering()?;
        let follow = |number: usize, asker| {
            static_path(&starts, equations, &self.asked, (&members[number], Work::Together(asker)))
        };
        Some(lockstep(
            members.len(),
            follow,
            |questions| {
                if is_stopped() { Err(Ended::Stopped) } else { Ok(answer(questions)) }
            },
        ))
    }

    /// Says which motions nothing holds at the start of a member with these values of all parameters, if there are any.
    pub fn free_motions(&self, study: &Study, parameters: &[f64]) -> Option<String> {
        let (count, velocity) = free_motions(&study.starts(), self.equations(study), parameters)?;
        let of = study.formulated().velocity(velocity)?;
        let (body, axis) = (&study.mechanism.bodies[of.body].name, of.axis);
        let way =
            if of.turns { format!("turns {body:?} about its {axis}") } else { format!("moves {body:?} along {axis}") };
        Some(format!(
            "nothing holds {}, the first of which {way}; accepted: supports, as joints to the ground, or springs",
            if count == 1 { "a motion".to_string() } else { format!("{count} motions") }
        ))
    }

    /// Returns the recorded equations of equilibria.
    fn equations(&self, study: &Study) -> &StaticEquations {
        // of the default values, so that the bits of a member do not depend on the plan
        self.equations.get_or_init(|| StaticEquations::new(&study.starts(), &[study.mechanism.defaults()]))
    }
}
