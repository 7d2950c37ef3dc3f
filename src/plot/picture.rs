//! A finished picture, and what all kinds of pictures are made from.

use super::axis::{Axis, Scale};
use super::colour::ColourMap;
use super::png::PngError;
use super::scene::Scene;
use super::{pdf, png, svg};
use std::io;

/// What is measured along an axis or by a colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dimension {
    /// Its name.
    pub name: String,
    /// Its unit, if known.
    pub unit: Option<String>,
    /// How its values are spread.
    pub scale: Scale,
    /// The least and the greatest value that are drawn, rising, and shown by the scale; those of the data where there are
    /// none.
    pub limits: Option<[f64; 2]>,
    /// The colours of its values, where it is shown by colours.
    pub colours: ColourMap,
}

impl Dimension {
    /// A dimension on a logarithmic axis, from its name and its unit as in `step (s)`.
    pub fn logarithmic(label: &str) -> Self {
        Self { scale: Scale::Logarithmic, ..Self::default() }.labelled(label)
    }

    /// The dimension with another name and unit, as in `step (s)`.
    pub fn labelled(self, label: &str) -> Self {
        let parts = label.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
        let (name, unit) = parts.map_or((label, None), |(name, unit)| (name, Some(unit.to_string())));
        Self { name: name.into(), unit, ..self }
    }

    /// Tells whether a value is drawn along an axis: the scale shows it, and it is within the limits.
    pub(super) fn holds(&self, value: f64) -> bool {
        self.scale.shows(value) && self.limits.is_none_or(|[low, high]| (low..=high).contains(&value))
    }

    /// The axis of the limits, or else around all values, which the scale shows; `None` without either.
    pub(super) fn axis(&self, values: &[f64], ticks: usize) -> Option<Axis> {
        match self.limits {
            Some(limits) => Axis::exactly(limits, self.scale, ticks),
            None => Axis::new(values, self.scale, ticks),
        }
    }
}

/// One quantity of all points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quantity {
    /// What it is.
    pub dimension: Dimension,
    /// Its value for each point; one that its scale does not show is missing.
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
    /// The SVG document. The same picture always gives the same one.
    pub fn svg(&self) -> String {
        svg::write(&self.scene)
    }

    /// The PNG image with `scale` pixels for each of the SVG document; 2 is for sharp screens and print.
    ///
    /// # Errors
    /// [`PngError`] if an image of that size cannot be made.
    pub fn png(&self, scale: f64) -> Result<Vec<u8>, PngError> {
        png::write(&self.scene, scale)
    }

    /// The PDF document of one page. The same picture always gives the same one.
    ///
    /// # Errors
    /// If it cannot be compressed.
    pub fn pdf(&self) -> io::Result<Vec<u8>> {
        pdf::write(&self.scene)
    }

    /// Pixels of a PNG image for each of the SVG document, for sharp screens or for print.
    pub fn png_scale(&self) -> f64 {
        self.scene.theme.png_scale
    }

    /// What is said of the picture, whether it is on the page or not.
    pub fn caption(&self) -> &[String] {
        &self.scene.caption
    }

    /// Width and height of the SVG document in pixels.
    pub fn size(&self) -> [f64; 2] {
        [self.scene.width, self.scene.height]
    }
}
    /// Tells whether there was too little room for the whole title.
    pub fn title_is_cut(&self) -> bool {
        self.scene.title_is_cut
    }

