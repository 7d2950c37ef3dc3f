//! The command: its table, JSON and pictures, and what is refused.

use super::{json, validate, verdict};

/// Variables with a parameter for each case.
const DECAY: &str = r#"[parameters]
rate = { default = 2.0, unit = "1/s" }
start = { default = 0.0 }
idle = { default = 3.0 }
level = { default = 0.5 }

[[variable]]
name = "x"
initial = "1 + start"
rate = "-rate*x"

[[event]]
name = "half"
expression = "x - level"
direction = "falling"

[[event]]
name = "never"
expression = "x + 5"
direction = "falling"

[method]
integrator = "dopri5"
step = 0.05
duration = 1.0

[[output]]
name = "x"
quantity = "variable"
variable = "x"

[[output]]
name = "halves"
quantity = "count_of"
event = "half"

[[output]]
name = "when"
quantity = "time_of"
event = "half"
which = "first"

[[output]]
name = "no_time"
quantity = "time_of"
event = "never"
which = "first"
"#;

/// d x / d rate, d start, d level at the end: x = (1 + start) exp(-rate t), to the error of the method.
fn table(rows: &[(&str, &str, f64)]) -> String {
    let row = |(p, o, d): &(&str, &str, f64)| format!("{p},{o},{d:e}\n");
    "parameter,output,derivative\n".to_string() + &rows.iter().map(row).collect::<String>()
}

#[test]
fn what_has_no_derivative_is_named() {
    let folder = tempfile::tempdir().expect("folder");
    let rows = [("level", "halves", 0.0), ("rate", "no_time", 0.0), ("idle", "x", 0.0), ("level", "x", 1e-3)];
    std::fs::write(folder.path().join("mine.csv"), table(&rows)).expect("table");
    let (record, code) = json(folder.path(), DECAY, &["--against", "mine.csv"]);
    assert_eq!(code, 3);
    for (parameter, output, expected, words) in [
        ("level", "halves", "no_derivative", "has steps, no derivative"),
        ("rate", "no_time", "no_derivative", "the event does not happen"),
        ("idle", "x", "right", "the output does not depend on the parameter"),
        ("level", "x", "wrong", "is 1.000e-3, but the output does not depend on the parameter"),
    ] {
        let (found, reason) = verdict(&record, parameter, output);
        assert_eq!(found, expected, "{reason}");
        assert!(reason.contains(words), "{reason}");
    }
    let parameters = record["parameters"].as_array().expect("parameters");
    let matters: Vec<bool> = parameters.iter().map(|p| p["matters"].as_bool().expect("a flag")).collect();
    assert_eq!(matters, [true, true, false, true]);
    assert_eq!(record["perturbations"].as_array().map(Vec::len), Some(12));
    assert_eq!(record["runs"], 1 + 4 * 12 * 6);
}

/// The time of an event, x(t) = level: dt/dlevel = -1/(rate level), dt/drate = -t/rate.
#[test]
fn times_of_events_are_differentiated_by_their_runs() {
    let folder = tempfile::tempdir().expect("folder");
    let fine = DECAY.replace("step = 0.05", "step = 0.002");
    let time = 0.5 * 2f64.ln();
    let rows =
        [("level", "when", -1.0), ("rate", "when", -time / 2.0), ("start", "when", 0.5), ("start", "x", (-2f64).exp())];
    std::fs::write(folder.path().join("mine.csv"), table(&rows)).expect("table");
    let (record, code) = json(folder.path(), &fine, &["--against", "mine.csv"]);
    assert_eq!(code, 0, "{}", record["derivatives"]);
}

