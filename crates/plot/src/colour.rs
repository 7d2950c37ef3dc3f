//! Colour maps whose steps look equally large.

use super::oklab::{self, Lab, polar};
use super::scene::Colour;
use std::f64::consts::TAU;
use std::sync::LazyLock;

/// The colours that values are shown by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ColourMap {
    /// Colours from dark indigo to gold, ever lighter: darker always means less, in print and to a colour-blind reader
    /// too.
    #[default]
    Sequential,
    /// Colours from blue over light grey to red, for values with a sign: the middle is zero, or that of the limits.
    Diverging,
    /// Round the hues, for angles: values that differ by the period have one colour.
    Cyclic {
        /// The period, in the unit of the values.
        period: f64,
    },
    /// Two colours, of values that are 0 for no or 1 for yes.
    YesNo,
}

/// Equal steps of hue, colourfulness and lightness in Oklab, from a lightness of 0.30 to 0.86.
const SEQUENTIAL: [Colour; 9] = [
    Colour([0x26, 0x1c, 0x6e]),
    Colour([0x4f, 0x1a, 0x92]),
    Colour([0x7e, 0x18, 0x96]),
    Colour([0xa9, 0x1c, 0x84]),
    Colour([0xcd, 0x2c, 0x67]),
    Colour([0xe6, 0x4e, 0x47]),
    Colour([0xf3, 0x77, 0x1f]),
    Colour([0xf7, 0xa1, 0x03]),
    Colour([0xff, 0xc8, 0x34]),
];
static DIVERGING: LazyLock<Vec<Colour>> = LazyLock::new(|| equal_steps(diverging));
static CYCLIC: LazyLock<Vec<Colour>> = LazyLock::new(|| equal_steps(cyclic));

/// The colours of no and of yes: as far apart in lightness as in hue.
const YES_NO: [Colour; 2] = [SEQUENTIAL[1], SEQUENTIAL[7]];

/// Colours that a map is made of, one more than there are steps between them.
const STOPS: usize = 33;

/// Returns the colour on two arms of one hue each, which grow darker and more colourful from the middle on.
fn diverging(share: f64) -> Lab {
    let arm = (2.0 * share - 1.0).abs();
    let hue = if share < 0.5 { 255.0 } else { 30.0 };
    polar(0.9 - 0.5 * arm, 0.132 * (1.0 - (1.0 - arm).powi(2)), hue)
}

/// Returns the colour on a circle of hues, lightest at both ends and darkest in the middle, so that both are seen
/// without colours too.
fn cyclic(share: f64) -> Lab {
    polar(0.65 + 0.15 * (TAU * share).cos(), 0.12, 150.0 + 360.0 * share)
}

/// Returns colours along a path that are equally far apart.
fn equal_steps(path: fn(f64) -> Lab) -> Vec<Colour> {
    const FINE: usize = 2048;
    let at = |i: usize| path(i as f64 / FINE as f64);
    let mut lengths = vec![0.0];
    for i in 0..FINE {
        lengths.push(lengths[i] + oklab::distance(at(i), at(i + 1)));
    }
    let place = |k: usize| lengths.partition_point(|l| *l < lengths[FINE] * k as f64 / (STOPS - 1) as f64);
    (0..STOPS).map(|k| oklab::colour(at(place(k)))).collect()
}

