//! Files are replaced whole, and what is wrong with one that is read is named.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::backends::Decision;
use crate::num::Precision;
use serde_json::{Value, json};

#[test]
fn a_file_is_replaced_whole_and_nothing_else_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("manifest.json");
    write_json(&path, &json!({"rows": [1, 2, 3]})).unwrap();
    write_json(&path, &json!({"rows": 4})).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.ends_with("}\n"));
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value, json!({"rows": 4}));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_missing_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("absent").join("manifest.json");
    let error = write_json(&path, &json!(1)).unwrap_err();
    assert!(error.to_string().contains(&path.display().to_string()));
}

#[test]
fn a_failed_rename_leaves_no_temporary_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("manifest.json");
    fs::create_dir(&path).unwrap();
    assert!(write_json(&path, &json!(1)).is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_is_wrong_with_a_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("devices.json");
    let cpu = r#"{"name": "CPU", "threads": 2, "multiply_add_per_core": {"f64": 1e9}}"#;
    let cases = [
        ("{".to_string(), "is not JSON: EOF while parsing"),
        (format!(r#"{{"cpu": {cpu}, "adapters": []}} x"#), "is not JSON: trailing characters"),
        ("3".into(), "is not a file of devices: invalid type: integer `3`, expected struct DevicesFile"),
        (r#"{"adapters": []}"#.into(), "is not a file of devices: missing field `cpu` at line 1"),
        (
            format!(r#"{{"cpu": {cpu}, "adapters": 3}}"#),
            "adapters: invalid type: integer `3`, expected a sequence at line 1",
        ),
        (
            format!(r#"{{"cpu": {cpu}, "adapters": [{{"number": -1}}]}}"#),
            "adapters[0].number: invalid value: integer `-1`",
        ),
        (
            format!(r#"{{"cpu": {}, "adapters": []}}"#, cpu.replace("f64", "f16")),
            "cpu.multiply_add_per_core: unknown variant `f16`, expected one of `f32`, `df64`, `f64`",
        ),
    ];
    for (text, expected) in cases {
        fs::write(&path, &text).unwrap();
        let error = read_json::<DevicesFile>(&path, "a file of devices").unwrap_err().to_string();
        assert!(error.starts_with(&path.display().to_string()) && error.contains(expected), "{text}: {error}");
    }
    fs::remove_file(&path).unwrap();
    let error = read_json::<DevicesFile>(&path, "a file of devices").unwrap_err();
    assert!(matches!(error, ManifestError::Read { .. }));
    fs::write(&path, format!(r#"{{"cpu": {cpu}, "adapters": []}}"#)).unwrap();
    let file: DevicesFile = read_json(&path, "a file of devices").unwrap();
    assert_eq!(file.cpu.multiply_add_per_core[&Precision::Double], 1e9);
}

#[test]
fn keys_that_belong_together_come_together_or_not_at_all() {
    let without = json!({ "precision": "f64", "why": "the CPU takes part" });
    let decision: PrecisionDecision = serde_json::from_value(without.clone()).unwrap();
    assert!(decision.pilot.is_none());
    assert_eq!(serde_json::to_value(&decision).unwrap(), without);
    let crossovers = [json!({ "members": 256, "measured": true }), json!({ "beyond": 1024 })];
    for value in crossovers {
        let crossover: BenchCrossover = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(serde_json::to_value(crossover).unwrap(), value);
    }
}

#[test]
fn a_decision_keeps_the_rates_it_was_made_of() {
    let decision = Decision {
        gpu: true,
        body_steps: 1e11,
        adapter: Some("Tesseract".into()),
        rates: Some([1e10, 1e12]),
        why: "faster".into(),
    };
    let record = serde_json::to_value(BackendDecision::from(&decision)).unwrap();
    assert_eq!((&record["chosen"], &record["adapter"]), (&json!("gpu"), &json!("Tesseract")));
    assert_eq!((&record["cpu_multiply_add"], &record["gpu_multiply_add"]), (&json!(1e10), &json!(1e12)));
    let without = Decision { gpu: false, adapter: None, rates: None, ..decision };
    let record = serde_json::to_value(BackendDecision::from(&without)).unwrap();
    let found = (&record["chosen"], &record["gpu_multiply_add"], &record["adapter"]);
    assert_eq!(found, (&json!("cpu"), &Value::Null, &Value::Null));
}
