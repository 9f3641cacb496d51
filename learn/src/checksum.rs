//! Checksums at the end of files, so that a damaged file is detected.
//!
//! **Invariant:** Every file that the program writes and reads again carries a checksum: networks, checkpoints and records of training,
//! rollouts, results of tournaments, judged steps. A corrupted file is rejected with the location of the damage.

/// Appends the CRC-32 of all bytes, little-endian.
pub fn seal(bytes: &mut Vec<u8>) {
    let sum = crc32fast::hash(bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
}

/// The bytes before the checksum that [`seal`] appended; `None` if it does not match.
pub fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (whole, sum) = bytes.split_last_chunk()?;
    (crc32fast::hash(whole) == u32::from_le_bytes(*sum)).then_some(whole)
}
