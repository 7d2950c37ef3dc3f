//! The table of a comparison of methods: a row for each point.

use super::{Point, Resolution, Series, Target};
use crate::io::table::{Column, ColumnKind, Field, Format, Published, Table, TableError, create};
use std::path::Path;

/// Writes methods as they come, so that none is lost.
pub(super) struct ConvergenceTable {
    table: Table,
    /// Number of components.
    width: usize,
    /// True where rows are of numbers of elements.
    of_elements: bool,
}

/// Where the column of elements stands.
const ELEMENTS: usize = 3;

impl std::fmt::Debug for ConvergenceTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConvergenceTable").field("rows", &self.table.rows()).finish_non_exhaustive()
    }
}

impl ConvergenceTable {
    /// Creates the file (CSV), with a column of elements where these are compared.
    ///
    /// # Errors
    /// Where it cannot be created.
    pub(super) fn create(path: &Path, target: &Target, of_elements: bool) -> Result<Self, TableError> {
        use ColumnKind::{Integer, Real, Text};
        let mut columns = vec![
            ("integrator", Text),
            ("formulation", Text),
            ("order", Integer),
            ("step", Real),
            ("tolerance", Real),
            ("mean_step", Real),
            ("outcome", Text),
            ("outcome_time", Real),
            ("steps", Integer),
            ("rejected", Integer),
            ("evaluations", Integer),
            ("error", Real),
            ("error_known", Text),
            ("slope", Real),
            ("in_fit", Text),
            ("fitted_order", Real),
            ("seconds_per_member", Real),
        ];
        if of_elements {
            columns.insert(ELEMENTS, ("elements", Integer));
        }
        let mut fields: Vec<Field> = columns.into_iter().map(|(name, kind)| Field::new(name, kind)).collect();
        let own =
            |name: &str| if fields.iter().any(|f| f.name == name) { format!("output.{name}") } else { name.into() };
        let outputs: Vec<Field> =
            target.columns().iter().map(|(name, unit)| Field::new(own(name), Real).with_unit(unit.clone())).collect();
        let width = outputs.len();
        fields.extend(outputs);
        Ok(Self { table: create(path, Format::Csv, fields)?, width, of_elements })
    }

    /// Writes a method; afterwards it is on disk.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(super) fn write(&mut self, series: &Series) -> Result<(), TableError> {
        let points = &series.points;
        let words = |of: &dyn Fn(usize, &Point) -> &'static str| {
            Column::Text(points.iter().enumerate().map(|(i, p)| of(i, p).into()).collect())
        };
        let numbers = |of: &dyn Fn(usize, &Point) -> Option<f64>| {
            Column::Real(points.iter().enumerate().map(|(i, p)| of(i, p).unwrap_or(f64::NAN)).collect())
        };
        let counts = |of: &dyn Fn(&Point) -> u64| Column::Integer(points.iter().map(of).collect());
        let answer = |yes: bool| if yes { "yes" } else { "no" };
        let step = |p: &Point| match p.resolution {
            Resolution::Step(step) => (Some(step), None),
            Resolution::Elements(_) => (None, None),
            Resolution::Tolerance(tolerance) => (None, Some(tolerance)),
        };
        let mut columns = vec![
            words(&|_, _| series.integrator.name),
            words(&|_, _| series.formulation.kind.name),
            counts(&|_| series.order as u64),
            numbers(&|_, p| step(p).0),
            numbers(&|_, p| step(p).1),
            numbers(&|_, p| Some(p.mean_step())),
            words(&|_, p| p.outcome.name()),
            numbers(&|_, p| Some(p.time)),
            counts(&|p| p.steps.into()),
            counts(&|p| p.rejected.into()),
            counts(&|p| p.evaluations),
            numbers(&|_, p| p.error),
            words(&|_, p| answer(p.known)),
            numbers(&|i, _| series.slopes[i]),
            words(&|i, _| answer(series.fit.as_ref().is_some_and(|fit| fit.points.contains(&i)))),
            numbers(&|_, _| series.fit.as_ref().map(|fit| fit.slope)),
            numbers(&|_, p| p.seconds),
        ];
        if self.of_elements {
            columns.insert(ELEMENTS, counts(&|p| p.resolution.value() as u64));
        }
        columns.extend((0..self.width).map(|c| numbers(&|_, p| p.values.get(c).copied())));
        self.table.append(columns)?;
        self.table.publish(false)
    }

    /// Completes the file and returns what is in it.
    ///
    /// # Errors
    /// Where the last bytes cannot be written.
    pub(super) fn finish(mut self) -> Result<Published, TableError> {
        self.table.publish(true)?;
        Ok(self.table.published().clone())
    }
}
