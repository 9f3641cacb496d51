//! The puzzle lists of all games, and lookup of puzzles by id.

use ludex_base::catalogue::catalogue;
use ludex_kit::registry::{Session, Token};
use ludex_kit::{GameInfo, InputError, Puzzle, PuzzleList, say};

/// A puzzle and the list that contains it.
pub(super) struct ListedPuzzle {
    /// The id, such as `takt-tinue-3`.
    pub(super) id: String,
    pub(super) game: &'static GameInfo,
    pub(super) list: &'static PuzzleList,
    pub(super) puzzle: Puzzle,
}

/// All puzzles of a game, list by list.
pub(super) fn of_game(game: &'static GameInfo) -> Result<Vec<ListedPuzzle>, InputError> {
    let mut all = Vec::new();
    for list in game.puzzle_lists {
        all.extend(list.puzzles()?.into_iter().map(|puzzle| ListedPuzzle {
            id: format!("{}-{}-{}", game.name, list.name, puzzle.number),
            game,
            list,
            puzzle,
        }));
    }
    Ok(all)
}

/// Finds a puzzle by its id.
pub(super) fn find_puzzle(id: &str) -> Result<ListedPuzzle, InputError> {
    let name = id.split('-').next().unwrap_or_default();
    let wrong = || InputError::new("id", id, say!("the id of a puzzle"));
    let game = catalogue().games().find(|game| game.name == name);
    let puzzles = of_game(game.ok_or_else(wrong)?)?;
    let mut puzzles = puzzles.into_iter();
    puzzles.find(|puzzle| puzzle.id == id).ok_or_else(wrong)
}

impl ListedPuzzle {
    /// Opens the position of the puzzle.
    pub(super) fn open(&self) -> Result<Box<dyn Session>, InputError> {
        let start = self.puzzle.start.as_deref();
        let mut session = catalogue().session(self.game.name, &self.puzzle.variant, start)?;
        let words = Token::split(&self.puzzle.steps.join(" "), "puzzle");
        session.extend(&words)?;
        Ok(session)
    }

    /// The task, with the number of turns filled in.
    pub(super) fn ask(&self) -> String {
        let ask = self.game.translate(self.list.ask);
        match self.puzzle.turns {
            Some(turns) => ask.replace('N', &turns.to_string()),
            None => ask.to_owned(),
        }
    }
}
