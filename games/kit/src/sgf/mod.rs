//! SGF, the file format of game trees. It is the only supported format that keeps all variations of a study with their comments and
//! marks, for every game.
//!
//! White is the first player, Black the second. Moves are written in the game's own notation. Private properties hold what the
//! standard has no property for: steps of chance and of further players, the game and its variant, the start position, and tags with
//! other names.
//!
//! ```text
//! (;FF[4]CA[UTF-8]GAME[quoridor]VARIANT[players=2,board=9x9,walls=10]PW[Anna]
//! ;W[e2]C[To the middle.]
//! (;B[e8]
//! ;W[e3])
//! (;B[e8h]BM[1]))
//! ```
//!
//! CITE: Arno Hollosi, "SGF file format FF\[4\]".
//!
//! **Invariant:** SGF is read and written only here. Tryktrak differs only where GNU Backgammon does.

mod read;
pub mod tree;
mod write;

use crate::interface::input_error::InputError;
use crate::interface::record::{Record, RecordFormat};
use crate::registry::OpenSession;
use crate::say;
use tree::{SgfNode, property};

/// The properties of a game that SGF files need.
#[derive(Debug)]
pub struct SgfGame {
    /// Name of the game.
    pub name: &'static str,
    /// Opens it, to find out which player makes each step.
    pub open: OpenSession,
    /// The game's number in the SGF standard, if it has one.
    pub number: Option<&'static str>,
    /// Root properties and the variant options that they correspond to.
    pub options: &'static [(&'static str, &'static str)],
}

/// SGF as a record format, for a game whose moves are written in its own notation.
pub const fn format(
    read: fn(&str) -> Result<Vec<Record>, InputError>,
    write: fn(&Record) -> String,
) -> RecordFormat {
    RecordFormat {
        name: "sgf",
        extensions: &["sgf"],
        read,
        write,
        write_all: None,
        annotated: true,
        variations: true,
        evaluation: None,
        verbatim: false,
    }
}

/// Whether a text consists only of SGF properties, such as another program writes into a node. A text that starts or ends a node is not
/// accepted.
pub fn is_foreign(text: &str) -> bool {
    let trees = tree::parse(&format!("(;{text})"), |_| Ok(()));
    let [tree] = &trees[..] else {
        return false;
    };
    tree.damage.is_none() && tree.nodes.len() == 1 && tree.nodes[0].others(&[]) == text
}

pub use read::{read, read_result};
pub use write::{write, write_result};

/// The properties of steps: one for chance events, then one for the moves of each player. All except `W` and `B` are private.
const STEPS: [&str; 5] = ["CHANCE", "W", "B", "THIRD", "FOURTH"];
/// Private properties of the root.
const GAME: &str = "GAME";
const VARIANT: &str = "VARIANT";
const POSITION: &str = "POSITION";
const RESULT: &str = "RESULT"; // also at the end of a variation
const TAG: &str = "TAG";
/// The result of a void game.
const VOID: &str = "Void";
/// The name of a node; here, the name of the variation that it begins.
const NAME: &str = "N";
/// Private property of a move: a mark for which SGF has no property.
const MARK: &str = "ZM";

/// Root properties that describe the file, or that are parsed and written anew.
const ROOT: [&str; 11] = ["FF", "GM", "CA", "AP", "ST", "RE", GAME, VARIANT, POSITION, RESULT, TAG];
/// Properties that change the position directly. They are not supported.
const SETUP: [&str; 4] = ["AB", "AW", "AE", "PL"];

/// The names of the properties in a text of [foreign ones](is_foreign).
pub fn foreign_names(text: &str) -> Vec<String> {
    let trees = tree::parse(&format!("(;{text})"), |_| Ok(()));
    let nodes = trees.into_iter().flat_map(|tree| tree.nodes);
    let properties = nodes.flat_map(|node| node.properties);
    properties.map(|property| property.name).collect()
}

/// Annotation marks with their SGF property and value.
const MARKS: [(&str, &str, &str); 6] = [
    ("!!", "TE", "2"),
    ("!", "TE", "1"),
    ("??", "BM", "2"),
    ("?", "BM", "1"),
    ("?!", "DO", ""),
    ("!?", "IT", ""),
];

impl SgfGame {
    /// Checks that a tree is of this game.
    pub fn check(&self, root: &SgfNode) -> Result<(), InputError> {
        if let Some(name) = root.value(GAME)
            && name != self.name
        {
            return Err(InputError::new(GAME, name, self.name));
        }
        // If the file names the game, the number is ignored: some programs always write the number of another game.
        if root.value(GAME).is_some() {
            return Ok(());
        }
        match (root.value("GM"), self.number) {
            (Some(found), Some(number)) if found != number => {
                let expected = format!("{number}, {}", self.name);
                Err(InputError::new("GM", found, expected))
            }
            (Some(found), None) => Err(InputError::problem(
                "GM",
                found,
                say!("is the number of another game, not of {game}", game = self.name),
            )),
            _ => Ok(()),
        }
    }

    /// Checks that a tree names this game. By the standard, a tree that names no game is a game of Go.
    fn check_named(&self, root: &SgfNode) -> Result<(), InputError> {
        self.check(root)?;
        if root.value(GAME).is_some() || root.value("GM").is_some() {
            return Ok(());
        }
        let expected = match self.number {
            Some(number) => say!("GM[{number}] for {game}", number, game = self.name),
            None => format!("{GAME}[{}]", self.name),
        };
        Err(InputError::sentence(
            "GM",
            say!("the file does not name its game: add {text}", text = expected),
        ))
    }
}

/// The properties of marks and comments.
pub const NOTES: [&str; 6] = ["TE", "BM", "DO", "IT", MARK, "C"];

/// The mark of a node; empty if it has none.
pub fn mark_of(node: &SgfNode) -> String {
    let known = |&&(_, name, value): &&(&str, &str, &str)| {
        let stated = node.value(name);
        // A value other than 2 (such as 1, or nothing) means the normal mark.
        stated.is_some_and(|stated| stated == value || value != "2")
    };
    let mark = MARKS.iter().find(known).map(|&(mark, ..)| mark);
    mark.or_else(|| node.value(MARK)).unwrap_or_default().to_owned()
}

/// Adds a mark and a comment to a node.
pub fn add_notes(node: &mut String, mark: &str, comment: Option<&str>) {
    match MARKS.iter().find(|(known, ..)| *known == mark) {
        Some((_, name, value)) => property(node, name, value),
        None if !mark.is_empty() => property(node, MARK, mark),
        None => {}
    }
    if let Some(comment) = comment {
        property(node, "C", comment);
    }
}

/// The comment of a node, with line feeds as line ends.
pub fn comment_of(node: &SgfNode) -> Option<String> {
    node.value("C").map(|text| text.replace("\r\n", "\n"))
}
