//! An expression over parameters and variables whose parameters have their values.

use super::kinks::Kink;
use super::relations::Relation;
use super::switching::Sides;
use super::tree::Expr;
use crate::model::unit::ValueUnit;
use crate::num::Real;

/// What is held at a side is no number of use beyond this, which all precisions can write.
const LARGEST: f64 = 1e30;

/// Holds a function of some variables, such as the time: an expression (`Formula<Expr>`), or one whose parameters have
/// their values (`Formula<R>`).
#[derive(Clone, Debug)]
pub struct Formula<N> {
    expression: Expr,
    parameters: Vec<N>,
    /// Whether functions in it are held at sides.
    has_sides: bool,
    /// Whether it may be no number beyond those sides.
    may_be_undefined: bool,
}

impl Formula<Expr> {
    /// Makes a function of an expression over a [`super::Scope`].
    pub fn new(expression: Expr) -> Self {
        Self { has_sides: expression.has_sides(), may_be_undefined: false, expression, parameters: Vec::new() }
    }
    /// Says whether the formula contains a variable for whose index `predicate` holds; the expression is over that many
    /// parameters.
    pub fn depends_on(&self, parameters: usize, predicate: impl Fn(usize) -> bool) -> bool {
        self.expression.depends_on(&|at| at >= parameters && predicate(at - parameters))
    }
    /// Returns the kinks that parameters alone decide, of which there are so many.
    pub fn kinks(&self, parameters: usize) -> Vec<Kink> {
        Kink::of(&self.expression, parameters)
    }
    /// Tells whether a function in the formula switches where a parameter or variable says for whose number `predicate` holds.
    pub fn switches_with(&self, predicate: &impl Fn(usize) -> bool) -> bool {
        let mut found = false;
        self.expression.for_each_part(&mut |part| {
            found |= Relation::of(part).iter().any(|relation| relation.passing.depends_on(predicate));
            !found
        });
        found
    }
    /// Says which quantities of different units the formula compares or takes from each other: see [`Expr::unlike_quantities`].
    pub fn unlike_quantities(&self, names: &[String], units: &[ValueUnit]) -> Option<String> {
        self.expression.unlike_quantities(names, units)
    }
    /// Counts how deep sides that are held depend on each other in the formula.
    pub fn depth_of_sides(&self) -> usize {
        self.expression.depth_of_sides()
    }
    /// Returns the formula with another expression made of its own, as one with sides that are held.
    pub fn with(&self, other: impl FnOnce(&Expr) -> Expr) -> Self {
        Self::new(other(&self.expression))
    }
    /// Gives the parameters their values.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Formula<R> {
        Formula {
            expression: self.expression.clone(),
            parameters: parameters.to_vec(),
            has_sides: self.has_sides,
            may_be_undefined: self.has_sides && self.expression.may_be_undefined(parameters.len()),
        }
    }
}

impl<N> Formula<N> {
    /// Tells whether functions in it are held at sides.
    pub fn has_sides(&self) -> bool {
        self.has_sides
    }
}

impl<R: Real> Formula<R> {
    /// Returns the formula in other numbers.
    pub fn map<S: Real>(&self, f: impl Fn(R) -> S) -> Formula<S> {
        let parameters = self.parameters.iter().map(|p| f(*p)).collect();
        let Self { has_sides, may_be_undefined, .. } = *self;
        Formula { expression: self.expression.clone(), parameters, has_sides, may_be_undefined }
    }

    /// Evaluates the function for the variables, in the order of the scope.
    pub fn value(&self, variables: &[R]) -> R {
        let all: Vec<R> = self.parameters.iter().chain(variables).copied().collect();
        self.expression.evaluate(&all)
    }

    /// Evaluates the function for the variables on the sides that are held. Where it is no number beyond one it is continued, or, where that is none
    /// either, decides for itself: a side may be left by rounding, and `(1 - x)^1.5` is zero there.
    pub fn value_on(&self, variables: &[R], sides: Sides<'_, R>) -> R {
        if !self.has_sides {
            return self.value(variables);
        }
        let all: Vec<R> = self.parameters.iter().chain(variables).copied().collect();
        if !self.may_be_undefined || !sides.are_held() {
            return self.expression.evaluate_with(&all, sides);
        }
        let on = |sides| {
            R::finite_where(|| {
                let value = self.expression.evaluate_with(&all, sides);
                (value, value.abs().less_equal(R::constant(LARGEST)))
            })
        };
        let (held, is_number) = on(sides);
        let free = self.expression.evaluate(&all);
        let (continued, is_continued) = on(sides.continued());
        R::select(is_number, held, R::select(is_continued & free.less_equal(free), continued, free))
    }

    /// Returns the value, the first and the second derivative with respect to the only variable, by nested dual numbers.
    pub fn derivatives(&self, variable: R) -> [R; 3] {
        use crate::num::Dual;
        type Second<R> = Dual<Dual<R, 1>, 1>;
        let mut all: Vec<Second<R>> = self.parameters.iter().map(|p| Second::<R>::resting(Dual::resting(*p))).collect();
        all.push(Dual { re: Dual::variable(variable, 0), eps: [Dual::resting(R::one())] });
        let value = self.expression.evaluate(&all);
        [value.re.re, value.re.eps[0], value.eps[0].eps[0]]
    }
}
