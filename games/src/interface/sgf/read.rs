//! Reading trees whose moves are a game's own words.

use super::tree::{SgfNode, main_line, parse};
use super::{POSITION, RESULT, STEPS, SgfGame, TAG, TAGS, VARIANT, comment_of, mark_of};
use crate::interface::record::{After, Aside};
use crate::{InputError, Record, RecordedPly, Variant};

/// Reads every game. Where something is wrong, the last record tells it.
pub fn read(game: &SgfGame, text: &str) -> Result<Vec<Record>, InputError> {
    let (trees, damage) = parse(text, |root| game.check_named(root));
    let mut records = Vec::new();
    for nodes in trees.iter().filter(|nodes| !nodes.is_empty()) {
        records.push(read_tree(nodes).map_err(|error| error.within(nodes[0].place()))?);
    }
    match (records.last_mut(), damage) {
        (Some(last), Some(error)) if !last.plies.is_empty() => last.damage = Some(error),
        (_, Some(error)) => return Err(error),
        (Some(_), None) => {}
        (None, None) => {
            return Err(InputError::new("", "no game", "a game that begins with (;"));
        }
    }
    Ok(records)
}

fn read_tree(nodes: &[SgfNode]) -> Result<Record, InputError> {
    let root = &nodes[0];
    let mut record = Record {
        variant: root.value(VARIANT).unwrap_or_default().parse::<Variant>()?,
        start: root.value(POSITION).map(str::to_owned),
        comment: comment_of(root),
        result: root.value(RESULT).or(root.value("RE")).and_then(result),
        ..Record::default()
    };
    let known = TAGS.iter().filter_map(|&(name, key)| {
        let value = root.value(name)?;
        Some((key, value))
    });
    let others = root.values(TAG).iter();
    let others = others.filter_map(|value| value.split_once(':'));
    let tags = known.chain(others);
    record.tags = tags
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    read_plies(&mut record, nodes);
    Ok(record)
}

/// A result in the words that game files share; what SGF has no word for stands as it is.
fn result(text: &str) -> Option<String> {
    let word = match text {
        "" | "?" | "Void" => return None,
        "0" | "Draw" => "1/2-1/2",
        won if won.starts_with("W+") => "1-0",
        won if won.starts_with("B+") => "0-1",
        other => other,
    };
    Some(word.to_owned())
}

fn read_plies(record: &mut Record, nodes: &[SgfNode]) {
    let main = main_line(nodes);
    let mut is_main = vec![false; nodes.len()];
    for &index in &main {
        is_main[index] = true;
    }
    // Where each node stands; a node without a step stands where the one before it does.
    let mut at = vec![After::Main(0); nodes.len()];
    let others = (0..nodes.len()).filter(|&index| !is_main[index]);
    for index in main.iter().copied().chain(others) {
        let node = &nodes[index];
        let Some(after) = node.after.map(|after| at[after]) else {
            continue;
        };
        let mut steps = STEPS.iter().filter_map(|name| node.value(name));
        let Some(text) = steps.next() else {
            at[index] = after;
            continue;
        };
        let ply = RecordedPly {
            text: text.to_owned(),
            place: node.place(),
            annotation: mark_of(node),
            comment: comment_of(node),
            ..RecordedPly::default()
        };
        at[index] = if is_main[index] {
            record.plies.push(ply);
            After::Main(record.plies.len())
        } else {
            record.asides.push(Aside { after, ply });
            After::Aside(record.asides.len() - 1)
        };
    }
}
