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
    /// The intervals of where bars end, drawn as whiskers; empty where there are none, else one for each bar.
    pub intervals: Vec<Option<[f64; 2]>>,
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
    let intervals = content.intervals.iter().copied().chain(std::iter::repeat(None));
    let is_shown = |ends: &[f64; 2]| ends.iter().all(|x| content.x.scale.shows(*x));
    let shown: Vec<_> = content.bars.iter().zip(intervals).filter(|((_, ends), _)| is_shown(ends)).collect();
    let whiskers = shown.iter().filter_map(|(_, interval)| interval.filter(is_shown));
    let values: Vec<f64> =
        shown.iter().flat_map(|((_, ends), _)| *ends).chain(whiskers.flatten()).chain(content.middle).collect();
    if shown.is_empty() {
        return None;
    }
    let x = content.x.axis(&values, theme.ticks(6))?;
    let name = Style { anchor: Anchor::End, ..theme.label };
    // a reader's letters may be wider
    let widest = shown.iter().map(|((text, _), _)| 1.1 * font::width(text, name)).fold(0.0, f64::max).min(theme.widest);
    let (left, top) = (widest + 34.0, theme.head(&content.title, content.notes.len()) + 8.0);
    // nothing is measured upwards
    let y = Dimension { limits: Some([0.0, 1.0]), ..Dimension::default() }.axis(&[], 2)?;
    let up = BAR * shown.len() as f64 + 8.0;
    let room = super::plane::right_of(&x, theme);
    let plane = Plane { x, y, left, top, across: ACROSS, up };
    let size = [plane.right() + room, plane.bottom() + theme.foot];
    let mut scene = page(size, theme, left, &content.title, &content.notes);
    for (at, ((text, ends), interval)) in shown.iter().enumerate() {
        let above = top + 4.0 + BAR * at as f64;
        bar(&mut scene, &plane, above, *ends);
        if let Some(interval) = interval.filter(is_shown) {
            whisker(&mut scene, &plane, above, interval, Stroke::of(theme.line, 1.4));
        }
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

/// Draws an interval over a bar: a line with an end on either side.
fn whisker(scene: &mut Scene, plane: &Plane, above: f64, interval: [f64; 2], stroke: Stroke) {
    let ([a, b], middle) = (interval.map(|x| plane.at_x(x)), above + 0.5 * BAR);
    scene.line(polyline(&[[a, middle], [b, middle]]), stroke);
    for x in [a, b] {
        scene.line(polyline(&[[x, middle - 4.0], [x, middle + 4.0]]), stroke);
    }
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

    /// An interval that reaches beyond its bar widens the axis.
    #[test]
    fn intervals_are_whiskers_over_their_bars() {
        let bars = vec![("mass".to_string(), [0.0, 1.0]), ("spin".to_string(), [0.0, 0.5])];
        let with =
            |intervals| tornado(&Tornado { bars: bars.clone(), intervals, ..Tornado::default() }).expect("bars").svg();
        let (without, some) = (with(Vec::new()), with(vec![Some([0.9, 1.1]), None]));
        let (lines, more) = (without.matches("<path").count(), some.matches("<path").count());
        assert!(more == lines + 3 && some != without, "{lines} {more}");
    }
}
