//! What a run says about the target's outputs.

/// The output components that make the error, at one or several times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// Times, s, rising.
    pub times: Vec<f64>,
    /// The components at every time, time by time (times x components).
    pub values: Vec<f64>,
}

impl Solution {
    /// Returns the number of components.
    pub fn width(&self) -> usize {
        self.values.len() / self.times.len().max(1)
    }

    /// Returns the components at the time of a number.
    pub fn row(&self, i: usize) -> &[f64] {
        let width = self.width();
        &self.values[i * width..(i + 1) * width]
    }

    /// Returns the components at the last time.
    pub fn last(&self) -> &[f64] {
        self.row(self.times.len() - 1)
    }

    /// Returns the largest Euclidean norm of the components at any time.
    pub fn size(&self) -> f64 {
        let origin = vec![0.0; self.width()];
        (0..self.times.len()).map(|i| norm(self.row(i), &origin)).fold(0.0, f64::max)
    }

    /// Returns what solutions with this step and with twice the step (`coarser`) tend to, where `power` is 2 to the
    /// order of the method; `None` where their times differ.
    pub fn extrapolated(&self, coarser: &Self, power: f64) -> Option<Self> {
        let towards = |a: &f64, b: &f64| a + (a - b) / (power - 1.0);
        let values = self.values.iter().zip(&coarser.values).map(|(a, b)| towards(a, b)).collect();
        let alike = self.times.len() == coarser.times.len() && self.values.len() == coarser.values.len();
        alike.then(|| Self { times: self.times.clone(), values })
    }

    /// Returns the Euclidean norm of the difference at the last times.
    pub fn distance_at_end(&self, other: &Self) -> f64 {
        norm(self.last(), other.last())
    }

    /// Returns the largest Euclidean norm of the difference over the times that both have, up to `tolerance` s, and how
    /// many these are; `None` where there is no such time.
    pub fn largest_distance(&self, other: &Self, tolerance: f64) -> Option<(f64, usize)> {
        let (mut i, mut j) = (0, 0);
        let (mut largest, mut common) = (0.0f64, 0);
        while i < self.times.len() && j < other.times.len() {
            let apart = self.times[i] - other.times[j];
            if apart.abs() <= tolerance {
                largest = largest.max(norm(self.row(i), other.row(j)));
                common += 1;
                (i, j) = (i + 1, j + 1);
            } else if apart < 0.0 {
                i += 1;
            } else {
                j += 1;
            }
        }
        (common > 0).then_some((largest, common))
    }
}

fn norm(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_times_that_both_have_are_compared() {
        let a = Solution { times: vec![0.0, 1.0, 2.0], values: vec![0.0, 0.0, 3.0, 4.0, 1.0, 1.0] };
        let b = Solution { times: vec![1.0 + 1e-12, 1.5, 2.0], values: vec![0.0, 0.0, 9.0, 9.0, 1.0, 1.0] };
        assert_eq!(a.largest_distance(&b, 1e-9), Some((5.0, 2)));
        assert_eq!(a.largest_distance(&Solution { times: vec![0.5], values: vec![0.0, 0.0] }, 1e-9), None);
        assert_eq!(a.distance_at_end(&b), 0.0);
        assert_eq!(a.size(), 5.0);
    }
}
