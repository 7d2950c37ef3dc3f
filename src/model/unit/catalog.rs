//! The units that have a symbol, and the prefixes of the SI.

use super::dimension::Dimension;
use super::factor::Factor;
use std::f64::consts::{PI, TAU};

/// Describes a unit that has a symbol.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The symbol of the unit.
    pub(super) symbol: &'static str,
    /// How many of the SI's units the unit is: a numerator and a denominator.
    size: [f64; 2],
    /// The dimension of the unit.
    pub(super) dimension: Dimension,
    /// Whether prefixes of the SI may stand before it.
    has_prefixes: bool,
    /// The way in which the unit counts turns.
    pub(super) turns: Turns,
}

/// Says how a unit counts turns: what is the same dimension may be an angle or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turns {
    /// A unit that does not count turns.
    None,
    /// A unit of an angle, or of an angle per time.
    Angle,
    /// A unit of whole cycles per time.
    Cycles,
}

const fn unit(symbol: &'static str, size: [f64; 2], powers: [i32; 6]) -> Known {
    Known { symbol, size, dimension: Dimension(powers), has_prefixes: false, turns: Turns::None }
}

const fn with_prefixes(symbol: &'static str, size: [f64; 2], powers: [i32; 6]) -> Known {
    Known { has_prefixes: true, ..unit(symbol, size, powers) }
}

const fn angle(symbol: &'static str, size: [f64; 2], per_time: bool) -> Known {
    let powers = [0, 0, if per_time { -1 } else { 0 }, 0, 0, 0];
    Known { turns: Turns::Angle, ..unit(symbol, size, powers) }
}

/// Standard gravity, m/s^2, times 1e5; the pound, kg, times 1e8; the pound-force, N, times 1e13: all three by definition.
const GRAVITY: [f64; 2] = [980_665.0, 1e5];
const POUND: [f64; 2] = [45_359_237.0, 1e8];
const POUND_FORCE: [f64; 2] = [44_482_216_152_605.0, 1e13];

const NUMBER: [i32; 6] = [0; 6];
const MASS: [i32; 6] = [1, 0, 0, 0, 0, 0];
const LENGTH: [i32; 6] = [0, 1, 0, 0, 0, 0];
const TIME: [i32; 6] = [0, 0, 1, 0, 0, 0];
const FORCE: [i32; 6] = [1, 1, -2, 0, 0, 0];
const PRESSURE: [i32; 6] = [1, -1, -2, 0, 0, 0];
const ENERGY: [i32; 6] = [1, 2, -2, 0, 0, 0];

/// All units.
pub(super) const ALL: &[Known] = &[
    with_prefixes("m", [1.0, 1.0], LENGTH),
    with_prefixes("g", [1.0, 1e3], MASS),
    with_prefixes("s", [1.0, 1.0], TIME),
    Known { has_prefixes: true, ..angle("rad", [1.0, 1.0], false) },
    with_prefixes("N", [1.0, 1.0], FORCE),
    with_prefixes("J", [1.0, 1.0], ENERGY),
    with_prefixes("W", [1.0, 1.0], [1, 2, -3, 0, 0, 0]),
    with_prefixes("Pa", [1.0, 1.0], PRESSURE),
    Known { turns: Turns::Cycles, ..with_prefixes("Hz", [1.0, 1.0], [0, 0, -1, 0, 0, 0]) },
    with_prefixes("A", [1.0, 1.0], [0, 0, 0, 1, 0, 0]),
    with_prefixes("V", [1.0, 1.0], [1, 2, -3, -1, 0, 0]),
    with_prefixes("ohm", [1.0, 1.0], [1, 2, -3, -2, 0, 0]),
    with_prefixes("Ω", [1.0, 1.0], [1, 2, -3, -2, 0, 0]),
    with_prefixes("H", [1.0, 1.0], [1, 2, -2, -2, 0, 0]),
    with_prefixes("T", [1.0, 1.0], [1, 0, -2, -1, 0, 0]),
    with_prefixes("K", [1.0, 1.0], [0, 0, 0, 0, 1, 0]),
    with_prefixes("mol", [1.0, 1.0], [0, 0, 0, 0, 0, 1]),
    angle("deg", [PI, 180.0], false),
    angle("°", [PI, 180.0], false),
    angle("rev", [TAU, 1.0], false),
    angle("rpm", [TAU, 60.0], true),
    unit("min", [60.0, 1.0], TIME),
    unit("h", [3600.0, 1.0], TIME),
    unit("t", [1e3, 1.0], MASS),
    with_prefixes("l", [1.0, 1e3], [0, 3, 0, 0, 0, 0]),
    with_prefixes("L", [1.0, 1e3], [0, 3, 0, 0, 0, 0]),
    with_prefixes("bar", [1e5, 1.0], PRESSURE),
    with_prefixes("Wh", [3600.0, 1.0], ENERGY),
    unit("g0", GRAVITY, [0, 1, -2, 0, 0, 0]),
    unit("in", [254.0, 1e4], LENGTH),
    unit("ft", [3048.0, 1e4], LENGTH),
    unit("yd", [9144.0, 1e4], LENGTH),
    unit("mi", [1_609_344.0, 1e3], LENGTH),
    unit("lb", POUND, MASS),
    unit("lbf", POUND_FORCE, FORCE),
    unit("psi", [8_896_443_230_521.0, 1_290_320_000.0], PRESSURE),
    unit("%", [1.0, 100.0], NUMBER),
];

/// The prefixes, with the power of ten that they are.
const PREFIXES: [(&str, i32); 15] = [
    ("p", -12),
    ("n", -9),
    ("u", -6),
    ("µ", -6),
    ("μ", -6),
    ("m", -3),
    ("c", -2),
    ("d", -1),
    ("da", 1),
    ("h", 2),
    ("k", 3),
    ("M", 6),
    ("G", 9),
    ("T", 12),
    ("P", 15),
];

/// Prefixes that are offered where a unit is unknown.
const USUAL: [&str; 7] = ["", "u", "m", "c", "k", "M", "G"];

impl Known {
    /// Returns the size of the unit in units of the SI.
    pub(super) fn factor(&self) -> Factor {
        Factor::new(self.size[0], self.size[1])
    }
}

/// Returns the unit that a symbol stands for, perhaps with a prefix, and its size.
pub(super) fn find(symbol: &str) -> Option<(&'static Known, Factor)> {
    if let Some(known) = ALL.iter().find(|known| known.symbol == symbol) {
        return Some((known, known.factor()));
    }
    let prefixed = |(prefix, power): &(&str, i32)| {
        let rest = symbol.strip_prefix(prefix)?;
        let known = ALL.iter().find(|known| known.has_prefixes && known.symbol == rest)?;
        let ten = Factor::new(10.0, 1.0);
        Some((known, known.factor().times(ten.power(*power))))
    };
    PREFIXES.iter().find_map(prefixed)
}

/// Returns the symbols that may be meant by another: all units, those with prefixes with the usual ones.
pub(super) fn symbols() -> impl Iterator<Item = String> {
    ALL.iter().flat_map(|known| {
        let prefixes = USUAL.iter().filter(|prefix| known.has_prefixes || prefix.is_empty());
        prefixes.map(|prefix| format!("{prefix}{}", known.symbol))
    })
}
