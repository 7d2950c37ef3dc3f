//! Numbers and expressions as values of keys.

use serde::Serialize;

/// A number, or an expression over the parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Quantity {
    /// A number, in the unit of its key.
    Number(f64),
    /// An expression, as `"length / 2"`.
    Expression(String),
}

macro_rules! quantity_from {
    ($($type:ty),*) => {$(
        impl From<$type> for Quantity {
            fn from(value: $type) -> Self {
                Self::Number(value.into())
            }
        }
    )*};
}
quantity_from!(f64, f32, i32, u32);

impl From<&str> for Quantity {
    fn from(expression: &str) -> Self {
        Self::Expression(expression.into())
    }
}

impl From<String> for Quantity {
    fn from(expression: String) -> Self {
        Self::Expression(expression)
    }
}

/// Some numbers or expressions: `[0.0, 0.0, -9.81]`, or a tuple of both, `(0, "length / 2", 0)`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Quantities(Vec<Quantity>);

impl<T: Into<Quantity>, const N: usize> From<[T; N]> for Quantities {
    fn from(values: [T; N]) -> Self {
        Self(values.into_iter().map(Into::into).collect())
    }
}

impl<A: Into<Quantity>, B: Into<Quantity>, C: Into<Quantity>> From<(A, B, C)> for Quantities {
    fn from((a, b, c): (A, B, C)) -> Self {
        Self(vec![a.into(), b.into(), c.into()])
    }
}
