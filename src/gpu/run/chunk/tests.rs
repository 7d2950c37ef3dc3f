//! What the host does for a chunk while the device computes another.

use super::ChunkRun;
use crate::ensemble::{Members, initial_state_tape};
use crate::gpu::{GpuBackend, GpuOptions};
use crate::io::scenario::{Overrides, Scenario};
use crate::num::Precision;
use std::path::Path;
use std::sync::{Arc, mpsc::channel};
use std::time::Duration;

/// Members are drawn, begun and uploaded without the turn that another chunk has.
#[test]
fn a_chunk_is_prepared_while_another_computes() {
    let text = include_str!("../../../../scenarios/heavy_top_sweep.toml");
    let s = Scenario::parse(Path::new("top.toml"), text, Overrides::default()).unwrap();
    let Ok(gpu) = GpuBackend::new(&s.study, &GpuOptions::new(Precision::Single).or_software()) else {
        assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required");
        return;
    };
    let session = gpu.session();
    let gpu = Arc::new(gpu);
    let start = initial_state_tape(&s.study);
    let turn = session.take_turn().unwrap();
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let prepared = {
            let spare = Arc::default();
            ChunkRun::new((gpu.session(), &spare), &s.study, start.as_ref(), Members::draw(&s.study, 0, 1024)).is_ok()
        };
        let _ = sender.send(prepared);
    });
    assert_eq!(receiver.recv_timeout(Duration::from_secs(60)), Ok(true), "preparing a chunk waits for another");
    drop(turn);
}
