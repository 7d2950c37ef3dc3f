//! The cloud of members of a result as a picture: a scatter plot with histograms at its sides, in SVG.
//!
//! A cloud of 16,384 members is drawn dot by dot and still takes less than 250 KB: the members of one
//! colour share a path, in which a dot is a stroke of no length with round ends.

mod axis;
mod colour;
mod svg;

use super::count;
use crate::stats::Summary;
use axis::Axis;
use std::fmt::Write as _;
use svg::{GRID, LINE, NAME, Style, Svg, TICK, fitted};

/// One quantity of all members.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Its name.
    pub name: String,
    /// Its unit, if known.
    pub unit: Option<String>,
    /// Its value for each member; one that is not finite is missing.
    pub values: Vec<f64>,
}

/// What is to be drawn: two or three quantities of the members that completed.
#[derive(Clone, Debug, PartialEq)]
pub struct Cloud {
    /// The title.
    pub title: String,
    /// To the right.
    pub x: Quantity,
    /// Upwards.
    pub y: Quantity,
    /// The colour of the dots.
    pub colour: Option<Quantity>,
    /// Number of members that did not complete, for the caption.
    pub failed: u64,
    /// What else the caption says.
    pub note: Option<String>,
}

/// A picture and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The SVG document.
    pub svg: String,
    /// Number of members drawn as dots.
    pub drawn: u64,
    /// Number of members that could be drawn, those of the histograms.
    pub members: u64,
}

/// Members beyond this number are thinned.
const MOST_DOTS: usize = 16_384;

/// A value beyond this magnitude counts as missing: differences of such values may overflow.
const LARGEST: f64 = 1e150;

/// Width of the picture, with and without a colour bar.
const WIDTH: f64 = 800.0;
const PLAIN_WIDTH: f64 = 708.0;
/// The plane of the dots: left edge, width and height.
const LEFT: f64 = 92.0;
const ACROSS: f64 = 520.0;
const UP: f64 = 380.0;
/// Height of a histogram and its distance from the plane.
const SIDE: f64 = 58.0;
const GAP: f64 = 7.0;
/// Left edge and width of the colour bar.
const BAR_LEFT: f64 = 695.0;
const BAR_WIDTH: f64 = 13.0;

/// Draws a cloud; `None` if it holds no member with a value of every quantity.
///
/// The same cloud always gives the same document.
pub fn draw(cloud: &Cloud) -> Option<Picture> {
    let members = Members::of(cloud);
    let x = Axis::new(&members.x, 6)?;
    let y = Axis::new(&members.y, 6)?;
    let dots = members.dots();
    let lines = caption(cloud, members.x.len(), dots.len());
    let top = 72.0 + 17.0 * lines.len() as f64 + SIDE + GAP;
    let plane = Plane { x, y, top };

    let width = if members.scale.is_some() { WIDTH } else { PLAIN_WIDTH };
    let mut out = Svg::default();
    out.open([width, top + UP + 58.0], &cloud.title, &lines);
    plane.grid(&mut out);
    plane.dots(&mut out, &members, &dots);
    plane.histograms(&mut out, &members);
    plane.labels(&mut out, cloud);
    if let (Some(scale), Some(quantity)) = (&members.scale, &cloud.colour) {
        plane.colour_bar(&mut out, scale, quantity);
    }
    out.text.push_str("</svg>\n");
    Some(Picture { svg: out.text, drawn: dots.len() as u64, members: members.x.len() as u64 })
}

