//! The font that PNG pictures are set in, and the widths of its texts.
//!
//! A machine without a screen has no fonts, so a part of Inter is part of the program; see
//! `fonts`. SVG pictures name Inter first and are close to these widths in any other font.

use super::scene::{Anchor, Style, Weight};
use std::sync::LazyLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

const REGULAR: &[u8] = include_bytes!("../fonts/Inter-Regular.otf");
const MEDIUM: &[u8] = include_bytes!("../fonts/Inter-Medium.otf");
const SEMI_BOLD: &[u8] = include_bytes!("../fonts/Inter-SemiBold.otf");

type Font = LazyLock<Option<Face<'static>>>;
static FACES: [Font; 3] = [
    LazyLock::new(|| Face::parse(REGULAR, 0).ok()),
    LazyLock::new(|| Face::parse(MEDIUM, 0).ok()),
    LazyLock::new(|| Face::parse(SEMI_BOLD, 0).ok()),
];

fn face(weight: Weight) -> Option<&'static Face<'static>> {
    FACES[weight as usize].as_ref()
}

/// What stands for a letter that the font does not have.
const UNKNOWN: char = '\u{fffd}';

/// Returns the glyph of a letter and its width in units of the font.
fn glyph(face: &Face, letter: char) -> (GlyphId, f64) {
    let id = face.glyph_index(letter).or_else(|| face.glyph_index(UNKNOWN)).unwrap_or(GlyphId(0));
    (id, f64::from(face.glyph_hor_advance(id).unwrap_or(0)))
}

/// Returns the width of a text.
pub(super) fn width(text: &str, style: Style) -> f64 {
    let Some(face) = face(style.weight) else { return 0.0 };
    let units: f64 = text.chars().map(|c| glyph(face, c).1).sum();
    units * style.size / f64::from(face.units_per_em())
}

/// Returns the text, cut off where it is wider than `room` or could be in another font.
pub(super) fn fitted(text: &str, room: f64, style: Style) -> String {
    let room = room / 1.06;
    if width(text, style) <= room {
        return text.to_string();
    }
    let mut cut: String = text.chars().take(500).collect();
    while !cut.is_empty() {
        cut.pop();
        let short = format!("{}…", cut.trim_end());
        if width(&short, style) <= room {
            return short;
        }
    }
    String::new()
}

/// Returns the text in two lines, of which the first has as many words as fit in `room`; a text without a blank there
/// stays in one.
pub(super) fn wrapped(text: &str, room: f64, style: Style) -> [String; 2] {
    let fits = |place: &usize| 1.06 * width(&text[..*place], style) <= room;
    let last = text.match_indices(' ').map(|(place, _)| place).take_while(fits).last();
    let (first, second) = text.split_at(last.unwrap_or(text.len()));
    [first.trim_end().into(), second.trim_start().into()]
}

/// Takes the outlines of glyphs to a point on the page.
struct Placed<'a, B> {
    out: &'a mut B,
    /// Where the glyph begins on its line, in units of the font.
    pen: f64,
    /// Pixels of a unit.
    unit: f64,
    at: [f64; 2],
    turned: bool,
}

impl<B> Placed<'_, B> {
    fn place(&self, x: f32, y: f32) -> [f32; 2] {
        let (along, up) = (self.unit * (self.pen + f64::from(x)), self.unit * f64::from(y));
        let [x, y] = self.at;
        let [x, y] = if self.turned { [x - up, y - along] } else { [x + along, y - up] };
        [x as f32, y as f32]
    }
}

impl<B: OutlineBuilder> OutlineBuilder for Placed<'_, B> {
    fn move_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.place(x, y);
        self.out.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.place(x, y);
        self.out.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ([x1, y1], [x, y]) = (self.place(x1, y1), self.place(x, y));
        self.out.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ([x1, y1], [x2, y2], [x, y]) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.out.curve_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        self.out.close();
    }
}

/// Draws the outlines of a text on the page.
pub(super) fn outline(text: &str, at: [f64; 2], style: Style, out: &mut impl OutlineBuilder) {
    let Some(face) = face(style.weight) else { return };
    let unit = style.size / f64::from(face.units_per_em());
    let share = match style.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    let pen = -share * width(text, style) / unit;
    let mut placed = Placed { out, pen, unit, at, turned: style.turned };
    for letter in text.chars() {
        let (id, advance) = glyph(face, letter);
        face.outline_glyph(id, &mut placed);
        placed.pen += advance;
    }
}

#[cfg(test)]
mod tests {
    use super::super::theme::{NAME, TICK, TITLE};
    use super::*;

    #[test]
    fn the_fonts_have_the_letters_of_labels() {
        let letters = "0123456789⁰¹²³⁴⁵⁶⁷⁸⁹⁻−+×·.,:;()[]/%… azAZ°µΩΔφψω≤≥";
        for style in [TICK, NAME, TITLE] {
            let face = face(style.weight).expect("a font");
            for letter in letters.chars() {
                assert!(face.glyph_index(letter).is_some(), "{letter}");
            }
        }
    }

    #[test]
    fn a_text_that_fits_is_kept_and_a_wide_one_is_cut() {
        let text = "com.x (m) of the heavy top";
        let whole = width(text, NAME);
        assert!((150.0..200.0).contains(&whole), "{whole}");
        assert_eq!(fitted(text, 1.07 * whole, NAME), text);
        let cut = fitted(text, 0.6 * whole, NAME);
        assert!(cut.ends_with('…') && text.starts_with(cut.trim_end_matches('…')), "{cut}");
        assert!((0.35 * whole..0.6 * whole).contains(&width(&cut, NAME)));
        assert_eq!(fitted(text, 0.0, NAME), "");
    }

    #[test]
    fn a_wide_text_takes_two_lines() {
        let text = "com.x (m) of the heavy top";
        let whole = 1.06 * width(text, NAME);
        assert_eq!(wrapped(text, 0.7 * whole, NAME), ["com.x (m) of the", "heavy top"]);
        assert_eq!(wrapped(text, 0.1 * whole, NAME), [text, ""]);
    }
}
