//! What a scenario asks of static equilibria.

use super::keys::Keys;
use crate::analyses::statics::{ArcLength, Loading, Statics};
use crate::model::{Invalid, Mechanism, Section};

/// What a scenario may say of equilibria, for `gyrosweep list`.
pub(super) const STATICS: &str = "what gyrosweep statics finds: equilibria of every member at rest at the time 0, with the accelerations of gravity and the forces \
                     of kind force, torque, expression_force, expression_torque, joint_torque and distributed multiplied by a load factor, in either of two ways: load_steps (how many equal \
                     steps of the load factor there are from 0 to 1; default 10), or arc_length = { first (m, the length of the first step along the path of equilibria: the root mean \
                     square over bodies of how far they move, a turn of 1 rad counting as the size of the mechanism), longest (m, of later steps; default any), most_points \
                     (default 200), load_limit (positive: the path ends where the load factor, whatever its sign, is as large; default 1) }, which passes limit points. switch = true follows, from the first bifurcation on, \
                     the branch that crosses there; base_rotation = [..] (rad/s: the base turns steadily about its origin, and what rests on it is looked for, so that loads keep their direction seen from the base only along its axis or with frame = body, section). Columns behind the outputs (at the last point, or over = max, min along the path) are load_factor (there), limit_load \
                     and buckling_load (load factors of the first limit point and of the first bifurcation; missing where there is none); the table path has a row for every \
                     point behind the first step: member, point, load_factor, kind (regular, limit, bifurcation) and the outputs. What is critical is what constraints leave free; it counts from the start on. \
                     A step along the path is halved where the path bends too much for its length, or where motions become unstable and no critical point is found between its ends. A path that has most_points before it comes to load_limit ends with the outcome most_points, and one that comes back to itself with closed: \
                     critical loads so far and load_factor are known, outputs missing, so that no statistics mix them with those at load_limit. Of sections that are equally stiff about both axes switch = true chooses bending along one axis, and keeps it. [sensitivity] adds the derivatives of outputs, load_factor, limit_load and buckling_load; missing of \
                     extremes at points of arc_length, and of a buckling load whose branch point a parameter takes away, or parts from another one at the same load";

/// The most points that are accepted.
const MOST: u64 = 1_000_000;

/// Reads `[statics]`, if there is one.
pub(super) fn read(root: &mut Keys<'_>, mechanism: &Mechanism) -> Result<Option<Statics>, Invalid> {
    if !root.has("statics") {
        return Ok(None);
    }
    let mut section = root.table("statics")?;
    let mut statics = Statics::default();
    if section.has("load_steps") && section.has("arc_length") {
        let message =
            "loads grow in steps of their own or by the length of the path; accepted: load_steps or arc_length";
        return Err(section.invalid("arc_length", message.into()));
    }
    let counted = |section: &mut Keys<'_>, key: &str, default: u64| {
        if !section.has(key) {
            return Ok(default as usize);
        }
        match section.whole(key)? {
            count @ 1..=MOST => Ok(count as usize),
            count => Err(section.invalid(key, format!("found {count}; accepted: 1 to {MOST}"))),
        }
    };
    if section.has("arc_length") {
        let mut arc = section.table("arc_length")?;
        arc.expect_units(&[("first", "m"), ("longest", "m"), ("load_limit", "1")])?;
        statics.loading = Loading::ArcLength(ArcLength {
            first: arc.number("first")?,
            longest: if arc.has("longest") { Some(arc.number("longest")?) } else { None },
            most_points: counted(&mut arc, "most_points", 200)?,
            load_limit: arc.number_or("load_limit", 1.0)?,
        });
        for key in ["first", "longest", "load_limit"] {
            if arc.has(key) && arc.is_number(key) {
                let value: f64 = arc.number(key)?.evaluate(&[]);
                if value <= 0.0 {
                    return Err(arc.invalid(key, format!("found {value:?}; accepted: a positive number")));
                }
            }
        }
        arc.finish()?;
    } else {
        statics.loading = Loading::Steps(counted(&mut section, "load_steps", 10)?);
    }
    statics.switch = section.flag("switch")?;
    if statics.switch && matches!(statics.loading, Loading::Steps(_)) {
        let message = "another branch is followed by its length; accepted: switch beside arc_length";
        return Err(section.invalid("switch", message.into()));
    }
    if section.has("base_rotation") {
        section.expect_units(&[("base_rotation", "rad/s")])?;
        if mechanism.base.is_some() {
            let message = "[base] says how the base moves; accepted: base_rotation without [base]";
            return Err(section.invalid("base_rotation", message.into()));
        }
        statics.base_rotation = Some(section.vector("base_rotation")?);
    }
    section.finish()?;
    Ok(Some(statics))
}
