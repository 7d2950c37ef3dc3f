//! `gyrosweep import`: a robot becomes a scenario.

use super::Failure;
use super::console::Console;
use clap::{Args, ValueEnum};
use gyrosweep::io::import::{Base, ImportError, ImportOptions, Imported, Mimics, import as read};
use gyrosweep::io::output_file::OutputFiles;
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::report::counted;
use std::path::PathBuf;

const DETAILS: &str = "Links that fixed joints connect become one body, in whose frame, that of its first link, mass and \
inertia are written. Joints that move nothing with inertia stay at zero. Damping and dry friction (smoothed) become forces; \
limits stand in comments, or become springs with --stops. Joints that mimic others follow them by couplings, in absolute \
coordinates with an implicit method. What is left out or changed is said, and stands at the head of the scenario. Plain URDF \
is read, without xacro: `xacro robot.urdf.xacro > robot.urdf` makes it.";

#[derive(Debug, Args)]
#[command(after_help = DETAILS)]
pub(crate) struct ImportArguments {
    /// The robot (URDF)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The scenario that is written [default: the robot's name with .toml, in this folder]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How the root link is held [default: fixed, or floating where no joint moves]
    #[arg(long, value_name = "HOW")]
    base: Option<BaseChoice>,
    /// What becomes of joints that mimic others
    #[arg(long, value_name = "HOW", default_value = "coupled")]
    mimic: MimicChoice,
    /// Make springs and dampers of the limits of joints, whose stiffness is a guess
    #[arg(long)]
    stops: bool,
    /// Replace the scenario if it is there already
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum BaseChoice {
    /// It is part of the ground
    Fixed,
    /// It moves freely
    Floating,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MimicChoice {
    /// Couplings make them follow
    Coupled,
    /// They move freely
    Free,
}

pub(crate) fn import(console: &Console, arguments: &ImportArguments) -> Result<u8, Failure> {
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => {
            let stem = arguments.file.file_stem().map_or_else(|| "robot".into(), |stem| stem.to_os_string());
            PathBuf::from(stem).with_extension("toml")
        }
    };
    let mut file = OutputFiles::new([arguments.file.clone()], arguments.force).take("--out", &out)?;
    let options = ImportOptions {
        base: arguments.base.map(|base| match base {
            BaseChoice::Fixed => Base::Fixed,
            BaseChoice::Floating => Base::Floating,
        }),
        mimics: match arguments.mimic {
            MimicChoice::Coupled => Mimics::Coupled,
            MimicChoice::Free => Mimics::Free,
        },
        stops: arguments.stops,
    };
    let Imported { text, notices, links, bodies, joints } =
        read(&arguments.file, options).map_err(|error| match error {
            ImportError::Write(_) => Failure::other(error),
            _ => Failure::input(error),
        })?;
    file.write(text.as_bytes())?;
    let out_name = out.display();
    let [links, joints] = [(links, "link"), (joints, "joint")].map(|(n, noun)| counted(n as u64, noun));
    let bodies = if bodies == 1 { "1 body".into() } else { format!("{bodies} bodies") };
    console.line(&format!("wrote {out_name}: {links} as {bodies} with {joints}"));
    notices.iter().for_each(|notice| console.warning(notice));
    match Scenario::parse(&out, &text, Overrides::default()) {
        Ok(scenario) => scenario.advice().iter().for_each(|advice| console.warning(advice)),
        Err(error) => return Err(Failure::input(format!("it cannot be run as it is: {error}"))),
    }
    console.line(&format!("run it: gyrosweep run {out_name}"));
    Ok(0)
}
