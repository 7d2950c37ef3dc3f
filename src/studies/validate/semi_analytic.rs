//! The program's own derivatives: those of the recorded step, which the state carries with it.

use super::difference_study::{DifferenceStudy, ValidationError, tightened};
use super::supplied::Derivatives;
use crate::ensemble::{BackendPool, RunError, Study, run_pool};
use crate::model::output::Differentiated;
use crate::sampling::plan::{Plan, Table};
use std::convert::Infallible;

/// Derivatives with the run that they come from.
#[derive(Clone, Debug, PartialEq)]
pub struct SemiAnalytic {
    /// The derivatives; none where the run has no outputs.
    pub derivatives: Derivatives,
    /// The output components that are differentiated.
    pub outputs: Vec<f64>,
}

impl DifferenceStudy {
    /// Returns the study whose one member is the unperturbed one, with derivatives by the parameters of this study, from the
    /// study that this one was made of. With `tight`, the steps of an implicit method are solved more exactly.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn differentiated(&self, of: &Study, tight: bool) -> Result<Study, ValidationError> {
        let columns = self.study.plan().columns().to_vec();
        let row = self.perturbations.rows()[..columns.len()].to_vec();
        let parameters: Vec<usize> =
            self.perturbations.parameters.iter().map(|p| self.study.varied()[p.column]).collect();
        let mechanism = of.mechanism.clone().differentiated_by(&parameters);
        let mechanism = if of.mechanism.by_adjoint.is_empty() { mechanism } else { mechanism.with_adjoint() };
        let method = if tight { tightened(of.method.clone()) } else { of.method.clone() };
        Ok(Study::new(mechanism, method, None, Plan::table(Table::of_rows(columns, row)))?)
    }

    /// Runs that study.
    ///
    /// # Errors
    /// Where no backend of the pool can compute it.
    pub fn derivatives(
        &self,
        differentiated: &Study,
        pool: &BackendPool<'_>,
    ) -> Result<SemiAnalytic, RunError<Infallible>> {
        let count = self.study.channel_count();
        let mut derivatives = Derivatives::none(self.perturbations.parameters.len(), count);
        let mut outputs = vec![f64::NAN; count];
        run_pool(differentiated, pool, |chunk, _| {
            if let Some(all) = chunk.outputs_of(0) {
                outputs.copy_from_slice(&all[..count]);
                let of_values = |(_, of): &(usize, Differentiated)| !all[of.column].is_nan();
                for (place, of) in differentiated.mechanism.derivative_columns().into_iter().filter(of_values) {
                    derivatives.set(of.by, of.column, all[place]);
                }
            }
            Ok(())
        })?;
        Ok(SemiAnalytic { derivatives, outputs })
    }
}
