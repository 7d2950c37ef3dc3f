//! Mass and inertia: those of several links that move as one, and whether a rigid body can have them.

use super::pose::{Pose, without_rounding};
use crate::lie::Rotation;
use crate::linalg::symmetric_eigenvalues;
use crate::num::{Mat3, Vec3};

/// Holds mass and inertia in some frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inertia {
    /// Mass, kg.
    pub(super) mass: f64,
    /// Centre of mass, m.
    pub(super) centre: Vec3<f64>,
    /// Inertia about the centre of mass, kg m^2.
    pub(super) about_centre: Mat3<f64>,
}

/// Says what was found of an inertia that no rigid body has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Noise {
    /// A rigid body has the inertia.
    None,
    /// The inertia was off by no more than rounding and has been raised, in all directions alike, by this, kg m^2.
    Repaired(f64),
    /// The inertia was less than noise of zero and has been taken for it.
    TakenForZero,
    /// The inertia is off by more, and stands as it is in the file; these are its principal moments, kg m^2.
    Impossible([f64; 3]),
}

/// An inertia may be off by this part of its largest moment to be taken for rounded.
const ROUNDING: f64 = 1e-12;

/// A radius of gyration below this is noise of a mass without extent, m.
const EXTENT: f64 = 1e-8;

impl Inertia {
    /// Returns the inertia of nothing.
    pub(super) fn nothing() -> Self {
        Self { mass: 0.0, centre: Vec3::zero(), about_centre: Mat3::identity().scaled(0.0) }
    }

    /// Tells whether the inertia opposes to nothing.
    pub(super) fn is_nothing(&self) -> bool {
        self.mass == 0.0 && self.about_centre.to_array().iter().all(|entry| *entry == 0.0)
    }

    /// Returns the inertia in the frame around a frame in which it is known.
    pub(super) fn seen_from(&self, pose: Pose) -> Self {
        let mut about_centre = self.about_centre;
        if pose.rotation.v != Vec3::zero() {
            let r = pose.rotation.matrix();
            about_centre = r * about_centre * r.transpose();
        }
        Self { mass: self.mass, centre: pose.point(self.centre), about_centre }
    }

    /// Returns the inertia about a point, kg m^2.
    pub(super) fn about(&self, point: Vec3<f64>) -> Mat3<f64> {
        let d = Mat3::skew(self.centre - point);
        // the theorem of parallel axes: I = I_c - m d~ d~
        self.about_centre + (d * d).scaled(-self.mass)
    }

    /// Returns the inertia of several bodies, known in one frame, that move as one.
    pub(super) fn sum(parts: &[Self]) -> Self {
        let parts: Vec<&Self> = parts.iter().filter(|part| !part.is_nothing()).collect();
        match parts.as_slice() {
            [] => Self::nothing(),
            // no rounding of a sum and a quotient
            [one] => **one,
            several => {
                let mass: f64 = several.iter().map(|part| part.mass).sum();
                let moment = several.iter().fold(Vec3::zero(), |sum, part| sum + part.centre * part.mass);
                let centre = if mass == 0.0 { several[0].centre } else { moment * (1.0 / mass) };
                let zero = Self::nothing().about_centre;
                let about_centre = several.iter().fold(zero, |sum, part| sum + part.about(centre));
                Self { mass, centre, about_centre }
            }
        }
    }

    /// Returns xx, yy, zz, xy, xz, yz of the inertia about the centre of mass, kg m^2.
    pub(super) fn entries(&self) -> [f64; 6] {
        let [xx, xy, xz, _, yy, yz, _, _, zz] = self.about_centre.to_array();
        [xx, yy, zz, xy, xz, yz]
    }

    /// Takes rounding away: entries that are nothing beside the largest, and what keeps it from being a rigid body's.
    pub(super) fn clean(&mut self) -> Noise {
        self.centre = without_rounding(self.centre, self.centre.norm());
        let largest = self.entries().into_iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        self.about_centre.rows = self.about_centre.rows.map(|row| without_rounding(row, largest));
        let moments = symmetric_eigenvalues(self.entries());
        let [small, middle, large] = moments;
        // raising all moments by d raises the sum of two by 2 d
        let missing = (-small).max(if self.mass > 0.0 { large - small - middle } else { 0.0 });
        match missing {
            _ if missing <= 1e-15 * large => Noise::None,
            _ if missing <= ROUNDING * large => {
                self.about_centre = self.about_centre + Mat3::identity().scaled(missing);
                Noise::Repaired(missing)
            }
            _ if self.mass > 0.0 && largest <= self.mass * EXTENT * EXTENT => {
                self.about_centre = Self::nothing().about_centre;
                Noise::TakenForZero
            }
            _ => Noise::Impossible(moments),
        }
    }
}
