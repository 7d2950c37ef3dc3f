//! The indices of an output as a tornado, each with its interval.

use super::PlotArguments;
use crate::cli::Failure;
use gyrosweep::io::manifest::RunManifest;
use gyrosweep::io::scenario::{Overrides, Purpose, Scenario};
use gyrosweep::plot::{Picture, Tornado, tornado};
use gyrosweep::studies::sensitivity::{Request, SensitivityFile};
use gyrosweep::studies::{self, Silent};

/// Draws the indices of an output, the largest first.
pub(super) fn bars_of(arguments: &PlotArguments, output: &str) -> Result<Picture, Failure> {
    let indices = record(arguments)?.indices.unwrap_or_default();
    let by = if arguments.chaos.is_some() { "chaos" } else { "members" };
    let asked = (arguments.index.as_deref(), by);
    let (content, total) = indices.tornado(output, asked).map_err(Failure::input)?;
    let picture = tornado(&Tornado {
        title: arguments.titled(content.title.clone()),
        x: arguments.dimension(super::arguments::Direction::X, content.x.clone())?,
        style: arguments.page_style(),
        ..content
    });
    let mut picture = picture.ok_or_else(|| Failure::input(format!("--tornado: nothing of {output} can be drawn")))?;
    picture.total = total as u64;
    Ok(picture)
}

/// Returns what the results in the folder say.
fn record(arguments: &PlotArguments) -> Result<SensitivityFile, Failure> {
    let folder = arguments.folder.clone();
    let verb = RunManifest::read(&folder.join("manifest.json")).map_err(Failure::input)?.verb;
    let overrides = Overrides { purpose: Purpose::of_verb(&verb), ..Overrides::default() };
    let scenario = Scenario::read(&folder.join("scenario.toml"), overrides).map_err(Failure::input)?;
    let (accept_failed, chaos) = (arguments.accept_failed, arguments.chaos);
    let request = Request {
        scenario,
        results: Some(folder),
        data: None,
        json: None,
        accept_failed,
        chaos,
        keep: false,
        force: false,
    };
    Ok(studies::run(request, &Silent)?.found.record)
}
