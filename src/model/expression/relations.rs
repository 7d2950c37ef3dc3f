//! Where functions jump, or a derivative of them does: at zeros of switching functions.

use super::functions::{Binary, Ternary, Unary};
use super::switching::Switching;
use super::tree::{Expr, Signal};
use crate::num::Real;
use std::collections::HashSet;
use std::sync::Arc;

/// Holds a switching function, with what it decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// The switching function.
    pub passing: Expr,
    /// The values of it at which the function switches.
    pub switching: Switching,
    /// The order of the lowest derivative that may jump there: 0 is the value.
    pub grade: usize,
    /// The function that switches.
    pub function: Expr,
    /// The number of the relation among those of the function.
    pub index: usize,
}

/// Holds a sine or cosine of a phase that a variable moves along a line, times a number, beside another.
#[derive(Clone, Debug, PartialEq)]
pub struct Wave {
    /// What the sine or cosine is multiplied by.
    pub amplitude: Expr,
    /// What is added to that.
    pub offset: Expr,
    /// The phase, rad.
    pub phase: Expr,
    /// Whether it is a cosine.
    pub is_cosine: bool,
}

impl Wave {
    fn mapped(self, f: &impl Fn(Expr) -> Expr) -> Self {
        Self { amplitude: f(self.amplitude), offset: f(self.offset), ..self }
    }

    /// Returns two phases at which the wave is zero, rad, of which all others are a number of turns away; not numbers where it is zero
    /// nowhere.
    pub fn zeros<R: Real>(&self, parameters: &[R]) -> [R; 2] {
        let level = -self.offset.evaluate(parameters) / self.amplitude.evaluate(parameters);
        if self.is_cosine {
            let angle = Unary::Acos.apply(level);
            [angle, -angle]
        } else {
            let angle = Unary::Asin.apply(level);
            [angle, R::constant(std::f64::consts::PI) - angle]
        }
    }
}

