//! The plan for Shapley effects: in every row a point and, for subsets of the parameters, members that have these in
//! common with it and the rest drawn again, given these.
//!
//! A. Owen, "Sobol' indices and Shapley value", SIAM/ASA Journal on Uncertainty Quantification 2 (2014) 245-251; T. Goda,
//! "A simple algorithm for global sensitivity analysis with Shapley effects", Reliability Engineering and System Safety
//! 213 (2021) 107702, whose random orders serve beyond six parameters.

use super::rule::Rule;
use super::saltelli::of_rows;
use super::sampled::Sequence;
use super::{PlanInfo, SampleKind, Subsets};
use crate::sampling::dependence::{Dependence, Redrawing};
use crate::sampling::distribution::{Distribution, put_normal_scores};

pub(super) const INFO: PlanInfo = PlanInfo {
    name: "shapley",
    help: "rows of members for Shapley effects, of parameters that may depend on each other, from a Sobol' sequence",
    keys: "rows (best 2^k); groups = { mount = [\"stiffness\", \"damping\"] } (parameters that count as one); replicates \
           (default 16, a divisor of rows); seed (default 0); vary and dependence as of sobol. Of up to 6 parameters or groups \
           a row has 2^d members, one for each subset of them, of more d + 1, along a random order of them",
    sequence: None,
    example: r#"[plan]
kind = "shapley"
rows = 8
replicates = 4
seed = 3
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg
stiffness = { normal = [300, 10] } # N/m
[plan.dependence]
ranks = [["mass", "stiffness", 0.4]]
"#,
};

/// Points of a sequence of twice as many columns: first those of the row's point, then what is drawn again.
#[derive(Debug)]
pub(super) struct Shapley {
    distributions: Vec<Distribution>,
    dependence: Option<Dependence>,
    subsets: Subsets,
    points: Box<dyn Sequence>,
    /// How dependent scores are drawn again, of every subset, where rows have all.
    redrawings: Vec<Redrawing>,
}

impl Shapley {
    /// Makes the rule of points of twice as many columns as there are distributions.
    pub(super) fn new(
        distributions: Vec<Distribution>,
        dependence: Option<Dependence>,
        subsets: Subsets,
        points: Box<dyn Sequence>,
    ) -> Self {
        let mut rule = Self { distributions, dependence, subsets, points, redrawings: Vec::new() };
        if rule.subsets.are_all() {
            let of_block = |block| rule.redrawing(|factor| u64::from(block >> factor & 1 == 0));
            rule.redrawings = (0..rule.subsets.blocks()).filter_map(of_block).collect();
        }
        rule
    }

    fn dependent(&self) -> &[usize] {
        self.dependence.as_ref().map_or(&[], Dependence::columns)
    }

    /// Prepares drawing again in the order of the places of factors, if columns depend on each other.
    fn redrawing(&self, place: impl Fn(usize) -> u64) -> Option<Redrawing> {
        let of_column = self.subsets.factors().of_column();
        let mut order: Vec<usize> = (0..self.dependent().len()).collect();
        order.sort_by_key(|at| place(of_column[self.dependent()[*at]]));
        self.dependence.as_ref().map(|dependence| dependence.redrawing(order))
    }

    /// Returns the normal scores of the row's point and of what is drawn again, of the columns that depend on each other.
    fn scores(&self, row: u64) -> [Vec<f64>; 2] {
        let of = |offset: usize| self.dependent().iter().map(|c| self.points.unit(row, c + offset)).collect();
        let [mut point, mut fresh]: [Vec<f64>; 2] = [0, self.distributions.len()].map(of);
        put_normal_scores(&mut point);
        put_normal_scores(&mut fresh);
        if let Some(dependence) = &self.dependence {
            let mut slices: Vec<&mut [f64]> = point.iter_mut().map(std::slice::from_mut).collect();
            dependence.correlate(&mut slices);
        }
        [point, fresh]
    }

    /// Writes units, and scores of columns that depend on each other, of members of a row from one on.
    fn put_row(&self, row: u64, first: u64, columns: &mut [&mut [f64]]) {
        let factors = self.subsets.factors().of_column();
        let places = if self.subsets.are_all() { Vec::new() } else { self.subsets.places(row) };
        let held: Vec<Vec<bool>> =
            (0..columns[0].len()).map(|i| self.subsets.held(&places, first + i as u64)).collect();
        for (column, values) in columns.iter_mut().enumerate() {
            let units = [column + self.distributions.len(), column].map(|column| self.points.unit(row, column));
            values.iter_mut().zip(&held).for_each(|(value, held)| *value = units[usize::from(held[factors[column]])]);
        }
        if self.dependence.is_none() {
            return;
        }
        let [point, fresh] = self.scores(row);
        let of_row = if self.subsets.are_all() { None } else { self.redrawing(|factor| places[factor]) };
        for (i, held) in held.iter().enumerate() {
            let redrawing = of_row.as_ref().unwrap_or_else(|| &self.redrawings[first as usize + i]);
            let is_held = |at: &usize| held[factors[self.dependent()[*at]]];
            let mut scores: Vec<f64> =
                (0..point.len()).map(|at| if is_held(&at) { point[at] } else { fresh[at] }).collect();
            redrawing.redraw((0..point.len()).filter(is_held).count(), &mut scores);
            self.dependent().iter().zip(&scores).for_each(|(column, score)| columns[*column][i] = *score);
        }
    }
}

impl Rule for Shapley {
    fn fill(&self, member: u64, values: &mut [f64]) {
        let mut columns: Vec<&mut [f64]> = values.iter_mut().map(std::slice::from_mut).collect();
        self.fill_columns(member, &mut columns);
    }

    fn fill_columns(&self, first: u64, columns: &mut [&mut [f64]]) {
        let (count, blocks) = (columns.first().map_or(0, |column| column.len()), self.subsets.blocks());
        let mut done = 0;
        while done < count {
            let member = first + done as u64;
            let block = member % blocks;
            let end = count.min(done + (blocks - block) as usize);
            let mut of_row: Vec<&mut [f64]> = columns.iter_mut().map(|column| &mut column[done..end]).collect();
            self.put_row(member / blocks, block, &mut of_row);
            done = end;
        }
        for (number, (distribution, column)) in self.distributions.iter().zip(columns).enumerate() {
            match self.dependent().binary_search(&number) {
                Ok(_) => distribution.put_at_scores(column),
                Err(_) => distribution.put_quantiles(column),
            }
        }
    }

    fn distributions(&self) -> Option<&[Distribution]> {
        Some(&self.distributions)
    }

    fn dependence(&self) -> Option<&Dependence> {
        self.dependence.as_ref()
    }

    fn sample(&self) -> SampleKind {
        SampleKind::EvenlySpread
    }

    fn goes_on(&self) -> bool {
        self.points.goes_on()
    }

    fn advice(&self) -> Option<String> {
        self.points.advice().map(of_rows)
    }
}