/// What is drawn, and what is not.
fn caption(cloud: &Cloud, members: usize, dots: usize) -> Vec<String> {
    let n = |n: usize| count(n as u64);
    let histograms = if cloud.colour.is_some() { "histograms in the mean colour of each bin" } else { "" };
    let first = match (dots == members, histograms) {
        (true, "") if members == 1 => "The only member".to_string(),
        (true, "") => format!("All {} members, one dot each", n(members)),
        (true, more) => format!("{} members, one dot each; {more}", n(members)),
        (false, "") => format!("{} of {} members, one dot each; histograms of all", n(dots), n(members)),
        (false, more) => format!("{} of {} members, one dot each; {more}, of all", n(dots), n(members)),
    };
    let mut missing = Vec::new();
    if cloud.failed > 0 {
        missing.push(format!("{} that did not complete", count(cloud.failed)));
    }
    let incomplete = cloud.x.values.len().saturating_sub(members);
    if incomplete > 0 {
        missing.push(format!("{} without a finite value", n(incomplete)));
    }
    let mut lines = vec![first];
    if !missing.is_empty() {
        lines.push(format!("Not drawn: {}", missing.join(", ")));
    }
    lines.extend(cloud.note.clone());
    lines
}

/// The members that can be drawn.
struct Members {
    x: Vec<f64>,
    y: Vec<f64>,
    /// Places on the colour scale from 0 to 1.
    shade: Vec<f64>,
    scale: Option<ColourScale>,
}

/// The range of the colours.
struct ColourScale {
    axis: Axis,
    /// Whether there are values below and above the range.
    beyond: [bool; 2],
}

impl Members {
    fn of(cloud: &Cloud) -> Self {
        let usable = |v: f64| v.abs() <= LARGEST;
        let (mut x, mut y, mut colour) = (Vec::new(), Vec::new(), Vec::new());
        let mut colours = cloud.colour.iter().flat_map(|c| c.values.iter());
        for (a, b) in cloud.x.values.iter().zip(&cloud.y.values) {
            let c = if cloud.colour.is_some() { colours.next().copied().unwrap_or(f64::NAN) } else { 0.0 };
            if usable(*a) && usable(*b) && usable(c) {
                x.push(*a);
                y.push(*b);
                colour.push(c);
            }
        }
        let scale = if cloud.colour.is_some() { ColourScale::new(&colour) } else { None };
        let shade = match &scale {
            Some(scale) => colour.iter().map(|c| scale.axis.share_of(*c).clamp(0.0, 1.0)).collect(),
            None => vec![colour::PLAIN; x.len()],
        };
        Self { x, y, shade, scale }
    }

    /// The members to draw, in the order of drawing: shuffled, so that neither the choice nor what
    /// lies on top depends on the order of the plan.
    fn dots(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.x.len()).collect();
        order.sort_by_key(|i| (scramble(*i as u64), *i));
        order.truncate(MOST_DOTS);
        order
    }
}

impl ColourScale {
    /// The range of all values, or of the inner 98 % where the tails are long.
    fn new(values: &[f64]) -> Option<Self> {
        let mut summary = Summary::new();
        values.iter().for_each(|v| summary.push(Some(*v)));
        let (low, high) = (summary.min()?, summary.max()?);
        let [inner_low, inner_high] = summary.quantiles([0.01, 0.99]);
        let (inner_low, inner_high) = (inner_low?, inner_high?);
        let long = 0.05 * (inner_high - inner_low);
        let beyond = [inner_low - low > long && long > 0.0, high - inner_high > long && long > 0.0];
        let range = [if beyond[0] { inner_low } else { low }, if beyond[1] { inner_high } else { high }];
        Some(Self { axis: Axis::snapped(range, 6)?, beyond })
    }
}

