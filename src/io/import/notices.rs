//! What should be known about an imported robot.

use super::forces::FRICTION_VELOCITIES;
use super::inertia::Noise;
use super::make::Maker;
use super::options::{Base, Mimics};

/// Returns what was left out, changed or assumed, a sentence each.
pub(super) fn notices(maker: &Maker<'_>) -> Vec<String> {
    let Maker { robot, bodies, options, .. } = maker;
    let mut notices = Vec::new();
    let (root, mass) = maker.root();
    if maker.base == Base::Fixed && options.base.is_none() && mass > 0.0 {
        notices.push(format!("the root link {root:?} ({mass:?} kg) is held fixed; --base floating lets it move"));
    }
    if !bodies.without_inertia.is_empty() {
        let names = bodies.without_inertia.iter().map(|j| robot.joints[*j].name.as_str());
        let names = list(names);
        notices.push(format!("nothing gives what these joints move inertia, and they stay at zero: {names}"));
    }
    let massless: Vec<&str> = robot.links.iter().filter(|link| link.massless).map(|link| link.name.as_str()).collect();
    if !massless.is_empty() {
        notices.push(format!("the mass of these links is 0 in the file: {}", list(massless.into_iter())));
    }
    if !robot.large_angles.is_empty() {
        let angles = robot.large_angles.join(", ");
        notices.push(format!(
            "these angles are more than a turn, as angles in degrees are, and are taken for rad, the unit of URDF: {angles}"
        ));
    }
    notices.extend(of_bodies(maker));
    let moving = |has: &dyn Fn(&super::urdf::Joint) -> bool| {
        let all: Vec<&str> =
            maker.moving.iter().map(|j| &robot.joints[*j]).filter(|j| has(j)).map(|j| j.name.as_str()).collect();
        all
    };
    let mimics = moving(&|joint| joint.mimic.is_some());
    if !mimics.is_empty() {
        let names = list(mimics.into_iter());
        notices.push(match options.mimics {
            Mimics::Coupled => {
                format!("couplings make these joints follow others: {names}; --mimic free lets them move")
            }
            Mimics::Free => format!("these joints mimic others in the file and move freely here: {names}"),
        });
    }
    let lost = robot.joints.iter().filter_map(|joint| {
        let other = joint.mimics_nothing.as_ref()?;
        Some(format!("{:?} mimics {other:?}, which there is not, and moves freely", joint.name))
    });
    notices.extend(lost);
    notices.extend(without_range(maker));
    let limited = moving(&|joint| joint.limits.is_some_and(|[lower, upper]| lower < upper));
    if !limited.is_empty() && !options.stops {
        notices.push("limits of joints stand in comments and hold nothing back; --stops makes springs of them".into());
    }
    if options.stops && !limited.is_empty() {
        notices.push("how stiff stops are is not said in URDF files: choose their stiffness and damping".into());
    }
    if !moving(&|joint| joint.friction != 0.0).is_empty() {
        let [rotation, translation] = FRICTION_VELOCITIES;
        notices.push(format!(
            "dry friction is smoothed: over {rotation:?} rad/s or {translation:?} m/s, below which a load makes the joint creep"
        ));
    }
    notices.extend(maker.changed_names.iter().cloned());
    notices
}

/// Returns what was found of the masses and inertias of bodies.
fn of_bodies(maker: &Maker<'_>) -> Vec<String> {
    let Maker { robot, bodies, .. } = maker;
    let mut notices = Vec::new();
    for (b, body) in bodies.bodies.iter().enumerate().skip(usize::from(maker.base == Base::Fixed)) {
        let name = &maker.body_names[b];
        if body.inertia.mass == 0.0 && !body.links.iter().any(|link| robot.links[*link].massless) {
            notices.push(format!("{name:?} moves and has no mass: the file gives none of its links an inertia"));
        }
        match body.noise {
            Noise::None => {}
            Noise::Repaired(by) => notices.push(format!(
                "the moments of inertia of {name:?} were off by rounding and have been raised by {by:e} kg m^2"
            )),
            Noise::TakenForZero => notices.push(format!(
                "the inertia of {name:?} about its centre of mass was noise (of a body smaller than 1e-8 m) and is zero here"
            )),
            Noise::Impossible([a, b, c]) => notices.push(format!(
                "no rigid body has the principal moments of inertia of {name:?}, {a:?}, {b:?}, {c:?} kg m^2; they stand as \
                 in the file (inertia_kind = \"identified\")"
            )),
        }
    }
    notices
}

/// Names the joints whose limits leave them no range, if there are some.
fn without_range(maker: &Maker<'_>) -> Option<String> {
    let confined = maker.moving.iter().map(|j| &maker.robot.joints[*j]).filter(|joint| joint.has_no_range());
    let confined: Vec<String> = confined
        .map(|joint| {
            let [lower, upper] = joint.limits.unwrap_or_default();
            format!("{} ({lower:?} to {upper:?} {})", joint.name, joint.unit())
        })
        .collect();
    (!confined.is_empty()).then(|| {
        format!(
            "the lower limit of these joints is not below the upper one, and nothing holds them back, not even --stops: {}",
            confined.join(", ")
        )
    })
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
