//! Writes SGF.

use std::fmt::Write as _;

use ludex_search::{Game, Player, Step};

use super::{BEAVERS, COLOURS, DICE, MOVER, NO_CUBE, POSITION, STEP, TAG, TAGS, letter_of};
use crate::notation::record::result::ended;
use crate::notation::record::script::{
    FileStep, Script, ScriptEvent, TurnAction, file_steps, in_matches,
};
use crate::notation::record::tags::{DATE, INFALLIBLE, PLAYERS};
use crate::notation::words::RESIGN;
use crate::notation::xgid;
use crate::rules::board::BAR;
use crate::rules::dice::Roll;
use crate::rules::game::Tryktrak;
use crate::rules::moves::Move;
use crate::rules::options::Options;
use crate::rules::position::{Phase, Position};
use ludex_kit::sgf::tree::{SgfWriter, add_value, property};
use ludex_kit::sgf::{self, add_notes};
use ludex_kit::{Notation, Record, RecordedPly};

/// Writes each game as a tree.
pub(in crate::notation::record) fn write(records: &[Record]) -> String {
    let mut text = String::new();
    for (record, scripts, n_before) in in_matches(records) {
        let mut trees: Vec<SgfWriter> = Vec::new();
        for (index, script) in scripts.iter().enumerate() {
            let mut tree = SgfWriter::default();
            tree.add(None, root(record, script, n_before + index, index == 0));
            trees.push(tree);
        }
        if let Some(first) = scripts.first() {
            let game = &first.game;
            Steps { game, record, trees: &mut trees }.add_all(first.start);
        }
        text.extend(trees.iter().map(SgfWriter::text));
    }
    text
}

/// Writes the steps of a record into the trees of its games.
struct Steps<'a> {
    game: &'a Tryktrak,
    record: &'a Record,
    trees: &'a mut [SgfWriter],
}

/// Where a step ends: the position, and the node to which the next one is added.
#[derive(Clone, Copy)]
struct Place {
    pos: Position,
    tree: usize,
    node: usize,
    /// Whether the game of this tree is over. Later steps then belong to a game without a tree.
    is_past: bool,
    /// Whether the player has decided not to double, but the tree has no node for this yet.
    has_asked: bool,
}

impl Steps<'_> {
    fn add_all(&mut self, start: Position) {
        let record = self.record;
        let mut main =
            vec![Place { pos: start, tree: 0, node: 0, is_past: false, has_asked: false }];
        for (number, ply) in (1..).zip(&record.plies) {
            // A play contains its dice, so dice need a node only if no play follows. A resignation needs one only if another step follows:
            // readers take the last resignation from the result of the game.
            let gives_up = |ply: &RecordedPly| ply.text.starts_with(RESIGN);
            let next = record.plies.get(number);
            let needs_node = if gives_up(ply) {
                next.is_some() && main[number - 1].tree + 1 == self.trees.len()
            } else {
                next.is_none_or(gives_up)
            };
            let Some(mut place) = self.add(main[number - 1], ply, needs_node) else {
                break;
            };
            if place.is_past && place.tree + 1 < self.trees.len() {
                place = Place { tree: place.tree + 1, node: 0, is_past: false, ..place };
            }
            main.push(place);
        }
        // Variations are added in the order of the tree. Pending variations are on a stack, so the first of them is pushed last. Dice get
        // no separate node if a play follows: the node of the play contains them.
        let (behind_main, behind) = record.followers();
        let firsts = main.iter().zip(&behind_main);
        let mut left: Vec<(Place, usize)> = firsts
            .flat_map(|(&at, first)| first.iter().rev().map(move |&index| (at, index)))
            .collect();
        while let Some((from, index)) = left.pop() {
            let ply = &record.asides[index].ply;
            if let Some(place) = self.add(from, ply, behind[index].is_empty()) {
                left.extend(behind[index].iter().rev().map(|&next| (place, next)));
            }
        }
        if let Some(end) = main.get(record.plies.len()) {
            self.trees[end.tree].end_main_line(end.node);
        }
    }

    /// Adds the node of a step. Dice and the decision to roll get a node only if `needs_node` is set or they have a comment or other data.
    fn add(&mut self, from: Place, ply: &RecordedPly, needs_node: bool) -> Option<Place> {
        let step = self.game.parse_step(&from.pos, &ply.text).ok()?;
        let mut to = from;
        match step {
            Step::Event(event) => drop(self.game.apply_chance(&mut to.pos, event)),
            Step::Move(mv) => {
                self.game.play(&mut to.pos, mv);
                to.is_past |= ended(&from.pos, mv, &to.pos).is_some();
            }
        }
        let has_more = [&ply.annotation, &ply.foreign].iter().any(|text| !text.is_empty());
        let needs_node = needs_node || ply.comment.is_some() || has_more;
        let mut node = String::new();
        match step {
            _ if from.is_past => property(&mut node, STEP, &ply.text),
            Step::Move(Move::Roll) if !needs_node => {
                to.has_asked = true;
                return Some(to);
            }
            Step::Event(_) if !needs_node => {
                to.has_asked = false;
                return Some(to);
            }
            Step::Event(roll) => {
                property(&mut node, MOVER, COLOURS[to.pos.status().player.index()]);
                property(&mut node, DICE, &roll.ordered().to_string());
            }
            Step::Move(Move::Resign(..)) if !needs_node => return Some(to),
            Step::Move(mv) => write_move(&mut node, &from.pos, mv, &ply.text),
        }
        let tree = &mut self.trees[from.tree];
        if let (Step::Event(_), true) = (step, from.has_asked) {
            // Dice without a play do not show that the player decided not to double, so write this decision too.
            let mut asked = String::new();
            property(&mut asked, STEP, "roll");
            to.node = tree.add(Some(to.node), asked);
        }
        node.push_str(&ply.foreign);
        add_notes(&mut node, &ply.annotation, ply.comment.as_deref());
        to.node = tree.add(Some(to.node), node);
        to.has_asked = false;
        Some(to)
    }
}

