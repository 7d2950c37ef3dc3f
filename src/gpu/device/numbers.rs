//! Numbers as a kernel has them in its buffers.

use crate::num::{DoubleFloat, Precision, with_one_nan};

/// Numbers from the precision of a kernel.
pub(crate) fn numbers(data: &[u8], precision: Precision) -> Vec<f64> {
    match precision {
        Precision::Single => bytemuck::pod_collect_to_vec::<u8, f32>(data).into_iter().map(f64::from).collect(),
        Precision::DoubleFloat => bytemuck::pod_collect_to_vec::<u8, [f32; 2]>(data)
            .into_iter()
            .map(|[high, low]| DoubleFloat { high, low }.into())
            .collect(),
        Precision::Double => bytemuck::pod_collect_to_vec::<u8, f64>(data).into_iter().map(with_one_nan).collect(),
    }
}

/// Converts numbers to bytes in the precision of a kernel.
pub(crate) fn bytes(values: &[f64], precision: Precision) -> Vec<u8> {
    match precision {
        Precision::Single => {
            let rounded: Vec<f32> = values.iter().map(|x| *x as f32).collect();
            bytemuck::cast_slice(&rounded).to_vec()
        }
        Precision::DoubleFloat => {
            let pairs: Vec<[f32; 2]> = values.iter().map(|x| DoubleFloat::from(*x)).map(|x| [x.high, x.low]).collect();
            bytemuck::cast_slice(&pairs).to_vec()
        }
        Precision::Double => bytemuck::cast_slice(values).to_vec(),
    }
}
