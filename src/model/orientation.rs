//! Initial orientations.

use super::expression::{Expr, Expr3, evaluate3};
use super::section::{Invalid, Section};
use crate::lie::{LieGroup, UnitQuaternion};
use crate::num::{Real, Vec3};

/// Holds an initial orientation, `world_from_body`.
#[derive(Clone, Debug)]
pub enum Orientation {
    /// A rotation vector, rad.
    RotationVector(Expr3),
    /// A quaternion, scalar first; it is normalised.
    Quaternion([Expr; 4]),
}

impl Orientation {
    /// Tells whether body and world frame coincide whatever the parameters.
    pub fn is_identity(&self) -> bool {
        match self {
            Orientation::RotationVector(psi) => psi.iter().all(Expr::is_zero),
            Orientation::Quaternion([w, x, y, z]) => *w == Expr::Constant(1.0) && [x, y, z].iter().all(|e| e.is_zero()),
        }
    }
    /// Reads the keys rotation_vector or quaternion.
    ///
    /// # Errors
    /// Where both are given, or one is of the wrong kind.
    pub fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        match (section.has("rotation_vector"), section.has("quaternion")) {
            (true, true) => {
                let message = "give either rotation_vector or quaternion, not both".to_string();
                Err(section.invalid("quaternion", message))
            }
            (_, true) => {
                let q = section.numbers("quaternion", &[4])?;
                let q = q.try_into().map_err(|_| section.invalid("quaternion", "expected 4 numbers".into()))?;
                Ok(Orientation::Quaternion(q))
            }
            _ => Ok(Orientation::RotationVector(section.vector_or_zero("rotation_vector")?)),
        }
    }
    /// Returns the unit quaternion.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> UnitQuaternion<R> {
        match self {
            _ if self.is_identity() => UnitQuaternion::identity(),
            // a matrix is off by twice what the length is
            Orientation::RotationVector(psi) => UnitQuaternion::exp(evaluate3(psi, parameters)).normalized(),
            Orientation::Quaternion([w, x, y, z]) => {
                let v = Vec3::new(x.evaluate(parameters), y.evaluate(parameters), z.evaluate(parameters));
                UnitQuaternion { w: w.evaluate(parameters), v }.normalized()
            }
        }
    }
}
