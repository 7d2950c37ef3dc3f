//! Piecewise polynomials.

use super::kind::{Description, Shape, Wrong, increasing};
use super::piecewise::Piecewise;
use super::point::TrajectoryPoint;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "polynomial",
    summary: "piecewise polynomial of the time since the beginning of each piece",
    keys: "breaks = [..] (s, from 0), coefficients = [[c0, c1, ..], ..] (m/s^k or rad/s^k, one list per piece, so one \
           fewer than breaks), hold = true | false",
    example: r#"[[force]]
name = "spline"
kind = "joint_control"
joint = "rail"
trajectory = { kind = "polynomial", breaks = [0, 0.03, 0.1], coefficients = [[0.1, "mass", 0, 3], [0.16, 2]] }
proportional = 40 # N/m
derivative = 4 # N s/m
"#,
};

/// c0 + c1 (t - b) + c2 (t - b)^2 + .. from each break b to the next.
#[derive(Clone, Debug)]
pub(super) struct Polynomial<N> {
    pub(super) breaks: Vec<N>,
    pub(super) coefficients: Vec<Vec<N>>,
}

impl Description for Polynomial<Expr> {
    type At<R: Real> = Polynomial<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let (breaks, coefficients) = (section.list("breaks")?, section.lists("coefficients")?);
        if breaks.len() < 2 || breaks.len() != coefficients.len() + 1 {
            let message = format!(
                "found {} lists of coefficients for {} breaks; accepted: at least two breaks, and one list between each \
                 two",
                coefficients.len(),
                breaks.len()
            );
            return Err(section.invalid("coefficients", message));
        }
        if coefficients.iter().any(Vec::is_empty) {
            return Err(section.invalid("coefficients", "a list is empty; accepted: one number or more".into()));
        }
        Ok(Self { breaks, coefficients })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Polynomial<R> {
        let all = |list: &[Expr]| list.iter().map(|e| e.evaluate(p)).collect();
        Polynomial { breaks: all(&self.breaks), coefficients: self.coefficients.iter().map(|c| all(c)).collect() }
    }
    fn checked(&self) -> Vec<&Expr> {
        self.breaks.iter().collect()
    }
    fn check(&self, p: &[f64]) -> Result<(), Wrong> {
        increasing("trajectory.breaks", &self.breaks, p)
    }
}

impl<R: Real> Shape<R> for Polynomial<R> {
    fn at(&self, time: R) -> TrajectoryPoint<R> {
        let breaks = self.breaks[..self.coefficients.len()].to_vec();
        Piecewise { breaks, pieces: self.coefficients.clone() }.at(time)
    }
    fn end(&self) -> Option<R> {
        self.breaks.last().copied()
    }
    fn corners(&self) -> Vec<R> {
        self.breaks.clone()
    }
}
