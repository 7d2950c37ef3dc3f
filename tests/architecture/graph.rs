//! Which file uses which, as `use` lines and paths say.
//!
//! A file uses another where it names an item that is defined there: in a `use`, or by a path from `crate`, `self`,
//! `super`, a module that it declares, or a name that it has imported. A name is followed through re-exports to the
//! file that defines it. No use are: a `mod` declaration; a re-export (`pub use`) whose name the file itself does not
//! mention; the name of a module as such; a method that is called on a value. So `impl` blocks of one type may lie in
//! private children of its file: those use it, it does not name them. Test modules are left out.

use crate::text::{Token, tokens, without_tests};
use std::collections::{BTreeMap, BTreeSet};

/// A use of a file by another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Use {
    /// The file that uses.
    pub(crate) by: String,
    /// The file that defines what is used.
    pub(crate) of: String,
    /// The first module of the path that is written, below the crate.
    pub(crate) through: String,
}

/// What a name of a module stands for.
#[derive(Clone, Debug)]
enum Meaning {
    Defined,
    /// An import, as a path from the crate.
    Imported(Vec<String>),
}

/// A path from the crate that a file mentions.
struct Mention {
    path: Vec<String>,
    glob: bool,
}

#[derive(Default)]
struct Module {
    file: String,
    children: BTreeSet<String>,
    names: BTreeMap<String, Meaning>,
    globs: Vec<Vec<String>>,
    mentions: Vec<Mention>,
    /// All words outside of `use` lines that begin a path.
    words: BTreeSet<String>,
}

/// The files of a crate.
pub(crate) struct Crate {
    modules: BTreeMap<Vec<String>, Module>,
}

/// Returns the module of a file, as its path from the crate.
pub(crate) fn module_of(file: &str) -> Vec<String> {
    let file = file.trim_end_matches(".rs");
    let mut path: Vec<String> = file.split('/').map(String::from).collect();
    if path.last().is_some_and(|last| last == "mod" || (path.len() == 1 && last == "lib")) {
        path.pop();
    }
    path
}

const ITEMS: [&str; 9] = ["fn", "struct", "enum", "trait", "type", "const", "static", "union", "macro_rules"];

impl Crate {
    /// Reads the files of a crate, `[name, text]` each, named from its root (`lib.rs`, `a/mod.rs`, ...).
    pub(crate) fn new(files: &[(String, String)]) -> Self {
        let parsed: Vec<_> = files.iter().map(|(name, text)| (name, without_tests(&tokens(text)))).collect();
        // a file that is declared for tests, and what lies below it
        let tests: Vec<Vec<String>> = parsed
            .iter()
            .flat_map(|(name, (_, tests))| tests.iter().map(|test| [module_of(name), vec![test.clone()]].concat()))
            .collect();
        let mut modules = BTreeMap::new();
        for (name, (tokens, _)) in parsed {
            let path = module_of(name);
            if name != "main.rs" && !tests.iter().any(|test| path.starts_with(test)) {
                modules.insert(path.clone(), Module::read(name, &path, &tokens));
            }
        }
        Self { modules }
    }

