//! What derivatives are of: outputs of runs, of equilibria, or of modes, and what computes these.

use super::request::Request;
use crate::backends::{BackendChoice, Note, OpenBackends, PrecisionRequest};
use crate::ensemble::{Backend, BackendPool, Study};
use crate::num::Precision;
use crate::studies::{Analysed, AnalysisKind, Failure, Listener};

/// Says what is chosen: as notes, since standard output may be for a record.
fn note(listener: &dyn Listener, note: Note) {
    match note {
        Note::Choice(text) | Note::Warning(text) => listener.note(Note::Warning(text)),
    }
}

/// The study whose outputs are differentiated, and what computes its members in place of integrating them.
pub(super) struct Evaluated {
    pub(super) study: Study,
    /// The numbers of the parameters that are differentiated by.
    pub(super) by: Vec<usize>,
    own: Option<Box<dyn Backend>>,
}

impl Evaluated {
    /// Returns what a request is about.
    ///
    /// # Errors
    /// Why its scenario has no such outputs.
    pub(super) fn new(request: &Request) -> Result<Self, Failure> {
        let Request { scenario, analysis, .. } = request;
        // those of `[sensitivity]`, or all
        let by = match scenario.study.mechanism.differentiated_by_parameters() {
            [] => (0..scenario.study.mechanism.parameters.len()).collect(),
            some => some.to_vec(),
        };
        if *analysis != AnalysisKind::Run {
            request.check_is_plain()?;
        }
        let Analysed { study, backend: own, .. } = analysis.of(scenario)?;
        Ok(Self { study, by, own })
    }

    /// Tells whether outputs are made of steps of an implicit method, which Newton's method solves.
    pub(super) fn is_implicit(&self) -> bool {
        self.own.is_none() && self.study.is_implicit()
    }

    /// Tells whether outputs are made of steps in time.
    pub(super) fn has_steps(&self) -> bool {
        self.own.is_none()
    }

    /// Does something with what computes a study of such outputs.
    ///
    /// # Errors
    /// Why nothing does.
    pub(super) fn with_pool<T>(
        &self,
        study: &Study,
        request: &Request,
        listener: Option<&dyn Listener>,
        with: impl FnOnce(&BackendPool<'_>) -> T,
    ) -> Result<T, Failure> {
        if let Some(own) = &self.own {
            return Ok(with(&BackendPool::new(vec![own.as_ref()])));
        }
        let mut tell = |said| {
            if let Some(listener) = listener {
                note(listener, said);
            }
        };
        let backends = OpenBackends::open(study, &request.backends, &mut tell)?;
        let fallback = backends.fallback();
        Ok(with(&backends.pool(&fallback)))
    }
}

impl Request {
    /// Checks that nothing is asked that only runs have.
    fn check_is_plain(&self) -> Result<(), Failure> {
        let wrong = |option: &str| {
            Err(Failure::input(format!(
                "{option} is of runs; accepted with --of statics or --of modes: the CPU in f64"
            )))
        };
        if self.complex_step {
            return wrong("--complex-step");
        }
        if self.backends.backend == BackendChoice::Gpu {
            return wrong("--backend gpu");
        }
        match self.backends.precision {
            Some(PrecisionRequest::Given(precision)) if precision != Precision::Double => wrong("--precision"),
            _ => Ok(()),
        }
    }
}
