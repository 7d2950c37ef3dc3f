//! An estimate with its standard error.

/// An estimate from numbers that are drawn at random.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Its value.
    pub value: f64,
    /// Its standard error, as of independent members: sequences of low discrepancy are closer.
    pub standard_error: f64,
}

impl Estimate {
    /// Returns the mean of numbers with its standard error.
    pub fn mean(numbers: impl ExactSizeIterator<Item = f64> + Clone) -> Self {
        let n = numbers.len() as f64;
        let value = numbers.clone().sum::<f64>() / n;
        let variance = numbers.map(|x| (x - value).powi(2)).sum::<f64>() / (n - 1.0);
        Self { value, standard_error: (variance / n).sqrt() }
    }
}
