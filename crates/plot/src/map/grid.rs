//! The cells that a map shows.

use crate::axis::{self, Axis, Scale, distinct};
use crate::colour::ColourMap;
use crate::picture::Dimension;

/// Most cells along an axis.
const MOST_CELLS: usize = 520;
/// A table is a grid if it fills at least this share of the cells.
const LEAST_FILLED: f64 = 0.25;

/// The cells of a map.
pub(super) struct Grid {
    pub(super) scales: [Scale; 2],
    /// The different values along each axis, and the edges of the cells, in the measure of its scale.
    pub(super) values: [Vec<f64>; 2],
    pub(super) edges: [Vec<f64>; 2],
    /// Whether the points lie on a grid.
    pub(super) regular: bool,
}

/// What is in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cell {
    pub(super) points: u32,
    pub(super) valued: u32,
    sum: [f64; 2],
}

impl Cell {
    pub(super) fn mean(&self, colours: ColourMap) -> Option<f64> {
        (self.valued > 0).then(|| colours.mean(self.sum, f64::from(self.valued)))
    }
}

impl Grid {
    pub(super) fn of(points: &[[f64; 3]], scales: [Scale; 2]) -> Option<Self> {
        let values = [0, 1].map(|axis| distinct(points.iter().map(|m| measured(m[axis], scales[axis]))));
        let places = values[0].len() as f64 * values[1].len() as f64;
        let fits = values.iter().all(|v| (1..=MOST_CELLS).contains(&v.len()));
        let regular = fits && points.len() as f64 >= LEAST_FILLED * places;
        let n = ((points.len() as f64).sqrt() / 2.0).round().clamp(4.0, 64.0) as usize;
        let edges = |v: &[f64]| if regular { halfway(v) } else { even(v, n) };
        let edges = [edges(&values[0])?, edges(&values[1])?];
        Some(Self { scales, values, edges, regular })
    }

    /// Returns the number of cells along an axis.
    pub(super) fn len(&self, axis: usize) -> usize {
        self.edges[axis].len().saturating_sub(1)
    }

    pub(super) fn axis(&self, axis: usize, dimension: &Dimension, ticks: usize) -> Option<Axis> {
        let (edges, scale) = (&self.edges[axis], self.scales[axis]);
        let ends = [*edges.first()?, *edges.last()?].map(|v| match scale {
            Scale::Linear => v,
            Scale::Logarithmic => v.exp(),
        });
        dimension.ticked(dimension.limits.unwrap_or(ends), ticks)
    }

    /// Returns the cells, row by row from the lowest; values that the scale does not show are none.
    pub(super) fn cells(&self, points: &[[f64; 3]], scale: Scale, colours: ColourMap) -> Vec<Cell> {
        let place = |axis: usize, value: f64| {
            let value = measured(value, self.scales[axis]);
            let edges = &self.edges[axis];
            edges.partition_point(|edge| *edge <= value).saturating_sub(1).min(self.len(axis) - 1)
        };
        let mut cells = vec![Cell::default(); self.len(0) * self.len(1)];
        for [x, y, value] in points {
            let cell = &mut cells[place(1, *y) * self.len(0) + place(0, *x)];
            cell.points += 1;
            if scale.shows(*value) {
                cell.valued += 1;
                let [a, b] = colours.summand(*value);
                cell.sum = [cell.sum[0] + a, cell.sum[1] + b];
            }
        }
        cells
    }
}

/// Converts a value to the measure in which a scale is even.
pub(super) fn measured(value: f64, scale: Scale) -> f64 {
    match scale {
        Scale::Linear => value,
        Scale::Logarithmic => value.ln(),
    }
}

/// Returns edges halfway between values, and as far beyond the first and the last.
pub(super) fn halfway(values: &[f64]) -> Option<Vec<f64>> {
    let (first, last) = (*values.first()?, *values.last()?);
    if values.len() == 1 {
        let half = if first == 0.0 { 0.5 } else { 0.05 * first.abs() };
        return Some(vec![first - half, first + half]);
    }
    let mut edges: Vec<f64> = values.windows(2).map(|w| 0.5 * w[0] + 0.5 * w[1]).collect();
    let (second, last_but_one) = (edges[0], edges[edges.len() - 1]);
    edges.insert(0, first - (second - first));
    edges.push(last + (last - last_but_one));
    Some(edges)
}

/// Returns edges of `n` equal cells from the first value to the last.
fn even(values: &[f64], n: usize) -> Option<Vec<f64>> {
    let (low, high) = axis::widened(*values.first()?, *values.last()?);
    Some((0..=n).map(|i| low + (high - low) * i as f64 / n as f64).collect())
}
