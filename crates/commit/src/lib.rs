//! The commit that a program is built from, for the manifests of its runs.
//!
//! A macro of the program, where a build script would have every crate of the package compiled again with every commit.

use proc_macro::TokenStream;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the commit of the package that is compiled, `Some("..")`, with what says that its sources differ from it; `None` where there is none, and in
/// builds with debug assertions, which are not what results come from.
#[proc_macro]
pub fn commit(_: TokenStream) -> TokenStream {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    // the compiler sees to it that the program is compiled again where one of these files has changed
    let (found, files) = match of_package(&root) {
        Some(commit) => (Some(commit), Vec::new()),
        None => of_repository(&root).map_or((None, Vec::new()), |(commit, files)| (Some(commit), files)),
    };
    let seen: String = files
        .iter()
        .map(|file| format!("const _: &[u8] = include_bytes!({:?});", file.display().to_string()))
        .collect();
    let text = format!(
        "{{ #[cfg(debug_assertions)] {{ None::<&str> }} #[cfg(not(debug_assertions))] {{ {seen} {found:?} as Option<&str> }} }}"
    );
    text.parse().expect("an expression")
}

/// The commit that a published package names.
fn of_package(root: &Path) -> Option<String> {
    let text = std::fs::read_to_string(root.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    rest.split('"').nth(1).filter(|commit| commit.chars().all(|c| c.is_ascii_hexdigit())).map(str::to_string)
}

/// The commit of the repository that the package is in, if that is one of this project, and the files that say so.
fn of_repository(root: &Path) -> Option<(String, Vec<PathBuf>)> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(root).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
    };
    let top = PathBuf::from(git(&["rev-parse", "--show-toplevel"])?);
    // somebody else's may have a copy of the sources in it
    if !top.join("crates/commit/Cargo.toml").exists() {
        return None;
    }
    let file = |name: &str| Some(root.join(git(&["rev-parse", "--git-path", name])?)).filter(|path| path.exists());
    let files = ["HEAD", "logs/HEAD"].into_iter().filter_map(file).collect();
    let sources = ["src", "shaders", "crates", "python/src", "Cargo.toml", "Cargo.lock"];
    let sources: Vec<String> = sources.iter().map(|source| format!(":/{source}")).collect();
    let sources = sources.iter().map(String::as_str);
    let changed = git(&["status", "--porcelain", "--"].into_iter().chain(sources).collect::<Vec<_>>())?;
    let commit = git(&["rev-parse", "HEAD"])?;
    Some((if changed.is_empty() { commit } else { format!("{commit} with changes") }, files))
}
