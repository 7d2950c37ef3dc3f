//! Functions of one number between samples: pieces of polynomials, whose coefficients all members share as a table.

mod corners;
mod family;
mod held;
mod search;
mod slopes;

use super::fitted::Fitted;
use crate::num::elementary::{not_a_number, unless_nan};
use crate::num::{Real, Table};
pub use family::SampledFamily;
use search::Search;
pub use slopes::Between;
use std::sync::Arc;

/// Says what a function is outside of its samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// The nearest sample.
    Hold,
    /// Zero.
    Zero,
    /// What it is so many periods before or after.
    Periodic,
    /// Not a number.
    Nothing,
}

/// Says where the function or a derivative of it jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Corners {
    /// There are none.
    Nowhere,
    /// At the first and the last sample.
    Ends,
    /// At every sample.
    Samples,
}

/// Says why samples make no function.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SamplesError {
    /// There are too few.
    #[error("found too few samples, {found}; accepted: at least {least}")]
    TooFew {
        /// How many there are.
        found: usize,
        /// How many are needed.
        least: usize,
    },
    /// A place does not lie behind the one before it.
    #[error("sample {at} is at {found:?}, and the one before it at {before:?}; accepted: increasing places")]
    NotIncreasing {
        /// The number of the sample, from zero.
        at: usize,
        /// Its place.
        found: f64,
        /// The place before it.
        before: f64,
    },
    /// A place or a value is infinite or not a number.
    #[error("sample {at} is {found:?}; accepted: a finite number")]
    NotFinite {
        /// The number of the sample, from zero.
        at: usize,
        /// What it is.
        found: f64,
    },
    /// What repeats itself has other values at its ends.
    #[error("the last sample is {last:?}, and the first is {first:?}: they differ by {:e}; accepted: equal ends of what repeats itself", (.last - .first).abs())]
    Ends {
        /// The value of the first sample.
        first: f64,
        /// The value of the last sample.
        last: f64,
    },
}

/// Holds a function between samples, of one component or several.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledFunction {
    /// Per piece its beginning, and of each component the coefficients of the powers of the distance from there.
    pieces: Arc<Table>,
    degree: usize,
    search: Search,
    outside: Outside,
    first: f64,
    last: f64,
    corners: Corners,
    /// Where a derivative of low order jumps: corners, and where pieces meet whose curvatures differ.
    joints: Corners,
}

/// Ends of periodic samples may differ by this part of the largest value, and are then made equal.
const SAME_ENDS: f64 = 1e-12;

impl SampledFunction {
    /// A function that has no value outside of its samples has some as far beyond them as this part of their range, since times are
    /// rounded.
    pub const NEAR: f64 = 1e-9;

    /// Makes the function through values at increasing places.
    ///
    /// # Errors
    /// Where there are too few samples, one is not finite, places do not increase, or what repeats itself has other values at its
    /// ends.
    pub fn new(places: &[f64], values: &[f64], between: Between, outside: Outside) -> Result<Self, SamplesError> {
        check(places, values, between, outside)?;
        let mut values = values.to_vec();
        if repeats(between, outside) {
            let last = values.len() - 1;
            values[last] = values[0];
        }
        Self::of_components(places, &[(&values, between)], outside)
    }

