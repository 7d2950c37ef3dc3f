//! How a scenario begins.

use super::keys::Keys;
use crate::ensemble::InitialConditions;
use crate::integrator::{Integrator, implicit_names};
use crate::model::{Invalid, Section};

/// What a scenario may say of its start, for `gyrosweep list`.
pub(super) const START: &str = "for constraints, which generalized_alpha and rattle solve: assembly_limit = { translation (m; default: none), \
                         rotation (rad; default 1) } (how far bodies may move from the given poses until all joints hold; \
                         what `initial` gives of joints is kept, and of the rest every step of the search is the shortest, by \
                         the root of the sum of squares of displacements in m and of rotations in rad: where joints leave a \
                         choice it depends on the unit of length), project_velocities = true | false (given velocities that \
                         no motion has give way; default false: they are refused. Of all velocities v that fit and all v0 \
                         that are as given those two are taken whose difference has the least kinetic energy, so that \
                         M (v - v0) = B^T lambda: an impulse of the joints turns v0 into v. Velocities that nothing gives \
                         follow from the others with the least kinetic energy, too, so no units matter), \
                         equilibrium = true | false (bodies begin where all forces balance, as if the coordinates that \
                         `initial` gives of joints were held; default false)";

/// Reads `[start]`.
pub(super) fn read(root: &mut Keys<'_>, integrator: &Integrator) -> Result<InitialConditions, Invalid> {
    let mut conditions = InitialConditions::default();
    if !root.has("start") {
        return Ok(conditions);
    }
    if !integrator.is_implicit() {
        let message = format!("{:?} is explicit; this belongs to integrator = {}", integrator.name, implicit_names());
        return Err(root.invalid("start", message));
    }
    let mut section = root.table("start")?;
    if section.has("assembly_limit") {
        let mut inner = section.table("assembly_limit")?;
        let limit = &mut conditions.assembly_limit;
        for (key, value) in [("translation", &mut limit.translation), ("rotation", &mut limit.rotation)] {
            if inner.has(key) {
                *value = inner.constant(key)?;
                if value.is_nan() || *value <= 0.0 {
                    return Err(inner.invalid(key, format!("found {value:?}; accepted: a positive number, or inf")));
                }
            }
        }
        inner.finish()?;
    }
    conditions.project_velocities = section.flag("project_velocities")?;
    conditions.equilibrium = section.flag("equilibrium")?;
    section.finish()?;
    Ok(conditions)
}
