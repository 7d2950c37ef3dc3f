//! Parts of a run in which the same joints and constraints act.

use super::constraints::Constraints;
use super::{Scope, Study, StudyError};
use crate::integrator;
use crate::model::acting::Acting;
use std::collections::BTreeSet;
use std::sync::PoisonError;

/// Instants are one where they differ by no more, relative to the time or 1 s.
const SAME_TIME: f64 = 1e-12;

impl Study {
    /// Says whether joints or constraints act for a part of a run alone.
    pub fn is_switched(&self) -> bool {
        !self.mechanism.switched.is_empty()
    }

    /// Says whether steps may begin at a time that is not zero.
    pub(in crate::ensemble) fn begins_within(&self) -> bool {
        self.scope.begins_within || self.is_switched()
    }

    /// Returns the study of members that are given states in the middle of a run.
    pub(in crate::ensemble) fn within_runs(self) -> Self {
        Self { scope: Scope { begins_within: true, ..self.scope }, ..self }
    }

    /// Returns the study of the part of a run in which these joints and constraints act: events that change which do end it.
    ///
    /// # Errors
    /// Why there is none.
    pub(in crate::ensemble) fn phase(&self, acting: Acting) -> Result<Self, StudyError> {
        let found =
            self.constraints.functions.phases.lock().unwrap_or_else(PoisonError::into_inner).get(&acting).cloned();
        let of_phase = match found {
            Some(found) => found,
            None => {
                let new = Constraints::new((&self.mechanism, &self.method), (acting, false), &self.derivatives);
                let new = new.and_then(|found| self.supported(found));
                let mut all = self.constraints.functions.phases.lock().unwrap_or_else(PoisonError::into_inner);
                all.entry(acting).or_insert(new).clone()
            }
        };
        let is_later = acting != Acting::at_start(&self.mechanism, &self.mechanism.defaults());
        let scope = Scope { is_later, ..self.scope };
        let mut phase = Self { constraints: of_phase?, scope, ..self.clone() };
        for event in &mut phase.mechanism.events {
            event.ends_part = !event.terminal && acting.after(event) != acting;
            event.terminal |= event.ends_part;
            // what would change nothing is not looked for: it may be held at zero by what it has begun
            if !event.is_of_time() && !event.switches.is_empty() && !event.terminal {
                event.silence();
            }
        }
        Ok(phase)
    }

    /// Returns what is known of constraints where the method can integrate a mechanism that has them.
    fn supported(&self, found: Constraints) -> Result<Constraints, StudyError> {
        let defaults = self.mechanism.defaults();
        let (q, _) = found.formulated.initial(&self.mechanism, &defaults);
        let mut system = found.formulated.system(&self.mechanism, &defaults);
        let constraints = found.formulated.constraint_count() - found.formulated.layout().unit_lengths().count();
        let method = self.method.integrator;
        integrator::supports(method, &mut system, constraints, (0.0, &q))?;
        if method.implicit().is_some_and(|scheme| scheme.needs_constant_mass) {
            integrator::supports_mass(method, &mut system, (0.0, &q))?;
        }
        Ok(found)
    }

    /// Returns which joints and constraints act after an event at a time, s, in a member with these values of all parameters:
    /// others that are switched at that very time are switched, too.
    pub(in crate::ensemble) fn acting_after(
        &self,
        acting: Acting,
        event: usize,
        (parameters, time): (&[f64], f64),
    ) -> Acting {
        let is_now = |at: f64| (at - time).abs() <= SAME_TIME * time.abs().max(1.0);
        let others = self.mechanism.events.iter().enumerate().filter(|(other, _)| *other != event);
        let now = others.filter(|(_, other)| other.time(parameters).is_some_and(is_now)).map(|(_, other)| other);
        let after = std::iter::once(&self.mechanism.events[event]).chain(now).fold(acting, Acting::after);
        after.without_ended(&self.mechanism, (parameters, time * (1.0 + SAME_TIME)))
    }

    /// Checks that the method suits what is switched, and that what acts after the first switches can move.
    pub(super) fn check_switches(&self) -> Result<(), StudyError> {
        let mechanism = &self.mechanism;
        let Some(switched) = mechanism.switched.first() else { return Ok(()) };
        let (table, at) = switched.table();
        let wrong = |problem: String| StudyError::Switched { name: switched.name.clone(), part: (table, at), problem };
        if !self.is_implicit() || !self.method.formulation.has_constraints {
            let problem = "it acts for a part of the run alone, which implicit integrators in absolute coordinates can do \
                           (formulation = \"absolute\", integrator = \"generalized_alpha\" or \"rattle\")";
            return Err(wrong(problem.into()));
        }
        if mechanism.variables.iter().any(|variable| variable.update.is_some() || !variable.resets.is_empty()) {
            return Err(wrong("it acts for a part of the run alone, which variables of [[sampled]] and those that events set do not know of; accepted: without them".into()));
        }
        if !mechanism.sensitivities.is_empty() || !mechanism.by_adjoint.is_empty() {
            return Err(wrong(
                "derivatives take no notice of what jumps where it begins or ends to act; accepted: no [sensitivity]"
                    .into(),
            ));
        }
        for acting in self.first_sets() {
            self.phase(acting).map_err(|error| {
                let acts = acting.words(mechanism);
                wrong(format!(
                    "where of those that are switched these act: {acts}, the mechanism cannot go on: {error}"
                ))
            })?;
        }
        Ok(())
    }

    /// Returns the sets of joints and constraints that act in turn by the times of switches, at the default values.
    fn first_sets(&self) -> BTreeSet<Acting> {
        let (mechanism, defaults) = (&self.mechanism, self.mechanism.defaults());
        let mut times: Vec<(f64, usize)> = (mechanism.events.iter().enumerate())
            .filter_map(|(at, event)| Some((event.time(&defaults).filter(|time| *time > 0.0)?, at)))
            .collect();
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut in_turn = vec![Acting::at_start(mechanism, &defaults)];
        for (time, event) in times {
            let last = in_turn[in_turn.len() - 1];
            in_turn.push(self.acting_after(last, event, (&defaults, time)));
        }
        in_turn.into_iter().collect()
    }
}
