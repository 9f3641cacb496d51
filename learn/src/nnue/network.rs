//! Inference in integers.

use std::fmt;
use std::sync::Arc;

use crate::kernel::Kernel;
use crate::kernel::for_each_kernel;

/// The value of 1.0 in an accumulator; hidden units are clipped to the range from 0 to this value.
pub(super) const ONE: i16 = 255;
/// The value of 1.0 as a weight of the output.
pub(super) const OUTPUT_ONE: i16 = 64;
/// The largest weight of the output; multiplied by [`ONE`] it fits in 16 bits.
pub(super) const OUTPUT_MOST: i16 = 127;
/// The value of 1.0 as a weight of the skip.
pub(super) const SKIP_ONE: i32 = 4096;
/// The number of hidden units for each player, in the networks of all games: a multiple of 32. It is a constant because sums of a fixed
/// size can be kept in registers and next to a position.
pub const HIDDEN: usize = 64;
/// The first bytes of a file. One byte with the length of the label follows, then the label.
const MAGIC: &[u8; 8] = b"LUDEXNN3";
/// The first bytes of a file in the older format, without a label.
const UNLABELLED: &[u8; 8] = b"LUDEXNN2";
/// The greatest length of a label in bytes.
const LABEL: usize = u8::MAX as usize;
/// Size in bytes of the checksum at the end of a file.
const SUM: usize = 4;

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NnueShape {
    /// The number of inputs; each may be present any number of times.
    pub inputs: usize,
    /// The greatest number of inputs present at the same time. It limits the weights, so that no sum exceeds 16 bits.
    pub most: usize,
    /// The number of phases of the game; each has its own output.
    pub buckets: usize,
}

impl NnueShape {
    /// The greatest absolute weight of an input: the bias and all inputs together then fit in 16 bits.
    pub fn input_limit(&self) -> i16 {
        i16::MAX / (self.most as i16 + 1)
    }

    /// The size in bytes of a network's file, without the label.
    pub fn bytes(&self) -> usize {
        let first = (self.inputs + 1) * HIDDEN;
        MAGIC.len() + 16 + 2 * (first + 2 * self.buckets * HIDDEN) + 8 * self.buckets + 4 + SUM
    }
}

/// The input sums of the hidden units, from the view of each of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Accumulator([[i16; HIDDEN]; 2]);

/// A network with [`HIDDEN`] hidden units for each player. Copies share the weights.
#[derive(Clone)]
pub struct Nnue {
    shape: NnueShape,
    kernel: Kernel,
    /// For each input, its weight to every hidden unit; then the biases.
    first: Arc<[[i16; HIDDEN]]>,
    /// For each bucket, the weights of the hidden units of the player to move, then of the opponent.
    second: Arc<[[[i16; HIDDEN]; 2]]>,
    /// The bias of each bucket, in units of 1 / ([`ONE`]² · [`OUTPUT_ONE`]).
    biases: Arc<[i32]>,
    /// The weight of the skip in each bucket, in units of 1 / [`SKIP_ONE`].
    skips: Arc<[i32]>,
    /// The score at which the odds are e : 1.
    unit: i32,
    /// The purpose of the network, in the words of its trainer.
    label: Arc<str>,
}

impl Nnue {
    /// A network whose output is 0, so that the score is that of the skip.
    ///
    /// # Panics
    ///
    /// If the shape has too many inputs at the same time for any weight to fit.
    pub fn new(shape: NnueShape, unit: i32) -> Self {
        assert!(shape.most < 1 << 10);
        Self {
            shape,
            kernel: Kernel::best(),
            first: vec![[0; HIDDEN]; shape.inputs + 1].into(),
            second: vec![[[0; HIDDEN]; 2]; shape.buckets].into(),
            biases: vec![0; shape.buckets].into(),
            skips: vec![SKIP_ONE; shape.buckets].into(),
            unit,
            label: "".into(),
        }
    }

