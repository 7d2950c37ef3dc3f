//! Tables of numbers that equations look up.

/// Holds rows of numbers, as the coefficients of the pieces of a curve, which all members share.
///
/// A row is looked up by [`super::Real::entry`], whose derivative is zero: what is computed from a row, such as a polynomial in
/// the distance from where the row begins, has its derivatives by the arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    values: Vec<f64>,
    width: usize,
}

impl Table {
    /// Makes a table of rows of so many finite numbers each.
    ///
    /// # Panics
    /// Where there is no row, a row is not complete, a number is not finite, or there are 2^31 of them.
    pub fn new(values: Vec<f64>, width: usize) -> Self {
        assert!(width > 0 && !values.is_empty() && values.len().is_multiple_of(width), "rows are complete");
        assert!(i32::try_from(values.len()).is_ok(), "rows are counted in 31 bits");
        assert!(values.iter().all(|x| x.is_finite()), "numbers of a table are finite");
        Self { values, width }
    }
    /// Returns the numbers, row by row.
    pub fn values(&self) -> &[f64] {
        &self.values
    }
    /// Returns how many numbers a row has.
    pub fn width(&self) -> usize {
        self.width
    }
    /// Returns how many rows there are.
    pub fn rows(&self) -> usize {
        self.values.len() / self.width
    }
    /// Returns the number of a column in the row of this number, rounded down; of the first row below and where it is none, of the
    /// last above.
    #[inline(always)]
    pub fn entry(&self, column: usize, row: f64) -> f64 {
        // a cast ends at the ends of its range, and takes what is not a number for zero
        self.values[(row as usize).min(self.rows() - 1) * self.width + column]
    }
    /// Returns the largest magnitude of a column.
    pub fn largest(&self, column: usize) -> f64 {
        self.values.iter().skip(column).step_by(self.width).fold(0.0, |most, x| x.abs().max(most))
    }
}