impl ColourMap {
    fn colours(self) -> &'static [Colour] {
        match self {
            ColourMap::Sequential => &SEQUENTIAL,
            ColourMap::Diverging => &DIVERGING,
            ColourMap::Cyclic { .. } => &CYCLIC,
            ColourMap::YesNo => &YES_NO,
        }
    }

    /// Returns the colour at a share of the scale, from 0 to 1.
    pub(super) fn at(self, share: f64) -> Colour {
        if self == ColourMap::YesNo {
            return YES_NO[usize::from(share >= 0.5)];
        }
        let colours = self.colours();
        let last = colours.len() - 1;
        let place = share.clamp(0.0, 1.0) * last as f64;
        let below = (place as usize).min(last - 1);
        let t = place - below as f64;
        let mix = |c: usize| {
            let (from, to) = (f64::from(colours[below].0[c]), f64::from(colours[below + 1].0[c]));
            (from + t * (to - from)).round() as u8
        };
        Colour([mix(0), mix(1), mix(2)])
    }

    /// Shares of the scale with their colours, between which it is linear.
    pub(super) fn stops(self) -> Vec<(f64, Colour)> {
        let last = (self.colours().len() - 1) as f64;
        self.colours().iter().enumerate().map(|(i, colour)| (i as f64 / last, *colour)).collect()
    }

    /// Returns the numbers that are summed up of values for their mean: of angles their direction.
    pub(super) fn summand(self, value: f64) -> [f64; 2] {
        match self {
            ColourMap::Cyclic { period } => {
                let (sin, cos) = (TAU * value / period).sin_cos();
                [cos, sin]
            }
            ColourMap::Sequential | ColourMap::Diverging | ColourMap::YesNo => [value, 0.0],
        }
    }

    /// Returns the mean of some values, from the sum; of angles their mean direction, from minus to plus half a period.
    pub(super) fn mean(self, sum: [f64; 2], values: f64) -> f64 {
        match self {
            ColourMap::Cyclic { period } => sum[1].atan2(sum[0]) / TAU * period,
            ColourMap::Sequential | ColourMap::Diverging | ColourMap::YesNo => sum[0] / values,
        }
    }
}

/// Returns the colour of a picture without a colour scale.
pub(super) fn plain() -> Colour {
    SEQUENTIAL[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAPS: [ColourMap; 3] = [ColourMap::Sequential, ColourMap::Diverging, ColourMap::Cyclic { period: 1.0 }];

    #[test]
    fn equal_steps_look_equal() {
        for map in MAPS {
            let shades: Vec<Lab> = (0..=32).map(|i| oklab::of(map.at(f64::from(i) / 32.0))).collect();
            let steps: Vec<f64> = shades.windows(2).map(|w| oklab::distance(w[0], w[1])).collect();
            let mean = steps.iter().sum::<f64>() / steps.len() as f64;
            assert!(steps.iter().all(|s| (0.75..1.35).contains(&(s / mean))), "{map:?} {steps:?}");
        }
        let shades: Vec<Lab> = (0..=32).map(|i| oklab::of(ColourMap::Sequential.at(f64::from(i) / 32.0))).collect();
        assert!(shades.windows(2).all(|w| w[1][0] > w[0][0]));
    }

    #[test]
    fn screens_show_every_colour_of_a_map() {
        for path in [diverging, cyclic] {
            for i in 0..=1000 {
                let rgb = oklab::linear(path(f64::from(i) / 1000.0));
                assert!(rgb.iter().all(|share| (-1e-3..=1.001).contains(share)), "{i} {rgb:?}");
            }
        }
    }

    #[test]
    fn a_diverging_map_is_grey_in_the_middle_and_a_cyclic_one_closes() {
        let Colour([r, g, b]) = ColourMap::Diverging.at(0.5);
        assert!(r.abs_diff(g) < 3 && g.abs_diff(b) < 3 && r > 210, "{r} {g} {b}");
        for share in [0.1, 0.25, 0.4] {
            let [low, high] = [share, 1.0 - share].map(|s| oklab::of(ColourMap::Diverging.at(s)));
            assert!((low[0] - high[0]).abs() < 0.01 && low[2] < 0.0 && high[1] > 0.0, "{low:?} {high:?}");
        }
        let map = ColourMap::Cyclic { period: 360.0 };
        assert_eq!(map.at(0.0), map.at(1.0));
        let sum = [350.0, 20.0].map(|v| map.summand(v)).iter().fold([0.0; 2], |s, v| [s[0] + v[0], s[1] + v[1]]);
        assert!((map.mean(sum, 2.0) - 5.0).abs() < 1e-9);
    }

    #[test]
    fn the_ends_are_the_outer_stops() {
        assert_eq!(ColourMap::Sequential.at(-1.0).hex(), "#261c6e");
        assert_eq!(ColourMap::Sequential.at(2.0).hex(), "#ffc834");
        for map in MAPS {
            assert_eq!(map.at(f64::NAN).hex().len(), 7);
            assert!(map.stops().into_iter().all(|(share, colour)| map.at(share) == colour));
        }
    }
}
