//! How much parameters matter to outputs: rank correlations, and the outputs at both ends of a parameter.

use crate::statistics::{correlation, ranks};

/// The share of the members at each end of a parameter that a swing compares.
const TAIL: f64 = 0.05;

/// What is known of a parameter and an output.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matter {
    pub(super) output: String,
    pub(super) parameter: String,
    /// Spearman's rank correlation, over members that have both values.
    pub(super) rank_correlation: f64,
    /// The mean of the output over the members of the least and of the greatest 5 % of the parameter.
    pub(super) ends: [f64; 2],
}

/// A column: its name and values.
pub(super) type Values<'a> = (&'a str, &'a [f64]);

/// The ranks of every parameter over some members, and their order: most outputs have values of the same ones.
#[derive(Default)]
struct Ranked {
    members: Vec<usize>,
    parameters: Vec<(Vec<f64>, Vec<usize>)>,
}

impl Ranked {
    fn of(members: Vec<usize>, parameters: &[Values<'_>]) -> Self {
        let of = |(_, all): &Values<'_>| ranks(&members.iter().map(|at| all[*at]).collect::<Vec<_>>());
        let parameters = parameters.iter().map(of).collect();
        Self { members, parameters }
    }
}

/// Returns what is known of every parameter and output, output by output.
pub(super) fn matters(parameters: &[Values<'_>], outputs: &[Values<'_>]) -> Vec<Matter> {
    let mut ranked = Ranked::default();
    let of_output = |(output, all): &Values<'_>| {
        let present: Vec<usize> = (0..all.len()).filter(|at| !all[*at].is_nan()).collect();
        if present.len() < 3 {
            return Vec::new();
        }
        let values: Vec<f64> = present.iter().map(|at| all[*at]).collect();
        if ranked.members != present {
            ranked = Ranked::of(present, parameters);
        }
        let (output_ranks, _) = ranks(&values);
        let of_parameter = |((parameter, _), (own_ranks, order)): (&Values<'_>, &(Vec<f64>, Vec<usize>))| {
            let tail = ((TAIL * order.len() as f64).ceil() as usize).max(1).min(order.len());
            let mean = |some: &[usize]| some.iter().map(|at| values[*at]).sum::<f64>() / some.len() as f64;
            Matter {
                output: (*output).to_string(),
                parameter: (*parameter).to_string(),
                rank_correlation: correlation(own_ranks, &output_ranks),
                ends: [mean(&order[..tail]), mean(&order[order.len() - tail..])],
            }
        };
        parameters.iter().zip(&ranked.parameters).map(of_parameter).collect::<Vec<_>>()
    };
    let all = outputs.iter().flat_map(of_output);
    all.filter(|matter| matter.rank_correlation.is_finite()).collect()
}
