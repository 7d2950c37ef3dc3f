//! Sides that are held over steps: which piece of a force or a rate holds that switches with the state.

use super::expression::{Expr, Relation};

/// Describes a side that is held over steps, which end where it changes.
#[derive(Clone, Debug)]
pub struct Side {
    /// What switches, as in `car.toml:12: variable[1].rate`.
    pub place: String,
    /// The order of the lowest derivative of what is integrated that may jump where the side changes: 0 is the value.
    pub grade: usize,
    /// How many sides the switching function depends on that depend on each other.
    pub depth: usize,
}

/// Holds the sides of a mechanism while it is read.
#[derive(Debug, Default)]
pub struct SideList(Vec<(Side, Option<(String, Relation)>)>);

impl SideList {
    /// Adds a side that no expression has, and returns its number.
    pub fn add(&mut self, place: String, grade: usize) -> usize {
        self.0.push((Side { place, grade, depth: 0 }, None));
        self.0.len() - 1
    }

    /// Returns an expression with those of its relations held for which a predicate holds. Of expressions with one owner, which see the same
    /// variables, the same relation has one side.
    pub fn hold(&mut self, (owner, place): (&str, &str), e: &Expr, is_held: &impl Fn(&Relation) -> bool) -> Expr {
        e.hold(is_held, &mut |relation| {
            let same = |other: &Relation| other.passing == relation.passing && other.switching == relation.switching;
            let known = self
                .0
                .iter_mut()
                .enumerate()
                .find(|(_, (_, of))| of.as_ref().is_some_and(|(of, other)| of == owner && same(other)));
            if let Some((number, (side, _))) = known {
                side.grade = side.grade.min(relation.grade);
                return number;
            }
            let side =
                Side { place: place.to_string(), grade: relation.grade, depth: relation.passing.depth_of_sides() };
            self.0.push((side, Some((owner.to_string(), relation.clone()))));
            self.0.len() - 1
        })
    }

    /// Returns them by their numbers.
    pub fn into_all(self) -> Vec<Side> {
        self.0.into_iter().map(|(side, _)| side).collect()
    }
}