#[test]
fn a_failed_run_has_no_number_and_failed_perturbations_are_left_out() {
    let folder = tempfile::tempdir().expect("folder");
    let ends = "[parameters]\nlimit = { default = 1.0 }\nshift = { default = 0.0 }\n[[variable]]\nname = \"x\"\ninitial = 0.5\nrate = \
                \"sqrt(limit - 0.95) + ln(shift + 0.05)*0\"\n[method]\nintegrator = \"rkmk4\"\nstep = 0.1\nduration = 1\n\
                [[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n";
    let exact = 0.5 / 0.05f64.sqrt();
    std::fs::write(folder.path().join("mine.csv"), table(&[("limit", "x", exact), ("shift", "x", 0.0)]))
        .expect("table");
    let (record, code) = json(folder.path(), ends, &["--against", "mine.csv"]);
    assert_eq!(code, 0, "{}", record["derivatives"]);
    let failed = record["parameters"][0]["failed"].as_array().expect("failed").clone();
    assert_eq!((failed.len(), &failed[0]["outcome"], &failed[0]["runs"]), (1, &"non_finite".into(), &2.into()));
    let said = validate(folder.path(), ends, &["--against", "mine.csv"]);
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(said.contains("limit: 2 runs with perturbations of 1e-1 end as non_finite"), "{said}");
    assert!(said.contains("shift is zero: its perturbations, 1e-1 to 1e-12, are in its unit"), "{said}");

    let never = ends.replace("limit - 0.95", "limit - 0.95 - 0.1*t");
    let (record, code) = json(folder.path(), &never, &["--against", "mine.csv"]);
    let (found, reason) = verdict(&record, "limit", "x");
    assert_eq!((code, found.as_str()), (3, "undecided"));
    assert!(reason.contains("the run ended as non_finite at t = "), "{reason}");
    let said = validate(folder.path(), &never, &["--against", "mine.csv"]);
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(said.contains("non_finite: ") && said.contains("to help, "), "{said}");
}

#[test]
fn kinks_are_warned_of() {
    let folder = tempfile::tempdir().expect("folder");
    let text = "[parameters]\na = { default = 1.0 }\n[[variable]]\nname = \"x\"\ninitial = \"a\"\nrate = \"-x\"\n[method]\nintegrator = \
                \"rkmk4\"\nstep = 0.1\nduration = 1\n[[output]]\nname = \"larger\"\nquantity = \"expression\"\nexpression = \"max(a, 1)\"\n";
    std::fs::write(folder.path().join("mine.csv"), table(&[("a", "larger", 1.0)])).expect("table");
    let (record, code) = json(folder.path(), text, &["--against", "mine.csv"]);
    let (found, reason) = verdict(&record, "a", "larger");
    assert_eq!((code, found.as_str()), (3, "undecided"), "{reason}");
    assert!(reason.contains("has a kink at this value"), "{reason}");
}

/// Equal steps: runs that take another number of them compute another function.
#[test]
fn runs_in_another_number_of_steps_are_left_out() {
    let folder = tempfile::tempdir().expect("folder");
    let text = |method: &str, end: &str, step: &str| {
        format!(
            "[parameters]\nend = {{ default = {end} }}\nlength = {{ default = {step} }}\ncount = {{ default = 100.0 }}\n[[variable]]\nname = \
             \"x\"\ninitial = 1\nrate = \"-2*x\"\n[method]\nintegrator = \"{method}\"\nstep = \"length*100/count\"\nduration = \"end\"\n\
             [[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n\
             [[output]]\nname = \"mean\"\nquantity = \"variable\"\nvariable = \"x\"\nover = \"mean\"\n"
        )
    };
    for method in ["euler", "rkmk4"] {
        for (end, step) in [("1.0", "0.01"), ("1.0", "0.0099999"), ("1.0000001", "0.01"), ("0.99999999", "0.01")] {
            let (record, _) = json(folder.path(), &text(method, end, step), &[]);
            for d in record["derivatives"].as_array().expect("derivatives") {
                let case = format!("{method} {end} {step}: {d}");
                let (verdict, reason) = (&d["verdict"], d["reason"].as_str().expect("a reason"));
                assert!(verdict == "right" || !reason.contains("kink") && verdict == "undecided", "{case}");
                assert!(reason.contains("; the number of steps changes with the parameter"), "{case}");
                assert!(verdict == "right" || d["parameter"] != "end", "{case}");
            }
            let others = record["parameters"][0]["other_steps"].as_array().expect("perturbations");
            assert_eq!(others[1], 0.1);
        }
    }
    // two numbers of steps have two derivatives by the step: that of the wrong one is found
    std::fs::write(folder.path().join("mine.csv"), table(&[("length", "x", -0.27)])).expect("table");
    let (record, code) = json(folder.path(), &text("euler", "1.0", "0.01"), &["--against", "mine.csv"]);
    assert_eq!((code, verdict(&record, "length", "x").0.as_str()), (3, "wrong"));
}

