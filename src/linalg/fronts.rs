//! Fronts: pivots one after another that change the same rows and columns, as functions that are called.
//!
//! Elements of a beam have fronts that are alike: eliminated as one function they stay in the caches. A cantilever of 128 elements of
//! order 4 takes 3,780 us a step and 450 MB, written out 5,380 us and 870 MB; of 6 and 24 elements it takes the same time within 10 %
//! (50 and 208 us beside 55 and 198), and 86 and 165 MB beside 91 and 199.

use super::pivot::{Multipliers, Pivot, eliminate, forward, unknown};
use crate::num::{Function, Real};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

/// How many entries a front changes at least to be called. Those of bodies on joints change fewer: as calls links of chains are slower.
const FEWEST: usize = 400;

/// What fronts that are alike have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Pattern {
    /// The pivots, by the numbers of rows, columns and entries within the front.
    pivots: Vec<Pivot>,
    /// Tells of every entry whether it is there before.
    is_there: Vec<bool>,
    rows: usize,
    columns: usize,
}

/// Fronts that are alike.
#[derive(Debug)]
struct FrontKind {
    pattern: Pattern,
    /// For every pivot the binary logarithms of what its multipliers are scaled by: the largest of all such fronts.
    scales: Vec<Vec<i32>>,
    /// The entries that elimination changes, but for multipliers; then multipliers.
    changed: [Vec<usize>; 2],
    /// What is left of pivots and their rows.
    upper: Vec<usize>,
    /// The columns of the pivots, in their order; then the others.
    columns: [Vec<usize>; 2],
}

/// A front, with its entries, rows and columns in the matrix.
#[derive(Clone, Debug)]
pub(super) struct Front {
    kind: Arc<FrontKind>,
    entries: Vec<usize>,
    rows: Vec<usize>,
    columns: Vec<usize>,
}

/// A part of an elimination.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// A pivot, by its number.
    Pivot(usize),
    /// Pivots that are eliminated by a call.
    Front(Front),
}

/// Returns the parts that pivots are eliminated in; so many entries are those of the matrix.
pub(super) fn parts(pivots: &[Pivot], scales: &[i32], listed: usize) -> Vec<Part> {
    let count = pivots.iter().flat_map(|pivot| &pivot.updates).map(|place| place + 1).max().unwrap_or(0).max(listed);
    let mut is_there: Vec<bool> = (0..count).map(|place| place < listed).collect();
    let mut found = Vec::new();
    for range in ranges(pivots) {
        let of = &pivots[range.clone()];
        let updates: usize = of.iter().map(|pivot| pivot.updates.len()).sum();
        let front = (updates >= FEWEST).then(|| localised(of, &is_there));
        of.iter().flat_map(|pivot| &pivot.updates).for_each(|place| is_there[*place] = true);
        found.push((range, front));
    }
    let mut alike: HashMap<&Pattern, Vec<usize>> = HashMap::new();
    for (number, (_, front)) in found.iter().enumerate() {
        if let Some((pattern, _)) = front {
            alike.entry(pattern).or_default().push(number);
        }
    }
    let mut kinds: HashMap<usize, Arc<FrontKind>> = HashMap::new();
    for (pattern, numbers) in alike.into_iter().filter(|(_, numbers)| numbers.len() > 1) {
        let scale = |number: usize, k: usize, lower: usize| {
            let pivot = &pivots[found[number].0.start + k];
            scales[pivot.lower[lower].0] - scales[pivot.row]
        };
        let largest = |k: usize, lower: usize| numbers.iter().map(|number| scale(*number, k, lower)).max().unwrap_or(0);
        let of = |(k, pivot): (usize, &Pivot)| (0..pivot.lower.len()).map(|lower| largest(k, lower)).collect();
        let kind = Arc::new(FrontKind::new(pattern.clone(), pattern.pivots.iter().enumerate().map(of).collect()));
        numbers.iter().for_each(|number| {
            kinds.insert(*number, Arc::clone(&kind));
        });
    }
    let mut parts = Vec::new();
    for (number, (range, front)) in found.into_iter().enumerate() {
        match (kinds.remove(&number), front) {
            (Some(kind), Some((_, [entries, rows, columns]))) => {
                parts.push(Part::Front(Front { kind, entries, rows, columns }));
            }
            _ => parts.extend(range.map(Part::Pivot)),
        }
    }
    parts
}

