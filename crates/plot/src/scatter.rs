//! The cloud of points as dots, with histograms at the sides of the plane.
//!
//! A cloud of 16,384 points is drawn dot by dot and still takes less than 250 KB of SVG.

use super::axis::{Axis, Scale};
use super::classes::{Classes, is_whole};
use super::colour::plain;
use super::colour_scale::{ColourScale, by_shade};
use super::count::{count, counted};
use super::picture::{Picture, Quantity};
use super::plane::{Plane, left_of, page, right_of};
use super::scene::{Colour, Mark, Scene};
use super::theme::{PageStyle, Theme};

/// What is to be drawn: two or three quantities of points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cloud {
    /// The title.
    pub title: String,
    /// The quantity to the right.
    pub x: Quantity,
    /// Upwards.
    pub y: Quantity,
    /// The colour of the dots.
    pub colour: Option<Quantity>,
    /// What a point stands for, as `member`, for the caption.
    pub noun: String,
    /// What else is not drawn, as `3 that did not complete`, for the caption.
    pub missing: Option<String>,
    /// What else the caption says.
    pub notes: Vec<String>,
    /// How the page looks.
    pub style: PageStyle,
}

/// Points beyond this number are thinned.
const MOST_DOTS: usize = 16_384;

/// Width and height of the plane.
const ACROSS: f64 = 520.0;
const UP: f64 = 380.0;
/// Height of a histogram and its distance from the plane.
const SIDE: f64 = 58.0;
const GAP: f64 = 7.0;

/// Draws a cloud; `None` if it holds no point with a value of every quantity. The picture counts points.
pub fn scatter(cloud: &Cloud) -> Option<Picture> {
    let points = Points::of(cloud);
    let theme = cloud.style.theme();
    if points.x.is_empty() {
        return None;
    }
    // on paper the dots have all the room
    let classes = [(&points.x, &cloud.x), (&points.y, &cloud.y)].map(|(values, quantity)| {
        whole_classes(values).filter(|_| theme.captioned && quantity.dimension.scale == Scale::Linear)
    });
    let x = cloud.x.dimension.axis(&with_ends(&points.x, &classes[0]), theme.ticks(6))?;
    let y = cloud.y.dimension.axis(&with_ends(&points.y, &classes[1]), 6)?;
    let dots = points.dots();
    let lines = caption(cloud, &points, dots.len());
    let side = if theme.captioned { GAP + SIDE } else { 0.0 };
    let (left, top) = (left_of(&y, theme), theme.head(&cloud.title, lines.len()) + side);
    let bar = points.scale.as_ref().zip(cloud.colour.as_ref());
    let room = side + bar.map_or(theme.margin, |(scale, quantity)| scale.room(theme, &quantity.dimension));
    let room = room.max(right_of(&x, theme));
    let plane = Plane { x, y, left, top, across: ACROSS, up: UP }.beside(room, theme);
    let mut scene = page([plane.right() + room, plane.bottom() + theme.foot], theme, left, &cloud.title, &lines);
    plane.grid(&mut scene);
    plane.edges(&mut scene, false);
    scene.add(points.marks(&plane, &dots, theme));
    if theme.captioned {
        histograms(&mut scene, &plane, &points, &classes);
    }
    plane.labels(&mut scene, &cloud.x.dimension, &cloud.y.dimension);
    if let Some((scale, quantity)) = bar {
        scale.bar(&mut scene, &plane, plane.right() + side, &quantity.dimension);
    }
    Some(Picture { scene, drawn: dots.len() as u64, total: points.x.len() as u64 })
}

