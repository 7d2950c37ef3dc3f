//! What the elements of beams do to errors, in words.

use super::{Comparison, short};
use crate::report::counted;
use crate::studies::converge::{Point, cheapest};

impl Comparison<'_> {
    /// Says by how much the scenario's own elements are off, with which order errors fall, and how many elements reach a wanted error.
    pub(super) fn elements(&self) -> String {
        let unit = self.unit();
        let elements = |p: &Point| counted(p.resolution.value() as u64, "element");
        let mut words = Vec::new();
        if let Some(own) = self.own {
            let point = self.at(own).1;
            let error = match point.error {
                Some(_) if !point.known => format!("off by less than {:.1e}{unit}", self.reference.least()),
                Some(error) => format!("off by {error:.1e}{unit}"),
                None => format!("without a result ({})", point.outcome.name()),
            };
            words.push(format!("the scenario's own {} in each beam: {error}", elements(point)));
        }
        let fitted = self.series.iter().find_map(|series| Some((series.fit.as_ref()?.slope, series.order)));
        match fitted {
            Some((slope, order)) => words.push(format!("errors fall with the order {slope:.2}, nominally {order}")),
            None => {
                words.push("no order is measured: errors do not fall steadily, or are hidden by the reference".into())
            }
        }
        if let Some(wanted) = self.wanted {
            words.push(match cheapest(self.series, self.reference, wanted, |_| true) {
                Some(best) => format!("{} reach {}{unit}", elements(self.at(best).1), short(wanted)),
                None => format!("none of these reach {}{unit}", short(wanted)),
            });
        }
        words.join("; ")
    }
}
