//! The command line program; see `gyrosweep --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    name_runtime_folder();
    ExitCode::from(gyrosweep::cli::main())
}

/// Gives `XDG_RUNTIME_DIR` a value where it has none that serves: Mesa's layer of Vulkan asks Wayland for its display,
/// and the library of Wayland prints an error without it that looks as if it were this program's.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn name_runtime_folder() {
    let named = std::env::var_os("XDG_RUNTIME_DIR");
    if !named.is_some_and(|folder| std::path::Path::new(&folder).is_absolute()) {
        // SAFETY: this is the first that the program does, and it has no other thread
        unsafe { std::env::set_var("XDG_RUNTIME_DIR", std::env::temp_dir()) };
    }
}
