//! The least vector of the convex hull of gradients.

/// Most exchanges of weight between two gradients, and halvings of the length of each.
const EXCHANGES: usize = 300;
const HALVINGS: usize = 60;

/// What is left of the optimality of the weights counts as zero at this part of the largest square.
const ZERO: f64 = 1e-24;

/// Returns the least vector of the convex hull of gradients, without what points out of the unit cube at a point on its
/// surface: weight goes from one gradient to another as long as that makes it shorter.
pub(super) fn least_of_hull(gradients: &[&[f64]], at: &[f64]) -> Vec<f64> {
    let mut weights = vec![0.0; gradients.len()];
    weights[0] = 1.0;
    let sum = |weights: &[f64]| {
        let of = |k: usize| gradients.iter().zip(weights).map(|(g, w)| w * g[k]).sum::<f64>();
        let inside = |k: usize| {
            let g = of(k);
            if (at[k] <= 0.0 && g > 0.0) || (at[k] >= 1.0 && g < 0.0) { 0.0 } else { g }
        };
        (0..at.len()).map(inside).collect::<Vec<f64>>()
    };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let largest = gradients.iter().map(|g| dot(g, g)).fold(0.0, f64::max);
    for _ in 0..EXCHANGES {
        let least = sum(&weights);
        let score = |j: &usize| dot(&least, gradients[*j]);
        let by_score = |a: &usize, b: &usize| score(a).total_cmp(&score(b));
        let to = (0..gradients.len()).min_by(by_score).unwrap_or(0);
        let from = (0..gradients.len()).filter(|j| weights[*j] > 0.0).max_by(by_score).unwrap_or(0);
        if to == from || score(&from) - score(&to) <= ZERO * largest {
            break;
        }
        let moved = |t: f64| {
            let mut moved = weights.clone();
            moved[from] -= t;
            moved[to] += t;
            moved
        };
        // the square of the length is convex along the exchange
        let falls = |t: f64| {
            let there = sum(&moved(t));
            dot(&there, gradients[to]) < dot(&there, gradients[from])
        };
        let (mut low, mut high) = (0.0, weights[from]);
        if falls(high) {
            low = high;
        }
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if falls(middle) { low = middle } else { high = middle }
        }
        weights = moved(low);
        if low >= high {
            weights[from] = 0.0;
        }
    }
    sum(&weights)
}

#[cfg(test)]
mod tests {
    use super::least_of_hull;

    #[test]
    fn the_least_vector_is_nearest_to_zero() {
        let close = |gradients: &[&[f64]], at: &[f64], expected: &[f64]| {
            let found = least_of_hull(gradients, at);
            found.iter().zip(expected).for_each(|(f, e)| assert!((f - e).abs() < 1e-9, "{found:?} {expected:?}"));
        };
        let inside = [0.5, 0.5];
        close(&[&[3.0, 4.0]], &inside, &[3.0, 4.0]);
        // opposite sides of a kink leave what runs along it
        close(&[&[1.0, 0.5], &[-3.0, 0.5]], &inside, &[0.0, 0.5]);
        close(&[&[1.0, 1.0], &[-1.0, 1.0], &[0.0, -2.0]], &inside, &[0.0, 0.0]);
        close(&[&[1.0, 2.0], &[3.0, 2.0]], &inside, &[1.0, 2.0]);
        // a bound holds what points out
        close(&[&[2.0, -1.0]], &[0.0, 1.0], &[0.0, 0.0]);
        close(&[&[1.0, 0.5], &[-3.0, 0.5]], &[0.5, 0.0], &[0.0, 0.0]);
    }
}
