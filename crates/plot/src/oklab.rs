//! Colours by their lightness, colourfulness and hue, in the space Oklab (B. Ottosson, 2020), in which equal distances
//! look equal.

use super::scene::Colour;

/// Lightness and the two colour axes.
pub(super) type Lab = [f64; 3];

/// Makes a colour of a lightness, a colourfulness and a hue, in degrees.
pub(super) fn polar(lightness: f64, chroma: f64, hue: f64) -> Lab {
    let (sin, cos) = hue.to_radians().sin_cos();
    [lightness, chroma * cos, chroma * sin]
}

pub(super) fn distance(x: Lab, y: Lab) -> f64 {
    x.iter().zip(y).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

/// Returns the shares of red, green and blue in light; outside 0 to 1 a screen does not show them.
pub(super) fn linear([l, a, b]: Lab) -> [f64; 3] {
    let long = (l + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let medium = (l - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let short = (l - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    [
        4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
        -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
        -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short,
    ]
}

/// Returns the nearest colour in sRGB.
pub(super) fn colour(lab: Lab) -> Colour {
    Colour(linear(lab).map(|share| {
        let share = share.clamp(0.0, 1.0);
        let value = if share <= 0.003_130_8 { 12.92 * share } else { 1.055 * share.powf(1.0 / 2.4) - 0.055 };
        (255.0 * value).round() as u8
    }))
}

/// Returns the coordinates in Oklab of a colour in sRGB.
#[cfg(test)]
pub(super) fn of(Colour(rgb): Colour) -> Lab {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back_is_the_same_colour() {
        for rgb in [[0, 0, 0], [255, 255, 255], [0x26, 0x1c, 0x6e], [0xff, 0xc8, 0x34], [3, 200, 90]] {
            assert_eq!(colour(of(Colour(rgb))), Colour(rgb));
        }
    }
}
