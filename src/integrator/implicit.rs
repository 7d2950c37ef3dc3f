//! How an implicit method is set: coefficients, Newton's method, start.

use super::newton::{Newton, Refresh};
use crate::lie::RotationChart;

/// The coefficients of the family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients {
    /// Weight of the old auxiliary acceleration.
    pub alpha_m: f64,
    /// Weight of the old acceleration.
    pub alpha_f: f64,
    /// Weight of the new auxiliary acceleration in the increment of the coordinates.
    pub beta: f64,
    /// Weight of the new auxiliary acceleration in the increment of the velocities.
    pub gamma: f64,
}

impl Coefficients {
    /// Returns the coefficients of Chung and Hulbert (1993) for a spectral radius at infinity, from 0 (most damping) to
    /// 1 (none).
    pub fn chung_hulbert(rho_inf: f64) -> Self {
        let (alpha_m, alpha_f) = ((2.0 * rho_inf - 1.0) / (rho_inf + 1.0), rho_inf / (rho_inf + 1.0));
        Self::optimal(alpha_m, alpha_f)
    }
    /// Returns the coefficients of Hilber, Hughes, Taylor (1977), alpha from -1/3 to 0.
    pub fn hht(alpha: f64) -> Self {
        Self::optimal(0.0, -alpha)
    }
    /// Returns the coefficients of Newmark (1959).
    pub fn newmark(beta: f64, gamma: f64) -> Self {
        Self { alpha_m: 0.0, alpha_f: 0.0, beta, gamma }
    }
    /// Returns the coefficients of order 2 with the most damping of high frequencies.
    fn optimal(alpha_m: f64, alpha_f: f64) -> Self {
        let gamma = 0.5 + alpha_f - alpha_m;
        Self { alpha_m, alpha_f, beta: 0.25 * (gamma + 0.5) * (gamma + 0.5), gamma }
    }
    /// Returns Delta_alpha = alpha_m - alpha_f: the auxiliary acceleration is that at the time t + Delta_alpha h.
    pub fn shift(&self) -> f64 {
        self.alpha_m - self.alpha_f
    }
    /// Returns the factor C of the error C h^3 v'' that the increment of the coordinates has in a step, but for the bracket
    /// -[v, v']/12 of the group: Arnold, Bruls, Cardona (2015).
    pub fn local_error(&self) -> f64 {
        self.beta + 0.5 * self.shift() - 1.0 / 6.0
    }
    /// Returns the product beta' beta h^2, (33).
    pub(super) fn inertia(&self) -> f64 {
        (1.0 - self.alpha_m) / (1.0 - self.alpha_f)
    }
}

/// How an implicit method is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Implicit {
    /// The coefficients of the method.
    pub coefficients: Coefficients,
    /// Which form of generalized-alpha it is.
    pub form: Form,
    /// How the method's steps are solved.
    pub newton: Newton,
    /// What the method begins with.
    pub start: Start,
    /// What derivatives by parameters drop.
    pub simplification: Option<Simplification>,
    /// Which formulation of the constraints it solves.
    pub index: Index,
    /// What bodies move on, of a method with stages.
    pub group: Group,
    /// True where some constraints are prescribed motions; a study finds that out itself.
    pub is_driven: bool,
    /// True where outputs are made of accelerations, forces in joints or multipliers, where steps are adaptive, whose errors are estimated
    /// by accelerations, or where there are events, which happen within steps and move with the rates of what passes zero; a study finds
    /// that out itself.
    pub is_end_seen: bool,
}

/// What generalized-alpha is made of, Section 5 of Bruels, Eberhard (2008). Where rotations are given by coordinates of their
/// increments, these begin at zero in every step, (91)-(95).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The recursion of velocities and v' as they are on the group, Algorithm 4: of order 2.
    #[default]
    Geometric,
    /// The recursion of the rates of these coordinates, Algorithm 3: of order 2.
    Linear(RotationChart),
    /// Forces at both ends of a step, weighted, in these coordinates, Algorithm 2: of order 1 where masses, as these
    /// coordinates see them, are not constant.
    Residual(RotationChart),
}

