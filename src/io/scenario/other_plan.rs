//! Keys of a plan that another kind of plan, which the command line asks for, has no use for.

use super::edit::{Edits, table_at};
use toml::de::DeTable;

/// The keys of the kinds of plans that have others than `vary`, `members` and `seed`.
const KEYS: [(&str, &[&str]); 8] = [
    ("one", &[]),
    ("grid", &["vary"]),
    ("table", &["file", "columns"]),
    ("random", &["members", "seed", "vary", "dependence"]),
    ("saltelli", &["rows", "second", "groups", "replicates", "seed", "vary"]),
    ("morris", &["trajectories", "levels", "seed", "vary"]),
    ("shapley", &["rows", "groups", "replicates", "seed", "vary", "dependence"]),
    ("one_at_a_time", &["at", "vary"]),
];
/// The keys of other plans, whose members are drawn.
const SAMPLED: [&str; 5] = ["members", "seed", "vary", "dependence", "replicates"];

/// Leaves out what `[plan]` says for plans of other kinds than this one; keys that the command line sets stay.
pub(super) fn leave_out(edits: &mut Edits<'_>, root: &DeTable<'_>, kind: &str, is_set: impl Fn(&str) -> bool) {
    let keys_of = |kind: &str| KEYS.iter().find(|(name, _)| *name == kind).map_or(&SAMPLED[..], |(_, keys)| *keys);
    let Some(plan) = table_at(root, &["plan"]) else { return };
    let is_of_others = |key: &str| SAMPLED.contains(&key) || KEYS.iter().any(|(_, keys)| keys.contains(&key));
    let own = keys_of(kind);
    let left = |key: &str| is_of_others(key) && !own.contains(&key) && !is_set(key);
    for (key, value) in plan.iter().filter(|(key, _)| left(key.get_ref())) {
        edits.remove(&key.span(), value);
    }
}
