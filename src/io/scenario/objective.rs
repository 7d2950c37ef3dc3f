//! What a scenario minimises and what that is subject to: texts over outputs, or over figures of outputs over random members.

use super::keys::Keys;
use crate::design::{Figure, Quantity, Term};
use crate::ensemble::Study;
use crate::model::expression::Binary;
use crate::model::output;
use crate::model::unit::Factor;
use crate::model::{Expr, Invalid, Section};
use std::ops::Range;
use std::sync::Arc;

/// The figures over random members, as they are called.
const FIGURES: [&str; 4] = ["mean", "std", "quantile", "probability"];

/// What is accepted of figures over random members, in words.
const ACCEPTED: &str = "mean(peak), std(peak), quantile(peak, 0.95) or probability(peak > 0.06)";

/// Reads texts of a key.
pub(super) struct Reader<'a, 'k> {
    pub(super) keys: &'a Keys<'k>,
    pub(super) key: &'a str,
    pub(super) study: &'a Study,
    /// The places of random parameters, where points have random members.
    pub(super) random: Option<Vec<usize>>,
}

impl Reader<'_, '_> {
    /// Reads a quantity.
    pub(super) fn quantity(&self, text: &str) -> Result<Quantity, Invalid> {
        let columns = self.study.mechanism.columns();
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        let bare = text.trim();
        if let Some(column) = names.iter().position(|name| *name == bare) {
            if self.random.is_some() {
                return Err(self.wrong(format!("{bare:?} has a value for each random member; accepted: {ACCEPTED}")));
            }
            let expression = Expr::Parameter(self.parameters() + column);
            let unit = Some(columns[column].1.clone());
            return self.checked(Quantity { text: bare.into(), unit, terms: Vec::new(), expression });
        }
        let is_name = |c: char| c.is_alphanumeric() || "_.".contains(c);
        let parameters = &self.study.mechanism.parameters;
        if bare.chars().all(is_name)
            && bare.starts_with(char::is_alphabetic)
            && !parameters.iter().any(|parameter| parameter.name == bare)
        {
            let real: Vec<&str> = names.iter().copied().filter(|name| !name.contains('(')).collect();
            self.keys.place_of(self.key, bare, "output component", &real)?;
        }
        let mut terms = Vec::new();
        let mut outer = String::new();
        let mut from = 0;
        for call in calls(text) {
            let (name, inside) = (&text[call.name.clone()], &text[call.inside.clone()]);
            if self.random.is_none() {
                return Err(self.wrong(format!(
                    "{name}({inside}) is over random members, and there are none; accepted: with [design.random], which says \
                     which parameters are random"
                )));
            }
            outer += &text[from..call.name.start];
            outer += &place_of_term(name, terms.len());
            from = call.inside.end + 1;
            terms.push(self.term(name, inside)?);
        }
        outer += &text[from..];
        let mut variables: Vec<String> = names.iter().map(|name| self.visible(name)).collect();
        if self.random.is_some() {
            variables.iter_mut().for_each(String::clear);
        }
        let called: Vec<String> =
            terms.iter().enumerate().map(|(n, term)| place_of_term(name_of(term.figure), n)).collect();
        variables.extend(called);
        let expression = match self.expression(&outer, &variables) {
            Err(_) if self.random.is_some() && self.expression(&outer, &self.with_columns(&variables)).is_ok() => {
                return Err(self.wrong(format!(
                    "{text:?} names an output outside of a figure, which has a value for each random member; accepted: {ACCEPTED}"
                )));
            }
            read => read?,
        };
        self.checked(Quantity { text: bare.into(), unit: None, terms, expression })
    }

    /// Reads a comparison: what is not to be above zero.
    pub(super) fn constraint(&self, text: &str) -> Result<Quantity, Invalid> {
        let Some((left, less, right)) = comparison(text) else {
            return Err(self.wrong(format!("found {text:?}; accepted: one comparison, as in \"travel < 0.06\"")));
        };
        let (small, large) = if less { (left, right) } else { (right, left) };
        let quantity = self.quantity(&format!("({}) - ({})", small.trim(), large.trim()))?;
        Ok(Quantity { text: text.split_whitespace().collect::<Vec<_>>().join(" "), ..quantity })
    }

    fn term(&self, name: &str, inside: &str) -> Result<Term, Invalid> {
        let text = format!("{name}({})", inside.trim());
        let read = |text: &str| {
            let columns: Vec<String> =
                self.study.mechanism.columns().iter().map(|(name, _)| self.visible(name)).collect();
            self.expression(text.trim(), &columns)
        };
        let (figure, of) = match name {
            "mean" => (Figure::Mean, read(inside)?),
            "std" => (Figure::Std, read(inside)?),
            "quantile" => {
                let parts = inside.rsplit_once(',').and_then(|(of, q)| Some((of, q.trim().parse::<f64>().ok()?)));
                let Some((of, q)) = parts.filter(|(_, q)| *q > 0.0 && *q < 1.0) else {
                    return Err(self.wrong(format!(
                        "found {text}; accepted: an output and a share between 0 and 1, as in quantile(peak, 0.95)"
                    )));
                };
                (Figure::Quantile(q), read(of)?)
            }
            _ => {
                let Some((left, less, right)) = comparison(inside) else {
                    return Err(
                        self.wrong(format!("found {text}; accepted: one comparison, as in probability(peak > 0.06)"))
                    );
                };
                let (left, right) = (Arc::new(read(left)?), Arc::new(read(right)?));
                let (a, b) = if less { (right, left) } else { (left, right) };
                (Figure::Probability, Expr::Binary(Binary::Sub, a, b))
            }
        };
        Ok(Term { text, figure, of })
    }

