//! The line on which a quantity over two others has a value, between points on a grid, divided or not.

use super::axis::distinct;
use std::collections::BTreeMap;

/// A quantity is flat on the low side of a line where its distance from the line's value, and the change of that, are less than this part of the distance on
/// the high side.
const FLAT: f64 = 1e-2;

/// How many places away a neighbour may be, where cells are divided on one side of the line alone.
const FURTHEST: usize = 256;

/// The values of points, by their places among the different coordinates along both axes.
struct Places<'a> {
    along: [&'a [f64]; 2],
    values: BTreeMap<[usize; 2], f64>,
    at: f64,
}

impl Places<'_> {
    /// Returns by how much a point lies above the value.
    fn above(&self, place: [usize; 2]) -> Option<f64> {
        self.values.get(&place).map(|value| value - self.at)
    }

    /// Returns the nearest place with a value behind `to`, straight on from `from`, and by how much its value is above the line's.
    fn beyond(&self, from: [usize; 2], to: [usize; 2]) -> Option<([usize; 2], f64)> {
        let axis = usize::from(from[0] == to[0]);
        let up = to[axis] > from[axis];
        let mut place = to;
        for _ in 0..FURTHEST {
            place[axis] = if up { place[axis] + 1 } else { place[axis].checked_sub(1)? };
            if let Some(above) = self.above(place) {
                return Some((place, above));
            }
        }
        None
    }

    /// Returns where the line passes between neighbours of which the first is above the value and the second is not: linearly, or where all is
    /// flat beyond the line, as a growth that begins there with the square root of the distance.
    fn crossing(&self, [high, low]: [[usize; 2]; 2]) -> Option<[f64; 2]> {
        let (above, below) = (self.above(high)?, -self.above(low)?);
        let place = |of: [usize; 2]| [0, 1].map(|axis| self.along[axis][of[axis]]);
        let [a, b] = [high, low].map(place);
        let linear = above / (above + below);
        let beyond = self.beyond(high, low);
        let is_flat = below <= FLAT * above && beyond.is_some_and(|(_, next)| (next + below).abs() <= FLAT * above);
        let inner = self.beyond(low, high).filter(|_| is_flat).map(|(inner, more)| (place(inner), more));
        let by_root = inner.filter(|(_, more)| *more > above).map(|(inner, more)| {
            let axis = usize::from(a[0] == b[0]);
            let square = above * above / (more * more - above * above);
            ((a[axis] - inner[axis]) * square / (b[axis] - a[axis])).clamp(0.0, 1.0)
        });
        let share = by_root.unwrap_or(linear);
        Some([0, 1].map(|axis| a[axis] + share * (b[axis] - a[axis])))
    }
}

/// The lower and the upper corner of a cell.
pub(super) type Ends = [[f64; 2]; 2];

/// Returns the pieces of the line on which points `[x, y, value]` have a value, in these cells, or where there are none in the rectangles that neighbours
/// make up.
pub(super) fn boundary(points: &[[f64; 3]], cells: Option<&[Ends]>, at: f64) -> Vec<[[f64; 2]; 2]> {
    let [x, y] = [0, 1].map(|axis| distinct(points.iter().map(|point| point[axis])));
    let place = |all: &[f64], value: f64| {
        let next = all.partition_point(|x| *x < value);
        // what differs by rounding only has one place
        if next > 0 && (next == all.len() || value - all[next - 1] < all[next] - value) { next - 1 } else { next }
    };
    let values = points.iter().filter(|point| point[2].is_finite());
    let at_places = |[a, b]: [f64; 2]| [place(&x, a), place(&y, b)];
    let values = values.map(|[a, b, value]| (at_places([*a, *b]), *value)).collect();
    let places = Places { along: [&x, &y], values, at };
    let beside = |[i, j]: &[usize; 2]| [[*i, *j], [i + 1, j + 1]];
    let cells: Vec<[[usize; 2]; 2]> = match cells {
        Some(cells) => cells.iter().map(|ends| ends.map(at_places)).collect(),
        None => places.values.keys().map(beside).collect(),
    };
    cells.into_iter().flat_map(|cell| pieces(&places, cell).unwrap_or_default()).collect()
}

