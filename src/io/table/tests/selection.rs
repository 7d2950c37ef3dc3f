//! Named columns read back.

use super::*;
use crate::io::table::{ReadError, read};

/// A table of three chunks in a new folder.
fn table(format: Format) -> (tempfile::TempDir, std::path::PathBuf) {
    let (folder, path, mut table) = start(format);
    for (first, rows) in [(0, 1), (1, 40), (41, 1500)] {
        table.append(chunk(first, rows)).unwrap();
    }
    table.publish(true).unwrap();
    (folder, path)
}

#[test]
fn columns_come_back_in_the_order_asked_for() {
    for format in FORMATS {
        let (_folder, path) = table(format);
        let names = ["drift, \"max\"", "member", "energy", "energy"];
        let found = read(&path, format, &names, "outcome").unwrap();
        let expected = chunk(0, 1541);
        let (Column::Integer(members), Column::Real(energy), Column::Real(drift)) =
            (&expected[0], &expected[1], &expected[2])
        else {
            panic!("the columns of the tests have changed");
        };
        let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        let drift: Vec<f64> = drift.iter().map(|v| if v.is_finite() { *v } else { f64::NAN }).collect();
        let members: Vec<f64> = members.iter().map(|n| *n as f64).collect();
        for (numbers, expected) in found.numbers.iter().zip([&drift, &members, energy, energy]) {
            assert_eq!(bits(&numbers.values), bits(expected), "{}", numbers.name);
        }
        assert_eq!(found.numbers.iter().map(|n| n.name.as_str()).collect::<Vec<_>>(), names);
        assert_eq!(Column::Text(found.words.iter().map(|w| w.clone().into()).collect()), expected[3]);
        let units: Vec<_> = found.numbers.iter().map(|n| n.unit.as_deref()).collect();
        match format {
            Format::Parquet => assert_eq!(units, [Some("rad·s⁻¹"), None, Some("J"), Some("J")]),
            Format::Csv => assert_eq!(units, [None; 4]),
        }
    }
}

#[test]
fn a_table_without_rows_has_empty_columns() {
    for format in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("members");
        create(&path, format, fields()).unwrap();
        let found = read(&path, format, &["energy"], "outcome").unwrap();
        assert!(found.numbers[0].values.is_empty() && found.words.is_empty());
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    for format in FORMATS {
        let (_folder, path) = table(format);
        let message = |numbers: &[&str], words: &str| read(&path, format, numbers, words).unwrap_err().to_string();
        let unknown = message(&["energi"], "outcome");
        assert!(unknown.contains("no column `energi`; did you mean `energy`?"), "{unknown}");
        assert!(unknown.contains("it has member, energy, drift, \"max\", outcome"), "{unknown}");
        assert!(unknown.contains(&path.display().to_string()), "{unknown}");
        let words = message(&["outcome"], "outcome");
        assert!(words.contains("the column `outcome`") && words.contains("holds no numbers but"), "{words}");
    }
    let (_folder, path) = table(Format::Parquet);
    let numbers = read(&path, Format::Parquet, &["energy"], "energy").unwrap_err().to_string();
    assert!(numbers.contains("holds no words but values of the type DOUBLE"), "{numbers}");
}

#[test]
fn a_damaged_or_absent_file_is_an_error() {
    let (folder, path) = table(Format::Parquet);
    let whole = std::fs::read(&path).unwrap();
    for cut in [0, 4, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let found = read(&path, Format::Parquet, &["energy"], "outcome");
        assert!(matches!(found, Err(ReadError::Content { .. })), "{cut}: {found:?}");
    }
    let mut garbled = whole.clone();
    garbled[4..whole.len() / 2].fill(0x5a);
    std::fs::write(&path, garbled).unwrap();
    assert!(read(&path, Format::Parquet, &["energy"], "outcome").is_err());
    std::fs::write(&path, "member,energy,outcome\n1,2\n").unwrap();
    assert!(matches!(read(&path, Format::Csv, &["energy"], "outcome"), Err(ReadError::Content { .. })));
    let absent = folder.path().join("absent");
    assert!(matches!(read(&absent, Format::Csv, &["energy"], "outcome"), Err(ReadError::Open { .. })));
}
