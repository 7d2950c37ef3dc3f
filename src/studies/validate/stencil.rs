//! Stencils of finite differences: weights of the values at seven places around a parameter's value.

/// The places where a parameter is perturbed, in units of the perturbation. Stencils share them.
pub const NODES: [f64; 7] = [-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0];

/// The place of the value itself.
pub const CENTRE: usize = 3;

/// The values of an output at the nodes; not a number where there is none.
pub type Values = [f64; NODES.len()];

/// A stencil for the first derivative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stencil {
    /// The name of the stencil.
    pub name: &'static str,
    /// The order of the stencil: the power of the perturbation that its truncation error falls with.
    pub order: i32,
    /// The weights of the values at [`NODES`]; the sum is divided by the perturbation.
    weights: Values,
}

/// The stencils, in rising order.
pub const ALL: [Stencil; 4] = [
    Stencil { name: "backward", order: 1, weights: [0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0] },
    Stencil { name: "central", order: 2, weights: [0.0, -0.5, 0.0, 0.0, 0.0, 0.5, 0.0] },
    Stencil {
        name: "five_point",
        order: 4,
        weights: [1.0 / 12.0, -8.0 / 12.0, 0.0, 0.0, 0.0, 8.0 / 12.0, -1.0 / 12.0],
    },
    // (64 D(h/2) - 20 D(h) + D(2h)) / 45 of central differences D, extrapolated twice
    Stencil {
        name: "richardson",
        order: 6,
        weights: [-1.0 / 180.0, 10.0 / 45.0, -64.0 / 45.0, 0.0, 64.0 / 45.0, -10.0 / 45.0, 1.0 / 180.0],
    },
];

/// The place of the backward difference among [`ALL`]; where there are no values below, the forward one stands for it.
pub(super) const BACKWARD: usize = 0;
/// The place of the five-point stencil.
pub(super) const FIVE_POINT: usize = 2;
/// The place of the stencil of highest order.
pub(super) const RICHARDSON: usize = 3;

impl Stencil {
    /// Returns the derivative for a perturbation; not a number where a value is missing.
    pub fn derivative(&self, values: &Values, perturbation: f64) -> f64 {
        // differences to the value in the middle are exact where values are near to it
        let used = self.weights.iter().zip(values).filter(|(weight, _)| **weight != 0.0);
        used.map(|(weight, value)| weight * (value - values[CENTRE])).sum::<f64>() / perturbation
    }

    /// Returns the derivative by the stencil that is mirrored: of the backward difference the forward one.
    pub(super) fn mirrored(&self, values: &Values, perturbation: f64) -> f64 {
        let mut mirrored = *values;
        mirrored.reverse();
        -self.derivative(&mirrored, perturbation)
    }

    /// Returns by how much the stencil amplifies what values are rounded by, times the perturbation.
    pub fn amplification(&self) -> f64 {
        self.weights.iter().map(|weight| weight.abs()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(f: impl Fn(f64) -> f64, x: f64, h: f64) -> Values {
        NODES.map(|node| f(x + node * h))
    }

    #[test]
    fn polynomials_of_the_order_are_differentiated_exactly() {
        for stencil in ALL {
            for power in 0..=stencil.order {
                let found = stencil.derivative(&values(|x| x.powi(power), 1.5, 0.25), 0.25);
                let exact = f64::from(power) * 1.5f64.powi(power - 1);
                assert!((found - exact).abs() < 1e-12 * exact.max(1.0), "{} {power}: {found} {exact}", stencil.name);
            }
            let next = stencil.order + 1;
            let found = stencil.derivative(&values(|x| x.powi(next), 1.5, 0.25), 0.25);
            let exact = f64::from(next) * 1.5f64.powi(next - 1);
            assert!((found - exact).abs() > 1e-6, "{}: {found} {exact}", stencil.name);
        }
    }

    #[test]
    fn errors_fall_with_the_order() {
        for stencil in ALL {
            let error = |h: f64| (stencil.derivative(&values(f64::exp, 0.5, h), h) - 0.5f64.exp()).abs();
            let slope = (error(0.2) / error(0.1)).log2();
            assert!((slope - f64::from(stencil.order)).abs() < 0.2, "{}: {slope}", stencil.name);
        }
    }

    #[test]
    fn a_missing_value_leaves_no_derivative() {
        let mut all = values(f64::exp, 0.0, 0.1);
        all[6] = f64::NAN;
        let found = ALL.map(|stencil| stencil.derivative(&all, 0.1).is_nan());
        assert_eq!(found, [false, false, true, true]);
        all[1] = f64::NAN;
        assert!((ALL[0].mirrored(&all, 0.1) - (0.1f64.exp_m1() / 0.1)).abs() < 1e-14);
    }
}
