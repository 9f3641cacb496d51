//! Functions shared by several commands.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use ludex_games::tryktrak::evaluation::networks::Networks;
use serde::de::DeserializeOwned;

/// The parsed lines of a JSON file, or of standard input (`-`), each with its place for error messages.
pub(crate) fn json_lines<T: DeserializeOwned>(
    path: &Path,
) -> Result<impl Iterator<Item = Result<(String, T)>>> {
    let name = path.display().to_string();
    let input: Box<dyn BufRead> = if name == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        let file = File::open(path).with_context(|| name.clone())?;
        Box::new(BufReader::new(file))
    };
    let read = move |(index, line): (usize, std::io::Result<String>)| {
        let place = format!("{name}, line {}", index + 1);
        let value = serde_json::from_str(&line?).with_context(|| place.clone())?;
        Ok((place, value))
    };
    Ok(input.lines().enumerate().map(read))
}

/// Loads Tryktrak networks from files; returns each with its path.
pub(crate) fn load_networks(paths: &[PathBuf]) -> Result<Vec<(String, Arc<Networks>)>> {
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).with_context(|| name.clone())?;
        let networks = Networks::read(&bytes)
            .with_context(|| format!("{name} is not a valid file of Tryktrak networks"))?;
        Ok((name, Arc::new(networks)))
    };
    paths.iter().map(read).collect()
}

/// The mean of measurements, with its standard error.
pub(crate) fn mean_and_error(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values: Vec<f64> = values.collect();
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0) / n).sqrt())
}

/// The median; 0 for an empty list.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// The processor time of this thread in seconds; 0 if the system does not report it.
pub(crate) fn processor_time() -> f64 {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
    #[cfg(not(unix))]
    0.0
}