fn write_move(node: &mut String, pos: &Position, mv: Move, text: &str) {
    let status = pos.status();
    let player = status.player.index();
    let value = match mv {
        Move::Roll | Move::Resign(..) => return property(node, STEP, text),
        Move::Play(play) => {
            let (first, second) = status.dice;
            let mut value = Roll(first, second).ordered().to_string();
            for FileStep { from, to, .. } in file_steps(pos.board(), status.dice, play, text) {
                value.push(letter_of(from, player));
                value.push(letter_of(to, player));
            }
            value
        }
        Move::Double => "double".to_owned(),
        Move::Take => "take".to_owned(),
        Move::Pass => "drop".to_owned(),
        Move::Beaver => "beaver".to_owned(),
    };
    property(node, COLOURS[player], &value);
}

/// The root of a game. The comment and the private properties of the record are only in the root of its first game.
fn root(record: &Record, script: &Script, number: usize, is_first: bool) -> String {
    let mut text = String::new();
    let options = script.game.options();
    let status = script.start.status();
    let [white, black] = status.score;
    let mut property = |name: &str, value: &str| property(&mut text, name, value);
    property("FF", "4");
    property("GM", "6");
    property("CA", "UTF-8");
    property("AP", concat!("Ludex:", env!("CARGO_PKG_VERSION")));
    property("MI", &format!("length:{}", options.length));
    property("", &format!("game:{number}"));
    property("", &format!("ws:{white}"));
    property("", &format!("bs:{black}"));
    let tag = |key: &str| {
        let found = record.tags.iter().find(|(known, _)| known == key);
        found.map(|(_, value)| value.as_str())
    };
    for (name, key) in [("PW", PLAYERS[0]), ("PB", PLAYERS[1])] {
        if let Some(value) = tag(key) {
            property(name, value);
        }
    }
    if let Some(date) = tag(DATE) {
        property("DT", &date.replace('.', "-"));
    }
    for (name, key) in TAGS {
        if let Some(value) = tag(key) {
            property(name, value);
        }
    }
    let has_own = |key: &str| {
        key == DATE || PLAYERS.contains(&key) || TAGS.iter().any(|(_, known)| *known == key)
    };
    let others = record.tags.iter().filter(|(key, _)| !has_own(key));
    // The reader takes the first colon as the end of the name, so the name must not contain one.
    let line_of = |(key, value): &(String, String)| format!("{}:{value}", key.replace(':', "-"));
    let others: Vec<String> = others.map(line_of).collect();
    let rules = match (options.is_money(), options.crawford, status.crawford) {
        (false, true, true) => "Crawford:CrawfordGame",
        (false, true, false) => "Crawford",
        (false, false, _) => "NoCrawford",
        (true, ..) if options.jacoby => "Jacoby",
        (true, ..) => "",
    };
    // A beaver in the game implies that beavers are allowed.
    let is_beaver = |event: &ScriptEvent| matches!(event.what, TurnAction::Beaver);
    let may_beaver = options.beavers && !script.events.iter().any(is_beaver);
    let rules = [(!rules.is_empty(), rules), (may_beaver, BEAVERS), (!options.cube, NO_CUBE)];
    let rules = rules.iter().filter(|(holds, _)| *holds);
    let rules: Vec<_> = rules.map(|(_, word)| *word).collect();
    if !rules.is_empty() {
        property("RU", &rules.join(":"));
    }
    if let Some((winner, points, resigned)) = script.result {
        let sign = if resigned { "R" } else { "" };
        property("RE", &format!("{}+{points}{sign}", COLOURS[winner.index()]));
    } else if let Some(word) = script.plain_result.as_deref().and_then(sgf::write_result) {
        property("RE", word);
    }
    let comment = record.comment.as_deref().filter(|_| is_first);
    if let Some(comment) = comment {
        property("C", comment);
    }
    let is_hidden = matches!(status.phase, Phase::Moving | Phase::Doubled)
        || options.largest_cube != Options::default().largest_cube;
    if is_hidden && status.phase != Phase::Opening {
        property(POSITION, &xgid::write_start(options, &script.start));
    }
    if !others.is_empty() {
        text.push_str(TAG);
        for tag in others {
            add_value(&mut text, &tag);
        }
    }
    if is_first {
        text.push_str(&record.foreign);
    }
    if status.phase != Phase::Opening {
        write_position(&mut text, &script.start);
    }
    text
}

/// Writes the properties that set up a position.
fn write_position(text: &mut String, pos: &Position) {
    text.push_str("AE[a:y]");
    for (player, name) in ["AW", "AB"].into_iter().enumerate() {
        let side = pos.side(Player(player as u8));
        let values: String = (1..=BAR)
            .flat_map(|place| {
                let value = format!("[{}]", letter_of(place, player));
                std::iter::repeat_n(value, side.count(place).into())
            })
            .collect();
        if !values.is_empty() {
            write!(text, "{name}{values}").expect(INFALLIBLE);
        }
    }
    let status = pos.status();
    let owner = status.cube.owner.map_or("c", |owner| ["w", "b"][owner.index()]);
    let colour = COLOURS[status.player.index()];
    write!(text, "CV[{}]CO[{owner}]PL[{colour}]", status.cube.value()).expect(INFALLIBLE);
}
