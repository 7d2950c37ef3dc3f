//! Tests of the results folder.
#![allow(clippy::unwrap_used)]

use super::*;

fn create(path: &Path, force: bool) -> Result<ResultsFolder, FolderError> {
    let existing = if force { Existing::Replace } else { Existing::Refuse };
    ResultsFolder::create(path, existing, &Inputs::default())
}

/// The files of a folder that nobody holds.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn parents_are_created_and_the_folder_is_empty() {
    let base = tempfile::tempdir().unwrap();
    let path = base.path().join("a").join("b");
    let folder = create(&path, false).unwrap();
    assert_eq!(folder.path(), path);
    assert_eq!(names(&path), [".gyrosweep-lock"]);
    assert_eq!(folder.members(Format::Parquet), path.join("members.parquet"));
    assert_eq!(folder.samples(Format::Csv), path.join("samples.csv"));
    assert_eq!(folder.manifest(), path.join("manifest.json"));
    drop(folder);
    assert!(names(&path).is_empty());
}

#[test]
fn every_former_result_is_refused_without_force() {
    for name in RESULT_FILES {
        let base = tempfile::tempdir().unwrap();
        fs::write(base.path().join(name), "old").unwrap();
        let text = create(base.path(), false).unwrap_err().to_string();
        for part in [&base.path().display().to_string(), name, "--force", "--out"] {
            assert!(text.contains(part), "{part} is missing in: {text}");
        }
        assert_eq!(names(base.path()), [name]);
    }
}

/// A manifest that names some tables.
fn manifest(tables: &[&str]) -> String {
    let tables: Vec<_> = tables.iter().map(|file| serde_json::json!({ "file": file })).collect();
    serde_json::json!({ "program": "gyrosweep", "tables": tables }).to_string()
}

#[test]
fn force_removes_only_what_a_manifest_names() {
    let base = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(base.path().join(name), text).unwrap();
    let tables: Vec<&str> = RESULT_FILES.iter().copied().filter(|name| *name != MANIFEST).collect();
    tables.iter().for_each(|name| write(name, "old"));
    write("notes.txt", "mine");
    write("members.parquet.bak", "mine");
    let refused = |name: &str| {
        let error = create(base.path(), true).unwrap_err();
        assert!(matches!(&error, FolderError::Foreign { file, .. } if file.ends_with(name)), "{error}");
    };
    let all = names(base.path());
    refused(tables[0]);
    write(MANIFEST, "title = \"a scenario\"");
    refused(MANIFEST);
    write(MANIFEST, &manifest(&tables[1..]));
    refused(tables[0]);
    assert_eq!(names(base.path()).len(), all.len() + 1, "nothing was removed");
    write(MANIFEST, &manifest(&tables));
    create(base.path(), true).unwrap();
    assert_eq!(names(base.path()), ["members.parquet.bak", "notes.txt"]);
}

#[test]
fn a_file_that_is_read_is_not_replaced() {
    for name in ["members.csv", MANIFEST] {
        let base = tempfile::tempdir().unwrap();
        let file = base.path().join(name);
        fs::write(&file, manifest(&["members.csv"])).unwrap();
        for existing in [Existing::Refuse, Existing::Replace, Existing::Resume] {
            // by another path
            let reads = [base.path().join(".").join(name), base.path().join("absent")];
            let inputs = Inputs::default().with(reads);
            let error = ResultsFolder::create(base.path(), existing, &inputs).unwrap_err();
            assert!(matches!(error, FolderError::ReadByRun { .. }), "{error}");
            assert!(error.to_string().contains(name), "{error}");
        }
        assert_eq!(names(base.path()), [name]);
    }
}

/// The manifest of a comparison of methods names what it wrote, whether it lists its tables or is of the time before that.
#[test]
fn force_in_the_folder_of_another_verb_removes_nothing_else() {
    for listed in [true, false] {
        let base = tempfile::tempdir().unwrap();
        let mut about = serde_json::json!({ "program": "gyrosweep", "verb": "converge", "inputs": ["scenario.toml"] });
        if listed {
            about["tables"] = serde_json::json!([{ "file": "convergence.csv" }]);
            about["files"] = serde_json::json!([{ "file": "convergence.svg" }]);
        }
        let write = |name: &str, text: &str| fs::write(base.path().join(name), text).unwrap();
        write(MANIFEST, &about.to_string());
        ["convergence.csv", "convergence.svg", "scenario.toml"].iter().for_each(|name| write(name, "old"));
        for name in ["members.csv", "samples.parquet", "plan.csv", "shapes.json", "design.csv"] {
            write(name, "mine");
            let all = names(base.path());
            let error = create(base.path(), true).unwrap_err();
            assert!(matches!(&error, FolderError::Foreign { file, .. } if file.ends_with(name)), "{error}");
            assert_eq!(names(base.path()), all, "nothing was removed");
            fs::remove_file(base.path().join(name)).unwrap();
        }
        create(base.path(), true).unwrap();
        assert!(names(base.path()).is_empty());
    }
}

