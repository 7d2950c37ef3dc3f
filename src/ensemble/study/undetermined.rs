//! Output components that the motion does not determine.

use super::Study;

impl Study {
    /// Says whether some output components have no value, since the motion does not determine them: parts of reactions
    /// where constraints follow from others.
    pub fn has_undetermined(&self) -> bool {
        !self.constraints.undetermined.is_empty()
    }

    /// Says whether the motion does not determine that output component.
    pub fn is_undetermined(&self, column: usize) -> bool {
        self.constraints.undetermined.contains(&column)
    }

    /// Takes away what the motion does not determine of the output components.
    pub fn empty_undetermined(&self, columns: &mut [f64]) {
        self.constraints.undetermined.iter().for_each(|c| columns[*c] = f64::NAN);
    }
}
