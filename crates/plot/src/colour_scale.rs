//! The range of the colours, and the bar that shows it.

use super::axis::{Axis, LEGEND, Scale};
use super::colour::ColourMap;
use super::count::counted;
use super::font::{self, fitted};
use super::picture::{Dimension, ValueKind};
use super::plane::Plane;
use super::scene::{Colour, Mark, Scene, Step, Stroke, Style};
use super::theme::Theme;

/// The range of the colours.
pub(super) struct ColourScale {
    axis: Axis,
    colours: ColourMap,
    /// How many values are below and above the range.
    beyond: [usize; 2],
}

/// Steps in which colours differ.
const SHADES: usize = 48;

/// Distance of the bar from what is left of it, and its width.
const GAP: f64 = 18.0;
const WIDTH: f64 = 13.0;

impl ColourScale {
    /// Makes a scale over the limits, or else over all values, or the inner 98 % where the tails are long; of a
    /// diverging map as far below zero as above it, of a cyclic one a period. `None` without a value. The scale of the
    /// dimension shows all values.
    pub(super) fn new(values: &[f64], dimension: &Dimension) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let (least, scale, colours) = (*sorted.first()?, dimension.scale, dimension.colours);
        let axis = match (colours, dimension.limits) {
            (ColourMap::Cyclic { period }, None) => {
                Axis::quarters(if least < 0.0 { -period / 2.0 } else { 0.0 }, period)?
            }
            (ColourMap::YesNo, _) => Axis::exactly([0.0, 1.0], Scale::Linear, 6)?,
            (_, Some(limits)) => Axis::exactly(limits, scale, 6)?,
            (ColourMap::Diverging, None) => Axis::snapped(around_zero(inner(&sorted, scale)?, scale), scale, 6)?,
            (ColourMap::Sequential, None) if dimension.kind == ValueKind::Whole && scale == Scale::Linear => {
                Axis::whole(inner(&sorted, scale)?, 6)?
            }
            (ColourMap::Sequential, None) => Axis::snapped(inner(&sorted, scale)?, scale, 6)?,
        };
        let mut beyond = [0; 2];
        if !matches!(colours, ColourMap::Cyclic { .. }) {
            let shares = sorted.iter().map(|value| axis.share_of(*value));
            let outside = |share: f64| [usize::from(share < -1e-9), usize::from(share > 1.0 + 1e-9)];
            beyond = shares.map(outside).fold(beyond, |[a, b], [c, d]| [a + c, b + d]);
        }
        Some(Self { axis, colours, beyond })
    }

    /// Returns the share of the scale, from 0 to 1, that a value lies at.
    pub(super) fn share_of(&self, value: f64) -> f64 {
        let share = self.axis.share_of(value);
        match self.colours {
            ColourMap::Cyclic { .. } if !(0.0..=1.0).contains(&share) => share.rem_euclid(1.0),
            _ => share.clamp(0.0, 1.0),
        }
    }

    /// Returns the colour at a share of the scale.
    pub(super) fn colour(&self, share: f64) -> Colour {
        self.colours.at(share)
    }

    /// Returns the numbers that are summed up of shares of the scale for [`Self::mean`].
    pub(super) fn summand(&self, share: f64) -> [f64; 2] {
        self.of_shares().summand(share)
    }

    /// Returns the mean of shares of the scale, from their sum.
    pub(super) fn mean(&self, sum: [f64; 2], shares: f64) -> f64 {
        self.of_shares().mean(sum, shares).rem_euclid(1.0 + f64::EPSILON)
    }

    fn of_shares(&self) -> ColourMap {
        match self.colours {
            ColourMap::Cyclic { .. } => ColourMap::Cyclic { period: 1.0 },
            other => other,
        }
    }

    /// Returns a note on what the points at the ends of the bar mean, if it has any.
    pub(super) fn note(&self, noun: &str) -> Option<String> {
        let say = |n: usize, place: &str| (n > 0).then(|| format!("{} {place}", counted(n as u64, noun)));
        let [below, above] = self.beyond;
        let said: Vec<String> = [say(below, "below"), say(above, "above")].into_iter().flatten().collect();
        (!said.is_empty()).then(|| format!("Arrows of the colour bar: {} its range", said.join(", ")))
    }

    /// Tells whether there are two colours, of no and of yes.
    pub(super) fn is_yes_no(&self) -> bool {
        self.colours == ColourMap::YesNo
    }

    /// Returns the width that the bar takes of the page.
    pub(super) fn room(&self, theme: &Theme, dimension: &Dimension) -> f64 {
        if !self.is_yes_no() {
            return GAP + WIDTH + 8.0 + self.axis.label_width() + 20.0 + theme.margin;
        }
        let boxes = WIDTH + 8.0 + font::width(LEGEND[0], theme.tick).ceil();
        let name = 1.06 * font::width(&dimension.name, theme.heading());
        GAP + boxes.max(name.min(theme.widest)) + theme.margin
    }

    /// Draws the colours with ticks beside a plane, from `left` on, and with a point at an end beyond which there are
    /// values.
    pub(super) fn bar(&self, scene: &mut Scene, plane: &Plane, left: f64, dimension: &Dimension) {
        let (left, right) = (left + GAP, left + GAP + WIDTH);
        let (top, bottom) = (plane.top, plane.bottom());
        let Theme { tick, name: style, line, widest, .. } = *scene.theme;
        if self.is_yes_no() {
            let style = scene.theme.heading();
            scene.text([left, top + 10.0], style, fitted(&dimension.name, widest, style));
            for (row, (word, share)) in LEGEND.into_iter().zip([1.0, 0.0]).enumerate() {
                let y = top + 22.0 * (row + 1) as f64;
                scene.bar([left, y, WIDTH, WIDTH], self.colours.at(share));
                scene.text([right + 8.0, y + WIDTH / 2.0 + 4.5], tick, word);
            }
            return;
        }
        let at = [right + 8.0 + self.axis.label_width() + 20.0, bottom - plane.up / 2.0];
        let name = self.axis.title(&dimension.name, dimension.unit.as_deref());
        scene.text(at, Style { turned: true, ..style }, fitted(&name, plane.up, style));
        scene.add(Mark::Ramp { at: [left, top, WIDTH, plane.up], stops: self.colours.stops() });
        for (beyond, y, tip, share) in
            [(self.beyond[0], bottom + 1.0, 9.0, 0.0), (self.beyond[1], top - 1.0, -9.0, 1.0)]
        {
            if beyond > 0 {
                scene.area(&[[left, y], [right, y], [left + WIDTH / 2.0, y + tip]], self.colours.at(share));
            }
        }
        for (value, label) in self.axis.ticks() {
            let y = bottom - plane.up * self.axis.share_of(*value);
            scene.line([Step::Move([right, y]), Step::Line([right + 4.0, y])], Stroke::of(line, 1.0));
            scene.text([right + 8.0, y + 4.5], tick, label);
        }
    }
}

