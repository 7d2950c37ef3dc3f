//! Values quantity by quantity, with the rows side by side: parameters, outputs and samples of members.

use std::ops::Range;

/// Values of some quantities: a column of each, with one entry per row. Columns follow each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueColumns {
    rows: usize,
    values: Vec<f64>,
}

impl ValueColumns {
    /// Makes columns of that one value.
    pub fn filled(rows: usize, width: usize, value: f64) -> Self {
        Self { rows, values: vec![value; rows * width] }
    }

    /// Makes columns of values that are given column by column; none where they are not as many in each.
    pub fn new(rows: usize, values: Vec<f64>) -> Option<Self> {
        (values.len().checked_rem(rows).unwrap_or(values.len()) == 0).then_some(Self { rows, values })
    }

    /// Makes columns of values that are given row by row, as many in each.
    pub fn of_rows(rows: usize, values: &[f64]) -> Self {
        let width = values.len() / rows.max(1);
        assert_eq!(values.len(), rows * width, "a row is not whole");
        Self { rows, values: (0..width).flat_map(|c| values.iter().skip(c).step_by(width)).copied().collect() }
    }

    /// Joins the rows of parts, which follow each other; a part without rows may have no columns.
    pub fn join<'a>(parts: impl Iterator<Item = &'a Self> + Clone) -> Self {
        let width = parts.clone().map(Self::width).max().unwrap_or(0);
        let of_column = |c: usize| parts.clone().map(move |part| part.column(c));
        let columns: Vec<&[f64]> = (0..width).flat_map(of_column).collect();
        Self { rows: parts.map(|part| part.rows).sum(), values: columns.concat() }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns; zero where there are no rows.
    pub fn width(&self) -> usize {
        self.values.len() / self.rows.max(1)
    }

    /// Returns all values, column by column.
    pub fn as_slice(&self) -> &[f64] {
        &self.values
    }

    /// Returns all values to be changed, column by column.
    pub fn as_mut_slice(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// Returns the columns.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.values.chunks_exact(self.rows.max(1))
    }

    /// Returns a column; an empty one where there are no rows.
    pub fn column(&self, column: usize) -> &[f64] {
        &self.values[column * self.rows..][..self.rows]
    }

    /// Returns the value of a row in a column.
    pub fn value(&self, row: usize, column: usize) -> f64 {
        self.column(column)[row]
    }

    /// Replaces the value of a row in a column.
    pub fn set_value(&mut self, row: usize, column: usize, value: f64) {
        self.values[column * self.rows..][..self.rows][row] = value;
    }

    /// Returns the values of a row, to look at few of them.
    pub fn row(&self, row: usize) -> Vec<f64> {
        self.columns().map(|column| column[row]).collect()
    }

    /// Returns all rows, one after another.
    pub fn each_row(&self) -> impl ExactSizeIterator<Item = Vec<f64>> {
        (0..self.rows).map(|row| self.row(row))
    }

    /// Puts the values of a row in place of what is in a vector.
    pub fn copy_row(&self, row: usize, to: &mut Vec<f64>) {
        to.clear();
        to.extend(self.columns().map(|column| column[row]));
    }

    /// Replaces the values of a row.
    pub fn set_row(&mut self, row: usize, values: impl IntoIterator<Item = f64>) {
        let columns = self.values.chunks_exact_mut(self.rows.max(1));
        columns.zip(values).for_each(|(column, value)| column[row] = value);
    }

    /// Replaces the rows at some indices.
    pub fn replace(&mut self, places: &[usize], by: &Self) {
        assert_eq!(places.len(), by.rows, "as many rows as places");
        assert!(places.is_empty() || self.width() == by.width(), "rows of other columns");
        for (column, by) in self.values.chunks_exact_mut(self.rows.max(1)).zip(by.columns()) {
            places.iter().zip(by).for_each(|(place, value)| column[*place] = *value);
        }
    }

    /// Returns the rows at some indices.
    #[must_use]
    pub fn rows_at(&self, places: &[usize]) -> Self {
        let values = self.columns().flat_map(|column| places.iter().map(|place| column[*place])).collect();
        Self { rows: places.len(), values }
    }

    /// Returns the rows at indices that follow each other.
    #[must_use]
    pub fn part(&self, places: Range<usize>) -> Self {
        let columns: Vec<&[f64]> = self.columns().map(|column| &column[places.clone()]).collect();
        Self { rows: places.len(), values: columns.concat() }
    }

    /// Adds a column of that one value.
    pub fn push_constant(&mut self, value: f64) {
        self.values.extend(std::iter::repeat_n(value, self.rows));
    }
}