/// Copies of what a scenario reads are the program's own where the manifest names them, and else stay.
#[test]
fn copies_of_inputs_are_named_as_well() {
    let base = tempfile::tempdir().unwrap();
    let inputs =
        Inputs { files: Vec::new(), copies: vec!["input.signal.a.csv".into(), "input.signal.b.files/1.csv".into()] };
    let write = |name: &str, text: &str| fs::write(base.path().join(name), text).unwrap();
    write("input.signal.a.csv", "mine");
    fs::create_dir(base.path().join("input.signal.b.files")).unwrap();
    ["1.csv", "2.csv", "notes.txt"].iter().for_each(|name| write(&format!("input.signal.b.files/{name}"), "old"));
    let create = |existing| ResultsFolder::create(base.path(), existing, &inputs);
    assert!(matches!(create(Existing::Refuse), Err(FolderError::Occupied { .. })));
    for existing in [Existing::Replace, Existing::Resume] {
        let error = create(existing).unwrap_err();
        assert!(matches!(&error, FolderError::Foreign { file, .. } if file.ends_with("input.signal.a.csv")), "{error}");
    }
    let named =
        |inputs: &[&str]| serde_json::json!({ "program": "gyrosweep", "tables": [], "inputs": inputs }).to_string();
    write(MANIFEST, &named(&["input.signal.a.csv"]));
    assert!(matches!(create(Existing::Replace), Err(FolderError::Foreign { .. })), "the folder of many is not named");
    write(MANIFEST, &named(&["input.signal.a.csv", "input.signal.b.files"]));
    create(Existing::Replace).unwrap();
    assert_eq!(names(base.path()), ["input.signal.b.files"]);
    assert_eq!(names(&base.path().join("input.signal.b.files")), ["notes.txt"]);
}

#[test]
fn one_run_at_a_time() {
    let base = tempfile::tempdir().unwrap();
    let first = create(base.path(), false).unwrap();
    for existing in [Existing::Refuse, Existing::Replace, Existing::Resume] {
        let error = ResultsFolder::create(base.path(), existing, &Inputs::default()).unwrap_err();
        assert!(matches!(error, FolderError::InUse { .. }), "{error}");
        assert!(error.to_string().contains(&base.path().display().to_string()));
    }
    drop(first);
    create(base.path(), false).unwrap();
    // what a killed run leaves
    fs::write(base.path().join(".gyrosweep-lock"), "").unwrap();
    create(base.path(), false).unwrap();
    assert!(names(base.path()).is_empty());
}

#[test]
fn other_files_do_not_stand_in_the_way() {
    let base = tempfile::tempdir().unwrap();
    fs::write(base.path().join("notes.txt"), "mine").unwrap();
    create(base.path(), false).unwrap();
    assert_eq!(names(base.path()), ["notes.txt"]);
}

#[test]
fn a_folder_with_the_name_of_a_table_cannot_be_replaced() {
    let base = tempfile::tempdir().unwrap();
    fs::create_dir(base.path().join("samples.csv")).unwrap();
    let error = create(base.path(), true).unwrap_err();
    assert!(matches!(error, FolderError::Foreign { .. }), "{error}");
    fs::write(base.path().join(MANIFEST), manifest(&["samples.csv"])).unwrap();
    let error = create(base.path(), true).unwrap_err();
    assert!(matches!(error, FolderError::Replace { .. }), "{error}");
    assert_eq!(names(base.path()), [MANIFEST, "samples.csv"]);
}

#[test]
fn a_file_is_not_a_folder() {
    let base = tempfile::tempdir().unwrap();
    let path = base.path().join("file");
    fs::write(&path, "x").unwrap();
    let error = create(&path, true).unwrap_err();
    assert!(matches!(error, FolderError::NotAFolder { .. }), "{error}");
    assert!(error.to_string().contains(&path.display().to_string()));
}

#[test]
fn a_path_below_a_file_is_named() {
    let base = tempfile::tempdir().unwrap();
    let file = base.path().join("file");
    fs::write(&file, "x").unwrap();
    let path = file.join("deeper");
    let error = create(&path, false).unwrap_err();
    assert!(matches!(error, FolderError::Create { .. }), "{error}");
    assert!(error.to_string().contains(&path.display().to_string()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_place_that_takes_no_files_is_named() {
    let error = create(Path::new("/proc"), false).unwrap_err();
    assert!(matches!(error, FolderError::NotWritable { .. }), "{error}");
    assert!(error.to_string().contains("/proc"));
    let error = create(Path::new("/proc/results"), false).unwrap_err();
    assert!(matches!(error, FolderError::Create { .. }), "{error}");
}
