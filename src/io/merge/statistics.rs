//! The statistics of a whole run from those of its shards.

use crate::ensemble::{Progress, Statistics, Study};
use crate::io::blocks::read_blocks;
use crate::io::manifest::{OutputFigures, RunManifest};
use crate::io::table::{Format, ReadError};
use crate::model::output::PoseColumns;
use crate::statistics::{BLOCK, ComponentStatistics, Moments, PoseSums};
use std::path::PathBuf;

/// Statistics could not be merged.
#[derive(Debug, thiserror::Error)]
pub enum StatisticsError {
    /// The blocks of a shard cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The blocks of a shard are not those that its manifest says.
    #[error("{}: {message}; run that shard again", path.display())]
    Blocks {
        /// The table of the blocks.
        path: PathBuf,
        /// What is wrong with the table.
        message: String,
    },
    /// The histograms of shards have other classes.
    #[error(
        "these are not shards of one run: the histogram of {output} has other classes in {}; give all shards the same \
         --histogram, or none", folder.display()
    )]
    Classes {
        /// The output component.
        output: String,
        /// The folder of a shard.
        folder: PathBuf,
    },
}

/// Merges shards, in their order, with the folders of their results: block by block, as one run does.
///
/// # Errors
/// Where a shard does not hold its blocks, or has other classes than the first.
pub(super) fn merged(
    shards: &[(&PathBuf, &RunManifest)],
    format: Format,
    study: &Study,
) -> Result<Statistics, StatisticsError> {
    let mut progress = Progress::default();
    let mut components: Vec<(ComponentStatistics, Vec<u64>, Moments)> = Vec::new();
    let mut poses: Vec<(PoseColumns, PoseSums)> = Vec::new();
    for (folder, manifest) in shards {
        let path = folder.join(format!("blocks.{}", format.extension()));
        let wrong = |message: String| StatisticsError::Blocks { path: path.clone(), message };
        let own = manifest.outputs.iter().map(OutputFigures::statistics).collect::<Option<Vec<_>>>();
        let own = own.ok_or_else(|| wrong("its manifest holds no statistics".into()))?;
        if components.is_empty() {
            let empty = |c: &ComponentStatistics| (c.clone(), vec![0; c.counts().len()], Moments::default());
            components = own.iter().map(empty).collect();
        }
        let names: Vec<String> = manifest.outputs.iter().map(|output| output.name.clone()).collect();
        let blocks = read_blocks(&path, format, &names, progress.members / BLOCK as u64)?.map_err(wrong)?;
        let expected = manifest.members.div_ceil(BLOCK as u64);
        if blocks.len() as u64 != expected {
            return Err(wrong(format!("it holds {} blocks and should hold {expected}", blocks.len())));
        }
        if components.len() != own.len() {
            return Err(wrong(format!("it is of {} outputs and should be of {}", own.len(), components.len())));
        }
        for (c, ((first, counts, moments), own)) in components.iter_mut().zip(&own).enumerate() {
            if first.bins() != own.bins() {
                let (output, folder) = (names[c].clone(), (*folder).clone());
                return Err(StatisticsError::Classes { output, folder });
            }
            counts.iter_mut().zip(own.counts()).for_each(|(sum, n)| *sum += n);
            blocks.iter().for_each(|block| moments.merge(&block[c]));
            if blocks.iter().map(|block| block[c].count).sum::<u64>() != own.count() {
                return Err(wrong(format!("its blocks are not of {} values of {}", own.count(), names[c])));
            }
        }
        let own = manifest.pose_sums(study).ok_or_else(|| wrong("its manifest holds no sums of rotations".into()))?;
        if poses.is_empty() {
            poses = own.iter().map(|(columns, sums)| (columns.clone(), PoseSums::new(sums.lattice.clone()))).collect();
        }
        for ((columns, sums), (_, own)) in poses.iter_mut().zip(&own) {
            if sums.lattice != own.lattice {
                return Err(wrong(format!(
                    "{} was summed relative to another rotation than in the first shard",
                    columns.name
                )));
            }
            sums.merge(own);
        }
        progress.merge(&manifest.progress());
    }
    let restored = |(first, counts, moments): (ComponentStatistics, Vec<u64>, Moments)| {
        // the number of counts is that of the first shard
        ComponentStatistics::restored(first.bins().clone(), counts, moments)
    };
    Ok(Statistics { progress, components: components.into_iter().filter_map(restored).collect(), poses })
}
