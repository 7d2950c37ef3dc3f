//! The plan of all combinations of listed values.

use super::rule::Rule;
use super::{PlanError, PlanInfo};

pub(super) const INFO: PlanInfo = PlanInfo {
    name: "grid",
    help: "every combination of listed or evenly spaced values; the last varies fastest",
    keys: "",
    sequence: None,
    example: r#"[plan]
kind = "grid"
[plan.vary]
mass = [1.8, 2.0, 2.2] # kg
stiffness = { min = 250, max = 350, count = 3 } # N/m
"#,
};

/// Greatest number of values that [`Axis::linspace`] makes.
const LONGEST_AXIS: u64 = 1 << 24;

/// One axis of a grid: a parameter and the values it takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// Name of the parameter.
    pub name: String,
    /// The values of the parameter, in the order in which the members take them.
    pub values: Vec<f64>,
}

impl Axis {
    /// Makes an axis of `count` evenly spaced values from `min` to `max`, both included.
    ///
    /// One value is `min` alone. `max` may lie below `min`; then the values fall.
    ///
    /// # Errors
    ///
    /// If a bound is not finite, or the count is 0 or beyond 2^24.
    #[allow(clippy::cast_precision_loss, reason = "counts are below 2^24, so the conversion is exact")]
    pub fn linspace(name: impl Into<String>, min: f64, max: f64, count: u64) -> Result<Self, PlanError> {
        let name = name.into();
        for (what, value) in [("min", min), ("max", max)] {
            if !value.is_finite() {
                return Err(PlanError::NotFinite { column: name, what: what.to_owned(), value });
            }
        }
        if count == 0 {
            return Err(PlanError::EmptyAxis { column: name });
        }
        if count > LONGEST_AXIS {
            return Err(PlanError::LongAxis { column: name, count, limit: LONGEST_AXIS });
        }
        // The weighted mean of the bounds cannot overflow and is exact at both ends.
        let last = (count - 1).max(1) as f64;
        let values = (0..count).map(|k| k as f64 / last).map(|t| (1.0 - t) * min + t * max).collect();
        Ok(Self { name, values })
    }
}

/// The product of several axes, with the last one fastest.
#[derive(Debug)]
pub(super) struct Grid {
    axes: Vec<Axis>,
    members: u64,
}

impl Grid {
    /// Checks the axes and counts their combinations.
    pub(super) fn new(axes: Vec<Axis>) -> Result<Self, PlanError> {
        let mut members: u64 = 1;
        for axis in &axes {
            if axis.values.is_empty() {
                return Err(PlanError::EmptyAxis { column: axis.name.clone() });
            }
            if let Some((index, &value)) = axis.values.iter().enumerate().find(|(_, v)| !v.is_finite()) {
                return Err(PlanError::NotFinite {
                    column: axis.name.clone(),
                    what: format!("value {}", index + 1),
                    value,
                });
            }
            members =
                members.checked_mul(length(axis)).ok_or_else(|| PlanError::GridTooLarge { sizes: sizes(&axes) })?;
        }
        Ok(Self { axes, members })
    }

    /// Returns the number of combinations.
    pub(super) fn members(&self) -> u64 {
        self.members
    }
}

impl Rule for Grid {
    fn listed(&self, column: usize) -> Option<&[f64]> {
        self.axes.get(column).map(|axis| axis.values.as_slice())
    }

    /// Writes the values of a member: the indices on the axes are the digits of `member` in the mixed base of their
    /// lengths.
    fn fill(&self, member: u64, values: &mut [f64]) {
        let mut rest = member;
        for (axis, value) in self.axes.iter().zip(values.iter_mut()).rev() {
            let digit = rest % length(axis).max(1);
            rest /= length(axis).max(1);
            let place = usize::try_from(digit).unwrap_or(usize::MAX);
            *value = axis.values.get(place).copied().unwrap_or(f64::NAN);
        }
    }
}

/// Returns the number of values of an axis.
fn length(axis: &Axis) -> u64 {
    u64::try_from(axis.values.len()).unwrap_or(u64::MAX)
}

/// Returns the lengths of the axes written as a product.
fn sizes(axes: &[Axis]) -> String {
    let lengths: Vec<String> = axes.iter().map(|a| a.values.len().to_string()).collect();
    lengths.join(" x ")
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::float_cmp,
        clippy::unwrap_used,
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "tests compare exact values and stop at the first failure"
    )]

    use super::super::{Plan, PlanError};
    use super::*;

    fn axis(name: &str, values: &[f64]) -> Axis {
        Axis { name: name.to_owned(), values: values.to_vec() }
    }

    #[test]
    fn last_axis_varies_fastest() {
        let plan = Plan::grid(vec![axis("a", &[1.0, 2.0]), axis("b", &[5.0, 6.0, 7.0])]).unwrap();
        assert_eq!(plan.columns(), ["a", "b"]);
        assert_eq!(plan.members(), 6);
        let rows: Vec<[f64; 2]> = (0..6)
            .map(|k| {
                let mut row = [0.0; 2];
                plan.fill(k, &mut row);
                row
            })
            .collect();
        let expected = [[1., 5.], [1., 6.], [1., 7.], [2., 5.], [2., 6.], [2., 7.]];
        assert_eq!(rows, expected);
    }

    #[test]
    fn linspace_includes_both_ends() {
        let spaced = |min, max, count| Axis::linspace("x", min, max, count).unwrap().values;
        assert_eq!(spaced(-1.0, 1.0, 5), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(spaced(3.0, 1.0, 3), [3.0, 2.0, 1.0]);
        assert_eq!(spaced(3.0, 7.0, 1), [3.0]);
        let wide = spaced(-1.7e308, 1.7e308, 3);
        assert_eq!(wide, [-1.7e308, 0.0, 1.7e308]);
        assert_eq!(spaced(0.1, 0.7, 1001)[1000], 0.7);
    }

    #[test]
    fn messages_say_what_is_wrong() {
        let big = || axis("x", &vec![0.0; 1 << 12]);
        let many = (0..6).map(|k| Axis { name: format!("x{k}"), ..big() }).collect();
        for (error, message) in [
            (
                Plan::grid(many).unwrap_err(),
                "the grid of 4096 x 4096 x 4096 x 4096 x 4096 x 4096 values has more than \
                 2^64 - 1 members",
            ),
            (Plan::grid(vec![]).unwrap_err(), "plan `grid` varies no parameter: it needs at least one"),
            (Plan::grid(vec![axis("a", &[])]).unwrap_err(), "grid axis `a` has no values: it needs at least one"),
            (Plan::grid(vec![axis("a", &[1.0]), axis("a", &[2.0])]).unwrap_err(), "parameter `a` is varied twice"),
            (
                Plan::grid(vec![axis("a", &[1.0, f64::NAN])]).unwrap_err(),
                "grid axis `a`: value 2 = NaN is not a finite number",
            ),
            (
                Axis::linspace("a", 0.0, f64::INFINITY, 3).unwrap_err(),
                "grid axis `a`: max = inf is not a finite number",
            ),
            (
                Axis::linspace("a", 0.0, 1.0, u64::MAX).unwrap_err(),
                "grid axis `a`: count = 18446744073709551615 is more than 16777216",
            ),
        ] {
            assert_eq!(error.to_string(), message);
        }
        assert!(matches!(Axis::linspace("a", 0.0, 1.0, 0), Err(PlanError::EmptyAxis { .. })));
    }
}
