//! Grids that are refined where an output passes a value: cells whose corners lie on both sides of it are divided, again and again.
//!
//! Which points come next follows from the sides of all points so far, and from nothing else, so a run that was stopped goes on from its table.

use super::plan::Axis;
use std::collections::HashMap;

/// How a grid is refined.
#[derive(Clone, Debug, PartialEq)]
pub struct Refinement {
    /// The axes of the grid, one or two.
    pub axes: Vec<Axis>,
    /// Whether cells are divided along each axis.
    pub along: Vec<bool>,
    /// How often a cell is divided.
    pub levels: u32,
    /// The output whose value decides on which side a point lies.
    pub output: String,
    /// The value that it passes.
    pub at: f64,
}

impl Refinement {
    /// The name of the column that holds the level of each point: zero of the grid itself, and of a point that comes with the division of a
    /// cell one more than of that cell.
    pub const LEVEL: &'static str = "level";
    /// The most levels: values within a cell differ by as many binary digits.
    pub const MOST: u32 = 40;
    /// The output that tells on which side a periodic motion lies where nothing else is said, and its value: what multiplies by less in a period
    /// may be rounding.
    pub const USUAL: (&'static str, f64) = ("max_multiplier", 1.0 + 1e-6);

    /// Returns the side of a value: none where there is no value.
    pub fn side(&self, value: f64) -> Option<bool> {
        value.is_finite().then_some(value > self.at)
    }
}

/// A point, in parts of the finest cells along each axis.
type Point = [u64; 2];

/// A cell, by the corner from which it goes up, and how often it was divided.
#[derive(Clone, Copy, Debug)]
struct Cell {
    corner: Point,
    level: u32,
}

/// The points of a grid and of its refinement so far, in the order of members.
#[derive(Debug)]
pub struct RefinedGrid {
    refinement: Refinement,
    points: Vec<(Point, u32)>,
    sides: HashMap<Point, Option<bool>>,
    leaves: Vec<Cell>,
}

impl RefinedGrid {
    /// Makes the grid before it is refined.
    pub fn new(refinement: Refinement) -> Self {
        let mut grid = Self { refinement, points: Vec::new(), sides: HashMap::new(), leaves: Vec::new() };
        let [first, second] =
            [0, 1].map(|axis| grid.refinement.axes.get(axis).map_or(1, |axis| axis.values.len() as u64));
        let whole = [0, 1].map(|axis| grid.whole(axis));
        let at = |i: u64, j: u64| [i * whole[0], j * whole[1]];
        grid.points = (0..first).flat_map(|i| (0..second).map(move |j| (i, j))).map(|(i, j)| (at(i, j), 0)).collect();
        let [cells, others] = [(0, first), (1, second)].map(|(axis, count)| count - u64::from(grid.is_along(axis)));
        let cell = |(i, j)| Cell { corner: at(i, j), level: 0 };
        grid.leaves = (0..cells).flat_map(|i| (0..others).map(move |j| (i, j))).map(cell).collect();
        grid
    }

    /// Counts the points.
    pub fn members(&self) -> usize {
        self.points.len()
    }

    /// Returns the values of the points from a number on, row by row: those along the axes, then the level.
    pub fn rows(&self, first: usize) -> Vec<f64> {
        let axes = || self.refinement.axes.iter().enumerate();
        let of = |(point, level): &(Point, u32)| {
            axes().map(|(k, axis)| self.value(k, axis, point[k])).chain([f64::from(*level)]).collect::<Vec<f64>>()
        };
        self.points[first..].iter().flat_map(of).collect()
    }

    /// Takes the sides of all points, and adds those that come next; returns whether there are any.
    pub fn advance(&mut self, sides: &[Option<bool>]) -> bool {
        self.sides = self.points.iter().map(|(point, _)| *point).zip(sides.iter().copied()).collect();
        let mut new: Vec<(Point, u32)> = Vec::new();
        let mut open = std::mem::take(&mut self.leaves);
        while let Some(cell) = open.pop() {
            if cell.level == self.refinement.levels || !self.is_crossed(cell) {
                self.leaves.push(cell);
                continue;
            }
            let Cell { corner: [x, y], level } = cell;
            let [dx, dy] = self.size(level + 1);
            let steps =
                |d: u64, ends: u64| (0..if d == 0 { 1 } else { ends }).map(move |k| k * d).collect::<Vec<u64>>();
            for (a, b) in steps(dx, 3).into_iter().flat_map(|a| steps(dy, 3).into_iter().map(move |b| (a, b))) {
                let point = [x + a, y + b];
                if !self.sides.contains_key(&point) {
                    new.push((point, level + 1));
                }
            }
            for (a, b) in steps(dx, 2).into_iter().flat_map(|a| steps(dy, 2).into_iter().map(move |b| (a, b))) {
                open.push(Cell { corner: [x + a, y + b], level: level + 1 });
            }
        }
        new.sort_unstable();
        new.dedup_by_key(|(point, _)| *point);
        self.points.extend_from_slice(&new);
        !new.is_empty()
    }

    fn is_along(&self, axis: usize) -> bool {
        self.refinement.along.get(axis).copied().unwrap_or(false)
    }

