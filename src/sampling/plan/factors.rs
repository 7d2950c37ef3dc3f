//! What indices of a plan are of: parameters, or groups of them.

use super::PlanError;
use super::columns::first_repeated;

/// Names what changes together in a plan: a group of parameters, or one alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factors {
    names: Vec<String>,
    /// The factor of each column.
    of_column: Vec<usize>,
}

impl Factors {
    /// Makes factors of columns, some of which form groups; a group stands where its first column does.
    ///
    /// # Errors
    /// If a group has no name or one with a comma, has no columns or an unknown one, a column is in two groups, or two factors have one name.
    pub fn new(columns: &[String], groups: &[(String, Vec<String>)]) -> Result<Self, PlanError> {
        for (group, of) in groups {
            if group.trim().is_empty() || group.contains(',') {
                return Err(PlanError::GroupName { group: group.clone() });
            }
            if of.is_empty() {
                return Err(PlanError::EmptyGroup { group: group.clone() });
            }
            if let Some(column) = of.iter().find(|column| !columns.contains(column)) {
                let (group, column) = (group.clone(), column.clone());
                return Err(PlanError::NotVaried { group, column, varied: columns.join(", ") });
            }
        }
        let grouped: Vec<String> = groups.iter().flat_map(|(_, of)| of.clone()).collect();
        if let Some(column) = first_repeated(&grouped) {
            let of = |(group, of): &(String, Vec<String>)| {
                of.iter().filter(|c| *c == column).map(|_| group.clone()).collect::<Vec<_>>()
            };
            let groups = groups.iter().flat_map(of).collect::<Vec<_>>();
            return Err(PlanError::InTwoGroups { column: column.to_owned(), groups: groups.join(" and ") });
        }
        let group_of = |column: &String| groups.iter().find(|(_, of)| of.contains(column)).map(|(group, _)| group);
        if let Some((group, _)) =
            groups.iter().find(|(group, _)| columns.iter().any(|c| c == group && group_of(c) != Some(group)))
        {
            return Err(PlanError::RepeatedColumn { column: group.clone() });
        }
        let (mut names, mut of_column): (Vec<String>, Vec<usize>) = Default::default();
        for column in columns {
            let name = group_of(column).unwrap_or(column);
            let place = names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.clone());
                names.len() - 1
            });
            of_column.push(place);
        }
        Ok(Self { names, of_column })
    }

    /// Returns the names of the factors, in the order of their first columns.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the factor that each column belongs to.
    #[must_use]
    pub fn of_column(&self) -> &[usize] {
        &self.of_column
    }
}
