//! Rooflines: how near workloads come to what a device can do.
//!
//! To the right operations per byte of memory that they move, upwards operations per second, both logarithmic. What
//! memory delivers is the slanted line; what arithmetic delivers is a level one for each precision. Williams, Waterman,
//! Patterson (2009), Communications of the ACM 52.

use super::axis::{Axis, Scale, superscript};
use super::font;
use super::picture::{Dimension, Picture};
use super::plane::{Plane, left_of, page};
use super::scene::{Anchor, Colour, Mark, Scene, Stroke, Style, polyline};
use super::series::Look;
use super::theme::{BACKGROUND, FAINT_TEXT, FOOT, LABEL, LINE, MARGIN, PALETTE, PageStyle, REFERENCE, TEXT};

/// What one workload does in one precision.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// The workload; each has a colour.
    pub name: String,
    /// The precision; each has a marker.
    pub precision: String,
    /// Whether the workload's steps are adaptive: its marker is hollow.
    pub adaptive: bool,
    /// Operations per byte that it moves, 1/B.
    pub intensity: f64,
    /// Operations per second.
    pub rate: f64,
}

/// What is to be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roofline {
    /// The title.
    pub title: String,
    /// Lines of the caption.
    pub notes: Vec<String>,
    /// Bytes per second that memory delivers.
    pub memory: f64,
    /// Products and sums per second that each precision reaches.
    pub ceilings: Vec<(String, f64)>,
    /// The workloads.
    pub work: Vec<Work>,
}

/// Width and height of the plane.
const ACROSS: f64 = 560.0;
const UP: f64 = 400.0;
/// The distance between lines of the key, and of the key from the plane.
const ROW: f64 = 21.0;
const GAP: f64 = 22.0;
/// The widest name in the key.
const WIDEST: f64 = 190.0;

const CEILING: Style = Style { size: 12.5, fill: FAINT_TEXT, anchor: Anchor::End, ..LABEL };
const HEADING: Style = Style { fill: FAINT_TEXT, ..LABEL };
const ROOF: Colour = Colour([0x3b, 0x42, 0x50]);

/// Draws a roofline; `None` where the device's rates are not positive or the axes show no workload. The picture counts
/// workloads.
pub fn roofline(content: &Roofline) -> Option<Picture> {
    let shows = |value: f64| Scale::Logarithmic.shows(value);
    let work: Vec<&Work> = content.work.iter().filter(|w| shows(w.intensity) && shows(w.rate)).collect();
    let ceilings: Vec<&(String, f64)> = content.ceilings.iter().filter(|(_, rate)| shows(*rate)).collect();
    let highest = ceilings.iter().map(|(_, rate)| *rate).reduce(f64::max)?;
    if work.is_empty() || !shows(content.memory) {
        return None;
    }
    let ridge = highest / content.memory;
    let over = |values: &mut dyn Iterator<Item = f64>| {
        values.fold([f64::INFINITY, 0.0f64], |[low, high], x| [low.min(x), high.max(x)])
    };
    let [left, right] = over(&mut work.iter().map(|w| w.intensity).chain([ridge]));
    let [low, high] = over(&mut work.iter().map(|w| w.rate).chain(ceilings.iter().map(|(_, rate)| *rate)));
    let x = Axis::exactly([left / 6.0, right * 6.0], Scale::Logarithmic, 7)?;
    let y = Axis::exactly([low / 3.0, high * 2.2], Scale::Logarithmic, 7)?;
    let theme = PageStyle::Card.theme();
    let (margin, top) = (left_of(&y, theme), theme.head(&content.title, content.notes.len()) + 8.0);
    let plane = Plane { x, y, left: margin, top, across: ACROSS, up: UP };

    let key = Key::new(&work);
    let width = plane.right() + key.width() + MARGIN;
    let mut scene = page([width, plane.bottom() + FOOT], theme, margin, &content.title, &content.notes);
    plane.grid(&mut scene);
    plane.edges(&mut scene, false);
    roof(&mut scene, &plane, content.memory, &ceilings, [left / 6.0, right * 6.0], low / 3.0);
    for w in work.iter().rev() {
        mark(&mut scene, key.look(w), [plane.at_x(w.intensity), plane.at_y(w.rate)], w.adaptive);
    }
    key.draw(&mut scene, &plane);
    let [across, up] = ["operations per byte (1/B)", "operations per second (1/s)"].map(Dimension::logarithmic);
    plane.labels(&mut scene, &across, &up);
    Some(Picture { scene, drawn: work.len() as u64, total: content.work.len() as u64 })
}

fn mark(scene: &mut Scene, look: Look, at: [f64; 2], hollow: bool) {
    look.marker(scene, at, true);
    if hollow {
        scene.add(Mark::Dots { diameter: 3.4, opacity: 1.0, layers: vec![(BACKGROUND, vec![at])] });
    }
}