#[cfg(test)]
mod tests {
    use super::ValueColumns;

    fn table() -> ValueColumns {
        ValueColumns::of_rows(3, &[1.0, 10.0, 2.0, 20.0, 3.0, 30.0])
    }

    #[test]
    fn rows_become_columns() {
        let all = table();
        assert_eq!((all.rows(), all.width(), all.as_slice()), (3, 2, &[1.0, 2.0, 3.0, 10.0, 20.0, 30.0][..]));
        assert_eq!((all.column(1), all.value(2, 1)), (&[10.0, 20.0, 30.0][..], 30.0));
        assert_eq!(all.columns().collect::<Vec<_>>(), [all.column(0), all.column(1)]);
        assert_eq!(all.each_row().collect::<Vec<_>>(), [[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]]);
        let mut row = vec![7.0; 5];
        all.copy_row(1, &mut row);
        assert_eq!((row, all.row(1)), (vec![2.0, 20.0], vec![2.0, 20.0]));
        assert_eq!(ValueColumns::new(3, all.as_slice().to_vec()), Some(all));
    }

    #[test]
    fn rows_are_replaced() {
        let mut all = table();
        all.set_row(1, [4.0, 40.0]);
        all.set_value(0, 1, 50.0);
        assert_eq!(all, ValueColumns::of_rows(3, &[1.0, 50.0, 4.0, 40.0, 3.0, 30.0]));
        all.replace(&[2, 0], &ValueColumns::of_rows(2, &[5.0, 6.0, 7.0, 8.0]));
        assert_eq!(all, ValueColumns::of_rows(3, &[7.0, 8.0, 4.0, 40.0, 5.0, 6.0]));
        all.push_constant(9.0);
        assert_eq!(all.row(1), [4.0, 40.0, 9.0]);
    }

    #[test]
    fn parts_join_again() {
        let all = table();
        assert_eq!(all.rows_at(&[2, 0]), ValueColumns::of_rows(2, &[3.0, 30.0, 1.0, 10.0]));
        let parts = [all.part(0..1), ValueColumns::default(), all.part(1..3)];
        assert_eq!(parts[2], ValueColumns::of_rows(2, &[2.0, 20.0, 3.0, 30.0]));
        assert_eq!(ValueColumns::join(parts.iter()), all);
        assert_eq!(ValueColumns::join([].iter()), ValueColumns::default());
    }

    #[test]
    fn tables_without_rows_or_columns_are_tables() {
        let empty = ValueColumns::filled(0, 3, 1.0);
        assert_eq!((empty.rows(), empty.width(), empty.column(2)), (0, 0, &[][..]));
        assert_eq!(empty, ValueColumns::of_rows(0, &[]));
        let narrow = ValueColumns::filled(2, 0, 1.0);
        assert_eq!((narrow.rows(), narrow.width(), narrow.row(1)), (2, 0, Vec::new()));
        assert_eq!(ValueColumns::join([&narrow, &narrow].into_iter()).rows(), 4);
        assert_eq!([ValueColumns::new(0, vec![1.0]), ValueColumns::new(2, vec![1.0; 3])], [None, None]);
        assert_eq!(ValueColumns::new(2, Vec::new()), Some(narrow));
    }
}
