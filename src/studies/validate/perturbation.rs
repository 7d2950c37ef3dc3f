//! Which members finite differences need: every parameter perturbed by every power of ten, all as one plan.

use super::stencil::{CENTRE, NODES};
use crate::num::Precision;

/// The perturbations, relative to the value of a parameter: the largest first.
pub const RELATIVE: [f64; 12] = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12];

/// A perturbation that is told apart in fewer units of the precision than this is left out.
const FEWEST_UNITS: f64 = 8.0;

/// A parameter with its perturbations.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbed {
    /// The column of the plan.
    pub column: usize,
    /// The value of the parameter.
    pub value: f64,
    /// What perturbations are relative to: the magnitude of the value, or one unit where it is zero.
    pub scale: f64,
    /// The perturbations, one for each of [`RELATIVE`]: such that the perturbed values are exact. None where the
    /// precision does not tell the values apart.
    pub steps: [Option<f64>; RELATIVE.len()],
}

impl Perturbed {
    fn new(column: usize, value: f64, precision: Precision) -> Self {
        let value = precision.round(value);
        let scale = if value == 0.0 { 1.0 } else { value.abs() };
        let step = |relative: &f64| {
            let wanted = relative * scale;
            let largest = value.abs() + 2.0 * wanted;
            // half of the perturbation is a whole number of units in the last place of the largest value
            let unit = precision.epsilon() * largest.log2().ceil().exp2();
            let exact = (wanted / unit).round() * unit;
            (wanted >= FEWEST_UNITS * unit && exact.is_finite()).then_some(exact)
        };
        let mut steps = [None; RELATIVE.len()];
        steps.iter_mut().zip(&RELATIVE).for_each(|(to, relative)| *to = step(relative));
        Self { column, value, scale, steps }
    }

    /// Tells whether perturbations are in units of the parameter, since its value is zero.
    pub fn is_absolute(&self) -> bool {
        self.value == 0.0
    }
}

/// The members of finite differences: the unperturbed one, and for every parameter and perturbation those at the nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbations {
    /// The parameters.
    pub parameters: Vec<Perturbed>,
    /// The reason why perturbations are left out, where some are.
    pub reason: &'static str,
    /// The values of all columns of the unperturbed member.
    base: Vec<f64>,
}

/// Relative perturbations of what begins by being assembled are no smaller: constraints count as held to 1e-12 m, and a start
/// that holds them so well is not moved, so that differences do not see it move.
const LEAST_OF_ASSEMBLED: f64 = 1e-9;

impl Perturbations {
    /// Returns the perturbations that move an assembled start.
    pub fn of_assembled(mut self) -> Self {
        self.reason = "starts are assembled to 1e-12 m or rad and do not follow them";
        for parameter in &mut self.parameters {
            let small = parameter.steps.iter_mut().zip(RELATIVE).filter(|(_, relative)| *relative < LEAST_OF_ASSEMBLED);
            small.for_each(|(step, _)| *step = None);
        }
        self
    }

    /// Makes the perturbations of some columns of a member with these values.
    pub fn new(mut base: Vec<f64>, columns: &[usize], precision: Precision) -> Self {
        let parameters: Vec<Perturbed> = columns.iter().map(|c| Perturbed::new(*c, base[*c], precision)).collect();
        parameters.iter().for_each(|p| base[p.column] = p.value);
        Self { parameters, reason: "the precision does not tell them apart", base }
    }

    /// Returns the numbers of a parameter, a perturbation and a node for all members but the first, in their order.
    fn places(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let levels = self.parameters.iter().enumerate().flat_map(|(p, perturbed)| {
            let kept = perturbed.steps.iter().enumerate().filter(|(_, step)| step.is_some());
            kept.map(move |(level, _)| (p, level))
        });
        levels.flat_map(|(p, level)| (0..NODES.len()).filter(|node| *node != CENTRE).map(move |node| (p, level, node)))
    }

    /// Returns the values of all members, row by row; the first is the unperturbed one.
    pub fn rows(&self) -> Vec<f64> {
        let mut rows = self.base.clone();
        for (p, level, node) in self.places() {
            let perturbed = &self.parameters[p];
            let from = rows.len();
            rows.extend_from_slice(&self.base);
            rows[from + perturbed.column] += NODES[node] * perturbed.steps[level].unwrap_or(f64::NAN);
        }
        rows
    }

    /// Puts what members gave, in their order, where it belongs: for every parameter and perturbation the values at the
    /// nodes.
    pub fn sorted<T: Clone>(&self, of_members: &[T], missing: &T) -> Vec<Vec<[T; NODES.len()]>> {
        let none = || [(); NODES.len()].map(|()| missing.clone());
        let mut sorted: Vec<Vec<_>> =
            self.parameters.iter().map(|_| (0..RELATIVE.len()).map(|_| none()).collect()).collect();
        let Some((base, others)) = of_members.split_first() else { return sorted };
        for levels in sorted.iter_mut().flatten() {
            levels[CENTRE] = base.clone();
        }
        for ((p, level, node), value) in self.places().zip(others) {
            sorted[p][level][node] = value.clone();
        }
        sorted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perturbed_values_are_exact_and_shared() {
        let perturbations = Perturbations::new(vec![15.3, 0.0, -2e-30], &[0, 1, 2], Precision::Double);
        let rows = perturbations.rows();
        assert_eq!(rows.len(), 3 * (1 + 3 * 12 * 6));
        for row in rows.chunks_exact(3) {
            assert!(row.iter().zip([15.3, 0.0, -2e-30]).filter(|(a, b)| *a != b).count() <= 1);
        }
        for perturbed in &perturbations.parameters {
            for (step, relative) in perturbed.steps.iter().zip(RELATIVE) {
                let step = step.expect("a perturbation");
                assert!((step / (relative * perturbed.scale) - 1.0).abs() < 1e-3, "{step}");
                for node in NODES {
                    assert_eq!(perturbed.value + node * step - perturbed.value, node * step);
                }
            }
        }
        assert!(perturbations.parameters[1].is_absolute() && !perturbations.parameters[2].is_absolute());
        let members: Vec<f64> = rows.chunks_exact(3).map(|row| row[0]).collect();
        let sorted = perturbations.sorted(&members, &f64::NAN);
        assert_eq!(sorted[0][0][6], 15.3 + 2.0 * perturbations.parameters[0].steps[0].unwrap());
        assert_eq!(sorted[1][5], [15.3; 7]);
    }

    #[test]
    fn what_a_precision_does_not_tell_apart_is_left_out() {
        let of = |precision| {
            let perturbations = Perturbations::new(vec![0.1], &[0], precision);
            perturbations.parameters[0].steps.iter().flatten().count()
        };
        assert_eq!([Precision::Single, Precision::DoubleFloat, Precision::Double].map(of), [5, 12, 12]);
    }
}
