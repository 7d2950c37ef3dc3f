//! Tornadoes: bars from one value to another, one below the other, the longest first.

use super::font::{self, fitted};
use super::picture::{Dimension, Picture};
use super::plane::{Plane, page};
use super::scene::{Anchor, Colour, Scene, Stroke, Style, polyline};
use super::theme::{PALETTE, PageStyle};

/// What is to be drawn: bars over an axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tornado {
    /// The title.
    pub title: String,
    /// The dimension to the right.
    pub x: Dimension,
    /// The bars, from above, with the values where they begin and end; they are brighter where they fall.
    pub bars: Vec<(String, [f64; 2])>,
    /// A value that a line upwards marks.
    pub middle: Option<f64>,
    /// Lines of the caption.
    pub notes: Vec<String>,
    /// How the page looks.
    pub style: PageStyle,
}

/// Width of the plane, and height of a bar with its distance to the next one.
const ACROSS: f64 = 480.0;
const BAR: f64 = 24.0;

/// Returns the colour of a bar.
fn colour([from, to]: [f64; 2]) -> Colour {
    if to < from { PALETTE[1] } else { PALETTE[0] }
}

/// Draws a tornado; `None` without a bar that the axis shows. The picture counts bars.
pub fn tornado(content: &Tornado) -> Option<Picture> {
    let theme = content.style.theme();
    let shown: Vec<&(String, [f64; 2])> =
        content.bars.iter().filter(|(_, ends)| ends.iter().all(|x| content.x.scale.shows(*x))).collect();
    let values: Vec<f64> = shown.iter().flat_map(|(_, ends)| *ends).chain(content.middle).collect();
    if shown.is_empty() {
        return None;
    }
    let x = content.x.axis(&values, theme.ticks(6))?;
    let name = Style { anchor: Anchor::End, ..theme.label };
    // a reader's letters may be wider
    let widest = shown.iter().map(|(text, _)| 1.1 * font::width(text, name)).fold(0.0, f64::max).min(theme.widest);
    let (left, top) = (widest + 34.0, theme.head(&content.title, content.notes.len()) + 8.0);
    // nothing is measured upwards
    let y = Dimension { limits: Some([0.0, 1.0]), ..Dimension::default() }.axis(&[], 2)?;
    let up = BAR * shown.len() as f64 + 8.0;
    let room = super::plane::right_of(&x, theme);
    let plane = Plane { x, y, left, top, across: ACROSS, up };
    let size = [plane.right() + room, plane.bottom() + theme.foot];
    let mut scene = page(size, theme, left, &content.title, &content.notes);
    for (at, (text, ends)) in shown.iter().enumerate() {
        let above = top + 4.0 + BAR * at as f64;
        bar(&mut scene, &plane, above, *ends);
        scene.text([left - 10.0, above + 0.68 * BAR], name, fitted(text, widest, name));
    }
    let upwards = |x: f64| [[plane.at_x(x), top], [plane.at_x(x), plane.bottom()]];
    if let Some(middle) = content.middle {
        let stroke = Stroke { dash: Some([4.0, 3.0]), ..Stroke::of(theme.line, 1.2) };
        scene.line(polyline(&upwards(middle)), stroke);
    }
    plane.edges(&mut scene, false);
    plane.labels_below(&mut scene, &content.x);
    Some(Picture { scene, drawn: shown.len() as u64, total: content.bars.len() as u64 })
}

fn bar(scene: &mut Scene, plane: &Plane, above: f64, ends: [f64; 2]) {
    let [a, b] = ends.map(|x| plane.at_x(x));
    let (left, width) = (a.min(b), (a - b).abs().max(1.0));
    scene.bar([left, above + 3.0, width, BAR - 6.0], colour(ends));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_that_fall_have_another_colour() {
        let bars = vec![("mass".to_string(), [1.0, 3.0]), ("spin".to_string(), [2.5, 1.5])];
        let picture = tornado(&Tornado { bars, middle: Some(2.0), ..Tornado::default() }).expect("bars");
        assert_eq!(picture.drawn, 2);
        let svg = picture.svg();
        assert!(svg.contains(&PALETTE[0].hex()) && svg.contains(&PALETTE[1].hex()) && svg.contains("spin"), "{svg}");
        assert!(tornado(&Tornado::default()).is_none());
    }
}
