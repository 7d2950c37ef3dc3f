//! Written instructions on their way to the processor's fetch, which aarch64 leaves to programs (Arm, Architecture
//! Reference Manual for A-profile architecture, B2.4.4).
#![allow(unsafe_code)]

use std::arch::asm;

/// Makes what has been written visible to the fetch of instructions of all processors.
#[cfg(not(target_os = "macos"))]
pub(super) fn publish(written: &[u8]) {
    let types: usize;
    // SAFETY: reads the register that tells the lengths of cache lines
    unsafe { asm!("mrs {}, ctr_el0", out(reg) types, options(nomem, nostack, preserves_flags)) };
    let lines = |from_bit: u32| {
        let length = 4 << (types >> from_bit & 0xf);
        let range = written.as_ptr_range();
        (range.start as usize / length * length..range.end as usize).step_by(length)
    };
    for data in lines(16) {
        // SAFETY: writes a line back that holds written bytes, which may be read
        unsafe { asm!("dc cvau, {}", in(reg) data, options(nostack, preserves_flags)) };
    }
    // SAFETY: waits
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
    for instructions in lines(0) {
        // SAFETY: forgets a line of instructions, which may be fetched again
        unsafe { asm!("ic ivau, {}", in(reg) instructions, options(nostack, preserves_flags)) };
    }
    // SAFETY: waits
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
}

/// Makes what has been written visible to the fetch of instructions of all processors. Pages that are written first and
/// executed then need no more where the program is not signed for a hardened runtime, and are refused otherwise.
#[cfg(target_os = "macos")]
pub(super) fn publish(written: &[u8]) {
    unsafe extern "C" {
        fn sys_icache_invalidate(start: *mut std::ffi::c_void, length: usize);
    }
    // SAFETY: the function of the system takes a range of bytes that may be read
    unsafe { sys_icache_invalidate(written.as_ptr().cast_mut().cast(), written.len()) };
}

/// Lets the processor at work fetch instructions anew, which may have been published by another.
pub(super) fn see() {
    // SAFETY: empties the pipeline
    unsafe { asm!("isb", options(nostack, preserves_flags)) };
}
