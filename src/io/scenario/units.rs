//! What a scenario may say of units, and what of it is likely not meant.

use super::keys::Keys;
use crate::model::unit::{GRAMMAR, Unit};
use crate::model::{Invalid, Section};

/// Says what a unit is, and what is in one, for `gyrosweep list`: paragraphs.
pub(super) fn units() -> [String; 3] {
    [
        format!(
            "A unit is a text of {GRAMMAR}. Blanks, *, · and . multiply; what stands below a stroke and is a product is in \
             parentheses. An angle is a number: rad is 1, deg pi/180, rev 2 pi, rpm is rev/min. Hz counts cycles and is 1/s, and \
             1/min is 1/60 1/s, so a parameter in one of these that stands alone for an angular velocity is refused: it may mean \
             radians or revolutions. Temperatures are differences or absolute, in K. Case matters (mN, MN)"
        ),
        "A number is in the unit of its parameter wherever it comes in or goes out: default, [plan.vary] (of a lognormal \
         distribution mu is the mean of the logarithm of the number in that unit), grids, tables, bounds, --set (which may state another unit: --set arm=60 mm), columns of \
         members, manifest, pictures. Expressions see the SI: with length = { default = 60, unit = \"mm\" } the expression \
         \"2*length\" is 0.12. Keys of all other sections are numbers in the SI, or such expressions. Columns of outputs, their \
         samples, statistics, histograms and their bounds, pictures, objectives and errors are in the unit of the output, while \
         expressions, conditions and events that name them see the SI. A derivative is that of the column by the \
         parameter, both as they are shown: mm/g, say. The head of a column of CSV that is read may state another unit, as in \
         \"travel (mm)\": of plans, of measurements for [design] fit, of references for converge (\"time (ms)\", too) and of \
         derivatives for validate --against; `deviations` of a fit are in the units of the outputs"
            .into(),
        "A parameter, or what is derived from some, that stands alone for a key (mass = \"m\", at = [0, \"-arm\", 0]) must have a \
         unit of what the key is, where it has one: a mass in mm is refused. What longer expressions make is not checked"
            .into(),
    ]
}

/// Says of which outputs the expression seems to convert what the unit converts already: it holds the very number.
pub(super) fn converted_twice(root: &Keys<'_>) -> Result<Vec<String>, Invalid> {
    let mut notes = Vec::new();
    for mut section in root.tables("output")? {
        let [name, text, unit] = ["name", "expression", "unit"].map(|key| section.text(key).unwrap_or_default());
        let Ok(unit) = Unit::parse(&unit) else { continue };
        let size = unit.factor.to_si(1.0);
        let holds = |number: f64| numbers(&text).any(|x| (x / number - 1.0).abs() < 1e-4);
        // of degrees and revolutions the number stands beside pi
        let is_of_turns = text.contains("pi") && (holds(1.0 / (size / std::f64::consts::PI)) || holds(60.0));
        if !unit.factor.is_one() && (holds(1.0 / size) || is_of_turns) {
            notes.push(format!(
                "the expression of {name:?} seems to convert to {0}, and its unit does that already: an expression is in units of \
                 the SI, and {0} are {1:.4} times its value",
                unit.text,
                1.0 / size
            ));
        }
    }
    Ok(notes)
}

/// Returns the numbers in an expression.
fn numbers(text: &str) -> impl Iterator<Item = f64> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '_')).filter_map(|word| word.parse().ok())
}
