//! Sides that are held over steps: which piece of a force or a rate holds that switches with the state.

use super::expression::{Expr, Relation, Switching, Unary};
use super::text::shortened;
use std::sync::Arc;

/// Describes a side that is held over steps, which end where it changes.
#[derive(Clone, Debug)]
pub struct Side {
    /// What switches, as in `car.toml:12: variable[1].rate`.
    pub place: String,
    /// The function that switches with what holds on either side, where an expression has it, as in `sign(v) is -1 where v < 0, and 1
    /// where v > 0`.
    pub pieces: Option<String>,
    /// The order of the lowest derivative of what is integrated that may jump where the side changes: 0 is the value.
    pub grade: usize,
    /// Whether it changes at whole numbers of the switching function, not at zero.
    pub is_whole: bool,
    /// Whether what is integrated depends on the side, and not only what is watched.
    pub moves: bool,
    /// The switching function, where an expression has it.
    pub passing: Option<Expr>,
    /// How many sides at most the switching function depends on that depend on each other, through columns of outputs, too.
    pub depth: usize,
}

impl Side {
    /// Makes the side that is none and never changes: it has the derivatives of the instant of the last event.
    pub fn instant() -> Self {
        Self {
            place: String::new(),
            pieces: None,
            grade: usize::MAX,
            is_whole: false,
            moves: false,
            passing: None,
            depth: 0,
        }
    }

    /// Says what switches: where it stands, and what holds on either side.
    pub fn described(&self) -> String {
        let pieces = self.pieces.as_ref().map_or(String::new(), |pieces| format!(": {}", shortened(pieces)));
        format!("{}{pieces}", self.place)
    }

    /// Tells whether a function of this side has another value where its switching function rests at zero than on either side: one that jumps there, by
    /// what does not jump itself.
    pub fn may_rest(&self) -> bool {
        self.passing.is_some() && self.grade == 0 && self.depth == 0
    }

    /// Tells whether what is integrated jumps where the side changes.
    pub fn jumps(&self) -> bool {
        self.moves && self.grade == 0
    }
}

/// Holds the sides of a mechanism while it is read, each with whose expression it is of.
#[derive(Debug, Default)]
pub struct SideList(Vec<(Side, String)>);

impl SideList {
    /// Adds a side that no expression has, and returns its number.
    pub fn add(&mut self, place: String, grade: usize) -> usize {
        let side = Side { place, pieces: None, grade, is_whole: false, moves: true, passing: None, depth: 0 };
        self.0.push((side, String::new()));
        self.0.len() - 1
    }

    /// Returns an expression with those of its relations held for which a predicate holds. Of expressions with one owner, which see the same
    /// variables, the same relation has one side. `moves` says whether what is integrated depends on the expression; `names` are those of
    /// parameters and variables.
    pub fn hold(
        &mut self,
        ((owner, place), moves): ((&str, &str), bool),
        e: &Expr,
        names: &[String],
        is_held: &impl Fn(&Relation) -> bool,
    ) -> Expr {
        e.hold(is_held, &mut |relation| {
            let is_whole = relation.switching == Switching::AtWhole;
            let same = |side: &Side| {
                side.is_whole == is_whole && side.passing.as_ref().is_some_and(|g| *g == relation.passing)
            };
            let known = self.0.iter_mut().enumerate().find(|(_, (side, of))| of == owner && same(side));
            if let Some((number, (side, _))) = known {
                side.grade = side.grade.min(relation.grade);
                side.moves |= moves;
                return number;
            }
            self.add_relation((owner, place), relation, names, moves)
        })
    }

    /// Returns the sign of an expression held at a side of its own, also beside another with the same expression, and the number of that.
    pub fn hold_sign(&mut self, of: (&str, &str), expression: &Expr) -> (Expr, usize) {
        let sign = Expr::Unary(Unary::Sign, Arc::new(expression.clone()));
        let held = sign.hold(&|relation| relation.passing == *expression, &mut |relation| {
            self.add_relation(of, relation, &[], true)
        });
        (held, self.0.len() - 1)
    }

    /// Adds the side of a relation, and returns its number.
    fn add_relation(
        &mut self,
        (owner, place): (&str, &str),
        relation: &Relation,
        names: &[String],
        moves: bool,
    ) -> usize {
        let is_whole = relation.switching == Switching::AtWhole;
        let (passing, depth) = (Some(relation.passing.clone()), relation.passing.depth_of_sides());
        let pieces = if names.is_empty() { None } else { relation.written(names) };
        let side = Side { place: place.to_string(), pieces, grade: relation.grade, is_whole, moves, passing, depth };
        self.0.push((side, owner.to_string()));
        self.0.len() - 1
    }

    /// Says that relations of expressions with one owner, which see columns from a variable on, depend on sides through columns, which are so deep.
    pub fn deepen(&mut self, owner: &str, first: usize, columns: &[usize]) {
        for (side, _) in self.0.iter_mut().filter(|(_, of)| of == owner) {
            let reads = |i: &usize| side.passing.as_ref().is_some_and(|g| g.depends_on(&|at| at == first + i));
            side.depth += (0..columns.len()).filter(reads).map(|i| columns[i]).max().unwrap_or(0);
        }
    }

    /// Returns them by their numbers.
    pub fn into_all(self) -> Vec<Side> {
        self.0.into_iter().map(|(side, _)| side).collect()
    }
}
