//! Dashed reference lines: of given slopes in a log-log plot, and through the origin.

use super::font;
use super::plane::Plane;
use super::scene::{Anchor, Scene, Stroke, Style, polyline};
use super::series::{Runs, distance};
use super::theme::{LABEL, REFERENCE};

const STYLE: Style = Style { size: 12.5, fill: REFERENCE, anchor: Anchor::Middle, ..LABEL };

/// Draws a line for each slope near the series that it fits best, where it meets little else.
pub(super) fn slopes(scene: &mut Scene, plane: &Plane, series: &[Runs], slopes: &[f64]) {
    let named = slopes.iter().map(|slope| (format!("order {slope}"), *slope));
    dashed(scene, plane, series, named, |slope, crowd| place(plane, series, slope, crowd));
}

/// Draws a line through the origin for each factor, with its name where it meets little else.
pub(super) fn rays(scene: &mut Scene, plane: &Plane, series: &[Runs], rays: &[(f64, String)]) {
    let named = rays.iter().map(|(factor, name)| (name.clone(), *factor));
    dashed(scene, plane, series, named, |factor, _| {
        let [from, to] = plane.x.range().map(|x| [plane.at_x(x), plane.at_y(factor * x)]);
        let ends = plane.inside([from, to], 4.0)?;
        Some(ends.map(|t| [0, 1].map(|i| from[i] + t * (to[i] - from[i]))))
    });
}

/// Draws dashed lines between the ends that something gives for the number of each and for what is in the way, then their names where
/// these meet little else.
fn dashed(
    scene: &mut Scene,
    plane: &Plane,
    series: &[Runs],
    named: impl Iterator<Item = (String, f64)>,
    ends_of: impl Fn(f64, &Crowd) -> Option<[[f64; 2]; 2]>,
) {
    let mut crowd = Crowd { lines: series.iter().flatten().cloned().collect(), labels: Vec::new() };
    let mut drawn = Vec::new();
    for (name, number) in named {
        if let Some(ends) = ends_of(number, &crowd) {
            crowd.lines.push(ends.to_vec());
            scene.line(polyline(&ends), Stroke { dash: Some([6.0, 4.0]), ..Stroke::of(REFERENCE, 1.3) });
            drawn.push((name, ends));
        }
    }
    for (text, ends) in drawn {
        let at = crowd.free_place(plane, &text, ends);
        scene.text(at, STYLE, text);
    }
}

/// Returns the steepness, pixels upwards for a pixel to the right, of a slope in decades for a decade.
fn steepness(plane: &Plane, slope: f64) -> f64 {
    let decade = |share: f64, length: f64| share * length;
    let x = decade(plane.x.share_of(10.0) - plane.x.share_of(1.0), plane.across);
    let y = decade(plane.y.share_of(10.0) - plane.y.share_of(1.0), plane.up);
    slope * y / x
}

/// How far a slope may be from that of a line of a series which it is said to fit.
const FITS: f64 = 0.35;

/// Returns the ends of the line of a slope: beside the longest stretch of a series that it fits, or else where there is
/// room.
fn place(plane: &Plane, series: &[Runs], slope: f64, crowd: &Crowd) -> Option<[[f64; 2]; 2]> {
    let steep = steepness(plane, slope);
    let unit = steepness(plane, 1.0);
    let mut best: Option<[[f64; 2]; 2]> = None;
    let length = |[from, to]: [[f64; 2]; 2]| (to[0] - from[0]).hypot(to[1] - from[1]);
    for run in series.iter().flatten() {
        let mut points = run.clone();
        points.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut start = None;
        for pair in points.windows(2) {
            let found = (pair[0][1] - pair[1][1]) / (pair[1][0] - pair[0][0]) / unit;
            if (found - slope).abs() > FITS {
                start = None;
                continue;
            }
            let from = *start.get_or_insert(pair[0]);
            if best.is_none_or(|b| length([from, pair[1]]) > length(b)) {
                best = Some([from, pair[1]]);
            }
        }
    }
    let (middle, half, offsets) = match best {
        Some([from, to]) => {
            let middle = [0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1])];
            (middle, (0.5 * (to[0] - from[0])).max(45.0), vec![24.0, -24.0, 34.0, -34.0, 44.0, -44.0, 60.0, -60.0])
        }
        None => {
            let middle = [plane.left + plane.across / 2.0, plane.top + plane.up / 2.0];
            let offsets = (1..=20).flat_map(|i| [10.0 * f64::from(i), -10.0 * f64::from(i)]).collect();
            (middle, plane.across / 6.0, offsets)
        }
    };
    // the distance from the series is across the line, not downwards
    let lengthened = 1.0f64.hypot(steep);
    let candidates = offsets.iter().enumerate().filter_map(|(i, offset)| {
        let [x, y] = [middle[0], middle[1] + offset * lengthened];
        let ends = clipped(plane, [[x - half, y + half * steep], [x + half, y - half * steep]])?;
        let cost = crowd.along(ends) + 0.02 * i as f64 + 2.0 * (1.0 - length(ends) / (2.0 * half * lengthened));
        Some((cost, ends))
    });
    candidates.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, ends)| ends)
}

