//! Memory of chunks: what one has used the next uses again.

use crate::common::scenario;
use gyrosweep::ensemble::run as run_study;
use gyrosweep::gpu::GpuBackend;
use gyrosweep::num::Precision;
use std::convert::Infallible;

/// Says in a process of the test's own how many chunks are computed there.
const CHUNKS: &str = "GYROSWEEP_TEST_CHUNKS";
const CHUNK: usize = 8192;

/// Returns how many pages this process has been given; none where the system does not tell.
fn pages() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // behind the name, which is in brackets
    stat.rsplit_once(')')?.1.split_whitespace().nth(7)?.parse().ok()
}

/// Around a device that takes no time, so that it is the host's memory.
#[test]
fn sixty_four_chunks_take_no_more_pages_than_eight() {
    if let Ok(chunks) = std::env::var(CHUNKS) {
        let members = CHUNK * chunks.parse::<usize>().expect("a number");
        let s = scenario(
            "heavy_top_sweep",
            &[("members = 16384", &format!("members = {members}")), ("duration = 0.1", "duration = 1e-4")],
        );
        let device = GpuBackend::without_device(&s.study, Precision::Double).expect("no device is needed");
        let progress = run_study(&s.study, &device, CHUNK, |_, _| Ok::<(), Infallible>(())).expect("a run");
        assert_eq!(progress.members, members as u64);
        println!("pages: {}", pages().expect("the system tells"));
        return;
    }
    if pages().is_none() {
        eprintln!("not tested: the system does not tell how many pages it gave");
        return;
    }
    let of_run = |chunks: usize| {
        let mut test = std::process::Command::new(std::env::current_exe().expect("this program"));
        test.args(["memory::sixty_four_chunks_take_no_more_pages_than_eight", "--exact", "--nocapture"]);
        let output = test.env(CHUNKS, chunks.to_string()).output().expect("a process");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let pages = text.lines().find_map(|line| line.split_once("pages: ")).map(|(_, pages)| pages.trim().parse());
        pages.unwrap_or_else(|| panic!("{text}\n{}", String::from_utf8_lossy(&output.stderr))).expect("a number")
    };
    let [few, many]: [u64; 2] = [8, 64].map(of_run);
    // 56 chunks more; of each the buffers alone are 2,000 pages
    assert!(many < few + 2000, "{few} pages for 8 chunks, {many} for 64");
}
