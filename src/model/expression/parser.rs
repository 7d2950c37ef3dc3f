//! From text to tree, by binding powers (Pratt 1973, "Top down operator precedence").
//!
//! From loose to tight: `or`, `and`, comparisons (these in conditions alone), `+` and `-`, `*` and `/`, a sign, `^`. Equals are taken from the left, powers from the right:
//! `a - b + c` is `(a - b) + c`, `a/b*c` is `(a/b)*c`, and `-a^b^c` is `-(a^(b^c))`. Exponents without names are
//! evaluated here, so that `a^(1+1)` and `a^-2` are powers of a whole number as `a^2` is.

use super::arguments::wrong_always;
use super::error::ExpressionError;
use super::functions::{Binary, Unary};
use super::scope::{Called, Scope};
use super::tree::{Expr, Signal};
use super::vocabulary::{Builtin, SUM, constant, infix};
use crate::model::unit::Unit;
use std::sync::Arc;

/// Limits the length of a text, in bytes, and so bounds how deep the tree can be.
const LONGEST: usize = 1000;

/// The name that stands for the value at the instant before, of sampled variables.
const PREVIOUS: &str = "previous";

/// Says in messages what can follow a value.
const OPERATOR: &str = "one of + - * / ^";

/// Says in messages what can follow a value in a condition.
const OPERATOR_OF_CONDITIONS: &str = "one of + - * / ^ < <= > >= and or";

/// Lists what is more than one character but neither a number nor a name.
const PAIRS: [&str; 6] = ["<=", ">=", "==", "!=", "&&", "||"];

impl Expr {
    /// Parses a text over the names of a scope.
    ///
    /// # Errors
    /// Where the text is no expression, or uses a name that the scope has not or has twice.
    pub fn parse(text: &str, scope: &Scope) -> Result<Self, ExpressionError> {
        if let Ok(number) = text.trim().parse::<f64>() {
            return Ok(Expr::Constant(number));
        }
        Ok(Self::tree(text, scope, SUM)?.folded())
    }

    /// Parses a condition over the names of a scope: comparisons, which may be joined by `and` and `or`. Its value is 1
    /// where it holds, 0 where it does not, and not a number where what is missing decides.
    ///
    /// # Errors
    /// Where the text is no condition, or uses a name that the scope has not or has twice.
    pub fn parse_condition(text: &str, scope: &Scope) -> Result<Self, ExpressionError> {
        let tree = Self::tree(text, scope, 0)?;
        if is_condition(&tree) { Ok(tree.folded()) } else { Err(ExpressionError::NoComparison { text: text.into() }) }
    }

    /// Parses one side of a comparison of a condition, whose numbers may have units, over the names of a scope.
    ///
    /// # Errors
    /// Where the text is no expression, or uses a name that the scope has not or has twice.
    pub fn parse_side(text: &str, scope: &Scope) -> Result<Self, ExpressionError> {
        Ok(Self::tree(text, scope, 0)?.folded())
    }

    /// Parses a text whose operators bind at least as tight as `lowest`.
    fn tree(text: &str, scope: &Scope, lowest: u8) -> Result<Self, ExpressionError> {
        if text.len() > LONGEST {
            return Err(ExpressionError::TooLong { found: text.len(), limit: LONGEST });
        }
        let mut parser = Parser { text, scope, lowest, token: "", end: 0 };
        parser.advance();
        let tree = parser.expression(lowest).map_err(|e| *e)?;
        let operators = parser.operators();
        parser.expect("", || format!("{operators}, or the end")).map_err(|e| *e)?;
        Ok(tree)
    }
}

/// Says whether an expression is a comparison, or several that are joined.
fn is_condition(expression: &Expr) -> bool {
    matches!(expression, Expr::Binary(function, ..) if function.is_condition())
}

/// Holds an error in a box, which keeps the frames of nested calls small.
type Parsed<T> = Result<T, Box<ExpressionError>>;

/// Walks along a text, token by token.
struct Parser<'a> {
    text: &'a str,
    scope: &'a Scope,
    /// How tight operators bind at least, outside of calls.
    lowest: u8,
    /// A number, a name or a single character; empty at the end of the text.
    token: &'a str,
    /// Where the token ends, in bytes.
    end: usize,
}

