//! A sparse matrix as a recorded function.

use crate::linalg::Row;
use crate::num::Precision;
use crate::trace::{Graph, Input, Traced, interpret, record, values_so_far};

/// A recorded function whose results are the entries of a matrix.
#[derive(Debug)]
pub(super) struct RecordedMatrix {
    /// The columns of the entries, row by row.
    columns: Vec<Vec<usize>>,
    graph: Graph,
}

impl RecordedMatrix {
    /// Records the rows of a matrix as a function of inputs. Which entries are zero depends on the precision, in which
    /// constants are rounded.
    pub(super) fn new(
        precision: Precision,
        inputs: Vec<Input>,
        rows: impl FnOnce(&[Traced]) -> Vec<Row<Traced>>,
    ) -> Self {
        let mut columns: Vec<Vec<usize>> = Vec::new();
        let graph = record(precision, inputs, |inputs| {
            let rows = rows(inputs);
            columns = rows.iter().map(|row| row.iter().map(|(column, _)| *column).collect()).collect();
            rows.into_iter().flatten().map(|(_, entry)| entry).collect()
        });
        Self { columns, graph }
    }
    /// Counts the entries.
    pub(super) fn entry_count(&self) -> usize {
        self.graph.outputs.len()
    }
    /// Counts the inputs.
    pub(super) fn input_count(&self) -> usize {
        self.graph.inputs.len()
    }
    /// Returns the matrix for values of the inputs.
    pub(super) fn at(&self, inputs: &[f64]) -> Vec<Row<f64>> {
        self.with_entries(interpret(&self.graph, inputs))
    }
    /// Returns the matrix with these entries, row by row.
    pub(super) fn with_entries(&self, entries: Vec<f64>) -> Vec<Row<f64>> {
        let mut entries = entries.into_iter();
        self.columns.iter().map(|row| row.iter().copied().zip(&mut entries).collect()).collect()
    }
}

/// Returns the values of a matrix, of a function that is being recorded, for some values of its inputs.
pub(crate) fn sampled(rows: &[Row<Traced>], samples: &[Vec<f64>]) -> Vec<Vec<Row<f64>>> {
    let entries: Vec<Traced> = rows.iter().flatten().map(|(_, entry)| *entry).collect();
    let of_sample = |inputs: &Vec<f64>| {
        let mut values = values_so_far(&entries, inputs).into_iter();
        rows.iter().map(|row| row.iter().map(|(column, _)| *column).zip(&mut values).collect()).collect()
    };
    samples.iter().map(of_sample).collect()
}

/// Holds the iteration matrix of a study in double precision, and where steps are solved with it for reference.
#[derive(Debug)]
pub(super) struct StepReference {
    /// The iteration matrix.
    pub(super) matrix: RecordedMatrix,
    /// The inputs of attempts of first steps: with the predictor, and with what solves the step.
    pub(super) inputs: Vec<Vec<f64>>,
}

impl StepReference {
    /// Returns a matrix, which may be recorded in another precision, where steps are solved.
    pub(super) fn samples(&self, matrix: &RecordedMatrix) -> Vec<Vec<Row<f64>>> {
        self.inputs.iter().map(|inputs| matrix.at(inputs)).collect()
    }
}
