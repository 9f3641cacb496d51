//! Reading trees whose moves are a game's own words.

use super::tree::{SgfNode, SgfTree, main_line, parse};
use super::{NAME, POSITION, RESULT, STEPS, SgfGame, TAG, TAGS, VARIANT, comment_of, mark_of};
use crate::interface::record::{After, Aside, unless_unreadable};
use crate::{InputError, Record, RecordedPly, Variant};

/// Reads every game.
pub fn read(game: &SgfGame, text: &str) -> Result<Vec<Record>, InputError> {
    let trees = parse(text, |root| game.check_named(root));
    if trees.is_empty() {
        return Err(InputError::new("", "no game", "a game that begins with (;"));
    }
    unless_unreadable(trees.iter().map(read_game).collect())
}

fn read_game(tree: &SgfTree) -> Record {
    let Some(root) = tree.nodes.first() else {
        return Record {
            damage: tree.damage.clone(),
            ..Record::default()
        };
    };
    let read = read_tree(&tree.nodes).map_err(|error| error.within(root.place()));
    let mut record = read.unwrap_or_else(|error| Record {
        damage: Some(error),
        ..Record::default()
    });
    record.damage = record.damage.or(tree.damage.clone());
    record
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
            name: node.value(NAME).map(str::to_owned),
            ending: node
                .value(RESULT)
                .filter(|_| !is_main[index])
                .map(str::to_owned),
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
