//! Several functions between samples, of which each member of an ensemble has one.

use super::corners::Extent;
use super::search::{Rows, Search};
use super::{Outside, SampledFunction};
use crate::num::elementary::not_a_number;
use crate::num::{Real, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Holds functions between samples by their numbers, their pieces one behind another in one table.
///
/// The function of a number is that of the nearest whole one; where there is none, values are not a number.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledFamily {
    /// The pieces of all, and a search among those of one.
    all: SampledFunction,
    /// The ends of the samples of all functions in their order, and the rows of each.
    each: Vec<([f64; 3], Rows<f64>)>,
    /// Which of them has a number.
    numbers: BTreeMap<u64, usize>,
    /// Per number, from -1 to one beyond the largest, the columns of [`Column`].
    directory: Arc<Table>,
    /// Whether all have samples at the same places.
    is_shared: bool,
}

/// A column of the directory: less than zero in the first where no function has the number.
#[derive(Clone, Copy)]
enum Column {
    First,
    Last,
    From,
    Density,
    Before,
    Index,
    LastOfIndex,
    LongestStep,
    FirstSample,
    LastSample,
    Near,
}

/// How many columns the directory has, where each function has places of its own.
const COLUMNS: usize = Column::Near as usize + 1;

impl SampledFamily {
    /// The largest number that a function may have.
    pub const LARGEST_NUMBER: u64 = 1_000_000;

    /// Makes the family of functions with numbers, all between samples alike and alike outside of them; `others` are numbers that
    /// stand for the first function.
    ///
    /// # Errors
    /// The first that `functions` shows.
    ///
    /// # Panics
    /// Where there is no function, a number is above [`SampledFamily::LARGEST_NUMBER`], or there are 2^31 numbers in the tables of
    /// all.
    pub fn new<E>(
        functions: impl IntoIterator<Item = Result<(u64, SampledFunction), E>>,
        others: &[u64],
    ) -> Result<Self, E> {
        let (mut values, mut rows, mut searches, mut ends) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut numbers = BTreeMap::new();
        let mut first: Option<SampledFunction> = None;
        let mut is_shared = true;
        for function in functions {
            let (number, mut function) = function?;
            assert!(number <= Self::LARGEST_NUMBER, "numbers are no larger than is said");
            if let Some(first) = &first {
                if function.begins().eq(first.begins()) && function.range() == first.range() {
                    function.search = first.search.clone();
                } else {
                    is_shared = false;
                }
            }
            numbers.insert(number, rows.len());
            rows.push(function.pieces.rows());
            ends.push([function.first, function.last, function.near()]);
            values.extend_from_slice(function.pieces.values());
            searches.push(function.search.clone());
            first.get_or_insert(function);
        }
        let Some(mut all) = first else { panic!("there is a function") };
        let (search, each) = Search::of_all(&searches, &rows);
        let each: Vec<_> = ends.into_iter().zip(each).collect();
        for number in others {
            numbers.entry(*number).or_insert(0);
        }
        all.pieces = Arc::new(Table::new(values, all.pieces.width()));
        if !is_shared {
            all.search = search;
        }
        let directory = directory(&numbers, &each, if is_shared { 1 } else { COLUMNS });
        Ok(Self { all, each, numbers, directory, is_shared })
    }

    /// Says what the functions are outside of their samples.
    pub fn outside(&self) -> Outside {
        self.all.outside
    }

    /// Returns the places of the first and the last sample of the function of a number, if there is one.
    pub fn range(&self, number: f64) -> Option<[f64; 2]> {
        let ([first, last, _], _) = &self.each[*self.numbers.get(&nearest(number)?)?];
        Some([*first, *last])
    }

    /// Says whether the functions have corners.
    pub fn has_corners(&self) -> bool {
        self.all.has_corners()
    }

    /// Returns the order of the lowest derivative that may jump at a joint, as [`SampledFunction::grade`].
    pub fn grade(&self, order: usize) -> Option<usize> {
        self.all.grade(order)
    }

    /// Says whether the functions are continuous, whatever their samples are.
    pub fn is_continuous(&self) -> bool {
        self.all.is_continuous()
    }

    /// Returns how far the next corner of the function of a number is above a place, as [`SampledFunction::to_next_corner`].
    pub fn to_next_corner<R: Real>(&self, number: R, place: R) -> R {
        let (place, extent, rows) = self.extent(number, place);
        self.all.to_next_corner_in(place, extent, |inside| self.all.search.row_among(&self.all.pieces, inside, &rows))
    }

    /// Returns how far the last corner of the function of a number is below a place, as [`SampledFunction::to_last_corner`].
    pub fn to_last_corner<R: Real>(&self, number: R, place: R) -> R {
        let (place, extent, rows) = self.extent(number, place);
        self.all.to_last_corner_in(place, extent, |inside| self.all.search.row_among(&self.all.pieces, inside, &rows))
    }