impl<'a> Parser<'a> {
    /// Goes to the next token.
    fn advance(&mut self) {
        let rest = self.text[self.end..].trim_start();
        let character = rest.chars().next().map_or(0, char::len_utf8);
        let pair = PAIRS.iter().find(|pair| rest.starts_with(**pair)).map_or(0, |pair| pair.len());
        let length = number_length(rest).max(name_length(rest)).max(character).max(pair);
        self.token = &rest[..length];
        self.end = self.text.len() - rest.len() + length;
    }

    /// Parses operands joined by operators that bind at least as tight as `lowest`.
    fn expression(&mut self, lowest: u8) -> Parsed<Expr> {
        let mut left = self.operand()?;
        while let Some((power, operator)) = infix(self.token).filter(|(power, _)| *power >= lowest) {
            let (token, column) = (self.token, self.column());
            self.advance();
            let right = self.expression(power + 1)?;
            if [&left, &right].iter().any(|operand| is_condition(operand) != operator.is_of_conditions()) {
                return Err(self.misplaced(operator, token, column));
            }
            left = Expr::binary(operator, left, right);
        }
        Ok(left)
    }

    /// Parses operands whose value is a number.
    fn number(&mut self) -> Parsed<Expr> {
        let column = self.column();
        let number = self.expression(SUM)?;
        self.check_number(number, column)
    }

    /// Refuses a condition where a number is needed.
    fn check_number(&self, operand: Expr, column: usize) -> Parsed<Expr> {
        if !is_condition(&operand) {
            return Ok(operand);
        }
        let (found, accepted) = ("a comparison".to_string(), "a number".to_string());
        Err(Box::new(ExpressionError::Syntax { text: self.text.to_string(), column, found, accepted }))
    }

    /// Parses a value, perhaps raised to a power, with its signs.
    fn operand(&mut self) -> Parsed<Expr> {
        let mut minus_signs = 0;
        while matches!(self.token, "+" | "-") {
            minus_signs += usize::from(self.token == "-");
            self.advance();
        }
        let column = self.column();
        let mut operand = self.value()?;
        if self.token == "^" {
            self.advance();
            let (base, place) = (self.check_number(operand, column)?, self.column());
            let exponent = self.operand()?;
            operand = Expr::binary(Binary::Pow, base, self.check_number(exponent, place)?.folded());
        }
        if minus_signs > 0 {
            operand = self.check_number(operand, column)?;
        }
        Ok((0..minus_signs).fold(operand, |operand, _| Expr::unary(Unary::Neg, operand)))
    }

    /// Parses a number, a name, a call or something in parentheses.
    fn value(&mut self) -> Parsed<Expr> {
        let (token, column) = (self.token, self.column());
        if number_length(token) > 0 {
            self.advance();
            return self.in_unit(token.parse().expect("a number's digits"));
        }
        if token == "(" {
            self.advance();
            let (inner, operators) = (self.expression(self.lowest)?, self.operators());
            self.expect(")", || format!("{operators}, or \")\" for the \"(\" of column {column}"))?;
            return Ok(inner);
        }
        if name_length(token) == 0 {
            return Err(self.refused("a number, a name, a function or \"(\"".to_string()));
        }
        self.name()
    }

    /// Converts a number in a condition that a unit stands behind, as in `swing > 102.4 deg`.
    fn in_unit(&mut self, number: f64) -> Parsed<Expr> {
        let begin = self.end - self.token.len();
        let rest = &self.text[begin..];
        let is_name = name_length(self.token) > 0 && !matches!(self.token, "and" | "or");
        if self.lowest == SUM || !(is_name || rest.starts_with(['°', '%', 'µ'])) {
            return Ok(Expr::Constant(number));
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let is_whole = |end: &usize| {
            let (unit, behind) = rest.split_at(*end);
            !(unit.ends_with(char::is_whitespace) || unit.ends_with(is_word) && behind.starts_with(is_word))
        };
        let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).filter(is_whole);
        let longest = ends.filter_map(|end| Some((end, Unit::parse(&rest[..end]).ok()?))).next_back();
        let Some((end, unit)) = longest else { return Ok(Expr::Constant(number)) };
        let is_known = |name: &&str| !self.scope.places(name).is_empty() || self.scope.definition(name).is_some();
        if let Some(name) =
            unit.text.split(|c: char| !is_word(c)).filter(|name| !name.is_empty()).skip(1).find(is_known)
        {
            let (text, column) = (self.text.to_string(), self.column());
            let found = format!("{:?}, in which {name} may be what has that name", unit.text);
            let accepted = "a unit alone, or the number in units of the SI".to_string();
            return Err(Box::new(ExpressionError::Syntax { text, column, found, accepted }));
        }
        self.end = begin + end;
        self.advance();
        Ok(Expr::Constant(unit.factor.to_si(number)))
    }

