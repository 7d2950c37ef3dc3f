//! The functions of a study as code of the CPU.

use super::arithmetic::Arithmetic;
use super::executor::{FunctionTapes, Tapes};
use super::machine::Programs;
use crate::ensemble::adjoint::{Adjoint, AdjointError};
use crate::ensemble::study::Functions;
use crate::ensemble::{Extrapolation, Study};
use crate::jit::{Pages, Target};
use crate::num::Precision;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The functions of a study as tapes and as machine code for a target, made when they are first needed.
#[derive(Debug)]
pub(super) struct Compiled {
    functions: Arc<Functions>,
    /// Whether the code is of a study that is looked at from its start on, see [`Study::looks_at_the_start`].
    from_start: bool,
    arithmetic: Arithmetic,
    tapes: OnceLock<Tapes>,
    function_tapes: FunctionTapes,
    /// Machine code, or why there is none.
    programs: OnceLock<Result<Programs, String>>,
    /// The reverse sweeps over the steps of the method, and over their halves.
    adjoint: [OnceLock<Result<Adjoint, AdjointError>>; 2],
}

impl Compiled {
    /// Returns the tapes; the study is the one that the code is of.
    pub(super) fn tapes(&self, study: &Study) -> &Tapes {
        self.tapes.get_or_init(|| Tapes::new(study, self.arithmetic))
    }

    /// Returns the tapes of functions by themselves, in double precision.
    pub(super) fn function_tapes(&self) -> &FunctionTapes {
        &self.function_tapes
    }

    /// Returns the reverse sweep, for derivatives that are found after a run.
    ///
    /// # Errors
    /// Where there are none.
    pub(super) fn adjoint(&self, study: &Study) -> Result<&Adjoint, &AdjointError> {
        let halves = study.method.extrapolation == Extrapolation::Half;
        self.adjoint[usize::from(halves)].get_or_init(|| Adjoint::of_study(study)).as_ref()
    }

    /// Returns the machine code for the target of the backend.
    ///
    /// # Errors
    /// Where machine code is not allowed: why.
    pub(super) fn programs(&self, study: &Study, target: Target) -> Result<&Programs, &str> {
        let compile = || Programs::new(study, target, self.arithmetic, Pages::System).map_err(|e| e.to_string());
        self.programs.get_or_init(compile).as_ref().map_err(String::as_str)
    }
}

/// The code of the studies that a backend has run and that there still are, and of the last one.
#[derive(Debug, Default)]
pub(super) struct LastCompiled(Mutex<Vec<Arc<Compiled>>>);

impl LastCompiled {
    /// Returns the code of a study.
    pub(super) fn of(&self, study: &Study, arithmetic: Arithmetic) -> Arc<Compiled> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let from_start = study.looks_at_the_start();
        let is_of = |compiled: &&Arc<Compiled>| {
            Arc::ptr_eq(&compiled.functions, study.functions())
                && (compiled.arithmetic, compiled.from_start) == (arithmetic, from_start)
        };
        match last.iter().find(is_of) {
            Some(compiled) => Arc::clone(compiled),
            None => {
                // parts of runs in which others act are studies of their own; nobody else has one that is gone
                last.retain(|compiled| Arc::strong_count(&compiled.functions) > 1);
                let functions = Arc::clone(study.functions());
                let compiled = Arc::new(Compiled {
                    functions,
                    from_start,
                    arithmetic,
                    tapes: OnceLock::new(),
                    function_tapes: FunctionTapes::new(Precision::Double),
                    programs: OnceLock::new(),
                    adjoint: Default::default(),
                });
                last.push(Arc::clone(&compiled));
                compiled
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::io::scenario::{Overrides, Scenario};
    use std::path::Path;

    #[test]
    fn a_study_is_compiled_once() {
        let text = include_str!("../../../scenarios/heavy_top.toml");
        let study = || Scenario::parse(Path::new("heavy_top.toml"), text, Overrides::default()).unwrap().study;
        let (study, other) = (study(), study());
        let last = LastCompiled::default();
        let first = last.of(&study, Arithmetic::Exact);
        assert!(Arc::ptr_eq(&first, &last.of(&study.clone(), Arithmetic::Exact)));
        // neither duration nor the smallest step is part of the code
        assert!(Arc::ptr_eq(&first, &last.of(&study.cut(0.01, 1e-9), Arithmetic::Exact)));
        let again = study.with_method(study.method.clone()).unwrap();
        for another in [other, again] {
            assert!(!Arc::ptr_eq(&last.of(&study, Arithmetic::Exact), &last.of(&another, Arithmetic::Exact)));
        }
    }
}