    /// A network from integer weights, whose sizes must fit the shape.
    pub(super) fn from_parts(
        shape: NnueShape,
        unit: i32,
        first: Vec<[i16; HIDDEN]>,
        second: Vec<[[i16; HIDDEN]; 2]>,
        biases: Vec<i32>,
        skips: Vec<i32>,
    ) -> Self {
        let mut network = Self::new(shape, unit);
        assert!(first.len() == shape.inputs + 1 && second.len() == shape.buckets);
        assert!(biases.len() == shape.buckets && skips.len() == shape.buckets);
        network.first = first.into();
        network.second = second.into();
        network.biases = biases.into();
        network.skips = skips.into();
        network
    }

    /// The size.
    pub fn shape(&self) -> NnueShape {
        self.shape
    }

    /// The purpose of the network, in the words of its trainer; empty if none was given.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The same network with a label; a file stores at most 255 bytes of it.
    #[must_use]
    pub fn with_label(mut self, label: &str) -> Self {
        self.label = label[..label.floor_char_boundary(LABEL)].into();
        self
    }

    /// The same network with another kernel, which must be available. All kernels give the same numbers.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel.checked();
        self
    }

    /// The sums before any input is added.
    pub fn empty(&self) -> Accumulator {
        Accumulator([self.first[self.shape.inputs]; 2])
    }

    /// Adds and removes inputs, each given by its index from the view of the first and of the second player.
    #[inline]
    pub fn update(&self, sums: &mut Accumulator, added: &[[u16; 2]], removed: &[[u16; 2]]) {
        update(self.kernel, &mut sums.0, &self.first, added, removed);
    }

    /// The score for the player to move (0 or 1): the output of the network plus the weighted skip.
    #[inline]
    pub fn score(&self, sums: &Accumulator, mover: usize, bucket: usize, skip: i32) -> i32 {
        let weights = &self.second[bucket];
        let (own, other) = (&sums.0[mover & 1], &sums.0[1 - (mover & 1)]);
        let output = output(self.kernel, [own, other], weights) + i64::from(self.biases[bucket]);
        let one = i64::from(ONE) * i64::from(ONE) * i64::from(OUTPUT_ONE);
        let learnt = (output * i64::from(self.unit)).div_euclid(one) as i32;
        learnt + (skip * self.skips[bucket]).div_euclid(SKIP_ONE)
    }

    /// Appends the network as bytes, all little-endian.
    pub fn write(&self, out: &mut Vec<u8>) {
        let shape = self.shape;
        let start = out.len();
        out.extend_from_slice(MAGIC);
        out.push(self.label.len() as u8);
        out.extend_from_slice(self.label.as_bytes());
        for size in [shape.inputs, shape.most, HIDDEN, shape.buckets] {
            out.extend_from_slice(&(size as u32).to_le_bytes());
        }
        let numbers = self.first.as_flattened().iter();
        for number in numbers.chain(self.second.as_flattened().as_flattened()) {
            out.extend_from_slice(&number.to_le_bytes());
        }
        let numbers = self.biases.iter().chain(&*self.skips);
        for number in numbers.chain([&self.unit]) {
            out.extend_from_slice(&number.to_le_bytes());
        }
        let sum = crc32fast::hash(&out[start..]);
        out.extend_from_slice(&sum.to_le_bytes());
    }

    /// Reads a network written by [`write`](Self::write), with or without a label. `None` if the bytes are damaged or not a network, if
    /// further bytes follow, or if a weight is too large for its format.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (whole, sum) = bytes.split_last_chunk::<SUM>()?;
        let (label, mut rest) = match whole.strip_prefix(MAGIC) {
            Some(rest) => {
                let (&length, rest) = rest.split_first()?;
                let (label, rest) = rest.split_at_checked(length.into())?;
                (std::str::from_utf8(label).ok()?, rest)
            }
            None => ("", whole.strip_prefix(UNLABELLED)?),
        };
        let n_bytes = MAGIC.len() + rest.len() + SUM;
        let mut size = || Some(u32::from_le_bytes(*rest.split_off(..4)?.first_chunk()?) as usize);
        let [inputs, most, hidden, buckets] = [size()?, size()?, size()?, size()?];
        let shape = NnueShape { inputs, most, buckets };
        let sensible = shape.inputs < 1 << 16 && shape.most < 1 << 10 && shape.buckets < 1 << 8;
        let is_whole = || crc32fast::hash(whole) == u32::from_le_bytes(*sum);
        if !sensible || hidden != HIDDEN || n_bytes != shape.bytes() || !is_whole() {
            return None;
        }
        let mut rows = |count: usize, limit: i16| -> Option<Vec<[i16; HIDDEN]>> {
            let mut rows = vec![[0; HIDDEN]; count];
            for weight in rows.as_flattened_mut() {
                *weight = i16::from_le_bytes(*rest.split_off(..2)?.first_chunk()?);
                if weight.unsigned_abs() > limit.unsigned_abs() {
                    return None;
                }
            }
            Some(rows)
        };
        let first = rows(shape.inputs + 1, shape.input_limit())?;
        let second = rows(2 * shape.buckets, OUTPUT_MOST)?;
        let mut numbers = rest.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes));
        let mut list = || numbers.by_ref().take(shape.buckets).collect();
        let (biases, skips) = (list(), list());
        let unit = numbers.next().filter(|unit| (1..10_000).contains(unit))?;
        let (second, _) = second.as_chunks();
        let parts = (first, second.to_vec(), biases, skips);
        let network = Self::from_parts(shape, unit, parts.0, parts.1, parts.2, parts.3);
        Some(network.with_label(label))
    }
}

