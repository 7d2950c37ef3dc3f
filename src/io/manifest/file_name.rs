//! The names of files in a manifest: of files beside it, and of nothing else, however it came to be there.

use crate::io::scenario::{MEASUREMENTS, PLAN, SCENARIO, is_copy};
use serde::de::{Deserialize, Deserializer, Error};

/// Reads the name of a file beside the manifest.
///
/// # Errors
/// Where it leads elsewhere.
pub(crate) fn plain<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let name = String::deserialize(from)?;
    if is_plain(&name) {
        Ok(name)
    } else {
        Err(D::Error::custom(refused(&name, "the name of a file beside the manifest")))
    }
}

/// Reads the names of the copies of what a study reads.
///
/// # Errors
/// Where one is not the name that such a copy has.
pub(crate) fn copies<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let accepted = [SCENARIO, PLAN, MEASUREMENTS, "input.<name>.csv", "input.<name>.files"];
    let names = Vec::<String>::deserialize(from)?;
    match names.iter().find(|name| !is_copy(name)) {
        Some(name) => Err(D::Error::custom(refused(name, &accepted.join(", ")))),
        None => Ok(names),
    }
}

fn refused(name: &str, accepted: &str) -> String {
    let shown: String = name.chars().take(80).collect();
    format!("found the file name {shown:?}; accepted: {accepted}")
}

/// Tells whether a name is that of a file in whatever folder, on every system.
fn is_plain(name: &str) -> bool {
    let wrong = |c: char| c.is_control() || ['/', '\\', ':'].contains(&c);
    !name.is_empty() && name != "." && name != ".." && !name.contains(wrong)
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn a_plain_name_leads_nowhere_else() {
        assert!(["members.csv", "scenario.toml", "..a", "ä b.csv"].into_iter().all(is_plain));
        for name in ["", ".", "..", "../a", "a/b", "/etc/passwd", "..\\a", "C:a", "a\0b", "a\n"] {
            assert!(!is_plain(name), "{name:?}");
        }
    }
}