/// Returns the part of a stretch that lies in the plane, if that is not too short.
fn clipped(plane: &Plane, ends: [[f64; 2]; 2]) -> Option<[[f64; 2]; 2]> {
    let [from, to] = plane.inside(ends, 4.0)?;
    let at = |t: f64| [0, 1].map(|i| ends[0][i] + t * (ends[1][i] - ends[0][i]));
    (to - from > 0.15).then(|| [at(from), at(to)])
}

/// What is in the way.
struct Crowd {
    lines: Vec<Vec<[f64; 2]>>,
    /// Left, top, right and bottom.
    labels: Vec<[f64; 4]>,
}

impl Crowd {
    /// Returns the distance of a point from the nearest line.
    fn nearest(&self, at: [f64; 2]) -> f64 {
        let stretch = |line: &Vec<[f64; 2]>| match line.as_slice() {
            [only] => distance(at, *only, *only),
            points => points.windows(2).map(|w| distance(at, w[0], w[1])).fold(f64::INFINITY, f64::min),
        };
        self.lines.iter().map(stretch).fold(f64::INFINITY, f64::min)
    }

    /// Returns the share of a stretch that is close to a line.
    fn along(&self, [a, b]: [[f64; 2]; 2]) -> f64 {
        let at = |t: f64| [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
        let close = (0..=40).filter(|i| self.nearest(at(f64::from(*i) / 40.0)) < 9.0).count();
        close as f64 / 41.0
    }

    /// Returns the point where the label of a line touches least, of points along both sides of the line.
    fn free_place(&mut self, plane: &Plane, text: &str, [a, b]: [[f64; 2]; 2]) -> [f64; 2] {
        let half = [font::width(text, STYLE) / 2.0 + 3.0, 7.0];
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = dx.hypot(dy).max(1.0);
        let normal = [-dy / length, dx / length];
        let reach = half[0] * normal[0].abs() + half[1] * normal[1].abs() + 4.0;
        let mut best = (f64::INFINITY, [0.0; 2]);
        for (i, t) in [0.9, 0.75, 0.6, 0.5, 0.4, 0.25, 0.1, 1.0, 0.0].into_iter().enumerate() {
            for side in [1.0, -1.0] {
                let [x, y] = [a[0] + t * dx + side * reach * normal[0], a[1] + t * dy + side * reach * normal[1]];
                let bounds = [x - half[0], y - half[1], x + half[0], y + half[1]];
                let cost = self.touched(plane, bounds) + 0.01 * i as f64;
                if cost < best.0 {
                    best = (cost, [x, y]);
                }
            }
        }
        let [x, y] = best.1;
        self.labels.push([x - half[0], y - half[1], x + half[0], y + half[1]]);
        [x, y + 4.5]
    }

    /// Returns how much of a label is on lines, on other labels or outside the plane.
    fn touched(&self, plane: &Plane, [left, top, right, bottom]: [f64; 4]) -> f64 {
        let outside = left < plane.left + 2.0 || right > plane.right() || top < plane.top || bottom > plane.bottom();
        let over = self.labels.iter().any(|l| left < l[2] && right > l[0] && top < l[3] && bottom > l[1]);
        let places = (0..=12).flat_map(|i| (0..=4).map(move |j| (f64::from(i) / 12.0, f64::from(j) / 4.0)));
        let on_lines =
            places.filter(|(u, v)| self.nearest([left + u * (right - left), top + v * (bottom - top)]) < 4.0).count();
        on_lines as f64 + if outside { 200.0 } else { 0.0 } + if over { 100.0 } else { 0.0 }
    }
}
