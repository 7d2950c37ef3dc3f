//! An analysis of one's own: how the height of a heavy top after 0.1 s correlates with its mass, arm and spin.
//!
//! `cargo run --release --example own_analysis`

use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{UnknownColumn, run};
use gyrosweep::io::scenario::{Overrides, Scenario};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let study = Scenario::read(&folder.join("heavy_top_sweep.toml"), Overrides::default())?.study;
    let backend = CpuBackend::new(None, LaneWidth::for_study(&study))?;
    let names = ["mass", "arm", "spin", "com.z"];
    let mut columns = names.map(|_| Vec::new());
    run(&study, &backend, 4096, |chunk, _| {
        for (column, name) in columns.iter_mut().zip(names) {
            column.extend(chunk.column(&study, name)?);
        }
        Ok::<(), UnknownColumn>(())
    })?;
    let [parameters @ .., height] = &columns;
    for (name, parameter) in names.iter().zip(parameters) {
        println!("{name:>5}: {:+.3}", correlation(parameter, height));
    }
    Ok(())
}

/// Pearson's coefficient of the members that completed.
fn correlation(x: &[f64], y: &[f64]) -> f64 {
    let pairs: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).filter(|(_, y)| y.is_finite()).collect();
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
    let (mean_x, mean_y) = (mean(&|p| p.0), mean(&|p| p.1));
    let covariance = mean(&|p| (p.0 - mean_x) * (p.1 - mean_y));
    covariance / (mean(&|p| (p.0 - mean_x).powi(2)) * mean(&|p| (p.1 - mean_y).powi(2))).sqrt()
}
