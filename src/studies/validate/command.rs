//! A command of the user that computes derivatives.

use crate::report::printable;
use crate::studies::Failure;
use serde_json::{Value, json};
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

/// Characters of a failed command's standard error that are shown: its end.
const MOST_SHOWN: usize = 2000;

/// Makes the shell that runs a command.
fn shell(text: &str) -> Command {
    let (program, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut command = Command::new(program);
    command.arg(option).arg(text);
    command
}

/// Runs a command with JSON on its standard input: the values of all parameters, in the units that are given of these and of
/// outputs, and the output components whose derivatives by `wanted` are asked for. Returns what it writes to its standard output.
///
/// # Errors
/// Where it cannot be started or fails, with what it wrote to its standard error.
pub(super) fn run(
    text: &str,
    parameters: &[(String, f64)],
    units: Vec<(String, String)>,
    wanted: &[String],
    outputs: &[String],
) -> Result<Vec<u8>, Failure> {
    let values: serde_json::Map<String, Value> =
        parameters.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let units: serde_json::Map<String, Value> =
        units.into_iter().map(|(name, unit)| (name, json!(if unit.is_empty() { "1".into() } else { unit }))).collect();
    let input = json!({ "parameters": values, "units": units, "by": wanted, "outputs": outputs }).to_string() + "\n";
    let failed = |words: String| Failure::Other(format!("--against-command {text:?} {words}"));
    let mut child = shell(text)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| failed(format!("cannot be started: {e}")))?;
    let mut stdin = child.stdin.take();
    // the command may read all of it only after it has written much itself
    let writer = std::thread::spawn(move || match stdin.take().map(|mut pipe| pipe.write_all(input.as_bytes())) {
        // a command that does not read it is fine
        Some(Err(error)) if error.kind() != ErrorKind::BrokenPipe => Some(error),
        _ => None,
    });
    let output = child.wait_with_output().map_err(|e| failed(format!("cannot be waited for: {e}")))?;
    let written = writer.join();
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said: Vec<char> = said.trim_end().chars().collect();
        let end: String = said[said.len().saturating_sub(MOST_SHOWN)..].iter().collect();
        let said = match end.lines().map(printable).collect::<Vec<_>>().join("\n") {
            none if none.is_empty() => "and wrote nothing to its standard error".to_string(),
            some => format!("and wrote to its standard error:\n{some}"),
        };
        return Err(failed(format!("failed ({}) {said}", output.status)));
    }
    match written {
        Ok(Some(error)) => Err(failed(format!("does not read its standard input: {error}"))),
        _ => Ok(output.stdout),
    }
}
