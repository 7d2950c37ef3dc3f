//! Relations that are held over steps within expressions.

use super::functions::{Binary, Unary};
use super::relations::Relation;
use super::switching::HeldRelation;
use super::tree::{Expr, Held};
use std::sync::Arc;

/// Says how steep a law may become where what it is a power of is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Steepness {
    /// Its slope has a slope.
    #[default]
    Bounded,
    /// Its slope has none: a power between 1 and 2.
    Bends,
    /// It has no slope: a root.
    Root,
}

impl Steepness {
    /// Returns that of a power, by its exponent.
    pub fn of_power(exponent: f64) -> Self {
        match exponent {
            n if n.fract() == 0.0 || n > 2.0 => Self::Bounded,
            n if n > 1.0 => Self::Bends,
            _ => Self::Root,
        }
    }
}

impl Expr {
    /// Returns the expression with functions that switch held at a side, where a predicate holds for their relations, all of which get the numbers
    /// of their sides.
    pub fn hold(&self, is_held: &impl Fn(&Relation) -> bool, number: &mut impl FnMut(&Relation) -> usize) -> Self {
        if matches!(self, Expr::Unary(Unary::Smooth, _)) {
            return self.clone();
        }
        let function = self.with_operands(&mut |operand| operand.hold(is_held, number));
        let relations = Relation::of(&function);
        if !relations.iter().any(is_held) {
            return function;
        }
        let numbered = relations.into_iter().map(|relation| {
            let side = number(&relation);
            let may_be_undefined = relation.passing.may_be_undefined(0);
            (relation.passing, HeldRelation { switching: relation.switching, side, may_be_undefined })
        });
        Expr::Held(Arc::new(Held { relations: numbered.collect(), function }))
    }

    /// Returns what the expression is made of but for names, which are of parameters alone.
    fn parts_of_motion(&self) -> impl Iterator<Item = &Self> {
        let operands = if matches!(self, Expr::Named(_)) { Vec::new() } else { self.operands() };
        operands.into_iter()
    }

    /// Counts how deep relations stand within the switching functions of others.
    pub fn depth_of_sides(&self) -> usize {
        let own = usize::from(matches!(self, Expr::Held(_)));
        own + self.parts_of_motion().map(Self::depth_of_sides).max().unwrap_or(0)
    }

    /// Tells whether a side is held in the expression.
    pub fn has_sides(&self) -> bool {
        matches!(self, Expr::Held(_)) || self.parts_of_motion().any(Self::has_sides)
    }

    /// Returns how steep the expression may become, by what variables, behind so many parameters, move.
    pub fn steepness(&self, parameters: usize) -> Steepness {
        let moves = |e: &Expr| e.depends_on(&|at| at >= parameters);
        let own = match self {
            Expr::Unary(Unary::Sqrt | Unary::Asin | Unary::Acos, a) if moves(a) => Steepness::Root,
            Expr::Binary(Binary::Pow, a, b) if moves(a) || moves(b) => match **b {
                Expr::Constant(n) => Steepness::of_power(n),
                _ => Steepness::Root,
            },
            _ => Steepness::Bounded,
        };
        self.parts_of_motion().map(|e| e.steepness(parameters)).fold(own, Steepness::max)
    }

    /// Tells whether a function in the expression that may jump is said to be smooth, of what variables, behind so many parameters, move.
    pub fn smooths_jumps(&self, parameters: usize) -> bool {
        self.smooths(&|relation| relation.grade == 0 && relation.passing.depends_on(&|at| at >= parameters))
    }

    /// Tells whether a relation in the expression for which a predicate holds is said to be smooth.
    pub fn smooths(&self, is_it: &impl Fn(&Relation) -> bool) -> bool {
        let mut found = false;
        self.for_each_part(&mut |part| {
            if let Expr::Unary(Unary::Smooth, a) = part {
                a.for_each_part(&mut |part| {
                    found |= Relation::of(part).iter().any(is_it);
                    !found
                });
            }
            !found
        });
        found
    }

    /// Tells whether the expression may be no number where a variable, behind so many parameters, is beyond the side that is held.
    pub(super) fn may_be_undefined(&self, parameters: usize) -> bool {
        let moves = |e: &Expr| e.depends_on(&|at| at >= parameters);
        let own = match self {
            Expr::Unary(
                Unary::Sqrt | Unary::Ln | Unary::Log10 | Unary::Asin | Unary::Acos | Unary::Tan | Unary::Exp,
                a,
            )
            | Expr::Signal(_, _, a)
            | Expr::Position(_, a) => moves(a),
            Expr::Unary(Unary::Sinh | Unary::Cosh, a) => moves(a),
            Expr::Binary(Binary::Div, _, b) => moves(b),
            Expr::Binary(Binary::Pow, a, b) => {
                let is_whole = matches!(**b, Expr::Constant(n) if n.fract() == 0.0 && n >= 0.0);
                !is_whole && (moves(a) || moves(b))
            }
            _ => false,
        };
        own || self.parts_of_motion().any(|e| e.may_be_undefined(parameters))
    }
}
