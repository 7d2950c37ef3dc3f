//! Which methods are tried, with which steps or tolerances.

use super::Target;
use crate::ensemble::{Adaptive, Extrapolation, Method, Steps, Study, StudyError};
use crate::formulation::{self, Formulation};
use crate::integrator::control::Controller;
use crate::integrator::{self, Integrator};
use crate::model::{Expr, nearest};

/// The place of a point: the number of its method, and that of its step or tolerance.
pub type Place = (usize, usize);

/// What decides the accuracy of a method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resolution {
    /// Equal steps, s.
    Step(f64),
    /// Adaptive steps with this relative tolerance. The absolute one (m, rad, m/s, rad/s) keeps its ratio to it where
    /// the scenario's own steps are adaptive, and is equal to it otherwise.
    Tolerance(f64),
    /// The elements of each beam, with the scenario's own steps.
    Elements(usize),
}

impl Resolution {
    /// Returns the step (s), the tolerance, or the number of elements.
    pub fn value(self) -> f64 {
        match self {
            Resolution::Step(value) | Resolution::Tolerance(value) => value,
            Resolution::Elements(count) => count as f64,
        }
    }

    /// Estimates how many times as long a run at another resolution takes.
    pub(super) fn growth(self, other: Self) -> f64 {
        match (self, other) {
            (Resolution::Step(here), Resolution::Step(there)) => here / there,
            // of a method of order 3; others take less
            _ => (self.value() / other.value()).cbrt(),
        }
    }
}

/// Methods and how finely they are tried.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// The integrators; all of them where there are none.
    pub integrators: Vec<&'static Integrator>,
    /// The formulations; the scenario's where there are none.
    pub formulations: Vec<&'static Formulation>,
    /// Equal steps, s, longest first.
    pub steps: Vec<f64>,
    /// Tolerances of adaptive steps, largest first.
    pub tolerances: Vec<f64>,
    /// True where a method's further steps or tolerances are left out once [`Candidate::HIDDEN`] errors in a row are hidden
    /// by that of the reference.
    pub thrifty: bool,
}

/// A method that the mechanism can be integrated with.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The integrator.
    pub integrator: &'static Integrator,
    /// The formulation.
    pub formulation: &'static Formulation,
    /// The steps or tolerances of the method, the coarsest first; never empty, and of one kind.
    pub resolutions: Vec<Resolution>,
    /// True where further resolutions are left out once errors are hidden, see [`Sweep::thrifty`].
    pub thrifty: bool,
}

/// A method that was asked for, or is in the catalog, and cannot be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Integrator and formulation.
    pub method: String,
    /// Why.
    pub reason: String,
}

/// The reason why a sweep cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SweepError {
    /// No such integrator.
    #[error("unknown integrator {name:?};{hint} accepted: {}", integrator_names().join(", "))]
    UnknownIntegrator {
        /// The name.
        name: String,
        /// What the name may mean.
        hint: String,
    },
    /// No such formulation.
    #[error("unknown formulation {name:?};{hint} accepted: all, {}", formulation_names().join(", "))]
    UnknownFormulation {
        /// The name.
        name: String,
        /// What the name may mean.
        hint: String,
    },
    /// An integrator that was named cannot be tried.
    #[error("{method}: {reason}")]
    Unusable {
        /// The integrator.
        method: String,
        /// Why.
        reason: String,
    },
    /// A step or tolerance does not fit the scenario.
    #[error(transparent)]
    Study(#[from] StudyError),
}

/// Returns steps (s) around `step`, each half of the one before: `coarser` ones that are longer, but not longer than
/// `longest`, and `count` of h_n = step 2^(1-n), Holzinger, Arnold, Gerstmayr (2024), Section 4.
pub fn halvings(step: f64, coarser: u32, count: u32, longest: f64) -> Vec<f64> {
    let all = (-(coarser as i32)..count as i32).map(|n| (n, step / 2f64.powi(n)));
    all.filter(|(n, h)| *n >= 0 || *h <= longest).map(|(_, h)| h).collect()
}

/// The reason why the steps of a method are not adaptive.
const NO_ESTIMATE: &str = "it has no estimate of its error, so its steps cannot be adaptive";

fn integrator_names() -> Vec<&'static str> {
    integrator::ALL.iter().map(|i| i.name).collect()
}

