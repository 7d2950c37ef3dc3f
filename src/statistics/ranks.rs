//! Ranks of numbers, and correlations.

/// Returns the ranks of numbers, the same for equal ones, the mean of their places, and the order of the numbers.
pub fn ranks(values: &[f64]) -> (Vec<f64>, Vec<usize>) {
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

/// Returns the correlation of numbers; not a number where some do not vary.
pub fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let [mean_a, mean_b] = [a, b].map(|x| x.iter().sum::<f64>() / n);
    let sums = a.iter().zip(b).fold([0.0; 3], |[aa, ab, bb], (x, y)| {
        let (x, y) = (x - mean_a, y - mean_b);
        [aa + x * x, ab + x * y, bb + y * y]
    });
    sums[1] / (sums[0] * sums[2]).sqrt()
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
