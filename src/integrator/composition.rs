//! A splitting method as data.

/// The coefficients alpha_1 ... alpha_2s of a composition of the first-order map chi (kick, drift, axes 1, 2, 3) and
/// its adjoint chi* (axes 3, 2, 1, drift, kick): chi(alpha_1 h), chi*(alpha_2 h), chi(alpha_3 h), ...
///
/// By McLachlan (1995), SIAM Journal on Scientific Computing 16, it has the order of the splitting of an energy into
/// two parts with a_1 = alpha_1, b_1 = alpha_1 + alpha_2, a_2 = alpha_2 + alpha_3, ...
#[derive(Debug)]
pub struct Splitting {
    /// alpha_1 ... alpha_2s.
    pub(super) alphas: &'static [f64],
}

impl Splitting {
    /// Makes the method; stops the compilation where the coefficients do not come in pairs that sum to one.
    pub const fn new(alphas: &'static [f64]) -> Self {
        assert!(alphas.len().is_multiple_of(2));
        let (mut sum, mut i) = (0.0f64, 0);
        while i < alphas.len() {
            sum += alphas[i];
            i += 1;
        }
        assert!((sum - 1.0).abs() < 1e-14, "the coefficients do not sum to one");
        Self { alphas }
    }

    /// Returns the number of kicks, that is of evaluations of the dynamics per step.
    pub const fn kick_count(&self) -> usize {
        self.alphas.len() / 2 + 1
    }
}
