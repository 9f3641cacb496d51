//! Rollouts of GNU Backgammon, by the commands of its text interface: its Python module has none.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use ludex_games::tryktrak::{Board, Move, Position, Tryktrak};
use ludex_kit::Notation;
use ludex_search::Game;

use super::{board_after, did_not_start};

/// How plays are rolled out.
#[derive(Clone, Copy, Debug)]
pub struct HowToRollOut {
    /// Games from each position.
    pub trials: u64,
    /// The plays after which a game is cut off and valued; none if it is played to its end.
    pub truncate: Option<u32>,
    /// The plies by which plays and ends are judged.
    pub plies: u32,
    /// Whether the cube is in use.
    pub cubeful: bool,
}

impl HowToRollOut {
    /// The commands that say so.
    fn commands(&self) -> Vec<String> {
        let on = |yes: bool| if yes { "on" } else { "off" };
        let mut commands: Vec<String> = [
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
        ]
        .map(str::to_owned)
        .into();
        commands.push(format!("set rollout trials {}", self.trials));
        commands.push(format!("set rollout cubeful {}", on(self.cubeful)));
        let is_cut = self.truncate.is_some();
        commands.push(format!("set rollout truncation enable {}", on(is_cut)));
        commands.extend(
            self.truncate
                .map(|plays| format!("set rollout truncation plies {plays}")),
        );
        // Ends are valued as the luck of the dice is. Two plies at the ends alone, which is what it does unless told otherwise, take
        // half as long again, and the error is a tenth larger.
        for what in [
            "chequerplay",
            "cubedecision",
            "truncation chequerplay",
            "truncation cubedecision",
        ] {
            commands.push(format!("set rollout {what} plies {}", self.plies));
        }
        commands
    }
}

/// GNU Backgammon, rolling out. What it finds depends a little on what it rolled out before, in the fourth digit.
pub struct GnubgRollouts {
    child: Child,
    commands: ChildStdin,
    said: BufReader<ChildStdout>,
    n_questions: u32,
}

/// What a play is worth to its player, and the standard error of that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolledPlay {
    /// In points, in units of the cube as it lies.
    pub equity: f64,
    /// Of the equity.
    pub error: f64,
}

impl GnubgRollouts {
    /// Starts the program.
    pub fn start(program: &Path, how: &HowToRollOut) -> Result<Self> {
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
        rollouts.tell(&how.commands())?;
        Ok(rollouts)
    }

    /// Rolls out two plays of a position with dice, by the same dice.
    pub fn roll_out(
        &mut self,
        game: &Tryktrak,
        pos: &Position,
        plays: [Move; 2],
        seed: u32,
    ) -> Result<[RolledPlay; 2]> {
        let xgid = game.write_position(pos);
        let boards = plays.map(|play| board_after(pos, play));
        let said = self.tell(&[format!("set xgid {xgid}"), "hint 1000".into()])?;
        let listed = read_hint(&said);
        // What it did not understand would leave it at the position before, with what was rolled out there.
        let is_fresh = listed.len() as u64 == game.count_moves(pos)
            && listed.iter().all(|line| line.error.is_none());
        ensure!(is_fresh, "gnubg's plays in {xgid}: {said}");
        let [first, second] = boards.map(|board| find(&listed, game, pos, board));
        let (first, second) = (first?.number, second?.number);
        let said = self.tell(&[
            format!("set rollout seed {seed}"),
            format!("analyse rollout move {first} {second}"),
            "hint 2".into(),
        ])?;
        let rolled = read_hint(&said);
        let [first, second] = boards.map(|board| -> Result<RolledPlay> {
            let line = find(&rolled, game, pos, board)?;
            let error = line.error.with_context(|| format!("in {xgid}: {said}"))?;
            Ok(RolledPlay {
                equity: line.equity,
                error,
            })
        });
        Ok([first?, second?])
    }

