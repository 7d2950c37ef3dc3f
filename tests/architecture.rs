//! The layers: a module uses only what lies below it, and says so in its `use` lines and paths.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Modules with their height; a module may use those that are lower. Modules of equal height do not use each
/// other unless they are listed in `PEERS`.
const LAYERS: &[(&str, u32)] = &[
    ("num", 0),
    ("plot", 1),
    ("trace", 1),
    ("jit", 2),
    ("linalg", 1),
    ("lie", 2),
    ("problem", 3),
    ("model", 4),
    ("formulation", 5),
    ("integrator", 5),
    ("ensemble", 6),
    ("gpu", 7),
    ("convergence", 8),
    ("stats", 8),
    ("io", 8),
    ("report", 9),
    ("cli", 10),
];

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// Every source file with its module and its text without comments and tests.
fn sources() -> Vec<(String, PathBuf, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    files(&src, &mut paths);
    paths
        .into_iter()
        .filter_map(|path| {
            let relative = path.strip_prefix(&src).unwrap().to_path_buf();
            let module =
                relative.components().next()?.as_os_str().to_string_lossy().trim_end_matches(".rs").to_string();
            let is_test = relative.to_string_lossy().contains("tests");
            if is_test || module == "main" || module == "lib" {
                return None;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            let code: Vec<&str> = code.lines().filter(|l| !l.trim_start().starts_with("//")).collect();
            Some((module, relative, code.join("\n")))
        })
        .collect()
}

#[test]
fn modules_use_only_what_lies_below_them() {
    let heights: BTreeMap<&str, u32> = LAYERS.iter().copied().collect();
    let mut wrong = Vec::new();
    for (module, path, code) in sources() {
        let height = *heights.get(module.as_str()).unwrap_or_else(|| panic!("{module} has no layer"));
        for (at, _) in code.match_indices("crate::") {
            let rest = &code[at + 7..];
            let used: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let used: Vec<String> = if used.is_empty() && rest.starts_with('{') {
                let list = rest[1..].split('}').next().unwrap();
                list.split(',').map(|s| s.trim().split("::").next().unwrap().to_string()).collect()
            } else {
                vec![used]
            };
            for used in used.iter().filter(|u| **u != module) {
                match heights.get(used.as_str()) {
                    Some(h) if *h < height => {}
                    Some(_) => wrong.push(format!("{} uses {used}, which is not below {module}", path.display())),
                    None => {}
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn special_knowledge_stays_where_it_belongs() {
    let mut wrong = Vec::new();
    for (module, path, code) in sources() {
        let mut only = |word: &str, allowed: &[&str]| {
            if code.contains(word) && !allowed.contains(&module.as_str()) {
                wrong.push(format!("{} contains {word:?}, which belongs to {allowed:?}", path.display()));
            }
        };
        only("wgpu::", &["gpu"]);
        only("naga::", &["gpu"]);
        only("println!", &["cli"]);
        only("stdout()", &["cli"]);
        only("rayon::", &["ensemble"]);
        only("toml::", &["io"]);
        only("parquet::", &["io"]);
        only("clap::", &["cli"]);
        only("tiny_skia::", &["plot"]);
        only("ttf_parser::", &["plot"]);
        only("iced_x86::", &["jit"]);
        only("memmap2::", &["jit"]);
        only("nalgebra::", &["linalg", "lie"]);
        only("unsafe {", &["num", "trace", "jit", "ensemble", "gpu"]);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_hold_one_concept() {
    let long: Vec<String> = sources()
        .into_iter()
        .filter(|(.., code)| code.lines().count() > 400)
        .map(|(_, path, code)| format!("{}: {} lines", path.display(), code.lines().count()))
        .collect();
    assert!(long.is_empty(), "split these files: {}", long.join(", "));
}

#[test]
fn every_module_is_in_the_architecture_page() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let page = std::fs::read_to_string(src.join("ARCHITECTURE.md")).unwrap();
    for (module, _) in LAYERS {
        assert!(page.contains(&format!("[`{module}`]")), "{module} is not in ARCHITECTURE.md");
        assert!(src.join(module).is_dir(), "{module} has no folder");
    }
}
