//! Whether an expression is linear in some of its variables.

use super::functions::{Binary, Ternary, Unary};
use super::tree::Expr;

/// Says what of an expression is not linear: an operation, and the variables that enter it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NonLinear {
    /// The operation, as `a product` or `sin`.
    pub operation: String,
    /// The indices of the variables, ascending.
    pub variables: Vec<usize>,
}

impl Expr {
    /// Says whether the expression is a number times a variable and another number, neither of which depends on the variable.
    pub fn is_affine_in(&self, variable: usize) -> bool {
        let is_free = |e: &Expr| !e.depends_on(&|at| at == variable);
        match self {
            Expr::Parameter(_) => true,
            Expr::Unary(Unary::Neg, a) => a.is_affine_in(variable),
            Expr::Binary(Binary::Add | Binary::Sub, a, b) => a.is_affine_in(variable) && b.is_affine_in(variable),
            Expr::Binary(Binary::Mul, a, b) => {
                is_free(a) && b.is_affine_in(variable) || a.is_affine_in(variable) && is_free(b)
            }
            Expr::Binary(Binary::Div, a, b) => a.is_affine_in(variable) && is_free(b),
            _ => is_free(self),
        }
    }

    /// Returns the first operation that makes the expression not linear in the variables for whose indices `is_one` holds,
    /// from the outermost inwards; none where it is a sum of them with factors that do not depend on them, and of what does not.
    pub fn non_linear_in(&self, is_one: &impl Fn(usize) -> bool) -> Option<NonLinear> {
        let depends = |e: &Expr| e.depends_on(is_one);
        let of =
            |operation: &str| Some(NonLinear { operation: operation.to_string(), variables: self.variables(is_one) });
        if !depends(self) {
            return None;
        }
        match self {
            Expr::Constant(_) | Expr::Parameter(_) => None,
            Expr::Unary(Unary::Neg, a) => a.non_linear_in(is_one),
            Expr::Unary(f, _) => of(&format!("{f:?}").to_lowercase()),
            Expr::Binary(Binary::Add | Binary::Sub, a, b) => {
                a.non_linear_in(is_one).or_else(|| b.non_linear_in(is_one))
            }
            Expr::Binary(Binary::Mul, a, b) if depends(a) && depends(b) => of("a product"),
            Expr::Binary(Binary::Mul, a, b) => a.non_linear_in(is_one).or_else(|| b.non_linear_in(is_one)),
            Expr::Binary(Binary::Div, a, b) if !depends(b) => a.non_linear_in(is_one),
            Expr::Binary(Binary::Div, ..) => of("a quotient"),
            Expr::Binary(Binary::Pow, ..) => of("a power"),
            Expr::Binary(Binary::Atan2 | Binary::Min | Binary::Max | Binary::Mod, ..) => {
                of("a function of two arguments")
            }
            Expr::Binary(..) => of("a condition"),
            Expr::Ternary(Ternary::Where, c, a, b) if !depends(c) => {
                a.non_linear_in(is_one).or_else(|| b.non_linear_in(is_one))
            }
            Expr::Ternary(Ternary::Where, ..) => of("a condition"),
            Expr::Ternary(Ternary::Clamp, ..) => of("clamp"),
            Expr::Signal(..) | Expr::Position(..) => of("a signal"),
            Expr::Named(_) => of("a name"),
            Expr::Held(_) => of("a function that switches"),
        }
    }

    /// Returns the indices of the variables that the expression depends on, among some.
    fn variables(&self, is_one: &impl Fn(usize) -> bool) -> Vec<usize> {
        let found = std::cell::RefCell::new(std::collections::BTreeSet::new());
        self.depends_on(&|at| {
            if is_one(at) {
                found.borrow_mut().insert(at);
            }
            false
        });
        found.into_inner().into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::model::expression::{Expr, Scope};

    #[test]
    fn what_is_not_linear_is_named() {
        let scope = Scope::new(&["p".to_string()], &["q", "v", "w"].map(String::from));
        let of = |text: &str| Expr::parse(text, &scope).unwrap_or_else(|e| panic!("{e}")).non_linear_in(&|at| at > 1);
        for linear in ["v", "3", "sin(q)*v - w/(p + q^2) + p", "-(v + q*(w - 2*v))", "where(q, v, w*abs(q))", "(v)*(p)"]
        {
            assert_eq!(of(linear), None, "{linear}");
        }
        for (text, operation, variables) in [
            ("1 + v*(q + w)", "a product", &[2, 3][..]),
            ("p/v", "a quotient", &[2]),
            ("q*w^2", "a power", &[3]),
            ("q - abs(3*w)", "abs", &[3]),
            ("where(v, q, w)", "a condition", &[2, 3]),
            ("max(v, 0)", "a function of two arguments", &[2]),
            ("clamp(w, -1, 1)", "clamp", &[3]),
        ] {
            let found = of(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.operation.as_str(), &found.variables[..]), (operation, variables), "{text}");
        }
    }
}
