//! Cells of points that came with the division of cells of a grid.

use super::grid::{Grid, measured};
use crate::axis::Scale;
use crate::boundary::Ends;
use crate::colour_scale::{ColourScale, by_shade, shade_step};
use crate::plane::Plane;
use crate::scene::{Mark, Scene, Step, polyline};
use crate::theme::MISSING;
use std::collections::BTreeMap;

/// A point and how often the cell was divided with which it came.
pub(super) type Refined = ([f64; 3], f64);

/// The most divisions that a picture shows.
const DEEPEST: f64 = 30.0;

/// Tells along which axes cells are divided.
pub(super) fn divided(grid: &Grid, points: &[Refined]) -> [bool; 2] {
    [0, 1].map(|axis| points.iter().any(|(point, _)| grid.place(axis, point[axis]).fract() != 0.0))
}

/// The points of a grid and of its divided cells, by their places in parts of the finest cells.
struct Lattice {
    points: BTreeMap<[i64; 2], Refined>,
    /// Whether cells are divided along each axis.
    divided: [bool; 2],
    /// Parts of a cell of the grid along an axis that is divided.
    parts: f64,
}

impl Lattice {
    fn of(grid: &Grid, points: &[Refined]) -> Self {
        let deepest = points.iter().map(|(_, level)| *level).fold(0.0, f64::max).min(DEEPEST);
        let divided = divided(grid, points);
        let parts = deepest.exp2();
        let key = |point: &[f64; 3]| {
            [0, 1].map(|axis| (grid.place(axis, point[axis]) * if divided[axis] { parts } else { 1.0 }).round() as i64)
        };
        Self { points: points.iter().map(|of| (key(&of.0), *of)).collect(), divided, parts }
    }

    /// Returns the points at the corners of the cell that goes up from a place and came with so many divisions; along an axis that is not
    /// divided a cell has one point.
    fn corners(&self, [x, y]: [i64; 2], level: f64) -> Option<Vec<[f64; 3]>> {
        let step = (self.parts / level.exp2()) as i64;
        let along = |axis: usize| if self.divided[axis] { vec![0, step] } else { vec![0] };
        let at = along(0).into_iter().flat_map(|dx| along(1).into_iter().map(move |dy| [x + dx, y + dy]));
        let all = at.map(|key| self.points.get(&key)).collect::<Option<Vec<_>>>()?;
        all.iter().any(|(_, own)| *own == level).then(|| all.into_iter().map(|(point, _)| *point).collect())
    }
}

/// Returns the cells that are not divided any further, where cells are divided along both axes.
pub(super) fn undivided(grid: &Grid, points: &[Refined]) -> Option<Vec<Ends>> {
    let lattice = Lattice::of(grid, points);
    if lattice.divided != [true; 2] {
        return None;
    }
    let mut found = Vec::new();
    for level in 0..=lattice.parts.log2() as u32 {
        let half = (lattice.parts / f64::from(level).exp2()) as i64 / 2;
        for key in lattice.points.keys() {
            let is_divided = half > 0 && lattice.points.contains_key(&key.map(|at| at + half));
            if let Some(corners) = lattice.corners(*key, f64::from(level)).filter(|_| !is_divided) {
                found.push([corners[0], corners[3]].map(|[x, y, _]| [x, y]));
            }
        }
    }
    Some(found)
}

/// Draws the cells that came by division over the cells of the grid, smaller cells over larger ones. Each quarter of a cell has the colour of its corner.
pub(super) fn draw(
    scene: &mut Scene,
    plane: &Plane,
    (grid, points): (&Grid, &[Refined]),
    (scale, shown): (&ColourScale, Scale),
) {
    let lattice = Lattice::of(grid, points);
    for level in 1..=lattice.parts.log2() as u32 {
        let cells = lattice.points.keys().filter_map(|key| lattice.corners(*key, f64::from(level)));
        let parts = cells.flat_map(|corners| {
            let ends = [0, 1].map(|axis| {
                let (least, most) = (corners[0][axis], corners[corners.len() - 1][axis]);
                grid.ends(axis, lattice.divided[axis].then_some([least, most]))
            });
            let part = |corner: &[f64; 3]| {
                let sides = [0, 1].map(|axis| grid.half(axis, corner[axis], (lattice.divided[axis], ends[axis])));
                (shown.shows(corner[2]).then(|| shade_step(scale.share_of(corner[2]))), rectangle(plane, sides))
            };
            corners.iter().map(part).collect::<Vec<_>>()
        });
        let (valued, grey): (Vec<_>, Vec<_>) = parts.partition(|(shade, _)| shade.is_some());
        let grey: Vec<Step> = grey.into_iter().flat_map(|(_, shape)| shape).collect();
        if !grey.is_empty() {
            scene.add(Mark::Area { shape: grey, fill: MISSING, crisp: true });
        }
        for (shade, shapes) in by_shade(valued.into_iter().filter_map(|(shade, shape)| Some((shade?, shape)))) {
            scene.add(Mark::Area { shape: shapes.concat(), fill: scale.colour(shade), crisp: true });
        }
    }
}

/// Returns the rectangle between two values along each axis, as far as it lies in the plane.
fn rectangle(plane: &Plane, [[left, right], [bottom, top]]: [[f64; 2]; 2]) -> Vec<Step> {
    let [left, right] = [left, right].map(|x| plane.at_x(x).clamp(plane.left, plane.right()));
    let [bottom, top] = [bottom, top].map(|y| plane.at_y(y).clamp(plane.top, plane.bottom()));
    let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
    polyline(&corners).chain([Step::Close]).collect()
}

impl Grid {
    /// Returns the index of a value along an axis of the grid; a fraction tells how far between two values of the grid it lies.
    fn place(&self, axis: usize, value: f64) -> f64 {
        let (values, at) = (&self.values[axis], measured(value, self.scales[axis]));
        let next = values.partition_point(|x| *x <= at).clamp(1, values.len());
        let Some(above) = values.get(next) else { return (next - 1) as f64 };
        let part = (at - values[next - 1]) / (above - values[next - 1]);
        // what differs by rounding only is a value of the grid
        let part = if part.abs() < 1e-9 || (1.0 - part).abs() < 1e-9 { part.round() } else { part };
        (next - 1) as f64 + part
    }

    /// Returns the ends of a cell between two values, in the measure of the axis.
    fn ends(&self, axis: usize, values: Option<[f64; 2]>) -> [f64; 2] {
        values.map_or([f64::NAN; 2], |values| values.map(|value| measured(value, self.scales[axis])))
    }

    /// Returns the ends of the half of a cell that a corner lies in; along an axis without division, the edges of the cell of the grid.
    fn half(&self, axis: usize, corner: f64, (is_divided, [least, most]): (bool, [f64; 2])) -> [f64; 2] {
        let at = measured(corner, self.scales[axis]);
        let middle = 0.5 * (least + most);
        let ends = match is_divided {
            true if at < middle => [least, middle],
            true => [middle, most],
            false => {
                let place = (self.place(axis, corner) as usize).min(self.len(axis) - 1);
                [self.edges[axis][place], self.edges[axis][place + 1]]
            }
        };
        ends.map(|at| match self.scales[axis] {
            Scale::Linear => at,
            Scale::Logarithmic => at.exp(),
        })
    }
}