    /// Returns how many of the finest parts a step of the grid along an axis has.
    fn whole(&self, axis: usize) -> u64 {
        if self.is_along(axis) { 1 << self.refinement.levels } else { 1 }
    }

    /// Returns the size of cells of a level along each axis, zero where cells are not divided.
    fn size(&self, level: u32) -> Point {
        [0, 1].map(|axis| if self.is_along(axis) { self.whole(axis) >> level } else { 0 })
    }

    /// Returns a value along an axis.
    fn value(&self, k: usize, axis: &Axis, at: u64) -> f64 {
        let whole = self.whole(k);
        let (index, part) = ((at / whole) as usize, (at % whole) as f64 / whole as f64);
        let value = |index: usize| axis.values[index];
        if part == 0.0 { value(index) } else { (1.0 - part) * value(index) + part * value(index + 1) }
    }

    /// Tells whether points on the boundary of a cell lie on both sides. Points between its corners are those of smaller neighbours.
    fn is_crossed(&self, cell: Cell) -> bool {
        let [x, y] = cell.corner;
        let [dx, dy] = self.size(cell.level);
        let corners = [[x, y], [x + dx, y], [x + dx, y + dy], [x, y + dy]];
        let mut found = [false; 2];
        let mut see = |point: Point| {
            if let Some(Some(side)) = self.sides.get(&point) {
                found[usize::from(*side)] = true;
            }
        };
        corners.iter().for_each(|corner| see(*corner));
        let mut edges: Vec<[Point; 2]> = (0..4).map(|k| [corners[k], corners[(k + 1) % 4]]).collect();
        while let Some([a, b]) = edges.pop() {
            let middle = [0, 1].map(|axis| a[axis].midpoint(b[axis]));
            if middle != a && middle != b && self.sides.contains_key(&middle) {
                see(middle);
                edges.extend([[a, middle], [middle, b]]);
            }
        }
        found == [true; 2]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests stop at the first failure")]

    use super::*;

    fn refined(along: [bool; 2], levels: u32, value: impl Fn(f64, f64) -> f64) -> (RefinedGrid, Vec<[f64; 4]>) {
        let axis = |name: &str, count| Axis::linspace(name, -1.0, 1.0, count).unwrap();
        let axes = vec![axis("x", 9), axis("y", 5)];
        let refinement = Refinement { axes, along: along.to_vec(), levels, output: "f".into(), at: 0.0 };
        let mut grid = RefinedGrid::new(refinement.clone());
        loop {
            let rows = grid.rows(0);
            let all: Vec<[f64; 4]> =
                rows.chunks(3).map(|row| [row[0], row[1], row[2], value(row[0], row[1])]).collect();
            let sides: Vec<Option<bool>> = all.iter().map(|row| refinement.side(row[3])).collect();
            if !grid.advance(&sides) {
                return (grid, all);
            }
        }
    }

    /// What divides a circle is found wherever it is, in as many points as it is long in finest cells.
    #[test]
    fn cells_on_a_circle_are_divided() {
        let circle = |x: f64, y: f64| x.hypot(y) - 0.7;
        let (grid, all) = refined([true; 2], 6, circle);
        let size = 0.25 / 64.0 * 2.0;
        // every finest point lies in a cell of the level before that the circle passes
        let diagonal = (0.25f64 / 32.0).hypot(0.5 / 32.0);
        for [x, y, level, value] in &all {
            assert!(*level < 6.0 || value.abs() <= diagonal, "{x} {y} {value}");
        }
        let finest = all.iter().filter(|row| row[2] == 6.0).count() as f64;
        assert!(grid.members() == all.len() && finest > 800.0 && finest < 8000.0, "{finest}");
        // all around
        for k in 0..360 {
            let (sin, cos) = f64::from(k).to_radians().sin_cos();
            let nearest = all.iter().map(|[x, y, ..]| (x - 0.7 * cos).hypot(y - 0.7 * sin)).fold(1.0, f64::min);
            assert!(nearest < 2.0 * size, "{k}: {nearest}");
        }
    }

    /// Along one axis alone, a boundary is found for every value of the other to as many binary digits as there are levels.
    #[test]
    fn intervals_are_divided_along_one_axis() {
        let (_, all) = refined([true, false], 30, |x, y| x - 0.3 * y - 0.1);
        for y in [-1.0, -0.5, 0.0, 0.5, 1.0] {
            let of = |side: bool| all.iter().filter(move |row| row[1] == y && (row[3] > 0.0) == side).map(|row| row[0]);
            let (low, high) = (of(false).fold(-1.0, f64::max), of(true).fold(1.0, f64::min));
            assert!(low < high && high - low <= 0.25 / f64::powi(2.0, 30) * (1.0 + 1e-6), "{y}: {low} {high}");
        }
        assert_eq!(all.len(), 45 + 5 * 30);
    }

    /// What has no value lies on no side, and what comes again as it was is refined no further.
    #[test]
    fn points_without_values_divide_nothing() {
        let (_, all) = refined([true; 2], 3, |x, _| if x > 0.0 { f64::NAN } else { -1.0 });
        assert_eq!(all.len(), 45);
    }
}
