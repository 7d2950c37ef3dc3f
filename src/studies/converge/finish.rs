//! How a comparison ends: pictures, page and record.

use super::page::Comparison;
use super::record::{ConvergenceManifest, PICTURES, TABLE};
use super::{Reference, Series};
use crate::io::folder::ResultsFolder;
use crate::io::manifest::write_json;
use crate::io::table::Published;
use crate::report::{Page, counted, draw_all};
use crate::studies::Failure;
use crate::studies::telling::Telling;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What a comparison of methods found.
#[derive(Debug)]
pub struct Found {
    /// What errors are taken against.
    pub reference: Reference,
    /// The methods.
    pub series: Vec<Series>,
    /// The manifest.
    pub record: ConvergenceManifest,
}

/// Returns the table of a comparison in its folder.
pub(super) fn table_in(folder: &ResultsFolder) -> PathBuf {
    folder.path().join(TABLE)
}

/// Shows what a comparison found and keeps it, and tells whether some point has a result.
pub(super) fn finish(
    telling: &mut Telling<'_>,
    comparison: &Comparison<'_>,
    (folder, table): (&ResultsFolder, &Published),
    record: &mut ConvergenceManifest,
    (description, start): (&str, Instant),
) -> Result<bool, Failure> {
    telling.show(pictures(comparison, folder.path())?);
    let mut page = comparison.page(description, record.seconds.unwrap_or(f64::INFINITY));
    page.text(format!("{} in {}", counted(table.rows, "row"), table_in(folder).display()));
    telling.show(page);
    let found = (comparison.reference, comparison.series);
    record.complete((folder.path(), table), found, comparison.answer(), start.elapsed());
    write_json(&folder.manifest(), record).map_err(Failure::other)?;
    Ok(comparison.series.iter().flat_map(|s| &s.points).any(|p| p.outcome.has_outputs()))
}

/// Draws the comparison.
fn pictures(comparison: &Comparison<'_>, folder: &Path) -> Result<Page, Failure> {
    let mut page = Page::default();
    for (name, picture) in PICTURES.into_iter().zip([comparison.error_picture(), comparison.work_picture()]) {
        match picture {
            Some(picture) => {
                draw_all("--out", folder, [(name, &picture)])?;
                page.picture(name.replace('_', " "), folder.join(format!("{name}.svg")));
            }
            None if comparison.fixed => {}
            None => page.warning(format!("no error is known, so there is no {name}.svg")),
        }
    }
    Ok(page)
}
