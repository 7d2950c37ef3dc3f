//! Which piece a place lies in, without a branch: the same operations for every place.

use crate::num::{Real, Table};
use std::collections::HashMap;
use std::sync::Arc;

/// Says how many entries of the index there are at most per piece.
const FINENESS: usize = 4;

/// How far beyond the beginning of a piece, in parts of its length, the one before may be taken where they are smooth.
const SLIVER: f64 = 1e-9;

/// Holds what finds the last piece that begins at or before a place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Search {
    /// The place that the index begins at, and how many entries of it there are per unit of length.
    from: f64,
    density: f64,
    /// What is added to the part: one where a piece lies before the inner ones.
    before: f64,
    /// Per part of equal length the last piece that begins at or before its beginning; none where pieces are as long as parts.
    index: Option<Arc<Table>>,
    /// A piece is that of the index or up to `2 steps[0] - 1` further, which is looked for by steps of these lengths.
    steps: Vec<usize>,
}

impl Search {
    /// Makes the search among pieces that begin at these places, which do not decrease.
    pub(super) fn new(begins: &[f64]) -> Self {
        Self::equal(begins).unwrap_or_else(|| Self::indexed(begins))
    }

    /// Makes the search among pieces that go on smoothly into each other, where the one before may be found within rounding of where
    /// a piece begins: without the look at that, a step of a heavy top with such a signal takes 1.2 instead of 1.5 times as long
    /// as one without.
    pub(super) fn smooth(begins: &[f64]) -> Self {
        let mut search = Self::new(begins);
        let near = SLIVER / search.density;
        let is_found = |(i, begin): (usize, &f64)| search.guess(begin + near) >= i as f64;
        if search.index.is_none() && begins.iter().enumerate().all(is_found) {
            search.steps.clear();
        }
        search
    }

    /// Makes the search among pieces of equal length, where the piece is the one that arithmetic gives or one of the next; one piece
    /// before them may begin where the first does, and one behind them where the last ends.
    fn equal(begins: &[f64]) -> Option<Self> {
        let before = usize::from(begins.len() > 1 && begins[0] == begins[1]);
        let from = begins[before];
        let pieces = begins.len() - 1 - before;
        let candidates = [(pieces, vec![1]), (pieces.saturating_sub(1), vec![2, 1])];
        candidates.into_iter().filter(|(pieces, _)| *pieces > 0).find_map(|(pieces, steps)| {
            let length = begins[before + pieces] - from;
            // a little less, so that rounding never gives the next piece
            let density = pieces as f64 / length * (1.0 - 4.0 * f64::EPSILON);
            let search = Self { from, density, before: before as f64, index: None, steps };
            let most = (2 * search.steps[0] - 1) as f64;
            let holds = |(i, begin): (usize, &f64)| {
                // where arithmetic is monotone, what holds at both ends of a piece holds within it
                let next = begins.get(i + 1).map_or(0.0, |next| search.guess(next.next_down()));
                search.guess(*begin) + most >= i as f64 && next <= i as f64
            };
            begins.iter().enumerate().all(holds).then_some(search)
        })
    }

    /// Returns the piece that arithmetic gives, or one less: before the first place, none.
    fn guess<R: Real>(&self, place: R) -> R {
        guess(place, &self.scale())
    }

    /// Returns what arithmetic gives the piece by: where the index begins, its entries per unit of length, the pieces before it.
    fn scale<R: Real>(&self) -> [R; 3] {
        [self.from, self.density, self.before].map(R::constant)
    }

    fn indexed(begins: &[f64]) -> Self {
        let (from, last) = (begins[0], begins[begins.len() - 1]);
        let parts = (FINENESS * begins.len()).min(1 << 22);
        let density = if last > from { parts as f64 / (last - from) } else { 0.0 };
        let mut search = Self { from, density, before: 0.0, index: None, steps: Vec::new() };
        // by the arithmetic of the search itself, so that a piece never begins after what its part holds
        let part_of = |place: f64| search.guess(place).clamp(0.0, (parts - 1) as f64) as usize;
        let mut first = vec![usize::MAX; parts];
        let mut most = 0;
        let mut at = 0;
        for (part, first) in first.iter_mut().enumerate() {
            // pieces that begin in an earlier part have begun
            while at < begins.len() && part_of(begins[at]) < part {
                at += 1;
            }
            *first = at.saturating_sub(1);
            let within = begins[at..].iter().take_while(|begin| part_of(**begin) == part).count();
            most = most.max(within);
        }
        let mut step = 1;
        let mut steps = Vec::new();
        while step <= most {
            steps.insert(0, step);
            step *= 2;
        }
        search.index = Some(Arc::new(Table::new(first.into_iter().map(|piece| piece as f64).collect(), 1)));
        search.steps = steps;
        search
    }

    /// Returns the number of the last piece that begins at or before a place, and that of the first one elsewhere.
    pub(super) fn row<R: Real>(&self, pieces: &Arc<Table>, place: R) -> R {
        let part = self.guess(place);
        let mut row = match &self.index {
            Some(index) => part.entry(index, 0),
            None => part.max(R::zero()),
        };
        for step in &self.steps {
            let further = row + R::constant(*step as f64);
            let is_there = further.less_equal(R::constant((pieces.rows() - 1) as f64));
            let has_begun = further.entry(pieces, 0).less_equal(place);
            row = R::select(is_there & has_begun, further, row);
        }
        row
    }

