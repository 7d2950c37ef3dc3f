//! Lines: quantities over time or over each other, errors over steps.

use super::axis::Scale;
use super::colour::plain;
use super::colour_scale::ColourScale;
use super::count::counted;
use super::picture::{Dimension, Picture, Quantity};
use super::plane::{Plane, left_of, page, right_of};
use super::reference;
use super::scatter::scramble;
use super::scene::{Colour, Scene, Step, Stroke};
use super::series::{self, Label, Look, Runs};
use super::theme::{PageStyle, Theme};

/// A line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name of the series.
    pub name: String,
    /// The points of the series in their order. One that the axes do not show makes a gap.
    pub points: Vec<(f64, f64)>,
}

/// What is to be drawn: lines over common axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    /// The title.
    pub title: String,
    /// The dimension to the right.
    pub x: Dimension,
    /// Upwards.
    pub y: Dimension,
    /// The lines. A few have a colour and a marker each, and their names beside their ends; many are thin
    /// lines of one colour.
    pub series: Vec<Series>,
    /// The lines through the points of the series, in their order; straight stretches where there are none.
    pub curves: Vec<Vec<(f64, f64)>>,
    /// Values along x that lines upwards mark, with what they are.
    pub marked: Vec<(f64, String)>,
    /// A value for each series, which gives it its colour.
    pub colour: Option<Quantity>,
    /// What the names of the lines are, above them.
    pub heading: Option<String>,
    /// Slopes of dashed reference lines, in decades for a decade; drawn where both axes are logarithmic.
    pub slopes: Vec<f64>,
    /// Dashed lines through the origin, y in units of x, with what they are; drawn where both axes are linear.
    pub rays: Vec<(f64, String)>,
    /// Points that are marked on the lines: what comes first, second, .. has another marker.
    pub points: Vec<Vec<(f64, f64)>>,
    /// Points that have rings around them, which no line has as its marker.
    pub rings: Vec<(f64, f64)>,
    /// Whether the lines are outlines: they have no markers, and their names are in their order, not where they end.
    pub outlines: bool,
    /// Lines of the caption.
    pub notes: Vec<String>,
    /// How the page looks.
    pub style: PageStyle,
}

/// Width and height of the plane.
const ACROSS: f64 = 560.0;
const UP: f64 = 400.0;
/// Series with more points have no markers.
const MOST_MARKED: usize = 40;

/// Draws lines; `None` if the axes show no point. The picture counts series.
pub fn lines(content: &Lines) -> Option<Picture> {
    let theme = content.style.theme();
    let shown = |(x, y): &&(f64, f64)| content.x.scale.shows(*x) && content.y.scale.shows(*y);
    let points = || content.series.iter().flat_map(|s| &s.points);
    let (mut x, mut y): (Vec<f64>, Vec<f64>) = points().filter(shown).copied().unzip();
    let left_out = points().count() - x.len();
    let between = content.curves.iter().flatten().filter(shown);
    between.for_each(|(a, b)| {
        x.push(*a);
        y.push(*b);
    });
    let scale = content.colour.as_ref().and_then(|quantity| {
        let scale = quantity.dimension.scale;
        let values: Vec<f64> = quantity.values.iter().copied().filter(|v| scale.shows(*v)).collect();
        Some((ColourScale::new(&values, &quantity.dimension)?, quantity))
    });
    let mut notes = caption(content, left_out);
    notes.extend(scale.as_ref().and_then(|(scale, _)| scale.note("line")));
    let (x, y) = (content.x.axis(&x, theme.ticks(7))?, content.y.axis(&y, 7)?);
    let extra = if notes.is_empty() && theme.captioned { 0.0 } else { 8.0 };
    let (left, top) = (left_of(&y, theme), theme.head(&content.title, notes.len()) + extra);
    let plane = Plane { x, y, left, top, across: ACROSS, up: UP };
    let room = Drawing::of(content, &plane, scale.as_ref()).room(theme) + theme.margin;
    let room = room.max(right_of(&plane.x, theme));
    let plane = plane.beside(room, theme);
    let drawing = Drawing::of(content, &plane, scale.as_ref());
    let mut scene = page([plane.right() + room, plane.bottom() + theme.foot], theme, left, &content.title, &notes);
    plane.grid(&mut scene);
    plane.edges(&mut scene, false);
    plane.marked(&mut scene, &content.marked);
    if [content.x.scale, content.y.scale] == [Scale::Logarithmic; 2] {
        let runs: Vec<Runs> = drawing.series.iter().map(|(_, runs)| runs.clone()).collect();
        reference::slopes(&mut scene, &plane, &runs, &content.slopes);
    }
    if [content.x.scale, content.y.scale] == [Scale::Linear; 2] {
        let runs: Vec<Runs> = drawing.series.iter().map(|(_, runs)| runs.clone()).collect();
        reference::rays(&mut scene, &plane, &runs, &content.rays);
    }
    drawing.draw(&mut scene, &plane);
    for (number, points) in content.points.iter().enumerate() {
        markers(&mut scene, &plane, Look::of(number + 1), points);
    }
    let stroke = Stroke::of(theme.label.fill, 1.5);
    for at in places(&plane, &content.rings) {
        scene.line(circle(at, 5.5 * theme.thickness), stroke);
    }
    plane.labels(&mut scene, &content.x, &content.y);
    Some(Picture { scene, drawn: drawing.series.len() as u64, total: content.series.len() as u64 })
}

