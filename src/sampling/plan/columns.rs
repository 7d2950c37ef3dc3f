//! The names of the parameters that a plan varies.

use super::PlanError;
use std::collections::BTreeSet;

/// Returns the names of the columns if there are any and each comes once.
pub(super) fn checked(plan: &'static str, columns: Vec<String>) -> Result<Vec<String>, PlanError> {
    if columns.is_empty() {
        return Err(PlanError::NoColumns { plan });
    }
    match first_repeated(&columns) {
        Some(column) => Err(PlanError::RepeatedColumn { column: column.to_owned() }),
        None => Ok(columns),
    }
}

/// Returns the first name that has come before.
pub(super) fn first_repeated(names: &[String]) -> Option<&str> {
    let mut seen = BTreeSet::new();
    names.iter().find(|name| !seen.insert(name.as_str())).map(String::as_str)
}
