//! Finds the commit that a release is built from, for the manifests of its runs; without one it builds as well.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // other builds change with every commit, and are not what results come from
    if std::env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    if let Some(commit) = of_package(&root).or_else(|| of_repository(&root)) {
        println!("cargo:rustc-env=GYROSWEEP_COMMIT={commit}");
    }
}

/// The commit that a published package names.
fn of_package(root: &Path) -> Option<String> {
    let text = std::fs::read_to_string(root.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    rest.split('"').nth(1).filter(|commit| commit.chars().all(|c| c.is_ascii_hexdigit())).map(str::to_string)
}

/// The commit of the repository, if the package is one: it may lie in somebody else's.
fn of_repository(root: &Path) -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(root).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
    };
    if Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    for file in ["HEAD", "logs/HEAD"] {
        let path = root.join(git(&["rev-parse", "--git-path", file])?);
        if path.exists() {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    }
    let sources = ["src", "shaders", "build.rs", "Cargo.toml", "Cargo.lock"];
    sources.iter().for_each(|source| println!("cargo:rerun-if-changed={source}"));
    let changed = git(&[&["status", "--porcelain", "--"], &sources[..]].concat())?;
    let commit = git(&["rev-parse", "HEAD"])?;
    Some(if changed.is_empty() { commit } else { format!("{commit} with changes") })
}
