//! Options of the command line.

use super::{Place, TOP};

#[test]
fn wrong_options() {
    let place = Place::new(TOP);
    let help = "\n\nFor more information, try '--help'.";
    let cases: &[(&[&str], &str)] = &[
        (&["check"], "the following required arguments were not provided:\n  <FILE>\n\nUsage: gyrosweep check <FILE>"),
        (&["frobnicate"], "unrecognized subcommand 'frobnicate'\n\nUsage: gyrosweep <COMMAND>"),
        (
            &["run", "top.toml", "--backend", "cuda"],
            "invalid value 'cuda' for '--backend <BACKEND>'\n  [possible values: auto, cpu, gpu, all]\n\n  tip: a similar value \
             exists: 'cpu'",
        ),
        (
            &["run", "top.toml", "--precision", "f16"],
            "invalid value 'f16' for '--precision <PRECISION>'\n  [possible values: f32, df64, f64, auto]\n\n  tip: a similar value exists: 'df64'",
        ),
        (
            &["run", "top.toml", "--format", "xlsx"],
            "invalid value 'xlsx' for '--format <FORMAT>'\n  [possible values: parquet, csv]",
        ),
        (
            &["run", "top.toml", "--members", "many"],
            "invalid value 'many' for '--members <N>': accepted: a whole number, not negative and below 2^64",
        ),
        (
            &["run", "top.toml", "--set", "spin=2*m"],
            "invalid value 'spin=2*m' for '--set <NAME=VALUE>': the value \"2*m\" holds the name \"m\"; accepted: a number, a number \
             with its unit, or an expression of numbers alone",
        ),
        (&["run", "top.toml", "--threads", "0"], "invalid value '0' for '--threads <N>': 0 is not in 1..=4096"),
        (&["run", "top.toml", "--chunk", "0"], "invalid value '0' for '--chunk <N>': 0 is not in 1..=4294967295"),
        (
            &["run", "top.toml", "more.toml"],
            "unexpected argument 'more.toml' found\n\nUsage: gyrosweep run [OPTIONS] <FILE>",
        ),
        (
            &["run", "top.toml", "--fromat", "csv"],
            "unexpected argument '--fromat' found\n\n  tip: a similar argument exists: '--format'\n\nUsage: gyrosweep run \
             --format <FORMAT> <FILE>",
        ),
    ];
    for (arguments, message) in cases {
        place.refuses(arguments, &format!("{message}{help}"));
    }
    let answer = place.run(&[]);
    assert_eq!(answer.code, 2);
    assert!(answer.error.contains("Usage: gyrosweep <COMMAND>"), "{}", answer.error);
}
