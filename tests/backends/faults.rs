//! Devices that fail in the middle of a run: every member is there once, with the result that it has without the
//! fault, and the run says what happened.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Action, Backend, BackendError, BackendPool, Fault, FaultRecord, run_pool};
use gyrosweep::gpu::{Arithmetic, GpuBackend, GpuOptions};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;
use std::time::Duration;

/// A sweep of a few chunks, sampled if that is asked for, whose members make many dispatches.
fn sweep(sampled: bool) -> Scenario {
    let sampling = if sampled { "[sampling]\nevery = 0.004\n[[output]]" } else { "[[output]]" };
    let parts = [("members = 16384", "members = 700"), ("duration = 0.1", "duration = 0.02"), ("[[output]]", sampling)];
    scenario("heavy_top_sweep", &parts)
}

const CHUNK: usize = 256;

fn fallback() -> Result<Box<dyn Backend>, BackendError> {
    Ok(Box::new(CpuBackend::new(Some(1), LaneWidth::SixtyFour)?))
}

/// All that a run puts into its tables, as bits; fails where a member is not there exactly once and in order.
fn bits(s: &Scenario, pool: &BackendPool<'_>) -> Vec<u64> {
    let (mut all, mut rows, mut samples, mut next) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let progress = run_pool::<std::io::Error>(&s.study, pool, |chunk, _| {
        assert_eq!(chunk.members.first, next);
        next += chunk.outcomes.len() as u64;
        for i in 0..chunk.outcomes.len() {
            all.extend(chunk.members.row(i).iter().map(|v| v.to_bits()));
            all.extend([u64::from(chunk.outcomes[i].code()), chunk.times[i].to_bits(), u64::from(chunk.steps[i])]);
            all.extend(chunk.outputs_of(i).unwrap_or_default().iter().map(|v| v.to_bits()));
        }
        for (place, time) in &chunk.samples.rows {
            rows.extend([chunk.members.first + *place as u64, time.to_bits()]);
        }
        samples.extend(chunk.samples.values.each_row().flatten().map(f64::to_bits));
        Ok(())
    });
    let progress = progress.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((progress.members, next), (700, 700));
    all.extend(rows);
    all.extend(samples);
    all
}

/// A double-precision backend whose bits are the CPU's, and which makes many short dispatches.
fn exact_gpu(s: &Scenario) -> Option<GpuBackend> {
    gpu_with_arithmetic(s, Precision::Double, Arithmetic::Exact)?;
    let dispatch = Duration::from_micros(500);
    let options = GpuOptions { dispatch, ..GpuOptions::new(Precision::Double).or_software() };
    let gpu = GpuBackend::new(&s.study, &options).unwrap_or_else(|e| panic!("{e}"));
    if gpu.arithmetic() != Arithmetic::Exact {
        eprintln!("skipped: {} has no exact arithmetic", gpu.adapter().name);
        return None;
    }
    Some(gpu)
}

/// What went wrong, and the members that each computed.
type Account = (Vec<FaultRecord>, Vec<(String, u64)>);

/// Runs with a fault that is met so many times, and returns what the pool says of it. Results must be the undisturbed
/// run's, bit for bit.
fn disturbed(sampled: bool, fault: Fault, times: u32) -> Option<Account> {
    let s = sweep(sampled);
    let cpu = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread");
    let expected = bits(&s, &BackendPool::new(vec![&cpu]));
    let gpu = exact_gpu(&s)?;
    // the fault comes when some chunks are done and others are not
    gpu.inject(fault, 5, times);
    let pool = BackendPool::new(vec![&gpu]).with_chunk(CHUNK).with_fallback(&fallback);
    assert!(bits(&s, &pool) == expected, "{fault:?} {times} times, sampled: {sampled}");
    assert_eq!(pool.shares().iter().map(|(_, n)| n).sum::<u64>(), 700);
    let faults = pool.faults();
    assert!(faults.iter().all(|f| f.device == gpu.description() && f.members[1] < 700), "{faults:?}");
    Some((faults, pool.shares()))
}

/// What is met once is cured by another try.
fn once(fault: Fault) {
    for sampled in [false, true] {
        let Some((faults, shares)) = disturbed(sampled, fault, 1) else { return };
        assert!(!faults.is_empty(), "{fault:?}");
        // where the device itself is gone, so is the chunk that waited for its turn
        let most = if fault.ends_device() { 2 } else { 1 };
        assert!(faults.len() <= most, "{faults:?}");
        for record in &faults {
            assert_eq!((record.fault, record.action, record.retired), (fault, Action::Retried, false));
        }
        assert_eq!(shares.len(), 1, "{shares:?}");
    }
}

