//! Numbers as a kernel has them in its buffers.

use crate::num::{DoubleFloat, Precision, with_one_nan};

/// Numbers from the precision of a kernel.
pub(crate) fn numbers(data: &[u8], precision: Precision) -> Vec<f64> {
    let all = Numbers { data, precision };
    (0..data.len() / size_of_number(precision)).map(|place| all.at(place)).collect()
}

/// Numbers in the precision of a kernel, as they lie in mapped memory.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<'a> {
    pub(crate) data: &'a [u8],
    pub(crate) precision: Precision,
}

impl Numbers<'_> {
    /// Returns the number at a place.
    pub(crate) fn at(&self, place: usize) -> f64 {
        let size = size_of_number(self.precision);
        let data = &self.data[place * size..][..size];
        match self.precision {
            Precision::Single => f64::from(bytemuck::pod_read_unaligned::<f32>(data)),
            Precision::DoubleFloat => {
                let [high, low] = bytemuck::pod_read_unaligned::<[f32; 2]>(data);
                DoubleFloat { high, low }.into()
            }
            Precision::Double => with_one_nan(bytemuck::pod_read_unaligned::<f64>(data)),
        }
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
