//! Arguments of functions that are wrong whatever the numbers are.

use super::functions::{Binary, Ternary};
use super::tree::Expr;
use super::vocabulary::Builtin;

/// Returns what is wrong with arguments that are the same always, and what would be accepted.
pub(super) fn wrong_always(function: Builtin, arguments: &[Expr]) -> Option<(String, &'static str)> {
    let always: Vec<Option<f64>> = arguments
        .iter()
        .map(|argument| if let Expr::Constant(value) = argument.clone().folded() { Some(value) } else { None })
        .collect();
    match (function, &always[..]) {
        (Builtin::Two(Binary::Mod), [_, Some(0.0)]) => {
            Some(("a remainder of a division by zero".to_string(), "mod(a, b) with another b than 0"))
        }
        (Builtin::Three(Ternary::Clamp), [_, Some(low), Some(high)]) if low > high => {
            let found = format!("limits of which the lower one is {low:?} and the upper one {high:?}");
            Some((found, "clamp(x, low, high) with low <= high"))
        }
        _ => None,
    }
}