/// Returns the range of all values, or of the inner 98 % where the tails are long, as the scale shows them.
fn inner(sorted: &[f64], scale: Scale) -> Option<[f64; 2]> {
    let (low, high) = (*sorted.first()?, *sorted.last()?);
    let is_logarithmic = scale == Scale::Logarithmic;
    let shown = |value: f64| if is_logarithmic { value.ln() } else { value };
    let value = |shown: f64| if is_logarithmic { shown.exp() } else { shown };
    let all: Vec<f64> = sorted.iter().map(|value| shown(*value)).collect();
    let [inner_low, inner_high] = [0.01, 0.99].map(|share| quantile(&all, share));
    let long = 0.2 * (inner_high - inner_low);
    let cut = [inner_low - shown(low) > long && long > 0.0, shown(high) - inner_high > long && long > 0.0];
    Some([if cut[0] { value(inner_low) } else { low }, if cut[1] { value(inner_high) } else { high }])
}

/// Returns the range as far on both sides of zero, or of one where it is logarithmic.
fn around_zero([low, high]: [f64; 2], scale: Scale) -> [f64; 2] {
    match scale {
        Scale::Linear => {
            let most = low.abs().max(high.abs());
            [-most, most]
        }
        Scale::Logarithmic => {
            let most = high.max(1.0 / low);
            [1.0 / most, most]
        }
    }
}

/// Returns the value below which a share of the sorted values lies, interpolated between neighbours.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let above = place.ceil() as usize;
    let Some(below) = above.checked_sub(1) else { return sorted[above] };
    let t = place - below as f64;
    ((1.0 - t) * sorted[below] + t * sorted[above]).clamp(sorted[below], sorted[above])
}

fn step_of(share: f64) -> usize {
    ((share * SHADES as f64) as usize).min(SHADES - 1)
}

/// Returns the middle of the step of the colour scale that a share is in.
pub(super) fn shade_step(share: f64) -> f64 {
    (step_of(share) as f64 + 0.5) / SHADES as f64
}