fn formulation_names() -> Vec<&'static str> {
    formulation::all().map(|f| f.kind.name).collect()
}

fn hint(name: &str, names: &[&'static str]) -> String {
    nearest(name, names.iter().copied()).map_or(String::new(), |near| format!(" did you mean {near:?}?"))
}

impl Sweep {
    /// Adds the integrators of these names.
    ///
    /// # Errors
    /// The first name that is none.
    pub fn add_integrators(&mut self, names: &[String]) -> Result<(), SweepError> {
        for name in names {
            let found = integrator::find(name).ok_or_else(|| SweepError::UnknownIntegrator {
                name: name.clone(),
                hint: hint(name, &integrator_names()),
            })?;
            if self.integrators.iter().all(|i| i.name != found.name) {
                self.integrators.push(found);
            }
        }
        Ok(())
    }

    /// Adds the formulations of these names; `all` are all of them.
    ///
    /// # Errors
    /// The first name that is none.
    pub fn add_formulations(&mut self, names: &[String]) -> Result<(), SweepError> {
        for name in names {
            let wanted = if name == "all" { formulation_names() } else { vec![name.as_str()] };
            for name in wanted {
                let found = formulation::find(name).ok_or_else(|| SweepError::UnknownFormulation {
                    name: name.into(),
                    hint: hint(name, &formulation_names()),
                })?;
                if self.formulations.iter().all(|f| f.kind.name != found.kind.name) {
                    self.formulations.push(found);
                }
            }
        }
        Ok(())
    }

    /// Returns the methods that can be tried on a target, formulation by formulation, and those that are left out. An
    /// integrator with an estimate of its error is tried with the steps and with the tolerances, if there are any.
    ///
    /// # Errors
    /// Where a named integrator fits nothing that is tried, or a step is not one of the scenario.
    pub fn candidates(&self, target: &Target) -> Result<(Vec<Candidate>, Vec<LeftOut>), SweepError> {
        let own = [target.study().method.formulation];
        let formulations = if self.formulations.is_empty() { &own[..] } else { &self.formulations };
        let named = !self.integrators.is_empty();
        let integrators = if named { &self.integrators[..] } else { integrator::ALL };
        let mut candidates = Vec::new();
        let mut left_out = Vec::new();
        for integrator in integrators {
            let (before, left) = (candidates.len(), left_out.len());
            for formulation in formulations {
                for resolutions in
                    [self.steps.iter().map(|h| Resolution::Step(*h)).collect::<Vec<_>>(), self.tolerances()]
                {
                    if resolutions.is_empty() {
                        continue;
                    }
                    let candidate = Candidate { integrator, formulation, resolutions, thrifty: self.thrifty };
                    match candidate.unusable(target)? {
                        None => candidates.push(candidate),
                        Some(reason) => left_out.push(LeftOut { method: candidate.name(), reason }),
                    }
                }
            }
            if candidates.len() > before {
                // what is tried in one way need not be said to lack another
                let tried = |l: &LeftOut| candidates[before..].iter().any(|c| l.method.starts_with(&c.name()));
                let late = left_out.split_off(left);
                left_out.extend(late.into_iter().filter(|l| !tried(l)));
            } else if named && let Some(LeftOut { method, reason }) = left_out.get(left).cloned() {
                let cure =
                    if reason == NO_ESTIMATE { "; give --steps as well, which are equal, or leave it out" } else { "" };
                return Err(SweepError::Unusable { method, reason: reason + cure });
            }
        }
        let order = |c: &Candidate| formulations.iter().position(|f| f.kind.name == c.formulation.kind.name);
        candidates.sort_by_key(order);
        Ok((candidates, left_out))
    }

    /// Adds the scenario's own method to candidates, where it is not among them, and returns its place: the numbers of
    /// the candidate and of the step or tolerance.
    pub fn include_own(candidates: &mut Vec<Candidate>, target: &Target) -> Place {
        let Method { integrator, formulation, .. } = target.study().method;
        let own = match (target.own_step(), target.own_tolerances()) {
            (Some(step), _) => Resolution::Step(step),
            (None, tolerances) => Resolution::Tolerance(tolerances.map_or(f64::NAN, |(_, relative)| relative)),
        };
        let adaptive = matches!(own, Resolution::Tolerance(_));
        let is_own = |c: &Candidate| {
            c.integrator.name == integrator.name
                && c.formulation.kind.name == formulation.kind.name
                && c.is_adaptive() == adaptive
        };
        let place = candidates.iter().position(is_own).unwrap_or_else(|| {
            candidates.push(Candidate { integrator, formulation, resolutions: Vec::new(), thrifty: false });
            candidates.len() - 1
        });
        let resolutions = &mut candidates[place].resolutions;
        // a step that is written in another way is the same step
        let same = |r: &Resolution| (r.value() - own.value()).abs() <= 1e-12 * own.value();
        let at = resolutions.iter().position(same).unwrap_or_else(|| {
            let at = resolutions.iter().position(|r| r.value() < own.value()).unwrap_or(resolutions.len());
            resolutions.insert(at, own);
            at
        });
        (place, at)
    }

    fn tolerances(&self) -> Vec<Resolution> {
        self.tolerances.iter().map(|t| Resolution::Tolerance(*t)).collect()
    }
}

impl Candidate {
    /// Errors in a row that are hidden by that of the reference: fewer may be chance.
    pub const HIDDEN: usize = 3;

    /// Tells whether the steps of the method are adaptive.
    pub fn is_adaptive(&self) -> bool {
        matches!(self.resolutions.first(), Some(Resolution::Tolerance(_)))
    }

    /// Names the integrator and the formulation, as in `dopri5 adaptive, euler_angles`.
    pub fn name(&self) -> String {
        let adaptive = if self.is_adaptive() { " adaptive" } else { "" };
        format!("{}, {}{adaptive}", self.integrator.name, self.formulation.kind.name)
    }

    /// Returns the reason why the mechanism cannot be integrated with the method, if it cannot.
    fn unusable(&self, target: &Target) -> Result<Option<String>, StudyError> {
        if self.is_adaptive() && self.integrator.error_order().is_none() {
            return Ok(Some(NO_ESTIMATE.into()));
        }
        for resolution in &self.resolutions {
            match self.study(target, *resolution) {
                Ok(_) => {}
                Err(error @ StudyError::Steps(_)) => return Err(error),
                Err(error) => {
                    let (reason, name) = (error.to_string(), self.integrator.name);
                    // one reason that holds for several methods is one
                    let own = reason.strip_prefix(name).filter(|rest| rest.starts_with(' '));
                    return Ok(Some(own.map_or(reason.clone(), |rest| format!("it{rest}"))));
                }
            }
        }
        Ok(None)
    }

    /// Makes the study with this method.
    ///
    /// # Errors
    /// Where the method does not fit the mechanism.
    pub fn study(&self, target: &Target, resolution: Resolution) -> Result<Study, StudyError> {
        let own = &target.study().method;
        let steps = match resolution {
            Resolution::Step(step) => Steps::Fixed(Expr::Constant(step)),
            Resolution::Elements(_) => own.steps.clone(),
            Resolution::Tolerance(tolerance) => {
                let absolute =
                    target.own_tolerances().map_or(tolerance, |(own, relative)| own * (tolerance / relative));
                Steps::Adaptive(Box::new(self.adaptive(&own.steps, absolute, tolerance)))
            }
        };
        target.with_method(Method {
            formulation: self.formulation,
            integrator: self.integrator,
            steps,
            duration: own.duration.clone(),
            implicit: own.implicit,
            conditions: own.conditions,
            extrapolation: if self.integrator.is_implicit()
                && self.integrator.order == 2
                && matches!(resolution, Resolution::Step(_))
            {
                own.extrapolation
            } else {
                Extrapolation::None
            },
            event_limit: own.event_limit,
            ends_at_switches: own.ends_at_switches,
            makes_steps: own.makes_steps,
        })
    }

    /// Makes adaptive steps as the scenario's, where those are adaptive, with other tolerances.
    fn adaptive(&self, own: &Steps, absolute: f64, relative: f64) -> Adaptive {
        let order = self.integrator.error_order().unwrap_or(self.integrator.order);
        match own {
            Steps::Adaptive(own) => {
                let [absolute, relative] = [absolute, relative].map(Expr::Constant);
                Adaptive { absolute, relative, controller: Controller { order, ..own.controller }, ..(**own).clone() }
            }
            Steps::Fixed(_) => Adaptive::new(absolute, relative, order),
        }
    }
}
