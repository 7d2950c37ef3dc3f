//! Numbers as text of a report: their bytes shuffled, deflated, and in base 64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write as _;

/// Returns numbers of so many bytes each: first the first bytes of all, then the second ones, and so on, deflated with a
/// zlib head.
pub(super) fn encoded<const N: usize>(numbers: impl ExactSizeIterator<Item = [u8; N]>) -> String {
    let count = numbers.len();
    let mut bytes = vec![0; N * count];
    for (at, number) in numbers.enumerate() {
        number.iter().enumerate().for_each(|(k, byte)| bytes[k * count + at] = *byte);
    }
    let mut deflated = ZlibEncoder::new(Vec::new(), Compression::default());
    // memory takes whatever is written
    let written = deflated.write_all(&bytes).and_then(|()| deflated.finish());
    STANDARD.encode(written.unwrap_or_default())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use std::io::Read as _;

    #[test]
    fn bytes_of_one_place_stand_together() {
        let text = encoded([1.0f32, -2.5].into_iter().map(f32::to_le_bytes));
        let mut bytes = Vec::new();
        ZlibDecoder::new(&STANDARD.decode(text).unwrap()[..]).read_to_end(&mut bytes).unwrap();
        let [a, b] = [1.0f32, -2.5].map(f32::to_le_bytes);
        let expected: Vec<u8> = (0..4).flat_map(|k| [a[k], b[k]]).collect();
        assert_eq!(bytes, expected);
    }
}
