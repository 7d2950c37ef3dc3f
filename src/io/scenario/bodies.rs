//! Bodies and beams of a scenario, and names that are unique.

use super::document::Distinct;
use super::keys::Keys;
use super::parameters::check_length;
use super::plain;
use crate::model::beam::Beam;
use crate::model::body::Body;
use crate::model::text::{is_formula, is_hidden};
use crate::model::{Invalid, Section};

/// Reads the bodies and the beams, whose nodes are bodies behind the others.
pub(super) fn read_bodies(root: &mut Keys<'_>, is_run: bool) -> Result<(Vec<Body>, Vec<Beam>), Invalid> {
    let (mut bodies, mut names) = (Vec::new(), Distinct::default());
    for mut section in root.tables("body")? {
        let mut initial = section.optional_table("initial")?;
        let body = Body::read(&mut section, &mut initial)?;
        initial.finish()?;
        section.finish()?;
        if body.name == "ground" {
            return Err(section.invalid("name", "\"ground\" always exists; choose another name".into()));
        }
        unique(&section, "a body", &body.name, &mut names)?;
        bodies.push(body);
    }
    let mut beams = Vec::new();
    for mut section in root.tables("beam")? {
        let (beam, nodes) = Beam::read(&mut section, bodies.len())?;
        section.finish()?;
        if beam.name == "ground" {
            return Err(section.invalid("name", "\"ground\" always exists; choose another name".into()));
        }
        unique(&section, "a body or a beam", &beam.name, &mut names)?;
        let frame = |name: &&String| name.strip_prefix(&beam.name).is_some_and(|rest| rest.starts_with('.'));
        if let Some(taken) = names.in_order.iter().find(frame) {
            let message =
                format!("{:?} has frames of names like that of the body {taken:?}; choose another name", beam.name);
            return Err(section.invalid("name", message));
        }
        bodies.extend(nodes);
        beams.push(beam);
    }
    let is_function = is_run && plain::is_plain(root);
    if bodies.is_empty() && !root.has("variable") && !root.has("sampled") && !is_function {
        return Err(plain::nothing_moves(root));
    }
    Ok((bodies, beams))
}

/// Checks a name, and that nothing of its kind has it already.
pub(super) fn unique(section: &Keys<'_>, what: &str, name: &str, names: &mut Distinct) -> Result<(), Invalid> {
    if name.is_empty() {
        return Err(section.invalid("name", "the name is empty".into()));
    }
    check_length(section, "name", name)?;
    // line breaks of any kind would end a comment of the kernel
    if let Some(c) = name.chars().find(|c| is_hidden(*c)) {
        let what = if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
            "a line break or another control character".into()
        } else {
            format!("U+{:04X}, which shows nothing itself; accepted: characters that show", u32::from(c))
        };
        let message = format!("{name:?} holds {what}");
        return Err(section.invalid("name", message));
    }
    if is_formula(name) {
        let message = format!(
            "{name:?} is a formula to a spreadsheet; accepted: a name that begins otherwise than with =, +, - or @"
        );
        return Err(section.invalid("name", message));
    }
    if !names.insert(name) {
        return Err(section.invalid("name", format!("there is {what} {name:?} already; names are unique")));
    }
    Ok(())
}