/// The finalizer of the generator splitmix64, which turns consecutive numbers into a shuffled sequence.
fn scramble(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Where the axes lie on the page.
struct Plane {
    x: Axis,
    y: Axis,
    top: f64,
}

/// Steps of the colour scale in which dots are drawn.
const SHADES: usize = 40;
/// Dots of all colours that are drawn before the next ones cover them.
const LAYER: usize = 4096;

impl Plane {
    fn bottom(&self) -> f64 {
        self.top + UP
    }
    fn right() -> f64 {
        LEFT + ACROSS
    }
    fn at_x(&self, x: f64) -> f64 {
        LEFT + ACROSS * self.x.share_of(x)
    }
    fn at_y(&self, y: f64) -> f64 {
        self.bottom() - UP * self.y.share_of(y)
    }

    fn grid(&self, out: &mut Svg) {
        let (right, bottom) = (Self::right(), self.bottom());
        let mut path = String::new();
        for (value, _) in self.x.ticks() {
            let _ = write!(path, "M{:.1} {:.1}V{bottom:.1}", self.at_x(*value), self.top);
        }
        for (value, _) in self.y.ticks() {
            let _ = write!(path, "M{LEFT} {:.1}H{right:.1}", self.at_y(*value));
        }
        out.line(&format!(r#"<path d="{path}" stroke="{GRID}" fill="none"/>"#));
        out.line(&format!(r#"<path d="M{LEFT} {:.1}V{bottom:.1}H{right:.1}" stroke="{LINE}" fill="none"/>"#, self.top));
    }

    /// Dots in tenths of a pixel, in layers; within a layer those of one colour are one path.
    fn dots(&self, out: &mut Svg, members: &Members, dots: &[usize]) {
        let n = dots.len().max(1) as f64;
        let diameter = (300.0 / n.sqrt()).clamp(2.1, 7.0);
        let opacity = (20.0 / n.sqrt()).clamp(0.7, 0.85);
        out.line(&format!(
            r#"<g transform="scale(.1)" fill="none" stroke-linecap="round" stroke-width="{:.0}" stroke-opacity="{opacity:.2}">"#,
            10.0 * diameter
        ));
        for layer in dots.chunks(LAYER) {
            let mut shades = vec![Vec::new(); SHADES];
            for i in layer {
                let shade = ((members.shade[*i] * SHADES as f64) as usize).min(SHADES - 1);
                let tenths = |v: f64| (10.0 * v).round() as i32;
                shades[shade].push((tenths(self.at_x(members.x[*i])), tenths(self.at_y(members.y[*i]))));
            }
            for (shade, points) in shades.iter_mut().enumerate() {
                if points.is_empty() {
                    continue;
                }
                let middle = if members.scale.is_some() { (shade as f64 + 0.5) / SHADES as f64 } else { colour::PLAIN };
                out.line(&format!(r#"<path stroke="{}" d="{}"/>"#, colour::hex(middle), dot_path(points)));
            }
        }
        out.line("</g>");
    }

    fn histograms(&self, out: &mut Svg, members: &Members) {
        // an odd number, so that a single value is in the middle of a bin
        let bins = (2.0 * (members.x.len() as f64).cbrt()).ceil().clamp(8.0, 52.0) as usize | 1;
        let (floor, start) = (self.top - GAP, Self::right() + GAP);
        for bin in histogram(&members.x, &members.shade, bins) {
            let (a, b) = (self.at_x(bin.from), self.at_x(bin.to));
            let height = SIDE * bin.height;
            out.bar([a + 0.5, floor - height, (b - a - 1.0).max(0.6), height], bin.shade);
        }
        for bin in histogram(&members.y, &members.shade, bins) {
            let (a, b) = (self.at_y(bin.to), self.at_y(bin.from));
            out.bar([start, a + 0.5, SIDE * bin.height, (b - a - 1.0).max(0.6)], bin.shade);
        }
    }

    fn labels(&self, out: &mut Svg, cloud: &Cloud) {
        let bottom = self.bottom();
        for (value, label) in self.x.ticks() {
            out.text([self.at_x(*value), bottom + 19.0], Style { anchor: "middle", ..TICK }, label);
        }
        for (value, label) in self.y.ticks() {
            out.text([LEFT - 9.0, self.at_y(*value) + 4.0], Style { anchor: "end", ..TICK }, label);
        }
        let name = self.x.title(&cloud.x.name, cloud.x.unit.as_deref());
        out.text([LEFT + ACROSS / 2.0, bottom + 42.0], NAME, &fitted(&name, ACROSS, NAME.size));
        let name = self.y.title(&cloud.y.name, cloud.y.unit.as_deref());
        out.text(
            [LEFT - 9.0 - self.y.label_width() - 13.0, bottom - UP / 2.0],
            Style { turned: true, ..NAME },
            &fitted(&name, UP, NAME.size),
        );
    }

    /// The colours with ticks, and with a point at an end beyond which there are values.
    fn colour_bar(&self, out: &mut Svg, scale: &ColourScale, quantity: &Quantity) {
        let (top, bottom) = (self.top, self.bottom());
        let stops: String = (0..=16)
            .map(|i| {
                let share = f64::from(i) / 16.0;
                format!(r#"<stop offset="{share}" stop-color="{}"/>"#, colour::hex(share))
            })
            .collect();
        out.line(&format!(
            r#"<defs><linearGradient id="c" x1="0" y1="1" x2="0" y2="0">{stops}</linearGradient></defs>"#
        ));
        out.line(&format!(
            r#"<rect x="{BAR_LEFT}" y="{top:.1}" width="{BAR_WIDTH}" height="{UP}" rx="1" fill="url(#c)"/>"#
        ));
        for (beyond, y, tip, share) in
            [(scale.beyond[0], bottom + 1.0, 9.0, 0.0), (scale.beyond[1], top - 1.0, -9.0, 1.0)]
        {
            if beyond {
                let (half, fill) = (BAR_WIDTH / 2.0, colour::hex(share));
                out.line(&format!(r#"<path d="M{BAR_LEFT} {y:.1}h{BAR_WIDTH}l-{half} {tip}z" fill="{fill}"/>"#));
            }
        }
        let right = BAR_LEFT + BAR_WIDTH;
        for (value, label) in scale.axis.ticks() {
            let y = bottom - UP * scale.axis.share_of(*value);
            out.line(&format!(r#"<path d="M{right} {y:.1}h4" stroke="{LINE}"/>"#));
            out.text([right + 8.0, y + 4.0], TICK, label);
        }
        let name = scale.axis.title(&quantity.name, quantity.unit.as_deref());
        let name = fitted(&name, UP, NAME.size);
        out.text(
            [right + 8.0 + scale.axis.label_width() + 20.0, bottom - UP / 2.0],
            Style { turned: true, ..NAME },
            &name,
        );
    }
}

/// A path of dots; each starts where the one before is, and neighbours follow each other.
fn dot_path(points: &mut [(i32, i32)]) -> String {
    let rows = (points.len() as f64).sqrt() / 1.5;
    let height = ((10.0 * UP / rows.max(1.0)) as i32).max(1);
    points.sort_unstable_by_key(|(x, y)| {
        let row = y.div_euclid(height);
        (row, if row % 2 == 0 { *x } else { -*x }, *y)
    });
    let mut path = String::with_capacity(10 * points.len());
    let (mut x, mut y) = (0, 0);
    for (to_x, to_y) in points {
        let (dx, dy) = (*to_x - x, *to_y - y);
        // a minus sign separates two numbers as well as a space does
        let gap = if dy < 0 { "" } else { " " };
        let _ = write!(path, "m{dx}{gap}{dy}h0");
        (x, y) = (*to_x, *to_y);
    }
    path
}

/// One bar of a histogram.
struct Bin {
    from: f64,
    to: f64,
    /// Its share of the highest bar.
    height: f64,
    /// The mean shade of its members.
    shade: f64,
}

/// The bars of a histogram that are not empty.
fn histogram(values: &[f64], shades: &[f64], bins: usize) -> Vec<Bin> {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = axis::widened(low, high);
    let width = (high - low) / bins as f64;
    let mut sums = vec![(0u64, 0.0); bins];
    for (value, shade) in values.iter().zip(shades) {
        let place = (((value - low) / width) as usize).min(bins - 1);
        sums[place].0 += 1;
        sums[place].1 += shade;
    }
    let most = sums.iter().map(|(n, _)| *n).max().unwrap_or(0).max(1) as f64;
    let bar = |(place, (n, shade)): (usize, (u64, f64))| Bin {
        from: low + width * place as f64,
        to: low + width * (place + 1) as f64,
        height: n as f64 / most,
        shade: shade / n as f64,
    };
    sums.into_iter().enumerate().filter(|(_, (n, _))| *n > 0).map(bar).collect()
}

#[cfg(test)]
mod tests;
