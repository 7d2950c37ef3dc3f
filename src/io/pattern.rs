//! Patterns of names, as a shell takes them.

/// Tells whether a text stands for several names: it holds `*` or `?`.
pub fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// Tells whether a pattern fits a whole name: `*` stands for any characters or none, `?` for one, all others for themselves.
pub fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // the last star, and where the name goes on after what it stands for
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((at, behind)) = star else { return false };
                star = Some((at, behind + 1));
                (p, n) = (at + 1, behind + 1);
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::{fits, is_pattern};

    #[test]
    fn stars_stand_for_any_run_and_question_marks_for_one() {
        for (pattern, name, expected) in [
            ("*", "", true),
            ("*", "knee", true),
            ("a*", "a", true),
            ("a*", "ankle", true),
            ("a*", "knee", false),
            ("*.x", "com.x", true),
            ("*.x", "com.xy", false),
            ("leg_?_*", "leg_1_hip", true),
            ("leg_?_*", "leg_12_hip", false),
            ("*a*b", "aab", true),
            ("*ab*ab", "abxab", true),
            ("*ab*ab", "ab", false),
            ("?", "\u{e9}", true),
            ("?", "", false),
            ("com.x", "com.x", true),
            ("com.x", "comax", false),
        ] {
            assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
        }
        assert!(is_pattern("a*") && is_pattern("a?") && !is_pattern("a.b"));
    }
}
