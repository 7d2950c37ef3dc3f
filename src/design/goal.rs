//! What a design is for.

/// Says what is to be least, within which bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// What is to be least.
    pub goal: Goal,
    /// Iterations that an optimiser may take.
    pub iterations: u64,
    /// The bounds of each parameter that the plan varies.
    pub bounds: Vec<[f64; 2]>,
    /// For each of these the place among the parameters that derivatives are by.
    pub by: Vec<usize>,
}

/// Says what is to be least.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// An output component, by its column.
    Minimise(usize),
    /// The sum of squares of samples minus measurements.
    Fit(Measurements),
}

/// Holds what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurements {
    /// The number of the sample, from zero, of each row.
    pub samples: Vec<usize>,
    /// Columns of outputs.
    pub columns: Vec<usize>,
    /// Values row by row, one per column; not a number where there is none.
    pub values: Vec<f64>,
    /// By what the differences of each column are divided: its standard deviation, or one.
    pub deviations: Vec<f64>,
}

impl Measurements {
    /// Returns how many values there are.
    pub fn count(&self) -> usize {
        self.values.iter().filter(|v| v.is_finite()).count()
    }
}
