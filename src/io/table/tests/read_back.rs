//! Tables read back after every append.

use std::fs::{self, File};

use parquet::file::reader::{FileReader, SerializedFileReader};

use super::contents::read;
use super::*;
use crate::io::table::create;

#[test]
fn after_every_append_the_file_is_complete() {
    for format in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("members").with_extension(format.extension());
        let mut table = create(&path, format, fields()).unwrap();
        let mut written = 0;
        assert_eq!(read(format, fs::read(&path).unwrap()).unwrap(), rows(0, 0));
        for count in [1, 50, 0, 3000, 2] {
            table.append(&chunk(written, count)).unwrap();
            written += count;
            assert_eq!(table.rows(), written);
            let found = read(format, fs::read(&path).unwrap()).unwrap();
            assert_eq!(found, rows(0, written));
        }
        let before = fs::read(&path).unwrap();
        assert_eq!(table.finish().unwrap(), written);
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

#[test]
fn a_former_file_is_replaced() {
    for format in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("members");
        fs::write(&path, vec![b'x'; 100_000]).unwrap();
        let mut table = create(&path, format, fields()).unwrap();
        table.append(&chunk(0, 3)).unwrap();
        assert_eq!(read(format, fs::read(&path).unwrap()).unwrap(), rows(0, 3));
    }
}

#[test]
fn chunks_may_be_wholly_absent_or_wholly_present() {
    for format in FORMATS {
        let disk = Disk::endless();
        let mut table = start(format, &disk).unwrap();
        let mut expected = rows(0, 4);
        for mark in [false, true] {
            let mut columns = chunk(0, 4);
            columns[1] = Column::Real(vec![1.5; 4], Some(vec![mark; 4]));
            table.append(&columns).unwrap();
        }
        expected.extend(rows(0, 4));
        for (place, row) in expected.iter_mut().enumerate() {
            row[1] = if place < 4 { Cell::Absent } else { Cell::Real(1.5_f64.to_bits()) };
        }
        assert_eq!(read(format, disk.bytes()).unwrap(), expected);
    }
}

#[test]
fn parquet_metadata_holds_units_and_statistics() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("members.parquet");
    let mut table = create(&path, Format::Parquet, fields()).unwrap();
    table.append(&chunk(0, 10)).unwrap();
    table.append(&chunk(10, 10)).unwrap();
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
    let disk = Disk::endless();
    let mut table = start(Format::Csv, &disk).unwrap();
    table
        .append(&[
            Column::Integer(vec![0, u64::MAX, 7]),
            Column::Real(vec![0.1, 1e300, f64::NAN], Some(vec![true, true, true])),
            Column::Real(vec![-0.0, 4.0, 5e-324], Some(vec![true, false, true])),
            Column::Text(vec!["completed".into(), "a, \"b\"".into(), "".into()]),
        ])
        .unwrap();
    assert_eq!(
        String::from_utf8(disk.bytes()).unwrap(),
        "member,energy,\"drift, \"\"max\"\"\",outcome\n\
         0,0.1,-0.0,completed\n\
         18446744073709551615,1e+300,,\"a, \"\"b\"\"\"\n\
         7,NaN,5e-324,\"\"\n"
    );
}

#[test]
fn a_single_absent_value_is_not_an_empty_line() {
    let disk = Disk::endless();
    let fields = vec![Field::new("x", ColumnKind::Real)];
    let mut table = CsvTable::new(Path::new("x.csv"), disk.clone(), fields).unwrap();
    table.append(&[Column::Real(vec![1.0, 2.0], Some(vec![false, true]))]).unwrap();
    assert_eq!(disk.bytes(), b"x\n\"\"\n2.0\n");
}
