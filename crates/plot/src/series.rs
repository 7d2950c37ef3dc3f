//! Series on the page: lines, markers, and names beside their ends.

use super::font;
use super::plane::Plane;
use super::scene::{Colour, Mark, Scene, Step, Stroke, polyline};
use super::theme::{PALETTE, Theme};

/// The points of a series on the page, in runs without a gap.
pub(super) type Runs = Vec<Vec<[f64; 2]>>;

/// Returns the runs of points of a series that the axes show, and where its line leaves the plane.
pub(super) fn runs(points: &[(f64, f64)], plane: &Plane) -> Runs {
    let mut runs: Runs = vec![Vec::new()];
    for (x, y) in points {
        if plane.x.scale().shows(*x) && plane.y.scale().shows(*y) {
            if let Some(run) = runs.last_mut() {
                run.push([plane.at_x(*x), plane.at_y(*y)]);
            }
        } else if runs.last().is_some_and(|run| !run.is_empty()) {
            runs.push(Vec::new());
        }
    }
    runs.retain(|run| !run.is_empty());
    let is_inside = |at: &[f64; 2]| plane.inside([*at; 2], -TOLERANCE).is_some();
    if runs.iter().flatten().all(is_inside) { runs } else { runs.iter().flat_map(|run| clipped(run, plane)).collect() }
}

/// Returns the parts of a line that lie in the plane.
fn clipped(run: &[[f64; 2]], plane: &Plane) -> Runs {
    let mut parts: Runs = match run {
        [only] if plane.inside([*only; 2], -TOLERANCE).is_some() => vec![vec![*only]],
        _ => Vec::new(),
    };
    let mut goes_on = false;
    for pair in run.windows(2) {
        let Some([from, to]) = plane.inside([pair[0], pair[1]], -TOLERANCE) else {
            goes_on = false;
            continue;
        };
        let at = |t: f64| [0, 1].map(|i| pair[0][i] + t * (pair[1][i] - pair[0][i]));
        match parts.last_mut().filter(|_| goes_on && from == 0.0) {
            Some(part) => part.push(at(to)),
            None => parts.push(vec![at(from), at(to)]),
        }
        goes_on = to == 1.0;
    }
    parts
}

/// Draws the line through runs of points.
pub(super) fn line(scene: &mut Scene, runs: &Runs, stroke: Stroke) {
    let steps: Vec<Step> = runs.iter().flat_map(|run| polyline(&thinned(run)).collect::<Vec<_>>()).collect();
    scene.line(steps, stroke);
}

/// How far a line may be from a point that it leaves out, in pixels.
const TOLERANCE: f64 = 0.12;

/// Returns the line without points that it hardly needs, by the algorithm of Ramer, Douglas and Peucker.
fn thinned(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut kept = vec![false; points.len()];
    let mut open = vec![(0, points.len().saturating_sub(1))];
    while let Some((first, last)) = open.pop() {
        (kept[first], kept[last]) = (true, true);
        let furthest = (first + 1..last)
            .map(|i| (i, distance(points[i], points[first], points[last])))
            .max_by(|(_, a), (_, b)| a.total_cmp(b));
        if let Some((i, _)) = furthest.filter(|(_, distance)| *distance > TOLERANCE) {
            open.extend([(first, i), (i, last)]);
        }
    }
    points.iter().zip(kept).filter_map(|(at, kept)| kept.then_some(*at)).collect()
}

