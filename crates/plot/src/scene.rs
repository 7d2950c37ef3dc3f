//! What a picture consists of, whatever it is written as: marks on a page, the later over the earlier.
//!
//! Lengths are in pixels of the SVG document, from the upper left corner to the right and downwards.

pub(super) use super::style::{Anchor, Colour, Style, Weight};
use super::theme::Theme;

/// A step of a pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    Move([f64; 2]),
    Line([f64; 2]),
    Close,
}

/// Returns the steps along points.
pub(super) fn polyline(points: &[[f64; 2]]) -> impl Iterator<Item = Step> + '_ {
    points.iter().enumerate().map(|(i, at)| if i == 0 { Step::Move(*at) } else { Step::Line(*at) })
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stroke {
    pub(super) colour: Colour,
    pub(super) width: f64,
    pub(super) opacity: f64,
    /// Lengths of a dash and of a gap.
    pub(super) dash: Option<[f64; 2]>,
}

impl Stroke {
    /// Makes a full line.
    pub(super) const fn of(colour: Colour, width: f64) -> Self {
        Self { colour, width, opacity: 1.0, dash: None }
    }
}

/// One thing on the page. A rectangle is `[left, top, width, height]`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    /// A rectangle with corners of the radius `round`.
    Rect { at: [f64; 4], round: f64, fill: Colour, border: Option<Colour> },
    /// The inside of a shape; `crisp` edges leave no seams between neighbours.
    Area { shape: Vec<Step>, fill: Colour, crisp: bool },
    /// A line with round joints.
    Line { shape: Vec<Step>, stroke: Stroke },
    /// Discs; the dots of one layer do not darken each other.
    Dots { diameter: f64, opacity: f64, layers: Vec<(Colour, Vec<[f64; 2]>)> },
    /// A colour scale, from its low end at the bottom to its high end at the top: shares with their colours.
    Ramp { at: [f64; 4], stops: Vec<(f64, Colour)> },
    /// A line of text, its baseline at the point.
    Text { at: [f64; 2], style: Style, text: String },
}

/// A page with marks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scene {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) theme: &'static Theme,
    /// The title and the caption, also for readers who do not see the page.
    pub(super) title: String,
    /// Whether the title has more letters than there is room for.
    pub(super) title_is_cut: bool,
    pub(super) caption: Vec<String>,
    pub(super) marks: Vec<Mark>,
}

impl Scene {
    pub(super) fn add(&mut self, mark: Mark) {
        self.marks.push(mark);
    }

    pub(super) fn line(&mut self, shape: impl IntoIterator<Item = Step>, stroke: Stroke) {
        let stroke = Stroke { width: self.theme.thickness * stroke.width, ..stroke };
        self.add(Mark::Line { shape: shape.into_iter().collect(), stroke });
    }

    pub(super) fn area(&mut self, points: &[[f64; 2]], fill: Colour) {
        let shape = polyline(points).chain([Step::Close]).collect();
        self.add(Mark::Area { shape, fill, crisp: false });
    }

    pub(super) fn bar(&mut self, at: [f64; 4], fill: Colour) {
        self.add(Mark::Rect { at, round: 0.0, fill, border: None });
    }

    pub(super) fn text(&mut self, at: [f64; 2], style: Style, text: impl Into<String>) {
        self.add(Mark::Text { at, style, text: text.into() });
    }
}
