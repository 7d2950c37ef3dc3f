//! The range of the colours, and the bar that shows it.

use super::axis::{Axis, Scale};
use super::colour;
use super::font::fitted;
use super::picture::Dimension;
use super::plane::Plane;
use super::scene::{Mark, Scene, Step, Stroke, Style};
use super::theme::{LINE, MARGIN, NAME, TICK};

/// The range of the colours.
pub(super) struct ColourScale {
    axis: Axis,
    /// Whether there are values below and above the range.
    beyond: [bool; 2],
}

/// Steps in which colours differ.
const SHADES: usize = 48;

/// Distance of the bar from what is left of it, and its width.
const GAP: f64 = 18.0;
const WIDTH: f64 = 13.0;

impl ColourScale {
    /// The range of all values, or of the inner 98 % where the tails are long; `None` without a value.
    /// The scale shows all values.
    pub(super) fn new(values: &[f64], scale: Scale) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let (low, high) = (*sorted.first()?, *sorted.last()?);
        let mut range = [low, high];
        let mut beyond = [false; 2];
        if scale == Scale::Linear {
            let [inner_low, inner_high] = [0.01, 0.99].map(|share| quantile(&sorted, share));
            let long = 0.2 * (inner_high - inner_low);
            beyond = [inner_low - low > long && long > 0.0, high - inner_high > long && long > 0.0];
            range = [if beyond[0] { inner_low } else { low }, if beyond[1] { inner_high } else { high }];
        }
        Some(Self { axis: Axis::snapped(range, scale, 6)?, beyond })
    }

    /// Where a value lies, from 0 to 1.
    pub(super) fn share_of(&self, value: f64) -> f64 {
        self.axis.share_of(value).clamp(0.0, 1.0)
    }

    /// What the bar takes of the width of the page.
    pub(super) fn room(&self) -> f64 {
        GAP + WIDTH + 8.0 + self.axis.label_width() + 20.0 + MARGIN
    }

    /// The colours with ticks beside a plane, from `left` on, and with a point at an end beyond which
    /// there are values.
    pub(super) fn bar(&self, scene: &mut Scene, plane: &Plane, left: f64, dimension: &Dimension) {
        let (left, right) = (left + GAP, left + GAP + WIDTH);
        let (top, bottom) = (plane.top, plane.bottom());
        scene.add(Mark::Ramp { at: [left, top, WIDTH, plane.up] });
        for (beyond, y, tip, share) in
            [(self.beyond[0], bottom + 1.0, 9.0, 0.0), (self.beyond[1], top - 1.0, -9.0, 1.0)]
        {
            if beyond {
                scene.area(&[[left, y], [right, y], [left + WIDTH / 2.0, y + tip]], colour::at(share));
            }
        }
        for (value, label) in self.axis.ticks() {
            let y = bottom - plane.up * self.axis.share_of(*value);
            scene.line([Step::Move([right, y]), Step::Line([right + 4.0, y])], Stroke::of(LINE, 1.0));
            scene.text([right + 8.0, y + 4.5], TICK, label);
        }
        let name = self.axis.title(&dimension.name, dimension.unit.as_deref());
        let at = [right + 8.0 + self.axis.label_width() + 20.0, bottom - plane.up / 2.0];
        scene.text(at, Style { turned: true, ..NAME }, fitted(&name, plane.up, NAME));
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

/// The middle of the step of the colour scale that a share is in.
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

    #[test]
    fn long_tails_do_not_take_the_colours() {
        let even: Vec<f64> = (0..1000).map(f64::from).collect();
        let scale = ColourScale::new(&even, Scale::Linear).expect("a scale");
        assert_eq!(scale.beyond, [false, false]);
        assert_eq!((scale.share_of(0.0), scale.share_of(1000.0)), (0.0, 1.0));
        let mut tailed = even;
        tailed[0] = 1e6;
        let mut sorted = tailed.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        assert_eq!([0.0, 0.5, 1.0].map(|share| quantile(&sorted, share)), [1.0, 500.5, 1e6]);
        let scale = ColourScale::new(&tailed, Scale::Linear).expect("a scale");
        assert_eq!(scale.beyond, [false, true]);
        assert!(scale.share_of(500.0) > 0.4);
        let scale = ColourScale::new(&[1e-6, 1e-3, 1.0], Scale::Logarithmic).expect("a scale");
        assert!((scale.share_of(1e-3) - 0.5).abs() < 1e-12);
        assert!(ColourScale::new(&[], Scale::Linear).is_none());
    }

    #[test]
    fn groups_hold_everything_in_its_step() {
        let groups = by_shade([(0.0, 'a'), (1.0, 'b'), (0.001, 'c')].into_iter());
        let places: Vec<_> = groups.iter().map(|(middle, group)| (*middle, group.as_slice())).collect();
        assert_eq!(places, [(0.5 / 48.0, &['a', 'c'][..]), (47.5 / 48.0, &['b'][..])]);
    }
}