/// Returns the pieces of the line in the rectangle between two corners.
fn pieces(places: &Places<'_>, [[i, j], [k, l]]: [[usize; 2]; 2]) -> Option<Vec<[[f64; 2]; 2]>> {
    let corners = [[i, j], [k, j], [k, l], [i, l]];
    let mut above = [0.0; 4];
    for (above, corner) in above.iter_mut().zip(corners) {
        *above = places.above(corner)?;
    }
    let mut found = Vec::new();
    for k in 0..4 {
        let next = (k + 1) % 4;
        if (above[k] > 0.0) != (above[next] > 0.0) {
            let (high, low) = if above[k] > 0.0 { (k, next) } else { (next, k) };
            found.push(places.crossing([corners[high], corners[low]])?);
        }
    }
    Some(match found[..] {
        [a, b] => vec![[a, b]],
        // both corners on a diagonal are above: the mean tells whether they belong together
        [a, b, c, d] if (above.iter().sum::<f64>() > 0.0) == (above[0] > 0.0) => vec![[a, b], [c, d]],
        [a, b, c, d] => vec![[d, a], [b, c]],
        _ => Vec::new(),
    })
}

/// Joins pieces to lines.
pub(super) fn joined(mut pieces: Vec<[[f64; 2]; 2]>) -> Vec<Vec<[f64; 2]>> {
    let mut lines = Vec::new();
    while let Some([a, b]) = pieces.pop() {
        let mut line = vec![a, b];
        for is_front in [false, true] {
            while let Some((number, next)) = pieces.iter().enumerate().find_map(|(number, [a, b])| {
                let end = if is_front { line[0] } else { line[line.len() - 1] };
                if *a == end { Some((number, *b)) } else { (*b == end).then_some((number, *a)) }
            }) {
                pieces.swap_remove(number);
                if is_front { line.insert(0, next) } else { line.push(next) }
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(value: impl Fn(f64, f64) -> f64) -> Vec<[f64; 3]> {
        let at = |k: i32| f64::from(k) / 10.0;
        (-10..=10).flat_map(|i| (-10..=10).map(move |j| [at(i), at(j)])).map(|[x, y]| [x, y, value(x, y)]).collect()
    }

    #[test]
    fn a_line_through_a_smooth_quantity_is_interpolated() {
        let lines = joined(boundary(&grid(|x, y| x.hypot(y)), None, 0.65));
        assert_eq!(lines.len(), 1);
        assert!(lines[0].len() > 40 && lines[0].first() == lines[0].last(), "{lines:?}");
        for [x, y] in &lines[0] {
            assert!((x.hypot(*y) - 0.65).abs() < 2e-3, "{x} {y}");
        }
    }

    #[test]
    fn where_growth_begins_with_a_square_root_the_line_lies_there() {
        let lines = joined(boundary(&grid(|x, y| (x - 0.3 * y - 0.033).max(0.0).sqrt()), None, 1e-9));
        assert_eq!(lines.len(), 1);
        for [x, y] in &lines[0] {
            assert!((x - 0.3 * y - 0.033).abs() < 1e-9, "{x} {y}");
        }
    }

    /// Points on the edges of a cell that belong to smaller cells beside it do not keep the line out of it.
    #[test]
    fn a_line_goes_through_cells_of_every_size() {
        let large = (0..3).flat_map(|i| (0..2).map(move |j| [f64::from(i), f64::from(j)]));
        let small = (0..3).flat_map(|i| (0..3).map(move |j| [1.0 + 0.5 * f64::from(i), 0.5 * f64::from(j)]));
        let points: Vec<[f64; 3]> = large.chain(small).map(|[x, y]| [x, y, y - 0.2]).collect();
        let parts = [[1.0, 0.0], [1.5, 0.0], [1.0, 0.5], [1.5, 0.5]].map(|[x, y]| [[x, y], [x + 0.5, y + 0.5]]);
        let cells: Vec<Ends> = std::iter::once([[0.0, 0.0], [1.0, 1.0]]).chain(parts).collect();
        let lines = joined(boundary(&points, Some(&cells), 0.0));
        let mut along: Vec<f64> = lines.iter().flatten().map(|[x, _]| *x).collect();
        along.sort_by(f64::total_cmp);
        along.dedup();
        assert_eq!(along, [0.0, 1.0, 1.5, 2.0], "{lines:?}");
        assert!(lines.iter().flatten().all(|[_, y]| (y - 0.2).abs() < 1e-12), "{lines:?}");
    }

    #[test]
    fn two_corners_on_a_diagonal_are_told_apart_by_the_mean() {
        let of = |a: f64| vec![[0.0, 0.0, a], [1.0, 0.0, -1.0], [1.0, 1.0, a], [0.0, 1.0, -1.0]];
        assert!(
            boundary(&of(2.0), None, 0.0)
                .iter()
                .all(|[a, b]| (a[0] + a[1] - 1.0).abs() > 0.2 && (a[0] - b[0]).abs() > 0.1)
        );
        assert_eq!((boundary(&of(2.0), None, 0.0).len(), boundary(&of(0.5), None, 0.0).len()), (2, 2));
        assert!(boundary(&of(f64::NAN), None, 0.0).is_empty());
    }
}
