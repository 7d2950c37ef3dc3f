//! How columns of result tables are named.

use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Says how columns are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnNames {
    /// The names of the scenario: `com.x`, `d(com.x)/d(mass)`.
    #[default]
    Usual,
    /// Letters, digits and `_`, as pandas and SQL take them without quotes: `com_x`, `d_com_x_d_mass`.
    Plain,
}

/// Words that SQL or Python keep for themselves, in small letters.
const RESERVED: &str = " all analyse analyze and any array as asc assert async asymmetric at await begin between both break by case \
    cast check class collate column commit constraint continue create cross current_date current_time current_timestamp \
    current_user def default deferrable del delete desc describe distinct do drop elif else end escape except exists \
    false fetch finally for foreign from full global grant group having if import in index initially inner insert \
    intersect into is isnull join lambda lateral leading left like limit localtime localtimestamp natural none nonlocal \
    not notnull null offset on only or order outer over partition pass pivot placing primary qualify raise references \
    returning return right row rows select set show similar some summarize symmetric table tablesample then to trailing \
    transaction true try union unique unpivot update user using values variadic verbose when where while window with \
    yield ";

impl ColumnNames {
    /// Returns the word for the command line and the manifest.
    pub fn name(self) -> &'static str {
        match self {
            Self::Usual => "usual",
            Self::Plain => "plain",
        }
    }

    /// Returns the names of columns, which stay different, also for those to whom capitals are small letters.
    pub(crate) fn of(self, usual: &[String]) -> Vec<String> {
        if self == Self::Usual {
            return usual.to_vec();
        }
        // a name that is plain already is not taken from its column by another
        let mut taken: HashSet<String> = HashSet::new();
        let keeps: Vec<bool> = usual.iter().map(|x| plain(x) == *x && taken.insert(x.to_ascii_lowercase())).collect();
        let mut name = |(name, keeps): (&String, bool)| {
            let plain = plain(name);
            if keeps {
                return plain;
            }
            let further = (2..).map(|n: u64| format!("{plain}_{n}"));
            let mut names = std::iter::once(plain.clone()).chain(further);
            names.find(|name| taken.insert(name.to_ascii_lowercase())).unwrap_or(plain)
        };
        usual.iter().zip(keeps).map(&mut name).collect()
    }
}

/// Joins the words of a name.
fn plain(name: &str) -> String {
    let words: Vec<&str> =
        name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
    let plain = words.join("_");
    let reserved = RESERVED.contains(&format!(" {} ", plain.to_ascii_lowercase()));
    match plain.chars().next() {
        None => "column".into(),
        Some(c) if c.is_ascii_digit() => format!("c_{plain}"),
        Some(_) if reserved => format!("{plain}_"),
        Some(_) => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_are_words_and_different() {
        let usual =
            ["member", "mass", "com.x", "d(com.x)/d(mass)", "d_com_x_d_mass", "Mass", "end", "2nd link", "häng", "(,)"];
        let plain = ColumnNames::Plain.of(&usual.map(String::from));
        let expected = [
            "member",
            "mass",
            "com_x",
            "d_com_x_d_mass_2",
            "d_com_x_d_mass",
            "Mass_2",
            "end_",
            "c_2nd_link",
            "h_ng",
            "column",
        ];
        assert_eq!(plain, expected);
        assert_eq!(ColumnNames::Usual.of(&usual.map(String::from)), usual);
    }
}
