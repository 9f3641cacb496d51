//! Checksums at the end of files: a bit that a disk has turned is found, not learnt from.

/// Puts the CRC-32 of all bytes behind them, little-endian.
pub fn seal(bytes: &mut Vec<u8>) {
    let sum = crc32fast::hash(bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
}

/// The bytes that were [sealed](seal); nothing if they are not those.
pub fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (whole, sum) = bytes.split_last_chunk()?;
    (crc32fast::hash(whole) == u32::from_le_bytes(*sum)).then_some(whole)
}
