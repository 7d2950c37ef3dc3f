//! The usual notation of an expression, rewritten for the parser.
//!
//! The parser takes a name that begins like `max` for the function, knows no exponents in numbers, reads
//! only the outermost of nested commas, and has no functions of three arguments. So a name becomes its place in
//! the scope in braces, a call `max(a, b)` becomes `((a) max (b))`, a call `where(c, a, b)` becomes
//! `((c) where ((a) pair_ (b)))`, and every mistake that can be told here is told here.

use super::{Expr, ExpressionError, Scope, Vocabulary};
use exmex::{MakeOperators, MatchLiteral};

/// A longer text is no expression: it bounds how deep the tree can be.
const LONGEST: usize = 1000;

/// Marks parentheses that do not hold a function's arguments.
pub(super) const GROUP: &str = "group_";

/// Joins the last two arguments of a function of three.
pub(super) const PAIR: &str = "pair_";

/// The functions of three arguments.
const OF_THREE: [&str; 2] = ["where", "clamp"];

/// The name of a place of the scope, for the parser.
fn name_of(place: usize) -> String {
    format!("{{v{place}}}")
}

/// The parameter or variable of a name that the parser has read.
pub(super) fn place(name: &str) -> Option<Expr> {
    name.strip_prefix('v')?.parse().ok().map(Expr::Parameter)
}

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
    /// The arguments of a function of two or three, and how many commas have come.
    Several {
        name: &'static str,
        arguments: usize,
        commas: usize,
    },
}

/// What a name means.
enum Word {
    Constant,
    One(&'static str),
    Several(&'static str, usize),
}

fn word(name: &str) -> Option<Word> {
    let operator = Vocabulary::make().into_iter().find(|o| o.repr() == name && !is_hidden(name))?;
    Some(match operator {
        o if o.constant().is_some() => Word::Constant,
        o if o.has_bin() => Word::Several(o.repr(), if OF_THREE.contains(&o.repr()) { 3 } else { 2 }),
        o => Word::One(o.repr()),
    })
}

fn is_hidden(name: &str) -> bool {
    name == GROUP || name == PAIR
}

/// The words of all functions of several arguments, for messages.
fn of_several() -> String {
    let operators = Vocabulary::make();
    let words = operators.iter().map(|o| o.repr()).filter(|w| matches!(word(w), Some(Word::Several(..))));
    words.filter(|w| w.chars().all(char::is_alphanumeric)).collect::<Vec<_>>().join(", ")
}

fn wrong_count(name: &str, arguments: usize) -> String {
    format!("{name} has {} arguments", if arguments == 2 { "two" } else { "three" })
}

/// Rewrites a text over the names of a scope.
pub(super) fn rewrite(text: &str, scope: &Scope) -> Result<String, ExpressionError> {
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
                Some(Parenthesis::Several { name, arguments, commas }) => {
                    *commas += 1;
                    match (*arguments, *commas) {
                        (2, 1) => out.push_str(&format!(") {name} group_(")),
                        (3, 1) => out.push_str(&format!(") {name} group_( group_(")),
                        (3, 2) => out.push_str(&format!(") {PAIR} group_(")),
                        _ => return Err(syntax(wrong_count(name, *arguments))),
                    }
                }
                _ => return Err(syntax(format!("a comma separates the arguments of {} only", of_several()))),
            },
            ')' => match open.pop() {
                None => return Err(syntax("a closing parenthesis has no opening one".into())),
                Some(Parenthesis::Several { name, arguments, commas }) => {
                    if commas + 1 < arguments {
                        return Err(syntax(wrong_count(name, arguments)));
                    }
                    out.push_str(&")".repeat(arguments));
                }
                Some(Parenthesis::Group | Parenthesis::One) => out.push(')'),
            },
            _ if c.is_alphabetic() || c == '_' => {
                length = name_length(rest);
                let name = &rest[..length];
                let call = rest[length..].trim_start();
                let opening = rest.len() - call.len() + 1;
                let places = scope.places(name);
                match word(name) {
                    _ if places.len() > 1 => {
                        let (text, name) = (text.to_string(), name.to_string());
                        return Err(ExpressionError::Ambiguous { text, name, scope: scope.clone() });
                    }
                    _ if places.len() == 1 => out.push_str(&name_of(places[0])),
                    None => return Err(unknown(text, name, scope)),
                    Some(Word::Constant) => out.push_str(name),
                    Some(_) if !call.starts_with('(') => {
                        return Err(syntax(format!("the argument of {name} belongs in parentheses")));
                    }
                    Some(Word::One(name)) => {
                        out.push_str(&format!(" {name}("));
                        open.push(Parenthesis::One);
                        length = opening;
                    }
                    Some(Word::Several(name, arguments)) => {
                        out.push_str(" group_( group_(");
                        open.push(Parenthesis::Several { name, arguments, commas: 0 });
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

/// The length of the name at the beginning of a text: words of letters, digits and `_`, joined by dots.
fn name_length(text: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let word = |from: usize| text[from..].find(|c: char| !is_word(c)).map_or(text.len(), |n| from + n);
    let mut end = word(0);
    while text[end..].starts_with('.') && text[end + 1..].starts_with(is_word) {
        end = word(end + 1);
    }
    end
}

fn unknown(text: &str, name: &str, scope: &Scope) -> ExpressionError {
    let functions = Vocabulary::make();
    let functions =
        functions.iter().map(|o| o.repr()).filter(|r| !is_hidden(r) && r.chars().all(char::is_alphanumeric));
    let nearest = crate::model::nearest(name, scope.names().map(String::as_str).chain(functions));
    ExpressionError::UnknownName {
        text: text.to_string(),
        name: name.to_string(),
        nearest: nearest.map(str::to_string),
        scope: scope.clone(),
    }
}
