//! Figures of an output that is a rotation or a pose over the members of a run.

use crate::ensemble::{OutputSummaries, Statistics};
use crate::lie::UnitQuaternion;
use crate::model::output::PoseColumns;
use crate::num::Vec3;
use crate::statistics::{FrechetMean, PoseSums, RotationLattice};
use serde::{Deserialize, Serialize};

/// Figures of an output that is a rotation or a pose: its Fréchet mean and how far members are from it. They are null where there
/// is no single mean, as of rotations all around.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PoseFigures {
    /// The name of the output.
    pub name: String,
    /// The columns of its rotation and of their derivatives, which have no means of their own.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Members that have a value: all figures are over these alone.
    pub count: u64,
    /// The mean rotation as a unit quaternion, `world_from_body`, scalar first and not negative.
    pub quaternion: Option<[f64; 4]>,
    /// What bounds the error of the mean rotation, rad: rounding where all members were seen at once, and beyond that what is left
    /// out where they were seen in blocks.
    pub error: Option<f64>,
    /// The mean position, world frame, m, of poses.
    pub position: Option<[f64; 3]>,
    /// The covariance of the population (divided by the count) in the tangent space at the mean, in axes of the mean body: of a
    /// rotation 3 x 3, rad^2; of a pose 6 x 6 of (translation, rotation), m^2, m rad and rad^2.
    pub covariance: Option<Vec<Vec<f64>>>,
    /// The largest angle of a member from the mean, rad.
    pub largest_angle: Option<f64>,
    /// What the largest angle may be larger by, rad.
    pub largest_angle_within: Option<f64>,
    /// What a run goes on from when it is resumed, where only statistics are written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sums: Option<PoseSumsRecord>,
}

/// The sums over rotations or poses that were seen in blocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PoseSumsRecord {
    /// The bits of what they are seen from: quaternion, position, units of angles and of distances.
    pub lattice_bits: [u64; 9],
    /// Those about half a turn from there.
    pub opposite: u64,
    /// The bits of the largest angle from there, and of the quaternion that has it.
    pub farthest_bits: Option<[u64; 5]>,
    /// The sums, in 2^-44 of their units, with blanks between.
    pub sums: String,
}

impl PoseFigures {
    /// Makes the figures of members that were kept.
    pub(crate) fn of_members(outputs: &OutputSummaries) -> Vec<Self> {
        outputs.poses().map(|(columns, summary)| Self::new(columns, summary.count(), summary.mean(), None)).collect()
    }

    /// Makes the figures of members of which only statistics were kept.
    pub(crate) fn of_statistics(statistics: &Statistics) -> Vec<Self> {
        let all = statistics.poses.iter();
        all.map(|(columns, sums)| Self::new(columns, sums.count, sums.mean(), Some(sums))).collect()
    }

    fn new(columns: &PoseColumns, count: u64, mean: Option<FrechetMean>, sums: Option<&PoseSums>) -> Self {
        let mean = mean.as_ref();
        Self {
            name: columns.name.clone(),
            columns: columns.numbers.clone(),
            count,
            quaternion: mean.map(|mean| numbers(mean.rotation)),
            error: mean.map(|mean| mean.error),
            position: mean.and_then(|mean| mean.position).map(Vec3::to_array),
            covariance: mean.map(|mean| mean.covariance.clone()),
            largest_angle: mean.map(|mean| mean.largest_angle),
            largest_angle_within: mean.map(|mean| mean.largest_angle_within),
            sums: sums.map(PoseSumsRecord::new),
        }
    }

    /// Returns the sums that the figures were made of; none where members were kept, or where they are not what a run writes.
    pub(crate) fn sums(&self, columns: &PoseColumns) -> Option<PoseSums> {
        let PoseSumsRecord { lattice_bits, opposite, farthest_bits, sums } = self.sums.as_ref()?;
        let [w, x, y, z, a, b, c, size, length] = lattice_bits.map(f64::from_bits);
        let lattice = RotationLattice {
            middle: UnitQuaternion { w, v: Vec3::new(x, y, z) },
            position: Vec3::new(a, b, c),
            size,
            length,
            positions: columns.has_position(),
        };
        let farthest = farthest_bits.map(|bits| {
            let [angle, w, x, y, z] = bits.map(f64::from_bits);
            (angle, UnitQuaternion { w, v: Vec3::new(x, y, z) })
        });
        let sums = sums.split(' ').map(|sum| sum.parse().ok()).collect::<Option<Vec<i128>>>()?;
        let found = PoseSums { lattice, count: self.count, opposite: *opposite, sums, farthest };
        (self.name == columns.name && found.is_whole()).then_some(found)
    }
}

fn numbers(q: UnitQuaternion<f64>) -> [f64; 4] {
    [q.w, q.v.x, q.v.y, q.v.z]
}

impl PoseSumsRecord {
    fn new(sums: &PoseSums) -> Self {
        let RotationLattice { middle, position, size, length, .. } = sums.lattice;
        let ([w, x, y, z], [a, b, c]) = (numbers(middle), position.to_array());
        let farthest = sums.farthest.map(|(angle, q)| {
            let [w, x, y, z] = numbers(q);
            [angle, w, x, y, z].map(f64::to_bits)
        });
        Self {
            lattice_bits: [w, x, y, z, a, b, c, size, length].map(f64::to_bits),
            opposite: sums.opposite,
            farthest_bits: farthest,
            sums: sums.sums.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        }
    }
}
