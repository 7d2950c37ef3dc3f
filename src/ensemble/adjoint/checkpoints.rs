//! Steps in opposite order with few kept states: binomial checkpointing.
//!
//! Griewank, Walther (2000), Algorithm 799: revolve. With c snapshots, that of the start among them, l steps are gone through
//! backwards with r l - C(c + r, r - 1) steps made once more at least, where r is the smallest number with
//! l <= C(c + r, c): no step more than r times.

/// What goes through steps forwards, and each of them once backwards.
pub(super) trait Replay {
    /// Puts the present state on top of the snapshots.
    fn keep(&mut self);
    /// Makes the snapshot on top the present state.
    fn restore(&mut self);
    /// Drops the snapshot on top.
    fn forget(&mut self);
    /// Makes the present step.
    fn advance(&mut self);
    /// Goes backwards through the present step.
    fn pull_back(&mut self);
}

/// Goes backwards through `length` steps with at most `capacity` snapshots. The state of the start is the only one so far.
///
/// # Panics
/// Where there may be no snapshot.
pub(super) fn reverse(replay: &mut impl Replay, length: usize, capacity: usize) {
    assert!(capacity > 0, "the state of the start is a snapshot");
    let (mut kept, mut end) = (vec![0], length);
    while end > 0 {
        replay.restore();
        let mut at = *kept.last().expect("the snapshot of the start");
        while at + 1 < end {
            let free = capacity - kept.len();
            let next = if free == 0 { end - 1 } else { at + split(end - at, free + 1) };
            (at..next).for_each(|_| replay.advance());
            at = next;
            if free > 0 {
                replay.keep();
                kept.push(at);
            }
        }
        replay.pull_back();
        end -= 1;
        while end > 0 && kept.last() == Some(&end) {
            replay.forget();
            kept.pop();
        }
    }
}

/// Returns C(s + t, t), the number of steps for which s snapshots suffice if none is made more than t times again.
fn binomial(s: usize, t: usize) -> usize {
    // within the first factors, since the product grows at least by them
    (1..=t).try_fold(1usize, |product, i| product.checked_mul(s + i).map(|product| product / i)).unwrap_or(usize::MAX)
}

/// Returns how often steps are made again at most: the smallest r with `length` <= C(c + r, c).
fn repetitions(length: usize, snapshots: usize) -> usize {
    (0..).find(|r| binomial(snapshots, *r) >= length).expect("a number that is large enough")
}

/// Returns after how many of `length` > 1 steps the next snapshot is best kept; `snapshots` are the free ones and that of the
/// beginning.
fn split(length: usize, snapshots: usize) -> usize {
    let r = repetitions(length, snapshots);
    let least = if r < 2 { 1 } else { binomial(snapshots, r - 2) };
    least.max(length.saturating_sub(binomial(snapshots - 1, r)))
}

/// Returns how many steps are made again at least to go backwards through `length` of them.
#[cfg(test)]
pub(super) fn least_steps(length: usize, snapshots: usize) -> usize {
    match repetitions(length, snapshots) {
        0 => 0,
        r => r * length - binomial(snapshots + 1, r - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts, and checks that steps come in order.
    #[derive(Default)]
    struct Count {
        present: usize,
        kept: Vec<usize>,
        most: usize,
        made: usize,
        back: Vec<usize>,
    }

    impl Replay for Count {
        fn keep(&mut self) {
            self.kept.push(self.present);
            self.most = self.most.max(self.kept.len());
        }
        fn restore(&mut self) {
            self.present = *self.kept.last().expect("a snapshot");
        }
        fn forget(&mut self) {
            self.kept.pop();
        }
        fn advance(&mut self) {
            self.present += 1;
            self.made += 1;
        }
        fn pull_back(&mut self) {
            self.back.push(self.present);
        }
    }

    #[test]
    fn no_step_is_made_more_often_than_the_theory_says() {
        for length in (1..60).chain([100, 333, 1000]) {
            for capacity in [1, 2, 3, 5, 8, 20, 59, 60, 100, 2000] {
                let mut count = Count { kept: vec![0], most: 1, ..Count::default() };
                reverse(&mut count, length, capacity);
                assert_eq!(count.back, (0..length).rev().collect::<Vec<usize>>());
                assert!(count.most <= capacity);
                assert_eq!(count.made, least_steps(length, capacity), "{length} steps, {capacity} snapshots");
            }
        }
        // C(3 + 3, 3) steps with three snapshots: 3 times 20 less C(3 + 3, 2)
        assert_eq!(least_steps(20, 3), 45);
        assert_eq!(least_steps(1000, 1), 999 * 1000 / 2);
    }
}
