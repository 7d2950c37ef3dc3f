//! A finished picture, and what all kinds of pictures are made from.

use super::axis::{Axis, Scale};
use super::colour::ColourMap;
use super::png::PngError;
use super::scene::Scene;
use super::{pdf, png, svg};
use std::io;

/// What the values of a dimension are, and so where an axis has ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueKind {
    /// Any numbers.
    #[default]
    Real,
    /// Whole numbers, as those that count something.
    Whole,
    /// Answers, 0 for no and 1 for yes.
    YesNo,
}

/// What is measured along an axis or by a colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dimension {
    /// The name of the dimension.
    pub name: String,
    /// The unit of the dimension, if known.
    pub unit: Option<String>,
    /// How the dimension's values are spread.
    pub scale: Scale,
    /// The least and the greatest value that are drawn, rising, and shown by the scale; those of the data where there are
    /// none.
    pub limits: Option<[f64; 2]>,
    /// What the dimension's values are.
    pub kind: ValueKind,
    /// The colours of the dimension's values, where it is shown by colours.
    pub colours: ColourMap,
}

impl Dimension {
    /// Makes a dimension on a logarithmic axis, from its name and its unit as in `step (s)`.
    pub fn logarithmic(label: &str) -> Self {
        Self { scale: Scale::Logarithmic, ..Self::default() }.labelled(label)
    }

    /// Returns the dimension with another name and unit, as in `step (s)`.
    pub fn labelled(self, label: &str) -> Self {
        let parts = label.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
        let (name, unit) = parts.map_or((label, None), |(name, unit)| (name, Some(unit.to_string())));
        Self { name: name.into(), unit, ..self }
    }

    /// Tells whether a value is drawn along an axis: the scale shows it, and it is within the limits.
    pub(super) fn holds(&self, value: f64) -> bool {
        self.scale.shows(value) && self.limits.is_none_or(|[low, high]| (low..=high).contains(&value))
    }

    /// Returns an axis over the limits, or else around all values that the scale shows; `None` without either.
    pub(super) fn axis(&self, values: &[f64], ticks: usize) -> Option<Axis> {
        if self.scale == Scale::Logarithmic || self.kind == ValueKind::Real {
            return match self.limits {
                Some(limits) => Axis::exactly(limits, self.scale, ticks),
                None => Axis::new(values, self.scale, ticks),
            };
        }
        self.ticked(self.limits.or_else(|| self.around(values))?, ticks)
    }

    /// Returns an axis over exactly a range, with the ticks of its values.
    pub(super) fn ticked(&self, range: [f64; 2], ticks: usize) -> Option<Axis> {
        match (self.scale, self.kind) {
            (Scale::Linear, ValueKind::Whole) => Axis::whole(range, ticks),
            (Scale::Linear, ValueKind::YesNo) => Axis::exactly(range, self.scale, ticks).map(Axis::no_yes),
            _ => Axis::exactly(range, self.scale, ticks),
        }
    }

    /// Returns a range with all values somewhat inside; that of a single whole number reaches to its neighbours, that
    /// of answers over both.
    fn around(&self, values: &[f64]) -> Option<[f64; 2]> {
        let low = values.iter().copied().reduce(f64::min)?;
        let high = values.iter().copied().reduce(f64::max)?;
        let [low, high] = match self.kind {
            ValueKind::YesNo => [low.min(0.0), high.max(1.0)],
            _ if low == high => [low - 1.0, high + 1.0],
            _ => [low, high],
        };
        let margin = 0.035 * (high - low);
        Some([low - margin, high + margin])
    }
}

/// One quantity of all points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quantity {
    /// The dimension of the quantity.
    pub dimension: Dimension,
    /// The value of the quantity for each point; one that its scale does not show is missing.
    pub values: Vec<f64>,
}

/// A picture and what is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub(super) scene: Scene,
    /// Number of points, series or cells that are drawn, as its kind of picture says.
    pub drawn: u64,
    /// Number of those that could be drawn.
    pub total: u64,
}

impl Picture {
    /// Writes the SVG document. The same picture always gives the same one.
    pub fn svg(&self) -> String {
        svg::write(&self.scene)
    }

    /// Draws the PNG image with `scale` pixels for each of the SVG document; 2 is for sharp screens and print.
    ///
    /// # Errors
    /// [`PngError`] if an image of that size cannot be made.
    pub fn png(&self, scale: f64) -> Result<Vec<u8>, PngError> {
        png::write(&self.scene, scale)
    }

    /// Writes the PDF document of one page. The same picture always gives the same one.
    ///
    /// # Errors
    /// If it cannot be compressed.
    pub fn pdf(&self) -> io::Result<Vec<u8>> {
        pdf::write(&self.scene)
    }

    /// Returns the pixels of a PNG image for each of the SVG document, for sharp screens or for print.
    pub fn png_scale(&self) -> f64 {
        self.scene.theme.png_scale
    }

    /// Returns the caption of the picture, whether it is on the page or not.
    pub fn caption(&self) -> &[String] {
        &self.scene.caption
    }

    /// Tells whether there was too little room for the whole title.
    pub fn title_is_cut(&self) -> bool {
        self.scene.title_is_cut
    }

    /// Returns the width and height of the SVG document in pixels.
    pub fn size(&self) -> [f64; 2] {
        [self.scene.width, self.scene.height]
    }
}
