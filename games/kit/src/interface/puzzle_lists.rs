//! Lists of puzzles that ship with a game. The engine made and proved them.

use crate::interface::input_error::InputError;
use crate::interface::variant::Variant;
use crate::say;

/// A list of puzzles of one kind.
#[derive(Debug)]
pub struct PuzzleList {
    /// The kind in one word, such as `tinue`.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// The question to the solver; `N` represents the number of turns.
    pub ask: &'static str,
    /// How an answer is checked.
    pub judge: PuzzleJudge,
    /// The puzzles, one per line: variant, start or `-`, moves from there or `-`, turns or `-`, origin; separated by tabs. Lines that
    /// begin with `#` describe how the puzzles were made.
    pub text: &'static str,
}

/// How an answer is checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PuzzleJudge {
    /// The move must win within the remaining turns against every answer. The proof search decides.
    WinsInTime,
    /// The move must keep a win, however long it takes. The proof search decides.
    KeepsTheWin,
    /// The move must achieve the game's [feat](crate::Feats) or make it certain. All turns belong to one player, who makes them before
    /// any other player moves; chance events between them are assumed to be the worst possible.
    IsSure,
    /// The move must be worth as much as the best one. A search that is exact within its limit decides.
    IsBest {
        /// Limit of the search.
        limit: ExactLimit,
        /// The difference, in the game's unit, up to which two moves count as equally good.
        within: f64,
    },
}

/// The limit of an exact search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExactLimit {
    /// By depth.
    Depth(u32),
    /// By nodes.
    Nodes(u64),
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// Its number in the list, from 1.
    pub number: usize,
    /// The variant of the game.
    pub variant: Variant,
    /// The start position, if it is not the start of a game.
    pub start: Option<String>,
    /// Moves and events from the start to the position of the puzzle.
    pub steps: Vec<String>,
    /// The number of turns within which it is won, if the puzzle asks for that.
    pub turns: Option<u32>,
    /// Where the puzzle comes from.
    pub origin: String,
}

impl PuzzleList {
    /// Parses the puzzles.
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
        let expected =
            say!("five fields with tabs between them: variant, start, moves, turns, origin");
        return Err(InputError::new("", line, expected));
    };
    let given = |text| Some(text).filter(|&text| text != "-");
    let variant = match given(variant) {
        Some(text) => text.parse()?,
        None => Variant::new(),
    };
    let wrong = |_| InputError::new("turns", turns, say!("a number"));
    Ok(Puzzle {
        number,
        variant,
        start: given(start).map(str::to_owned),
        steps: given(steps).unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
        turns: given(turns).map(str::parse).transpose().map_err(wrong)?,
        origin: origin.to_owned(),
    })
}
