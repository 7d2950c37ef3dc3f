//! Sections as a scenario gives them.

use super::line::BeamLine;
use super::section::{Given, Matrix6, Section, SectionTable, Shape};
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section as Table};
use std::sync::Arc;

/// Reads a table of sections: `s` (m), and the entries k11 to k66 and m11 to m66 that are not zero, of one side of the diagonal or both.
fn read_sections(table: &mut dyn Table, beam: &str, line: &BeamLine) -> Result<SectionTable, Invalid> {
    let name = |of: &str, k: usize| format!("{of}{}{}", k / 6 + 1, k % 6 + 1);
    let unit = |of: &str, k: usize| match (of, usize::from(k / 6 > 2) + usize::from(k % 6 > 2)) {
        ("k", 0) => "N",
        ("k", 1) => "N m",
        ("k", _) => "N m^2",
        (_, 0) => "kg/m",
        (_, 1) => "kg",
        _ => "kg m",
    };
    let mut wanted = vec![("s".to_string(), "m")];
    for of in ["k", "m"] {
        wanted.extend((0..36).map(|k| (name(of, k), unit(of, k))));
    }
    let columns = table.columns("file", &wanted)?;
    let column = |name: &str| columns.iter().find(|(found, _)| found == name).map(|(_, values)| values);
    let s = column("s").expect("the first column").clone();
    if s.len() < 2 {
        let message = format!("the column `s` has {} rows; accepted: at least two, rising", s.len());
        return Err(table.invalid("file", message));
    }
    if let Some(row) = (1..s.len()).find(|row| s[row - 1] >= s[*row]) {
        let message = format!(
            "row {}: the column `s` holds {:?} m after {:?} m of the row before; accepted: rising lengths",
            row + 1,
            s[row],
            s[row - 1]
        );
        return Err(table.invalid("file", message));
    }
    let matrix = |of: &str, row: usize| -> [f64; 36] {
        std::array::from_fn(|k| {
            let mirrored = 6 * (k % 6) + k / 6;
            column(&name(of, k)).or_else(|| column(&name(of, mirrored))).map_or(0.0, |values| values[row])
        })
    };
    let last = s[s.len() - 1];
    let span = last - s[0];
    // a length that parameters make takes the sections with it
    let length = (!line.length.depends_on(&|_| true)).then(|| line.length.evaluate::<f64>(&[]));
    let off = [s[0], last - length.unwrap_or(last)].map(|off| off / (SectionTable::ROUNDED * length.unwrap_or(span)));
    let wrong = match off {
        [begin, _] if begin > 1.0 => Some("begin behind its root"),
        [_, end] if end < -1.0 => Some("end before the beam does"),
        [begin, end] if begin < -1.0 || end > 1.0 => Some("reach beyond the beam"),
        _ => None,
    };
    if let Some(what) = wrong {
        let length = length.map_or(String::new(), |length| format!(", and a length of {length:?} m"));
        let message = format!(
            "the sections of {beam:?} {what}: found rows from {:?} m to {last:?} m{length}; accepted: rows from 0 to the length",
            s[0]
        );
        return Err(table.invalid("file", message));
    }
    let places = s.iter().map(|x| (x - s[0]) / span).collect();
    let matrices = (0..s.len()).map(|row| [matrix("k", row), matrix("m", row)]).collect();
    Ok(SectionTable { places, span, matrices })
}

/// Reads the section of the beam of that name, which lies along that line.
pub(super) fn read_section(table: &mut dyn Table, beam: &str, line: &BeamLine) -> Result<Section, Invalid> {
    let given = if table.has("file") {
        Given::Table(Arc::new(read_sections(table, beam, line)?))
    } else if table.has("stiffness") || table.has("mass") {
        let mut matrix = |key: &str| -> Result<Matrix6<Expr>, Invalid> {
            // six numbers, or six rows
            let numbers = table.numbers(key, &[6, 36]);
            numbers.map(Matrix6::new)
        };
        Given::Matrices(matrix("stiffness")?, matrix("mass")?)
    } else {
        table.expect_units(&[("width", "m"), ("height", "m"), ("radius", "m"), ("thickness", "m")])?;
        table.expect_units(&[("youngs_modulus", "Pa"), ("poisson", "1"), ("density", "kg/m^3")])?;
        let kinds = ["rectangle", "circle", "tube"];
        let kind = table.text("kind")?;
        let shape = match kind.as_str() {
            "rectangle" => Shape::Rectangle,
            "circle" => Shape::Circle,
            "tube" => Shape::Tube,
            _ => return Err(table.invalid("kind", format!("found {kind:?}; accepted: {}", kinds.join(", ")))),
        };
        let [a, b] = shape.keys();
        let second = if b.is_empty() { Expr::Constant(0.0) } else { table.number(b)? };
        let numbers = [
            table.number(a)?,
            second,
            table.number("youngs_modulus")?,
            table.number_or("poisson", 0.3)?,
            table.number("density")?,
        ];
        Given::Shape(shape, Box::new(numbers))
    };
    table.finish()?;
    Ok(Section(given))
}