    /// Rolls out a decision about the cube: what not to double and a double that is taken are worth to who may double.
    pub fn roll_out_cube(
        &mut self,
        game: &Tryktrak,
        pos: &Position,
        seed: u32,
    ) -> Result<[RolledPlay; 2]> {
        let xgid = game.write_position(pos);
        let said = self.tell(&[
            format!("set rollout seed {seed}"),
            format!("set xgid {xgid}"),
            "analyse rollout cube".into(),
            "hint".into(),
        ])?;
        read_cube(&said).with_context(|| format!("gnubg's rollout of {xgid}: {said}"))
    }

    /// Gives commands; what is said until all of them are done.
    fn tell(&mut self, commands: &[String]) -> Result<String> {
        self.n_questions += 1;
        // What is asked last repeats its number, and so tells that all is said.
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
                bail!("gnubg ended at {commands:?}: {said}");
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

/// One play of its list.
#[derive(Clone, Debug, PartialEq)]
struct HintLine {
    number: u32,
    play: String,
    equity: f64,
    /// The standard error of the equity, if the play was rolled out.
    error: Option<f64>,
}

/// The plays that a list of hints tells of:
///
/// ```text
///     1. Rollout          20/15 11/8                   Eq.: +0.986369
///        0.734155 0.290820 0.027118 - 0.265845 0.050027 0.001751 CL +0.734471 CF +0.986369
///       [0.002650 0.002821 0.001914 - 0.002650 0.001412 0.000091 CL  0.005214 CF  0.009827]
/// ```
fn read_hint(said: &str) -> Vec<HintLine> {
    let mut listed: Vec<HintLine> = Vec::new();
    for line in said.lines().map(str::trim) {
        if let Some(found) = read_play(line) {
            listed.push(found);
        } else if let (Some(errors), Some(last)) = (
            line.strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']')),
            listed.last_mut(),
        ) {
            // The last number is that of the equity, with the cube if it is in use.
            let number = errors.split_whitespace().last();
            last.error = number.and_then(|number| number.parse().ok());
        }
    }
    listed
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
fn read_cube(said: &str) -> Option<[RolledPlay; 2]> {
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
    Some([(no_double, first), (take, second)].map(|(equity, error)| RolledPlay { equity, error }))
}

/// The line that begins a play.
fn read_play(line: &str) -> Option<HintLine> {
    let (head, equity) = line.split_once("Eq.:")?;
    let (number, head) = head.trim_start_matches('*').split_once('.')?;
    let head = head.trim();
    let how = if head.starts_with("Rollout") { 1 } else { 2 };
    let play: Vec<_> = head.split_whitespace().skip(how).collect();
    Some(HintLine {
        number: number.trim().parse().ok()?,
        play: play.join(","),
        equity: equity.split_whitespace().next()?.parse().ok()?,
        error: None,
    })
}

/// The play of a list that leads to a board.
fn find<'a>(
    listed: &'a [HintLine],
    game: &Tryktrak,
    pos: &Position,
    board: Board,
) -> Result<&'a HintLine> {
    let leads_there = |line: &&HintLine| {
        let play = game.parse_move(pos, &line.play);
        play.is_ok_and(|play| board_after(pos, play) == board)
    };
    let found = listed.iter().find(leads_there);
    found.with_context(|| format!("a play is missing in gnubg's list {listed:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written by GNU Backgammon 1.07.001, cut short.
    const CUBEFUL: &str = "\
Rollout done. Printing final results.
 GNU Backgammon  Position ID: xGfwADTYZpMBIQ
                 Match ID   : UYkOAAAAAAAE
v|                  |BAR|                  |     (Cube: 1)

    1. Rollout          20/15 11/8                   Eq.: +0.986369
       0.734155 0.290820 0.027118 - 0.265845 0.050027 0.001751 CL +0.734471 CF +0.986369
      [0.002650 0.002821 0.001914 - 0.002650 0.001412 0.000091 CL  0.005214 CF  0.009827]
        Truncated cubeful rollout (depth 11) with variance reduction
        36 games, Mersenne Twister dice gen. with seed 8 and quasi-random dice
        Play: 0-ply cubeful prune [expert]
        Cube: 0-ply cubeful prune [expert]
    2. Rollout          11/6 9/6                     Eq.: +0.916769 (-0.069600)
       0.685423 0.320924 0.038808 - 0.314577 0.068910 0.002983 CL +0.658684 CF +0.916769
      [0.001795 0.002695 0.000794 - 0.001795 0.002178 0.000267 CL  0.007053 CF  0.017481]
        Truncated cubeful rollout (depth 11) with variance reduction
    3. Cubeful 0-ply    24/21 20/15                  Eq.: +0.946564 (-0.039805)
       0.738277 0.272904 0.034274 - 0.261723 0.048155 0.001850
        0-ply cubeful prune [expert]
";
    const CUBELESS: &str = "\
    1. Rollout          bar/20* 13/11(2)             Eq.: -0.745611
       0.734155 0.290820 0.027118 - 0.265845 0.050027 0.001751 CL -0.745611
      [0.005026 0.007011 0.002557 - 0.005026 0.002272 0.000366 CL  0.012564]
";

    fn line(number: u32, play: &str, equity: f64, error: Option<f64>) -> HintLine {
        HintLine {
            number,
            play: play.into(),
            equity,
            error,
        }
    }

    #[test]
    fn lists_of_plays_are_read() {
        let found = read_hint(CUBEFUL);
        let expected = [
            line(1, "20/15,11/8", 0.986_369, Some(0.009_827)),
            line(2, "11/6,9/6", 0.916_769, Some(0.017_481)),
            line(3, "24/21,20/15", 0.946_564, None),
        ];
        assert_eq!(found, expected);
        let expected = [line(1, "bar/20*,13/11(2)", -0.745_611, Some(0.012_564))];
        assert_eq!(read_hint(CUBELESS), expected);
        assert_eq!(read_hint("Not a valid XGID 'XGID=x'\n"), []);
    }

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
        let rolled = |equity, error| RolledPlay { equity, error };
        let expected = [rolled(0.096_204, 0.074_009), rolled(-0.522_123, 0.109_555)];
        assert_eq!(read_cube(said), Some(expected));
        let redoubles = said
            .replace("No double", "No redouble")
            .replace("Double, ", "Redouble, ");
        assert_eq!(read_cube(&redoubles), Some(expected));
        assert_eq!(read_cube("Not a valid XGID"), None);
    }

    #[test]
    fn plays_are_found_by_where_they_lead() {
        let game = Tryktrak::new();
        let text = "XGID=-ba-BBB-BB-AdB---b-eA-a-A-:0:0:1:53:0:0:0:0:6";
        let pos = game.parse_position(text).expect("a position with dice");
        let play = game.parse_move(&pos, "11/8,20/15").expect("a legal play");
        let listed = read_hint(CUBEFUL);
        let found = find(&listed, &game, &pos, board_after(&pos, play));
        assert_eq!(found.expect("it is listed").number, 1);
        let other = game.parse_move(&pos, "24/16").expect("a legal play");
        let missing = find(&listed, &game, &pos, board_after(&pos, other));
        let error = missing.expect_err("it is not listed").to_string();
        assert!(error.contains("missing in gnubg's list"), "{error}");
    }

    #[test]
    fn a_program_that_is_missing_is_named() {
        let how = HowToRollOut {
            trials: 36,
            truncate: Some(11),
            plies: 0,
            cubeful: false,
        };
        let started = GnubgRollouts::start(Path::new("/nowhere/gnubg"), &how);
        let error = started.err().expect("there is no such program").to_string();
        let expected = "/nowhere/gnubg did not start: apt-get install gnubg";
        assert_eq!(error, expected);
    }
}
