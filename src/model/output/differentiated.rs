//! What a derivative is the derivative of.

use crate::lie::UnitQuaternion;
use crate::num::{Real, Vec3};

/// Says which column is differentiated, by which of the parameters that there are derivatives by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Differentiated {
    /// The column, in the order of [`crate::model::Mechanism::columns`].
    pub column: usize,
    /// The index of the parameter in [`crate::model::Mechanism::sensitivities`], or in
    /// [`crate::model::Mechanism::by_adjoint`].
    pub by: usize,
}

/// Says which column is differentiated twice, and by which two of those parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifferentiatedTwice {
    /// The column, in the order of [`crate::model::Mechanism::columns`].
    pub column: usize,
    /// The indices of the parameters in [`crate::model::Mechanism::sensitivities`], ascending.
    pub by: [usize; 2],
}

/// Says where the angular sensitivity of a body by a parameter lies, the rotation vector W of dR = R W~ in axes of the body,
/// and where what it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AngularSensitivity {
    /// The first of the three columns of the angular sensitivity.
    pub place: usize,
    /// The first of the four columns of the body's quaternion.
    pub quaternion: usize,
    /// The columns of the derivatives of these by the parameter.
    pub derivatives: [usize; 4],
}

impl AngularSensitivity {
    /// Writes the derivative to the outputs, whose other columns are there: twice the vector part of q* dq.
    pub fn write<R: Real>(&self, outputs: &mut [R]) {
        let of = |at: [usize; 4]| {
            let [w, x, y, z] = at.map(|c| outputs[c]);
            UnitQuaternion { w, v: Vec3::new(x, y, z) }
        };
        let q = of([0, 1, 2, 3].map(|i| self.quaternion + i));
        let product = UnitQuaternion { w: q.w, v: -q.v }.multiply(of(self.derivatives));
        for (c, x) in product.v.to_array().into_iter().enumerate() {
            outputs[self.place + c] = x + x;
        }
    }
}
