//! What is measured: the catalog of workloads.

use crate::cli::Failure;
use crate::io::scenario::{Overrides, Scenario};
use crate::model::nearest;
use std::path::{Path, PathBuf};

/// A figure that others have published for a workload.
#[derive(Debug)]
pub(super) struct Published {
    /// Who, with what, on what.
    pub(super) who: &'static str,
    /// Steps per second, the time of the kernel alone.
    pub(super) steps: f64,
    /// Products and sums per second that their device makes of independent ones, not fused.
    pub(super) peak: f64,
}

/// A mechanism that is measured with equal and with adaptive steps.
#[derive(Debug)]
pub(super) struct Workload {
    /// Its name for `--only`.
    pub(super) name: &'static str,
    /// One line.
    pub(super) summary: &'static str,
    /// Its scenario, a thousand equal steps, with a plan of this many members.
    text: fn(u64) -> String,
    /// The lines of its method that adaptive steps replace, and those that they replace them by.
    adaptive: [&'static str; 2],
    /// What it can be compared with.
    pub(super) published: Option<Published>,
}

/// The workloads.
pub(super) const ALL: &[Workload] = &[
    Workload {
        name: "heavy_top",
        summary: "heavy top, mass, arm and spin varied",
        text: heavy_top,
        adaptive: ["integrator = \"rkmk4\"\nstep = 1e-4", "integrator = \"dopri5\"\ntolerance = 1e-9"],
        published: None,
    },
    Workload {
        name: "rotor",
        summary: "rotor on two supports, stiffness, damping and speed varied",
        text: rotor,
        adaptive: ["integrator = \"rkmk4\"\nstep = 1e-6", "integrator = \"dopri5\"\ntolerance = 1e-9"],
        published: None,
    },
    Workload {
        name: "chain",
        summary: "chain of 8 bodies on spherical joints, the weight of the last varied",
        text: |members| {
            let plan = format!(
                "[parameters]\nlast = {{ default = 1.0 }}\n[plan]\nkind = \"sobol\"\nmembers = {members}\n[plan.vary]\nlast = \
                 {{ uniform = [0.5, 2.0] }}\n"
            );
            let text = chain(8, 1.0).replace("name = \"link8\"\nmass = 1.0", "name = \"link8\"\nmass = \"last\"");
            plan + &text
        },
        adaptive: ["integrator = \"rkmk4\"\nstep = 1e-3", "integrator = \"dopri5\"\ntolerance = 1e-7"],
        published: None,
    },
    Workload {
        name: "puma",
        summary: "Puma 560 with six controllers, its load varied",
        text: puma,
        adaptive: ["integrator = \"rkmk4\"\nstep = 1e-4", "integrator = \"dopri5\"\ntolerance = 1e-8"],
        published: None,
    },
    Workload {
        name: "lorenz",
        summary: "Lorenz system by tsit5, rho varied",
        text: |members| LORENZ.replace("count = 8192", &format!("count = {members}")),
        adaptive: ["step = 1e-3", "tolerance = 1e-8"],
        published: Some(Published {
            who: "DiffEqGPU, Tsit5 in f32, Tesla V100 (8,388,608 members in 145.3 ms; Utkarsh et al. 2024, \
                  data/Julia_times_unadaptive.txt)",
            steps: 8_388_608.0 * 1000.0 / 0.145_316_839,
            // 14e12/s fused ones by the data sheet of the PCIe card, the slower one
            peak: 7.0e12,
        }),
    },
];

const HEAVY_TOP: &str = include_str!("../../../scenarios/heavy_top_sweep.toml");
const ROTOR: &str = include_str!("../../../scenarios/rotor.toml");
const PUMA: &str = include_str!("../../../scenarios/puma560_control.toml");
const LORENZ: &str = include_str!("../../../scenarios/lorenz.toml");

fn heavy_top(members: u64) -> String {
    HEAVY_TOP.replace("members = 16384", &format!("members = {members}"))
}

fn rotor(members: u64) -> String {
    ROTOR.replace("duration = 0.01", "duration = 0.001")
        + &format!(
            "[plan]\nkind = \"sobol\"\nmembers = {members}\n[plan.vary]\nstiffness = {{ uniform = [3500.0, 4500.0] }}\ndamping = \
             {{ uniform = [4.5, 5.5] }}\nomega = {{ normal = [20944.0, 100.0] }}\n"
        )
}

fn puma(members: u64) -> String {
    let text = PUMA.replace("duration = 1.0", "duration = 0.1").replace("mass = 0.09", "mass = \"load\"");
    text.replace("[gravity]", "[parameters]\nload = { default = 0.09 }\n[gravity]")
        + &format!("[plan]\nkind = \"sobol\"\nmembers = {members}\n[plan.vary]\nload = {{ uniform = [0.05, 0.5] }}\n")
}

/// A chain of bodies on spherical joints over a time in s.
pub(super) fn chain(bodies: usize, duration: f64) -> String {
    let mut text = "[gravity]\nacceleration = [0, 0, -9.81]\n".to_string();
    for i in 0..bodies {
        let parent = if i == 0 { "ground".to_string() } else { format!("link{i}") };
        let (x, y) = (i as f64 + 0.5, if i % 2 == 0 { 0.1 } else { -0.1 });
        text += &format!(
            "[[body]]\nname = \"link{}\"\nmass = 1.0\ninertia = [0.02, 0.1, 0.11]\ninitial = {{ position = [{x:?}, \
             {y:?}, 0], angular_velocity = [0.1, 0.2, {y:?}] }}\n[[joint]]\nname = \"joint{}\"\nkind = \
             \"spherical\"\nbetween = [\"{parent}\", \"link{}\"]\nat = [{i}, 0, 0]\n",
            i + 1,
            i + 1,
            i + 1
        );
    }
    text + &format!(
        "[method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = {duration:?}\n[[output]]\nname = \"tip\"\nquantity = \
         \"position\"\nbody = \"link1\"\n"
    )
}

/// How steps are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stepping {
    Fixed,
    Adaptive,
}

