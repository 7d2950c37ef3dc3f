//! Cases that are a scenario with a change, or arguments, and what is said to it: the files of `cases`.

use super::{Answer, Place};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A file of cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The scenario that they begin with: a file beside the folder of cases.
    base: String,
    group: Vec<Group>,
}

/// Cases of one kind, with what they have where they do not say otherwise.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    about: String,
    replace: Option<String>,
    by: Option<String>,
    arguments: Option<Vec<String>>,
    case: Vec<Case>,
}

/// A scenario, how the program is called, and what it says, which is one of four.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// A part of the base, of which there is one.
    replace: Option<String>,
    /// What takes its place; without it the base stays as it is.
    by: Option<String>,
    /// Further parts, and what takes their places.
    #[serde(default)]
    further: Vec<[String; 2]>,
    /// Further files by their names.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// How the program is called, if not by `check top.toml` and by `run top.toml`.
    arguments: Option<Vec<String>>,
    /// The whole message of a refusal, which leaves nothing behind.
    error: Option<String>,
    /// Parts of the message of a refusal.
    error_has: Option<Vec<String>>,
    /// All that is said to what is accepted.
    note: Option<String>,
    /// Parts of what is said to what is accepted.
    note_has: Option<Vec<String>>,
}

impl Group {
    /// Returns the cases with all that they have.
    fn cases(self) -> impl Iterator<Item = Case> {
        let Self { replace, by, arguments, case, .. } = self;
        case.into_iter().map(move |case| Case {
            replace: case.replace.or_else(|| replace.clone()),
            by: case.by.or_else(|| by.clone()),
            arguments: case.arguments.or_else(|| arguments.clone()),
            ..case
        })
    }
}

impl Case {
    fn scenario(&self, base: &str) -> Result<String, String> {
        let first = match (&self.replace, &self.by) {
            (Some(replace), Some(by)) => Some([replace.clone(), by.clone()]),
            (None, Some(by)) => return Err(format!("nothing is replaced by {by:?}")),
            (_, None) => None,
        };
        first.iter().chain(&self.further).try_fold(base.to_string(), |text, [from, to]| {
            let count = text.matches(from.as_str()).count();
            if count == 1 { Ok(text.replace(from.as_str(), to)) } else { Err(format!("{count} times {from:?}")) }
        })
    }
    /// Returns what is not as it must be.
    fn difference(&self, base: &str) -> Option<String> {
        let place = match self.scenario(base) {
            Ok(scenario) => Place::new(&scenario),
            Err(difference) => return Some(difference),
        };
        self.files.iter().for_each(|(name, text)| place.write(name, text));
        let both = [vec!["check".to_string(), "top.toml".into()], vec!["run".into(), "top.toml".into()]];
        let calls = self.arguments.as_ref().map_or(&both[..], std::slice::from_ref);
        calls.iter().find_map(|arguments| {
            let before = place.names();
            let answer = place.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
            let has = |parts: &[String]| !parts.is_empty() && parts.iter().all(|part| answer.error.contains(part));
            let refused = answer.code == 2 && place.names() == before;
            let accepted = answer.code == 0;
            let whole = |error: String, code| answer == Answer { code, error };
            let is_right = match (&self.error, &self.error_has, &self.note, &self.note_has) {
                (Some(error), None, None, None) => refused && whole(format!("error: {error}\n"), 2),
                (None, Some(parts), None, None) => refused && has(parts),
                (None, None, Some(note), None) if note.is_empty() => accepted && whole(String::new(), 0),
                (None, None, Some(note), None) => accepted && whole(format!("{note}\n"), 0),
                (None, None, None, Some(parts)) => accepted && has(parts),
                _ => return Some("one of \"error\", \"error_has\", \"note\" and \"note_has\" is needed".into()),
            };
            let arguments = arguments.join(" ");
            (!is_right).then(|| format!("{arguments}: exit code {}, {}", answer.code, answer.error.trim_end()))
        })
    }
}

#[test]
fn every_case_is_answered_as_its_file_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/bad_input");
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut cases = Vec::new();
    for entry in std::fs::read_dir(folder.join("cases")).expect("the folder of cases") {
        let path = entry.expect("a file").path();
        let (name, text) = (path.file_name().expect("a name").to_string_lossy().into_owned(), read(&path));
        let File { base, group } = toml_edit::de::from_str(&text).unwrap_or_else(|e| panic!("cases/{name}: {e}"));
        let base = read(&folder.join(base));
        let mut lines = text.lines().enumerate().filter(|(_, line)| *line == "[[group.case]]").map(|(at, _)| at + 1);
        for group in group {
            let place = |line: usize| format!("cases/{name}:{line}, {}", group.about);
            let places: Vec<String> = lines.by_ref().take(group.case.len()).map(place).collect();
            cases.extend(places.into_iter().zip(group.cases()).map(|(place, case)| (place, base.clone(), case)));
        }
    }
    assert!(!cases.is_empty(), "there are no cases");
    let differences =
        cases.iter().filter_map(|(place, base, case)| Some(format!("{place}: {}", case.difference(base)?)));
    let differences: Vec<String> = differences.collect();
    assert!(differences.is_empty(), "{} of {} cases:\n{}", differences.len(), cases.len(), differences.join("\n"));
}