/// Returns the pivots that follow each other and change rows and columns of the first alone.
fn ranges(pivots: &[Pivot]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (k, pivot) in pivots.iter().enumerate() {
        let goes_on = k > 0 && {
            let before = &pivots[k - 1];
            let rows: BTreeSet<usize> = before.lower.iter().map(|(row, _)| *row).collect();
            let columns: BTreeSet<usize> = before.upper.iter().map(|(column, _)| *column).collect();
            rows.contains(&pivot.row)
                && columns.contains(&pivot.column)
                && pivot.lower.iter().all(|(row, _)| rows.contains(row))
                && pivot.upper.iter().all(|(column, _)| columns.contains(column))
        };
        match ranges.last_mut().filter(|_| goes_on) {
            Some(range) => range.end = k + 1,
            None => ranges.push(k..k + 1),
        }
    }
    ranges
}

/// Numbers in the order in which they are first met.
#[derive(Default)]
struct Numbers {
    all: Vec<usize>,
    places: HashMap<usize, usize>,
}

impl Numbers {
    fn of(&mut self, number: usize) -> usize {
        let Self { all, places } = self;
        *places.entry(number).or_insert_with(|| {
            all.push(number);
            all.len() - 1
        })
    }
}

/// Returns the pattern of a front, and its entries, rows and columns.
fn localised(pivots: &[Pivot], is_there: &[bool]) -> (Pattern, [Vec<usize>; 3]) {
    let [mut entries, mut rows, mut columns] = [0; 3].map(|_| Numbers::default());
    let mut all = Vec::new();
    for pivot in pivots {
        let (row, column, place) = (rows.of(pivot.row), columns.of(pivot.column), entries.of(pivot.place));
        let lower = pivot.lower.iter().map(|(row, place)| (rows.of(*row), entries.of(*place))).collect();
        let upper = pivot.upper.iter().map(|(column, place)| (columns.of(*column), entries.of(*place))).collect();
        let updates = pivot.updates.iter().map(|place| entries.of(*place)).collect();
        all.push(Pivot { row, column, place, lower, upper, updates });
    }
    let is_there = entries.all.iter().map(|place| is_there[*place]).collect();
    let pattern = Pattern { pivots: all, is_there, rows: rows.all.len(), columns: columns.all.len() };
    (pattern, [entries.all, rows.all, columns.all])
}

impl FrontKind {
    fn new(pattern: Pattern, scales: Vec<Vec<i32>>) -> Self {
        let pivots = &pattern.pivots;
        let multipliers: BTreeSet<usize> = pivots.iter().flat_map(|pivot| &pivot.lower).map(|(_, at)| *at).collect();
        let mut changed: BTreeSet<usize> = pivots.iter().flat_map(|pivot| &pivot.updates).copied().collect();
        changed.extend(pivots.iter().map(|pivot| pivot.place));
        let changed = changed.difference(&multipliers).copied().collect();
        let upper = pivots.iter().flat_map(|pivot| pivot.upper.iter().map(|(_, at)| *at).chain([pivot.place]));
        let upper: BTreeSet<usize> = upper.collect();
        let (upper, changed) = (upper.into_iter().collect(), [changed, multipliers.into_iter().collect()]);
        let own: Vec<usize> = pivots.iter().map(|pivot| pivot.column).collect();
        let columns = [own.clone(), (0..pattern.columns).filter(|column| !own.contains(column)).collect()];
        Self { pattern, scales, changed, upper, columns }
    }
}

impl Front {
    /// Eliminates the pivots; returns the scaled sum of the multipliers' magnitudes. Multipliers are kept where there is no right-hand
    /// side.
    pub(super) fn eliminate<R: Real>(&self, numbers: &mut [Option<R>], right: Option<&mut [R]>) -> R {
        let kind = &self.kind;
        let there = self.entries.iter().zip(&kind.pattern.is_there).filter(|(_, is_there)| **is_there);
        let mut arguments: Vec<R> = there.map(|(place, _)| numbers[*place].expect("an entry")).collect();
        if let Some(right) = &right {
            arguments.extend(self.rows.iter().map(|row| right[*row]));
        }
        let function = Eliminate { kind: Arc::clone(kind), has_right: right.is_some() };
        let mut results = R::call(&function, &arguments).into_iter();
        let mut next = || results.next().expect("a result for every entry");
        let sum = next();
        let [others, multipliers] = &kind.changed;
        others.iter().for_each(|at| numbers[self.entries[*at]] = Some(next()));
        match right {
            Some(right) => self.rows.iter().for_each(|row| right[*row] = next()),
            None => multipliers.iter().for_each(|at| numbers[self.entries[*at]] = Some(next())),
        }
        sum
    }

