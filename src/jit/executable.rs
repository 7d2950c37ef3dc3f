//! Pages with machine code, and the call into them.

#[cfg(target_arch = "aarch64")]
use super::coherence;
use super::operand::MEMBERS;
use super::target::Target;
use crate::num::LaneReal;
use memmap2::{Mmap, MmapMut};
use std::io;

/// Where pages for machine code come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pages {
    /// The operating system.
    #[default]
    System,
    /// Nowhere: every wish is refused, as hardened systems do. For tests of what happens then.
    Forbidden,
}

impl Pages {
    /// Checks that machine code is allowed.
    ///
    /// # Errors
    /// Where it is not: why.
    pub fn check(self) -> io::Result<()> {
        // they are not executed
        self.with(&[0]).map(|_| ())
    }

    /// Makes pages with these bytes that may be read and executed, and never written again.
    ///
    /// # Errors
    /// Where the system gives no memory, or does not let it be executed.
    fn with(self, bytes: &[u8]) -> io::Result<Mmap> {
        let mut pages = MmapMut::map_anon(bytes.len())?;
        pages.copy_from_slice(bytes);
        match self {
            Pages::System => {
                let pages = pages.make_exec()?;
                #[cfg(target_arch = "aarch64")]
                coherence::publish(&pages);
                Ok(pages)
            }
            Pages::Forbidden => Err(io::ErrorKind::PermissionDenied.into()),
        }
    }
}

/// The functions of a program, ready to be called.
#[derive(Debug)]
pub(super) struct Executable {
    pages: Mmap,
    target: Target,
    slots: usize,
    spills: usize,
    /// Where the functions begin.
    entries: Vec<usize>,
}

/// A function of a program: the slots, the memory of what does not fit into registers, the constants, and the most
/// attempts.
#[cfg(target_arch = "x86_64")]
type NativeFunction = unsafe extern "sysv64" fn(*mut f64, *mut f64, *const f64, u32);
#[cfg(target_arch = "aarch64")]
type NativeFunction = unsafe extern "C" fn(*mut f64, *mut f64, *const f64, u32);

impl Executable {
    /// Makes pages with constants, then code; `code` begins at a multiple of 64. Its functions begin at `entries`, are
    /// for `target`, and use so many slots and spills.
    ///
    /// # Errors
    /// Where machine code is not allowed.
    pub(super) fn new(
        pages: Pages,
        target: Target,
        bytes: &[u8],
        entries: Vec<usize>,
        slots: usize,
        spills: usize,
    ) -> io::Result<Self> {
        assert!(target.is_available(), "the processor has the instructions");
        assert!(entries.iter().all(|at| *at < bytes.len()));
        Ok(Self { pages: pages.with(bytes)?, target, slots, spills, entries })
    }

    /// Calls a function.
    #[allow(unsafe_code)]
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    pub(super) fn call<R: LaneReal>(&self, entry: usize, slots: &mut [R], spills: &mut [R], attempts: u32) {
        let lanes = self.target.lanes();
        assert!(R::COUNT == MEMBERS && size_of::<R>() == MEMBERS * size_of::<f64>());
        assert!(slots.len() == self.slots && spills.len() * MEMBERS >= self.spills * lanes && attempts > 0);
        let (slots, spills): (*mut f64, *mut f64) = (slots.as_mut_ptr().cast(), spills.as_mut_ptr().cast());
        assert!(slots.align_offset(8 * lanes) == 0 && spills.align_offset(8 * lanes) == 0);
        let constants: *const f64 = self.pages.as_ptr().cast();
        #[cfg(target_arch = "aarch64")]
        coherence::see();
        // SAFETY: at an entry begins a function of this signature for instructions that the processor has, which
        // `new` was told and has asserted. It reads and writes within the slots and the spills, whose number and
        // alignment have been asserted, and reads the constants at the beginning of the pages
        unsafe {
            let function: NativeFunction = std::mem::transmute(self.pages.as_ptr().add(self.entries[entry]));
            function(slots, spills, constants, attempts);
        }
    }

    /// Panics: no target is available, which `new` has asserted, so there is nothing to call.
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    pub(super) fn call<R: LaneReal>(&self, _: usize, _: &mut [R], _: &mut [R], _: u32) {
        unreachable!("machine code runs on x86-64 and on aarch64")
    }
}
