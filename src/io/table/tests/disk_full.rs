//! A disk that becomes full within an append.

use super::contents::read;
use super::*;

/// Three chunks of different lengths: first row and number of rows.
const CHUNKS: [(u64, u64); 3] = [(0, 40), (40, 7), (47, 60)];

/// The lengths of the file before and after each of the chunks.
fn lengths(format: Format) -> Vec<usize> {
    let disk = Disk::endless();
    let mut table = start(format, &disk).unwrap();
    let mut lengths = vec![disk.bytes().len()];
    for (first, count) in CHUNKS {
        table.append(&chunk(first, count)).unwrap();
        lengths.push(disk.bytes().len());
    }
    lengths
}

#[test]
fn at_any_capacity_the_earlier_chunks_stay_readable() {
    for format in FORMATS {
        let lengths = lengths(format);
        let (empty, complete) = (lengths[0], lengths[3]);
        // The step is shorter than the bytes that mark a complete Parquet file.
        for capacity in (empty..complete).step_by(3) {
            let disk = Disk::with_room_for(capacity);
            let mut table = start(format, &disk).unwrap();
            let mut kept = 0;
            let error = CHUNKS
                .iter()
                .find_map(|&(first, count)| match table.append(&chunk(first, count)) {
                    Ok(()) => {
                        kept += count;
                        None
                    }
                    Err(error) => Some(error),
                })
                .expect("the capacity is too small for all chunks");

            let text = error.to_string();
            let TableError::Write { rows_kept, .. } = error else {
                panic!("not a write error: {text}");
            };
            assert_eq!(rows_kept, kept);
            assert_eq!(table.rows(), kept);
            assert_eq!(read(format, disk.bytes()).unwrap(), rows(0, kept));
            assert!(lengths.contains(&disk.bytes().len()), "nothing is left over");
        }
    }
}

#[test]
fn the_message_names_file_cause_and_rows() {
    for format in FORMATS {
        let disk = Disk::with_room_for(lengths(format)[1] + 10);
        let mut table = start(format, &disk).unwrap();
        table.append(&chunk(0, 40)).unwrap();
        let text = table.append(&chunk(40, 7)).unwrap_err().to_string();
        for part in
            ["run/members.table", "the disk is full", "the 40 rows written before are kept and readable", "free space"]
        {
            assert!(text.contains(part), "`{part}` is missing in: {text}");
        }
    }
}

#[test]
fn nothing_is_appended_after_a_failure() {
    for format in FORMATS {
        let disk = Disk::with_room_for(lengths(format)[1] + 10);
        let mut table = start(format, &disk).unwrap();
        table.append(&chunk(0, 40)).unwrap();
        table.append(&chunk(40, 7)).unwrap_err();
        disk.grow_to(usize::MAX);
        for _ in 0..2 {
            let error = table.append(&chunk(40, 7)).unwrap_err();
            assert!(matches!(error, TableError::Closed { rows_kept: 40, .. }));
        }
        assert!(matches!(table.finish().unwrap_err(), TableError::Closed { rows_kept: 40, .. }));
        assert_eq!(read(format, disk.bytes()).unwrap(), rows(0, 40));
    }
}

#[test]
fn a_table_that_does_not_fit_at_all_is_not_created() {
    for format in FORMATS {
        for capacity in 0..lengths(format)[0] {
            let disk = Disk::with_room_for(capacity);
            let error = start(format, &disk).err().expect("there is no room");
            assert!(matches!(error, TableError::Create { .. }), "{error}");
            assert!(error.to_string().contains("the disk is full"));
            assert!(disk.bytes().is_empty());
        }
    }
}