/// What is met again and again is left to the CPU, and so is the rest of the run.
fn always(fault: Fault) {
    let Some((faults, shares)) = disturbed(false, fault, u32::MAX) else { return };
    assert!(faults.iter().any(|f| f.fault == fault && f.action == Action::Moved), "{faults:?}");
    assert!(faults.iter().any(|f| f.retired), "{faults:?}");
    assert!(shares.len() == 2 && shares[1].1 > 0, "{shares:?}");
}

#[test]
fn a_device_that_is_lost_is_opened_again() {
    once(Fault::DeviceLost);
}

#[test]
fn a_device_that_is_lost_for_good() {
    always(Fault::DeviceLost);
}

#[test]
fn a_dispatch_that_hangs() {
    once(Fault::Hung);
    always(Fault::Hung);
}

#[test]
fn a_call_that_the_driver_refuses() {
    once(Fault::Validation);
    always(Fault::Validation);
}

#[test]
fn a_driver_that_drops_steps() {
    once(Fault::StepsDropped);
    always(Fault::StepsDropped);
}

#[test]
fn members_that_overflow_on_the_device_alone() {
    once(Fault::SuspiciousFailures);
    always(Fault::SuspiciousFailures);
}

#[test]
fn memory_that_does_not_suffice_halves_the_chunk() {
    let Some((faults, shares)) = disturbed(false, Fault::OutOfMemory, 1) else { return };
    let [record] = &faults[..] else { panic!("{faults:?}") };
    assert_eq!((record.fault, record.action), (Fault::OutOfMemory, Action::Retried));
    assert_eq!(shares.len(), 1);
    always(Fault::OutOfMemory);
}

/// No injection: the time limit is shorter than a dispatch takes.
#[test]
fn a_time_limit_is_kept() {
    let s = sweep(false);
    let options = GpuOptions { patience: Duration::from_nanos(1), ..GpuOptions::new(Precision::Double).or_software() };
    let Ok(gpu) = GpuBackend::new(&s.study, &options) else { return };
    let error = gpu.run(&s.study, gpu.draw(&s.study, 0, 512)).unwrap_err();
    assert_eq!(error.fault, Fault::Hung);
    assert!(error.words.ends_with("did not end within the time limit"), "{error}");
}

/// Members whose motion overflows are no fault of the device.
#[test]
fn members_that_overflow_everywhere_are_no_fault() {
    let s = scenario(
        "heavy_top_sweep",
        &[
            ("members = 16384", "members = 64"),
            ("duration = 0.1", "duration = 0.01"),
            ("normal = [150.0, 2.0]", "uniform = [1e31, 2e31]"),
        ],
    );
    let Some(gpu) = gpu_backend(&s, Precision::Double) else { return };
    let pool = BackendPool::new(vec![gpu.as_ref()]).with_fallback(&fallback);
    let progress = run_pool::<std::io::Error>(&s.study, &pool, |_, _| Ok(())).unwrap();
    assert_eq!(progress.failures(), 64);
    assert_eq!(pool.faults(), []);
}

#[test]
fn cpu_and_gpu_share_a_sweep() {
    let s = sweep(true);
    let cpu = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread");
    let expected = bits(&s, &BackendPool::new(vec![&cpu]));
    let (Some(gpu), Some(other)) = (exact_gpu(&s), exact_gpu(&s)) else { return };
    for chunk in [64, 33] {
        // two devices and the CPU
        let pool = BackendPool::new(vec![&gpu, &cpu, &other]).with_chunk(chunk).with_fallback(&fallback);
        assert!(bits(&s, &pool) == expected, "{chunk}");
        assert!(pool.shares().iter().all(|(_, n)| *n > 0), "{:?}", pool.shares());
    }
}

#[test]
fn short_dispatches_change_nothing() {
    let s = sweep(true);
    let cpu = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread");
    let expected = bits(&s, &BackendPool::new(vec![&cpu]));
    // shorter than an attempt of all members takes, so that they come in turn
    let options = GpuOptions { dispatch: Duration::from_micros(1), ..GpuOptions::new(Precision::Double).or_software() };
    let Ok(gpu) = GpuBackend::new(&s.study, &options) else { return };
    if gpu.arithmetic() == Arithmetic::Exact {
        assert!(bits(&s, &BackendPool::new(vec![&gpu]).with_chunk(512)) == expected);
        assert!(gpu.work().dispatches > 500, "{:?}", gpu.work());
    }
}
