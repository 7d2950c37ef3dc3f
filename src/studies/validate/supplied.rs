//! Derivatives that a user supplies: a table (CSV) with a row for each.

use crate::model::nearest;
use crate::model::unit::{Header, Unit};
use csv::{ReaderBuilder, StringRecord, Trim};

/// The columns of the table.
pub const COLUMNS: [&str; 3] = ["parameter", "output", "derivative"];

/// Derivatives of output components by parameters; some may be missing.
#[derive(Clone, Debug, PartialEq)]
pub struct Derivatives {
    outputs: usize,
    /// Parameter by parameter.
    values: Vec<Option<f64>>,
}

/// The reason why a table of derivatives cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct SuppliedError {
    /// Where: the file, or the command, and the line.
    pub place: String,
    /// What was found and what is accepted.
    pub message: String,
}

impl Derivatives {
    /// Holds no derivatives, of so many output components by so many parameters.
    pub fn none(parameters: usize, outputs: usize) -> Self {
        Self { outputs, values: vec![None; parameters * outputs] }
    }

    /// Returns the derivative of an output component by a parameter, if it is there.
    pub fn get(&self, parameter: usize, output: usize) -> Option<f64> {
        self.values[parameter * self.outputs + output]
    }

    /// Returns the derivatives without those that are no numbers.
    pub(super) fn without_missing(mut self) -> Self {
        self.values.iter_mut().for_each(|value| *value = value.filter(|value| !value.is_nan()));
        self
    }

    /// Sets the derivative of an output component by a parameter.
    pub fn set(&mut self, parameter: usize, output: usize, value: f64) {
        self.values[parameter * self.outputs + output] = Some(value);
    }

    /// Returns the amount by which a derivative differs from another; zero where one is missing.
    pub(super) fn change(&self, other: &Self, parameter: usize, output: usize) -> f64 {
        let both = self.get(parameter, output).zip(other.get(parameter, output));
        both.map_or(0.0, |(a, b)| if (a - b).is_finite() { (a - b).abs() } else { 0.0 })
    }

    /// Counts the derivatives that there are.
    pub fn count(&self) -> usize {
        self.values.iter().flatten().count()
    }

    /// Reads a table with the columns of [`COLUMNS`] in any order; others are ignored. `source` names it in messages.
    /// Parameters and outputs have names and units: a derivative is in the unit of the output by that of the parameter, where
    /// the head of the column does not state another, as in `derivative (m/kg)`.
    ///
    /// # Errors
    /// Where the text is no such table, a name is unknown, a derivative is no number or comes twice, or the unit is no unit of
    /// one.
    pub fn read(
        text: &[u8],
        source: &str,
        parameters: &[(String, String)],
        outputs: &[(String, String)],
    ) -> Result<Self, SuppliedError> {
        let fail = |line: u64, message: String| Err(SuppliedError { place: format!("{source}:{line}"), message });
        let mut reader = ReaderBuilder::new().trim(Trim::All).flexible(true).from_reader(text);
        let header = match reader.headers() {
            Ok(header) => header.clone(),
            Err(error) => return fail(1, format!("the text is no table of comma-separated values: {error}")),
        };
        let heads = header.iter().map(|head| Header::read(head, |name| COLUMNS.contains(&name)));
        let heads = match heads.collect::<Result<Vec<_>, _>>() {
            Ok(heads) => heads,
            Err(message) => return fail(1, message),
        };
        let mut places = [0; COLUMNS.len()];
        for (place, column) in places.iter_mut().zip(COLUMNS) {
            let Some(at) = heads.iter().position(|head| head.name == column) else {
                let found: Vec<&str> = header.iter().collect();
                let found = found.join(",");
                let commas = if found.contains([';', '\t']) { ", separated by commas" } else { "" };
                let accepted = COLUMNS.join(",");
                return fail(1, format!("no column `{column}`; found {found:?}; accepted: {accepted}{commas}"));
            };
            if heads.iter().skip(at + 1).any(|head| head.name == column) {
                return fail(1, format!("the column `{column}` comes twice"));
            }
            *place = at;
        }
        let mut derivatives = Self::none(parameters.len(), outputs.len());
        for record in reader.records() {
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    let line = error.position().map_or(1, csv::Position::line);
                    return fail(line, format!("the text is no table of comma-separated values: {error}"));
                }
            };
            let line = record.position().map_or(1, csv::Position::line);
            if let Err(message) = derivatives.add(&record, places, &heads, [parameters, outputs]) {
                return fail(line, message);
            }
        }
        if derivatives.count() == 0 {
            return fail(1, "there is no derivative in the table; accepted: a row for each".into());
        }
        Ok(derivatives)
    }

    fn add(
        &mut self,
        record: &StringRecord,
        places: [usize; COLUMNS.len()],
        heads: &[Header],
        names: [&[(String, String)]; 2],
    ) -> Result<(), String> {
        if record.len() != heads.len() {
            return Err(format!("found {} fields; the header has {}", record.len(), heads.len()));
        }
        let [parameter, output, derivative] = places.map(|at| &record[at]);
        let place = |column: &str, name: &str, known: &[(String, String)]| {
            known.iter().position(|(k, _)| k == name).ok_or_else(|| {
                let known: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
                let hint = nearest(name, known.iter().copied());
                let hint = hint.map_or(String::new(), |near| format!(" did you mean {near:?}?"));
                let which =
                    if column == COLUMNS[0] { " (the parameters of [sensitivity], or all without it)" } else { "" };
                format!("the column `{column}` holds {name:?};{hint} accepted: {}{which}", known.join(", "))
            })
        };
        let (p, o) = (place("parameter", parameter, names[0])?, place("output", output, names[1])?);
        let value = derivative
            .parse()
            .ok()
            .filter(|x: &f64| x.is_finite())
            .ok_or_else(|| format!("the column `derivative` holds {derivative:?}; accepted: a finite number"))?;
        if self.get(p, o).is_some() {
            return Err(format!("the derivative of {output:?} by {parameter:?} comes twice"));
        }
        let unit = unit_of(&names[1][o].1, &names[0][p].1);
        self.set(p, o, heads[places[2]].conversion(unit.as_ref())?.to_si(value));
        Ok(())
    }
}

