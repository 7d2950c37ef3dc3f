//! Histograms: how many points have which values.

use super::axis::Scale;
use super::classes::Classes;
use super::colour::plain;
use super::count::count;
use super::lines::{Lines, Series, lines};
use super::picture::{Dimension, Picture, ValueKind};
use super::plane::{Plane, left_of, page, right_of};
use super::scene::{Colour, Scene};
use super::theme::{MISSING, PageStyle};

/// What is to be drawn: how many values are in which class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// The title.
    pub title: String,
    /// The dimension to the right.
    pub x: Dimension,
    /// Upwards: what is counted.
    pub y: Dimension,
    /// Names with their classes. One is drawn as bars, several as outlines over each other.
    pub series: Vec<(String, Classes)>,
    /// Values along x that lines upwards mark, with what they are; the axis reaches those that are near the others.
    pub marked: Vec<(f64, String)>,
    /// Lines of the caption.
    pub notes: Vec<String>,
    /// How the page looks.
    pub style: PageStyle,
}

/// Width and height of the plane.
const ACROSS: f64 = 560.0;
const UP: f64 = 380.0;

/// Draws a histogram; `None` without a value. The picture counts values.
pub fn histogram(content: &Histogram) -> Option<Picture> {
    let counted = |classes: &Classes| classes.counts.iter().sum::<u64>();
    let drawn: u64 = content.series.iter().map(|(_, classes)| counted(classes)).sum();
    let beyond: u64 = content.series.iter().flat_map(|(_, classes)| classes.beyond).sum();
    if drawn + beyond == 0 {
        return None;
    }
    let picture = match content.series.as_slice() {
        [(_, classes)] => bars(content, classes),
        _ => outlines(content),
    }?;
    Some(Picture { drawn, total: drawn + beyond, ..picture })
}

/// Returns the axis of the counts, which begins at none.
fn upwards(content: &Histogram) -> Dimension {
    // what is outside limits is not drawn
    let drawn = |classes| if content.x.limits.is_none() { extremes(classes) } else { 0 };
    let counts = content.series.iter().flat_map(|(_, classes)| classes.counts.iter().copied().chain([drawn(classes)]));
    let most = counts.max().unwrap_or(1).max(1) as f64;
    let range = match content.y.scale {
        Scale::Linear => [0.0, 1.05 * most],
        Scale::Logarithmic => [0.7, 1.5 * most],
    };
    Dimension { limits: Some(content.y.limits.unwrap_or(range)), kind: ValueKind::Whole, ..content.y.clone() }
}

/// Returns the greater of the numbers of values below and above the classes.
fn extremes(classes: &Classes) -> u64 {
    classes.beyond.into_iter().max().unwrap_or(0)
}

/// Returns the range of the classes that hold a value, with a class more on a side where values lie beyond.
fn range(classes: &Classes) -> Option<[f64; 2]> {
    let filled = classes.filled();
    let (edges, n) = (&classes.edges, classes.counts.len());
    let [below, above] = classes.beyond;
    let low = if below > 0 { 2.0 * edges.first()? - edges.get(1)? } else { *edges.get(filled.start)? };
    let high = if above > 0 { 2.0 * edges.get(n)? - edges.get(n - 1)? } else { *edges.get(filled.end)? };
    // a single class stands in the middle
    let aside = if n == 1 { high - low } else { 0.0 };
    Some([low - aside, high + aside])
}

fn bars(content: &Histogram, classes: &Classes) -> Option<Picture> {
    let theme = content.style.theme();
    let y = upwards(content);
    let ends = with_marked(range(classes)?, content);
    // answers that nobody gave have a class, too
    let both = ends.into_iter().chain(classes.edges.iter().copied().filter(|_| content.x.kind == ValueKind::YesNo));
    let (x, y) = (content.x.axis(&both.collect::<Vec<f64>>(), theme.ticks(7))?, y.axis(&[], 6)?);
    let mut notes = content.notes.clone();
    notes.extend(marks(content, ends));
    let grey = if content.x.limits.is_none() { beyond(classes) } else { None };
    notes.extend(grey);
    let (left, top) = (left_of(&y, theme), theme.head(&content.title, notes.len()) + 8.0);
    let room = right_of(&x, theme);
    let plane = Plane { x, y, left, top, across: ACROSS, up: UP }.beside(room, theme);
    let size = [plane.right() + room, plane.bottom() + theme.foot];
    let mut scene = page(size, theme, left, &content.title, &notes);
    plane.grid(&mut scene);
    if content.x.limits.is_none() && content.x.scale == Scale::Linear {
        let last = classes.edges.len().checked_sub(2)?;
        let [first, second] = [classes.edges[0], classes.edges[1]];
        bar(&mut scene, &plane, [2.0 * first - second, first], classes.beyond[0], MISSING);
        let [before, end] = [classes.edges[last], classes.edges[last + 1]];
        bar(&mut scene, &plane, [end, 2.0 * end - before], classes.beyond[1], MISSING);
    }
    for (edges, n) in classes.edges.windows(2).zip(&classes.counts) {
        bar(&mut scene, &plane, [edges[0], edges[1]], *n, plain());
    }
    plane.edges(&mut scene, false);
    plane.marked(&mut scene, &content.marked);
    plane.labels(&mut scene, &content.x, &content.y);
    Some(Picture { scene, drawn: 0, total: 0 })
}

