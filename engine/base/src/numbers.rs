//! Parses numbers and durations as users write them: `5s`, `60s+1s`, `1e6`, `2M`. The error of a parser only states what was expected, such
//! as "a time above zero"; the caller adds the place and the text that was found.

use std::time::Duration;

use clap::ValueEnum as _;
pub use ludex_kit::support::nearest::{distance, nearest};
use ludex_kit::{GameInfo, InputError, Level, ParseLevelError, say};
use ludex_search::{Limits, TimeControl};

use crate::catalogue::catalogue;
use crate::output::WhenColoured;

/// Ten years: longer times are mistakes, and would overflow calculations.
const LONGEST: Duration = Duration::from_hours(10 * 365 * 24);

/// Largest hash size in MiB that is accepted, however much memory the machine has.
pub const MAX_HASH_MIB: usize = 1 << 20;

/// Maximum number of threads.
pub const MAX_THREADS: usize = 256;

/// Maximum depth of a search.
pub const MAX_DEPTH: usize = 999;

/// Maximum number of lines of MultiPV.
pub const MAX_LINES: usize = 500;

/// Parses a duration: `5s`, `500ms`, `2m`, `1h`, or a number of seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let time = any_duration(text)?;
    if time.is_zero() {
        return Err(say!("a time above zero, such as 500ms"));
    }
    Ok(time)
}

/// Parses the choice of when to colour the output.
pub fn colour(text: &str) -> Result<WhenColoured, String> {
    let read = WhenColoured::from_str(text.trim(), false);
    read.map_err(|_| say!("auto, always or never"))
}

/// Parses `yes` or `no`.
pub fn yes_or_no(text: &str) -> Result<bool, String> {
    match text.trim() {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(say!("yes or no")),
    }
}

/// The word for unlimited time.
pub const INFINITE: &str = "infinite";

/// Parses the time of a search: above zero, or `infinite`, which is [`Duration::MAX`].
pub fn search_time(text: &str) -> Result<Duration, String> {
    if text.trim() == INFINITE {
        return Ok(Duration::MAX);
    }
    duration(text)
}

fn any_duration(text: &str) -> Result<Duration, String> {
    let wrong = || say!("a time such as 5s, 500ms, 2m or 1h");
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return Err(wrong());
    }
    let seconds: f64 = digits.parse().map_err(|_| wrong())?;
    match Duration::try_from_secs_f64(seconds * factor) {
        Ok(time) if time <= LONGEST => Ok(time),
        _ => Err(say!("a time of at most 10 years")),
    }
}

/// Parses a clock, time and increment per move: `60s+1s`, `5m`.
pub fn clock(text: &str) -> Result<TimeControl, String> {
    let (remaining, increment) = text.split_once('+').unwrap_or((text, "0s"));
    let wrong = |_| say!("a clock such as 60s+1s");
    let remaining = duration(remaining).map_err(wrong)?;
    let increment = any_duration(increment).map_err(wrong)?;
    Ok(TimeControl::new(remaining, increment))
}

/// Parses the time lost per move outside the search (lag), which a clock must allow for: `50ms`.
pub fn overhead(text: &str) -> Result<Duration, String> {
    let wrong = || say!("a time from 0 to {most} ms", most = MAX_OVERHEAD.as_millis());
    let time = any_duration(text).ok();
    time.filter(|time| *time <= MAX_OVERHEAD).ok_or_else(wrong)
}

/// Maximum lag per move.
pub const MAX_OVERHEAD: Duration = Duration::from_secs(10);

/// Parses a count of at least one: `1000000`, `1_000_000`, `1e6`, `500k`, `2M`, `1G`.
pub fn count(text: &str) -> Result<u64, String> {
    let wrong = || say!("a whole number above zero, such as 1000000, 1e6 or 2M");
    let plain = text.trim().replace('_', "");
    let (digits, factor) = match plain.char_indices().last() {
        Some((at, 'k' | 'K')) => (&plain[..at], 1_000),
        Some((at, 'm' | 'M')) => (&plain[..at], 1_000_000),
        Some((at, 'g' | 'G')) => (&plain[..at], 1_000_000_000),
        _ => (plain.as_str(), 1),
    };
    let number = match digits.parse::<u64>() {
        Ok(number) => number.checked_mul(factor).ok_or_else(wrong)?,
        Err(_) => fraction(digits, factor as f64).ok_or_else(wrong)?,
    };
    if number == 0 { Err(wrong()) } else { Ok(number) }
}

/// Parses a decimal number such as `1e6`, or the `1.5` of `1.5M`, and multiplies it by `factor`. `None` if the result is not a whole
/// number.
fn fraction(digits: &str, factor: f64) -> Option<u64> {
    let allowed = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E');
    if !digits.bytes().all(allowed) {
        return None;
    }
    let value = digits.parse::<f64>().ok()? * factor;
    (value.fract() == 0.0 && (1.0..=9e15).contains(&value)).then_some(value as u64)
}

