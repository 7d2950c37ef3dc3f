//! What is known of the constraints of a mechanism, and recorded with them.

use super::derivatives::Derivatives;
use super::error::StudyError;
use crate::ensemble::method::Method;
use crate::ensemble::pivoted_step::PivotedStep;
use crate::ensemble::recorded_matrix::StepReference;
use crate::ensemble::start::{self, ConstraintReport, Independent, RecordedStarts, Residual};
use crate::formulation::Formulated;
use crate::model::Mechanism;
use crate::model::acting::Acting;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

/// What is recorded of a study with an implicit method when it is first asked for.
#[derive(Debug, Default)]
pub(in crate::ensemble) struct Functions {
    /// The residuals with independent constraints, and with all.
    pub(in crate::ensemble) residuals: [Residual; 2],
    /// How members begin, if that can be.
    pub(in crate::ensemble) starts: OnceLock<Option<RecordedStarts>>,
    /// How steps are solved for reference.
    pub(in crate::ensemble) steps: OnceLock<StepReference>,
    /// Steps with derivatives that are solved for with pivoting.
    pub(in crate::ensemble) pivoted: OnceLock<PivotedStep>,
    /// What is known of the constraints of parts of runs, by what acts in them.
    pub(in crate::ensemble) phases: Mutex<BTreeMap<Acting, Result<Constraints, StudyError>>>,
}

/// The coordinates of a study with what is known of the constraints that act.
#[derive(Clone, Debug)]
pub(in crate::ensemble) struct Constraints {
    /// The mechanism in coordinates with independent constraints.
    pub(in crate::ensemble) formulated: Formulated,
    /// The mechanism in coordinates with all constraints.
    pub(in crate::ensemble) unreduced: Formulated,
    /// The constraints at the start, if there are any.
    pub(in crate::ensemble) report: Option<ConstraintReport>,
    /// The output components that the motion does not determine, derivatives with them.
    pub(in crate::ensemble) undetermined: Vec<usize>,
    /// What is recorded of a study with them.
    pub(in crate::ensemble) functions: Arc<Functions>,
}

impl Constraints {
    /// Finds the independent constraints of a mechanism among those that act, at the start of a run or later.
    pub(super) fn new(
        (mechanism, method): (&Mechanism, &Method),
        (acting, at_start): (Acting, bool),
        derivatives: &Derivatives,
    ) -> Result<Self, StudyError> {
        let unreduced = method.formulation.of(mechanism).map_err(StudyError::Formulation)?;
        let unreduced = match mechanism.switched.is_empty() {
            true => unreduced,
            false => unreduced.with_acting(&|table, at| acting.holds(mechanism, table, at)),
        };
        let (mut formulated, mut report, mut undetermined) = (unreduced.clone(), None, Vec::new());
        let mut functions = Functions::default();
        if method.integrator.is_implicit() && unreduced.constraint_count() > 0 {
            let conditions = at_start.then_some(&method.conditions);
            let found = start::with_independent_constraints(&unreduced, mechanism, conditions)?;
            let Independent { formulated: reduced, report: of_start, residual, undetermined: columns } = found;
            (formulated, report) = (reduced, Some(of_start));
            functions.residuals[1] = residual;
            undetermined = columns.map_err(StudyError::Undetermined)?;
            undetermined = derivatives.of(&undetermined).chain(undetermined.iter().copied()).collect();
        }
        Ok(Self { formulated, unreduced, report, undetermined, functions: Arc::new(functions) })
    }
}