/// Draws the markers of points that the axes show.
fn markers(scene: &mut Scene, plane: &Plane, look: Look, points: &[(f64, f64)]) {
    for at in places(plane, points) {
        look.marker(scene, at, true);
    }
}

/// Returns where points that the axes show are on the page.
fn places(plane: &Plane, points: &[(f64, f64)]) -> impl Iterator<Item = [f64; 2]> {
    points.iter().filter_map(|(x, y)| {
        let at = [plane.at_x(*x), plane.at_y(*y)];
        let is_shown = plane.x.scale().shows(*x) && plane.y.scale().shows(*y);
        (is_shown && plane.inside([at; 2], -0.1).is_some()).then_some(at)
    })
}

/// Returns the steps along a circle.
fn circle([x, y]: [f64; 2], radius: f64) -> impl Iterator<Item = Step> {
    let corner = move |k: u32| {
        let (sine, cosine) = (f64::from(k) * std::f64::consts::TAU / 24.0).sin_cos();
        [x + radius * cosine, y + radius * sine]
    };
    let corners = (1..24).map(move |k| Step::Line(corner(k)));
    std::iter::once(Step::Move(corner(0))).chain(corners).chain([Step::Close])
}

/// Returns the notes, and one on series that are not drawn.
fn caption(content: &Lines, left_out: usize) -> Vec<String> {
    let mut notes = content.notes.clone();
    if left_out > 0 {
        let logarithmic = [content.x.scale, content.y.scale].contains(&Scale::Logarithmic);
        let why = if logarithmic { "not finite or not positive" } else { "without a finite value" };
        notes.push(format!("Not drawn: {} {why}", counted(left_out as u64, "point")));
    }
    notes
}

/// The key to the series: how a reader tells which is which.
enum Key<'a> {
    /// Names beside the ends of the lines.
    Names { markers: bool, ends: bool },
    /// Colours of a colour scale.
    Colours(&'a ColourScale, &'a Quantity),
    /// No key.
    None,
}

/// The series on the page.
struct Drawing<'a> {
    points: Vec<&'a [(f64, f64)]>,
    /// Numbers and points of the series that have a point.
    series: Vec<(usize, Runs)>,
    names: Vec<String>,
    heading: Option<String>,
    key: Key<'a>,
}