/// Parses a depth in plies. The minimum depends on the game, see [`check_depth`].
pub fn depth(text: &str) -> Result<u32, String> {
    let depth = within(text, 0, MAX_DEPTH).map(|depth| depth as u32);
    depth.map_err(|_| depths())
}

/// The range of depths, for errors.
pub fn depths() -> String {
    let from_zero = catalogue().games().filter(|info| info.least_depth == 0);
    let names: Vec<&str> = from_zero.map(|info| info.name).collect();
    match names.join(", ") {
        names if names.is_empty() => say!("a whole number from 1 to {most}", most = MAX_DEPTH),
        names => {
            say!("a whole number from 1 to {most} (in {names} from 0)", most = MAX_DEPTH, names)
        }
    }
}

/// A parser of depths from 0 up to `greatest`, which is at most [`MAX_DEPTH`]: for counting moves, or for the search
/// within a rollout.
pub fn depth_from_zero(greatest: usize) -> impl Fn(&str) -> Result<u32, String> + Clone {
    range(0, greatest.min(MAX_DEPTH))
}

/// Checks that the game can search to the depth of these limits.
pub fn check_depth(place: &str, info: &GameInfo, limits: &Limits) -> Result<(), InputError> {
    match limits.depth {
        Some(depth) if !(info.least_depth..=MAX_DEPTH as u32).contains(&depth) => {
            Err(InputError::new(place, depth.to_string(), depths()))
        }
        _ => Ok(()),
    }
}

/// Parses a number of threads or workers.
pub fn threads(text: &str) -> Result<usize, String> {
    let threads = within(text, 1, MAX_THREADS)?;
    if fits_threads(threads) {
        Ok(threads)
    } else {
        Err(say!("fewer threads, because there is no memory for {threads} threads", threads))
    }
}

/// Address space of a thread in MiB: stack, buffers and the allocator's arena.
const THREAD_MIB: usize = 80;

/// Memory that must remain for everything else, mainly tables, in units of one thread's memory.
const SPARE_THREADS: usize = 4;

/// Whether the memory for this many threads is available. As with real threads, one block is reserved for each thread; the blocks are never
/// touched.
pub fn fits_threads(threads: usize) -> bool {
    let mut reserved = Vec::new();
    threads == 1
        || (0..threads + SPARE_THREADS).all(|_| {
            let mut one = Vec::<u8>::new();
            let fits = one.try_reserve_exact(THREAD_MIB << 20).is_ok();
            reserved.push(std::hint::black_box(one));
            fits
        })
}

/// Parses a number of lines.
pub fn lines(text: &str) -> Result<usize, String> {
    within(text, 1, MAX_LINES)
}

/// Parses a level: 1 to 10, or a name.
pub fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|error: ParseLevelError| error.expected())
}

/// Parses a size in MiB that this machine can provide.
pub fn hash(text: &str) -> Result<usize, String> {
    let mib = within(text, 1, MAX_HASH_MIB)?;
    if fits_memory(mib) {
        Ok(mib)
    } else {
        Err(say!("a smaller size, because {mib} MiB of memory are not available", mib))
    }
}

/// Whether this much memory is available. The memory is only reserved and never touched, so the check is cheap.
pub fn fits_memory(mib: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(mib << 20).is_ok()
}

/// Parses a whole number in a range.
pub fn within(text: &str, least: usize, most: usize) -> Result<usize, String> {
    text.trim()
        .parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| say!("a whole number from {least} to {most}", least, most))
}

/// Parses a seed of random numbers.
pub fn seed(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| say!("a whole number, 0 or more"))
}

/// Parses `NAME=VALUE`.
pub fn parameter(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("NAME=VALUE".into()),
    }
}

/// Parses a comma-separated list of `NAME=VALUE`.
pub fn parameters(text: &str) -> Result<Vec<(String, String)>, String> {
    text.split(',').map(parameter).collect()
}

/// Parses a switch, `true` or `false`.
pub fn switch(text: &str) -> Result<bool, String> {
    match text {
        "true" | "1" | "yes" => Ok(true),
        "false" | "0" | "no" => Ok(false),
        _ => Err(say!("true or false")),
    }
}

/// A parser of whole numbers in a range.
pub fn range<T: TryFrom<usize>>(
    least: usize,
    most: usize,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = within(text, least, most)?;
        T::try_from(number).map_err(|_| say!("a whole number from {least} to {most}", least, most))
    }
}

/// A parser of numbers above `least`, up to `most`.
pub fn real(least: f64, most: f64) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.trim().parse().ok();
        number
            .filter(|&number: &f64| number > least && number <= most)
            .ok_or_else(|| say!("a number above {least} and at most {most}", least, most))
    }
}