/// Returns the distance of a point from the stretch between two others.
pub(super) fn distance([x, y]: [f64; 2], [ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx * dx + dy * dy;
    let share = if length > 0.0 { (((x - ax) * dx + (y - ay) * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    (x - ax - share * dx).hypot(y - ay - share * dy)
}

/// How the series of a number looks: its colour and the shape of its markers.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) colour: Colour,
    shape: usize,
}

impl Look {
    /// Returns the look of the series with a number: two of less than 35 do not look the same.
    pub(super) fn of(number: usize) -> Self {
        Self { colour: PALETTE[number % PALETTE.len()], shape: number % 5 }
    }

    /// Returns the look of a colour with the marker of a number.
    pub(super) fn with(colour: Colour, shape: usize) -> Self {
        Self { colour, shape: shape % 5 }
    }

    /// Draws a marker with a rim that sets it off from lines.
    pub(super) fn marker(self, scene: &mut Scene, at: [f64; 2], rim: bool) {
        let [x, y] = at;
        let (size, background) = (scene.theme.thickness, scene.theme.background);
        let mut draw = |r: f64, fill: Colour| {
            let corners: &[[f64; 2]] = match self.shape {
                0 => {
                    return scene.add(Mark::Dots { diameter: 2.0 * r, opacity: 1.0, layers: vec![(fill, vec![at])] });
                }
                1 => &[[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
                2 => &[[0.0, -1.25], [1.14, 0.8], [-1.14, 0.8]],
                3 => &[[0.0, -1.3], [1.3, 0.0], [0.0, 1.3], [-1.3, 0.0]],
                _ => &[[0.0, 1.25], [-1.14, -0.8], [1.14, -0.8]],
            };
            let corners: Vec<_> = corners.iter().map(|[dx, dy]| [x + r * dx, y + r * dy]).collect();
            scene.area(&corners, fill);
        };
        if rim {
            draw(5.0 * size, background);
        }
        draw(3.7 * size, self.colour);
    }
}

/// The name of a series, to be written to the right of the plane.
pub(super) struct Label {
    pub(super) text: String,
    pub(super) look: Look,
    /// The rightmost point of the series.
    pub(super) end: [f64; 2],
    /// Whether the series ends there, and does not only turn.
    pub(super) is_end: bool,
}

/// Room for a sample of the line.
const SAMPLE: f64 = 22.0;
/// The distance of the samples from the plane.
const GAP: f64 = 14.0;
/// The height of a label.
const HEIGHT: f64 = 18.0;

/// Returns the most labels that fit beside a plane.
pub(super) fn most_labels(plane: f64) -> usize {
    (plane / HEIGHT) as usize
}

/// Returns the width that labels take.
pub(super) fn room<'a>(names: impl Iterator<Item = &'a str>, heading: Option<&str>, theme: &Theme) -> f64 {
    let wide = |text: &str| 1.06 * font::width(text, theme.label);
    let widest = names.map(wide).fold(0.0, f64::max);
    let labels = if widest > 0.0 { GAP + SAMPLE + 7.0 + widest.min(theme.widest) } else { 0.0 };
    labels.max(heading.map_or(0.0, |text| GAP + wide(text).min(theme.widest)))
}

/// Writes what the labels are, above them.
pub(super) fn heading(scene: &mut Scene, plane: &Plane, text: &str) {
    let style = scene.theme.heading();
    scene.text([plane.right() + GAP, plane.top - 7.0], style, font::fitted(text, scene.theme.widest, style));
}

/// Writes the labels beside the ends of their series, moved apart where they would overlap.
pub(super) fn labels(scene: &mut Scene, plane: &Plane, labels: &[Label], markers: bool) {
    let wanted: Vec<f64> = labels.iter().map(|label| label.end[1]).collect();
    let places = apart(&wanted, [plane.top + HEIGHT / 2.0, plane.bottom() - HEIGHT / 2.0], HEIGHT);
    let left = plane.right() + GAP;
    let Theme { label: style, widest, line, .. } = *scene.theme;
    for (label, y) in labels.iter().zip(places) {
        // a thin line leads from the end of a series that is near the edge
        if label.is_end && plane.right() - label.end[0] < 45.0 && (label.end[1] - y).abs() < 60.0 {
            let from = [label.end[0] + 7.0, label.end[1]];
            scene.line(polyline(&[from, [left - 5.0, y]]), Stroke { opacity: 0.7, ..Stroke::of(line, 1.0) });
        }
        scene.line(polyline(&[[left, y], [left + SAMPLE, y]]), Stroke::of(label.look.colour, 2.0));
        if markers {
            label.look.marker(scene, [left + SAMPLE / 2.0, y], false);
        }
        scene.text([left + SAMPLE + 7.0, y + 4.5], style, font::fitted(&label.text, widest, style));
    }
}

/// Returns positions as near as can be to those wanted, in the same order, not less than `gap` apart and inside a range
/// if they fit there.
///
/// Neighbours that would overlap form a block around the mean of what they want; blocks that overlap
/// become one.
fn apart(wanted: &[f64], [low, high]: [f64; 2], gap: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));
    // middle and number of labels of each block
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for i in &order {
        let mut block = (wanted[*i].clamp(low, high), 1);
        while let Some((middle, n)) = blocks.last().copied() {
            let height = gap * (n + block.1) as f64;
            if block.0 - middle >= height / 2.0 {
                break;
            }
            blocks.pop();
            let sum = middle * n as f64 + block.0 * block.1 as f64;
            let both = n + block.1;
            let half = gap * (both - 1) as f64 / 2.0;
            block = ((sum / both as f64).min(high - half).max(low + half), both);
        }
        blocks.push(block);
    }
    let places = blocks.iter().flat_map(|(middle, n)| {
        let first = middle - gap * (n - 1) as f64 / 2.0;
        (0..*n).map(move |k| first + gap * k as f64)
    });
    let mut out = vec![0.0; wanted.len()];
    for (i, place) in order.into_iter().zip(places) {
        out[i] = place;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::axis::{Axis, Scale};
    use super::*;

    #[test]
    fn labels_keep_their_order_and_their_distance() {
        assert_eq!(apart(&[50.0, 10.0], [0.0, 100.0], 18.0), [50.0, 10.0]);
        assert_eq!(apart(&[50.0, 50.0, 50.0], [0.0, 100.0], 18.0), [32.0, 50.0, 68.0]);
        assert_eq!(apart(&[99.0, 98.0], [0.0, 100.0], 20.0), [100.0, 80.0]);
        let wanted: Vec<f64> = (0..20).map(|i| f64::from(i * i * 37 % 101)).collect();
        let found = apart(&wanted, [0.0, 400.0], 18.0);
        let mut sorted = found.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted.windows(2).all(|w| w[1] - w[0] >= 18.0 - 1e-9), "{sorted:?}");
        assert!(sorted[0] >= -1e-9 && sorted[19] <= 400.0 + 1e-9);
        for (i, a) in wanted.iter().enumerate() {
            for (j, b) in wanted.iter().enumerate() {
                assert!(a >= b || found[i] < found[j]);
            }
        }
    }

    #[test]
    fn a_line_ends_where_it_leaves_the_plane() {
        let axis = || Axis::exactly([0.0, 10.0], Scale::Linear, 5).expect("an axis");
        let plane = Plane { x: axis(), y: axis(), left: 0.0, top: 0.0, across: 100.0, up: 100.0 };
        let found = runs(&[(-5.0, 5.0), (5.0, 5.0), (5.0, 15.0), (9.0, 15.0), (9.0, 2.0)], &plane);
        let expected = [vec![[0.0, 50.0], [50.0, 50.0], [50.0, 0.0]], vec![[90.0, 0.0], [90.0, 80.0]]];
        assert_eq!(found.len(), 2);
        for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
            assert!((0..2).all(|i| (found[i] - expected[i]).abs() < 1.01 * TOLERANCE), "{found:?} {expected:?}");
        }
        assert!(runs(&[(-5.0, 5.0), (-1.0, 5.0)], &plane).is_empty());
    }

    #[test]
    fn a_thinned_line_is_the_same_line() {
        let points: Vec<[f64; 2]> =
            (0..2000).map(|i| [0.25 * f64::from(i), 100.0 * (0.02 * f64::from(i)).sin()]).collect();
        let short = thinned(&points);
        assert!(short.len() < 500, "{}", short.len());
        for at in &points {
            let nearest = short.windows(2).map(|w| distance(*at, w[0], w[1])).fold(f64::INFINITY, f64::min);
            assert!(nearest <= TOLERANCE, "{at:?} {nearest}");
        }
        assert_eq!(thinned(&[[1.0, 2.0]]), [[1.0, 2.0]]);
    }
}
