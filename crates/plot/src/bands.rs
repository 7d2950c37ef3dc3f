//! Bands: ranges of a quantity along another, one within the other, with a line in their middle.

use super::lines::Series;
use super::picture::{Dimension, Picture};
use super::plane::{Plane, left_of, page, right_of};
use super::scene::{Colour, Scene, Stroke};
use super::series;
use super::theme::{PALETTE, PageStyle};

/// What is to be drawn: bands over common axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bands {
    /// The title.
    pub title: String,
    /// The dimension to the right.
    pub x: Dimension,
    /// Upwards.
    pub y: Dimension,
    /// The bands, the widest first: places along x with the lower and the upper end of each.
    pub bands: Vec<Vec<[f64; 3]>>,
    /// The line in the middle.
    pub middle: Vec<(f64, f64)>,
    /// Thin lines, as those of extremes.
    pub outlines: Vec<Series>,
    /// Lines of the caption.
    pub notes: Vec<String>,
    /// How the page looks.
    pub style: PageStyle,
}

/// Width and height of the plane.
const ACROSS: f64 = 560.0;
const UP: f64 = 300.0;

/// Returns the colour of a band: the darker, the more bands are around it.
fn tint(depth: usize, of: usize) -> Colour {
    let share = 0.18 + 0.22 * (depth + 1) as f64 / of.max(1) as f64;
    Colour(PALETTE[0].0.map(|c| (255.0 - share * (255.0 - f64::from(c))).round() as u8))
}

/// Draws bands; `None` if the axes show no point. The picture counts points of the line in the middle.
pub fn bands(content: &Bands) -> Option<Picture> {
    let theme = content.style.theme();
    let ends = content.bands.iter().flatten().flat_map(|[x, low, high]| [(*x, *low), (*x, *high)]);
    let lines = content.middle.iter().chain(content.outlines.iter().flat_map(|line| &line.points)).copied();
    let shown = |(x, y): &(f64, f64)| content.x.scale.shows(*x) && content.y.scale.shows(*y);
    let (x, y): (Vec<f64>, Vec<f64>) = ends.chain(lines).filter(shown).unzip();
    let (x, y) = (content.x.axis(&x, theme.ticks(7))?, content.y.axis(&y, 6)?);
    let (left, top) = (left_of(&y, theme), theme.head(&content.title, content.notes.len()) + 8.0);
    let room = right_of(&x, theme);
    let plane = Plane { x, y, left, top, across: ACROSS, up: UP }.beside(room, theme);
    let size = [plane.right() + room, plane.bottom() + theme.foot];
    let mut scene = page(size, theme, left, &content.title, &content.notes);
    for (depth, band) in content.bands.iter().enumerate() {
        area(&mut scene, &plane, band, tint(depth, content.bands.len()));
    }
    plane.grid(&mut scene);
    for line in &content.outlines {
        let stroke = Stroke { dash: Some([4.0, 3.0]), ..Stroke::of(PALETTE[0], 1.0) };
        series::line(&mut scene, &series::runs(&line.points, &plane), stroke);
    }
    let middle = series::runs(&content.middle, &plane);
    series::line(&mut scene, &middle, Stroke::of(PALETTE[0], 2.0));
    plane.edges(&mut scene, false);
    plane.labels(&mut scene, &content.x, &content.y);
    let drawn = middle.iter().map(Vec::len).sum::<usize>() as u64;
    Some(Picture { scene, drawn, total: content.middle.len() as u64 })
}

/// Fills a band, in parts where the axes do not show some of it.
fn area(scene: &mut Scene, plane: &Plane, band: &[[f64; 3]], fill: Colour) {
    let shown = |[x, low, high]: &[f64; 3]| {
        plane.x.scale().shows(*x) && plane.y.scale().shows(*low) && plane.y.scale().shows(*high)
    };
    for part in band.split(|at| !shown(at)).filter(|part| part.len() > 1) {
        let at = |x: f64, y: f64| [plane.at_x(x), plane.at_y(y).clamp(plane.top, plane.bottom())];
        let lower = part.iter().map(|[x, low, _]| at(*x, *low));
        let upper = part.iter().rev().map(|[x, _, high]| at(*x, *high));
        scene.area(&lower.chain(upper).collect::<Vec<_>>(), fill);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_without_a_value_somewhere_are_drawn_in_parts() {
        let band: Vec<[f64; 3]> =
            (0..9).map(|i| if i == 4 { [4.0, f64::NAN, 1.0] } else { [f64::from(i), -1.0, 1.0] }).collect();
        let middle = (0..9).map(|i| (f64::from(i), 0.0)).collect();
        let picture = bands(&Bands { bands: vec![band], middle, ..Bands::default() }).expect("points");
        assert_eq!((picture.drawn, picture.total), (9, 9));
        assert_eq!(picture.svg().matches(&tint(0, 1).hex()).count(), 2);
        assert!(bands(&Bands::default()).is_none());
    }
}