impl Stepping {
    pub(super) fn name(self) -> &'static str {
        match self {
            Stepping::Fixed => "fixed",
            Stepping::Adaptive => "adaptive",
        }
    }
}

/// A workload, or the user's scenario, with one kind of steps.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) name: String,
    pub(super) stepping: Stepping,
    pub(super) published: Option<&'static Published>,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Catalog(&'static Workload),
    File(PathBuf),
}

impl Case {
    /// Both cases of the chosen workloads.
    pub(super) fn of(workloads: &[&'static Workload]) -> Vec<Self> {
        let case = |workload: &'static Workload, stepping| Self {
            name: workload.name.to_string(),
            stepping,
            // the published figures are of equal steps
            published: workload.published.as_ref().filter(|_| stepping == Stepping::Fixed),
            source: Source::Catalog(workload),
        };
        workloads.iter().flat_map(|w| [Stepping::Fixed, Stepping::Adaptive].map(|s| case(w, s))).collect()
    }

    /// The user's scenario with the steps that it has.
    pub(super) fn file(path: &Path) -> Result<Self, Failure> {
        let s = Scenario::read(path, Overrides::default()).map_err(Failure::input)?;
        let stepping = if s.study.is_adaptive() { Stepping::Adaptive } else { Stepping::Fixed };
        let name = path.file_stem().map_or_else(|| "scenario".into(), |stem| stem.to_string_lossy().into_owned());
        Ok(Self { name, stepping, published: None, source: Source::File(path.to_path_buf()) })
    }

    /// The numbers of members among these that it can have: a plan that is not sampled has its own.
    pub(super) fn sizes(&self, wanted: &[u64]) -> Result<Vec<u64>, Failure> {
        let Source::File(path) = &self.source else { return Ok(wanted.to_vec()) };
        let own = Scenario::read(path, Overrides::default()).map_err(Failure::input)?;
        let sampled = Scenario::read(path, Overrides { members: Some(wanted[0]), seed: None }).is_ok();
        Ok(if sampled { wanted.to_vec() } else { vec![own.study.plan().members()] })
    }

