//! The columns of a mechanism's outputs: which there are, and what they are of.

use super::expression::Expr;
use super::mechanism::Mechanism;
use super::output::{AngularSensitivity, Differentiated, DifferentiatedTwice, EventQuantity, Output, PoseColumns};
use super::time_reduction::{Source, TimeReduction};
use std::ops::Range;

impl Mechanism {
    /// Returns the columns of the outputs, with units.
    pub fn columns(&self) -> Vec<(String, String)> {
        self.outputs.iter().flat_map(Output::columns).collect()
    }

    /// Returns the mechanism with an estimate of the error by the steps of each of these columns as a further output.
    pub fn with_step_errors(mut self, columns: &[usize]) -> Self {
        let names = self.columns();
        let owners: Vec<usize> =
            self.outputs.iter().enumerate().flat_map(|(i, output)| vec![i; output.columns().len()]).collect();
        let error = |column: &usize| {
            let (name, unit) = &names[*column];
            self.outputs[owners[*column]].step_error(*column, (name, unit))
        };
        let errors: Vec<Output<Expr>> = columns.iter().map(error).collect();
        self.outputs.extend(errors);
        self
    }

    /// Returns the columns that estimate errors by the steps, with those that they are of.
    pub fn step_errors(&self) -> Vec<(usize, usize)> {
        let all = self.outputs.iter().flat_map(|output| vec![output.quantity.step_error(); output.columns().len()]);
        all.enumerate().filter_map(|(place, of)| Some((place, of?))).collect()
    }

    /// Returns the columns that are norms of the residuals of constraints.
    pub fn residuals(&self) -> Vec<usize> {
        let all = self.outputs.iter().flat_map(|output| vec![output.quantity.is_residual(); output.columns().len()]);
        all.enumerate().filter_map(|(place, is_residual)| is_residual.then_some(place)).collect()
    }

    /// Returns the outputs whose columns are one rotation or pose.
    pub fn poses(&self) -> Vec<PoseColumns> {
        let (names, derivatives) = (self.columns(), self.columns_of_derivatives());
        let (mut first, mut found) = (0, Vec::new());
        for output in &self.outputs {
            let columns = first..first + output.quantity.components().len();
            first = columns.end;
            let Some(form) = output.pose() else { continue };
            let mut pose =
                PoseColumns { name: output.name.clone(), columns, numbers: vec![], form, unit: output.size() };
            let own = pose.columns.start + pose.of_position()..first;
            let derived = derivatives.iter().filter(|(_, of)| own.contains(of)).map(|(c, _)| *c);
            pose.numbers = own.clone().chain(derived).map(|c| names[c].0.clone()).collect();
            found.push(pose);
        }
        found
    }

    /// Returns which columns are one number of a rotation, or a derivative of one: such numbers have no mean of their own.
    pub fn columns_of_rotations(&self) -> Vec<usize> {
        let poses = self.poses();
        let is_one = |name: &String| poses.iter().any(|pose| pose.numbers.contains(name));
        let names = self.columns().into_iter().enumerate();
        names.filter(|(_, (name, _))| is_one(name)).map(|(c, _)| c).collect()
    }

    /// Returns the columns that are derivatives of first or second order, with the columns that they are of.
    fn columns_of_derivatives(&self) -> Vec<(usize, usize)> {
        let first = self.derivative_columns().into_iter().map(|(c, of)| (c, of.column));
        first.chain(self.second_derivative_columns().into_iter().map(|(c, of)| (c, of.column))).collect()
    }

    /// Returns the columns of outputs that tell of events, with what they tell.
    pub fn event_columns(&self) -> Vec<(usize, EventQuantity)> {
        let columns =
            self.outputs.iter().flat_map(|output| std::iter::repeat_n(output, output.quantity.components().len()));
        let of = |(c, output): (usize, &Output<Expr>)| Some((c, output.quantity.of_event()?.in_unit(output.size())));
        columns.enumerate().filter_map(of).collect()
    }

    /// Returns the columns that are derivatives, with what they are derivatives of.
    pub fn derivative_columns(&self) -> Vec<(usize, Differentiated)> {
        let quantities = self.outputs.iter().map(|o| &o.quantity);
        let columns = quantities.flat_map(|q| std::iter::repeat_n(q.derivative(), q.components().len()));
        columns.enumerate().filter_map(|(c, of)| Some((c, of?))).collect()
    }

    /// Returns the columns that are second derivatives, with what they are of.
    pub fn second_derivative_columns(&self) -> Vec<(usize, DifferentiatedTwice)> {
        let quantities = self.outputs.iter().map(|o| &o.quantity);
        let columns = quantities.flat_map(|q| std::iter::repeat_n(q.second_derivative(), q.components().len()));
        columns.enumerate().filter_map(|(c, of)| Some((c, of?))).collect()
    }

    /// Returns the angular sensitivities among the outputs.
    pub fn angular_sensitivities(&self) -> Vec<AngularSensitivity> {
        self.outputs.iter().filter_map(|o| o.quantity.angular_sensitivity()).collect()
    }

    /// Returns the columns that an analysis finds: they stand together.
    pub fn findings(&self) -> Range<usize> {
        let of = |output: &Output<Expr>| std::iter::repeat_n(output.is_finding(), output.quantity.components().len());
        let marks: Vec<bool> = self.outputs.iter().flat_map(of).collect();
        let first = marks.iter().position(|is_finding| *is_finding).unwrap_or(marks.len());
        first..first + marks.iter().filter(|is_finding| **is_finding).count()
    }

    /// Returns the columns that are conditions, with what these are.
    pub fn conditions(&self) -> impl Iterator<Item = (usize, &str)> {
        let quantities = self.outputs.iter().map(|o| &o.quantity);
        let columns = quantities.flat_map(|q| std::iter::repeat_n(q.condition(), q.components().len()));
        columns.enumerate().filter_map(|(c, condition)| Some((c, condition?)))
    }

    /// Tells which output components have a final value, one per run, in the order of [`Mechanism::columns`].
    pub fn final_columns(&self) -> Vec<bool> {
        self.outputs.iter().flat_map(|o| std::iter::repeat_n(o.is_final(), o.quantity.components().len())).collect()
    }

    /// Returns what is made over time of every output component, in the order of [`Mechanism::columns`].
    pub fn reductions(&self) -> Vec<TimeReduction> {
        self.outputs.iter().flat_map(|o| std::iter::repeat_n(o.reduction, o.quantity.components().len())).collect()
    }

    /// Returns the columns of outputs whose result over time comes from there.
    pub fn columns_from(&self, source: Source) -> Vec<usize> {
        let reductions = self.reductions().into_iter().enumerate();
        reductions.filter(|(_, reduction)| reduction.source() == source).map(|(c, _)| c).collect()
    }
}