    /// Parses a parameter, a variable, what a name stands for, a constant or a call.
    fn name(&mut self) -> Parsed<Expr> {
        let token = self.token;
        if let Some(Called { signal, scale }) = self.scope.called(token) {
            return self.signal(token, signal, scale);
        }
        if token == PREVIOUS && self.scope.has_previous() {
            return self.previous();
        }
        let definition = self.scope.definition(token);
        let leaf = match (&self.scope.places(token)[..], definition, constant(token), Builtin::named(token)) {
            ([place], None, ..) => self.scope.leaf(*place),
            ([], Some(expression), ..) => expression.clone(),
            ([], None, Some(value), _) => Expr::Constant(value),
            ([], None, _, Some((signature, function))) => return self.call(signature, function),
            (places, ..) => return Err(self.nameless(places.len() + usize::from(definition.is_some()))),
        };
        self.advance();
        Ok(leaf)
    }

    /// Parses the value of a sampled variable at the instant before.
    fn previous(&mut self) -> Parsed<Expr> {
        self.advance();
        self.expect("(", || format!("\"(\", as in {PREVIOUS}(u)"))?;
        let name = format!("{PREVIOUS}.{}", self.token);
        let [place] = self.scope.places(&name)[..] else {
            let known = self.scope.names().filter_map(|name| name.strip_prefix("previous."));
            return Err(self.refused(format!("one of {}", known.collect::<Vec<&str>>().join(", "))));
        };
        let leaf = self.scope.leaf(place);
        self.advance();
        self.expect(")", || format!("\")\" after the name in {PREVIOUS}(..)"))?;
        Ok(leaf)
    }

    /// Parses a function's name and its arguments.
    fn call(&mut self, signature: &str, function: Builtin) -> Parsed<Expr> {
        let column = self.column();
        self.advance();
        self.expect("(", || format!("\"(\", as in {signature}"))?;
        let mut arguments = vec![self.number()?];
        while arguments.len() < function.arity() {
            self.expect(",", || format!("{OPERATOR}, or \",\" and the next argument of {signature}"))?;
            arguments.push(self.number()?);
        }
        self.expect(")", || format!("{OPERATOR}, or \")\" after the last argument of {signature}"))?;
        if let Some((found, accepted)) = wrong_always(function, &arguments) {
            let (text, accepted) = (self.text.to_string(), accepted.to_string());
            return Err(Box::new(ExpressionError::Syntax { text, column, found, accepted }));
        }
        let mut arguments = arguments.into_iter();
        let mut next = || arguments.next().expect("an argument for each place");
        Ok(match function {
            Builtin::One(f) => Expr::unary(f, next()),
            Builtin::Two(f) => Expr::binary(f, next(), next()),
            Builtin::Three(f) => Expr::Ternary(f, Arc::new(next()), Arc::new(next()), Arc::new(next())),
        })
    }

    /// Parses a signal: its name, an apostrophe for each derivative, and its argument.
    fn signal(&mut self, name: &str, signal: &Arc<Signal>, scale: &Expr) -> Parsed<Expr> {
        self.advance();
        let mut order = 0;
        while self.token == "'" {
            order += 1;
            self.advance();
        }
        self.expect("(", || format!("\"(\", as in {name}(t), or {name}'(t) of the derivative"))?;
        let argument = self.number()?;
        self.expect(")", || format!("{OPERATOR}, or \")\" after the argument of {name}"))?;
        let value = Expr::Signal(Arc::clone(signal), order, Arc::new(argument));
        let is_one = matches!(scale, Expr::Constant(1.0));
        Ok(if is_one { value } else { Expr::binary(Binary::Mul, scale.clone(), value) })
    }

