//! SGF, the format of game trees: the one that holds all variations of a study with their comments and marks.
//!
//! White is the first player, Black the second. Moves are the game's own words. What the format has no property for stands in
//! private ones: the steps of chance and of further players, the game and its variant, where it begins, tags of other names.
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
//! **Invariant:** SGF text is read and written here alone. Tryktrak differs only where GNU Backgammon does.

mod read;
pub mod tree;
mod write;

use crate::interface::input_error::InputError;
use crate::interface::record::{Record, RecordFormat};
use crate::registry::OpenSession;
use tree::{SgfNode, property};

/// What SGF calls a game.
#[derive(Debug)]
pub struct SgfGame {
    /// The name of the game.
    pub name: &'static str,
    /// Opens it, to find out who makes a step.
    pub open: OpenSession,
    /// The number of the game, if it has one.
    pub number: Option<&'static str>,
    /// Properties of the root that are options of the variant.
    pub options: &'static [(&'static str, &'static str)],
}

/// SGF as a format of a game whose moves are its own words.
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

/// Whether a text is what other programs say of a node, and nothing that begins or ends one.
pub fn is_foreign(text: &str) -> bool {
    let trees = tree::parse(&format!("(;{text})"), |_| Ok(()));
    let [tree] = &trees[..] else {
        return false;
    };
    tree.damage.is_none() && tree.nodes.len() == 1 && tree.nodes[0].others(&[]) == text
}

pub use read::read;
pub use write::write;

/// The property of a step, by who makes it: chance, then the players. Those but `W` and `B` are private.
const STEPS: [&str; 5] = ["CHANCE", "W", "B", "THIRD", "FOURTH"];
/// Private properties of the root.
const GAME: &str = "GAME";
const VARIANT: &str = "VARIANT";
const POSITION: &str = "POSITION";
const RESULT: &str = "RESULT"; // of a move too, where a variation ends
const TAG: &str = "TAG";
/// What the property of the result calls a game that does not count.
const VOID: &str = "Void";
/// The name of a node: here of the variation that it begins.
const NAME: &str = "N";
/// A private property of a move: a mark that the format has no property for.
const MARK: &str = "ZM";

/// Properties of the root that say what the file is, or are read and written anew.
const ROOT: [&str; 11] = ["FF", "GM", "CA", "AP", "ST", "RE", GAME, VARIANT, POSITION, RESULT, TAG];
/// Properties that change the position in a way of which the games know nothing.
const SETUP: [&str; 4] = ["AB", "AW", "AE", "PL"];

/// The properties that a text of [foreign ones](is_foreign) holds.
pub fn foreign_names(text: &str) -> Vec<String> {
    let trees = tree::parse(&format!("(;{text})"), |_| Ok(()));
    let nodes = trees.into_iter().flat_map(|tree| tree.nodes);
    let properties = nodes.flat_map(|node| node.properties);
    properties.map(|property| property.name).collect()
}

/// The marks of annotators with their properties.
const MARKS: [(&str, &str, &str); 6] = [
    ("!!", "TE", "2"),
    ("!", "TE", "1"),
    ("??", "BM", "2"),
    ("?", "BM", "1"),
    ("?!", "DO", ""),
    ("!?", "IT", ""),
];

impl SgfGame {
    /// Whether a tree is one of this game.
    pub fn check(&self, root: &SgfNode) -> Result<(), InputError> {
        if let Some(name) = root.value(GAME)
            && name != self.name
        {
            return Err(InputError::new(GAME, name, self.name));
        }
        // A name says more than a number, which another game may have by a program's habit.
        if root.value(GAME).is_some() {
            return Ok(());
        }
        match (root.value("GM"), self.number) {
            (Some(found), Some(number)) if found != number => {
                let expected = format!("{number}, {}", self.name);
                Err(InputError::new("GM", found, expected))
            }
            (Some(found), None) => Err(InputError::new("GM", found, "no number of a game")),
            _ => Ok(()),
        }
    }

    /// Whether a tree says that it is one of this game: who says nothing means Go.
    fn check_named(&self, root: &SgfNode) -> Result<(), InputError> {
        self.check(root)?;
        if root.value(GAME).is_some() || root.value("GM").is_some() {
            return Ok(());
        }
        let expected = match self.number {
            Some(number) => format!("GM[{number}], {}", self.name),
            None => format!("{GAME}[{}]", self.name),
        };
        Err(InputError::new("GM", "no game", expected))
    }
}

/// What stands for marks and comments.
pub const NOTES: [&str; 6] = ["TE", "BM", "DO", "IT", MARK, "C"];

/// The mark of a node; empty if it has none.
pub fn mark_of(node: &SgfNode) -> String {
    let known = |&&(_, name, value): &&(&str, &str, &str)| {
        let told = node.value(name);
        // Whoever gives no strength, or another one, means the common mark.
        told.is_some_and(|told| told == value || value != "2")
    };
    let mark = MARKS.iter().find(known).map(|&(mark, ..)| mark);
    mark.or_else(|| node.value(MARK)).unwrap_or_default().to_owned()
}

/// Adds mark and comment to a node.
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

/// The comment of a node, its lines ended by a line feed each.
pub fn comment_of(node: &SgfNode) -> Option<String> {
    node.value("C").map(|text| text.replace("\r\n", "\n"))
}