/// Returns the unit of a derivative of something in a unit by something in another.
fn unit_of(output: &str, parameter: &str) -> Option<Unit> {
    let [output, parameter] = [output, parameter].map(|unit| if unit.is_empty() { "1" } else { unit });
    Unit::parse(&format!("({output})/({parameter})")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Derivatives, String> {
        let columns = [[("mass", "g"), ("spin", "rpm")], [("com.x", "mm"), ("energy", "J")]];
        let [parameters, outputs] = columns.map(|of| of.map(|(name, unit)| (name.to_string(), unit.to_string())));
        Derivatives::read(text.as_bytes(), "mine.csv", &parameters, &outputs).map_err(|e| e.to_string())
    }

    #[test]
    fn a_table_gives_derivatives_by_name() {
        let found = read("output,note,derivative,parameter\ncom.x,a,1.5,spin\n\nenergy,b,-2e-3,mass\n").unwrap();
        assert_eq!([found.get(1, 0), found.get(0, 1), found.get(0, 0)], [Some(1.5), Some(-2e-3), None]);
        assert_eq!(found.count(), 2);
        let found = read("output,derivative (m/kg),parameter\ncom.x,1.5,mass\n").unwrap();
        assert_eq!(found.get(0, 0), Some(1.5));
        let message = read("output,derivative (m/kg),parameter\nenergy,1.5,mass\n").unwrap_err();
        assert!(
            message.starts_with("mine.csv:2: the column \"derivative\" is in m/kg, a quantity in m/kg; accepted:"),
            "{message}"
        );
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let head = "parameter,output,derivative\n";
        for (text, words) in [
            ("", "mine.csv:1: no column `parameter`"),
            (
                "parameter,output,value\n",
                "mine.csv:1: no column `derivative`; found \"parameter,output,value\"; accepted",
            ),
            ("parameter;output;derivative\n", "accepted: parameter,output,derivative, separated by commas"),
            ("parameter,output,derivative,derivative\n", "mine.csv:1: the column `derivative` comes twice"),
            (head, "mine.csv:1: there is no derivative"),
            (
                "mas,com.x,1",
                "mine.csv:3: the column `parameter` holds \"mas\"; did you mean \"mass\"? accepted: mass, spin (the \
                 parameters of [sensitivity], or all without it)",
            ),
            ("mass,com.xx,1", "mine.csv:3: the column `output` holds \"com.xx\"; did you mean \"com.x\"?"),
            ("mass,com.x,one", "mine.csv:3: the column `derivative` holds \"one\"; accepted: a finite number"),
            ("mass,com.x,inf", "accepted: a finite number"),
            ("mass,com.x", "mine.csv:3: found 2 fields; the header has 3"),
            ("spin,energy,1", "mine.csv:3: the derivative of \"energy\" by \"spin\" comes twice"),
        ] {
            let whole = if text.is_empty() || text.starts_with("parameter") {
                text.to_string()
            } else {
                format!("{head}spin,energy,0\n{text}\n")
            };
            let message = read(&whole).expect_err(text);
            assert!(message.contains(words), "{text}: {message}");
        }
    }
}
