//! Outputs whose columns are one rotation or pose, which have means as such and not column by column.

use crate::lie::{LieGroup, Pose, Product, RotationMatrix, Translation, UnitQuaternion};
use crate::model::unit::Factor;
use crate::num::{Mat3, Vec3};
use std::ops::Range;

/// Says how columns hold a rotation or a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoseForm {
    /// The three components of a rotation vector.
    RotationVector,
    /// The four of a unit quaternion, scalar first.
    Quaternion,
    /// The nine of a rotation matrix, row by row.
    Matrix,
    /// The three of a position and the four of a unit quaternion.
    Pose,
}

/// Says which columns of the outputs are one rotation or pose.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseColumns {
    /// The name of the output.
    pub name: String,
    /// The columns, counted over all outputs.
    pub columns: Range<usize>,
    /// The names of those of the rotation, and of derivatives of them.
    pub numbers: Vec<String>,
    /// How they hold it.
    pub form: PoseForm,
    /// The size of the unit of the columns.
    pub unit: Factor,
}

impl PoseColumns {
    /// Tells whether there is a position.
    pub fn has_position(&self) -> bool {
        self.form == PoseForm::Pose
    }

    /// Returns how many columns are of a position: these have means of their own.
    pub fn of_position(&self) -> usize {
        if self.has_position() { 3 } else { 0 }
    }

    /// Returns the rotation with position zero, or the pose, from all outputs of a member; nothing where one is missing.
    pub fn read(&self, outputs: &[f64]) -> Option<Pose<f64>> {
        self.of_own(outputs.get(self.columns.clone())?)
    }

    /// Writes a rotation or pose into these columns alone; a quaternion has the sign that is nearer to others.
    pub fn write(&self, Product(position, rotation): Pose<f64>, near: &[f64], own: &mut [f64]) {
        let numbers = match self.form {
            PoseForm::RotationVector => rotation.log().to_array().to_vec(),
            PoseForm::Matrix => (0..3).flat_map(|i| rotation.row(i).to_array()).collect(),
            PoseForm::Quaternion | PoseForm::Pose => {
                let q = [rotation.w, rotation.v.x, rotation.v.y, rotation.v.z];
                let along: f64 = q.iter().zip(&near[self.of_position()..]).map(|(a, b)| a * b).sum();
                q.iter().map(|x| if along < 0.0 { -x } else { *x }).collect()
            }
        };
        let position = position.0.to_array();
        let all = position[..self.of_position()].iter().chain(&numbers);
        own.iter_mut().zip(all).for_each(|(place, x)| *place = self.unit.from_si(*x));
    }

    /// Returns what [`PoseColumns::read`] returns, from these columns alone.
    pub fn of_own(&self, own: &[f64]) -> Option<Pose<f64>> {
        let own: Vec<f64> = own.iter().map(|x| self.unit.to_si(*x)).collect();
        if own.iter().any(|x| !x.is_finite()) {
            return None;
        }
        let (mut position, of_rotation) = (Vec3::zero(), &own[self.of_position()..]);
        let row = |i: usize| Vec3::from_slice(&of_rotation[i..]);
        let rotation = match self.form {
            PoseForm::RotationVector => UnitQuaternion::exp(Vec3::from_slice(&own)),
            PoseForm::Matrix => RotationMatrix(Mat3::from_rows(row(0), row(3), row(6))).to_quaternion(),
            PoseForm::Quaternion => UnitQuaternion::from_slice(&own),
            PoseForm::Pose => {
                position = Vec3::from_slice(&own);
                UnitQuaternion::from_slice(of_rotation)
            }
        };
        let rotation = rotation.normalized();
        rotation.w.is_finite().then_some(Product(Translation(position), rotation))
    }
}