    /// Makes the function of several components through their values at increasing places, by pieces of the same degree; those of
    /// what repeats itself may have other values at their ends, unless they are splines of what does.
    ///
    /// # Errors
    /// As [`SampledFunction::new`], of any component.
    pub fn of_components(
        places: &[f64],
        components: &[(&[f64], Between)],
        outside: Outside,
    ) -> Result<Self, SamplesError> {
        let mut coefficients = Vec::new();
        for (values, between) in components {
            let of_ends = if *between == Between::CubicPeriodic { outside } else { Outside::Hold };
            check(places, values, *between, of_ends)?;
            coefficients.push(slopes::coefficients(places, values, *between));
        }
        let ends = match outside {
            Outside::Hold => {
                let values = |at: usize| components.iter().map(|(values, _)| values[at]).collect();
                Some([0, places.len() - 1].map(values))
            }
            Outside::Zero => Some([0, 1].map(|_| vec![0.0; components.len()])),
            Outside::Periodic | Outside::Nothing => None,
        };
        let between = components[0].1;
        let corners = match between {
            Between::Previous | Between::Linear => Corners::Samples,
            _ if outside == Outside::Periodic && between != Between::CubicPeriodic => Corners::Ends,
            _ if ends.is_some() => Corners::Ends,
            _ => Corners::Nowhere,
        };
        let is_smooth = components
            .iter()
            .all(|(_, between)| !matches!(between, Between::Previous | Between::Linear | Between::Pchip));
        let function = Self::assembled((places, &coefficients), (outside, ends), (corners, is_smooth));
        let joints = if between == Between::Pchip { Corners::Samples } else { corners };
        Ok(Self { joints, ..function })
    }

    /// Makes the function of pieces that are smooth where they meet; zero outside is none of what it may be.
    pub(super) fn of_pieces(fitted: &Fitted, outside: Outside) -> Self {
        let ends = (outside == Outside::Hold).then(|| fitted.ends.clone());
        let corners = if ends.is_some() { Corners::Ends } else { Corners::Nowhere };
        Self::assembled((&fitted.places, &fitted.coefficients), (outside, ends), (corners, true))
    }

    /// Makes the function of pieces that begin at places, the last of which is the end: of every component and piece the coefficients
    /// of the powers of the distance from where it begins; and of the values that the components keep outside, if they do.
    fn assembled(
        (places, coefficients): (&[f64], &[Vec<Vec<f64>>]),
        (outside, ends): (Outside, Option<[Vec<f64>; 2]>),
        (corners, is_smooth): (Corners, bool),
    ) -> Self {
        let (first, last) = (places[0], places[places.len() - 1]);
        let degree = coefficients[0][0].len() - 1;
        let width = 1 + coefficients.len() * (degree + 1);
        let constant = |place: f64, values: &[f64]| {
            let each = values.iter().flat_map(|value| std::iter::once(*value).chain(std::iter::repeat_n(0.0, degree)));
            std::iter::once(place).chain(each).collect::<Vec<f64>>()
        };
        let piece =
            |i: usize| std::iter::once(places[i]).chain(coefficients.iter().flat_map(move |c| c[i].iter().copied()));
        let inner = (0..coefficients[0].len()).flat_map(piece);
        let rows: Vec<f64> = match &ends {
            // the last sample itself belongs to the pieces before it
            Some([before, behind]) => {
                let rows = constant(first, before).into_iter().chain(inner);
                rows.chain(constant(last.next_up(), behind)).collect()
            }
            None => inner.collect(),
        };
        let begins: Vec<f64> = rows.iter().step_by(width).copied().collect();
        let search = if is_smooth { Search::smooth(&begins) } else { Search::new(&begins) };
        Self {
            pieces: Arc::new(Table::new(rows, width)),
            degree,
            search,
            outside,
            first,
            last,
            corners,
            joints: corners,
        }
    }

    /// Returns the places of the first and the last sample.
    pub fn range(&self) -> [f64; 2] {
        [self.first, self.last]
    }

    /// Says what the function is outside of its samples.
    pub fn outside(&self) -> Outside {
        self.outside
    }

    /// Returns the function, or its derivative of an order, at a place; of several components the first. In a corner it is continuous
    /// from the right.
    pub fn at<R: Real>(&self, place: R, order: usize) -> R {
        self.components(place, order, 1)[0]
    }

    /// Returns so many components at a place, or their derivatives of an order.
    pub fn components<R: Real>(&self, place: R, order: usize, count: usize) -> Vec<R> {
        let row = |inside: R| self.search.row(&self.pieces, inside);
        self.components_in(place, order, count, [self.first, self.last, self.near()].map(R::constant), row)
    }

