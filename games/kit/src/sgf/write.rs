//! Writes trees whose moves are in a game's own notation.

use super::tree::{SgfWriter, add_value, property};
use super::{GAME, NAME, POSITION, RESULT, STEPS, SgfGame, TAG, VARIANT, VOID, add_notes};
use crate::interface::known_tags::TAGS;
use crate::interface::record::{Record, TERMINATION, plain_result};
use crate::registry::{self, Session};

/// Writes a game with its variations. The record is replayed, because only the rules know which player makes each step. If the main
/// line is not legal, players are assumed to alternate; illegal variations are left out.
pub fn write(game: &SgfGame, record: &Record) -> String {
    let start = record.start.as_deref();
    let mut session = (game.open)(&record.variant, start);
    let mut tree = SgfWriter::default();
    let n_players = session.as_ref().map_or(2, |session| session.players());
    tree.add(None, root(game, record, n_players));
    if let Ok(session) = &mut session {
        add_steps(&mut tree, &mut **session, record);
    }
    tree.text()
}

fn add_steps(tree: &mut SgfWriter, session: &mut dyn Session, record: &Record) {
    let replayed = registry::replay(session, record, usize::MAX);
    for step in &replayed.steps {
        // The steps are in this order, after the root.
        let mut node = String::new();
        property(&mut node, STEPS[step.player], &step.text);
        node.push_str(&step.foreign);
        add_notes(&mut node, &step.mark, step.comment.as_deref());
        for (name, value) in [(NAME, &step.name), (RESULT, &step.ending)] {
            if let Some(value) = value {
                property(&mut node, name, value);
            }
        }
        tree.add(Some(step.after), node);
    }
    if replayed.n_plies == record.plies.len() {
        tree.end_main_line(replayed.n_main);
    }
    let mut at = replayed.n_main;
    let mut player = at.checked_sub(1).map_or(0, |last| replayed.steps[last].player);
    for ply in &record.plies[replayed.n_plies..] {
        player = player % session.players() + 1;
        let mut node = String::new();
        property(&mut node, STEPS[player], &ply.text);
        node.push_str(&ply.foreign);
        add_notes(&mut node, &ply.annotation, ply.comment.as_deref());
        at = tree.add(Some(at), node);
    }
}

fn root(game: &SgfGame, record: &Record, n_players: usize) -> String {
    let mut node = String::new();
    let mut add = |name: &str, value: &str| property(&mut node, name, value);
    add("FF", "4");
    if let Some(number) = game.number {
        add("GM", number);
    }
    add("CA", "UTF-8");
    add("AP", concat!("Ludex:", env!("CARGO_PKG_VERSION")));
    add(GAME, game.name);
    if !record.variant.is_empty() {
        add(VARIANT, &record.variant.to_string());
    }
    if let Some(start) = &record.start {
        add(POSITION, start);
    }
    let stated = record.recorded_returns(n_players).filter(|_| n_players == 2);
    let plain = stated.map(|stated| plain_result([stated[0], stated[1]].map(f64::from)));
    let how = record.tags.iter().find(|(key, _)| key == TERMINATION);
    let how = how.map(|(_, how)| how.as_str());
    let is_void = record.result.is_none() && how == Some(VOID);
    let tells_how = is_void || matches!(plain, Some("1-0" | "0-1"));
    let mut others = Vec::new();
    let mut known_names = Vec::new();
    for (key, value) in &record.tags {
        match TAGS.iter().find(|(_, known)| known == key) {
            // A property may occur only once.
            Some((name, _)) if !known_names.contains(name) => {
                known_names.push(*name);
                add(name, value);
            }
            _ if key == TERMINATION && tells_how && Some(value.as_str()) == how => {}
            // The first colon ends the name.
            _ => others.push(format!("{}:{value}", key.replace(':', "-"))),
        }
    }
    if let Some((first, more)) = others.split_first() {
        add(TAG, first);
        for value in more {
            add_value(&mut node, value);
        }
    }
    let mut add = |name: &str, value: &str| property(&mut node, name, value);
    if is_void {
        add("RE", VOID);
    }
    if let Some(result) = &record.result {
        let how = how.unwrap_or_default();
        if let Some(word) = plain.and_then(write_result) {
            let how = if tells_how { how } else { "" };
            add("RE", &format!("{word}{how}"));
        }
        if plain != Some(result) {
            add(RESULT, result);
        }
    }
    if let Some(comment) = &record.comment {
        add("C", comment);
    }
    node.push_str(&record.foreign);
    node
}

/// The property `RE` for a result in the words that game files share; the inverse of [`read_result`](super::read_result).
pub fn write_result(result: &str) -> Option<&'static str> {
    match result {
        "1-0" => Some("W+"),
        "0-1" => Some("B+"),
        "1/2-1/2" => Some("Draw"),
        _ => None,
    }
}
