//! A process that is stopped within an append.

use super::contents::read;
use super::*;

/// How many bytes are written before, and up to the end of, the second chunk.
fn writes(format: Format) -> (usize, usize) {
    let disk = Disk::endless();
    let mut table = start(format, &disk).unwrap();
    table.append(&chunk(0, 30)).unwrap();
    let before = disk.written();
    table.append(&chunk(30, 30)).unwrap();
    (before, disk.written())
}

/// The error and the bytes of the file if everything stops after `writes` bytes.
fn stopped_after(format: Format, writes: usize) -> (TableError, Vec<u8>) {
    let disk = Disk::stopping_after(writes);
    let mut table = start(format, &disk).unwrap();
    table.append(&chunk(0, 30)).unwrap();
    let error = table.append(&chunk(30, 30)).unwrap_err();
    (error, disk.bytes())
}

#[test]
fn a_half_written_parquet_file_is_never_taken_for_a_whole_one() {
    let (before, after) = writes(Format::Parquet);
    for writes in before..after {
        let (error, bytes) = stopped_after(Format::Parquet, writes);
        assert!(matches!(error, TableError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains("may be unreadable"));
        match read(Format::Parquet, bytes) {
            Ok(found) => {
                assert_eq!(writes, before, "only an untouched file is whole");
                assert_eq!(found, rows(0, 30));
            }
            Err(text) => assert!(text.contains("Corrupt footer"), "{text}"),
        }
    }
}

#[test]
fn a_half_written_csv_file_begins_with_the_earlier_rows() {
    let (before, after) = writes(Format::Csv);
    for writes in before..after {
        let (error, bytes) = stopped_after(Format::Csv, writes);
        assert!(matches!(error, TableError::Damaged { .. }), "{error}");
        assert_eq!(bytes.len(), writes);
        assert_eq!(read(Format::Csv, bytes[..before].to_vec()).unwrap(), rows(0, 30));
    }
}
