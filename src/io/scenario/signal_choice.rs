//! Signals whose members have files or columns of their own: what stands in the place of a name in braces, as in
//! `file = "gust_{member}.csv"`.

use super::keys::Keys;
use super::plan::Planned;
use super::unstated::{MEMBER, in_braces, own_number};
use crate::interpolation::SampledFamily;
use crate::model::{Invalid, Section};
use crate::plot::counted;

/// Says what each member has in the place of a name in braces.
pub(super) struct Choice {
    /// The name in braces.
    name: String,
    /// The number of the parameter that says which one a member has.
    pub(super) parameter: usize,
    /// The values of that parameter over the members, and what stands for each in the place of the name.
    pub(super) each: Vec<(u64, String)>,
    /// The parameter's default, where no member has it.
    pub(super) default: Option<u64>,
}

impl Choice {
    /// Reads the choice that the keys of a signal leave to members, if they leave any.
    pub(super) fn read(section: &mut Keys<'_>, signal: &str, planned: &Planned) -> Result<Option<Self>, Invalid> {
        let Some((key, name)) = in_braces(section)? else { return Ok(None) };
        let column = if name == MEMBER { own_number(signal) } else { name.clone() };
        let Some(parameter) = section.document.parameter(&column) else {
            let message = format!(
                "found {{{name}}}; accepted: {{{MEMBER}}}, a parameter whose values are whole numbers, or a column of the plan's table"
            );
            return Err(section.invalid(key, message));
        };
        let default = section.document.defaults.borrow()[parameter];
        let most = SampledFamily::LARGEST_NUMBER;
        let of_plan = planned.plan.columns().iter().position(|of| *of == column);
        let values = match of_plan {
            None => vec![default],
            Some(at) => planned.plan.values_of(at, most as usize).ok_or_else(|| {
                section.invalid(key, format!("{{{name}}} has more than {most} values; accepted: at most so many"))
            })?,
        };
        let whole = |value: f64| Some(value as u64).filter(|whole| *whole <= most && *whole as f64 == value);
        let texts = planned.texts.get(&column);
        let one = |value: f64| match whole(value) {
            Some(number) => {
                Ok((number, texts.map_or_else(|| number.to_string(), |texts| texts[number as usize].clone())))
            }
            None => {
                let message = format!("{{{name}}} is {value:?} of a member; accepted: whole numbers from 0 to {most}");
                Err(section.invalid(key, message))
            }
        };
        let each = values.into_iter().map(one).collect::<Result<Vec<_>, _>>()?;
        let default = whole(default).filter(|default| each.iter().all(|(number, _)| number != default));
        Ok(Some(Self { name, parameter, each, default }))
    }

    /// Puts what a member has in the place of the name.
    pub(super) fn filled(&self, text: &str, with: &str) -> String {
        text.replace(&self.pattern(), with)
    }

    /// Returns the name in its braces.
    pub(super) fn pattern(&self) -> String {
        format!("{{{}}}", self.name)
    }

    /// Tells whether a text holds the name.
    pub(super) fn is_in(&self, text: &str) -> bool {
        text.contains(&self.pattern())
    }

    /// Fails where what stands for the name in that of a file leads elsewhere.
    pub(super) fn check_names(&self, section: &Keys<'_>) -> Result<(), Invalid> {
        let is_wrong = |text: &str| {
            text.is_empty() || text.starts_with('.') || text.contains(|c: char| c.is_control() || "/\\:".contains(c))
        };
        match self.each.iter().find(|(_, text)| is_wrong(text)) {
            None => Ok(()),
            Some((_, text)) => {
                let of = self.pattern();
                let message = format!(
                    "{of} is {text:?} of a member; accepted in the name of a file: a text without / and \\, not beginning with a dot"
                );
                Err(section.invalid("file", message))
            }
        }
    }

    /// Says that members have together this many bytes of samples, where these are many.
    pub(super) fn note(&self, signal: &str, bytes: usize) -> Option<String> {
        let count = counted(self.each.len() as u64, "function");
        let (size, of) = (bytes as f64 / 1e6, self.pattern());
        (bytes >= MANY_BYTES)
            .then(|| format!("the signal {signal:?} holds {count}, one for each {of}: {size:.0} MB in memory"))
    }
}

/// So many bytes are said.
const MANY_BYTES: usize = 1 << 28;
