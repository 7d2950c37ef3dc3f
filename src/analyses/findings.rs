//! Columns of the table of members that analyses report.

use crate::ensemble::{Method, Study, StudyError};
use crate::model::output::Output;
use crate::model::{Expr, Mechanism};

/// Returns the study of a mechanism at rest whose columns are its outputs with what an analysis finds behind them, and derivatives of all
/// these by the parameters that the outputs of another study are differentiated by: found behind each member.
///
/// # Errors
/// Why members have no start.
pub(super) fn study_of_findings(
    of: &Study,
    (mut mechanism, method): (Mechanism, Method),
    findings: Vec<Output<Expr>>,
) -> Result<Study, StudyError> {
    mechanism.outputs.extend(findings);
    let by = of.mechanism.differentiated_by_parameters();
    if !by.is_empty() {
        mechanism = mechanism.differentiated_by(by).with_adjoint();
    }
    Study::new(mechanism, method, None, of.plan().clone())
}

/// Returns the first finding whose name a parameter or an output of a study has.
pub fn name_taken(study: &Study, findings: &[Output<Expr>]) -> Option<String> {
    let mechanism = &study.mechanism;
    let outputs = mechanism.columns().into_iter().map(|(name, _)| name);
    let taken: Vec<String> = mechanism.parameters.iter().map(|p| p.name.clone()).chain(outputs).collect();
    findings.iter().map(|finding| finding.name.clone()).find(|name| taken.contains(name))
}
