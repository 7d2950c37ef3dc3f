//! Points grouped by the value of a third quantity.

use super::lines::Series;

/// Puts the points of every value of the third quantity into a line from left to right, the lines in the order of the
/// values; values that differ by rounding only are the same. All numbers are finite.
pub fn groups(points: &[[f64; 3]]) -> Vec<(f64, Series)> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[2].total_cmp(&b[2]));
    let range = sorted.last().map_or(0.0, |p| p[2]) - sorted.first().map_or(0.0, |p| p[2]);
    let together = |a: &[f64; 3], b: &[f64; 3]| b[2] - a[2] <= 1e-9 * range;
    let line = |group: &[[f64; 3]]| {
        let mut points: Vec<(f64, f64)> = group.iter().map(|[x, y, _]| (*x, *y)).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        (group[0][2], Series { name: String::new(), points })
    };
    sorted.chunk_by(together).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_line_from_left_to_right() {
        let points = [[2.0, 1.0, 0.3], [1.0, 5.0, 0.1 + 0.2], [0.0, 1.0, -1.0], [3.0, 2.0, 0.3], [3.0, 1.0, -1.0]];
        let found: Vec<_> = groups(&points).into_iter().map(|(value, line)| (value, line.points)).collect();
        let expected = [(-1.0, vec![(0.0, 1.0), (3.0, 1.0)]), (0.3, vec![(1.0, 5.0), (2.0, 1.0), (3.0, 2.0)])];
        assert_eq!(found, expected);
        assert!(groups(&[]).is_empty());
    }
}
