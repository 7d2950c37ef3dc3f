//! The columns that a path of equilibria has in the table of members.

use super::point::{PathPoint, StaticPath};
use crate::ensemble::Study;
use crate::ensemble::time_loop::failure::finite_or_none;
use crate::model::output::{self, Output};
use crate::model::{Expr, TimeReduction};
use crate::num::Dual;

impl StaticPath {
    /// Returns the values of all columns of a member with these values of all parameters: those of outputs at the last point of its
    /// path, or over it, then the load factor there, at the first limit point and at the first bifurcation, missing where there is none;
    /// then derivatives, missing of what depends on where points happen to lie. Of a path that ends before the limit of its loads no value of
    /// an output is that of another member's: there are none.
    pub fn columns(&self, study: &Study, parameters: &[f64]) -> Vec<f64> {
        let mut columns =
            self.points.last().map_or_else(|| vec![f64::NAN; study.channel_count()], |p| p.columns.clone());
        // the point that the value of a column is of
        let mut points = vec![self.points.last(); columns.len()];
        let mut column = 0;
        for output in &study.mechanism.outputs {
            for i in column..column + output.columns().len() {
                let by_value = |a: &&PathPoint, b: &&PathPoint| a.columns[i].total_cmp(&b.columns[i]);
                match output.reduction {
                    TimeReduction::Max => points[i] = self.points.iter().max_by(by_value),
                    TimeReduction::Min => points[i] = self.points.iter().min_by(by_value),
                    _ => {}
                }
                columns[i] = points[i].map_or(f64::NAN, |point| point.columns[i]);
            }
            column += output.columns().len();
        }
        if self.outcome.ends_path_before() {
            columns.fill(f64::NAN);
            points.fill(None);
        }
        let told = study.mechanism.findings();
        columns[told.clone()].copy_from_slice(&self.told());
        let (outputs, by) = (&study.mechanism.outputs, study.mechanism.differentiated_by_parameters());
        output::write_final(outputs, parameters, 0.0, &mut columns);
        for (k, by) in by.iter().enumerate() {
            let of = |(i, point): (usize, &Option<&PathPoint>)| {
                let slopes = point.and_then(|point| point.slopes.get(k)).and_then(|slopes| slopes.columns.as_ref());
                slopes.map_or(f64::NAN, |slopes| slopes[i])
            };
            let mut slopes: Vec<f64> = points.iter().enumerate().map(of).collect();
            slopes[told.clone()].copy_from_slice(&self.told_slopes(k));
            output::final_slopes(outputs, (parameters, *by), Dual::resting(0.0), &columns, &mut slopes, finite_or_none);
            for (place, of) in study.derivatives().iter().filter(|(_, of)| of.by == k) {
                columns[*place] = finite_or_none(slopes[of.column]);
            }
        }
        study.angular_sensitivities().iter().for_each(|of| of.write(&mut columns));
        columns
    }
}

/// Returns what is found of a path of equilibria: the load factor at its end, at the first limit point and at the first bifurcation.
pub fn findings() -> Vec<Output<Expr>> {
    ["load_factor", "limit_load", "buckling_load"].map(|name| Output::finding(name, "1", true)).to_vec()
}

/// Returns an output whose values at equilibria cannot be reduced along their path, if there is one.
pub fn without_path(study: &Study) -> Option<&Output<Expr>> {
    let has_none = |output: &&Output<Expr>| {
        let reduction = matches!(output.reduction, TimeReduction::End | TimeReduction::Max | TimeReduction::Min);
        !reduction || output.quantity.of_event().is_some() || output.quantity.step_error().is_some()
    };
    study.mechanism.outputs.iter().find(has_none)
}
