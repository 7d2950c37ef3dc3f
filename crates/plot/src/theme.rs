//! Colours, letters and lengths that all pictures share.

use super::style::{Anchor, Colour, Style, Weight};

/// How the page of a picture looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageStyle {
    /// A card with title, caption and grid, for screens.
    #[default]
    Card,
    /// For the column of a journal, 86 mm wide: black on white, without grid and caption, with a title only where there is
    /// one.
    Paper,
}

impl PageStyle {
    pub(super) fn theme(self) -> &'static Theme {
        match self {
            PageStyle::Card => &CARD,
            PageStyle::Paper => &PAPER,
        }
    }
}

/// What differs between the styles of a page.
#[derive(Debug, PartialEq)]
pub(super) struct Theme {
    pub(super) background: Colour,
    /// The border of the card, if it is one.
    pub(super) border: Option<Colour>,
    /// Lines at the ticks; where there are none, the axes have marks.
    pub(super) grid: Option<Colour>,
    pub(super) line: Colour,
    pub(super) tick: Style,
    pub(super) name: Style,
    pub(super) label: Style,
    pub(super) title: Style,
    /// Factor of the width of lines and of the size of dots and markers.
    pub(super) thickness: f64,
    /// The distance of anything from the edge of the page.
    pub(super) margin: f64,
    /// The width of the page, where the plane takes what else leaves.
    pub(super) width: Option<f64>,
    /// The room of an upright axis without its labels, and the least with them.
    pub(super) left: [f64; 2],
    /// The height of the labels below a plane.
    pub(super) foot: f64,
    /// The widest that a name beside a line may be.
    pub(super) widest: f64,
    /// Whether the caption is on the page.
    pub(super) captioned: bool,
    /// Points, of which an inch has 72, for each pixel.
    pub(super) point: f64,
    /// Pixels of a PNG image for each of the SVG document.
    pub(super) png_scale: f64,
}

static CARD: Theme = Theme {
    background: BACKGROUND,
    border: Some(Colour([0xd5, 0xda, 0xe1])),
    grid: Some(Colour([0xe9, 0xec, 0xf1])),
    line: LINE,
    tick: TICK,
    name: NAME,
    label: LABEL,
    title: TITLE,
    thickness: 1.0,
    margin: MARGIN,
    width: None,
    left: [50.0, 72.0],
    foot: FOOT,
    widest: 200.0,
    captioned: true,
    point: 0.75,
    // for sharp screens
    png_scale: 2.0,
};

/// Letters of 7.5 to 8.4 points and lines of 0.4 to 0.8 points on 86 mm; PNG images of 600 pixels per inch.
static PAPER: Theme = Theme {
    background: Colour([0xff; 3]),
    border: None,
    grid: None,
    line: BLACK,
    tick: Style { fill: BLACK, ..TICK },
    name: Style { weight: Weight::Regular, fill: BLACK, ..NAME },
    label: Style { fill: BLACK, ..LABEL },
    title: Style { size: 14.5, fill: BLACK, ..TITLE },
    thickness: 0.7,
    margin: 7.0,
    width: Some(406.0),
    left: [39.0, 0.0],
    foot: 48.0,
    widest: 110.0,
    captioned: false,
    point: 0.6,
    png_scale: 5.0,
};

impl Theme {
    /// Returns how many ticks an axis to the right has, of those that fit on a card.
    pub(super) fn ticks(&self, on_card: usize) -> usize {
        if self.width.is_some() { on_card.min(5) } else { on_card }
    }

    /// Returns the style of a heading, which stands above names.
    pub(super) fn heading(&self) -> Style {
        Style { weight: Weight::Medium, ..self.label }
    }

    /// Returns the height of the title and of so many lines of a caption.
    pub(super) fn head(&self, title: &str, lines: usize) -> f64 {
        match (self.captioned, title.is_empty()) {
            (true, _) => 72.0 + 17.0 * lines as f64,
            (false, true) => 12.0,
            (false, false) => 34.0,
        }
    }
}

const BLACK: Colour = Colour([0; 3]);
pub(super) const BACKGROUND: Colour = Colour([0xfc, 0xfc, 0xfd]);
pub(super) const LINE: Colour = Colour([0xb4, 0xbc, 0xc8]);
pub(super) const TEXT: Colour = Colour([0x1f, 0x25, 0x30]);
pub(super) const FAINT_TEXT: Colour = Colour([0x5b, 0x64, 0x72]);
/// Reference lines and their labels.
pub(super) const REFERENCE: Colour = Colour([0x76, 0x7f, 0x8d]);
/// A cell without a value.
pub(super) const MISSING: Colour = Colour([0xd9, 0xdd, 0xe3]);

/// Colours of series: those of Okabe and Ito (2008) that stand out from a light background, which readers
/// with any of the common kinds of colour blindness tell apart.
pub(super) const PALETTE: [Colour; 7] = [
    Colour([0x00, 0x72, 0xb2]),
    Colour([0xd5, 0x5e, 0x00]),
    Colour([0x00, 0x9e, 0x73]),
    Colour([0xcc, 0x79, 0xa7]),
    Colour([0xe6, 0x9f, 0x00]),
    Colour([0x56, 0xb4, 0xe9]),
    Colour([0x4a, 0x4f, 0x58]),
];

const BASE: Style =
    Style { size: 12.5, weight: Weight::Regular, fill: FAINT_TEXT, anchor: Anchor::Start, turned: false };

pub(super) const TICK: Style = BASE;
pub(super) const CAPTION: Style = Style { size: 13.5, ..BASE };
pub(super) const NAME: Style = Style { size: 14.0, weight: Weight::Medium, fill: TEXT, anchor: Anchor::Middle, ..BASE };
pub(super) const TITLE: Style = Style { size: 20.0, weight: Weight::SemiBold, fill: TEXT, ..BASE };
/// The name of a series beside its end.
pub(super) const LABEL: Style = Style { size: 13.0, fill: TEXT, ..BASE };

/// The distance of anything from the edge of a card, and the height of the labels below its plane.
pub(super) const MARGIN: f64 = 24.0;
pub(super) const FOOT: f64 = 58.0;
