//! Lists of puzzles that the engine made and has proven: text that a game brings along.

use crate::interface::input_error::InputError;
use crate::interface::variant::Variant;

/// A list of puzzles of one kind.
#[derive(Debug)]
pub struct PuzzleList {
    /// The kind, in a word: `tinue`.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// What the solver is asked, in words; `N` stands for the number of turns.
    pub ask: &'static str,
    /// Who says what is right.
    pub judge: PuzzleJudge,
    /// The puzzles, one a line: variant, start or `-`, moves from there or `-`, turns or `-`, where it is from; with tabs
    /// between them. Lines that begin with `#` say how they were made.
    pub text: &'static str,
}

/// Who says what is right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PuzzleJudge {
    /// The move wins within the turns that are left, whatever is answered; the search for proofs knows.
    WinsInTime,
    /// The move keeps a win, whenever it comes; the search for proofs knows.
    KeepsTheWin,
    /// The move does what the game's [feat](crate::Feats) is, or makes it sure: the turns are those of one player, who makes
    /// all of them before anybody else moves, and what chance brings between them is the worst.
    IsSure,
    /// The move is worth as much as the best, by a search that is exact where it is asked.
    IsBest {
        /// How it is limited.
        limit: ExactLimit,
        /// What two moves that are equally good may differ in, in the game's unit.
        within: f64,
    },
}

/// How a search is limited that is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExactLimit {
    /// By its depth.
    Depth(u32),
    /// By its nodes.
    Nodes(u64),
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// Its number in the list, from 1.
    pub number: usize,
    /// The variant of the game.
    pub variant: Variant,
    /// Where it starts, unless that is the start of a game.
    pub start: Option<String>,
    /// Moves and events from there to the position of the puzzle.
    pub steps: Vec<String>,
    /// The turns within which it is won, where that is asked.
    pub turns: Option<u32>,
    /// Where it is from.
    pub origin: String,
}

impl PuzzleList {
    /// The puzzles.
    pub fn puzzles(&self) -> Result<Vec<Puzzle>, InputError> {
        let lines = self.text.lines().enumerate();
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let numbered = (1..).zip(lines);
        let read = |(number, (index, line)): (usize, (usize, &str))| {
            let place = format!("puzzles of {}, line {}", self.name, index + 1);
            read(number, line).map_err(|error| error.within(place))
        };
        numbered.map(read).collect()
    }
}

fn read(number: usize, line: &str) -> Result<Puzzle, InputError> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [variant, start, steps, turns, origin] = fields[..] else {
        let expected = "variant, start, moves, turns, origin";
        return Err(InputError::new("", line, expected));
    };
    let given = |text| Some(text).filter(|&text| text != "-");
    let variant = match given(variant) {
        Some(text) => text.parse()?,
        None => Variant::new(),
    };
    let wrong = |_| InputError::new("turns", turns, "a number");
    Ok(Puzzle {
        number,
        variant,
        start: given(start).map(str::to_owned),
        steps: given(steps).unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
        turns: given(turns).map(str::parse).transpose().map_err(wrong)?,
        origin: origin.to_owned(),
    })
}
