//! The means of rotations and poses as tables.

use crate::io::manifest::PoseFigures;
use crate::report::{Page, Table, number, share};

/// Returns tables of the Fréchet means of rotations and poses and of their covariances; nothing where there are none.
pub fn pose_tables(poses: &[PoseFigures], members: u64) -> Option<Page> {
    if poses.is_empty() {
        return None;
    }
    let mut page = Page::default();
    page.table(means(poses, members));
    if poses.iter().any(|pose| pose.covariance.is_none() && pose.count > 0) {
        page.text("no mean: the rotations are all around, so that none is nearest to them all");
    }
    if poses.iter().any(|pose| pose.covariance.is_some()) {
        page.text("covariance at the mean, in axes of the mean body (rotation: rad, translation: m):");
        page.table(covariances(poses));
    }
    Some(page)
}

/// Returns a table of the means.
fn means(poses: &[PoseFigures], members: u64) -> Table {
    let positions = poses.iter().any(|pose| pose.position.is_some());
    let mut head = vec!["Fréchet mean of", "members", "qw", "qx", "qy", "qz", "error below (rad)"];
    head.extend(["x (m)", "y (m)", "z (m)"].into_iter().filter(|_| positions));
    head.push("largest angle (rad)");
    let mut rows = vec![head.into_iter().map(String::from).collect::<Vec<_>>()];
    let dash = || "-".to_string();
    for pose in poses {
        let mut row = vec![pose.name.clone(), share(pose.count, members)];
        row.extend((0..4).map(|i| pose.quaternion.map_or_else(dash, |q| number(q[i]))));
        row.push(pose.error.map_or_else(dash, |error| format!("{error:.1e}")));
        let position = (0..3).filter(|_| positions);
        row.extend(position.map(|i| pose.position.map_or_else(dash, |position| number(position[i]))));
        row.push(match (pose.largest_angle, pose.largest_angle_within) {
            (Some(angle), Some(within)) if within > 0.0 => format!("{} to {}", number(angle), number(angle + within)),
            (Some(angle), _) => number(angle),
            _ => dash(),
        });
        rows.push(row);
    }
    Table::new(rows, 1)
}

/// Returns a table of the covariances, a row per axis.
fn covariances(poses: &[PoseFigures]) -> Table {
    let positions = poses.iter().any(|pose| pose.position.is_some());
    let first = if positions { 0 } else { 3 };
    let axes = ["trans. x", "trans. y", "trans. z", "rot. x", "rot. y", "rot. z"];
    let mut rows = vec![["output", "axis"].into_iter().chain(axes.into_iter().skip(first)).map(String::from).collect()];
    for pose in poses {
        let covariance = pose.covariance.iter();
        let dimension = pose.covariance.as_ref().map_or(0, Vec::len);
        for (entries, axis) in covariance.flatten().zip(&axes[6 - dimension..]) {
            let mut row = vec![pose.name.clone(), (*axis).to_string()];
            row.extend((first + dimension..6).map(|_| "-".to_string()));
            row.extend(entries.iter().map(|entry| number(*entry)));
            rows.push(row);
        }
    }
    Table::new(rows, 2)
}
