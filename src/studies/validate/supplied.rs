//! Derivatives that a user supplies: a table (CSV) with a row for each.

use crate::io::table::GivenTable;
use crate::model::unit::Unit;
use crate::model::{Invalid, nearest};

/// The columns of the table.
pub const COLUMNS: [&str; 3] = ["parameter", "output", "derivative"];

/// Derivatives of output components by parameters; some may be missing.
#[derive(Clone, Debug, PartialEq)]
pub struct Derivatives {
    outputs: usize,
    /// Parameter by parameter.
    values: Vec<Option<f64>>,
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
        text: Vec<u8>,
        source: &str,
        parameters: &[(String, String)],
        outputs: &[(String, String)],
    ) -> Result<Self, Invalid> {
        let mut table = GivenTable::of_text(source, text, |name| COLUMNS.contains(&name))?;
        let there = |name: &str| table.names().any(|found| found == name);
        if let Some(missing) = COLUMNS.into_iter().find(|name| !there(name)) {
            return Err(table.missing(missing, &COLUMNS.join(",")));
        }
        let mut derivatives = Self::none(parameters.len(), outputs.len());
        while table.next_row()? {
            derivatives.add(&table, [parameters, outputs])?;
        }
        if derivatives.count() == 0 {
            return Err(table.whole("there is no derivative in the table; accepted: a row for each"));
        }
        Ok(derivatives)
    }

    /// Adds the derivative of a row.
    fn add(&mut self, table: &GivenTable, names: [&[(String, String)]; 2]) -> Result<(), Invalid> {
        let place = |column: &str, known: &[(String, String)]| {
            let name = table.column(column, None)?.map_or("", |column| table.cell(column.at));
            let place = known.iter().position(|(k, _)| k == name);
            place.map(|place| (place, name)).ok_or_else(|| {
                let known: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
                let hint = nearest(name, known.iter().copied());
                let hint = hint.map_or(String::new(), |near| format!(" did you mean {near:?}?"));
                let which =
                    if column == COLUMNS[0] { " (the parameters of [sensitivity], or all without it)" } else { "" };
                let known = known.join(", ");
                table.wrong(format!("the column `{column}` holds {name:?};{hint} accepted: {known}{which}"))
            })
        };
        let ((p, parameter), (o, output)) = (place(COLUMNS[0], names[0])?, place(COLUMNS[1], names[1])?);
        if self.get(p, o).is_some() {
            return Err(table.wrong(format!("the derivative of {output:?} by {parameter:?} comes twice")));
        }
        let unit = unit_of(&names[1][o].1, &names[0][p].1);
        let column = table.column(COLUMNS[2], unit.as_ref()).map_err(|error| table.wrong(error.message))?;
        let value = column.map(|column| table.number(&column)).transpose()?;
        self.set(p, o, value.unwrap_or(f64::NAN));
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
        Derivatives::read(text.into(), "mine.csv", &parameters, &outputs).map_err(|e| e.to_string())
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
            ("", "mine.csv: the table has no header that names its columns"),
            (
                "parameter,output,value\n",
                "mine.csv:1: no column `derivative`; found \"parameter,output,value\"; accepted",
            ),
            ("parameter;output;derivative\n", "accepted: parameter,output,derivative, separated by commas"),
            ("parameter,output,derivative,derivative\n", "mine.csv:1: the column `derivative` comes twice"),
            (head, "mine.csv: there is no derivative"),
            (
                "mas,com.x,1",
                "mine.csv:3: the column `parameter` holds \"mas\"; did you mean \"mass\"? accepted: mass, spin (the \
                 parameters of [sensitivity], or all without it)",
            ),
            ("mass,com.xx,1", "mine.csv:3: the column `output` holds \"com.xx\"; did you mean \"com.x\"?"),
            ("mass,com.x,one", "mine.csv:3: the column `derivative` holds \"one\"; accepted: a finite number"),
            ("mass,com.x,inf", "accepted: a finite number"),
            ("mass,com.x", "mine.csv:3: the row has 2 values, but the header has 3 columns"),
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
