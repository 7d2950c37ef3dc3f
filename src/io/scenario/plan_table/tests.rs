//! Tests of the plan read from a file.

#![allow(clippy::unwrap_used, clippy::float_cmp)]

use super::*;
use crate::sampling::plan::Plan;

/// Reads `text` as a table named `t.csv`; the parameters are `mass`, `spin` and `drag`.
fn read(text: impl AsRef<[u8]>, required: &[&str]) -> Result<Table, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.csv");
    std::fs::write(&path, text).unwrap();
    let parameter = |name: &str| Parameter { name: name.into(), default: 0.0, unit: None };
    let parameters = ["mass", "spin", "drag"].map(parameter);
    let required: Vec<String> = required.iter().map(ToString::to_string).collect();
    let results = Results { outputs: Vec::new(), described: Vec::new() };
    rows(&path, results, (&parameters, &required, &[])).map(|found| found.table).map_err(|error| {
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
        ("spin\n1\n", "t.csv:1: no column `mass`; found \"spin\"; accepted: mass"),
        ("mass,spni\n1,2\n", "t.csv:1: column `spni` is not a parameter (did you mean `spin`?)"),
        ("\nmass,xyz\n1,2\n", "t.csv:2: column `xyz` is not a parameter; the parameters are mass, spin, drag"),
        ("mass,spin,mass\n1,2,3\n", "t.csv:1: the column `mass` comes twice"),
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
        ("mass,spin\n1,2\n\n\r\n3,heavy\n", "t.csv:5: the column `spin` holds \"heavy\"; accepted: a finite number"),
        ("mass,spin\n1,\n", "t.csv:2: the column `spin` holds \"\"; accepted: a finite number"),
        ("mass,spin\n1,nan\n", "t.csv:2: the column `spin` holds \"nan\"; accepted: a finite number"),
        ("mass\n1\n-inf\n", "t.csv:3: the column `mass` holds \"-inf\"; accepted: a finite number"),
        ("mass;spin\n1;2\n", "t.csv:1: column `mass;spin` is not a parameter; columns are separated by commas"),
        (
            "mass\n1\n\"a\nb\"\n",
            "t.csv:3: the column `mass` holds \"a\\nb\"; accepted: a finite number; a quote that begins it is closed lines later, or never",
        ),
        (
            "1,2\n3,4\n",
            "t.csv:1: the first line holds 1, 2, which are numbers, where the names of the columns stand; accepted: a first line of names, as t,z",
        ),
    ] {
        assert_eq!(read(text, &["mass"]).unwrap_err(), message, "{text:?}");
    }
    let error = read(b"mass\n1\n\xff\n", &[]).unwrap_err();
    assert_eq!(error, "t.csv:3: the table is not UTF-8 text");
}
