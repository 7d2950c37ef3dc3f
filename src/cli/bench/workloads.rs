//! What is measured: the catalog of workloads.

use crate::cli::Failure;
use gyrosweep::ensemble::{Adaptive, Method, Steps, Study};
use gyrosweep::integrator::{self, Integrator};
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::model::{Expr, nearest};
use gyrosweep::sampling::plan::{Axis, Plan};
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
    /// The name of the workload for `--only`.
    pub(super) name: &'static str,
    /// What the workload is, in one line.
    pub(super) summary: &'static str,
    /// The scenario of the workload: a thousand equal steps.
    text: &'static str,
    /// The parameter whose range its members divide, from one number to another; of a sampled plan the members alone change.
    divided: Option<(&'static str, f64, f64)>,
    /// The integrator of adaptive steps, and their tolerance.
    adaptive: (&'static str, f64),
    /// What the workload can be compared with.
    pub(super) published: Option<Published>,
}

/// The workloads.
pub(super) const ALL: &[Workload] = &[
    Workload {
        name: "heavy_top",
        summary: "heavy top, mass, arm and spin varied",
        text: HEAVY_TOP,
        divided: None,
        adaptive: ("dopri5", 1e-9),
        published: None,
    },
    Workload {
        name: "rotor",
        summary: "rotor on two supports, stiffness, damping and speed varied",
        text: include_str!("../../../benches/scenarios/rotor.toml"),
        divided: None,
        adaptive: ("dopri5", 1e-9),
        published: None,
    },
    Workload {
        name: "chain",
        summary: "chain of 8 bodies on spherical joints, the weight of the last varied",
        text: include_str!("../../../benches/scenarios/chain.toml"),
        divided: None,
        adaptive: ("dopri5", 1e-7),
        published: None,
    },
    Workload {
        name: "puma",
        summary: "Puma 560 with six controllers, its load varied",
        text: include_str!("../../../benches/scenarios/puma.toml"),
        divided: None,
        adaptive: ("dopri5", 1e-8),
        published: None,
    },
    Workload {
        name: "lorenz",
        summary: "Lorenz system by tsit5, rho varied",
        text: include_str!("../../../scenarios/lorenz.toml"),
        divided: Some(("rho", 0.0, 21.0)),
        adaptive: ("tsit5", 1e-8),
        published: Some(Published {
            who: "DiffEqGPU, Tsit5 in f32, Tesla V100 (8,388,608 members in 145.3 ms; Utkarsh et al. 2024, \
                  data/Julia_times_unadaptive.txt)",
            steps: 8_388_608.0 * 1000.0 / 0.145_316_839,
            // 14e12/s fused ones by the data sheet of the PCIe card, the slower one
            peak: 7.0e12,
        }),
    },
];

/// The sweep of heavy tops.
pub(super) const HEAVY_TOP: &str = include_str!("../../../scenarios/heavy_top_sweep.toml");

impl Workload {
    /// Makes the study of the workload with so many members.
    fn study(&self, members: u64, stepping: Stepping) -> Result<Study, Failure> {
        let sampled = if self.divided.is_none() { Some(members) } else { None };
        let mut study = read(self.name, self.text, sampled)?;
        if let Some((name, min, max)) = self.divided {
            let axis = Axis::linspace(name, min, max, members).map_err(Failure::other)?;
            study = with_plan(&study, Plan::grid(vec![axis]).map_err(Failure::other)?)?;
        }
        match (stepping, self.adaptive) {
            (Stepping::Fixed, _) => Ok(study),
            (Stepping::Adaptive, (integrator, tolerance)) => with_tolerance(&study, integrator, tolerance),
        }
    }
}

/// Reads the study of a scenario of the program's own; of a sampled plan, with so many members.
pub(super) fn read(name: &str, text: &str, members: Option<u64>) -> Result<Study, Failure> {
    let overrides = Overrides { members, ..Overrides::default() };
    let scenario = Scenario::parse(Path::new(&format!("{name}.toml")), text, overrides).map_err(Failure::other)?;
    Ok(scenario.study)
}

/// Returns the study with another plan.
pub(super) fn with_plan(study: &Study, plan: Plan) -> Result<Study, Failure> {
    Study::new(study.mechanism.clone(), study.method.clone(), study.sampling.clone(), plan).map_err(Failure::other)
}

/// Returns the study with another integrator and steps of a length, s.
pub(super) fn with_step(study: &Study, integrator: &str, step: f64) -> Result<Study, Failure> {
    with_steps(study, integrator, |_| Some(Steps::Fixed(Expr::Constant(step))))
}

/// Returns the study with another integrator and steps of a tolerance.
pub(super) fn with_tolerance(study: &Study, integrator: &str, tolerance: f64) -> Result<Study, Failure> {
    let adaptive = |order| Steps::Adaptive(Box::new(Adaptive::new(tolerance, tolerance, order)));
    with_steps(study, integrator, |integrator| integrator.error_order().map(adaptive))
}

fn with_steps(
    study: &Study,
    integrator: &str,
    steps: impl FnOnce(&Integrator) -> Option<Steps>,
) -> Result<Study, Failure> {
    let found = integrator::find(integrator).and_then(|integrator| Some((integrator, steps(integrator)?)));
    let (integrator, steps) = found.ok_or_else(|| Failure::other(format!("{integrator} does not make such steps")))?;
    study.with_method(Method { integrator, steps, ..study.method.clone() }).map_err(Failure::other)
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
    /// Returns both cases of the chosen workloads.
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

    /// Takes the user's scenario with the steps that it has.
    pub(super) fn file(path: &Path) -> Result<Self, Failure> {
        let s = Scenario::read(path, Overrides::default()).map_err(Failure::input)?;
        let stepping = if s.study.is_adaptive() { Stepping::Adaptive } else { Stepping::Fixed };
        let name = path.file_stem().map_or_else(|| "scenario".into(), |stem| stem.to_string_lossy().into_owned());
        Ok(Self { name, stepping, published: None, source: Source::File(path.to_path_buf()) })
    }

    /// Returns the numbers of members among these that the case can have: a plan that is not sampled has its own.
    pub(super) fn sizes(&self, wanted: &[u64]) -> Result<Vec<u64>, Failure> {
        let Source::File(path) = &self.source else { return Ok(wanted.to_vec()) };
        let own = Scenario::read(path, Overrides::default()).map_err(Failure::input)?;
        let sampled = Scenario::read(path, Overrides { members: Some(wanted[0]), ..Overrides::default() }).is_ok();
        Ok(if sampled { wanted.to_vec() } else { vec![own.study.plan().members()] })
    }

    /// Makes the study of the case with so many members.
    pub(super) fn study(&self, members: u64) -> Result<Study, Failure> {
        match &self.source {
            Source::Catalog(workload) => workload.study(members, self.stepping),
            Source::File(path) => {
                let wanted = Scenario::read(path, Overrides { members: Some(members), ..Overrides::default() });
                let read = wanted.or_else(|_| Scenario::read(path, Overrides::default())).map_err(Failure::input)?;
                Ok(read.study)
            }
        }
    }
}

/// What `--only` accepts besides the workloads.
pub(super) const CPU: &str = "cpu";
pub(super) const HOST: &str = "host";

/// What is measured.
pub(super) struct Chosen {
    pub(super) workloads: Vec<&'static Workload>,
    /// Whether the rows of the processor are.
    pub(super) cpu: bool,
    /// Whether those of the host beside a device are.
    pub(super) host: bool,
}

/// Returns what has these names, all where there is none.
pub(super) fn named(names: &[String]) -> Result<Chosen, Failure> {
    if names.is_empty() {
        return Ok(Chosen { workloads: ALL.iter().collect(), cpu: true, host: true });
    }
    let known = || ALL.iter().map(|w| w.name).chain([CPU, HOST]);
    if let Some(unknown) = names.iter().find(|name| !known().any(|k| k == *name)) {
        let hint = nearest(unknown, known()).map_or(String::new(), |near| format!(" did you mean {near:?}?"));
        let list = known().collect::<Vec<_>>().join(", ");
        return Err(Failure::input(format!("--only: unknown workload {unknown:?};{hint} accepted: {list}")));
    }
    let has = |of: &str| names.iter().any(|name| name == of);
    Ok(Chosen { workloads: ALL.iter().filter(|w| has(w.name)).collect(), cpu: has(CPU), host: has(HOST) })
}

/// Lists the workloads for the help.
pub(super) fn help() -> String {
    let lines = ALL.iter().map(|w| format!("  {:<10} {}\n", w.name, w.summary));
    let cpu = format!("  {CPU:<10} what one core reaches: limits, methods, chains, a whole run\n")
        + &format!("  {HOST:<10} CPU time per member around a device that takes no time, by part\n");
    format!(
        "Workloads, a thousand equal steps each, and the same time with adaptive steps:\n{}",
        lines.collect::<String>()
    ) + &cpu
}

#[cfg(test)]
mod tests {
    use super::*;
    use gyrosweep::ensemble::StepSequence;

    #[test]
    fn every_workload_has_a_thousand_steps_and_its_adaptive_kind() {
        let workloads: Vec<&Workload> = ALL.iter().collect();
        for case in Case::of(&workloads) {
            let study = case.study(300).expect("a study");
            assert_eq!(study.plan().members(), 300, "{}", case.name);
            assert!(!study.varied().is_empty(), "{}", case.name);
            match (case.stepping, study.step_sequence(&study.mechanism.defaults()).expect("steps")) {
                (Stepping::Fixed, StepSequence::Fixed(equal)) => assert_eq!(equal.count(), 1000, "{}", case.name),
                (Stepping::Adaptive, StepSequence::Adaptive(_)) => {}
                (_, sequence) => panic!("{} {}: {sequence:?}", case.name, case.stepping.name()),
            }
        }
        let published = Case::of(&workloads).iter().filter(|c| c.published.is_some()).count();
        assert_eq!(published, 1);
    }

    #[test]
    fn names_are_checked() {
        assert_eq!(named(&[]).expect("all").workloads.len(), ALL.len());
        let Chosen { workloads, cpu, host } = named(&["lorenz".into(), "cpu".into()]).expect("two");
        assert_eq!((workloads.len(), workloads[0].name, cpu, host), (1, "lorenz", true, false));
        let Err(Failure::Input(message)) = named(&["lorentz".into()]) else { panic!("accepted") };
        assert_eq!(
            message,
            "--only: unknown workload \"lorentz\"; did you mean \"lorenz\"? accepted: heavy_top, rotor, chain, puma, \
             lorenz, cpu, host"
        );
    }
}
