//! Where the elements of a beam end.

use super::rule::Rule;
use crate::model::expression::Expr;
use crate::model::frame::FrameRef;
use crate::model::names::BeamShape;
use crate::model::section::{Elements, Invalid, Refined, Section as Table};
use std::sync::Arc;

/// The most nodes of a beam.
const MOST_NODES: usize = 2000;

/// Returns how many elements of an order a beam may have.
pub(super) fn most_elements(order: usize) -> usize {
    (MOST_NODES - 1) / order
}

/// The elements of a beam.
pub(super) struct Mesh {
    /// Where they end, from 0 to 1.
    pub(super) ends: Vec<f64>,
    /// True where all have the same length.
    pub(super) has_equal_elements: bool,
    /// Where the nodes are that names count, of a beam that is refined.
    pub(super) counted: Option<Arc<[f64]>>,
}

/// Reads the elements of the beam of that name, as they are refined.
pub(super) fn read_mesh(table: &mut dyn Table, name: &str, rule: &Rule) -> Result<Mesh, Invalid> {
    let elements = count(table, "elements", 1)?;
    let most = most_elements(rule.order());
    if elements == 0 || elements > most {
        let message = format!("found {elements}; accepted: a whole number from 1 to {most}");
        return Err(table.invalid("elements", message));
    }
    let (ends, has_equal_elements) = read_ends(table, elements)?;
    let Refined { elements: Some(wanted), frames } = table.refined(name) else {
        return Ok(Mesh { ends, has_equal_elements, counted: None });
    };
    let counted: Arc<[f64]> = rule.places(&ends).into();
    let (mut ends, mut has_equal_elements) = match wanted {
        Elements::Times(times) => (divided(&ends, times), has_equal_elements),
        Elements::Count(elements) => read_ends(table, elements)?,
    };
    // a frame that is named stays: an element ends there, where no node is
    let named = named_places(name, &counted, &frames);
    while let Some(place) = missing(&named, &rule.places(&ends)) {
        ends.insert(ends.partition_point(|end| *end < place), place);
        has_equal_elements = false;
    }
    if ends.len() - 1 > most {
        let message = format!("found {} in place of {elements}; accepted: at most {most}", ends.len() - 1);
        return Err(table.invalid("elements", message));
    }
    Ok(Mesh { ends, has_equal_elements, counted: Some(counted) })
}

/// Divides each element into so many of the same length.
fn divided(ends: &[f64], times: usize) -> Vec<f64> {
    let parts = |pair: &[f64]| {
        let (low, high) = (pair[0], pair[1]);
        (1..=times).map(move |k| if k == times { high } else { low + (high - low) * k as f64 / times as f64 })
    };
    std::iter::once(0.0).chain(ends.windows(2).flat_map(parts)).collect()
}

/// Returns the places of frames of the beam of that name whose nodes are counted at these places.
fn named_places(beam: &str, counted: &Arc<[f64]>, frames: &[String]) -> Vec<f64> {
    let shape = BeamShape {
        name: beam.to_string(),
        nodes: 0..counted.len(),
        places: counted.to_vec(),
        counted: None,
        shares: Vec::new(),
        length: Expr::Constant(1.0),
    };
    let place = |frame: &String| match shape.frame(frame) {
        Ok(FrameRef::Body(node)) => Some(counted[node]),
        _ => None,
    };
    frames.iter().filter_map(place).collect()
}

/// Returns the first place where no node is.
fn missing(named: &[f64], places: &[f64]) -> Option<f64> {
    named.iter().copied().find(|place| !places.iter().any(|at| BeamShape::is_same(*at, *place)))
}

/// Reads a whole number.
pub(super) fn count(table: &mut dyn Table, key: &str, default: usize) -> Result<usize, Invalid> {
    if !table.has(key) {
        return Ok(default);
    }
    let value: f64 = if table.is_number(key) { table.number(key)?.evaluate(&[]) } else { f64::NAN };
    if value.fract() == 0.0 && (0.0..1e6).contains(&value) {
        return Ok(value as usize);
    }
    let found = if value.is_finite() { format!("found {value:?}; ") } else { String::new() };
    Err(table.invalid(key, format!("{found}accepted: a whole number, which no parameter changes")))
}

/// Reads where elements end: at equal distances, but for those nearest to places that are named; and whether all are.
fn read_ends(table: &mut dyn Table, elements: usize) -> Result<(Vec<f64>, bool), Invalid> {
    let mut ends: Vec<f64> = (0..=elements).map(|k| k as f64 / elements as f64).collect();
    if !table.has("places") {
        return Ok((ends, true));
    }
    let mut places = Vec::new();
    for place in table.list("places")? {
        let value = if place.depends_on(&|_| true) { f64::NAN } else { place.evaluate(&[]) };
        if !(value > 0.0 && value < 1.0) {
            return Err(table.invalid("places", "accepted: numbers between 0 and 1, which no parameter changes".into()));
        }
        places.push(value);
    }
    places.sort_by(f64::total_cmp);
    if places.windows(2).any(|pair| pair[1] - pair[0] < 1e-3) || places.len() >= elements {
        let message = format!(
            "found {} with elements = {elements}; accepted: places that are 1e-3 apart, fewer than elements",
            places.len()
        );
        return Err(table.invalid("places", message));
    }
    // the ends between two places are spread evenly, as many as their distance asks for
    let fixed: Vec<f64> = std::iter::once(0.0).chain(places).chain([1.0]).collect();
    let mut counts = vec![1; fixed.len() - 1];
    for _ in counts.len()..elements {
        let longest = |k: &usize| (fixed[k + 1] - fixed[*k]) / counts[*k] as f64;
        let at = (0..counts.len()).max_by(|a, b| longest(a).total_cmp(&longest(b))).unwrap_or(0);
        counts[at] += 1;
    }
    ends = vec![0.0];
    for (pair, count) in fixed.windows(2).zip(counts) {
        ends.extend((1..=count).map(|k| pair[0] + (pair[1] - pair[0]) * k as f64 / count as f64));
    }
    Ok((ends, false))
}