    /// Takes the multiples of the pivots' rows off a right-hand side.
    pub(super) fn forward<R: Real>(&self, numbers: &[R], right: &mut [R]) {
        let multipliers = self.kind.changed[1].iter().map(|at| numbers[self.entries[*at]]);
        let arguments: Vec<R> = multipliers.chain(self.rows.iter().map(|row| right[*row])).collect();
        let results = R::call(&Forward(Arc::clone(&self.kind)), &arguments);
        self.rows.iter().zip(results).for_each(|(row, result)| right[*row] = result);
    }

    /// Writes the unknowns of the pivots, from those behind them.
    pub(super) fn backward<R: Real>(&self, number: impl Fn(usize) -> R, right: &[R], solution: &mut [R]) {
        let kind = &self.kind;
        let mut arguments: Vec<R> = kind.upper.iter().map(|at| number(self.entries[*at])).collect();
        arguments.extend(kind.pattern.pivots.iter().map(|pivot| right[self.rows[pivot.row]]));
        let [own, outer] = &kind.columns;
        arguments.extend(outer.iter().map(|column| solution[self.columns[*column]]));
        let results = R::call(&Backward(Arc::clone(kind)), &arguments);
        own.iter().zip(results).for_each(|(column, result)| solution[self.columns[*column]] = result);
    }
}

/// Eliminates the pivots of fronts of a kind.
#[derive(Clone)]
struct Eliminate {
    kind: Arc<FrontKind>,
    has_right: bool,
}

impl Function for Eliminate {
    fn name(&self) -> &'static str {
        "elimination of a front"
    }
    fn key(&self) -> String {
        // functions that are called keep what they are made of, so that no other kind has its place
        format!("{:p} {}", Arc::as_ptr(&self.kind), self.has_right)
    }
    fn evaluate<R: Real>(&self, arguments: &[R]) -> Vec<R> {
        let kind = &self.kind;
        let mut arguments = arguments.iter().copied();
        let mut argument = || arguments.next().expect("a number for every entry");
        let there = kind.pattern.is_there.iter();
        let mut entries: Vec<Option<R>> = there.map(|is_there| is_there.then(&mut argument)).collect();
        let mut right: Vec<R> = arguments.collect();
        let mut multipliers = Multipliers::new();
        for (pivot, scales) in kind.pattern.pivots.iter().zip(&kind.scales) {
            let right = self.has_right.then_some(&mut right[..]);
            eliminate(pivot, &mut entries, right, |lower, multiplier| multipliers.add(scales[lower], multiplier));
        }
        let [others, kept] = &kind.changed;
        let kept = if self.has_right { &[][..] } else { kept };
        let changed = others.iter().chain(kept).map(|at| entries[*at].expect("an entry"));
        std::iter::once(multipliers.behind(R::zero())).chain(changed).chain(right).collect()
    }
}

/// Takes multiples of rows of fronts of a kind off right-hand sides.
#[derive(Clone)]
struct Forward(Arc<FrontKind>);

impl Function for Forward {
    fn name(&self) -> &'static str {
        "right-hand side of a front"
    }
    fn key(&self) -> String {
        format!("{:p}", Arc::as_ptr(&self.0))
    }
    fn evaluate<R: Real>(&self, arguments: &[R]) -> Vec<R> {
        let multipliers = &self.0.changed[1];
        let (numbers, right) = arguments.split_at(multipliers.len());
        let mut right = right.to_vec();
        let number = |place: usize| numbers[multipliers.binary_search(&place).expect("a multiplier")];
        self.0.pattern.pivots.iter().for_each(|pivot| forward(pivot, number, &mut right));
        right
    }
}

/// Finds the unknowns of fronts of a kind.
#[derive(Clone)]
struct Backward(Arc<FrontKind>);

impl Function for Backward {
    fn name(&self) -> &'static str {
        "unknowns of a front"
    }
    fn key(&self) -> String {
        format!("{:p}", Arc::as_ptr(&self.0))
    }
    fn evaluate<R: Real>(&self, arguments: &[R]) -> Vec<R> {
        let FrontKind { pattern: Pattern { pivots, rows, columns, .. }, upper, columns: [own, outer], .. } = &*self.0;
        let (numbers, known) = arguments.split_at(upper.len());
        let (of_pivots, of_outer) = known.split_at(pivots.len());
        let (mut right, mut solution) = (vec![R::zero(); *rows], vec![R::zero(); *columns]);
        pivots.iter().zip(of_pivots).for_each(|(pivot, value)| right[pivot.row] = *value);
        outer.iter().zip(of_outer).for_each(|(column, value)| solution[*column] = *value);
        let number = |place: usize| numbers[upper.binary_search(&place).expect("an entry of a pivot's row")];
        for pivot in pivots.iter().rev() {
            solution[pivot.column] = unknown(pivot, number, &right, &solution);
        }
        own.iter().map(|column| solution[*column]).collect()
    }
}