    /// Returns the number of the row that [`Search::row`] finds among the rows of one function, where those of several lie one behind
    /// another.
    pub(super) fn row_among<R: Real>(&self, pieces: &Arc<Table>, place: R, rows: &Rows<R>) -> R {
        let part = guess(place, &rows.scale).max(R::zero());
        let mut row = match &self.index {
            Some(index) => (rows.index[0] + part.min(rows.index[1])).entry(index, 0),
            None => part.min(rows.last),
        };
        for step in &self.steps {
            let further = row + R::constant(*step as f64);
            let is_there = further.less_equal(rows.last) & R::constant(*step as f64).less_equal(rows.longest_step);
            let has_begun = (rows.first + further).entry(pieces, 0).less_equal(place);
            row = R::select(is_there & has_begun, further, row);
        }
        rows.first + row
    }

    /// Returns where the rows of a function are, the first and the last of them, counted from the first, and how one is found by the
    /// function's own search.
    pub(super) fn rows<R: Real>(&self, first: R, last: f64) -> Rows<R> {
        let entries = self.index.as_ref().map_or(1, |index| index.rows());
        Rows {
            first,
            last: R::constant(last),
            scale: self.scale(),
            index: [0.0, (entries - 1) as f64].map(R::constant),
            longest_step: R::constant(self.steps.first().map_or(0.0, |step| *step as f64)),
        }
    }

    /// Makes the search among the rows of several functions, which finds of each what its own does, with where the rows of each are.
    pub(super) fn of_all(searches: &[Self], rows: &[usize]) -> (Self, Vec<Rows<f64>>) {
        let longest = searches.iter().max_by_key(|search| search.steps.first());
        let steps = longest.map_or_else(Vec::new, |search| search.steps.clone());
        let mut index = Vec::new();
        let mut known: HashMap<*const Table, f64> = HashMap::new();
        let is_indexed = searches.iter().any(|search| search.index.is_some());
        let mut first = 0;
        let each = searches.iter().zip(rows).map(|(search, count)| {
            let begin = index.len() as f64;
            let mut own: Rows<f64> = search.rows(first as f64, (count - 1) as f64);
            own.index[0] = begin;
            match &search.index {
                Some(entries) => {
                    own.index[0] = *known.entry(Arc::as_ptr(entries)).or_insert(begin);
                    if own.index[0] == begin {
                        index.extend_from_slice(entries.values());
                    }
                }
                // the piece that arithmetic gives
                None if is_indexed => {
                    index.extend((0..*count).map(|row| row as f64));
                    own.index[1] = own.last;
                }
                None => {}
            }
            first += count;
            own
        });
        let each = each.collect();
        let index = is_indexed.then(|| Arc::new(Table::new(index, 1)));
        (Self { from: 0.0, density: 0.0, before: 0.0, index, steps }, each)
    }
}

/// Says where the rows of a function are among those of several, and how one is found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows<R> {
    /// The first row among those of all.
    pub(super) first: R,
    /// The last row, counted from the first.
    pub(super) last: R,
    /// What arithmetic gives the part by, see [`Search::scale`].
    pub(super) scale: [R; 3],
    /// The first entry of the index, and the last one counted from there.
    pub(super) index: [R; 2],
    /// The longest step of the search: none is zero.
    pub(super) longest_step: R,
}

fn guess<R: Real>(place: R, [from, density, before]: &[R; 3]) -> R {
    ((place - *from) * *density).floor() + *before
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(begins: &[f64]) -> Arc<Table> {
        Arc::new(Table::new(begins.to_vec(), 1))
    }

    /// Compares with a count of the pieces that have begun, at and beside all of their beginnings.
    fn compare(begins: &[f64], equal: bool) {
        let search = Search::new(begins);
        assert_eq!(search.index.is_none(), equal, "{begins:?}");
        let table = pieces(begins);
        let beside = begins.iter().flat_map(|b| [b.next_down(), *b, b.next_up(), b + 1e-3, b - 1e-3]);
        for place in beside.chain([-1e300, 1e300]) {
            let expected = begins.iter().filter(|begin| **begin <= place).count().saturating_sub(1);
            let found = search.row(&table, place).min(begins.len() as f64 - 1.0);
            assert_eq!(found, expected as f64, "{place} in {:?}, {search:?}", &begins[..begins.len().min(9)]);
        }
    }

    #[test]
    fn pieces_of_equal_and_of_other_lengths_are_found() {
        let sampled = |count: usize, of: fn(f64) -> f64| -> Vec<f64> { (0..count).map(|i| of(i as f64)).collect() };
        compare(&sampled(1000, |i| i / 1000.0), true);
        compare(&sampled(777, |i| -3.0 + 0.01 * i), true);
        compare(&sampled(3, |i| 1e6 + i), true);
        compare(&[0.0, 0.0, 0.1, 0.2, 0.30000000000000004, 0.4, 0.4f64.next_up()], true);
        compare(&sampled(200, |i| (i * 0.05).exp()), false);
        compare(&sampled(200, |i| i * i * i), false);
        compare(&[0.0, 1e-9, 2e-9, 3e-9, 1.0, 2.0, 2.0 + 1e-12], true);
        compare(&[5.0], false);
        compare(&[5.0, 5.0], false);
    }
}
