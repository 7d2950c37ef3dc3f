//! `gyrosweep plot`: a result as a picture.

mod arguments;
mod campbell;
mod columns;
mod curve;
mod distribution;
mod groups;
mod manifest;
mod members;
mod paths;
mod samples;
mod thresholds;
mod tornado;

use super::Failure;
use super::console::Console;
pub(crate) use arguments::PlotArguments;
use gyrosweep::io::manifest::RunManifest;
use gyrosweep::io::output_file::OutputFiles;
use gyrosweep::plot::{PageStyle, Picture};
use gyrosweep::report::{PictureFile, count, counted};

pub(crate) fn plot(console: &Console, arguments: &PlotArguments) -> Result<u8, Failure> {
    let out = arguments.out.clone().unwrap_or_else(|| arguments.folder.join("plot.svg"));
    let mut files = OutputFiles::new(RunManifest::files_in(&arguments.folder), arguments.force);
    let mut out = PictureFile::new(&mut files, "--out", &out)?;
    arguments.check()?;
    let (picture, noun) = if !arguments.histogram.is_empty() {
        (distribution::histogram_of(arguments)?, "value")
    } else if !arguments.cumulative.is_empty() {
        (distribution::cumulative_of(arguments)?, "value")
    } else if arguments.campbell {
        (campbell::lines_of(arguments)?, "mode")
    } else if let Some(output) = &arguments.tornado {
        (tornado::bars_of(arguments, output)?, "bar")
    } else if arguments.path {
        (paths::lines_of(arguments)?, "member")
    } else if arguments.fan {
        (samples::fan_of(arguments)?, "time")
    } else if arguments.samples {
        (samples::lines_of(arguments)?, "member")
    } else if arguments.group.is_some() {
        (groups::lines_of(arguments)?, "line")
    } else if arguments.map {
        (members::map_of(arguments)?, "cell")
    } else {
        (members::cloud_of(arguments)?, "member")
    };
    let size = out.write(&picture)?;
    if arguments.page_style() == PageStyle::Paper {
        picture.caption().iter().for_each(|line| console.line(line));
    }
    if picture.title_is_cut() {
        console.warning("the title is longer than the picture is wide, and its end is cut off; --title gives another");
    }
    let Picture { drawn, total, .. } = picture;
    let of = if drawn == total { String::new() } else { format!("{} of ", count(drawn)) };
    let (file, size) = (out.path().display(), size.div_ceil(1000));
    console.line(&format!("{of}{} drawn in {file} ({size} KB)", counted(total, noun)));
    Ok(0)
}
