//! Rollouts of GNU Backgammon through its text interface, because its Python module does not offer rollouts.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use ludex_games::tryktrak::{Position, Tryktrak};
use ludex_kit::Notation;

use super::program::did_not_start;

/// The commands that configure a rollout: to the end of the game, with the cube, with moves at depth 0.
const COMMANDS: &[&str] = &[
    "set confirm new off",
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set display off",
    "set output digits 6",
    "set beavers 0",
    "set threads 1",
    "set evaluation chequerplay evaluation plies 0",
    "set rollout varredn on",
    "set rollout jsd stop off",
    "set rollout limit enable off",
    "set rollout cubeful on",
    "set rollout truncation enable off",
    "set rollout chequerplay plies 0",
    "set rollout cubedecision plies 0",
    "set rollout truncation chequerplay plies 0",
    "set rollout truncation cubedecision plies 0",
];

/// A running GNU Backgammon for rollouts. Its results depend slightly on its earlier rollouts: they can differ in the fourth digit.
pub(super) struct GnubgRollouts {
    child: Child,
    commands: ChildStdin,
    said: BufReader<ChildStdout>,
    n_questions: u32,
}

/// The equity of an action for the player who decides, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rolled {
    /// The equity in points, divided by the value of the current cube.
    pub(super) equity: f64,
    /// The standard error of the equity.
    pub(super) error: f64,
}

impl GnubgRollouts {
    /// Starts the program.
    pub(super) fn start(program: &Path, trials: u64) -> Result<Self> {
        let mut child = Command::new(program)
            .args(["-t", "-q", "-r"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| did_not_start(program))?;
        let (commands, said) = (child.stdin.take(), child.stdout.take());
        let mut rollouts = Self {
            child,
            commands: commands.context("a child without an input")?,
            said: BufReader::new(said.context("a child without an output")?),
            n_questions: 0,
        };
        let commands = COMMANDS.iter().map(|&command| command.to_owned());
        let trials = format!("set rollout trials {trials}");
        rollouts.run_commands(&commands.chain([trials]).collect::<Vec<_>>())?;
        Ok(rollouts)
    }

    /// Rolls out a cube decision: the equities of not doubling and of a double that is taken, for the player who may double.
    pub(super) fn roll_out_cube(
        &mut self,
        game: &Tryktrak,
        pos: &Position,
        seed: u32,
    ) -> Result<[Rolled; 2]> {
        let xgid = game.write_position(pos);
        let said = self.run_commands(&[
            format!("set rollout seed {seed}"),
            format!("set xgid {xgid}"),
            "analyse rollout cube".into(),
            "hint".into(),
        ])?;
        read_cube(&said).with_context(|| format!("gnubg's rollout of {xgid}: {said}"))
    }

    /// Sends commands; returns the output up to the end of the last one.
    fn run_commands(&mut self, commands: &[String]) -> Result<String> {
        self.n_questions += 1;
        // The last command reports a unique number, which marks the end of the output.
        let end = format!("Rollout seed set to {}.", self.n_questions);
        let last = format!("set rollout seed {}", self.n_questions);
        for command in commands.iter().chain([&last]) {
            writeln!(self.commands, "{command}").context("gnubg ended")?;
        }
        self.commands.flush()?;
        let mut said = String::new();
        loop {
            let start = said.len();
            if self.said.read_line(&mut said)? == 0 {
                bail!("gnubg ended during {commands:?}: {said}");
            }
            if said[start..].trim() == end {
                said.truncate(start);
                return Ok(said);
            }
        }
    }
}

impl Drop for GnubgRollouts {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The equities of not doubling and of a double that is taken, with their standard errors:
///
/// ```text
/// 1. No double           +0.096204
/// 3. Double, take        -0.522123  (-0.618327)
/// Centered 1-cube:
///  [0.011264 0.009528 0.001157 - 0.011264 0.010353 0.005965 CL  0.036116 CF  0.074009]
/// gnubg owns 2-cube:
///  [0.011129 0.020189 0.009208 - 0.011129 0.012030 0.007299 CL  0.054928 CF  0.109555]
/// ```
fn read_cube(said: &str) -> Option<[Rolled; 2]> {
    let mut equities = [None; 2];
    let mut errors = Vec::new();
    for line in said.lines().map(str::trim) {
        if let Some((_, rest)) = line.split_once(". ") {
            let words = ["No double", "No redouble", "Double, take", "Redouble, take"];
            let found = (words.iter().enumerate())
                .find_map(|(index, word)| Some((index / 2, rest.strip_prefix(word)?)));
            if let Some((which, numbers)) = found {
                equities[which] = numbers.split_whitespace().next()?.parse().ok();
            }
        } else if let Some(numbers) = line.strip_prefix('[') {
            let last = numbers.trim_end_matches(']').split_whitespace().last()?;
            errors.push(last.parse().ok()?);
        }
    }
    let ([Some(no_double), Some(take)], &[first, second]) = (equities, errors.as_slice()) else {
        return None;
    };
    Some([(no_double, first), (take, second)].map(|(equity, error)| Rolled { equity, error }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_about_the_cube_are_read() {
        let said = "\
Rollout done. Printing final results.
Cube analysis
Rollout cubeless equity +0.042567 (Money: +0.094081)

Cubeful equities:
1. No double           +0.096204
2. Double, pass        +1.000000  (+0.903797)
3. Double, take        -0.522123  (-0.618327)
Proper cube action: No double, take (40.6%)

Rollout details:
Centered 1-cube:
  0.542331 0.141150 0.008238 - 0.457669 0.130055 0.009914 CL +0.042567 CF +0.096204
 [0.011264 0.009528 0.001157 - 0.011264 0.010353 0.005965 CL  0.036116 CF  0.074009]
gnubg owns 2-cube:
  0.537246 0.156734 0.017243 - 0.462754 0.137539 0.010016 CL +0.157112 CF -0.522123
 [0.011129 0.020189 0.009208 - 0.011129 0.012030 0.007299 CL  0.054928 CF  0.109555]
";
        let rolled = |equity, error| Rolled { equity, error };
        let expected = [rolled(0.096_204, 0.074_009), rolled(-0.522_123, 0.109_555)];
        assert_eq!(read_cube(said), Some(expected));
        let redoubles = said.replace("No double", "No redouble").replace("Double, ", "Redouble, ");
        assert_eq!(read_cube(&redoubles), Some(expected));
        assert_eq!(read_cube("Not a valid XGID"), None);
    }

    #[test]
    fn a_program_that_is_missing_is_named() {
        let started = GnubgRollouts::start(Path::new("/nowhere/gnubg"), 36);
        let error = started.err().expect("there is no such program").to_string();
        let expected = "/nowhere/gnubg did not start; if it is missing, run apt-get install gnubg";
        assert_eq!(error, expected);
    }
}