    /// Goes past a token that must stand here.
    fn expect(&mut self, token: &str, accepted: impl Fn() -> String) -> Parsed<()> {
        if self.token != token {
            return Err(self.refused(accepted()));
        }
        self.advance();
        Ok(())
    }

    /// Says what can follow a value.
    fn operators(&self) -> &'static str {
        if self.lowest < SUM { OPERATOR_OF_CONDITIONS } else { OPERATOR }
    }

    /// Says that an operator does not suit what is on both sides of it.
    fn misplaced(&self, operator: Binary, token: &str, column: usize) -> Box<ExpressionError> {
        let (found, accepted) = match operator.is_of_conditions() {
            true => ("something else than a comparison", "comparisons on both sides of it, as in \"a > 1 and b < 2\""),
            false => ("a comparison", "numbers on both sides of it; comparisons are joined by \"and\", \"or\""),
        };
        let (text, found) = (self.text.to_string(), format!("{token:?} beside {found}"));
        Box::new(ExpressionError::Syntax { text, column, found, accepted: accepted.to_string() })
    }

    /// Says that the token cannot stand here.
    fn refused(&self, mut accepted: String) -> Box<ExpressionError> {
        if self.lowest == SUM && matches!(self.token, "<" | "<=" | ">" | ">=" | "==" | "and" | "or" | "&&" | "||") {
            accepted += "; comparisons stand in [[probability]] alone: step(a - b) is 1 where a >= b and otherwise 0, \
                         where(a - b, x, y) is x where a > b and otherwise y";
        }
        accepted += &self.unit_instead(&accepted);
        let found = match self.token {
            "" => "the end".to_string(),
            token => format!("{token:?}"),
        };
        let text = self.text.to_string();
        Box::new(ExpressionError::Syntax { text, column: self.column(), found, accepted })
    }

    /// Says how a number in another unit than that of the SI is given, where a unit stands behind a number.
    fn unit_instead(&self, accepted: &str) -> String {
        let (number, unit) = self.text.split_at(self.end - self.token.len());
        let is_unit = accepted.starts_with(OPERATOR) && !self.token.starts_with(|c: char| c.is_ascii_digit());
        let (Ok(x), Ok(factor), true) =
            (number.trim().parse::<f64>(), Unit::parse(unit).map(|unit| unit.factor), is_unit)
        else {
            return String::new();
        };
        let unit = unit.trim();
        let value = match unit {
            "deg" | "°" => format!("{}*pi/180", number.trim()),
            _ => format!("{:?}", factor.to_si(x)),
        };
        format!("; numbers are in units of the SI, here {value}; in others they are parameters, with unit = {unit:?}")
    }

    /// Says why the token, a name that means `meanings` things, cannot be used.
    fn nameless(&self, meanings: usize) -> Box<ExpressionError> {
        let (text, name, scope) = (self.text.to_string(), self.token.to_string(), self.scope.clone());
        if meanings > 1 {
            return Box::new(ExpressionError::Ambiguous { text, name, scope });
        }
        let functions = Builtin::ALL.iter().map(|(signature, _)| Builtin::name(signature));
        let known = self.scope.names().chain(self.scope.signals()).map(String::as_str).chain(functions);
        let is_called = self.text[self.end..].trim_start().starts_with('(');
        let elsewhere = Builtin::elsewhere(self.token).filter(|_| is_called).map(str::to_string);
        let nearest = elsewhere.or_else(|| Some(format!("{:?}", crate::model::nearest(self.token, known)?)));
        Box::new(ExpressionError::UnknownName { text, name, nearest, is_called, scope })
    }

    /// Returns the column of the token: its number among the characters of the text, from one.
    fn column(&self) -> usize {
        self.text[..self.end - self.token.len()].chars().count() + 1
    }
}

/// Measures the number at the beginning of a text, such as `2`, `.5` or `1.5e-3`; zero where there is none.
pub(super) fn number_length(text: &str) -> usize {
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

/// Measures the name at the beginning of a text: words of letters, digits and `_`, joined by dots; zero where
/// there is none.
pub(super) fn name_length(text: &str) -> usize {
    if !text.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return 0;
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let word = |from: usize| text[from..].find(|c: char| !is_word(c)).map_or(text.len(), |n| from + n);
    let mut end = word(0);
    while text[end..].starts_with('.') && text[end + 1..].starts_with(is_word) {
        end = word(end + 1);
    }
    end
}
