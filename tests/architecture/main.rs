//! The shape of the program, as its source files say it: layers of modules, no circles among files, what only some
//! modules may name, and how long a file and how its docs are.

mod graph;
mod text;

use graph::Crate;
use std::collections::BTreeMap;
use std::path::Path;
use text::Token;

/// Modules with their height; a module may use those that are lower. Modules of equal height do not use each
/// other.
const LAYERS: &[(&str, u32)] = &[
    ("num", 0),
    ("commit", 0),
    ("trace", 1),
    ("jit", 2),
    ("linalg", 1),
    ("plot", 1),
    ("lie", 2),
    ("statistics", 3),
    ("interpolation", 3),
    ("problem", 3),
    ("model", 4),
    ("formulation", 5),
    ("integrator", 5),
    ("sampling", 5),
    ("ensemble", 6),
    ("gpu", 7),
    ("analyses", 7),
    ("design", 7),
    ("backends", 8),
    ("io", 9),
    ("report", 10),
    ("studies", 11),
    ("cli", 12),
];

fn read(folder: &Path, root: &Path, out: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, root, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            out.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
}

/// Every source file, as its name below `src` and its text: a crate beside the library counts as the module of its name,
/// and the command line, which is part of the program, as one of the library.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut out = Vec::new();
    read(&root.join("src"), &root.join("src"), &mut out);
    for (file, text) in &mut out {
        if module(file) == "cli" {
            *text = text.replace("gyrosweep::", "crate::");
        }
    }
    for folder in std::fs::read_dir(root.join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let mut files = Vec::new();
        read(&folder.join("src"), &folder.join("src"), &mut files);
        for (file, text) in files {
            let file = if file == "lib.rs" { String::from("mod.rs") } else { file };
            out.push((format!("{name}/{file}"), text.replace("crate::", &format!("crate::{name}::"))));
        }
    }
    out.sort();
    out
}

/// The module of the crate that a file belongs to.
fn module(file: &str) -> &str {
    file.split('/').next().unwrap().trim_end_matches(".rs")
}

#[test]
fn modules_use_only_what_lies_below_them() {
    let heights: BTreeMap<&str, u32> = LAYERS.iter().copied().collect();
    let mut wrong = Vec::new();
    for (file, used) in Crate::new(&sources()).names() {
        let (module, used) = (module(&file), used.as_str());
        if module == "lib" || module == used {
            continue;
        }
        let height = heights.get(module).unwrap_or_else(|| panic!("{module} has no layer"));
        if heights.get(used).is_some_and(|h| h >= height) {
            wrong.push(format!("{file} uses {used}, which is not below {module}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_do_not_use_each_other_in_circles() {
    let sources = Crate::new(&sources());
    let mut wrong = Vec::new();
    for circle in sources.circles() {
        wrong.push(format!("a circle of {}:", circle.join(", ")));
        let within = sources.uses().into_iter().filter(|u| circle.contains(&u.by) && circle.contains(&u.of));
        wrong.extend(within.map(|u| format!("  {} uses {}", u.by, u.of)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn special_knowledge_stays_where_it_belongs() {
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        let (module, code) = (module(&file), code(&text));
        let mut only = |word: &str, allowed: &[&str]| {
            if code.contains(word) && !allowed.iter().any(|part| *part == module || file.starts_with(part)) {
                wrong.push(format!("{file} contains {word:?}, which belongs to {allowed:?}"));
            }
        };
        only("wgpu::", &["gpu"]);
        only("naga::", &["gpu"]);
        only(" println!", &["cli"]);
        only(" print!", &["cli"]);
        only("stdout()", &["cli"]);
        only("rayon::", &["backends", "ensemble", "gpu", "io"]);
        only("toml::", &["io"]);
        only("parquet::", &["io"]);
        only("clap::", &["cli"]);
        only("tiny_skia::", &["plot"]);
        only("ttf_parser::", &["plot"]);
        only("nalgebra::", &["linalg", "lie", "studies/optimise/"]);
        // tests may decompose in other ways than what they test
        let words = [" lu(", " qr(", " svd(", " try_inverse(", " pseudo_inverse(", " symmetric_eigen(", " cholesky("];
        for word in words.iter().filter(|_| !file.ends_with("tests.rs")) {
            only(&format!(".{word}"), &["linalg"]);
        }
        only("argmin::", &["studies/optimise/"]);
        only("levenberg_marquardt::", &["studies/optimise/"]);
        only("iced_x86::", &["jit"]);
        only("memmap2::", &["jit"]);
        // the allocator stands with the program, not with the library
        only("unsafe {", &["trace", "jit", "ensemble", "gpu", "main"]);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A text without comments and tests, one space before every word and every brace that opens.
fn code(text: &str) -> String {
    let mut code = String::new();
    for token in text::without_tests(&text::tokens(text)).0 {
        match token {
            Token::Word(word) => code += &format!(" {word}"),
            Token::Path => code += "::",
            Token::Literal => code += " _",
            Token::Sign('{') => code += " {",
            Token::Sign(sign) => code.push(sign),
        }
    }
    code
}

#[test]
fn files_hold_one_concept() {
    let long = sources().into_iter().filter_map(|(file, text)| {
        let lines = text.lines().count();
        (lines > 400).then(|| format!("{file}: {lines} lines"))
    });
    let long: Vec<String> = long.collect();
    assert!(long.is_empty(), "split these files: {}", long.join(", "));
}

/// A function is read in one go: from its first line to the brace that closes it, which is indented as it is.
#[test]
fn functions_are_short() {
    const MOST: usize = 80;
    let mut long = Vec::new();
    for (file, text) in sources() {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let code = line.trim_start();
            let mut words = code.split_whitespace().skip_while(|word| {
                word.starts_with("pub")
                    || ["const", "unsafe", "async", "in"].contains(word)
                    || word.starts_with("crate")
            });
            if words.next() != Some("fn") {
                continue;
            }
            let indent = &line[..line.len() - code.len()];
            let ends = |line: &&str| line.strip_prefix(indent).is_some_and(|rest| rest.starts_with('}'));
            let length = lines[at..].iter().position(ends).unwrap_or(0) + 1;
            if length > MOST && !code.ends_with(';') {
                long.push(format!("{file}:{}: {length} lines", at + 1));
            }
        }
    }
    assert!(long.is_empty(), "split these functions: {}", long.join(", "));
}

/// The docs of an item are read alone.
#[test]
fn no_doc_comment_begins_with_the_same() {
    let mut wrong = Vec::new();
    for (file, text) in sources().into_iter() {
        let is_doc = |line: &str| line.starts_with("///") || line.starts_with("//!");
        let mut before = "";
        for (at, line) in text.lines().map(str::trim_start).enumerate() {
            if is_doc(line) && !is_doc(before) && line[3..].trim_start().starts_with("The same") {
                wrong.push(format!("{file}:{}: {line}", at + 1));
            }
            before = line;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_is_in_the_architecture_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("src/ARCHITECTURE.md")).unwrap();
    for (module, _) in LAYERS {
        // the docs of the library do not link to the program
        let name = if ["cli", "commit"].contains(module) { &format!("`{module}`") } else { &format!("[`{module}`]") };
        assert!(page.contains(name), "{module} is not in ARCHITECTURE.md");
        assert!(root.join("src").join(module).is_dir() || root.join("crates").join(module).is_dir());
    }
}
