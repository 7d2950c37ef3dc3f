//! Parameters that a scenario need not state: which realisation, file or column of its signals a member has, and which level of a grid that is
//! refined.

use super::document::OTHER_COLUMNS;
use super::keys::Keys;
use super::refine;
use crate::model::expression::is_reserved;
use crate::model::{Invalid, Section};
use crate::sampling::refinement::Refinement;

/// The keys of a signal that may hold a name in braces.
const KEYS: [&str; 3] = ["file", "time", "value"];

/// The name that stands for the number of the member.
pub(super) const MEMBER: &str = "member";

/// Holds the parameters that scenarios need not state, by what they are for.
pub(super) struct Unstated {
    /// Those that say which realisations of spectra members have.
    pub(super) realisations: Vec<String>,
    /// Those that say which file of its own a member has.
    pub(super) members: Vec<String>,
    /// The columns of the plan's table that say by texts which file or column a member has.
    pub(super) words: Vec<String>,
    /// The column of levels of a plan that is refined.
    pub(super) levels: Option<String>,
}

impl Unstated {
    /// Finds them in the tables of the signals.
    pub(super) fn of(root: &Keys<'_>) -> Result<Self, Invalid> {
        let levels = refine::has_levels(root)?.then(|| Refinement::LEVEL.to_string());
        let mut found = Self { realisations: Vec::new(), members: Vec::new(), words: Vec::new(), levels };
        let stated = root.optional_table("parameters")?.entries();
        let mut plan = root.optional_table("plan")?;
        let is_table = plan.has("kind") && plan.text("kind")? == "table";
        for mut section in root.tables("signal")? {
            if section.has("kind") && section.text("kind")? == "spectrum" {
                found.realisations.push(realisation(&section.text("name")?));
                continue;
            }
            match in_braces(&mut section)? {
                Some((_, name)) if name == MEMBER => found.members.push(own_number(&section.text("name")?)),
                Some((_, name))
                    if is_table
                        && !stated.contains(&name)
                        && !found.words.contains(&name)
                        && !is_reserved(&name)
                        && !OTHER_COLUMNS.contains(&name.as_str()) =>
                {
                    found.words.push(name);
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// Returns all of them.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.realisations.iter().chain(&self.members).chain(&self.words).chain(&self.levels)
    }
}

/// Returns the column that says which realisation of a spectrum a member has.
pub(super) fn realisation(name: &str) -> String {
    format!("{name}_realisation")
}

/// Returns the column that says the files of which member a member has.
pub(super) fn own_number(name: &str) -> String {
    format!("{name}_member")
}

/// Returns the first key with a name in braces, and the name.
pub(super) fn in_braces(section: &mut Keys<'_>) -> Result<Option<(&'static str, String)>, Invalid> {
    let mut found: Option<(&'static str, String)> = None;
    for key in KEYS {
        let text = if section.has(key) { section.text(key)? } else { continue };
        for name in names(&text) {
            match &found {
                Some((_, first)) if first != name => {
                    let message = format!("found {{{first}}} and {{{name}}}; accepted: one name in braces in a signal");
                    return Err(section.invalid(key, message));
                }
                _ => found = found.or(Some((key, name.to_string()))),
            }
        }
    }
    Ok(found)
}

/// Returns the names in braces of a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let name = |part: &'_ str| -> Option<usize> {
        let end = part.find('}')?;
        let is_word = part[..end].chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        (is_word && !part.starts_with(|c: char| c.is_ascii_digit()) && end > 0).then_some(end)
    };
    text.split('{').skip(1).filter_map(move |part| Some(&part[..name(part)?]))
}
