//! Writes two-sided tables to files and reads them back, so that large tables need to be computed only once.

use std::fmt;
use std::io::{self, Read, Write};

use ludex_kit::say;

use super::home::Home;
use super::two_sided::{CubeValues, TwoSided};

/// The first bytes of every table. The last character is the version of the format.
const MAGIC: &[u8; 16] = b"ludex bearoff  1";
/// Number of values that are written or read at once.
const BLOCK: usize = 4096;

/// Why bytes are not a valid table.
#[derive(Debug)]
pub enum TableError {
    /// The bytes could not be read.
    Io(io::Error),
    /// The first bytes are wrong: this is not a table, or a table of another version of the format.
    Format,
    /// The bytes end too early, or the checksum is wrong.
    Damaged,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Io(error) => say!("bear-off table: {error}", error),
            Self::Format => say!(
                "bear-off table: this is not a table, or a table of another version of the format"
            ),
            Self::Damaged => say!("bear-off table: the table is damaged"),
        })
    }
}

impl std::error::Error for TableError {}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Self::Damaged } else { Self::Io(error) }
    }
}

/// A checksum over the values that also detects swapped values. CITE: Fletcher, "An Arithmetic Checksum for Serial Transmissions",
/// 1982.
#[derive(Default)]
struct Checksum {
    sum: u64,
    sum_of_sums: u64,
}

impl Checksum {
    fn add(&mut self, bits: u32) {
        self.sum = self.sum.wrapping_add(u64::from(bits) + 1);
        self.sum_of_sums = self.sum_of_sums.wrapping_add(self.sum);
    }

    fn value(&self) -> u64 {
        self.sum_of_sums
    }
}

impl TwoSided {
    /// Writes the table as bytes. The caller must make sure that a file is written completely or not at all.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        out.write_all(MAGIC)?;
        out.write_all(&u64::from(self.checkers()).to_le_bytes())?;
        let mut checksum = Checksum::default();
        let mut bytes = Vec::new();
        for block in self.values().chunks(BLOCK) {
            bytes.clear();
            for value in block.as_flattened() {
                checksum.add(value.to_bits());
                bytes.extend(value.to_le_bytes());
            }
            out.write_all(&bytes)?;
        }
        out.write_all(&checksum.value().to_le_bytes())
    }

    /// Reads a table.
    pub fn read(mut input: impl Read) -> Result<Self, TableError> {
        let mut magic = [0; MAGIC.len()];
        input.read_exact(&mut magic)?;
        if &magic != MAGIC {
            return Err(TableError::Format);
        }
        let checkers = read_number(&mut input)?;
        let checkers = u8::try_from(checkers)
            .ok()
            .filter(|checkers| (1..=10).contains(checkers))
            .ok_or(TableError::Damaged)?;
        let size = Home::new(checkers).len();
        let mut checksum = Checksum::default();
        let mut values: Vec<CubeValues> = Vec::new();
        let mut bytes = vec![0; BLOCK * size_of::<CubeValues>()];
        while values.len() < size * size {
            let block = BLOCK.min(size * size - values.len());
            let bytes = &mut bytes[..block * size_of::<CubeValues>()];
            input.read_exact(bytes)?;
            values.extend(bytes.chunks_exact(size_of::<CubeValues>()).map(|bytes| {
                let mut value = [0.0; 4];
                for (value, bytes) in value.iter_mut().zip(bytes.as_chunks().0) {
                    *value = f32::from_le_bytes(*bytes);
                    checksum.add(value.to_bits());
                }
                value
            }));
        }
        if read_number(&mut input)? != checksum.value() {
            return Err(TableError::Damaged);
        }
        Self::from_values(checkers, values).ok_or(TableError::Damaged)
    }
}

fn read_number(input: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}
