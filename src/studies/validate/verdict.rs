//! Whether a derivative is right, and how that is known.

use super::estimate::{DifferenceEstimate, Shape};

/// What is said of a derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The output has no derivative, or no value: there is nothing to be right or wrong.
    NoDerivative,
    /// The derivative agrees with what finite differences tell, to within their error.
    Right,
    /// Finite differences do not tell.
    Undecided,
    /// The derivative differs from what finite differences tell by much more than their error.
    Wrong,
}

impl Verdict {
    /// Returns the name of the verdict.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::NoDerivative => "no_derivative",
            Verdict::Right => "right",
            Verdict::Undecided => "undecided",
            Verdict::Wrong => "wrong",
        }
    }
}

/// What a derivative is compared with. All numbers are in the unit of the derivative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// What the output does.
    pub shape: Shape,
    /// The derivative by differences, with its error.
    pub best: Option<DifferenceEstimate>,
    /// The derivative by a complex step, with its error, where it applies.
    pub complex: Option<(f64, f64)>,
    /// What the derivative that is judged may be off and finite differences do not show: by rounding, by what Newton's
    /// method leaves, by adaptive steps, by where an extreme or an event is located.
    pub allowance: f64,
    /// The sum of the changes of finite differences and of the program's own derivative by other steps, where runs have shown it.
    pub by_steps: f64,
    /// A derivative that is smaller counts as zero: a small part of the largest of the output's components, or of its value
    /// over that of the parameter.
    pub negligible: f64,
    /// What the values are rounded by, relative to the largest component of the output.
    pub noise: f64,
}

/// A derivative is right within so many estimated errors, and wrong beyond so many: estimates are themselves uncertain.
const RIGHT_WITHIN: f64 = 4.0;
/// A derivative is wrong beyond so many estimated errors, see [`RIGHT_WITHIN`].
const WRONG_BEYOND: f64 = 25.0;

/// A derivative is wrong beyond so many times what other steps change, which bounds errors by the steps.
const WRONG_BY_STEPS: f64 = 2.0;

/// Values with more noise than this part of them tell no derivative.
const MOST_NOISE: f64 = 1e-2;

/// Errors of finite differences beyond this part of a derivative that is not negligible say too little of it.
const COARSEST: f64 = 1e-2;

impl Evidence {
    /// Returns the best derivative that is known, with its error.
    pub fn known(&self) -> Option<(f64, f64)> {
        let best = self.best?;
        let differences = (best.value, best.error);
        Some(match self.complex {
            // an output that is not analytic has no complex step
            Some((value, error)) if error < best.error && (value - best.value).abs() <= RIGHT_WITHIN * best.error => {
                (value, error)
            }
            _ => differences,
        })
    }

    /// Judges a derivative.
    pub fn judge(&self, derivative: f64) -> (Verdict, String) {
        if let Some(words) = self.without_slope() {
            return (Verdict::Undecided, words);
        }
        let Some((known, error)) = self.known() else {
            return (Verdict::Undecided, "no stencil has all its values: see the perturbed runs that failed".into());
        };
        if self.noise > MOST_NOISE {
            let words = format!(
                "values change by {:.0e} of the output under the smallest perturbations, as those of a chaotic motion or of \
                 nothing but rounding do: finite differences tell nothing",
                self.noise
            );
            return (Verdict::Undecided, words);
        }
        let difference = (derivative - known).abs();
        let size = known.abs().max(derivative.abs());
        let allowance = self.allowance + self.by_steps;
        let right = RIGHT_WITHIN * error + allowance;
        let wrong = WRONG_BEYOND * error + RIGHT_WITHIN * self.allowance + WRONG_BY_STEPS * self.by_steps;
        let good_to = relative(right, size);
        if !derivative.is_finite() {
            return (Verdict::Wrong, format!("it is no number, where finite differences give {known:.6e}"));
        }
        if difference > wrong {
            let words = match relative(difference, size) {
                Some(far) => {
                    let good = good_to.map_or_else(|| format!("{right:.0e}"), |good| format!("{good:.0e}"));
                    format!(
                        "differs by {far:.0e} where finite differences are good to {good}{}",
                        sign(derivative, known)
                    )
                }
                None => "differs".into(),
            };
            let words = match self.shape {
                Shape::Constant => format!("is {derivative:.3e}, but the output does not depend on the parameter"),
                _ if derivative == 0.0 => {
                    format!("is zero, where finite differences give {known:.3e} to within {error:.0e}")
                }
                _ => words,
            };
            return (Verdict::Wrong, words);
        }
        let too_coarse = (COARSEST * size).max(self.negligible);
        if RIGHT_WITHIN * error > too_coarse {
            let words = match relative(RIGHT_WITHIN * error, size) {
                Some(good) => format!("finite differences are good to {good:.0e} only, relative to the derivative"),
                None => "finite differences tell nothing".into(),
            };
            return (Verdict::Undecided, words);
        }
        if self.by_steps > too_coarse {
            let good = relative(self.by_steps, size).filter(|good| good.is_finite());
            let good = good.map_or("nothing is known of them".into(), |good| {
                format!("finite differences are good to {good:.0e} only, relative to the derivative")
            });
            let words = format!("steps end at events, and so {good}: a smaller `step` or `tolerance` tells more");
            return (Verdict::Undecided, words);
        }
        // nothing is allowed that is as large as the derivative
        let right = RIGHT_WITHIN * error + allowance.min(too_coarse);
        if difference > right {
            let words = format!(
                "differs by {:.0e}, somewhat more than the estimated error of finite differences, {:.0e}, but not enough to be \
                 called wrong",
                relative(difference, size).unwrap_or(0.0),
                relative(error, size).unwrap_or(0.0)
            );
            return (Verdict::Undecided, words);
        }
        (Verdict::Right, self.agreement(size, difference, right))
    }