/// Draws the line of the memory, up to the highest ceiling, and the ceilings from there on.
fn roof(
    scene: &mut Scene,
    plane: &Plane,
    memory: f64,
    ceilings: &[&(String, f64)],
    [left, right]: [f64; 2],
    bottom: f64,
) {
    let at = |x: f64, y: f64| [plane.at_x(x), plane.at_y(y)];
    let highest = ceilings.iter().map(|(_, rate)| *rate).fold(0.0, f64::max);
    let from = left.max(bottom / memory);
    let ends = [at(from, from * memory), at(highest / memory, highest)];
    scene.line(polyline(&ends), Stroke::of(ROOF, 2.0));
    let mut taken: Vec<f64> = Vec::new();
    for (name, rate) in ceilings {
        let level = [at((rate / memory).max(left), *rate), at(right, *rate)];
        let stroke = if *rate == highest { Stroke::of(ROOF, 2.0) } else { Stroke::of(REFERENCE, 1.5) };
        scene.line(polyline(&level), stroke);
        // above its line, or below where another label is
        let above = level[1][1] - 6.0;
        let y = if taken.iter().any(|y| (y - above).abs() < 15.0) { level[1][1] + 16.0 } else { above };
        taken.push(y);
        scene.text([plane.right() - 6.0, y], CEILING, format!("{name}: {} products and sums/s", figure(*rate)));
    }
    // below the middle of its line, where nothing else can be
    let [a, b] = ends;
    let style = Style { anchor: Anchor::Start, ..CEILING };
    let middle = [(a[0] + b[0]) / 2.0 + 12.0, (a[1] + b[1]) / 2.0 + 14.0];
    scene.text(middle, style, format!("memory: {} B/s", figure(memory)));
}

/// Prints a number with two digits and a power of ten.
fn figure(value: f64) -> String {
    let text = format!("{value:.1e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let raised = superscript(exponent.parse().unwrap_or(0));
    format!("{mantissa}×10{raised}")
}

/// Which colour and marker are what.
struct Key {
    names: Vec<String>,
    precisions: Vec<String>,
    /// Whether any steps are adaptive.
    adaptive: bool,
}

impl Key {
    fn new(work: &[&Work]) -> Self {
        let adaptive = work.iter().any(|w| w.adaptive);
        let mut key = Self { names: Vec::new(), precisions: Vec::new(), adaptive };
        for w in work {
            for (list, text) in [(&mut key.names, &w.name), (&mut key.precisions, &w.precision)] {
                if !list.contains(text) {
                    list.push(text.clone());
                }
            }
        }
        key
    }

    fn look(&self, work: &Work) -> Look {
        let place = |list: &[String], text: &String| list.iter().position(|t| t == text).unwrap_or(0);
        Look::with(PALETTE[place(&self.names, &work.name) % PALETTE.len()], place(&self.precisions, &work.precision))
    }

    fn width(&self) -> f64 {
        let names = self.names.iter().chain(&self.precisions).map(|name| 1.06 * font::width(name, LABEL));
        GAP + 20.0 + names.fold(60.0, f64::max).min(WIDEST)
    }

    fn draw(&self, scene: &mut Scene, plane: &Plane) {
        let left = plane.right() + GAP;
        let mut y = plane.top + 10.0;
        let mut row = |scene: &mut Scene, look: Option<(Look, bool)>, text: &str| {
            match look {
                Some((look, hollow)) => {
                    mark(scene, look, [left + 5.0, y], hollow);
                    scene.text([left + 20.0, y + 4.5], LABEL, font::fitted(text, WIDEST, LABEL));
                }
                None => scene.text([left, y + 4.5], HEADING, text),
            }
            y += ROW;
        };
        row(scene, None, "workload");
        for (i, name) in self.names.iter().enumerate() {
            row(scene, Some((Look::with(PALETTE[i % PALETTE.len()], 0), false)), name);
        }
        row(scene, None, "");
        row(scene, None, "precision");
        for (i, name) in self.precisions.iter().enumerate() {
            row(scene, Some((Look::with(TEXT, i), false)), name);
        }
        if self.adaptive {
            row(scene, None, "");
            row(scene, None, "steps");
            row(scene, Some((Look::with(TEXT, 0), false)), "equal");
            row(scene, Some((Look::with(TEXT, 0), true)), "adaptive");
        }
        let x = left - GAP / 2.0;
        scene.line(polyline(&[[x, plane.top], [x, y - ROW / 2.0]]), Stroke { opacity: 0.5, ..Stroke::of(LINE, 1.0) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content() -> Roofline {
        let work = |name: &str, precision: &str, intensity, rate| Work {
            name: name.into(),
            precision: precision.into(),
            adaptive: precision == "f64",
            intensity,
            rate,
        };
        Roofline {
            title: "a device".into(),
            notes: vec!["one".into()],
            memory: 1e11,
            ceilings: vec![("f32".into(), 4e12), ("f64".into(), 2e12)],
            work: vec![
                work("heavy top", "f32", 400.0, 1e12),
                work("heavy top", "f64", 200.0, 5e11),
                work("rotor", "f32", f64::NAN, 5e11),
            ],
        }
    }

    #[test]
    fn every_workload_has_its_place_under_the_roof() {
        let content = content();
        let picture = roofline(&content).expect("a picture");
        assert_eq!((picture.drawn, picture.total), (2, 3));
        let svg = picture.svg();
        for text in [
            "heavy top",
            "f32: 4.0×10¹² products and sums/s",
            "memory: 1.0×10¹¹ B/s",
            "operations per byte",
            "adaptive",
        ] {
            assert!(svg.contains(text), "{text}");
        }
        assert!(!svg.contains("rotor"));
    }

    #[test]
    fn nothing_measured_is_no_picture() {
        assert!(roofline(&Roofline { work: Vec::new(), ..content() }).is_none());
        assert!(roofline(&Roofline { ceilings: Vec::new(), ..content() }).is_none());
        assert!(roofline(&Roofline { memory: 0.0, ..content() }).is_none());
    }
}
