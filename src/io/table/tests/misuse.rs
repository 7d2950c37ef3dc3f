//! Chunks and descriptions that do not fit, and files that cannot be created.

use super::contents::read;
use super::*;

#[test]
fn a_chunk_that_does_not_fit_changes_nothing() {
    let short = Column::Text(vec!["completed".into()]);
    let mut missing = chunk(5, 3);
    missing.pop();
    let mut swapped = chunk(5, 3);
    swapped.swap(0, 1);
    let mut uneven = chunk(5, 3);
    uneven[3] = short;

    for format in FORMATS {
        let (_folder, path, mut table) = start(format);
        table.append(chunk(0, 5)).unwrap();
        for (columns, part) in [
            (&missing, "3 columns were given for 4 fields"),
            (&swapped, "column `member` holds Real values where Integer"),
            (&uneven, "column `outcome` has 1 rows"),
        ] {
            let text = table.append(columns.clone()).unwrap_err().to_string();
            assert!(text.contains(part), "`{part}` is missing in: {text}");
            assert!(text.contains(&path.display().to_string()), "{text}");
        }
        table.append(chunk(5, 3)).unwrap();
        table.publish(true).unwrap();
        assert_eq!((table.rows(), table.published().rows), (8, 8));
        assert_eq!(read(format, std::fs::read(&path).unwrap()).unwrap(), rows(0, 8));
    }
}

#[test]
fn wrong_descriptions_create_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("members");
    let real = |name: &str| Field::new(name, ColumnKind::Real);
    for (fields, part) in [
        (vec![], "there are none"),
        (vec![real("a"), real("")], "number 2 has no name"),
        (vec![real("a"), real("b"), real("a")], "two are called `a`"),
    ] {
        for format in FORMATS {
            let error = create(&path, format, fields.clone()).err().unwrap();
            let text = error.to_string();
            assert!(text.contains(part), "`{part}` is missing in: {text}");
            assert!(!path.exists());
        }
    }
}

#[test]
fn a_file_that_cannot_be_created_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("absent").join("members.csv");
    let error = create(&path, Format::Csv, fields()).err().unwrap();
    assert!(matches!(error, TableError::Create { .. }), "{error}");
    assert!(error.to_string().contains(&path.display().to_string()));
}