    /// Says why the output has no derivative at this value of the parameter, if it has none.
    fn without_slope(&self) -> Option<String> {
        match self.shape {
            Shape::Kink { below, above } => Some(format!(
                "the output has a kink at this value: its derivative is {below:.4e} from below and {above:.4e} from above, so it has \
                 none here"
            )),
            Shape::Jump(height) => {
                Some(format!("the output jumps by {height:.3e} at this value, so it has no derivative here"))
            }
            Shape::Smooth | Shape::Constant => None,
        }
    }

    /// Says how well a derivative agrees.
    fn agreement(&self, size: f64, difference: f64, tolerance: f64) -> String {
        if self.shape == Shape::Constant {
            let rounding = if difference > 0.0 { " but for rounding" } else { "" };
            return format!("the output does not depend on the parameter, and the derivative is zero{rounding}");
        }
        let digits = |ratio: f64| (-ratio.max(1e-16).log10()).floor().max(0.0);
        match (relative(difference, size), relative(tolerance, size)) {
            (Some(difference), Some(tolerance)) if tolerance < 0.1 => {
                let (agreed, told) = (digits(difference), digits(tolerance));
                if difference == 0.0 {
                    format!("agrees in all digits; finite differences are sure of {told:.0}")
                } else if agreed <= told + 1.0 {
                    format!("agrees to {agreed:.0} digits, which is all that finite differences tell here")
                } else {
                    format!("agrees to {agreed:.0} digits; finite differences are sure of {told:.0}")
                }
            }
            _ => format!("both are zero to within {tolerance:.1e}, which is all that finite differences tell here"),
        }
    }
}

fn relative(x: f64, size: f64) -> Option<f64> {
    (size > 0.0).then(|| x / size)
}

/// Says so where a derivative has the other sign.
fn sign(derivative: f64, known: f64) -> &'static str {
    let opposite = (derivative + known).abs() < 1e-2 * known.abs();
    if opposite { "; it has the opposite sign" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(value: f64, error: f64) -> Evidence {
        let best = Some(DifferenceEstimate { value, error, stencil: 2, level: 2 });
        Evidence {
            shape: Shape::Smooth,
            best,
            complex: None,
            allowance: 1e-14,
            by_steps: 0.0,
            negligible: 1e-6,
            noise: 1e-15,
        }
    }

    #[test]
    fn verdicts_have_reasons() {
        use Verdict::{Right, Undecided, Wrong};
        let kink = Evidence { shape: Shape::Kink { below: 1.0, above: 2.0 }, ..evidence(1.5, 1.0) };
        let constant = Evidence { shape: Shape::Constant, ..evidence(0.0, 1e-15) };
        let noisy = Evidence { noise: 0.5, ..evidence(2.0, 1e-3) };
        let exact = Evidence { complex: Some((2.0 + 1e-11, 1e-14)), ..evidence(2.0, 1e-10) };
        let other = Evidence { complex: Some((3.0, 1e-14)), ..evidence(2.0, 1e-10) };
        for (evidence, derivative, verdict, words) in [
            (evidence(2.0, 1e-10), 2.0 + 1e-10, Right, "agrees to 10 digits"),
            (
                evidence(2.0, 1e-10),
                -2.0,
                Wrong,
                "differs by 2e0 where finite differences are good to 2e-10; it has the opposite",
            ),
            (evidence(2.0, 1e-10), 2.0 + 1e-9, Undecided, "somewhat more"),
            (evidence(2.0, 1e-10), 2.006, Wrong, "differs by 3e-3 where finite differences are good to 2e-10"),
            (evidence(2.0, 1e-10), f64::NAN, Wrong, "no number"),
            (evidence(2.0, 0.1), 2.1, Undecided, "good to 2e-1 only"),
            (evidence(1e-3, 1e-3), 1.5e-3, Undecided, "good to 3e0 only"),
            (evidence(1e-13, 1e-12), -1e-13, Right, "both are zero to within"),
            (evidence(1e-30, 1e-40), 1e-30, Right, "agrees in all digits"),
            (kink, 1.5, Undecided, "has a kink at this value"),
            (constant, 0.0, Right, "does not depend on the parameter"),
            (constant, 1e-3, Wrong, "is 1.000e-3, but the output does not depend on the parameter"),
            (noisy, 2.0, Undecided, "chaotic"),
            (exact, 2.0 + 1e-11, Right, "agrees in all digits"),
            (exact, 2.0, Wrong, "differs by"),
            (other, 2.0, Right, "agrees in all digits"),
        ] {
            let mut evidence = evidence;
            if derivative == 1e-30 {
                (evidence.allowance, evidence.negligible) = (1e-44, 1e-36);
            }
            let (found, reason) = evidence.judge(derivative);
            assert_eq!(found, verdict, "{derivative:e}: {reason}");
            assert!(reason.contains(words), "{derivative:e}: {reason}");
        }
    }
}
