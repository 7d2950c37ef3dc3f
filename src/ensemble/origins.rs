//! What statistics over members are formed relative to.

use super::{Chunk, Study};
use crate::lie::Pose;
use crate::model::output::PoseColumns;
use crate::statistics::{Bins, RotationLattice};

/// Holds what sums over members are relative to: known before the first block of them, the same for all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origins {
    /// The classes of every output component, in whose middle its moments begin.
    pub bins: Vec<Bins>,
    /// The outputs that are rotations or poses, with the lattices that they are seen from.
    pub poses: Vec<(PoseColumns, RotationLattice)>,
}

impl From<&[Bins]> for Origins {
    fn from(bins: &[Bins]) -> Self {
        Self { bins: bins.to_vec(), poses: Vec::new() }
    }
}

/// Returns the rotations or poses of the members of a chunk that have them, in order, at these indices.
pub(super) fn poses<'a>(
    chunk: &'a Chunk,
    columns: &'a PoseColumns,
    places: std::ops::Range<usize>,
) -> impl Iterator<Item = Pose<f64>> + 'a {
    let mut own = Vec::new();
    places.filter(|i| chunk.outcomes[*i].has_outputs()).filter_map(move |i| {
        own.clear();
        own.extend(columns.columns.clone().map(|c| chunk.outputs.value(i, c)));
        columns.of_own(&own)
    })
}

/// Makes lattices for the rotations and poses of a study like those of some members.
pub(super) fn lattices(study: &Study, pilot: &Chunk) -> Vec<(PoseColumns, RotationLattice)> {
    let all = study.mechanism.poses().into_iter();
    let lattice = |columns: PoseColumns| {
        let seen: Vec<Pose<f64>> = poses(pilot, &columns, 0..pilot.outcomes.len()).collect();
        let lattice = RotationLattice::around(&seen, columns.has_position());
        (columns, lattice)
    };
    all.map(lattice).collect()
}
