//! The commands at the prompt other than moves.

use std::fmt::Write as _;
use std::path::Path;

use ludex_kit::{GameInfo, InputError, message, say};

use crate::WORDS;
use crate::terminal::{Argument, Words};

/// A parsed line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// A move or a chance event; empty for an empty line.
    Step(&'a str),
    Moves,
    Hint,
    Undo,
    Show,
    Flip,
    Analyse,
    Clock,
    OfferDraw,
    /// A resignation, with its kind if the game has several kinds.
    Resign(Option<&'a str>),
    /// The file, and whether an existing file may be overwritten.
    Save(&'a Path, bool),
    /// Continues the game of a file, from its end or after this number of plies.
    Load(&'a Path, Option<usize>),
    Help,
    Quit,
}

/// A placeholder for any move in the help text.
const A_MOVE: &str = message!("a move");

/// A heading of the help text and its entries: command and description. Descriptions are translated where they are shown.
type Group = (&'static str, &'static [(&'static str, &'static str)]);

const GROUPS: [Group; 4] = [
    (
        message!("Playing"),
        &[
            (A_MOVE, message!("in the game's notation; Tab completes it")),
            ("moves", message!("list the legal moves")),
            ("hint", message!("show the engine's move")),
            ("undo", message!("take back your last move")),
        ],
    ),
    (
        message!("Looking"),
        &[
            ("show", message!("the board")),
            ("flip", message!("show the board from the other side")),
            ("analyse", message!("show the best lines until Enter or Ctrl-C")),
            ("clock", message!("show the time left")),
        ],
    ),
    (
        message!("Ending"),
        &[
            ("draw?", message!("offer a draw")),
            ("resign", message!("resign the game")),
            ("quit", message!("leave the game (Ctrl-D)")),
        ],
    ),
    (
        message!("Keeping"),
        &[
            ("save FILE", message!("write the game to a file")),
            ("save! FILE", message!("the same, replacing an existing file")),
            (
                "load FILE [PLY]",
                message!("continue a recorded game from its end or after PLY moves"),
            ),
            ("help", message!("this list")),
        ],
    ),
];

/// Parses a line.
pub(super) fn read(line: &str) -> Result<Command<'_>, InputError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let command = match word {
        "resign" => return Ok(Command::Resign((!rest.is_empty()).then_some(rest))),
        "save" => return Ok(Command::Save(file(word, rest)?, false)),
        "save!" => return Ok(Command::Save(file(word, rest)?, true)),
        "load" => return load(rest),
        "moves" => Command::Moves,
        "hint" => Command::Hint,
        "undo" => Command::Undo,
        "show" => Command::Show,
        "flip" => Command::Flip,
        "analyse" | "analyze" => Command::Analyse,
        "clock" => Command::Clock,
        "draw?" | "draw" => Command::OfferDraw,
        "help" | "?" => Command::Help,
        "quit" | "exit" => Command::Quit,
        _ => return Ok(Command::Step(line)),
    };
    match rest {
        "" => Ok(command),
        rest => Err(InputError::problem(
            word,
            rest,
            say!("is unexpected: this command takes no argument"),
        )),
    }
}

fn file<'a>(word: &str, rest: &'a str) -> Result<&'a Path, InputError> {
    match rest {
        "" => Err(InputError::new(word, "", say!("the name of a file"))),
        rest => Ok(Path::new(rest)),
    }
}

/// Parses a file name with an optional number.
fn load(rest: &str) -> Result<Command<'_>, InputError> {
    let numbered = rest.rsplit_once(char::is_whitespace);
    let numbered = numbered.and_then(|(name, ply)| Some((name.trim(), ply.parse().ok()?)));
    match numbered {
        Some((name, ply)) => Ok(Command::Load(Path::new(name), Some(ply))),
        None => Ok(Command::Load(file("load", rest)?, None)),
    }
}

/// The help text, with the words of the game.
pub(super) fn help(game: &GameInfo) -> String {
    let talk = &game.table_talk;
    let mut text = String::new();
    for (title, commands) in GROUPS {
        let mut lines: Vec<(&str, String)> = Vec::new();
        lines.extend(commands.iter().map(|&(command, about)| {
            // A command is typed, so it is the same in all languages.
            let shown = if command == A_MOVE { WORDS.translate(command) } else { command };
            (shown, WORDS.translate(about).to_owned())
        }));
        if title == "Playing" {
            let spoken = talk.words.iter().map(|&(word, mv)| match word {
                "" => ("Enter", mv.to_owned()),
                word => (word, say!("the same as {move}", move = mv)),
            });
            lines.extend(spoken);
            lines.extend(
                talk.chance.map(|(command, about)| (command, game.translate(about).to_owned())),
            );
        }
        if title == "Ending" && !talk.resignations.is_empty() {
            lines.push(("resign WAY", talk.resignations.join(", ")));
        }
        let _ = writeln!(text, "{}", WORDS.translate(title));
        for (command, about) in lines {
            let _ = writeln!(text, "  {command:<16}{about}");
        }
    }
    text
}

/// The words for completion, with these legal moves.
pub(super) fn words(game: &GameInfo, moves: Vec<String>) -> Words {
    let commands = GROUPS.iter().flat_map(|(_, commands)| commands.iter());
    let commands = commands.filter_map(|(command, _)| command.split(' ').next());
    let commands = commands.filter(|&word| word != "a").map(str::to_owned);
    let spoken = game.table_talk.words.iter();
    let spoken = spoken.filter(|(word, mv)| !word.is_empty() && moves.iter().any(|m| m == mv));
    let spoken: Vec<String> = spoken.map(|(word, _)| (*word).to_owned()).collect();
    Words {
        first: moves.into_iter().chain(spoken).chain(commands).collect(),
        arguments: vec![
            ("save", Argument::File),
            ("save!", Argument::File),
            ("load", Argument::File),
            ("resign", Argument::OneOf(game.table_talk.resignations)),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_command_or_a_move() {
        assert_eq!(read(" e3h ").unwrap(), Command::Step("e3h"));
        assert_eq!(read("").unwrap(), Command::Step(""));
        assert_eq!(read("draw?").unwrap(), Command::OfferDraw);
        assert_eq!(read("resign").unwrap(), Command::Resign(None));
        let gammon = read("resign gammon").unwrap();
        assert_eq!(gammon, Command::Resign(Some("gammon")));
        let file = Path::new("my game.ptn");
        let save = read("save my game.ptn").unwrap();
        assert_eq!(save, Command::Save(file, false));
        let replace = read("save! my game.ptn").unwrap();
        assert_eq!(replace, Command::Save(file, true));
        assert_eq!(read("load my game.ptn").unwrap(), Command::Load(file, None));
        let eleventh = read("load my game.ptn 11").unwrap();
        assert_eq!(eleventh, Command::Load(file, Some(11)));
    }

    #[test]
    fn missing_and_superfluous_words_are_errors() {
        let error = |line: &str| read(line).unwrap_err().to_string();
        assert!(error("save").contains("save: expected the name of a file"));
        assert!(error("load").contains("the name of a file"));
        assert!(error("undo twice").contains("undo: \"twice\" is unexpected"));
    }

    #[test]
    fn help_names_the_words_of_the_game() {
        let text = help(ludex_base::catalogue::catalogue().info("tryktrak").unwrap());
        assert!(text.contains("Enter           roll"), "{text}");
        assert!(text.contains("single, gammon, backgammon"), "{text}");
    }
}