    /// Fails where it is made of an output without derivatives, or of nothing that varies.
    fn checked(&self, quantity: Quantity) -> Result<Quantity, Invalid> {
        let mechanism = &self.study.mechanism;
        let derivatives = mechanism.derivative_columns();
        let columns = mechanism.columns();
        let (first, uses) = (self.parameters(), |c: usize| quantity.depends_on(self.parameters(), c));
        let without = (0..columns.len()).find(|c| uses(*c) && !derivatives.iter().any(|(_, of)| of.column == *c));
        if let Some(column) = without {
            let why = match mechanism.conditions().any(|(c, _)| c == column) {
                true => "is a condition, which has none; with [design.random] there is probability(..)",
                false => {
                    "has none; accepted: with [sensitivity] by the parameters of [plan.vary], an output that is no count"
                }
            };
            return Err(self.wrong(format!("derivatives are needed, and {:?} {why}", columns[column].0)));
        }
        let random = self.random.as_deref().unwrap_or_default();
        if let Some(at) = random.iter().find(|at| quantity.expression.depends_on(&|other| other == **at)) {
            let name = &mechanism.parameters[*at].name;
            return Err(self.wrong(format!("{name:?} is random and stands outside of a figure; accepted: {ACCEPTED}")));
        }
        let varies = |at: usize| at >= first || self.study.varied().contains(&at);
        if !quantity.expression.depends_on(&varies) && !quantity.terms.iter().any(|term| term.of.depends_on(&varies)) {
            return Err(self.wrong(format!("{:?} is the same at all points", quantity.text)));
        }
        Ok(quantity)
    }

    /// Reads an expression over columns of outputs, which see the SI, and what stands behind them.
    fn expression(&self, text: &str, variables: &[String]) -> Result<Expr, Invalid> {
        let mechanism = &self.study.mechanism;
        let mut units = output::units_of_variables(&mechanism.outputs).split_off(1);
        units.resize(mechanism.columns().len(), Factor::ONE);
        self.keys.expression_over(self.key, text, (variables, &units))
    }

    fn parameters(&self) -> usize {
        self.study.mechanism.parameters.len()
    }

    /// Returns the name of a column as a variable: none where a parameter is called so.
    fn visible(&self, name: &str) -> String {
        let taken = self.study.mechanism.parameters.iter().any(|parameter| parameter.name == name);
        if taken { String::new() } else { name.into() }
    }

    fn with_columns(&self, variables: &[String]) -> Vec<String> {
        let columns = self.study.mechanism.columns();
        let mut all = variables.to_vec();
        all.iter_mut().zip(&columns).for_each(|(variable, (name, _))| *variable = self.visible(name));
        all
    }

    fn wrong(&self, message: String) -> Invalid {
        self.keys.invalid(self.key, message)
    }
}

/// Returns the name of a figure.
fn name_of(figure: Figure) -> &'static str {
    match figure {
        Figure::Mean => FIGURES[0],
        Figure::Std => FIGURES[1],
        Figure::Quantile(_) => FIGURES[2],
        Figure::Probability => FIGURES[3],
    }
}

/// Returns what stands for a figure in the expression around it.
fn place_of_term(name: &str, number: usize) -> String {
    format!("{name}_{}", number + 1)
}

/// A call of a figure in a text.
struct Call {
    name: Range<usize>,
    /// The text between the parentheses of the call.
    inside: Range<usize>,
}

/// Finds the calls of figures in a text, from left to right.
fn calls(text: &str) -> Vec<Call> {
    let mut found = Vec::new();
    let mut at = 0;
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    while let Some(start) = text[at..].find(is_name).map(|i| at + i) {
        let end = text[start..].find(|c: char| !is_name(c)).map_or(text.len(), |i| start + i);
        let after = text[end..].trim_start();
        let open = text.len() - after.len();
        at = end;
        if !FIGURES.contains(&&text[start..end]) || !after.starts_with('(') {
            continue;
        }
        let mut depth = 0;
        let close = text[open..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == '(') - i32::from(*c == ')');
            depth == 0
        });
        if let Some((close, _)) = close {
            found.push(Call { name: start..end, inside: open + 1..open + close });
            at = open + close + 1;
        }
    }
    found
}

/// Splits a comparison outside of parentheses: its sides, and whether the left one is to be less. Nothing where there is none,
/// or more than one.
fn comparison(text: &str) -> Option<(&str, bool, &str)> {
    let mut depth = 0;
    let signs: Vec<(usize, char)> = text
        .char_indices()
        .filter(|(_, c)| {
            depth += i32::from(*c == '(') - i32::from(*c == ')');
            depth == 0 && "<>".contains(*c)
        })
        .collect();
    let [(at, sign)] = signs[..] else { return None };
    let right = text[at + 1..].strip_prefix('=').unwrap_or(&text[at + 1..]);
    let left = &text[..at];
    (!left.trim().is_empty() && !right.trim().is_empty()).then_some((left, sign == '<', right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_figures_are_found_with_what_is_between_their_parentheses() {
        let text = "mean(a*(b + 1)) + 2*std (c) - my_mean(d) + mean.x";
        let found: Vec<(&str, &str)> = calls(text).into_iter().map(|c| (&text[c.name], &text[c.inside])).collect();
        assert_eq!(found, [("mean", "a*(b + 1)"), ("std", "c")]);
        assert!(calls("mean(a").is_empty());
    }

    #[test]
    fn comparisons_have_two_sides() {
        assert_eq!(comparison("a <= (b < 3)*2"), Some(("a ", true, " (b < 3)*2")));
        assert_eq!(comparison("a > 0.06"), Some(("a ", false, " 0.06")));
        assert_eq!((comparison("a < b < c"), comparison("a"), comparison("< 3")), (None, None, None));
    }
}
