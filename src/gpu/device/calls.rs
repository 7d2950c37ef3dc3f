//! Calls to a device whose failures are errors with a message, not the end of the process.

use super::watch::Death;
use crate::gpu::device::open::Device;
use crate::gpu::error::GpuError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

impl Device {
    fn name(&self) -> String {
        self.report.name.clone()
    }

    /// Says whether the device was lost or hangs.
    pub(crate) fn is_dead(&self) -> bool {
        self.watch.death().is_some()
    }

    /// Fails where the device was lost or hangs.
    pub(crate) fn check_alive(&self) -> Result<(), GpuError> {
        match self.watch.death() {
            None => Ok(()),
            Some(Death::Lost(reason)) => Err(GpuError::Lost { adapter: self.name(), reason }),
            Some(Death::Hung) => Err(GpuError::Hung { adapter: self.name(), what: "an earlier call" }),
        }
    }

    /// Gives the device up: what was done does not end.
    pub(crate) fn declare_hung(&self, what: &'static str) -> GpuError {
        self.watch.set_dead(Death::Hung);
        GpuError::Hung { adapter: self.name(), what }
    }

    /// Waits until the device has done what was submitted up to there. What takes longer than `longest` hangs, and so
    /// does the device from then on.
    pub(crate) fn wait(
        &self,
        what: &'static str,
        submission: wgpu::SubmissionIndex,
        longest: Duration,
    ) -> Result<(), GpuError> {
        let poll = wgpu::PollType::Wait { submission_index: Some(submission), timeout: Some(longest) };
        // wgpu panics where the device is lost while it waits
        let polled = catch_unwind(AssertUnwindSafe(|| self.device.poll(poll)));
        match polled {
            Ok(Ok(_)) => {}
            Ok(Err(wgpu::PollError::Timeout)) => return Err(self.declare_hung(what)),
            // nothing was submitted, since the device is gone
            Ok(Err(wgpu::PollError::WrongSubmissionIndex(..))) => self.watch.set_dead(Death::Lost("destroyed".into())),
            Err(_) => self.watch.set_dead(Death::Lost("the driver has given up".into())),
        }
        self.check_alive()
    }

    /// Runs something that may fail and returns its error with a message instead of panicking.
    pub(crate) fn guarded<T>(&self, what: &'static str, action: impl FnOnce() -> T) -> Result<T, GpuError> {
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let value = action();
        let errors = [
            pollster::block_on(internal.pop()),
            pollster::block_on(validation.pop()),
            pollster::block_on(memory.pop()),
        ];
        self.check_alive()?;
        let stray = self.watch.take_stray();
        match errors.into_iter().flatten().next() {
            Some(wgpu::Error::OutOfMemory { .. }) => Err(GpuError::OutOfMemory { adapter: self.name(), what }),
            Some(error) => Err(GpuError::Call { adapter: self.name(), what, reason: error.to_string() }),
            None => match stray {
                Some(reason) => Err(GpuError::Call { adapter: self.name(), what, reason }),
                None => Ok(value),
            },
        }
    }

    /// Writes to a buffer that the host can map and no submission uses, and unmaps it.
    pub(crate) fn write_mapped(
        &self,
        what: &'static str,
        (buffer, data): (&wgpu::Buffer, &[u8]),
        longest: Duration,
    ) -> Result<(), GpuError> {
        let failed = |reason: String| GpuError::Call { adapter: self.name(), what, reason };
        let (sender, receiver) = std::sync::mpsc::channel();
        buffer.slice(..).map_async(wgpu::MapMode::Write, move |result| {
            let _ = sender.send(result);
        });
        let began = Instant::now();
        loop {
            // what other chunks compute is not waited for
            if catch_unwind(AssertUnwindSafe(|| self.device.poll(wgpu::PollType::Poll))).is_err() {
                self.watch.set_dead(Death::Lost("the driver has given up".into()));
            }
            self.check_alive()?;
            match receiver.recv_timeout(Duration::from_millis(1)) {
                Ok(mapped) => break mapped.map_err(|e| failed(e.to_string()))?,
                Err(_) if began.elapsed() > longest => return Err(self.declare_hung(what)),
                Err(_) => {}
            }
        }
        let mut view = buffer.slice(..data.len() as u64).get_mapped_range_mut().map_err(|e| failed(e.to_string()))?;
        view.copy_from_slice(data);
        drop(view);
        buffer.unmap();
        Ok(())
    }

    /// Submits what `encode` records, which fills the first `size` bytes of a buffer that the host can map, and returns
    /// these bytes.
    pub(crate) fn read(
        &self,
        what: &'static str,
        from: (&wgpu::Buffer, usize),
        longest: Duration,
        encode: impl FnOnce(&mut wgpu::CommandEncoder),
    ) -> Result<Vec<u8>, GpuError> {
        self.read_with(what, from, longest, encode, <[u8]>::to_vec)
    }

    /// Submits what `encode` records, which fills the first `size` bytes of a buffer that the host can map, and returns
    /// what is made of these bytes.
    pub(crate) fn read_with<T>(
        &self,
        what: &'static str,
        (readback, size): (&wgpu::Buffer, usize),
        longest: Duration,
        encode: impl FnOnce(&mut wgpu::CommandEncoder),
        make: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, GpuError> {
        let failed = |reason: String| GpuError::Call { adapter: self.name(), what, reason };
        let (sender, receiver) = std::sync::mpsc::channel();
        let submission = self.guarded(what, || {
            let mut encoder = self.device.create_command_encoder(&Default::default());
            encode(&mut encoder);
            let submission = self.queue.submit([encoder.finish()]);
            readback.slice(..size as u64).map_async(wgpu::MapMode::Read, move |result| {
                let _ = sender.send(result);
            });
            submission
        })?;
        self.wait(what, submission, longest)?;
        // another thread's wait may be what calls back
        receiver.recv_timeout(longest).map_err(|e| failed(e.to_string()))?.map_err(|e| failed(e.to_string()))?;
        let view = readback.slice(..size as u64).get_mapped_range().map_err(|e| failed(e.to_string()))?;
        let made = make(&view);
        drop(view);
        readback.unmap();
        self.watch.add_received(size);
        Ok(made)
    }
}