#[test]
fn a_first_step_that_is_chosen_is_told_of() {
    let folder = tempfile::tempdir().expect("folder");
    for (first, is_told) in [("", true), ("first_step = 0.01", false)] {
        let text = DECAY.replace("step = 0.05", &format!("tolerance = 1e-7\n{first}"));
        let said = validate(folder.path(), &text, &[]);
        // said once, not in every row
        let table = String::from_utf8_lossy(&said.stdout).into_owned();
        assert_eq!(table.to_lowercase().matches("perturbed runs choose their own steps").count(), 1, "{table}");
        let said = String::from_utf8_lossy(&said.stderr).into_owned();
        assert_eq!(
            said.contains("the first step is chosen") && said.contains("`first_step` sets it"),
            is_told,
            "{said}"
        );
    }
}

#[test]
fn what_has_no_value_has_no_derivative() {
    let folder = tempfile::tempdir().expect("folder");
    let twice = "[[output]]\nname = \"twice\"\nquantity = \"expression\"\nexpression = \"2*no_time\"\n";
    let text = DECAY.to_string() + twice;
    let (record, code) = json(folder.path(), &text, &[]);
    assert_eq!(code, 0, "{}", record["derivatives"]);
    for (output, words) in [("no_time", "the event does not happen"), ("twice", "no value in the unperturbed run")] {
        let (found, reason) = verdict(&record, "rate", output);
        assert_eq!(found, "no_derivative");
        assert!(reason.contains(words), "{reason}");
    }
    let said = validate(folder.path(), &text, &[]);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.contains("no_time  no_derivative") && !said.contains("NaN"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_command_supplies_derivatives() {
    let folder = tempfile::tempdir().expect("folder");
    let good = "cat > asked.json; printf 'parameter,output,derivative\\nidle,x,0\\n'";
    let (record, code) = json(folder.path(), DECAY, &["--against-command", good]);
    assert_eq!(code, 0, "{record}");
    let asked = std::fs::read_to_string(folder.path().join("asked.json")).expect("what was asked");
    let asked: serde_json::Value = serde_json::from_str(&asked).expect("JSON");
    assert_eq!(asked["parameters"]["rate"], 2.0);
    assert_eq!(asked["outputs"][0], "x");
    for (text, code, words) in [
        ("echo no such solver >&2; exit 7", 1, &["failed (exit status: 7)", "no such solver"][..]),
        ("exit 1", 1, &["wrote nothing to its standard error"]),
        ("echo parameter,output,derivative,output", 2, &["the column `output` comes twice"]),
        ("echo parameter,output", 2, &["no column `derivative`"]),
        (
            "printf 'parameter,output,derivative\\nrat,x,1\\n'",
            2,
            &[":2: the column `parameter` holds \"rat\"; did you mean \"rate\"?"],
        ),
    ] {
        let output = validate(folder.path(), DECAY, &["--against-command", text]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{text}: {said}");
        words.iter().for_each(|words| assert!(said.contains(words), "{text}: {said}"));
    }
}

#[test]
fn wrong_arguments_are_refused_with_what_is_accepted() {
    let folder = tempfile::tempdir().expect("folder");
    std::fs::write(folder.path().join("mine.csv"), "parameter,output,derivative\nrate,y,1\n").expect("table");
    std::fs::write(folder.path().join("good.csv"), "parameter,output,derivative\nrate,x,1\n").expect("table");
    let without = DECAY[DECAY.find("[[variable]]").unwrap()..].replace("1 + start", "1").replace("-rate*x", "-2*x");
    let without = without.replace("x - level", "x - 0.5");
    for (scenario, arguments, words) in [
        (DECAY, &["--against", "none.csv"][..], "--against: cannot read none.csv"),
        (DECAY, &["--against", "mine.csv"], "mine.csv:2: the column `output` holds \"y\""),
        (DECAY, &["--against", "mine.csv", "--member", "1"], "there is no member 1; accepted: 0 to 0"),
        (DECAY, &["--against", "good.csv", "--backend", "cpu", "--precision", "f32"], "f32"),
        (DECAY, &["--against", "mine.csv", "--against-command", "x"], "cannot be used with"),
        (
            &without,
            &["--against", "mine.csv"],
            "the scenario has no parameters, so there is nothing to differentiate by",
        ),
    ] {
        let output = validate(folder.path(), scenario, arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn tables_and_pictures_are_made() {
    let folder = tempfile::tempdir().expect("folder");
    std::fs::write(folder.path().join("mine.csv"), table(&[("start", "x", (-2f64).exp())])).expect("table");
    let fine = DECAY.replace("step = 0.05", "step = 0.002");
    let output = validate(folder.path(), &fine, &["--against", "mine.csv", "--plot", "pictures"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    for words in [
        "289 runs on CPU",
        "parameter  output  verdict",
        "agrees to",
        "1 derivative: 1 right\nright: that of the discrete solution",
        "1 pictures in pictures",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let svg = std::fs::read_to_string(folder.path().join("pictures/x_by_start.svg")).expect("picture");
    assert!(svg.contains("d(x)/d(start)") && svg.contains("absolute perturbation of start"));
    let png = std::fs::read(folder.path().join("pictures/x_by_start.png")).expect("picture");
    assert_eq!(&png[1..4], b"PNG");
}

#[test]
fn a_probability_has_no_derivative_and_changes_no_exit_code() {
    let folder = tempfile::tempdir().expect("folder");
    let fine = DECAY.replace("step = 0.05", "step = 0.002") + "[[probability]]\nof = \"x > 0.1\"\n";
    let (record, code) = json(folder.path(), &fine, &[]);
    for parameter in ["rate", "start", "idle", "level"] {
        let (found, reason) = verdict(&record, parameter, "P(x > 0.1)");
        assert_eq!(found, "no_derivative");
        assert!(reason.contains("a condition, which holds or does not"), "{reason}");
    }
    assert_eq!((code, record["verdicts"]["undecided"].as_u64()), (0, Some(0)), "{}", record["derivatives"]);
}

#[test]
fn right_is_said_of_the_discrete_solution_and_how_far_that_may_be_off() {
    let folder = tempfile::tempdir().expect("folder");
    // dx/drate = -exp(-2) of the motion; the discrete derivative is another by h^4
    let (record, _) = json(folder.path(), DECAY, &[]);
    assert_eq!(record["finer"], "half the step");
    let all = record["derivatives"].as_array().expect("derivatives");
    let of = all.iter().find(|d| d["parameter"] == "start" && d["output"] == "x").expect("a derivative");
    let (found, change) =
        (of["derivative"].as_f64().expect("a derivative"), of["finer_change"].as_f64().expect("a change"));
    let error = (found - (-2f64).exp()).abs();
    assert!(error > 1e-10 && (0.8 * change..1.3 * change).contains(&error), "{error:e} {change:e}");
    let said = validate(folder.path(), DECAY, &[]);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    for words in
        ["by half the step", "right: that of the discrete solution", "half the step changes the program's own by up to"]
    {
        assert!(said.contains(words), "{words}: {said}");
    }
}
