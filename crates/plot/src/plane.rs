//! The page: title and caption, and below them the plane between the axes.

use super::axis::{Axis, Scale};
use super::font::{self, fitted};
use super::picture::Dimension;
use super::scene::{Anchor, Mark, Scene, Step, Stroke, Style, polyline};
use super::theme::{CAPTION, PALETTE, TICK, Theme};

/// Returns the room that the labels of an upright axis and its name take.
pub(super) fn left_of(axis: &Axis, theme: &Theme) -> f64 {
    let [alone, least] = theme.left;
    (alone + axis.label_width()).max(least)
}

/// Returns the room to the right of a plane that has nothing beside it but half a label.
pub(super) fn right_of(axis: &Axis, theme: &Theme) -> f64 {
    theme.margin.max(axis.label_width() / 2.0 + 3.0)
}

/// Makes a page with a title and a caption that begin at `left`.
pub(super) fn page(
    [width, height]: [f64; 2],
    theme: &'static Theme,
    left: f64,
    title: &str,
    lines: &[String],
) -> Scene {
    let (width, height) = (width.ceil(), height.ceil());
    let mut scene = Scene {
        width,
        height,
        theme,
        title: title.into(),
        title_is_cut: false,
        caption: lines.to_vec(),
        marks: Vec::new(),
    };
    match theme.border {
        Some(_) => {
            let card = [0.5, 0.5, width - 1.0, height - 1.0];
            scene.add(Mark::Rect { at: card, round: 10.0, fill: theme.background, border: theme.border });
        }
        None => scene.bar([0.0, 0.0, width, height], theme.background),
    }
    let room = width - left - theme.margin;
    headline(&mut scene, left, room);
    for (i, line) in lines.iter().enumerate().filter(|_| theme.captioned) {
        scene.text([left, 67.0 + 17.0 * i as f64], CAPTION, fitted(line, room, CAPTION));
    }
    scene
}

/// Writes the title, smaller where it is long; on a card one that is still too long takes two lines.
fn headline(scene: &mut Scene, left: f64, room: f64) {
    let (title, theme) = (scene.title.clone(), scene.theme);
    let natural = 1.06 * font::width(&title, theme.title);
    let wanted = theme.title.size * room / natural.max(1.0);
    let style = Style { size: wanted.clamp(14.0, theme.title.size), ..theme.title };
    let (lines, baseline) = match (theme.captioned, wanted < 14.0) {
        (true, true) => (font::wrapped(&title, room, style).to_vec(), 29.0),
        (true, false) => (vec![title], 44.0),
        (false, _) => (vec![title], 19.0),
    };
    for (i, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let shown = fitted(line, room, style);
        scene.title_is_cut |= shown != *line;
        scene.text([left, baseline + 18.0 * i as f64], style, shown);
    }
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
    /// Returns the plane with the width that `room` to its right leaves of a page of given width, of the same form.
    pub(super) fn beside(self, room: f64, theme: &Theme) -> Self {
        let Some(width) = theme.width else { return self };
        let across = (width - self.left - room).max(120.0);
        let up = (across * self.up / self.across).max(200.0);
        Self { across, up, ..self }
    }

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

    /// Returns the part of a stretch that lies in the plane, at least `margin` from its edges: the shares of the
    /// stretch at which it begins and ends.
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

    /// Draws lines at the ticks.
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
        if let Some(grid) = scene.theme.grid {
            scene.line(steps, Stroke::of(grid, 1.0));
        }
    }

    /// Draws the left and the lower edge, with small marks at the ticks of logarithmic axes, or of both.
    pub(super) fn edges(&self, scene: &mut Scene, both: bool) {
        let (left, right, bottom) = (self.left, self.right(), self.bottom());
        let both = both || scene.theme.grid.is_none();
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
        scene.line(steps, Stroke::of(scene.theme.line, 1.0));
    }

    /// Returns how many ticks further the next label to the right is, so that none touches the one before.
    fn label_stride(&self) -> usize {
        let ticks = self.x.ticks();
        let half = |label: &str| font::width(label, TICK) / 2.0;
        let apart =
            |a: &(f64, String), b: &(f64, String)| self.at_x(b.0) - self.at_x(a.0) >= half(&a.1) + half(&b.1) + 7.0;
        let fits = |stride: &usize| ticks.iter().zip(ticks.iter().skip(*stride)).all(|(a, b)| apart(a, b));
        (1..=ticks.len().max(1)).find(fits).unwrap_or(1)
    }

    /// Draws dashed lines upwards at values along x, with their names where there is room beside them.
    pub(super) fn marked(&self, scene: &mut Scene, values: &[(f64, String)]) {
        let Theme { tick, .. } = *scene.theme;
        for (number, (value, name)) in values.iter().enumerate() {
            let share = self.x.share_of(*value);
            if !self.x.scale().shows(*value) || !(0.0..=1.0).contains(&share) {
                continue;
            }
            let (x, y) = (self.at_x(*value), self.top + 14.0 + 16.0 * number as f64);
            let stroke = Stroke { dash: Some([6.0, 4.0]), ..Stroke::of(PALETTE[1], 1.6) };
            scene.line([Step::Move([x, self.top]), Step::Line([x, self.bottom()])], stroke);
            let (to_left, to_right) = (x - self.left - 6.0, self.right() - x - 6.0);
            let (at, anchor, room) = if to_right >= to_left {
                ([x + 6.0, y], Anchor::Start, to_right)
            } else {
                ([x - 6.0, y], Anchor::End, to_left)
            };
            let style = Style { anchor, fill: PALETTE[1], ..tick };
            scene.text(at, style, fitted(name, room, style));
        }
    }

    /// Labels of the ticks and names of the axes.
    pub(super) fn labels(&self, scene: &mut Scene, x: &Dimension, y: &Dimension) {
        self.labels_below(scene, x);
        let Theme { tick, name, .. } = *scene.theme;
        for (value, label) in self.y.ticks() {
            scene.text([self.left - 9.0, self.at_y(*value) + 4.5], Style { anchor: Anchor::End, ..tick }, label);
        }
        let up = self.y.title(&y.name, y.unit.as_deref());
        let at = [self.left - 9.0 - self.y.label_width() - 13.0, self.bottom() - self.up / 2.0];
        scene.text(at, Style { turned: true, ..name }, fitted(&up, self.up, name));
    }

    /// Labels of the ticks and name of the axis to the right.
    pub(super) fn labels_below(&self, scene: &mut Scene, x: &Dimension) {
        let bottom = self.bottom();
        let Theme { tick, name, foot, .. } = *scene.theme;
        for (value, label) in self.x.ticks().iter().step_by(self.label_stride()) {
            scene.text([self.at_x(*value), bottom + 19.0], Style { anchor: Anchor::Middle, ..tick }, label);
        }
        let along = self.x.title(&x.name, x.unit.as_deref());
        let below = bottom + (foot - 16.0).max(40.0);
        scene.text([self.left + self.across / 2.0, below], name, fitted(&along, self.across, name));
    }
}