impl<'a> Drawing<'a> {
    fn of(content: &'a Lines, plane: &Plane, scale: Option<&'a (ColourScale, &'a Quantity)>) -> Self {
        let line = |(number, s): (usize, &'a Series)| {
            (number, series::runs(content.curves.get(number).unwrap_or(&s.points), plane))
        };
        let placed = content.series.iter().enumerate().map(line);
        let series: Vec<(usize, Runs)> = placed.filter(|(_, runs)| !runs.is_empty()).collect();
        let names = content.series.iter().map(|s| s.name.clone()).collect();
        let key = match scale {
            Some((scale, quantity)) => Key::Colours(scale, quantity),
            None if series.len() <= series::most_labels(plane.up) => {
                let most = content.series.iter().map(|s| s.points.len()).max().unwrap_or(0);
                Key::Names { markers: !content.outlines && most <= MOST_MARKED, ends: !content.outlines }
            }
            None => Key::None,
        };
        let points = content.series.iter().map(|s| s.points.as_slice()).collect();
        Self { points, series, names, heading: content.heading.clone(), key }
    }

    /// Returns the room that the key takes beside the plane.
    fn room(&self, theme: &Theme) -> f64 {
        match &self.key {
            Key::Names { .. } => {
                let names = self.series.iter().map(|(number, _)| self.names[*number].as_str());
                series::room(names, self.heading.as_deref(), theme)
            }
            Key::Colours(scale, quantity) => scale.room(theme, &quantity.dimension) - theme.margin,
            Key::None => 0.0,
        }
    }

    fn draw(&self, scene: &mut Scene, plane: &Plane) {
        match &self.key {
            Key::Names { markers, ends } => self.named(scene, plane, *markers, *ends),
            Key::Colours(scale, quantity) => {
                // in no order, so that what lies on top does not depend on that of the series
                let mut shuffled: Vec<&(usize, Runs)> = self.series.iter().collect();
                shuffled.sort_by_key(|(number, _)| (scramble(*number as u64), *number));
                for (number, runs) in shuffled {
                    let value = quantity.values.get(*number).copied().filter(|v| quantity.dimension.scale.shows(*v));
                    let colour = value.map_or(scene.theme.line, |v| scale.colour(scale.share_of(v)));
                    series::line(scene, runs, self.thin(colour));
                }
                scale.bar(scene, plane, plane.right(), &quantity.dimension);
            }
            Key::None => {
                for (_, runs) in &self.series {
                    series::line(scene, runs, self.thin(plain()));
                }
            }
        }
    }

    fn thin(&self, colour: Colour) -> Stroke {
        let n = self.series.len().max(1) as f64;
        Stroke { opacity: (0.01 * (700.0 / n.sqrt()).round()).clamp(0.35, 0.9), ..Stroke::of(colour, 1.3) }
    }

    fn named(&self, scene: &mut Scene, plane: &Plane, has_markers: bool, ends: bool) {
        let width = if has_markers { 2.0 } else { 1.7 };
        // the first series is the uppermost
        for (number, runs) in self.series.iter().rev() {
            let look = Look::of(*number);
            series::line(scene, runs, Stroke::of(look.colour, width));
            if has_markers {
                markers(scene, plane, look, self.points[*number]);
            }
        }
        let label = |(number, runs): &(usize, Runs)| {
            let end = runs.iter().flatten().copied().max_by(|a, b| a[0].total_cmp(&b[0]))?;
            let outer = [runs.first().and_then(|run| run.first()), runs.last().and_then(|run| run.last())];
            let is_end = ends && outer.contains(&Some(&end));
            let end = if ends { end } else { [end[0], plane.top] };
            let text = self.names[*number].clone();
            (!text.is_empty()).then(|| Label { text, look: Look::of(*number), end, is_end })
        };
        let labels: Vec<Label> = self.series.iter().filter_map(label).collect();
        series::labels(scene, plane, &labels, has_markers);
        if let Some(heading) = &self.heading {
            series::heading(scene, plane, heading);
        }
    }
}