impl fmt::Debug for Nnue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nnue({:?}, {:?})", self.shape, self.kernel)
    }
}

/// The weighted sum of the squared clipped units: the same loop for every instruction set. The product of a unit and a weight fits in 16
/// bits; multiplied by the unit once more, it fits in 32.
#[inline(always)]
fn output_plain(units: [&[i16; HIDDEN]; 2], weights: &[[i16; HIDDEN]; 2]) -> i64 {
    let mut sum = 0;
    for (units, weights) in units.into_iter().zip(weights) {
        // The sum of 128 products of at most 255 · 255 · 127 fits in 32 bits.
        const { assert!(HIDDEN <= 128) };
        let mut part = 0i32;
        for (&unit, &weight) in units.iter().zip(weights) {
            let unit = unit.clamp(0, ONE);
            part += i32::from(unit.wrapping_mul(weight)) * i32::from(unit);
        }
        sum += i64::from(part);
    }
    sum
}

for_each_kernel! {
    fn output(units: [&[i16; HIDDEN]; 2], weights: &[[i16; HIDDEN]; 2]) -> i64 = output_plain
}

/// Adds and subtracts the rows of inputs. Sums wrap, so the order does not matter.
#[inline(always)]
fn update_plain(
    sums: &mut [[i16; HIDDEN]; 2],
    rows: &[[i16; HIDDEN]],
    added: &[[u16; 2]],
    removed: &[[u16; 2]],
) {
    for (player, sums) in sums.iter_mut().enumerate() {
        let mut kept = *sums;
        for input in added {
            let row = &rows[usize::from(input[player])];
            for (sum, &weight) in kept.iter_mut().zip(row) {
                *sum = sum.wrapping_add(weight);
            }
        }
        for input in removed {
            let row = &rows[usize::from(input[player])];
            for (sum, &weight) in kept.iter_mut().zip(row) {
                *sum = sum.wrapping_sub(weight);
            }
        }
        *sums = kept;
    }
}

for_each_kernel! {
    fn update(
        sums: &mut [[i16; HIDDEN]; 2],
        rows: &[[i16; HIDDEN]],
        added: &[[u16; 2]],
        removed: &[[u16; 2]],
    ) = update_plain
}
