//! An open device with the kernel of a study, and whose turn it is to compute.

use super::begin::BeginStage;
use super::progress_counts;
use crate::ensemble::{CommonSteps, Study};
use crate::gpu::choice::AdapterReport;
use crate::gpu::device::numbers::size_of_number;
use crate::gpu::device::open::Device;
use crate::gpu::device::stage::Stage;
use crate::gpu::error::GpuError;
use crate::gpu::kernel::{Kernel, KernelError, WORKGROUP};
use crate::gpu::options::GpuOptions;
use crate::gpu::run::dispatch_budget::DispatchBudget;
use crate::gpu::run::injection::Injection;
use crate::gpu::run::pipelines::Pipelines;
use crate::gpu::run::reduction::{self, Reduction};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// One opening of a device. After a fault that ends it there is another; chunks that were on it fail.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) device: Device,
    pub(crate) kernel: Arc<Kernel>,
    pub(crate) pipelines: Pipelines,
    pub(crate) counts: Stage,
    turn: Mutex<DispatchBudget>,
    work: Mutex<DeviceWork>,
    reduction: OnceLock<Option<Reduction>>,
    begin: OnceLock<BeginStage>,
    /// Faults on purpose.
    pub(crate) injection: Arc<Injection>,
    /// How long a dispatch is to take.
    pub(crate) dispatch: Duration,
    /// A call that takes longer than this hangs.
    pub(crate) patience: Duration,
    fewest_begun: usize,
}

/// What a device has done for a backend.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DeviceWork {
    /// The number of dispatches that advance members.
    pub dispatches: u64,
    /// Members that they advance, in all: one counts in each.
    pub members: u64,
    /// Time from the submission of each to its end, in all.
    pub busy: Duration,
    /// Time in which a chunk had its turn: that of the dispatches, and what passes between them.
    pub turns: Duration,
    /// The longest dispatch.
    pub longest: Duration,
    /// Bytes that came back to the host.
    pub received: u64,
}

impl Session {
    /// Compiles the kernel on a device; the options say how long dispatches are to take.
    ///
    /// # Errors
    /// Where the kernel does not compile, or the device would not come to the end of a step.
    pub(crate) fn new(
        device: Device,
        kernel: Arc<Kernel>,
        injection: Arc<Injection>,
        options: &GpuOptions,
    ) -> Result<Self, GpuError> {
        check(&kernel, &device.report)?;
        let pipelines = Pipelines::new(&device, &kernel)?;
        let counts = progress_counts::stage(&device)?;
        let (turn, work) =
            (Mutex::new(DispatchBudget::new(options.dispatch, kernel.most_attempts())), Mutex::default());
        Ok(Self {
            device,
            kernel,
            pipelines,
            counts,
            turn,
            work,
            reduction: OnceLock::new(),
            begin: OnceLock::new(),
            injection,
            dispatch: options.dispatch,
            patience: options.patience,
            fewest_begun: options.fewest_begun,
        })
    }

    /// Returns the number of bytes of a number.
    pub(crate) fn number_size(&self) -> usize {
        size_of_number(self.kernel.precision)
    }

    /// Returns the kernels that form statistics, compiled when they are first needed; none where the host has to.
    pub(crate) fn reduction(&self, study: &Study) -> Result<Option<&Reduction>, GpuError> {
        if self.reduction.get().is_none() {
            let made =
                if reduction::serves(study) { Some(Reduction::new(&self.device, &self.kernel, study)?) } else { None };
            // another thread may have been faster
            let _ = self.reduction.set(made);
        }
        Ok(self.reduction.get().and_then(Option::as_ref))
    }

    /// Returns the kernel that begins so many members of a study, compiled when it is first needed, with the steps of all; none where the host begins them.
    pub(crate) fn begins(&self, study: &Study, members: usize) -> Result<Option<(&BeginStage, CommonSteps)>, GpuError> {
        let Some((kernel, steps)) = self.kernel.begin.as_ref().zip(study.common_steps()) else { return Ok(None) };
        // which precision a start has must not depend on how many begin together
        if members < self.fewest_begun && kernel.precision == self.kernel.precision {
            return Ok(None);
        }
        if self.begin.get().is_none() {
            let made = BeginStage::new(&self.device, (kernel, self.kernel.arithmetic))?;
            // another thread may have been faster
            let _ = self.begin.set(made);
        }
        Ok(self.begin.get().map(|begin| (begin, steps)))
    }

    /// Returns the kernel that begins members, if it was needed.
    pub(crate) fn begin_stage(&self) -> Option<&BeginStage> {
        self.begin.get()
    }

    /// Waits until no other chunk computes on the device. Whoever has the turn advances its members to their ends
    /// while the others prepare and collect theirs.
    pub(crate) fn take_turn(&self) -> Result<Turn<'_>, GpuError> {
        let budget = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        self.device.check_alive()?;
        Ok(Turn { budget, session: self, since: Instant::now() })
    }

    pub(crate) fn work(&self) -> DeviceWork {
        let work = *self.work.lock().unwrap_or_else(PoisonError::into_inner);
        DeviceWork { received: self.device.watch.received(), ..work }
    }
}

/// Checks that a device can run a kernel: that it shows it all buffers, and would come to the end of a step.
pub(in crate::gpu) fn check(kernel: &Kernel, device: &AdapterReport) -> Result<(), KernelError> {
    kernel.check_buffers(device.binding_limit)?;
    if device.software { kernel.check_loops() } else { Ok(()) }
}

/// The right to compute on the device.
pub(crate) struct Turn<'a> {
    /// What a dispatch may do, known from those before.
    pub(crate) budget: MutexGuard<'a, DispatchBudget>,
    session: &'a Session,
    since: Instant,
}

impl Turn<'_> {
    /// Counts a dispatch that advances some workgroups.
    pub(crate) fn count(&self, groups: usize, took: Duration) {
        let mut work = self.session.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.dispatches += 1;
        work.members += (groups * WORKGROUP) as u64;
        work.busy += took;
        work.longest = work.longest.max(took);
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.session.work.lock().unwrap_or_else(PoisonError::into_inner).turns += self.since.elapsed();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::gpu::{Form, GpuOptions, Variant};
    use crate::io::scenario::{Overrides, Scenario};
    use crate::num::Precision;

    #[test]
    fn a_step_that_a_software_device_would_not_end_is_refused() {
        let text = include_str!("../../../scenarios/heavy_top.toml");
        let s = Scenario::parse(std::path::Path::new("top.toml"), text, Overrides::default()).unwrap();
        let mut kernel =
            Kernel::new(&s.study, Variant { form: Form::Interpreted, ..Precision::Double.into() }).unwrap();
        assert_eq!(kernel.check_loops(), Ok(()));
        // instructions that do nothing, as a chain of a thousand bodies would have that do something
        kernel.interpreted.as_mut().unwrap().instructions.resize(240_004, [0; 4]);
        let refused = KernelError::StepTooLong { instructions: 240_004, most: 240_000 };
        assert_eq!(kernel.check_loops(), Err(refused.clone()));
        let words = refused.to_string();
        assert!(words.contains("240004 instructions") && words.contains("at most 240000"), "{words}");
        assert!(words.ends_with("use fewer bodies, a method with fewer stages, a real GPU, or the CPU"), "{words}");
        let Ok(device) = Device::open(&GpuOptions::new(Precision::Double).or_software()) else {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required");
            return;
        };
        if device.report.software {
            let session = Session::new(device, Arc::new(kernel), Arc::default(), &GpuOptions::new(Precision::Double));
            assert_eq!(session.err(), Some(GpuError::Kernel(refused)));
        }
    }
}