/// Returns notes on what is drawn, and what is not.
fn caption(cloud: &Cloud, drawn: &Points, dots: usize) -> Vec<String> {
    let points = drawn.x.len();
    let (n, noun) = (|n: usize| count(n as u64), &cloud.noun);
    let yes_no = drawn.scale.as_ref().is_some_and(ColourScale::is_yes_no);
    let aside = match (cloud.style, cloud.colour.is_some(), dots == points) {
        (PageStyle::Card, true, all) if yes_no => {
            if all {
                "; histograms of both"
            } else {
                "; histograms of both, of all"
            }
        }
        (PageStyle::Paper, ..) | (_, false, true) => "",
        (_, false, false) => "; histograms of all",
        (_, true, true) => "; histograms in the mean colour of each bin",
        (_, true, false) => "; histograms in the mean colour of each bin, of all",
    };
    let first = match (dots == points, cloud.colour.is_some()) {
        (true, false) if points == 1 => format!("The only {noun}"),
        (true, false) => format!("All {} {noun}s, one dot each", n(points)),
        (true, true) => format!("{}, one dot each{aside}", counted(points as u64, noun)),
        (false, _) => format!("{} of {} {noun}s, one dot each{aside}", n(dots), n(points)),
    };
    let mut missing: Vec<String> = cloud.missing.iter().cloned().collect();
    let incomplete = cloud.x.values.len().saturating_sub(points + drawn.outside);
    if incomplete > 0 {
        missing.push(format!("{} without a finite value", n(incomplete)));
    }
    let mut lines = vec![first];
    if drawn.outside > 0 {
        missing.push(format!("{} outside the limits", n(drawn.outside)));
    }
    if !missing.is_empty() {
        lines.push(format!("Not drawn: {}", missing.join(", ")));
    }
    lines.extend(drawn.scale.as_ref().and_then(|scale| scale.note(noun)));
    lines.extend(cloud.notes.clone());
    lines
}

/// The points that can be drawn.
struct Points {
    x: Vec<f64>,
    y: Vec<f64>,
    /// Shares of the colour scale from 0 to 1.
    shade: Vec<f64>,
    scale: Option<ColourScale>,
    /// How many more there are outside the limits.
    outside: usize,
}

/// Dots of all colours that are drawn before the next ones cover them.
const LAYER: usize = 4096;

impl Points {
    fn of(cloud: &Cloud) -> Self {
        let (mut x, mut y, mut colour) = (Vec::new(), Vec::new(), Vec::new());
        let [along, up] = [&cloud.x.dimension, &cloud.y.dimension];
        let mut outside = 0;
        for (i, (a, b)) in cloud.x.values.iter().zip(&cloud.y.values).enumerate() {
            let shade = match &cloud.colour {
                Some(quantity) => quantity.values.get(i).copied().filter(|c| quantity.dimension.scale.shows(*c)),
                None => Some(0.0),
            };
            let Some(shade) = shade.filter(|_| along.scale.shows(*a) && up.scale.shows(*b)) else { continue };
            if !along.holds(*a) || !up.holds(*b) {
                outside += 1;
                continue;
            }
            x.push(*a);
            y.push(*b);
            colour.push(shade);
        }
        let scale = cloud.colour.as_ref().and_then(|quantity| ColourScale::new(&colour, &quantity.dimension));
        let shade = match &scale {
            Some(scale) => colour.iter().map(|c| scale.share_of(*c)).collect(),
            None => vec![0.0; x.len()],
        };
        Self { x, y, shade, scale, outside }
    }

    /// Returns the points to draw, in the order of drawing: shuffled, so that neither the choice nor what lies on top
    /// depends on their order.
    fn dots(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.x.len()).collect();
        order.sort_by_key(|i| (scramble(*i as u64), *i));
        order.truncate(MOST_DOTS);
        order
    }

    /// Returns the colour at a share of the scale.
    fn colour(&self, share: f64) -> Colour {
        self.scale.as_ref().map_or_else(plain, |scale| scale.colour(share))
    }

    /// Makes dots in layers; within a layer those of one colour are together.
    fn marks(&self, plane: &Plane, dots: &[usize], theme: &Theme) -> Mark {
        let n = dots.len().max(1) as f64;
        let mut layers = Vec::new();
        for layer in dots.chunks(LAYER) {
            let places = layer.iter().map(|i| (self.shade[*i], [plane.at_x(self.x[*i]), plane.at_y(self.y[*i])]));
            for (middle, places) in by_shade(places) {
                layers.push((self.colour(middle), places));
            }
        }
        let diameter = theme.thickness * (300.0 / n.sqrt()).clamp(2.1, 7.0);
        Mark::Dots { diameter, opacity: (20.0 / n.sqrt()).clamp(0.7, 0.85), layers }
    }
}

