//! Colours, letters and lengths that all pictures share.

use super::scene::{Anchor, Colour, Style, Weight};

pub(super) const BACKGROUND: Colour = Colour([0xfc, 0xfc, 0xfd]);
pub(super) const BORDER: Colour = Colour([0xd5, 0xda, 0xe1]);
pub(super) const GRID: Colour = Colour([0xe9, 0xec, 0xf1]);
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

/// The distance of anything from the edge of the page.
pub(super) const MARGIN: f64 = 24.0;
