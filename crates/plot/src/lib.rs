//! Series over axes as pictures, in SVG, PNG and PDF: clouds of points, lines, bands, maps, histograms, tornadoes, rooflines.
//!
//! A function for each kind of picture lays out a scene of marks, a [`Picture`], which is written as SVG
//! (in the fonts of the reader's system), painted as PNG or outlined as PDF (in a font that is part of the program).

mod axis;
mod bands;
mod boundary;
mod classes;
mod colour;
mod colour_scale;
mod count;
mod cumulative;
mod font;
mod groups;
mod histogram;
mod lines;
mod map;
mod oklab;
mod pdf;
mod picture;
mod plane;
mod png;
mod reference;
mod roofline;
mod scatter;
mod scene;
mod series;
mod smooth;
mod style;
mod svg;
mod theme;
mod tornado;

pub use axis::Scale;
pub use bands::{Bands, bands};
pub use classes::{Classes, is_whole};
pub use colour::ColourMap;
pub use count::{count, counted};
pub use cumulative::{share_steps, shares_at_edges};
pub use groups::groups;
pub use histogram::{Histogram, histogram};
pub use lines::{Lines, Series, lines};
pub use map::{Map, map};
pub use picture::{Dimension, Picture, Quantity, ValueKind};
pub use png::PngError;
pub use roofline::{Roofline, Work, roofline};
pub use scatter::{Cloud, scatter};
pub use smooth::{SampledValues, smooth};
pub use theme::PageStyle;
pub use tornado::{Tornado, tornado};

#[cfg(test)]
mod tests;