    /// Returns where the pieces begin.
    fn begins(&self) -> impl Iterator<Item = &f64> {
        self.pieces.values().iter().step_by(self.pieces.width())
    }

    /// Returns how many bytes the pieces take.
    pub fn bytes(&self) -> usize {
        std::mem::size_of_val(self.pieces.values())
    }

    /// Returns how far beyond its samples the function has values.
    fn near(&self) -> f64 {
        Self::NEAR * (self.last - self.first)
    }

    /// Returns components of a function whose first sample, last sample and what is near beyond them are these, and whose row of a
    /// place `find` finds.
    fn components_in<R: Real>(
        &self,
        place: R,
        order: usize,
        count: usize,
        [first, last, near]: [R; 3],
        find: impl FnOnce(R) -> R,
    ) -> Vec<R> {
        let inside = self.inside(place, [first, last]);
        self.components_at([place, inside, find(inside)], order, count, [first, last, near])
    }

    /// Returns components at a place on a piece: the place, the same in the first period of what repeats itself, the row.
    fn components_at<R: Real>(
        &self,
        [place, inside, row]: [R; 3],
        order: usize,
        count: usize,
        [first, last, near]: [R; 3],
    ) -> Vec<R> {
        let distance = inside - row.entry(&self.pieces, 0);
        // derivative n of the powers k is k!/(k - n)! of those k - n
        let factor = |k: usize| (k + 1 - order..=k).map(|i| i as f64).product::<f64>();
        let component = |component: usize| {
            let powers = (order..=self.degree).rev().map(|k| {
                let coefficient = row.entry(&self.pieces, 1 + component * (self.degree + 1) + k);
                if order == 0 { coefficient } else { coefficient.scale(factor(k)) }
            });
            let value = powers.reduce(|sum, c| sum * distance + c).unwrap_or_else(R::zero);
            // of constant pieces, too, what is not a number has no value
            let value = unless_nan(place, value);
            if self.outside != Outside::Nothing {
                return value;
            }
            let is_outside = place.less(first - near) | (last + near).less(place);
            R::select(is_outside, not_a_number(place), value)
        };
        (0..count).map(component).collect()
    }

    /// Returns the place in the first period that has the value of a place, of what repeats itself; the place itself of others.
    fn inside<R: Real>(&self, place: R, [first, last]: [R; 2]) -> R {
        match self.outside {
            Outside::Periodic => place - (last - first) * ((place - first) / (last - first)).floor(),
            _ => place,
        }
    }
}

/// Tells whether the last sample has to be the first one again.
fn repeats(between: Between, outside: Outside) -> bool {
    (between == Between::CubicPeriodic || outside == Outside::Periodic) && between != Between::Previous
}

fn check(places: &[f64], values: &[f64], between: Between, outside: Outside) -> Result<(), SamplesError> {
    let least = match between {
        Between::Previous => 1,
        Between::CubicPeriodic => 3,
        Between::Quintic => 6,
        _ => 2,
    };
    if places.len() < least {
        return Err(SamplesError::TooFew { found: places.len(), least });
    }
    for numbers in [places, values] {
        if let Some(at) = numbers.iter().position(|x| !x.is_finite()) {
            return Err(SamplesError::NotFinite { at, found: numbers[at] });
        }
    }
    if let Some(at) = places.windows(2).position(|pair| pair[0] >= pair[1]) {
        return Err(SamplesError::NotIncreasing { at: at + 1, found: places[at + 1], before: places[at] });
    }
    if outside == Outside::Periodic && places.len() < 2 {
        return Err(SamplesError::TooFew { found: places.len(), least: 2 });
    }
    let (first, last) = (values[0], values[values.len() - 1]);
    let largest = values.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    if repeats(between, outside) && (last - first).abs() > SAME_ENDS * largest {
        return Err(SamplesError::Ends { first, last });
    }
    Ok(())
}
