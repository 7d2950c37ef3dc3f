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
    let mut all = vec![0; values.len() * size_of_number(precision)];
    write(values.iter().copied(), precision, &mut all);
    all
}

/// Returns the bytes of a number in the precision of a kernel.
pub(crate) fn size_of_number(precision: Precision) -> usize {
    if precision == Precision::Single { 4 } else { 8 }
}

/// Writes numbers in the precision of a kernel, as many as there is room for.
pub(crate) fn write(values: impl Iterator<Item = f64>, precision: Precision, to: &mut [u8]) {
    match precision {
        Precision::Single => {
            to.chunks_exact_mut(4).zip(values).for_each(|(to, x)| to.copy_from_slice(&(x as f32).to_ne_bytes()));
        }
        Precision::DoubleFloat => to.chunks_exact_mut(8).zip(values).for_each(|(to, x)| {
            let DoubleFloat { high, low } = x.into();
            to.copy_from_slice(bytemuck::bytes_of(&[high, low]));
        }),
        Precision::Double => {
            to.chunks_exact_mut(8).zip(values).for_each(|(to, x)| to.copy_from_slice(&x.to_ne_bytes()));
        }
    }
}
