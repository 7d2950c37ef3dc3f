//! Whether the tables of a run fit on the disk, before it begins.

use super::table::Format;
use crate::ensemble::Study;
use std::io;
use std::path::{Path, PathBuf};

/// The tables cannot fit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "the tables need at least {} while they are written ({members:.3e} members{}), and {} has {} free; {advice}",
    words(*needed), samples_in_words(*samples), folder.display(), words(*free)
)]
pub struct TooLittleSpace {
    /// The folder whose disk was looked at.
    pub folder: PathBuf,
    /// Bytes that the tables need at least while they are written.
    pub needed: f64,
    /// Bytes that are free.
    pub free: f64,
    /// Rows of the table of members.
    pub members: f64,
    /// Rows of the table of samples.
    pub samples: f64,
    /// What the user can do.
    pub advice: String,
}

/// Writes a number of bytes in binary units.
fn words(bytes: f64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let place = ((bytes.max(1.0).log2() / 10.0) as usize).min(units.len() - 1);
    format!("{:.1} {}", bytes / 1024f64.powi(place as i32), units[place])
}

fn samples_in_words(samples: f64) -> String {
    if samples > 0.0 { format!(", {samples:.3e} samples") } else { String::new() }
}

/// Returns the bytes that a number, and another cell, take at least. Numbers that are all alike take less: these are
/// those of results.
fn least_bytes(format: Format) -> (f64, f64) {
    match format {
        Format::Csv => (8.0, 2.0),
        Format::Parquet => (4.0, 0.0),
    }
}

/// Returns the rows of the tables of members and samples, and the bytes that they take at least. Events are not
/// foreseen.
pub fn estimate(study: &Study, format: Format) -> ([f64; 2], f64) {
    let (real, other) = least_bytes(format);
    let members = study.plan().members() as f64;
    let columns = (study.plan().columns().len() + study.channel_count()) as f64;
    // the defaults stand for all members
    let duration = study.step_sequence(&study.mechanism.defaults()).map_or(0.0, |sequence| sequence.duration());
    let samples = study.sampling.as_ref().map_or(0.0, |sampling| members * sampling.count(duration));
    let sampled = study.sampled_channels().len() as f64;
    let bytes = members * (columns * real + 4.0 * other) + samples * (sampled * real + 2.0 * other);
    ([members, samples], bytes)
}

/// Fails where the disk of a folder, which need not exist yet, has less free than the tables need at least, with the
/// next state of each beside it. A disk
/// that says nothing of itself is taken as large enough.
///
/// # Errors
/// [`TooLittleSpace`] with the figures.
pub fn check(
    study: &Study,
    format: Format,
    folder: &Path,
    free: impl Fn(&Path) -> io::Result<u64>,
) -> Result<(), TooLittleSpace> {
    let ([members, samples], bytes) = estimate(study, format);
    // a table and its next state
    let needed = 2.0 * bytes;
    let here = PathBuf::from(".");
    let exists = |path: &&Path| !path.as_os_str().is_empty() && path.exists();
    let folder = folder.ancestors().find(exists).map_or(here, Path::to_path_buf);
    match free(&folder) {
        Ok(free) if (free as f64) < needed => {
            let advice = match (format, samples > 0.0) {
                (_, true) => {
                    "sample less often, choose fewer outputs or --members, or a folder on another disk with --out"
                }
                (Format::Csv, _) => "choose --format parquet, fewer --members, or a folder on another disk with --out",
                (Format::Parquet, _) => {
                    "choose --statistics, which keeps no members, fewer --members, or a folder on another disk with --out"
                }
            };
            let derivatives = if study.mechanism.differentiated_by_parameters().is_empty() {
                ""
            } else {
                "name fewer parameters in [sensitivity], whose derivatives are columns, too; "
            };
            let advice = format!("{derivatives}{advice}");
            Err(TooLittleSpace { folder, needed, free: free as f64, members, samples, advice })
        }
        _ => Ok(()),
    }
}

/// Returns the bytes that are free on the disk of a folder.
///
/// # Errors
/// Where the system does not tell, or the folder is on no disk.
pub fn free(folder: &Path) -> io::Result<u64> {
    match fs4::total_space(folder)? {
        // a file system that the kernel makes up
        0 => Err(io::ErrorKind::Unsupported.into()),
        _ => fs4::available_space(folder),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::io::scenario::{Overrides, Scenario};

    fn study(sampling: &str) -> Study {
        let text =
            include_str!("../../scenarios/heavy_top_sweep.toml").replace("[plan]", &format!("{sampling}\n[plan]"));
        Scenario::parse(Path::new("top.toml"), &text, Overrides::default()).unwrap().study
    }

    #[test]
    fn what_cannot_fit_is_refused_with_figures_and_advice() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("new/results");
        let asked = std::cell::RefCell::new(Vec::new());
        let room = |bytes: u64| {
            let asked = &asked;
            move |path: &Path| {
                asked.borrow_mut().push(path.to_path_buf());
                Ok(bytes)
            }
        };
        let s = study("[sampling]\nevery = 1e-4");
        // 16,384 members with 1,001 samples of three numbers
        let ([members, samples], bytes) = estimate(&s, Format::Parquet);
        assert_eq!((members, samples), (16384.0, 16384.0 * 1001.0));
        assert!((1.9e8..2.1e8).contains(&bytes), "{bytes}");
        assert_eq!(check(&s, Format::Parquet, &out, room(1 << 30)), Ok(()));
        let error = check(&s, Format::Parquet, &out, room(1 << 20)).unwrap_err().to_string();
        let expected = format!(
            "the tables need at least 376.1 MiB while they are written (1.638e4 members, 1.640e7 samples), and {} has 1.0 MiB free; sample \
             less often, choose fewer outputs or --members, or a folder on another disk with --out",
            folder.path().display()
        );
        assert_eq!(error, expected);
        // the disk is that of the folder that is there already
        assert!(asked.borrow().iter().all(|path| path == folder.path()));
        let error = check(&study(""), Format::Csv, &out, room(1 << 10)).unwrap_err();
        assert!(error.to_string().contains("choose --format parquet"), "{error}");
        let error = check(&study(""), Format::Parquet, &out, room(1 << 10)).unwrap_err().to_string();
        let cure =
            "choose --statistics, which keeps no members, fewer --members, or a folder on another disk with --out";
        assert!(error.contains(cure), "{error}");
    }

    #[test]
    fn a_disk_that_says_nothing_is_large_enough() {
        let silent = |_: &Path| Err(io::Error::other("no answer"));
        assert_eq!(check(&study(""), Format::Csv, Path::new("results"), silent), Ok(()));
        assert!(free(Path::new(".")).unwrap() > 0);
    }
}
