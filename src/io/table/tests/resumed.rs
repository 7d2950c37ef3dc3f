//! Tables that are gone on with, and a process that is killed between any two operations on them.

use super::contents::read;
use super::*;
use crate::io::disk::Disk;
use std::path::Path;

/// Rows of the chunks, which fill row groups of Parquet.
fn chunks() -> Vec<u64> {
    let group = parquet_group();
    vec![3, group - 1, 20, group / 2, 0, 7]
}

fn parquet_group() -> u64 {
    crate::io::table::parquet::group_rows(fields().len()) as u64
}

/// Appends and publishes all chunks from a row on; returns how many rows were published before an error.
fn fill(table: &mut Table) -> Result<(), TableError> {
    let mut end = 0;
    for count in chunks() {
        let first = end.max(table.rows());
        end += count;
        if end > first {
            table.append(chunk(first, end - first))?;
        }
        table.publish(false)?;
    }
    Ok(())
}

fn whole(format: Format) -> Vec<u8> {
    let (_folder, path, mut table) = start(format);
    fill(&mut table).unwrap();
    std::fs::read(&path).unwrap()
}

#[test]
fn a_table_can_be_gone_on_with_after_any_state_of_it() {
    for format in FORMATS {
        let whole = whole(format);
        let mut states = Vec::new();
        let (_folder, path, mut table) = start(format);
        states.push((table.published().clone(), std::fs::read(&path).unwrap()));
        let mut end = 0;
        for count in chunks() {
            table.append(chunk(end, count)).unwrap();
            end += count;
            table.publish(false).unwrap();
            states.push((table.published().clone(), std::fs::read(&path).unwrap()));
        }
        // the file may be a later state than the one that is gone on from
        for (k, (published, _)) in states.iter().enumerate() {
            for (_, later) in &states[k..] {
                std::fs::write(&path, later).unwrap();
                let table = Table::reopen(&Disk::default(), &path, format, fields(), published);
                let mut table = table.unwrap_or_else(|e| panic!("{e}"));
                assert_eq!(table.rows(), published.rows);
                fill(&mut table).unwrap();
                assert!(std::fs::read(&path).unwrap() == whole, "{format:?}, after state {k}");
            }
        }
    }
}

#[test]
fn at_whatever_operation_a_process_is_killed_the_file_is_whole() {
    let ends: Vec<u64> = chunks().iter().scan(0, |end, count| Some(std::mem::replace(end, *end + count))).collect();
    for format in FORMATS {
        for operations in 0.. {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("members").with_extension(format.extension());
            let disk = Disk::stopping_after(operations);
            let stopped = stop(&disk, &path, format);
            if let Ok(bytes) = std::fs::read(&path) {
                let found = read(format, bytes).unwrap_or_else(|e| panic!("after {operations}: {e}"));
                let total: u64 = chunks().iter().sum();
                assert!(ends.contains(&(found.len() as u64)) || found.len() as u64 == total, "{}", found.len());
                assert_eq!(found.last(), rows(0, found.len() as u64).last());
            }
            if stopped.is_ok() {
                break;
            }
            assert!(disk.has_stopped());
        }
    }
}

fn stop(disk: &Disk, path: &Path, format: Format) -> Result<(), TableError> {
    let mut table = Table::new(disk, path, format, fields())?;
    table.publish(false)?;
    fill(&mut table)
}

#[test]
fn a_table_that_is_not_the_one_that_was_published_is_refused() {
    for format in FORMATS {
        let (_folder, path, mut table) = start(format);
        table.append(chunk(0, 100)).unwrap();
        table.publish(false).unwrap();
        let (published, bytes) = (table.published().clone(), std::fs::read(&path).unwrap());
        let reopen = || Table::reopen(&Disk::default(), &path, format, fields(), &published).err();
        for spoil in [
            |bytes: &mut Vec<u8>| bytes[50] ^= 1,
            |bytes: &mut Vec<u8>| bytes.truncate(bytes.len() / 2),
            |bytes: &mut Vec<u8>| bytes.clear(),
        ] {
            let mut spoilt = bytes.clone();
            spoil(&mut spoilt);
            std::fs::write(&path, spoilt).unwrap();
            let error = reopen().expect("refused").to_string();
            assert!(error.contains("should hold the 100 rows that the manifest states"), "{error}");
            assert!(error.contains("--force"), "{error}");
        }
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(reopen(), Some(TableError::Reopen { .. })));
    }
}
