//! Tests of the results folder.
#![allow(clippy::unwrap_used)]

use super::*;

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
    let folder = ResultsFolder::create(&path, false).unwrap();
    assert_eq!(folder.path(), path);
    assert!(names(&path).is_empty());
    assert_eq!(folder.members(Format::Parquet), path.join("members.parquet"));
    assert_eq!(folder.samples(Format::Csv), path.join("samples.csv"));
    assert_eq!(folder.manifest(), path.join("manifest.json"));
}

#[test]
fn every_former_result_is_refused_without_force() {
    for name in RESULT_FILES {
        let base = tempfile::tempdir().unwrap();
        fs::write(base.path().join(name), "old").unwrap();
        let text = ResultsFolder::create(base.path(), false).unwrap_err().to_string();
        for part in [&base.path().display().to_string(), name, "--force", "--out"] {
            assert!(text.contains(part), "{part} is missing in: {text}");
        }
        assert_eq!(names(base.path()), [name]);
    }
}

#[test]
fn force_removes_only_former_results() {
    let base = tempfile::tempdir().unwrap();
    for name in RESULT_FILES {
        fs::write(base.path().join(name), "old").unwrap();
    }
    fs::write(base.path().join("notes.txt"), "mine").unwrap();
    fs::write(base.path().join("members.parquet.bak"), "mine").unwrap();
    ResultsFolder::create(base.path(), true).unwrap();
    assert_eq!(names(base.path()), ["members.parquet.bak", "notes.txt"]);
}

#[test]
fn other_files_do_not_stand_in_the_way() {
    let base = tempfile::tempdir().unwrap();
    fs::write(base.path().join("notes.txt"), "mine").unwrap();
    ResultsFolder::create(base.path(), false).unwrap();
    assert_eq!(names(base.path()), ["notes.txt"]);
}

#[test]
fn a_folder_with_the_name_of_a_table_cannot_be_replaced() {
    let base = tempfile::tempdir().unwrap();
    fs::create_dir(base.path().join("samples.csv")).unwrap();
    let error = ResultsFolder::create(base.path(), true).unwrap_err();
    assert!(matches!(error, FolderError::Replace { .. }), "{error}");
    assert_eq!(names(base.path()), ["samples.csv"]);
}

#[test]
fn a_file_is_not_a_folder() {
    let base = tempfile::tempdir().unwrap();
    let path = base.path().join("file");
    fs::write(&path, "x").unwrap();
    let error = ResultsFolder::create(&path, true).unwrap_err();
    assert!(matches!(error, FolderError::NotAFolder { .. }), "{error}");
    assert!(error.to_string().contains(&path.display().to_string()));
}

#[test]
fn a_path_below_a_file_is_named() {
    let base = tempfile::tempdir().unwrap();
    let file = base.path().join("file");
    fs::write(&file, "x").unwrap();
    let path = file.join("deeper");
    let error = ResultsFolder::create(&path, false).unwrap_err();
    assert!(matches!(error, FolderError::Create { .. }), "{error}");
    assert!(error.to_string().contains(&path.display().to_string()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_place_that_takes_no_files_is_named() {
    let error = ResultsFolder::create(Path::new("/proc"), false).unwrap_err();
    assert!(matches!(error, FolderError::NotWritable { .. }), "{error}");
    assert!(error.to_string().contains("/proc"));
    let error = ResultsFolder::create(Path::new("/proc/results"), false).unwrap_err();
    assert!(matches!(error, FolderError::Create { .. }), "{error}");
}
