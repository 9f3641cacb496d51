//! Reads trees whose moves are in a game's own notation.

use super::tree::{SgfNode, SgfTree, main_line, parse};
use super::{
    NAME, NOTES, POSITION, RESULT, ROOT, SETUP, STEPS, SgfGame, TAG, VARIANT, VOID, comment_of,
    mark_of,
};
use crate::interface::input_error::InputError;
use crate::interface::known_tags::TAGS;
use crate::interface::record::{After, Aside, TERMINATION, add_line, unless_unreadable};
use crate::interface::record::{Record, RecordedPly};
use crate::interface::variant::Variant;
use crate::say;

/// Reads every game.
pub fn read(game: &SgfGame, text: &str) -> Result<Vec<Record>, InputError> {
    let trees = parse(text, |root| game.check_named(root));
    if trees.is_empty() {
        return Err(InputError::sentence(
            "",
            say!("the text contains no SGF game: a game begins with (;"),
        ));
    }
    unless_unreadable(trees.iter().map(|tree| read_game(game, tree)).collect())
}

fn read_game(game: &SgfGame, tree: &SgfTree) -> Record {
    let Some(root) = tree.nodes.first() else {
        return Record { damage: tree.damage.clone(), ..Record::default() };
    };
    let read = read_tree(game, &tree.nodes).map_err(|error| error.within(root.place()));
    let mut record =
        read.unwrap_or_else(|error| Record { damage: Some(error), ..Record::default() });
    record.damage = record.damage.or(tree.damage.clone());
    record
}

fn read_tree(game: &SgfGame, nodes: &[SgfNode]) -> Result<Record, InputError> {
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
    let how = root.value("RE").and_then(termination);
    let how = how.map(|how| (TERMINATION, how));
    let tags = known.chain(others).chain(how);
    record.tags = tags.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    read_options(&mut record, game, root);
    let tags = TAGS.map(|(name, _)| name);
    let options: Vec<&str> = game.options.iter().map(|&(name, _)| name).collect();
    record.foreign = root.others(&[&ROOT, &NOTES, &STEPS, &tags, &options]);
    read_plies(&mut record, nodes);
    Ok(record)
}

/// Reads the variant options that have their own properties.
fn read_options(record: &mut Record, game: &SgfGame, root: &SgfNode) {
    for &(name, key) in game.options {
        let Some(stated) = root.value(name) else {
            continue;
        };
        let is_side = key == "board" && stated.bytes().all(|digit| digit.is_ascii_digit());
        let value =
            if is_side { format!("{stated}x{stated}") } else { stated.trim().replace(':', "x") };
        match record.variant.get(key) {
            Some(known) if known != value => {
                let problem =
                    say!("contradicts the property {name}: {known} is used", name = VARIANT, known);
                let place = format!("{}, {name}", root.place());
                record.remarks.push(InputError::problem(place, stated, problem));
            }
            Some(_) => {}
            None => record.variant.set(key, value),
        }
    }
}

/// Converts a result to the words that game files share. Other texts are kept unchanged.
fn result(text: &str) -> Option<String> {
    let is_known = !matches!(text, "" | "?" | VOID);
    is_known.then(|| read_result(text).unwrap_or(text).to_owned())
}

/// The winner in the words that game files share, from the property `RE`: `1-0`, `0-1` or `1/2-1/2`. `None` for other texts.
pub fn read_result(text: &str) -> Option<&'static str> {
    match text {
        "0" | "Draw" => Some("1/2-1/2"),
        won if won.starts_with("W+") => Some("1-0"),
        won if won.starts_with("B+") => Some("0-1"),
        _ => None,
    }
}

/// How the game ended, according to the result property.
fn termination(text: &str) -> Option<&str> {
    let how = text.strip_prefix("W+").or(text.strip_prefix("B+"));
    how.filter(|how| !how.is_empty()).or_else(|| (text == VOID).then_some(text))
}

fn read_plies(record: &mut Record, nodes: &[SgfNode]) {
    let main = main_line(nodes);
    let mut is_main = vec![false; nodes.len()];
    for &index in &main {
        is_main[index] = true;
    }
    // The position of each node. A node without a step has the position of the node before it.
    let mut at = vec![After::Main(0); nodes.len()];
    let others = (0..nodes.len()).filter(|&index| !is_main[index]);
    for index in main.iter().copied().chain(others) {
        let node = &nodes[index];
        if let Err(error) = record.check_room(steps_of(node).count()) {
            record.damage = Some(error.within(node.place()));
            break;
        }
        let after = match node.after {
            Some(after) => at[after],
            None => After::Main(0),
        };
        at[index] = read_node(record, node, after, is_main[index]);
    }
}

/// The steps of a node in the order of the text.
fn steps_of(node: &SgfNode) -> impl Iterator<Item = &String> {
    let steps = node.properties.iter();
    let steps = steps.filter(|property| STEPS.contains(&property.name.as_str()));
    steps.flat_map(|property| &property.values)
}

/// Reads a node, and returns the ply it ends with.
fn read_node(record: &mut Record, node: &SgfNode, after: After, is_main: bool) -> After {
    warn_of_setup(record, node);
    let texts: Vec<&String> = steps_of(node).collect();
    let Some((last, before)) = texts.split_last() else {
        // The root's comment has already been read.
        if node.after.is_some() {
            add_notes_of_node(record, node, after);
        }
        return after;
    };
    let mut name = node.value(NAME).map(str::to_owned);
    let mut at = after;
    for text in before {
        let ply = RecordedPly {
            text: (*text).clone(),
            place: node.place(),
            name: name.take(),
            ..RecordedPly::default()
        };
        at = add_ply(record, at, ply, is_main);
    }
    let is_root = node.after.is_none();
    let ply = RecordedPly {
        text: (*last).clone(),
        place: node.place(),
        annotation: mark_of(node),
        comment: comment_of(node).filter(|_| !is_root),
        name,
        ending: node.value(RESULT).filter(|_| !is_main).map(str::to_owned),
        foreign: if is_root {
            String::new()
        } else {
            node.others(&[&NOTES, &STEPS, &[NAME, RESULT]])
        },
    };
    add_ply(record, at, ply, is_main)
}

fn add_ply(record: &mut Record, after: After, ply: RecordedPly, is_main: bool) -> After {
    if is_main {
        record.plies.push(ply);
        After::Main(record.plies.len())
    } else {
        record.asides.push(Aside { after, ply });
        After::Aside(record.asides.len() - 1)
    }
}

/// Keeps the comment, mark and other properties of a node without a step.
fn add_notes_of_node(record: &mut Record, node: &SgfNode, after: After) {
    let ply = match after {
        After::Main(n_plies) => {
            n_plies.checked_sub(1).and_then(|index| record.plies.get_mut(index))
        }
        After::Aside(index) => record.asides.get_mut(index).map(|aside| &mut aside.ply),
    };
    let (comment, foreign) = match ply {
        Some(ply) => (&mut ply.comment, &mut ply.foreign),
        None => (&mut record.comment, &mut record.foreign),
    };
    if let Some(more) = comment_of(node) {
        add_line(comment, &more);
    }
    foreign.push_str(&node.others(&[&NOTES, &STEPS]));
}

/// Reports position-changing properties in the middle of a game, which are not supported.
fn warn_of_setup(record: &mut Record, node: &SgfNode) {
    if let Some(name) = SETUP.iter().find(|name| node.value(name).is_some()) {
        let problem = say!(
            "is left out: give a start position with {name} in the root, in the game's notation",
            name = POSITION
        );
        let remark = InputError::problem(node.place(), *name, problem);
        record.remarks.push(remark);
    }
}
