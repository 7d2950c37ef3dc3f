//! A colour map whose steps look equally large, from dark indigo to gold.

use super::scene::Colour;

/// Equal steps of hue, colourfulness and lightness in the space Oklab (B. Ottosson, 2020), from a
/// lightness of 0.30 to 0.86: darker always means less, in print and to a colour-blind reader too.
const STOPS: [[u8; 3]; 9] = [
    [0x26, 0x1c, 0x6e],
    [0x4f, 0x1a, 0x92],
    [0x7e, 0x18, 0x96],
    [0xa9, 0x1c, 0x84],
    [0xcd, 0x2c, 0x67],
    [0xe6, 0x4e, 0x47],
    [0xf3, 0x77, 0x1f],
    [0xf7, 0xa1, 0x03],
    [0xff, 0xc8, 0x34],
];

/// The shade of a picture without a colour scale.
pub(super) const PLAIN: f64 = 0.125;

/// The colour at a share of the scale, from 0 to 1.
pub(super) fn at(share: f64) -> Colour {
    let last = STOPS.len() - 1;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = (place as usize).min(last - 1);
    let t = place - below as f64;
    let mix = |c: usize| {
        let (from, to) = (f64::from(STOPS[below][c]), f64::from(STOPS[below + 1][c]));
        (from + t * (to - from)).round() as u8
    };
    Colour([mix(0), mix(1), mix(2)])
}

/// Shares of the scale with their colours, between which it is linear.
pub(super) fn stops() -> impl Iterator<Item = (f64, Colour)> {
    let last = (STOPS.len() - 1) as f64;
    STOPS.iter().enumerate().map(move |(i, rgb)| (i as f64 / last, Colour(*rgb)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lightness and the two colour axes of Oklab.
    fn oklab(rgb: [u8; 3]) -> [f64; 3] {
        let [r, g, b] = rgb.map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        [
            0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
        ]
    }

    #[test]
    fn equal_steps_look_equal_and_lighter() {
        let shades: Vec<[f64; 3]> = (0..=32).map(|i| oklab(at(f64::from(i) / 32.0).0)).collect();
        let steps: Vec<f64> = shades
            .windows(2)
            .map(|w| w[0].iter().zip(&w[1]).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt())
            .collect();
        let mean = steps.iter().sum::<f64>() / steps.len() as f64;
        assert!(steps.iter().all(|s| (0.75..1.35).contains(&(s / mean))), "{steps:?}");
        assert!(shades.windows(2).all(|w| w[1][0] > w[0][0]));
    }

    #[test]
    fn the_ends_are_the_outer_stops() {
        assert_eq!(at(-1.0).hex(), "#261c6e");
        assert_eq!(at(2.0).hex(), "#ffc834");
        assert_eq!(at(f64::NAN).hex().len(), 7);
        assert_eq!(stops().map(|(share, _)| share).collect::<Vec<_>>()[..3], [0.0, 0.125, 0.25]);
        assert!(stops().all(|(share, colour)| at(share) == colour));
    }
}
