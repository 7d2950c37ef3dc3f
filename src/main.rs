//! The command line program; see `gyrosweep --help`.

mod cli;

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    name_runtime_folder();
    gyrosweep::set_commit(gyrosweep_commit::commit!());
    ExitCode::from(cli::main(&std::env::args_os().collect::<Vec<_>>()))
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

/// Memory of the system. Where there is none left the process ends with words; what a run has written by then can be
/// read and gone on with, as after any other end.
struct Memory;

#[global_allocator]
static MEMORY: Memory = Memory;

// SAFETY: every call is handed to the allocator of the system as it comes, and so is its answer
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above
        given(unsafe { System.alloc(layout) }, layout.size())
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above
        given(unsafe { System.realloc(memory, layout, size) }, size)
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Returns memory, or ends the process where there is none.
#[inline]
fn given(memory: *mut u8, size: usize) -> *mut u8 {
    if memory.is_null() {
        end(size);
    }
    memory
}

#[allow(unsafe_code)]
unsafe extern "C" {
    /// Ends the process and runs nothing else of it: what is run at an ordinary end may take memory.
    fn _exit(status: i32) -> !;
}

/// Ends the process; nothing here takes memory.
#[cold]
#[allow(unsafe_code)]
fn end(size: usize) -> ! {
    let _ = writeln!(
        std::io::stderr(),
        "error: the memory of this machine does not suffice: {size} bytes more were asked for; choose a smaller --chunk, \
         sample less often, or run less beside it"
    );
    // SAFETY: a function of the C library of every system
    unsafe { _exit(1) }
}
