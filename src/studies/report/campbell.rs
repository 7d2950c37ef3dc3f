//! The Campbell diagram of modes over a rotation rate, with critical rates.

use super::fans::figures;
use super::section::Section;
use super::source::{NumberColumn, Role, Source};
use crate::analyses::modes::{MULTIPLES, critical_rates, rotation_rate};
use crate::plot::{Dimension, Lines, Series, lines};
use crate::report::{Page, Table, count, counted, number, short};

/// Begins the names of columns of frequencies.
const FREQUENCY: &str = "frequency_";
/// Names the column of what grows fastest.
const GROWTH: &str = "growth";

/// Draws frequencies over the one parameter that varies, where members have frequencies of modes, and lists critical rates.
pub(super) fn section(source: &Source) -> Option<Section> {
    let of = |column: &NumberColumn| column.of.clone().unwrap_or_else(|| column.name.clone());
    let is_frequency = |column: &&NumberColumn| {
        let number = of(column).strip_prefix(FREQUENCY).and_then(|number| number.parse::<u32>().ok());
        column.role == Role::Output && number.is_some() && column.range().is_some()
    };
    let modes: Vec<&NumberColumn> = source.columns().iter().filter(is_frequency).collect();
    let varied: Vec<&NumberColumn> = source.of_role(Role::Parameter).collect();
    let ([x], false) = (&varied[..], modes.is_empty()) else { return None };
    let mut order: Vec<usize> = (0..x.values.len()).filter(|at| x.values[*at].is_finite()).collect();
    order.sort_by(|a, b| x.values[*a].total_cmp(&x.values[*b]));
    if order.windows(2).any(|pair| x.values[pair[0]] == x.values[pair[1]]) {
        return None;
    }
    let along = |column: &NumberColumn| order.iter().map(|at| column.values[*at]).collect::<Vec<f64>>();
    let (rates, unit) = (along(x), (!x.unit.is_empty()).then_some(x.unit.as_str()));
    let size = rotation_rate(unit);
    let name = |column: &NumberColumn| of(column).replace(FREQUENCY, "mode ");
    let (mut rows, mut rings) = (Vec::new(), Vec::new());
    for multiple in size.map_or(&[][..], |_| &MULTIPLES[..]) {
        let times = multiple * size.unwrap_or(1.0);
        for column in &modes {
            for (rate, frequency) in critical_rates(&rates, &along(column), times) {
                let row = [name(column), short(*multiple, 6), number(rate), number(frequency)];
                rows.push(row.to_vec());
                rings.push((rate, frequency));
            }
        }
    }
    let series = |column: &&NumberColumn| Series {
        name: name(column),
        points: rates.iter().copied().zip(along(column)).collect(),
    };
    let rays = size.map_or(Vec::new(), |size| {
        MULTIPLES.iter().map(|n| (n * size, format!("{} x {}", short(*n, 6), x.name))).collect()
    });
    let mut notes = vec!["followed by their shapes from the default values on".into()];
    if !rings.is_empty() {
        notes.push("rings: critical rates".into());
    }
    let picture = lines(&Lines {
        title: "frequencies of modes".into(),
        x: Dimension::default().labelled(&x.label()),
        y: Dimension::default().labelled("frequency (rad/s)"),
        series: modes.iter().map(series).collect(),
        rays,
        rings,
        notes,
        ..Lines::default()
    })?;
    let mut html = figures(std::iter::once(picture));
    if !rows.is_empty() {
        let mut page = Page::default();
        page.text("Critical rates, at which a frequency is a multiple of the rate, between members by interpolation:");
        let head = vec!["mode".into(), "multiple".into(), x.label(), "frequency (rad/s)".into()];
        page.table(Table::new(std::iter::once(head).chain(rows).collect(), 1));
        html.push_str(&page.html());
    }
    Some(Section::new("Campbell diagram", html))
}

/// Says how many members are unstable, where it is known of them how fast something grows.
pub(super) fn stability(source: &Source) -> Option<Section> {
    let is_growth = |column: &&NumberColumn| {
        column.role == Role::Output && column.of.as_ref().unwrap_or(&column.name) == GROWTH && column.unit == "1/s"
    };
    let growth = source.columns().iter().find(is_growth)?;
    let known = growth.values.iter().filter(|x| x.is_finite()).count() as u64;
    let unstable: Vec<usize> = (0..growth.values.len()).filter(|at| growth.values[*at] > 0.0).collect();
    let fastest = unstable.iter().max_by(|a, b| growth.values[**a].total_cmp(&growth.values[**b]));
    let mut page = Page::default();
    page.text(match fastest {
        None => format!("No member of {} grows: no exponent has a positive real part.", count(known)),
        Some(at) => format!(
            "{} of {} are unstable: an exponent has a positive real part, the largest in member {}, {} 1/s.",
            count(unstable.len() as u64),
            counted(known, "member"),
            source.members[*at],
            number(growth.values[*at])
        ),
    });
    (known > 0).then(|| Section::new("Stability", page.html()))
}
