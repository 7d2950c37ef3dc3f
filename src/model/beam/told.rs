//! What is told of the section of a beam: its stiffness in words of handbooks, and whether axis 1 is along the beam.

use super::Beam;

/// Holds what is told of a section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionFigures {
    /// Stiffness against stretching, EA, N.
    pub axial: f64,
    /// Stiffness against twisting, GJ, N m^2.
    pub torsion: f64,
    /// Stiffness against bending about axes 2 and 3, EI2 and EI3, N m^2.
    pub bending: [f64; 2],
    /// Mass per length, kg/m.
    pub mass: f64,
}

/// Parts by which inertias may differ that are called equal.
const EQUAL: f64 = 1e-6;

impl Beam {
    /// Returns what is told of the section at a place from 0, the root, to 1, for values of the parameters.
    pub fn section_figures(&self, place: f64, parameters: &[f64]) -> SectionFigures {
        let (stiffness, mass) = self.section.evaluate::<f64>(place, parameters);
        let k = stiffness.to_dense();
        SectionFigures { axial: k[0][0], torsion: k[3][3], bending: [k[4][4], k[5][5]], mass: mass.mass_and_moment().0 }
    }

    /// Says why rows of the matrices of the section seem to be in another order, with axis 3 along the beam, if they do.
    pub fn other_order(&self, parameters: &[f64]) -> Option<String> {
        let (stiffness, mass) = self.section.evaluate::<f64>(0.5, parameters);
        let (k, m) = (stiffness.to_dense(), mass.to_dense());
        let is_sum = |sum: f64, a: f64, b: f64| (sum - a - b).abs() <= EQUAL * sum.abs();
        let [m4, m5, m6] = [3, 4, 5].map(|i| m[i][i]);
        let is_shear_first = k[0][0] < k[2][2];
        let is_polar_last = is_sum(m6, m4, m5) && !is_sum(m4, m5, m6);
        let stiff = format!("its stiffness has k11 = {:.6e} < k33 = {:.6e} N", k[0][0], k[2][2]);
        let heavy = format!("its mass has m66 = m44 + m55 = {m6:.6e} kg m");
        let found = match (is_shear_first, is_polar_last) {
            (false, false) => return None,
            (true, false) => stiff,
            (false, true) => heavy,
            (true, true) => format!("{stiff}, and {heavy}"),
        };
        Some(format!(
            "the section of {:?}: {found}, as where axis 3 is along the beam; rows are those of EA, GA2, GA3, GJ, EI2, EI3 and of m, m, m, \
             m44 = m55 + m66, m55, m66, with axis 1 along the beam",
            self.name
        ))
    }
}
