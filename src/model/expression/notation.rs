//! The usual notation of an expression, rewritten for the parser.
//!
//! The parser takes a name that begins like `max` for the function, knows no exponents in numbers, and
//! reads only the outermost of nested commas. So names are put into braces, a call `max(a, b)` becomes
//! `((a) max (b))`, and every mistake that can be told here is told here.

use super::{ExpressionError, Vocabulary};
use exmex::{MakeOperators, MatchLiteral};

/// A longer text is no expression: it bounds how deep the tree can be.
const LONGEST: usize = 1000;

/// Marks parentheses that do not hold a function's arguments.
pub(super) const GROUP: &str = "group_";

/// Numbers such as `2`, `.5` and `1.5e-3`.
#[derive(Clone, Debug)]
pub(super) struct Number;

impl MatchLiteral for Number {
    fn is_literal(text: &str) -> Option<&str> {
        text.get(..number_length(text)).filter(|number| !number.is_empty())
    }
}

/// The length of the number at the beginning of a text; zero where there is none.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let mut end = digits(0);
    let mut count = end;
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        end += 1 + fraction;
        count += fraction;
    }
    if count == 0 {
        return 0;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    end
}

/// What a pair of parentheses holds.
enum Parenthesis {
    Group,
    /// The argument of a function.
    One,
    /// The arguments of a function of two, and whether the comma has come.
    Two(&'static str, bool),
}

/// What a name means.
enum Word {
    Constant,
    One(&'static str),
    Two(&'static str),
}

fn word(name: &str) -> Option<Word> {
    let operator = Vocabulary::make().into_iter().find(|o| o.repr() == name && name != GROUP)?;
    Some(match operator {
        o if o.constant().is_some() => Word::Constant,
        o if o.has_bin() => Word::Two(o.repr()),
        o => Word::One(o.repr()),
    })
}

/// Rewrites a text over the given parameters.
pub(super) fn rewrite(text: &str, parameters: &[String]) -> Result<String, ExpressionError> {
    let syntax = |reason: String| ExpressionError::Syntax { text: text.to_string(), reason };
    if text.len() > LONGEST {
        return Err(ExpressionError::TooLong { found: text.len(), limit: LONGEST });
    }
    let mut out = String::with_capacity(2 * text.len() + 16);
    let mut open: Vec<Parenthesis> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let number = number_length(rest);
        let mut length = if number > 0 { number } else { c.len_utf8() };
        match c {
            _ if number > 0 => out.push_str(&rest[..number]),
            _ if c.is_whitespace() => out.push(' '),
            '+' | '-' | '*' | '/' | '^' => out.push(c),
            '(' => {
                out.push_str(" group_(");
                open.push(Parenthesis::Group);
            }
            ',' => match open.last_mut() {
                Some(Parenthesis::Two(name, comma @ false)) => {
                    *comma = true;
                    out.push_str(&format!(") {name} group_("));
                }
                _ => return Err(syntax("a comma separates the two arguments of atan2, min and max only".into())),
            },
            ')' => match open.pop() {
                None => return Err(syntax("a closing parenthesis has no opening one".into())),
                Some(Parenthesis::Two(name, false)) => return Err(syntax(format!("{name} has two arguments"))),
                Some(Parenthesis::Two(_, true)) => out.push_str("))"),
                Some(Parenthesis::Group | Parenthesis::One) => out.push(')'),
            },
            _ if c.is_alphabetic() || c == '_' => {
                length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                let name = &rest[..length];
                let call = rest[length..].trim_start();
                let opening = rest.len() - call.len() + 1;
                match word(name) {
                    _ if parameters.iter().any(|p| p == name) => out.push_str(&format!("{{{name}}}")),
                    None => return Err(unknown(text, name, parameters)),
                    Some(Word::Constant) => out.push_str(name),
                    Some(_) if !call.starts_with('(') => {
                        return Err(syntax(format!("the argument of {name} belongs in parentheses")));
                    }
                    Some(Word::One(name)) => {
                        out.push_str(&format!(" {name}("));
                        open.push(Parenthesis::One);
                        length = opening;
                    }
                    Some(Word::Two(name)) => {
                        out.push_str(" group_( group_(");
                        open.push(Parenthesis::Two(name, false));
                        length = opening;
                    }
                }
            }
            _ => return Err(syntax(format!("{c:?} has no meaning here"))),
        }
        rest = &rest[length..];
    }
    match open.is_empty() {
        true => Ok(out),
        false => Err(syntax("a closing parenthesis is missing".into())),
    }
}

fn unknown(text: &str, name: &str, parameters: &[String]) -> ExpressionError {
    let functions = Vocabulary::make();
    let functions = functions.iter().map(|o| o.repr()).filter(|r| *r != GROUP && r.chars().all(char::is_alphanumeric));
    let nearest = crate::model::nearest(name, parameters.iter().map(String::as_str).chain(functions));
    ExpressionError::UnknownName {
        text: text.to_string(),
        name: name.to_string(),
        nearest: nearest.map(str::to_string),
        parameters: parameters.to_vec(),
    }
}