    /// Returns the largest magnitude of a place of a sample of the function of a number.
    pub fn largest_place<R: Real>(&self, number: R) -> R {
        let (_, Extent { ends: [first, last], .. }, _) = self.extent(number, R::zero());
        first.abs().max(last.abs())
    }

    /// Returns how many functions there are, and how many bytes their pieces take.
    pub fn size(&self) -> (usize, usize) {
        (self.each.len(), std::mem::size_of_val(self.all.pieces.values()))
    }

    /// Returns the function of a number, or its derivative of an order, at a place, as [`SampledFunction::at`].
    pub fn at<R: Real>(&self, number: R, place: R, order: usize) -> R {
        let (place, ends, rows) = self.function(number, place);
        let find = |inside: R| self.all.search.row_among(&self.all.pieces, inside, &rows);
        self.all.components_in(place, order, 1, ends, find)[0]
    }

    /// Returns the position of a place among the stretches between corners of the function of a number, as [`SampledFunction::position`].
    pub fn position<R: Real>(&self, number: R, place: R) -> R {
        let (place, extent, rows) = self.extent(number, place);
        let find = |inside| self.all.search.row_among(&self.all.pieces, inside, &rows);
        self.all.position_in(place, (rows.first, extent), find)
    }

    /// Returns the function of a number, or its derivative of an order, at a place on a stretch, as [`SampledFunction::at_on`].
    pub fn at_on<R: Real>(&self, number: R, [stretch, place]: [R; 2], order: usize) -> R {
        let (place, ends, rows) = self.function(number, place);
        let extent = || (rows.first, Extent { ends: [ends[0], ends[1]], last_row: rows.first + rows.last });
        let find = |inside| self.all.search.row_among(&self.all.pieces, inside, &rows);
        let [inside, row] = self.all.located_on([stretch, place], extent(), find);
        self.all.components_at([place, inside, row], order, 1, self.all.ends_on(stretch, extent(), ends))[0]
    }

    fn extent<R: Real>(&self, number: R, place: R) -> (R, Extent<R>, Rows<R>) {
        let (place, [first, last, _], rows) = self.function(number, place);
        (place, Extent { ends: [first, last], last_row: rows.first + rows.last }, rows)
    }

    /// Returns a place, not a number where no function has that number, the ends of the function's samples and what is near beyond
    /// them, and its rows.
    fn function<R: Real>(&self, number: R, place: R) -> (R, [R; 3], Rows<R>) {
        // the nearest whole number, in a table that begins at -1
        let row = number + R::constant(1.5);
        let entry = |column: Column| row.entry(&self.directory, column as usize);
        let first = entry(Column::First);
        let place = R::select(first.less(R::zero()), not_a_number(place), place);
        if self.is_shared {
            let (ends, rows) = &self.each[0];
            (place, ends.map(R::constant), self.all.search.rows(first, rows.last))
        } else {
            let rows = Rows {
                first,
                last: entry(Column::Last),
                scale: [Column::From, Column::Density, Column::Before].map(entry),
                index: [Column::Index, Column::LastOfIndex].map(entry),
                longest_step: entry(Column::LongestStep),
            };
            (place, [Column::FirstSample, Column::LastSample, Column::Near].map(entry), rows)
        }
    }
}

/// Returns the whole number that is next to a number, where it is not negative.
fn nearest(number: f64) -> Option<u64> {
    let whole = (number + 0.5).floor();
    (0.0..=SampledFamily::LARGEST_NUMBER as f64).contains(&whole).then_some(whole as u64)
}

/// Makes the table of so many columns of [`Column`] by numbers.
fn directory(numbers: &BTreeMap<u64, usize>, each: &[([f64; 3], Rows<f64>)], columns: usize) -> Arc<Table> {
    let largest = numbers.last_key_value().map_or(0, |(number, _)| *number as usize);
    // as the first function, but that there is none
    let row = |at: Option<usize>| {
        let ([first, last, near], rows) = &each[at.unwrap_or(0)];
        let [from, density, before] = rows.scale;
        let [index, last_of_index] = rows.index;
        let begin = at.map_or(-1.0, |_| rows.first);
        [begin, rows.last, from, density, before, index, last_of_index, rows.longest_step, *first, *last, *near]
    };
    let mut values: Vec<f64> = row(None)[..columns].repeat(largest + 3);
    for (number, at) in numbers {
        let begin = (*number as usize + 1) * columns;
        values[begin..begin + columns].copy_from_slice(&row(Some(*at))[..columns]);
    }
    Arc::new(Table::new(values, columns))
}
