//! The page: title and caption, and below them the plane between the axes.

use super::axis::{Axis, Scale};
use super::font::{self, fitted};
use super::picture::Dimension;
use super::scene::{Anchor, Mark, Scene, Step, Stroke, Style, polyline};
use super::theme::{BACKGROUND, BORDER, CAPTION, GRID, LINE, MARGIN, NAME, TICK, TITLE};

/// The height of title and caption.
pub(super) fn head_height(lines: usize) -> f64 {
    72.0 + 17.0 * lines as f64
}

/// The height of the labels below a plane.
pub(super) const FOOT: f64 = 58.0;

/// The room that the labels of an upright axis and its name take.
pub(super) fn left_of(axis: &Axis) -> f64 {
    (50.0 + axis.label_width()).max(72.0)
}

/// A page with a title and a caption that begin at `left`.
pub(super) fn page([width, height]: [f64; 2], left: f64, title: &str, lines: &[String]) -> Scene {
    let (width, height) = (width.ceil(), height.ceil());
    let (title, description) = (title.to_string(), lines.join(". "));
    let mut scene = Scene { width, height, title, description, marks: Vec::new() };
    let paper = [0.5, 0.5, width - 1.0, height - 1.0];
    scene.add(Mark::Rect { at: paper, round: 10.0, fill: BACKGROUND, border: Some(BORDER) });
    let room = width - left - MARGIN;
    let natural = 1.06 * font::width(&scene.title, TITLE);
    let size = (TITLE.size * room / natural.max(1.0)).clamp(14.0, TITLE.size);
    let style = Style { size, ..TITLE };
    scene.text([left, 44.0], style, fitted(&scene.title, room, style));
    for (i, line) in lines.iter().enumerate() {
        scene.text([left, 67.0 + 17.0 * i as f64], CAPTION, fitted(line, room, CAPTION));
    }
    scene
}

/// Where the axes lie on the page.
pub(super) struct Plane {
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) across: f64,
    pub(super) up: f64,
}

impl Plane {
    pub(super) fn bottom(&self) -> f64 {
        self.top + self.up
    }
    pub(super) fn right(&self) -> f64 {
        self.left + self.across
    }
    pub(super) fn at_x(&self, x: f64) -> f64 {
        self.left + self.across * self.x.share_of(x)
    }
    pub(super) fn at_y(&self, y: f64) -> f64 {
        self.bottom() - self.up * self.y.share_of(y)
    }

    /// The part of a stretch that lies in the plane, at least `margin` from its edges: the shares of the stretch at which it
    /// begins and ends.
    pub(super) fn inside(&self, [a, b]: [[f64; 2]; 2], margin: f64) -> Option<[f64; 2]> {
        let (mut from, mut to) = (0.0f64, 1.0f64);
        let bounds = [(self.left, self.right()), (self.top, self.bottom())];
        for (axis, (low, high)) in bounds.into_iter().enumerate() {
            let (low, high) = (low + margin, high - margin);
            let along = b[axis] - a[axis];
            if along == 0.0 {
                if !(low..=high).contains(&a[axis]) {
                    return None;
                }
                continue;
            }
            let [s, t] = [(low - a[axis]) / along, (high - a[axis]) / along];
            (from, to) = (from.max(s.min(t)), to.min(s.max(t)));
        }
        (from <= to).then_some([from, to])
    }

    /// Lines at the ticks.
    pub(super) fn grid(&self, scene: &mut Scene) {
        let (right, bottom) = (self.right(), self.bottom());
        let upright = self.x.ticks().iter().map(|(value, _)| {
            let x = self.at_x(*value);
            [[x, self.top], [x, bottom]]
        });
        let level = self.y.ticks().iter().map(|(value, _)| {
            let y = self.at_y(*value);
            [[self.left, y], [right, y]]
        });
        let steps: Vec<Step> = upright.chain(level).flat_map(|[a, b]| [Step::Move(a), Step::Line(b)]).collect();
        scene.line(steps, Stroke::of(GRID, 1.0));
    }

    /// The left and the lower edge, with small marks at the ticks of logarithmic axes, or of both.
    pub(super) fn edges(&self, scene: &mut Scene, both: bool) {
        let (left, right, bottom) = (self.left, self.right(), self.bottom());
        let mut steps: Vec<Step> = polyline(&[[left, self.top], [left, bottom], [right, bottom]]).collect();
        for (axis, upright) in [(&self.x, false), (&self.y, true)] {
            let major = axis.ticks().iter().map(|(value, _)| (*value, 5.0));
            let minor = axis.minor().iter().map(|value| (*value, 3.0));
            for (value, length) in major.chain(minor).filter(|_| both || axis.scale() == Scale::Logarithmic) {
                let [from, to] = if upright {
                    let y = self.at_y(value);
                    [[left, y], [left - length, y]]
                } else {
                    let x = self.at_x(value);
                    [[x, bottom], [x, bottom + length]]
                };
                steps.extend([Step::Move(from), Step::Line(to)]);
            }
        }
        scene.line(steps, Stroke::of(LINE, 1.0));
    }

    /// Labels of the ticks and names of the axes.
    pub(super) fn labels(&self, scene: &mut Scene, x: &Dimension, y: &Dimension) {
        let bottom = self.bottom();
        for (value, label) in self.x.ticks() {
            scene.text([self.at_x(*value), bottom + 19.0], Style { anchor: Anchor::Middle, ..TICK }, label);
        }
        for (value, label) in self.y.ticks() {
            scene.text([self.left - 9.0, self.at_y(*value) + 4.5], Style { anchor: Anchor::End, ..TICK }, label);
        }
        let name = self.x.title(&x.name, x.unit.as_deref());
        scene.text([self.left + self.across / 2.0, bottom + 42.0], NAME, fitted(&name, self.across, NAME));
        let name = self.y.title(&y.name, y.unit.as_deref());
        let at = [self.left - 9.0 - self.y.label_width() - 13.0, bottom - self.up / 2.0];
        scene.text(at, Style { turned: true, ..NAME }, fitted(&name, self.up, NAME));
    }
}
