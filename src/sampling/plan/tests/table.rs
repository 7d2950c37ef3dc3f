//! Tests of the plan read from a file.

#![allow(
    clippy::float_cmp,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "tests compare exact values and stop at the first failure"
)]

use std::path::PathBuf;

use super::super::*;

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

/// Reads `text` as a table named `t.csv`; the parameters are `mass`, `spin` and `drag`.
fn read(text: impl AsRef<[u8]>, required: &[&str]) -> Result<Table, String> {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("t.csv");
    std::fs::write(&path, text).unwrap();
    Table::read(&path, &names(&["mass", "spin", "drag"]), &names(required)).map_err(|error| {
        let place = format!("{}/", folder.path().display());
        error.to_string().replace(&place, "")
    })
}

#[test]
fn rows_are_members() {
    let text = "spin, mass\r\n1.5,2\r\n\r\n -2e-1 , +7\r\n1e-3,+4";
    let plan = Plan::table(read(text, &["mass"]).unwrap());
    assert_eq!(plan.columns(), ["spin", "mass"]);
    assert_eq!(plan.members(), 3);
    let mut row = [0.0; 2];
    plan.fill(2, &mut row);
    assert_eq!(row, [1e-3, 4.0]);
    plan.fill(1, &mut row);
    assert_eq!(row, [-0.2, 7.0]);
    plan.fill(0, &mut row);
    assert_eq!(row, [1.5, 2.0]);
    plan.fill(3, &mut row);
    assert!(row.iter().all(|value| value.is_nan()));
}

#[test]
fn byte_order_mark_and_quotes_are_understood() {
    let table = read("\u{feff}\"mass\",\"spin\"\n\"1\",2\n", &["spin"]).unwrap();
    assert_eq!(table.columns(), ["mass", "spin"]);
    assert_eq!(table.rows(), 1);
}

#[test]
fn messages_name_file_line_and_column() {
    for (text, message) in [
        ("", "t.csv: the table has no header that names its columns"),
        ("\n\n", "t.csv: the table has no header that names its columns"),
        ("mass,spin\n", "t.csv: the table has a header but no rows: a plan needs at least one member"),
        ("spin\n1\n", "t.csv: the table has no column `mass`; its columns are spin"),
        ("mass,spni\n1,2\n", "t.csv:1: column `spni` is not a parameter (did you mean `spin`?)"),
        ("\nmass,xyz\n1,2\n", "t.csv:2: column `xyz` is not a parameter; the parameters are mass, spin, drag"),
        ("mass,spin,mass\n1,2,3\n", "t.csv:1: column `mass` comes twice"),
        ("mass,spin\n1,2\n3\n", "t.csv:3: the row has 1 value, but the header has 2 columns"),
        (
            "mass,spin\n1,2\n\"3,4\n5,6\n",
            "t.csv:3: the row has 1 value, but the header has 2 columns; a quote that begins a value is closed lines later, or never",
        ),
        (
            "mass,spin\n1,2\n\"3,4",
            "t.csv:3: the row has 1 value, but the header has 2 columns; a quote that begins a value is closed lines later, or never",
        ),
        (
            "mass\n1,2\n",
            "t.csv:2: the row has 2 values, but the header has 1 column; a comma ends a cell, and numbers have a decimal point: 0.5, not 0,5",
        ),
        ("mass,spin\n1,2\n\n\r\n3,heavy\n", "t.csv:5: column `spin`: `heavy` is not a finite number"),
        ("mass,spin\n1,\n", "t.csv:2: column `spin`: `` is not a finite number"),
        ("mass,spin\n1,nan\n", "t.csv:2: column `spin`: `nan` is not a finite number"),
        ("mass\n1\n-inf\n", "t.csv:3: column `mass`: `-inf` is not a finite number"),
        ("mass;spin\n1;2\n", "t.csv:1: column `mass;spin` is not a parameter; columns are separated by commas"),
        (
            "mass\n1\n\"a\nb\"\n",
            "t.csv:3: column `mass`: `a\\nb` is not a finite number; a quote that begins it is closed lines later, or never",
        ),
        ("1,2\n3,4\n", "t.csv:1: column `1` is not a parameter; the parameters are mass, spin, drag"),
    ] {
        assert_eq!(read(text, &["mass"]).unwrap_err(), message, "{text:?}");
    }
    let error = read(b"mass\n1\n\xff\n", &[]).unwrap_err();
    assert_eq!(error, "t.csv:3: the table is not UTF-8 text");
}

#[test]
fn a_missing_file_is_named() {
    let error = Table::read(&PathBuf::from("/nowhere/t.csv"), &[], &[]).unwrap_err();
    let message = error.to_string();
    assert!(message.starts_with("cannot read the table /nowhere/t.csv: "), "{message}");
}
