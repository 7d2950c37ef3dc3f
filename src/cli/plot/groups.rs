//! Lines over a column of the members, one for each value of another.

use super::arguments::PlotArguments;
use super::members::Members;
use crate::cli::Failure;
use gyrosweep::plot::{ColourMap, Lines, Picture, Quantity, Series, groups, lines};
use gyrosweep::report::{count, counted, short};
use std::collections::BTreeSet;

/// Most lines that are told apart by names; more have a colour scale.
const MOST_NAMED: usize = 12;

pub(super) fn lines_of(arguments: &PlotArguments) -> Result<Picture, Failure> {
    let members = Members::read(arguments, arguments.group.as_deref())?;
    let [x, y, group] = members.quantities.map(Option::unwrap_or_default);
    let [x_scale, y_scale] = [&x, &y].map(|quantity| quantity.dimension.scale);
    let all = (x.values.iter().zip(&y.values).zip(&group.values)).map(|((x, y), group)| [*x, *y, *group]);
    let points: Vec<[f64; 3]> = (all.zip(&members.completed).filter(|(_, completed)| **completed))
        .map(|(point, _)| point)
        .filter(|[x, y, c]| x_scale.shows(*x) && y_scale.shows(*y) && group.dimension.scale.shows(*c))
        .collect();
    let found = groups(&points);
    let named = &group.dimension.name;
    if found.len() > 1 && found.len() == points.len() {
        return Err(Failure::input(format!(
            "no two members have the same value of {named}, so --group {named} has no lines to draw; --colour {named} \
             draws members as dots"
        )));
    }
    let mut notes = vec![format!(
        "{} in {}, one for each value of {named}",
        counted(points.len() as u64, "member"),
        counted(found.len() as u64, "line")
    )];
    if points.len() < members.completed.len() {
        let left_out = count((members.completed.len() - points.len()) as u64);
        notes.push(format!("Not drawn: {left_out} that did not complete or have no finite value"));
    }
    notes.extend(members.notes);
    let (values, mut series): (Vec<f64>, Vec<Series>) = found.into_iter().unzip();
    let (mut heading, mut colour) = (None, None);
    if values.len() <= MOST_NAMED && !arguments.asks_for_colours() {
        let yes_no = group.dimension.colours == ColourMap::YesNo;
        let names = if yes_no { words(&values) } else { names(&values) };
        series.iter_mut().zip(names).for_each(|(series, name)| series.name = name);
        let unit = group.dimension.unit.as_ref().map(|unit| format!(" ({unit})")).unwrap_or_default();
        heading = Some(format!("{named}{unit}"));
    } else {
        colour = Some(Quantity { values, dimension: group.dimension.clone() });
    }
    let [x, y] = [x, y].map(|quantity| quantity.dimension);
    let nothing = format!(
        "nothing to draw: no member of {} completed with finite values of {}, {}, {named}",
        members.path.display(),
        x.name,
        y.name
    );
    let content = Lines {
        title: members.title,
        x,
        y,
        series,
        colour,
        heading,
        notes,
        style: arguments.page_style(),
        ..Lines::default()
    };
    lines(&content).ok_or_else(|| Failure::input(nothing))
}

/// Digits of a name.
const DIGITS: usize = 6;

/// Writes numbers as short as they can be told apart by.
fn names(values: &[f64]) -> Vec<String> {
    let short: Vec<String> = values.iter().map(|value| short(*value, DIGITS)).collect();
    let distinct: BTreeSet<&String> = short.iter().collect();
    if distinct.len() == short.len() { short } else { values.iter().map(|value| format!("{value}")).collect() }
}

/// Returns the words for the values of a condition.
fn words(values: &[f64]) -> Vec<String> {
    values.iter().map(|value| if *value == 0.0 { "no" } else { "yes" }.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_are_short_and_differ() {
        assert_eq!(names(&[0.1 + 0.2, 100.0]), ["0.3", "100"]);
        assert_eq!(names(&[1.0001, 1.0002]), ["1.0001", "1.0002"]);
        assert_eq!(names(&[1.00000001, 1.00000002]), ["1.00000001", "1.00000002"]);
    }
}