    /// Its scenario with so many members.
    pub(super) fn scenario(&self, members: u64) -> Result<Scenario, Failure> {
        match &self.source {
            Source::Catalog(workload) => {
                let text = (workload.text)(members);
                let [from, to] = workload.adaptive;
                let text = if self.stepping == Stepping::Adaptive { text.replace(from, to) } else { text };
                parse(workload.name, &text)
            }
            Source::File(path) => {
                let wanted = Scenario::read(path, Overrides { members: Some(members), seed: None });
                wanted.or_else(|_| Scenario::read(path, Overrides::default())).map_err(Failure::input)
            }
        }
    }
}

/// A scenario of the program's own.
pub(super) fn parse(name: &str, text: &str) -> Result<Scenario, Failure> {
    Scenario::parse(Path::new(&format!("{name}.toml")), text, Overrides::default()).map_err(Failure::other)
}

/// What `--only` accepts besides the workloads.
pub(super) const CPU: &str = "cpu";

/// The workloads of these names, all where there is none, and whether the rows of the processor are among them.
pub(super) fn named(names: &[String]) -> Result<(Vec<&'static Workload>, bool), Failure> {
    if names.is_empty() {
        return Ok((ALL.iter().collect(), true));
    }
    let known = || ALL.iter().map(|w| w.name).chain([CPU]);
    if let Some(unknown) = names.iter().find(|name| !known().any(|k| k == *name)) {
        let hint = nearest(unknown, known()).map_or(String::new(), |near| format!(" did you mean {near:?}?"));
        let list = known().collect::<Vec<_>>().join(", ");
        return Err(Failure::input(format!("--only: unknown workload {unknown:?};{hint} accepted: {list}")));
    }
    let chosen = ALL.iter().filter(|w| names.iter().any(|name| name == w.name)).collect();
    Ok((chosen, names.iter().any(|name| name == CPU)))
}

/// The workloads for the help.
pub(super) fn help() -> String {
    let lines = ALL.iter().map(|w| format!("  {:<10} {}\n", w.name, w.summary));
    let cpu = format!("  {CPU:<10} what one core reaches: limits, methods, chains, a whole run\n");
    format!(
        "Workloads, a thousand equal steps each, and the same time with adaptive steps:\n{}",
        lines.collect::<String>()
    ) + &cpu
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ensemble::Pace;

    #[test]
    fn every_workload_has_a_thousand_steps_and_its_adaptive_kind() {
        let workloads: Vec<&Workload> = ALL.iter().collect();
        for case in Case::of(&workloads) {
            let s = case.scenario(300).expect("a scenario");
            assert_eq!(s.study.plan().members(), 300, "{}", case.name);
            assert!(!s.study.varied().is_empty(), "{}", case.name);
            match (case.stepping, s.study.pace(&s.study.mechanism.defaults()).expect("steps")) {
                (Stepping::Fixed, Pace::Fixed(schedule)) => assert_eq!(schedule.count(), 1000, "{}", case.name),
                (Stepping::Adaptive, Pace::Adaptive(_)) => {}
                (_, pace) => panic!("{} {}: {pace:?}", case.name, case.stepping.name()),
            }
        }
        let published = Case::of(&workloads).iter().filter(|c| c.published.is_some()).count();
        assert_eq!(published, 1);
    }

    #[test]
    fn names_are_checked() {
        assert_eq!(named(&[]).expect("all").0.len(), ALL.len());
        let (chosen, cpu) = named(&["lorenz".into(), "cpu".into()]).expect("two");
        assert_eq!((chosen.len(), chosen[0].name, cpu), (1, "lorenz", true));
        let Err(Failure::Input(message)) = named(&["lorentz".into()]) else { panic!("accepted") };
        assert_eq!(
            message,
            "--only: unknown workload \"lorentz\"; did you mean \"lorenz\"? accepted: heavy_top, rotor, chain, puma, \
             lorenz, cpu"
        );
    }
}