    /// Returns the files that are not tests.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.modules.values().map(|module| module.file.as_str())
    }

    /// Returns the files that define what a path may mean: one, or none where it names a module as such or nothing of
    /// the crate.
    fn definition(&self, path: &[String], depth: usize) -> Option<&str> {
        let mut at = (0..=path.len()).rev().find(|n| self.modules.contains_key(&path[..*n]))?;
        if at == path.len() {
            // an item may have the name of a module
            let parent = self.modules.get(&path[..at.saturating_sub(1)])?;
            if at == 0 || !parent.names.contains_key(&path[at - 1]) {
                return None;
            }
            at -= 1;
        }
        let module = &self.modules[&path[..at]];
        if depth == 0 {
            return None;
        }
        let (name, rest) = (&path[at], &path[at + 1..]);
        match module.names.get(name) {
            Some(Meaning::Defined) => Some(&module.file),
            Some(Meaning::Imported(from)) if from.as_slice() == &path[..at + 1] => None,
            Some(Meaning::Imported(from)) => self.definition(&[from.as_slice(), rest].concat(), depth - 1),
            None => module.globs.iter().find_map(|from| {
                let path = [from.as_slice(), &path[at..]].concat();
                self.definition(&path, depth - 1)
            }),
        }
    }

    /// Returns all uses of a file by another.
    pub(crate) fn uses(&self) -> BTreeSet<Use> {
        let mut uses = BTreeSet::new();
        for module in self.modules.values() {
            for Mention { path, glob } in &module.mentions {
                let named: Vec<Vec<String>> = if *glob {
                    let names = self.modules.get(path).map(|m| m.names.keys()).into_iter().flatten();
                    let named = names.filter(|name| module.words.contains(*name));
                    named.map(|name| [path.as_slice(), std::slice::from_ref(name)].concat()).collect()
                } else {
                    vec![path.clone()]
                };
                for of in named.iter().filter_map(|path| self.definition(path, 16)).filter(|of| *of != module.file) {
                    let through = path.first().cloned().unwrap_or_default();
                    uses.insert(Use { by: module.file.clone(), of: of.to_string(), through });
                }
            }
        }
        uses
    }

    /// Returns the top modules that files name, each with the file: also where nothing is resolved.
    pub(crate) fn names(&self) -> BTreeSet<(String, String)> {
        let mentions = self.modules.values().flat_map(|m| m.mentions.iter().map(|mention| (&m.file, &mention.path)));
        mentions.filter_map(|(file, path)| Some((file.clone(), path.first()?.clone()))).collect()
    }

    /// Returns the circles: sets of files of which each uses, through others of the set, all of them.
    pub(crate) fn circles(&self) -> Vec<Vec<String>> {
        let mut next: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for Use { by, of, .. } in self.uses() {
            next.entry(by).or_default().insert(of);
        }
        let reached = |from: &String| {
            let (mut found, mut open) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(file) = open.pop() {
                for of in next.get(&file).into_iter().flatten() {
                    if found.insert(of.clone()) {
                        open.push(of.clone());
                    }
                }
            }
            found
        };
        let all: BTreeMap<&String, BTreeSet<String>> = next.keys().map(|file| (file, reached(file))).collect();
        let circle = |(file, found): (&&String, &BTreeSet<String>)| {
            let back = found.iter().filter(|of| all.get(of).is_some_and(|found| found.contains(*file)));
            found.contains(*file).then(|| back.cloned().collect::<Vec<String>>())
        };
        all.iter().filter_map(circle).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

impl Module {
    fn read(file: &str, path: &[String], tokens: &[Token]) -> Self {
        let mut module = Self { file: file.to_string(), ..Self::default() };
        // modules within the file, each with the depth of braces that ends it
        let (mut inner, mut depth, mut i) = (Vec::<(String, usize)>::new(), 0, 0);
        let mut bare = Vec::new();
        let mut exported = Vec::new();
        while i < tokens.len() {
            let here: Vec<String> = path.iter().cloned().chain(inner.iter().map(|(name, _)| name.clone())).collect();
            let public = i > 0 && (tokens[i - 1].is("pub") || tokens[i - 1] == Token::Sign(')'));
            match &tokens[i] {
                Token::Sign('{') => depth += 1,
                Token::Sign('}') => {
                    depth -= 1;
                    inner.retain(|(_, end)| *end <= depth);
                }
                Token::Word(word) if word == "mod" => {
                    if let (Some(name), Some(then)) = (tokens.get(i + 1).and_then(Token::word), tokens.get(i + 2)) {
                        if *then == Token::Sign('{') {
                            module.names.insert(name.to_string(), Meaning::Defined);
                            inner.push((name.to_string(), depth + 1));
                        } else {
                            module.children.insert(name.to_string());
                        }
                        i += 1;
                    }
                }
                // not the `use<>` of a return type
                Token::Word(word) if word == "use" && tokens.get(i + 1) != Some(&Token::Sign('<')) => {
                    let end = (i..tokens.len()).find(|k| tokens[*k] == Token::Sign(';')).unwrap_or(tokens.len());
                    let mut found = Vec::new();
                    tree(&tokens[i + 1..end], &[], &mut found);
                    for (written, name, glob) in found {
                        let path = absolute(&written, &here, path, &module);
                        if glob {
                            module.globs.push(path.clone());
                        } else if inner.is_empty() && depth == 0 {
                            module.names.entry(name.clone()).or_insert(Meaning::Imported(path.clone()));
                        }
                        if public && !glob {
                            exported.push((name, path));
                        } else {
                            module.mentions.push(Mention { path, glob });
                        }
                    }
                    i = end;
                }
                Token::Word(word) => {
                    let defines = i > 0 && tokens[i - 1].word().is_some_and(|before| ITEMS.contains(&before));
                    if defines && depth == 0 {
                        module.names.insert(word.clone(), Meaning::Defined);
                    }
                    if word == "macro_rules"
                        && let Some(name) = tokens.get(i + 2).and_then(Token::word)
                    {
                        module.names.insert(name.to_string(), Meaning::Defined);
                    }
                    let begins = i == 0 || tokens[i - 1] != Token::Path;
                    if begins {
                        module.words.insert(word.clone());
                    }
                    let mut written = vec![word.clone()];
                    while begins
                        && tokens.get(i + 1) == Some(&Token::Path)
                        && let Some(next) = tokens.get(i + 2).and_then(Token::word)
                    {
                        written.push(next.to_string());
                        i += 2;
                    }
                    if begins && written.len() > 1 {
                        bare.push((written, here));
                    }
                }
                _ => {}
            }
            i += 1;
        }
        // names of inline modules are this file's
        let own: Vec<String> = module.names.keys().cloned().collect();
        for (written, here) in bare {
            let first = &written[0];
            let known = ["crate", "self", "super"].contains(&first.as_str())
                || module.children.contains(first)
                || matches!(module.names.get(first), Some(Meaning::Imported(_)));
            if known && !(own.contains(first) && matches!(module.names.get(first), Some(Meaning::Defined))) {
                let path = absolute(&written, &here, path, &module);
                module.mentions.push(Mention { path, glob: false });
            }
        }
        for (name, path) in exported {
            if module.words.contains(&name) {
                module.mentions.push(Mention { path, glob: false });
            }
        }
        module
    }
}

/// Collects what a `use` names: the path as written, the name that it gets, and whether it is all of a module.
fn tree(tokens: &[Token], before: &[String], out: &mut Vec<(Vec<String>, String, bool)>) {
    let mut path = before.to_vec();
    let mut i = 0;
    while i < tokens.len() {
        match &tokens[i] {
            Token::Word(word) if word == "as" => {
                let name = tokens.get(i + 1).and_then(Token::word).unwrap_or("_").to_string();
                out.push((path, name, false));
                return;
            }
            Token::Word(word) if word == "self" && !path.is_empty() => {}
            Token::Word(word) => path.push(word.clone()),
            Token::Sign('*') => return out.push((path, String::new(), true)),
            Token::Sign('{') => {
                let (mut depth, mut start) = (0, i + 1);
                for k in i + 1..tokens.len() {
                    let ends = depth == 0 && matches!(tokens[k], Token::Sign(',' | '}'));
                    if ends && k > start {
                        tree(&tokens[start..k], &path, out);
                    }
                    if ends {
                        start = k + 1;
                    }
                    match tokens[k] {
                        Token::Sign('{') => depth += 1,
                        Token::Sign('}') if depth == 0 => return,
                        Token::Sign('}') => depth -= 1,
                        _ => {}
                    }
                }
                return;
            }
            _ => {}
        }
        i += 1;
    }
    if let Some(name) = path.last().cloned() {
        out.push((path, name, false));
    }
}

/// Returns a path from the crate for one that is written in a module.
fn absolute(written: &[String], here: &[String], file: &[String], module: &Module) -> Vec<String> {
    let mut at = here.to_vec();
    let mut rest = written;
    match written[0].as_str() {
        "crate" => (at, rest) = (Vec::new(), &written[1..]),
        "self" => rest = &written[1..],
        "super" => {
            while rest.first().is_some_and(|word| word == "super") {
                at.pop();
                rest = &rest[1..];
            }
        }
        first if module.children.contains(first) => at = file.to_vec(),
        first => match module.names.get(first) {
            Some(Meaning::Imported(path)) => return [path.as_slice(), &written[1..]].concat(),
            // another crate
            _ => return [vec![String::from("::")], written.to_vec()].concat(),
        },
    }
    at.extend(rest.iter().cloned());
    at
}

#[cfg(test)]
mod tests;
