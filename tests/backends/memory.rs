//! Memory of chunks: what one has used the next uses again.

use crate::common::scenario;
use gyrosweep::ensemble::{BackendPool, run as run_study, summarize};
use gyrosweep::gpu::GpuBackend;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;
use std::convert::Infallible;

/// Says in a process of a test's own how often it does what it does.
const TIMES: &str = "GYROSWEEP_TEST_TIMES";
const CHUNK: usize = 8192;

/// Returns how many pages this process has been given; none where the system does not tell.
fn pages() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // behind the name, which is in brackets
    stat.rsplit_once(')')?.1.split_whitespace().nth(7)?.parse().ok()
}

/// Returns how many pages a process of this test is given that does something so many times; none where the system does not tell.
fn pages_of(test: &str, times: usize) -> Option<u64> {
    if pages().is_none() {
        eprintln!("not tested: the system does not tell how many pages it gave");
        return None;
    }
    let mut child = std::process::Command::new(std::env::current_exe().expect("this program"));
    child.args([test, "--exact", "--nocapture"]);
    let output = child.env(TIMES, times.to_string()).output().expect("a process");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let pages = text.lines().find_map(|line| line.split_once("pages: ")).map(|(_, pages)| pages.trim().parse());
    let pages = pages.unwrap_or_else(|| panic!("{text}\n{}", String::from_utf8_lossy(&output.stderr)));
    Some(pages.expect("a number"))
}

/// Returns how often the process of a test does what it does, if this is one.
fn times() -> Option<usize> {
    std::env::var(TIMES).ok().map(|times| times.parse().expect("a number"))
}

/// Returns heavy tops of one step, in so many chunks, and a device that takes no time: what is left is the host's memory.
fn tops(chunks: usize) -> (Scenario, GpuBackend) {
    let members = CHUNK * chunks;
    let s = scenario(
        "heavy_top_sweep",
        &[("members = 16384", &format!("members = {members}")), ("duration = 0.1", "duration = 1e-4")],
    );
    let device = GpuBackend::without_device(&s.study, Precision::Double).expect("no device is needed");
    (s, device)
}

#[test]
fn sixty_four_chunks_take_no_more_pages_than_eight() {
    if let Some(chunks) = times() {
        let (s, device) = tops(chunks);
        let progress = run_study(&s.study, &device, CHUNK, |_, _| Ok::<(), Infallible>(())).expect("a run");
        assert_eq!(progress.members, (CHUNK * chunks) as u64);
        println!("pages: {}", pages().expect("the system tells"));
        return;
    }
    let of = |chunks| pages_of("backends::memory::sixty_four_chunks_take_no_more_pages_than_eight", chunks);
    let (Some(few), Some(many)) = (of(8), of(64)) else { return };
    // 56 chunks more; of each the buffers alone are 2,000 pages
    assert!(many < few + 2000, "{few} pages for 8 chunks, {many} for 64");
}

/// A run that forms statistics begins with a small chunk, whose memory is not taken anew for the next run, nor that of the others.
#[test]
fn further_runs_take_no_more_pages_than_two() {
    if let Some(runs) = times() {
        let (s, device) = tops(4);
        let ranges = vec![None; s.study.mechanism.columns().len()];
        for _ in 0..runs {
            let pool = BackendPool::new(vec![&device]).with_chunk(CHUNK).with_blocks(gyrosweep::statistics::BLOCK);
            summarize(&s.study, &pool, &ranges, |_| ()).expect("statistics");
        }
        println!("pages: {}", pages().expect("the system tells"));
        return;
    }
    let of = |runs| pages_of("backends::memory::further_runs_take_no_more_pages_than_two", runs);
    let (Some(two), Some(many)) = (of(2), of(12)) else { return };
    assert!(many < two + 4000, "{two} pages for 2 runs, {many} for 12, each of two chunks at once with 2,000");
}