impl Form {
    /// Returns the coordinates of the increments of rotations whose rates the recursion is of, if it is.
    pub(super) fn coordinates(self) -> Option<RotationChart> {
        match self {
            Form::Geometric => None,
            Form::Linear(chart) | Form::Residual(chart) => Some(chart),
        }
    }
    /// Says whether the form weights forces at both ends of a step.
    pub fn weighs_forces(self) -> bool {
        matches!(self, Form::Residual(_))
    }
}

/// What bodies move on from stage to stage of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Group {
    /// SE(3): position and rotation of a body are one element, and increments are screw motions.
    #[default]
    Motions,
    /// R^3 x SO(3): positions add up, rotations are turned on their own.
    Product,
}

impl Group {
    /// All groups, with the word that a scenario uses.
    pub const ALL: &'static [(&'static str, Group)] = &[("se3", Group::Motions), ("r3so3", Group::Product)];
}

/// Which formulation of the constraints generalized-alpha solves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Index {
    /// Positions alone hold the constraints.
    #[default]
    Three,
    /// The stabilised index-2 formulation of Gear, Gupta, Leimkuhler (1985) on the group: velocities hold the constraints, too,
    /// and increments of the coordinates are corrected by -h B(q0)^T eta.
    Two,
}

/// A term that derivatives of steps by parameters drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simplification {
    /// The dependence of the reference rotation of increments on parameters: the whole derivative of a rotation is that
    /// of these coordinates, (97)-(99).
    ReferenceFree,
    /// The derivative of T^T in the residuals of motion, k_G: (63).
    WithoutKg,
    /// The antisymmetric part of the derivatives of the residuals of motion by positions, K_t: (55).
    SymmetricStiffness,
}

impl Simplification {
    /// All simplifications, with the word that a scenario uses.
    pub const ALL: &'static [(&'static str, Simplification)] = &[
        ("reference_free", Simplification::ReferenceFree),
        ("without_k_g", Simplification::WithoutKg),
        ("symmetric_stiffness", Simplification::SymmetricStiffness),
    ];
}

/// What an implicit method begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// The auxiliary acceleration of the time that it belongs to, and velocities that take back the first error of the
    /// constraints, so that all components, multipliers too, are of order 2: Arnold, Cardona, Bruls (2014).
    #[default]
    Optimal,
    /// The auxiliary acceleration is that at the start: a = v', as in Holzinger et al. (2024). Multipliers are of order 1.
    Plain,
}

impl Default for Implicit {
    fn default() -> Self {
        Self {
            coefficients: Coefficients::chung_hulbert(Self::RHO_INF),
            form: Form::default(),
            newton: Newton::default(),
            start: Start::default(),
            simplification: None,
            index: Index::default(),
            group: Group::default(),
            is_driven: false,
            is_end_seen: false,
        }
    }
}

impl Implicit {
    /// Says whether the settings are for the scalar code alone.
    pub fn is_scalar(&self) -> bool {
        self.newton.refresh != Refresh::Always
    }
    /// Returns a message on what the settings cost, where they do.
    pub fn advice(&self) -> Option<String> {
        let of_word = |(_, refresh): &&(&str, Refresh)| *refresh == self.newton.refresh;
        let (kind, _) = Refresh::ALL.iter().find(of_word).filter(|_| self.is_scalar())?;
        Some(format!(
            "method: newton = {{ kind = {kind:?} }} keeps matrices from step to step, which only native code does, member by member \
             without vector lanes and fused products: a sweep takes 60 to 230 times as long as with newton = {{ kind = \"full\" }}"
        ))
    }
    /// The spectral radius at infinity where nobody says which: that of the examples of Holzinger et al. (2024).
    pub const RHO_INF: f64 = 0.9;
}
