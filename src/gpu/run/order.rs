//! The order in which the members of a chunk lie on the device. Neighbours share instructions: where one needs many
//! more steps than the others, those wait for it.

use crate::ensemble::{Outcome, StartColumns, StepSequence};

/// Predictions that differ by less are alike.
const ALIKE: f64 = 1.25;

/// A permutation of the members of a chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Order {
    /// The index in the chunk for every index on the device; empty where they are the same.
    came_as: Vec<u32>,
}

impl Order {
    /// Makes the order with the members first that will need the most steps; as they came, where they will need about
    /// as many.
    pub(crate) fn by_work(starts: &StartColumns) -> Self {
        if starts.common.is_some() {
            return Self::default();
        }
        let work: Vec<f64> = (0..starts.outcomes.len()).map(|member| predicted_steps(starts, member)).collect();
        let most = work.iter().copied().fold(0.0, f64::max);
        let fewest = work.iter().copied().filter(|w| *w > 0.0).fold(f64::INFINITY, f64::min);
        if most <= ALIKE * fewest {
            return Self::default();
        }
        let mut came_as: Vec<u32> = (0..work.len() as u32).collect();
        // stable, so that the order is the same everywhere
        came_as.sort_by(|a, b| work[*b as usize].total_cmp(&work[*a as usize]));
        Self { came_as }
    }

    /// Returns the index in the chunk of the member at an index on the device.
    pub(crate) fn came_as(&self, place: usize) -> usize {
        self.came_as.get(place).map_or(place, |came| *came as usize)
    }

    /// Returns, for every index in the chunk, the index on the device.
    pub(crate) fn places(&self, count: usize) -> impl Iterator<Item = usize> + use<> {
        let mut places: Vec<usize> = (0..count).collect();
        for (place, came) in self.came_as.iter().enumerate() {
            places[*came as usize] = place;
        }
        places.into_iter()
    }

    /// Returns the index on the device for every index in the chunk, where they differ.
    pub(crate) fn to_device(&self, count: usize) -> Option<Vec<u32>> {
        (!self.came_as.is_empty()).then(|| self.places(count).map(|place| place as u32).collect())
    }
}

/// Returns about how many steps a member will take: all of the length that the first has.
fn predicted_steps(starts: &StartColumns, member: usize) -> f64 {
    if starts.outcomes[member] != Outcome::Completed {
        return 0.0;
    }
    match &starts.sequences[member] {
        StepSequence::Fixed(equal) => f64::from(equal.count()),
        StepSequence::Adaptive(limits) => limits.duration / starts.first_steps[member].max(f64::MIN_POSITIVE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_order_is_put_back() {
        let order = Order { came_as: vec![2, 0, 3, 1] };
        let came = ["a", "b", "c", "d"];
        let sorted: Vec<&str> = (0..4).map(|place| came[order.came_as(place)]).collect();
        assert_eq!(sorted, ["c", "a", "d", "b"]);
        let back: Vec<&str> = order.places(4).map(|place| sorted[place]).collect();
        assert_eq!(back, ["a", "b", "c", "d"]);
        assert!((0..4).all(|place| order.places(4).nth(order.came_as(place)) == Some(place)));
    }

    #[test]
    fn members_that_are_alike_stay_where_they_are() {
        let order = Order::default();
        assert!(order.places(3).eq(0..3));
        assert_eq!(order.came_as(7), 7);
    }
}