/// Scrambles a number by the finalizer of the generator splitmix64, which turns consecutive numbers into a shuffled
/// sequence.
pub(super) fn scramble(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns the edges of classes of whole numbers that differ, equal to those of a histogram of their own.
fn whole_classes(values: &[f64]) -> Option<Vec<f64>> {
    let differ = values.iter().any(|value| *value != values[0]);
    let whole = differ && values.iter().all(|value| is_whole(*value));
    if whole { Classes::edges(&[values], Scale::Linear, None, None) } else { None }
}

/// Returns the values, and the ends of their classes.
fn with_ends(values: &[f64], edges: &Option<Vec<f64>>) -> Vec<f64> {
    let ends = edges.iter().flat_map(|edges| [edges.first(), edges.last()]).flatten();
    values.iter().chain(ends).copied().collect()
}

fn histograms(scene: &mut Scene, plane: &Plane, points: &Points, classes: &[Option<Vec<f64>>; 2]) {
    // an odd number, so that a single value is in the middle of a bin
    let bins = (2.0 * (points.x.len() as f64).cbrt()).ceil().clamp(8.0, 52.0) as usize | 1;
    let (floor, start) = (plane.top - GAP, plane.right() + GAP);
    let bins_of = |axis: &Axis, values: &[f64], classes: &Option<Vec<f64>>| {
        let shares = |values: &[f64]| values.iter().map(|v| axis.share_of(*v)).collect::<Vec<_>>();
        let values = shares(values);
        let edges = classes.as_ref().map(|edges| shares(edges));
        histogram(&values, &edges.unwrap_or_else(|| even(&values, bins)), points)
    };
    for bin in bins_of(&plane.x, &points.x, &classes[0]) {
        let [a, b] = [bin.from, bin.to].map(|share| plane.left + plane.across * share.clamp(0.0, 1.0));
        for (low, high, colour) in bin.stacked(points) {
            let [low, high] = [low, high].map(|height| SIDE * height);
            scene.bar([a + 0.5, floor - high, (b - a - 1.0).max(0.6), high - low], colour);
        }
    }
    for bin in bins_of(&plane.y, &points.y, &classes[1]) {
        let [a, b] = [bin.to, bin.from].map(|share| plane.bottom() - plane.up * share.clamp(0.0, 1.0));
        for (low, high, colour) in bin.stacked(points) {
            let [low, high] = [low, high].map(|height| SIDE * height);
            scene.bar([start + low, a + 0.5, high - low, (b - a - 1.0).max(0.6)], colour);
        }
    }
}

/// One bar of a histogram.
struct Bin {
    from: f64,
    to: f64,
    /// The bar's share of the height of the highest bar.
    height: f64,
    /// The mean shade of the bar's points.
    shade: f64,
}

impl Bin {
    /// Returns the parts of the bar from below, with their colours: of two colours those of yes and of no, of others
    /// the mean.
    fn stacked(&self, points: &Points) -> Vec<(f64, f64, Colour)> {
        if !points.scale.as_ref().is_some_and(ColourScale::is_yes_no) {
            return vec![(0.0, self.height, points.colour(self.shade))];
        }
        let yes = self.height * self.shade;
        let parts = [(0.0, yes, points.colour(1.0)), (yes, self.height, points.colour(0.0))];
        parts.into_iter().filter(|(low, high, _)| high - low > 1e-9).collect()
    }
}

/// Returns the edges of equal bins from the least of shares of an axis to the greatest.
fn even(values: &[f64], bins: usize) -> Vec<f64> {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = if high - low > 1e-9 { (low, high) } else { (low - 0.5, low + 0.5) };
    let width = (high - low) / bins as f64;
    (0..=bins).map(|i| low + width * i as f64).collect()
}

/// Returns the bars of a histogram of shares of an axis that are not empty.
fn histogram(values: &[f64], edges: &[f64], points: &Points) -> Vec<Bin> {
    let bins = edges.len().saturating_sub(1).max(1);
    let summand = |shade: f64| points.scale.as_ref().map_or([0.0; 2], |scale| scale.summand(shade));
    let mean = |sum: [f64; 2], n: u64| points.scale.as_ref().map_or(0.0, |scale| scale.mean(sum, n as f64));
    let mut sums = vec![(0u64, [0.0; 2]); bins];
    for (value, shade) in values.iter().zip(&points.shade) {
        let place = edges.partition_point(|edge| edge <= value).saturating_sub(1).min(bins - 1);
        sums[place].0 += 1;
        let [cos, sin] = summand(*shade);
        sums[place].1 = [sums[place].1[0] + cos, sums[place].1[1] + sin];
    }
    let most = sums.iter().map(|(n, _)| *n).max().unwrap_or(0).max(1) as f64;
    let bar = |(place, (n, shade)): (usize, (u64, [f64; 2]))| Bin {
        from: edges[place],
        to: edges[place + 1],
        height: n as f64 / most,
        shade: mean(shade, n),
    };
    sums.into_iter().enumerate().filter(|(_, (n, _))| *n > 0).map(bar).collect()
}

#[cfg(test)]
mod tests;
