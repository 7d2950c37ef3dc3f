//! Rust text as tokens: without comments, strings and what is compiled for tests alone.

/// A word or a sign of a Rust file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A name or a keyword.
    Word(String),
    /// A number, a string or a character; what it says does not matter.
    Literal,
    /// Any other character.
    Sign(char),
    /// `::`.
    Path,
}

impl Token {
    /// Returns the name, if it is one.
    pub(crate) fn word(&self) -> Option<&str> {
        if let Token::Word(word) = self { Some(word) } else { None }
    }

    /// Says whether it is this name or keyword.
    pub(crate) fn is(&self, word: &str) -> bool {
        self.word() == Some(word)
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Splits a text into tokens, without comments.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let c: Vec<char> = text.chars().collect();
    let at = |i: usize| c.get(i).copied().unwrap_or('\0');
    let (mut out, mut i) = (Vec::new(), 0);
    while i < c.len() {
        let rest = |word: &str| word.chars().enumerate().all(|(k, w)| at(i + k) == w);
        if c[i].is_whitespace() {
            i += 1;
        } else if rest("//") {
            while i < c.len() && c[i] != '\n' {
                i += 1;
            }
        } else if rest("/*") {
            let mut depth = 0;
            loop {
                match (at(i), at(i + 1)) {
                    ('/', '*') => (depth, i) = (depth + 1, i + 2),
                    ('*', '/') => (depth, i) = (depth - 1, i + 2),
                    _ => i += 1,
                }
                if depth == 0 || i >= c.len() {
                    break;
                }
            }
        } else if let Some(end) = string_end(&c, i) {
            out.push(Token::Literal);
            i = end;
        } else if c[i] == '\'' && (at(i + 1) == '\\' || at(i + 2) == '\'') {
            // a character; otherwise it is a lifetime, whose name is no name of an item
            i += 3;
            while i < c.len() && c[i - 1] != '\'' {
                i += 1;
            }
            out.push(Token::Literal);
        } else if c[i] == '\'' {
            i += 1;
            while is_word(at(i)) {
                i += 1;
            }
        } else if c[i].is_ascii_digit() {
            while is_word(at(i)) || (at(i) == '.' && at(i + 1).is_ascii_digit()) {
                i += 1;
            }
            out.push(Token::Literal);
        } else if is_word(c[i]) {
            let start = i;
            while is_word(at(i)) {
                i += 1;
            }
            out.push(Token::Word(c[start..i].iter().collect()));
        } else if rest("::") {
            out.push(Token::Path);
            i += 2;
        } else {
            out.push(Token::Sign(c[i]));
            i += 1;
        }
    }
    out
}

/// Returns where the string that begins here ends, if one does.
fn string_end(c: &[char], start: usize) -> Option<usize> {
    let at = |i: usize| c.get(i).copied().unwrap_or('\0');
    let mut i = start;
    while matches!(at(i), 'b' | 'c' | 'r') && i < start + 2 {
        i += 1;
    }
    let raw = i > start && at(i - 1) == 'r';
    let mut hashes = 0;
    while raw && at(i) == '#' {
        (hashes, i) = (hashes + 1, i + 1);
    }
    if at(i) != '"' {
        return None;
    }
    i += 1;
    while i < c.len() {
        if at(i) == '\\' && !raw {
            i += 1;
        } else if at(i) == '"' && (1..=hashes).all(|k| at(i + k) == '#') {
            return Some(i + 1 + hashes);
        }
        i += 1;
    }
    Some(i)
}

/// Returns the tokens without the items that `#[cfg(test)]` marks, and the names of the files among them that such a
/// `mod name;` declares. What follows such an item is kept.
pub(crate) fn without_tests(all: &[Token]) -> (Vec<Token>, Vec<String>) {
    let (mut kept, mut files, mut i) = (Vec::new(), Vec::new(), 0);
    while i < all.len() {
        if !is_test_mark(&all[i..]) {
            kept.push(all[i].clone());
            i += 1;
            continue;
        }
        let end = item_end(all, i);
        let item = &all[i..end];
        if let [.., Token::Word(name), Token::Sign(';')] = item
            && item.iter().any(|token| token.is("mod"))
        {
            files.push(name.clone());
        }
        i = end;
    }
    (kept, files)
}

/// Says whether these begin with `#[cfg(test)]`.
fn is_test_mark(from: &[Token]) -> bool {
    let sign = |k: usize, c: char| from.get(k) == Some(&Token::Sign(c));
    let word = |k: usize, w: &str| from.get(k).is_some_and(|token| token.is(w));
    sign(0, '#') && sign(1, '[') && word(2, "cfg") && sign(3, '(') && word(4, "test") && sign(5, ')') && sign(6, ']')
}

/// Returns the end of the item that begins here with its attributes: its first `;` or the end of its first braces
/// outside of all brackets.
fn item_end(all: &[Token], start: usize) -> usize {
    let mut depth = 0;
    for (i, token) in all.iter().enumerate().skip(start) {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(close @ (')' | ']' | '}')) => {
                depth -= 1;
                if depth == 0 && *close == '}' {
                    return i + 1;
                }
            }
            Token::Sign(';') if depth == 0 => return i + 1,
            _ => {}
        }
    }
    all.len()
}
