//! Tables read back after every append.

use std::fs::{self, File};
use std::io::Read as _;

use ::parquet::file::reader::{FileReader, SerializedFileReader};

use super::contents::read;
use super::*;
use crate::io::table::{growing_file, parquet};

/// The content of a file.
fn content(format: Format, path: &std::path::Path) -> Vec<Vec<Cell>> {
    read(format, fs::read(path).unwrap()).unwrap()
}

#[test]
fn what_is_published_is_readable_and_nothing_else() {
    for format in FORMATS {
        let (folder, path, mut table) = start(format);
        let mut written = 0;
        assert_eq!(content(format, &path), rows(0, 0));
        for count in [1, 50, 0, 3000, 2] {
            let before = fs::read(&path).unwrap();
            table.append(chunk(written, count)).unwrap();
            assert_eq!(fs::read(&path).unwrap(), before);
            table.publish(false).unwrap();
            written += count;
            assert_eq!(content(format, &path), rows(0, written));
            let record = table.published();
            assert_eq!((record.rows, record.bytes), (written, fs::metadata(&path).unwrap().len()));
            let digest = growing_file::digest(&path, None).unwrap();
            assert_eq!(record.sha256, growing_file::hexadecimal(digest));
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

/// A reader that has opened a table goes on reading what it opened.
#[test]
fn a_reader_keeps_what_it_has_opened() {
    for format in FORMATS {
        let (_folder, path, mut table) = start(format);
        table.append(chunk(0, 500)).unwrap();
        table.publish(false).unwrap();
        let mut opened = File::open(&path).unwrap();
        for first in [500, 1000] {
            table.append(chunk(first, 500)).unwrap();
            table.publish(false).unwrap();
        }
        let mut bytes = Vec::new();
        opened.read_to_end(&mut bytes).unwrap();
        assert_eq!(read(format, bytes).unwrap(), rows(0, 500));
    }
}

/// Row groups are of a fixed number of rows, so that neither chunks nor states show in the file.
#[test]
fn the_file_depends_on_the_rows_alone() {
    for format in FORMATS {
        let total = 2 * parquet::group_rows(fields().len()) as u64 + 77;
        let bytes = |chunks: u64, publish: bool| {
            let (_folder, path, mut table) = start(format);
            let mut first = 0;
            while first < total {
                let count = chunks.min(total - first);
                table.append(chunk(first, count)).unwrap();
                first += count;
                if publish {
                    table.publish(false).unwrap();
                }
            }
            table.publish(true).unwrap();
            fs::read(&path).unwrap()
        };
        let all = bytes(u64::MAX, false);
        assert_eq!(read(format, all.clone()).unwrap().len() as u64, total);
        for (chunks, publish) in [(103, true), (432, false), (1030, true)] {
            assert!(bytes(chunks, publish) == all, "{format:?}, chunks of {chunks}");
        }
    }
}

#[test]
fn a_former_file_is_replaced() {
    for format in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("members");
        fs::write(&path, vec![b'x'; 100_000]).unwrap();
        let mut table = create(&path, format, fields()).unwrap();
        table.append(chunk(0, 3)).unwrap();
        table.publish(false).unwrap();
        assert_eq!(content(format, &path), rows(0, 3));
    }
}

#[test]
fn columns_may_be_wholly_absent() {
    for format in FORMATS {
        let (_folder, path, mut table) = start(format);
        let mut expected = rows(0, 4);
        let mut columns = chunk(0, 4);
        columns[1] = Column::Real(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -f64::NAN]);
        table.append(columns).unwrap();
        table.publish(false).unwrap();
        expected.iter_mut().for_each(|row| row[1] = Cell::Absent);
        assert_eq!(content(format, &path), expected);
    }
}

#[test]
fn parquet_metadata_holds_units_and_statistics() {
    let (_folder, path, mut table) = start(Format::Parquet);
    let group = parquet::group_rows(fields().len()) as u64;
    table.append(chunk(0, group + 10)).unwrap();
    table.publish(false).unwrap();
    let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
    let metadata = reader.metadata();
    assert_eq!(metadata.num_row_groups(), 2);
    let entries: Vec<(String, Option<String>)> = metadata
        .file_metadata()
        .key_value_metadata()
        .unwrap()
        .iter()
        .map(|entry| (entry.key.clone(), entry.value.clone()))
        .collect();
    assert_eq!(
        entries,
        [
            ("unit.energy".to_string(), Some("J".to_string())),
            ("unit.drift, \"max\"".to_string(), Some("rad·s⁻¹".to_string())),
        ]
    );
    let [member, energy] = [0, 1].map(|column| metadata.row_group(1).column(column));
    assert!(member.statistics().is_some());
    assert!(energy.statistics().is_none());
}

#[test]
fn csv_text_is_exactly_as_described() {
    let (_folder, path, mut table) = start(Format::Csv);
    let columns = vec![
        Column::Integer(vec![0, u64::MAX, 7]),
        Column::Real(vec![0.1, 1e300, f64::NAN]),
        Column::Real(vec![-0.0, f64::INFINITY, 5e-324]),
        Column::Text(vec!["completed".into(), "a, \"b\"".into(), "".into()]),
    ];
    table.append(columns).unwrap();
    table.publish(false).unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "member,energy,\"drift, \"\"max\"\"\",outcome\n\
         0,0.1,-0.0,completed\n\
         18446744073709551615,1e+300,,\"a, \"\"b\"\"\"\n\
         7,,5e-324,\"\"\n"
    );
}

#[test]
fn a_single_absent_value_is_not_an_empty_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.csv");
    let mut table = create(&path, Format::Csv, vec![Field::new("x", ColumnKind::Real)]).unwrap();
    table.append(vec![Column::Real(vec![f64::NAN, 2.0])]).unwrap();
    table.publish(false).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"x\n\"\"\n2.0\n");
}