impl Relation {
    /// Returns the relations of a function with its arguments, not of what these are made of.
    pub fn of(function: &Expr) -> Vec<Self> {
        let of =
            |switching, index, grade, passing| Self { passing, switching, grade, function: function.clone(), index };
        let at_zero = |grade, passing| of(Switching::AtZero, 0, grade, passing);
        let second = |grade, passing| of(Switching::AtZero, 1, grade, passing);
        let at_whole = |passing| vec![of(Switching::AtWhole, 0, 0, passing)];
        let less = |a: &Arc<Expr>, b: &Arc<Expr>| Expr::Binary(Binary::Sub, Arc::clone(a), Arc::clone(b));
        let one = Arc::new(Expr::Constant(1.0));
        match function {
            Expr::Unary(Unary::Sign | Unary::Step, a) => vec![at_zero(0, (**a).clone())],
            Expr::Unary(Unary::Abs, a) => vec![at_zero(1, (**a).clone())],
            Expr::Unary(Unary::Smoothstep, a) => vec![at_zero(2, (**a).clone()), second(2, less(a, &one))],
            Expr::Unary(Unary::Floor, a) => at_whole((**a).clone()),
            Expr::Binary(Binary::Min | Binary::Max, a, b) => vec![at_zero(1, less(a, b))],
            Expr::Binary(Binary::Mod, a, b) => at_whole(Expr::Binary(Binary::Div, Arc::clone(a), Arc::clone(b))),
            Expr::Ternary(Ternary::Where, condition, ..) => vec![at_zero(0, (**condition).clone())],
            Expr::Ternary(Ternary::Clamp, x, low, high) => vec![at_zero(1, less(x, low)), second(1, less(x, high))],
            Expr::Signal(signal, order, place) => {
                let passing = Expr::Position(Arc::clone(signal), Arc::clone(place));
                let relation = |grade| of(Switching::AtWhole, 0, grade, passing);
                signal.grade(*order).map(relation).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns what the function is where the switching function is below zero, and above; nothing of what switches at whole numbers.
    pub fn pieces(&self) -> Option<[Expr; 2]> {
        let (one, is_first) = (Expr::Constant(1.0), self.index == 0);
        Some(match &self.function {
            Expr::Unary(Unary::Sign, _) => [Expr::Constant(-1.0), one],
            Expr::Unary(Unary::Step, _) => [Expr::Constant(0.0), one],
            Expr::Unary(Unary::Abs, a) => [Expr::unary(Unary::Neg, (**a).clone()), (**a).clone()],
            Expr::Binary(Binary::Min, a, b) | Expr::Binary(Binary::Max, b, a) => [(**a).clone(), (**b).clone()],
            Expr::Ternary(Ternary::Where, _, a, b) => [(**b).clone(), (**a).clone()],
            Expr::Ternary(Ternary::Clamp, x, low, _) if is_first => [(**low).clone(), (**x).clone()],
            Expr::Ternary(Ternary::Clamp, x, _, high) => [(**x).clone(), (**high).clone()],
            _ => return None,
        })
    }

    /// Returns the function with what it is on either side, as a text; `names` are those of parameters and variables.
    pub fn written(&self, names: &[String]) -> Option<String> {
        let [below, above] = self.pieces()?.map(|piece| piece.written(names));
        let (function, passing) = (self.function.written(names), self.passing.written(names));
        Some(format!("{function} is {below} where {passing} < 0, and {above} where {passing} > 0"))
    }

    /// Returns the relations in an expression, those of names that it is made of with them, but for what is said to be smooth.
    pub fn within(expression: &Expr) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        expression.for_each_part(&mut |part| {
            found.extend(Self::of(part));
            !matches!(part, Expr::Unary(Unary::Smooth, _))
        });
        found
    }
}

impl Expr {
    /// Says whether the expression has no signals between samples and no function that jumps or has a kink.
    pub fn is_analytic(&self) -> bool {
        match self {
            Expr::Constant(_) | Expr::Parameter(_) => true,
            Expr::Unary(Unary::Abs | Unary::Floor | Unary::Sign | Unary::Step | Unary::Smoothstep, _)
            | Expr::Ternary(..) => false,
            Expr::Unary(_, a) => a.is_analytic(),
            Expr::Binary(Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Pow | Binary::Atan2, a, b) => {
                a.is_analytic() && b.is_analytic()
            }
            Expr::Binary(..) => false,
            Expr::Signal(signal, _, a) => matches!(**signal, Signal::Spectrum(_)) && a.is_analytic(),
            Expr::Position(..) => false,
            Expr::Named(named) => named.expression.is_analytic(),
            Expr::Held(_) => false,
        }
    }

    /// Shows the signals that the expression calls, with the order of the derivative and what they are called at; those within names are not among them.
    pub(in crate::model) fn for_each_signal(&self, show: &mut impl FnMut(&Arc<Signal>, usize, &Expr)) {
        let mut open = vec![self];
        while let Some(expression) = open.pop() {
            match expression {
                Expr::Constant(_) | Expr::Parameter(_) | Expr::Named(_) => {}
                Expr::Unary(_, a) | Expr::Position(_, a) => open.push(a),
                Expr::Binary(_, a, b) => open.extend([a.as_ref(), b]),
                Expr::Ternary(_, a, b, c) => open.extend([a.as_ref(), b, c]),
                Expr::Held(held) => open.push(&held.function),
                Expr::Signal(signal, order, a) => {
                    show(signal, *order, a);
                    open.push(a);
                }
            }
        }
    }

    /// Returns the arguments of a function, or what a name stands for.
    pub(super) fn operands(&self) -> Vec<&Self> {
        match self {
            Expr::Constant(_) | Expr::Parameter(_) => Vec::new(),
            Expr::Unary(_, a) | Expr::Signal(_, _, a) | Expr::Position(_, a) => vec![&**a],
            Expr::Binary(_, a, b) => vec![&**a, &**b],
            Expr::Ternary(_, a, b, c) => vec![&**a, &**b, &**c],
            Expr::Named(named) => vec![&named.expression],
            Expr::Held(held) => vec![&held.function],
        }
    }

    /// Shows the expression and all that it is made of, what names stand for once; not what a part is made of that is answered by no.
    pub(super) fn for_each_part(&self, show: &mut impl FnMut(&Self) -> bool) {
        let (mut open, mut names) = (vec![self], HashSet::new());
        while let Some(expression) = open.pop() {
            let goes_on = show(expression);
            match expression {
                Expr::Named(named) if !names.insert(Arc::as_ptr(named)) => {}
                _ if goes_on => open.extend(expression.operands()),
                _ => {}
            }
        }
    }

    /// Returns the expression with others in place of its operands; what a name stands for stays.
    pub(super) fn with_operands(&self, other: &mut impl FnMut(&Self) -> Self) -> Self {
        let mut of = |e: &Arc<Self>| Arc::new(other(e));
        match self {
            Expr::Constant(_) | Expr::Parameter(_) | Expr::Named(_) | Expr::Held(_) => self.clone(),
            Expr::Unary(f, a) => Expr::Unary(*f, of(a)),
            Expr::Binary(f, a, b) => Expr::Binary(*f, of(a), of(b)),
            Expr::Ternary(f, a, b, c) => Expr::Ternary(*f, of(a), of(b), of(c)),
            Expr::Signal(signal, order, a) => Expr::Signal(Arc::clone(signal), *order, of(a)),
            Expr::Position(signal, a) => Expr::Position(Arc::clone(signal), of(a)),
        }
    }

    /// Returns the expression with another one in place of a variable.
    fn with_variable(&self, variable: usize, by: &Self) -> Self {
        match self {
            Expr::Parameter(at) if *at == variable => by.clone(),
            _ => self.with_operands(&mut |e| e.with_variable(variable, by)),
        }
    }

    /// Returns a variable, or a little more than zero.
    fn late(variable: usize) -> Self {
        /// A time that no step of a run resolves, s, and that numbers of the size of one do not swallow.
        const BEHIND: f64 = 1e-13;
        Self::binary(Binary::Max, Self::Parameter(variable), Self::Constant(BEHIND))
    }

    /// Returns the expression as it was before [`Expr::seen_behind_start`].
    pub fn seen_from_start(&self, time: usize) -> Self {
        if *self == Self::late(time) {
            return Self::Parameter(time);
        }
        self.with_operands(&mut |e| e.seen_from_start(time))
    }

    /// Returns the expression with the sides of jumps at a time of zero being those behind it, where a predicate holds for what decides
    /// them; the number of the time among its variables is given.
    pub fn seen_behind_start(&self, time: usize, is_known: &impl Fn(&Relation) -> bool) -> Self {
        if matches!(self, Expr::Unary(Unary::Smooth, _)) {
            return self.clone();
        }
        let found = self.with_operands(&mut |e| e.seen_behind_start(time, is_known));
        if !Relation::of(self).iter().any(is_known) {
            return found;
        }
        let late = |e: &Arc<Self>| Arc::new(e.with_variable(time, &Self::late(time)));
        match &found {
            Expr::Unary(f @ (Unary::Sign | Unary::Step | Unary::Floor), a) => Expr::Unary(*f, late(a)),
            Expr::Ternary(Ternary::Where, c, a, b) => {
                Expr::Ternary(Ternary::Where, late(c), Arc::clone(a), Arc::clone(b))
            }
            _ => found,
        }
    }

    /// Returns what the expression is as a wave of a variable, where it is one.
    pub fn wave_in(&self, variable: usize) -> Option<Wave> {
        let is_free = |e: &Self| !e.depends_on(&|at| at == variable);
        let of = |e: &Self| e.wave_in(variable);
        match self {
            Expr::Unary(f @ (Unary::Sin | Unary::Cos), phase) if phase.is_affine_in(variable) && !is_free(phase) => {
                let [amplitude, offset] = [1.0, 0.0].map(Expr::Constant);
                Some(Wave { amplitude, offset, phase: (**phase).clone(), is_cosine: *f == Unary::Cos })
            }
            Expr::Unary(Unary::Neg, a) => Some(of(a)?.mapped(&|e| Expr::unary(Unary::Neg, e))),
            Expr::Binary(f @ (Binary::Mul | Binary::Div), a, b) if is_free(b) => {
                Some(of(a)?.mapped(&|e| Expr::binary(*f, e, (**b).clone())))
            }
            Expr::Binary(Binary::Mul, a, b) if is_free(a) => {
                Some(of(b)?.mapped(&|e| Expr::binary(Binary::Mul, (**a).clone(), e)))
            }
            Expr::Binary(f @ (Binary::Add | Binary::Sub), a, b) if is_free(b) => {
                let wave = of(a)?;
                Some(Wave { offset: Expr::binary(*f, wave.offset, (**b).clone()), ..wave })
            }
            Expr::Binary(f @ (Binary::Add | Binary::Sub), a, b) if is_free(a) => {
                let wave = of(b)?;
                let wave = if *f == Binary::Sub { wave.mapped(&|e| Expr::unary(Unary::Neg, e)) } else { wave };
                Some(Wave { offset: Expr::binary(Binary::Add, wave.offset, (**a).clone()), ..wave })
            }
            _ => None,
        }
    }

    /// Returns the degree of the pieces that the expression is made of as a function of a variable, 0 or 1, where its relations alone
    /// part them; none where it is another function.
    pub fn degree_of_pieces_in(&self, variable: usize) -> Option<usize> {
        let degree = |e: &Expr| e.degree_of_pieces_in(variable);
        if !self.depends_on(&|at| at == variable) {
            return Some(0);
        }
        match self {
            Expr::Constant(_) => Some(0),
            Expr::Parameter(_) => Some(1),
            Expr::Unary(Unary::Neg | Unary::Abs | Unary::Smooth, a) => degree(a),
            Expr::Unary(Unary::Sign | Unary::Step | Unary::Floor, a) => degree(a).map(|_| 0),
            Expr::Unary(_, a) => degree(a).filter(|degree| *degree == 0),
            Expr::Binary(Binary::Add | Binary::Sub | Binary::Min | Binary::Max, a, b) => {
                Some(degree(a)?.max(degree(b)?))
            }
            Expr::Binary(Binary::Mul, a, b) => Some(degree(a)? + degree(b)?).filter(|degree| *degree <= 1),
            Expr::Binary(Binary::Div | Binary::Mod, a, b) => degree(b).filter(|of_b| *of_b == 0).and(degree(a)),
            Expr::Binary(_, a, b) => Some(degree(a)?.max(degree(b)?)).filter(|degree| *degree == 0),
            Expr::Ternary(Ternary::Where, c, a, b) => degree(c).and(Some(degree(a)?.max(degree(b)?))),
            Expr::Ternary(Ternary::Clamp, a, b, c) => Some(degree(a)?.max(degree(b)?).max(degree(c)?)),
            Expr::Signal(_, _, a) | Expr::Position(_, a) => degree(a).filter(|degree| *degree == 0),
            Expr::Named(named) => degree(&named.expression),
            Expr::Held(held) => degree(&held.function),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::model::expression::Scope;

    #[test]
    fn pieces_have_their_degree() {
        let scope = Scope::new(&["p".to_string()], &["t".to_string()]);
        let degree = |text: &str| Expr::parse(text, &scope).unwrap().degree_of_pieces_in(1);
        for constant in ["p", "sin(p)", "floor(3*t)", "sign(t - p)", "step(mod(t, 0.5) - 0.2)", "exp(floor(t))"] {
            assert_eq!(degree(constant), Some(0), "{constant}");
        }
        for line in
            ["t", "2 - p*t", "mod(t, p)", "abs(mod(t, 1) - 0.5)", "floor(t)*t", "where(t - 1, t, 2*t)", "min(t, p)/p"]
        {
            assert_eq!(degree(line), Some(1), "{line}");
        }
        for other in ["t^2", "t*t", "sin(t)", "p/t", "mod(1, t)", "smoothstep(t)", "abs(sin(t))"] {
            assert_eq!(degree(other), None, "{other}");
        }
    }

    #[test]
    fn functions_that_switch_are_found_with_their_grades() {
        let scope = Scope::new(&["p".to_string()], &["t".to_string()]);
        let found = |text: &str| {
            let relations = Relation::within(&Expr::parse(text, &scope).unwrap());
            let mut all: Vec<_> = relations.into_iter().map(|r| (r.switching, r.grade)).collect();
            all.sort_by_key(|(switching, grade)| (*grade, *switching == Switching::AtWhole));
            all
        };
        use Switching::{AtWhole, AtZero};
        assert_eq!(found("where(t - p, 1, abs(t))"), [(AtZero, 0), (AtZero, 1)]);
        assert_eq!(found("clamp(t, 0, 1) + floor(2*t)"), [(AtWhole, 0), (AtZero, 1), (AtZero, 1)]);
        assert_eq!(found("smoothstep(mod(t, p))"), [(AtWhole, 0), (AtZero, 2), (AtZero, 2)]);
        assert_eq!(found("t*sin(t)"), []);
    }
}
