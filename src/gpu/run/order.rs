//! The order in which the members of a chunk lie on the device. Neighbours share instructions: where one needs many
//! more steps than the others, those wait for it.

use crate::ensemble::{InitialState, Members, Outcome, StepSequence};

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
    pub(crate) fn by_work(starts: &[InitialState]) -> Self {
        let work: Vec<f64> = starts.iter().map(predicted_steps).collect();
        let most = work.iter().copied().fold(0.0, f64::max);
        let fewest = work.iter().copied().filter(|w| *w > 0.0).fold(f64::INFINITY, f64::min);
        if most <= ALIKE * fewest {
            return Self::default();
        }
        let mut came_as: Vec<u32> = (0..starts.len() as u32).collect();
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

    /// Returns values of the members, in the order of the device.
    pub(crate) fn apply<T>(&self, values: Vec<T>) -> Vec<T> {
        if self.came_as.is_empty() {
            return values;
        }
        let mut values: Vec<Option<T>> = values.into_iter().map(Some).collect();
        self.came_as.iter().filter_map(|came| values[*came as usize].take()).collect()
    }

    /// Returns the members in the order of the device; none where that is their own.
    pub(crate) fn rows(&self, members: &Members) -> Option<Members> {
        if self.came_as.is_empty() {
            return None;
        }
        let values = self.came_as.iter().flat_map(|came| members.row(*came as usize)).copied().collect();
        Some(Members { first: members.first, count: members.count, values })
    }
}

/// Returns about how many steps a member will take: all of the length that the first has.
fn predicted_steps(start: &InitialState) -> f64 {
    if start.outcome != Outcome::Completed {
        return 0.0;
    }
    match &start.sequence {
        StepSequence::Fixed(equal) => f64::from(equal.count()),
        StepSequence::Adaptive(limits) => limits.duration / start.first_step.max(f64::MIN_POSITIVE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_order_is_put_back() {
        let order = Order { came_as: vec![2, 0, 3, 1] };
        let members = Members { first: 10, count: 4, values: vec![0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5] };
        assert_eq!(order.rows(&members).unwrap().values, [2.0, 2.5, 0.0, 0.5, 3.0, 3.5, 1.0, 1.5]);
        let sorted = order.apply(vec!["a", "b", "c", "d"]);
        assert_eq!(sorted, ["c", "a", "d", "b"]);
        let back: Vec<&str> = order.places(4).map(|place| sorted[place]).collect();
        assert_eq!(back, ["a", "b", "c", "d"]);
        assert!((0..4).all(|place| order.places(4).nth(order.came_as(place)) == Some(place)));
    }

    #[test]
    fn members_that_are_alike_stay_where_they_are() {
        let order = Order::default();
        assert_eq!(order.apply(vec![3, 1]), [3, 1]);
        assert!(order.places(3).eq(0..3));
        assert_eq!(order.came_as(7), 7);
    }
}
