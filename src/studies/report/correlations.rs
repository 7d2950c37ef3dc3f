//! How much parameters matter to outputs: rank correlations, and the outputs at both ends of a parameter.

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

/// Returns the ranks of numbers, the same for equal ones: the mean of their places.
fn ranks(values: &[f64]) -> (Vec<f64>, Vec<usize>) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    while from < order.len() {
        let same = order[from..].iter().take_while(|at| values[**at] == values[order[from]]).count();
        let mean = from as f64 + (same as f64 - 1.0) / 2.0;
        order[from..from + same].iter().for_each(|at| ranks[*at] = mean);
        from += same;
    }
    (ranks, order)
}

/// Returns the correlation of numbers.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let [mean_a, mean_b] = [a, b].map(|x| x.iter().sum::<f64>() / n);
    let sums = a.iter().zip(b).fold([0.0; 3], |[aa, ab, bb], (x, y)| {
        let (x, y) = (x - mean_a, y - mean_b);
        [aa + x * x, ab + x * y, bb + y * y]
    });
    sums[1] / (sums[0] * sums[2]).sqrt()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_equal_numbers_are_equal() {
        let (ranks, order) = ranks(&[3.0, 1.0, 3.0, 2.0]);
        assert_eq!(ranks, [2.5, 0.0, 2.5, 1.0]);
        assert_eq!(order[..2], [1, 3]);
    }

    #[test]
    fn a_monotonic_relation_has_the_correlation_one() {
        let x: Vec<f64> = (0..50).map(|i| f64::from(i * 37 % 50)).collect();
        let y: Vec<f64> = x.iter().map(|x| (x / 10.0).exp()).collect();
        let [x, y] = [&x, &y].map(|values| ranks(values).0);
        assert!((correlation(&x, &y) - 1.0).abs() < 1e-12);
    }
}
