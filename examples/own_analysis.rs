//! An analysis of one's own: how the height of a heavy top after 0.1 s correlates with its mass, arm and spin.
//!
//! `cargo run --release --example own_analysis`

use gyrosweep::prelude::*;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let tops = Scenario::read(&folder.join("heavy_top_sweep.toml"), Overrides::default())?.study.run()?;
    let height = tops.column("com.z")?;
    for name in ["mass", "arm", "spin"] {
        println!("{name:>5}: {:+.3}", correlation(&tops.column(name)?, &height));
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
