//! Whether a run can go on from the results of an earlier one.

use super::definition::Run;
use crate::ensemble::{HistogramRange, Progress};
use crate::io::folder::FolderError;
use crate::io::manifest::{ManifestError, PartRecord, RunManifest, RunState, verb_of};
use crate::statistics::BLOCK;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The manifest cannot be read.
    #[error("cannot go on with the results in {}: {source}; --force begins at the first member", folder.display())]
    Manifest {
        /// The folder of the results.
        folder: PathBuf,
        /// What is wrong with the manifest.
        source: ManifestError,
    },
    /// The results are those of another verb.
    #[error(
        "cannot go on with the results in {}: they are those of `gyrosweep {verb}`; --force replaces them, --out picks another \
         folder",
        folder.display()
    )]
    OtherVerb {
        /// The folder of the results.
        folder: PathBuf,
        /// The verb that wrote them.
        verb: String,
    },
    /// What was found of fewer members cannot be removed.
    #[error("cannot go on with the results in {}: what was found of fewer members stays: {source}", folder.display())]
    Stale {
        /// The folder of the results.
        folder: PathBuf,
        /// Why.
        source: FolderError,
    },
    /// What decides the results is not what it was.
    #[error(
        "cannot go on with the results in {}: {}; run it as it was begun, or --force begins at the first member",
        folder.display(), differences.join("; ")
    )]
    Differs {
        /// The folder of the results.
        folder: PathBuf,
        /// What was and what is.
        differences: Vec<String>,
    },
}

impl Run<'_> {
    /// Makes the run go on from the results that are in its folder; without any it begins at the first member. `kept`
    /// says whether every member gets a row; `ranges` are those of [`Run::statistics`]; where the plan `grows` it may have more members than
    /// those results are of.
    ///
    /// # Errors
    /// Where the results are of a run that differs in something that decides them.
    pub fn resume(&mut self, kept: bool, ranges: &[Option<HistogramRange>], grows: bool) -> Result<(), ResumeError> {
        let Some(results) = self.folder() else { return Ok(()) };
        let (path, folder) = (results.manifest(), results.path().to_path_buf());
        if !path.exists() {
            return Ok(());
        }
        if let Some(verb) = verb_of(&path).filter(|verb| verb != self.maker.verb) {
            return Err(ResumeError::OtherVerb { folder, verb });
        }
        let earlier = RunManifest::read_unchanged(&path)
            .map_err(|source| ResumeError::Manifest { folder: folder.clone(), source })?;
        let now = self.manifest(&Progress::default(), Duration::ZERO, RunState::Running, None);
        let mut differences = differences(&earlier, &now, grows);
        if earlier.members_kept != kept {
            let words = |kept: bool| if kept { "without" } else { "with" };
            differences.push(format!(
                "it was begun {} --statistics, now it is run {} it",
                words(earlier.members_kept),
                words(kept)
            ));
        }
        let format = Some(self.format.extension());
        let other = earlier.tables.iter().flatten().find(|table| extension(&table.file) != format);
        if let Some(table) = other {
            let found = extension(&table.file).unwrap_or("another");
            differences.push(format!("the format of the tables was {found} and is {}", self.format.extension()));
        }
        for (output, range) in earlier.outputs.iter().zip(ranges) {
            let edges = output.histogram.as_ref().map(|figures| &figures.histogram.edges);
            let bounds = edges.and_then(|edges| Some((*edges.first()?, *edges.last()?)));
            if let (Some((min, max)), Some((wanted_min, wanted_max))) = (bounds, range)
                && (min, max) != (*wanted_min, *wanted_max)
            {
                let name = &output.name;
                differences.push(format!("--histogram {name} was {min}:{max} and is {wanted_min}:{wanted_max}"));
            }
        }
        // a block of fewer members has been added up as such
        if !kept && earlier.members < now.members && !earlier.members.is_multiple_of(BLOCK as u64) {
            let message = format!(
                "it has the statistics of {} members, and those of more go on from a multiple of {BLOCK} alone",
                earlier.members
            );
            differences.push(message);
        }
        if differences.len() == 1 && earlier.members < now.members && !grows && self.scenario.study.plan().goes_on() {
            differences[0] += " (--extend adds members to those that are there)";
        }
        if !differences.is_empty() {
            return Err(ResumeError::Differs { folder, differences });
        }
        if earlier.members < now.members {
            let removed = results.remove_findings();
            removed.map_err(|source| ResumeError::Stale { folder: folder.clone(), source })?;
        }
        self.earlier = Some(earlier);
        Ok(())
    }
}

/// Says, in words, which part of the plan a run computes.
fn part(manifest: &RunManifest) -> String {
    match &manifest.part {
        None => "the whole".into(),
        Some(PartRecord { shard: Some([number, count]), .. }) => format!("shard {number}/{count}"),
        Some(PartRecord { first, .. }) => format!("member {first}"),
    }
}

fn extension(file: &str) -> Option<&str> {
    Path::new(file).extension().and_then(|extension| extension.to_str())
}

/// Lists what decides the results and is not as it was. A plan that grows may have more members now.
fn differences(earlier: &RunManifest, now: &RunManifest, grows: bool) -> Vec<String> {
    let differs = |what: &str, was: &str, is: &str| (was != is).then(|| format!("{what} was {was} and is {is}"));
    let content = |what: &str, was: Option<&String>, is: Option<&String>| {
        (was != is).then(|| format!("{what} has changed since (SHA-256)"))
    };
    let defaults = earlier.parameters.iter().zip(&now.parameters);
    let parameters: Vec<String> = defaults
        .filter(|(was, is)| was.name == is.name && was.default.to_bits() != is.default.to_bits())
        .map(|(was, is)| format!("the default of {} was {:?} and is {:?}", was.name, was.default, is.default))
        .collect();
    let settings = Some(parameters.join("; "));
    // what the command line replaces stands in the text, and is said by itself
    let replaced = !parameters.is_empty();
    let text = |manifest: &RunManifest| Some(manifest.scenario_meaning_sha256.clone()).filter(|_| !replaced);
    [
        differs("the version of the program", &earlier.program_beside(now), &now.program_beside(earlier)),
        differs("--names", earlier.names.name(), now.names.name()),
        differs("the part of the plan", &part(earlier), &part(now)),
        settings.filter(|_| !parameters.is_empty()),
        content("what the scenario says", text(earlier).as_ref(), text(now).as_ref()),
        content("the table of the plan", earlier.plan_sha256.as_ref(), now.plan_sha256.as_ref()),
        differs("the number of members", &earlier.members.to_string(), &now.members.to_string())
            .filter(|_| !grows || earlier.members > now.members),
        differs("the seed", &earlier.seed.to_string(), &now.seed.to_string()),
        differs("the arithmetic", &earlier.arithmetic, &now.arithmetic),
    ]
    .into_iter()
    .flatten()
    .collect()
}