/// Puts things into groups by the step of the colour scale that they are in; the first number of each
/// group is the middle of its step.
pub(super) fn by_shade<T>(things: impl Iterator<Item = (f64, T)>) -> Vec<(f64, Vec<T>)> {
    let mut groups: Vec<(f64, Vec<T>)> = (0..SHADES).map(|i| ((i as f64 + 0.5) / SHADES as f64, Vec::new())).collect();
    for (share, thing) in things {
        groups[step_of(share)].1.push(thing);
    }
    groups.retain(|(_, group)| !group.is_empty());
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(values: &[f64], colours: ColourMap, limits: Option<[f64; 2]>, scale: Scale) -> Option<ColourScale> {
        ColourScale::new(values, &Dimension { colours, limits, scale, ..Dimension::default() })
    }

    #[test]
    fn long_tails_do_not_take_the_colours() {
        let sequential = |values: &[f64], kind| scale(values, ColourMap::Sequential, None, kind);
        let even: Vec<f64> = (0..1000).map(f64::from).collect();
        let found = sequential(&even, Scale::Linear).expect("a scale");
        assert_eq!((found.beyond, found.note("dot")), ([0, 0], None));
        assert_eq!((found.share_of(0.0), found.share_of(1000.0)), (0.0, 1.0));
        let mut tailed = even;
        tailed[0] = 1e6;
        let mut sorted = tailed.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        assert_eq!([0.0, 0.5, 1.0].map(|share| quantile(&sorted, share)), [1.0, 500.5, 1e6]);
        let found = sequential(&tailed, Scale::Linear).expect("a scale");
        assert!(found.beyond[0] == 0 && (1..=10).contains(&found.beyond[1]), "{:?}", found.beyond);
        assert!(found.share_of(500.0) > 0.4);
        let found = sequential(&[1e-6, 1e-3, 1.0], Scale::Logarithmic).expect("a scale");
        assert!((found.share_of(1e-3) - 0.5).abs() < 1e-12);
        // 0.7 % of the values eight decades below the others
        let sunk: Vec<f64> = (0..1000).map(|i| if i < 7 { 1e-9 } else { 0.1 + f64::from(i) / 1000.0 }).collect();
        let found = sequential(&sunk, Scale::Logarithmic).expect("a scale");
        assert!((7..=10).contains(&found.beyond[0]) && found.beyond[1] == 0, "{:?}", found.beyond);
        assert!((found.share_of(0.3) - 0.5).abs() < 0.1, "{}", found.share_of(0.3));
        // even decades have no tails
        let decades: Vec<f64> = (0..1000).map(|i| 10f64.powf(f64::from(i) / 100.0)).collect();
        assert_eq!(sequential(&decades, Scale::Logarithmic).expect("a scale").beyond, [0, 0]);
        assert!(sequential(&[], Scale::Linear).is_none());
    }

    #[test]
    fn zero_is_in_the_middle_and_angles_wrap() {
        let found = scale(&[-1.0, 3.0], ColourMap::Diverging, None, Scale::Linear).expect("a scale");
        assert_eq!([-3.0, 0.0, 3.0].map(|v| found.share_of(v)), [0.0, 0.5, 1.0]);
        let found = scale(&[0.5, 8.0], ColourMap::Diverging, None, Scale::Logarithmic).expect("a scale");
        assert!((found.share_of(1.0) - 0.5).abs() < 1e-12);
        let found = scale(&[-1.0, 3.0, 9.0], ColourMap::Diverging, Some([1.0, 5.0]), Scale::Linear).expect("a scale");
        assert_eq!([1.0, 3.0, 5.0].map(|v| found.share_of(v)), [0.0, 0.5, 1.0]);
        let note = "Arrows of the colour bar: 1 cell below, 1 cell above its range";
        assert_eq!(found.note("cell").expect("arrows"), note);
        let cyclic = ColourMap::Cyclic { period: 360.0 };
        let found = scale(&[-90.0, 350.0], cyclic, None, Scale::Linear).expect("a scale");
        for (value, share) in [(-180.0, 0.0), (0.0, 0.5), (360.0, 0.5), (270.0, 0.25), (350.0, 0.5 - 10.0 / 360.0)] {
            assert!((found.share_of(value) - share).abs() < 1e-12, "{value}");
        }
        assert_eq!(found.beyond, [0, 0]);
        let sum = [0.95, 0.15].map(|s| found.summand(s)).iter().fold([0.0; 2], |s, v| [s[0] + v[0], s[1] + v[1]]);
        assert!((found.mean(sum, 2.0) - 0.05).abs() < 1e-9);
    }

    #[test]
    fn groups_hold_everything_in_its_step() {
        let groups = by_shade([(0.0, 'a'), (1.0, 'b'), (0.001, 'c')].into_iter());
        let places: Vec<_> = groups.iter().map(|(middle, group)| (*middle, group.as_slice())).collect();
        assert_eq!(places, [(0.5 / 48.0, &['a', 'c'][..]), (47.5 / 48.0, &['b'][..])]);
    }
}