/// Returns the range of values, and of what is marked no further from them than they are wide.
fn with_marked([low, high]: [f64; 2], content: &Histogram) -> [f64; 2] {
    let near = |value: &f64| match content.x.scale {
        Scale::Linear => (low - (high - low)..=high + (high - low)).contains(value),
        Scale::Logarithmic => *value > 0.0 && (low * low / high..=high * high / low).contains(value),
    };
    let marked = content.marked.iter().map(|(value, _)| *value).filter(near);
    marked.fold([low, high], |[low, high], value| [low.min(value), high.max(value)])
}

/// Returns notes on what the dashed lines are, and on what is marked outside of the axis.
fn marks(content: &Histogram, [low, high]: [f64; 2]) -> Vec<String> {
    let [low, high] = content.x.limits.unwrap_or([low, high]);
    let (inside, outside): (Vec<_>, Vec<_>) =
        content.marked.iter().partition(|(value, _)| (low..=high).contains(value));
    let say = |what: &str, marks: Vec<&(f64, String)>| {
        let names: Vec<&str> = marks.into_iter().map(|(_, name)| name.as_str()).collect();
        (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
    };
    [say("Dashed", inside), say("Beyond the axis", outside)].into_iter().flatten().collect()
}

/// Draws a bar of a count over a class, as far as it is in the plane.
fn bar(scene: &mut Scene, plane: &Plane, [from, to]: [f64; 2], n: u64, fill: Colour) {
    let n = n as f64;
    if !plane.y.scale().shows(n) || n == 0.0 {
        return;
    }
    let inside = |share: f64| share.clamp(0.0, 1.0);
    let [a, b] = [from, to].map(|edge| plane.left + plane.across * inside(plane.x.share_of(edge)));
    let height = plane.up * inside(plane.y.share_of(n));
    if b > a && height > 0.0 {
        // bars that are wide enough stand apart
        let gap = if b - a > 5.0 { 1.0 } else { 0.0 };
        scene.bar([a + gap / 2.0, plane.bottom() - height, b - a - gap, height], fill);
    }
}

/// Returns a note on what the grey bars are.
fn beyond(classes: &Classes) -> Option<String> {
    let [below, above] = classes.beyond;
    if below + above == 0 {
        return None;
    }
    let say = |n: u64, where_: &str| (n > 0).then(|| format!("{} {where_} the classes", count(n)));
    let said: Vec<String> = [say(below, "below"), say(above, "above")].into_iter().flatten().collect();
    Some(format!("Grey: {}", said.join(" and ")))
}

/// Draws the outlines of several histograms.
fn outlines(content: &Histogram) -> Option<Picture> {
    let floor = |y: &Dimension| y.limits.map_or(0.0, |[low, _]| low);
    let y = upwards(content);
    let floor = floor(&y);
    let outline = |(name, classes): &(String, Classes)| {
        let filled = classes.filled();
        let mut points = vec![(classes.edges[filled.start], floor)];
        for place in filled.clone() {
            let height = (classes.counts[place] as f64).max(floor);
            points.extend([(classes.edges[place], height), (classes.edges[place + 1], height)]);
        }
        points.push((classes.edges[filled.end], floor));
        Series { name: name.clone(), points }
    };
    let edges = || content.series.iter().filter_map(|(_, classes)| range(classes)).flatten();
    let ends = [edges().fold(f64::INFINITY, f64::min), edges().fold(f64::NEG_INFINITY, f64::max)];
    let ends = with_marked(ends, content);
    let mut notes = content.notes.clone();
    notes.extend(marks(content, ends));
    let limits = content.x.limits.or((!content.marked.is_empty()).then_some(ends));
    lines(&Lines {
        title: content.title.clone(),
        x: Dimension { limits, ..content.x.clone() },
        marked: content.marked.clone(),
        y,
        series: content.series.iter().map(outline).collect(),
        outlines: true,
        notes,
        style: content.style,
        ..Lines::default()
    })
}
