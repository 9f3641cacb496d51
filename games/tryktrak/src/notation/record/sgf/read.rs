//! Reads SGF.

use ludex_search::Player;

use super::{
    BEAVERS, COLOURS, DICE, MOVER, NO_CUBE, NODE, POSITION, ROOT, SGF, STEP, TAG, TAGS, place_of,
};
use crate::notation::plays;
use crate::notation::record::tags::DATE;
use crate::notation::record::transcript::{Transcript, TranscriptAction, dice_word};
use crate::notation::setup::Setup;
use crate::rules::board::{CHECKERS, OFF, Side};
use crate::rules::dice::Roll;
use crate::rules::options::Options;
use crate::rules::position::{Cube, Phase, Status};
use ludex_kit::interface::record::{add_line, unless_unreadable};
use ludex_kit::sgf::tree::{SgfNode, main_line, parse};
use ludex_kit::sgf::{self, NOTES, comment_of, mark_of};
use ludex_kit::{After, Aside, InputError, Record, RecordedPly, say};

/// Reads every game.
pub(in crate::notation::record) fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let mut records = Vec::new();
    for tree in parse(text, |root| SGF.check(root)) {
        let mut game = Transcript::default();
        let wrong = match tree.nodes.first() {
            Some(_) => read_game(&mut game, &tree.nodes).err(),
            None => None,
        };
        game.damage = wrong.or(tree.damage).or(game.damage);
        records.push(game.into_record());
    }
    if records.is_empty() {
        return Err(InputError::sentence(
            "",
            say!("the text contains no SGF game: a game begins with (;"),
        ));
    }
    unless_unreadable(records)
}

fn read_game(game: &mut Transcript, nodes: &[SgfNode]) -> Result<(), InputError> {
    let Some(root) = nodes.first() else {
        return Err(InputError::sentence(
            "game",
            say!("the game has no node; a node begins with ;"),
        ));
    };
    read_root(game, root).map_err(|error| error.within(root.place()))?;
    let mut at = vec![None; nodes.len()];
    let main = main_line(nodes);
    for &index in &main {
        read_node(game, &nodes[index])?;
        at[index] = Some(At { after: After::Main(game.plies.len()), is_thrown: game.is_thrown() });
    }
    // An error in one variation does not affect the others.
    let mut wrong = None;
    for (index, node) in nodes.iter().enumerate() {
        let before = node.after.and_then(|before| at[before]);
        if let Some(before) = before.filter(|_| at[index].is_none()) {
            let read = read_aside(game, node, before);
            let read = read.map_err(|error| error.within(node.place()));
            at[index] = read.map_err(|error| wrong.get_or_insert(error)).ok();
        }
    }
    game.damage = wrong;
    Ok(())
}

/// Where a node ends, and whether dice have been rolled there.
#[derive(Clone, Copy)]
struct At {
    after: After,
    is_thrown: bool,
}

/// The step in a node.
enum NodeStep<'a> {
    Action(Player, TranscriptAction),
    Dice(Player, Roll),
    Word(&'a str),
}

fn step_of(node: &SgfNode) -> Result<Option<NodeStep<'_>>, InputError> {
    for (index, colour) in COLOURS.into_iter().enumerate() {
        if let Some(value) = node.value(colour) {
            let action = read_action(value, index)?;
            return Ok(Some(NodeStep::Action(Player(index as u8), action)));
        }
    }
    if let Some(value) = node.value(DICE) {
        let wrong = || InputError::new(DICE, value, say!("two dice from 1 to 6"));
        let roll = Roll::read(value).ok_or_else(wrong)?;
        let mover = node.value(MOVER).unwrap_or_default();
        let index = COLOURS.iter().position(|&colour| colour == mover);
        let wrong = || InputError::new(MOVER, mover, say!("W or B, the player who rolled"));
        return Ok(Some(NodeStep::Dice(Player(index.ok_or_else(wrong)? as u8), roll)));
    }
    Ok(node.value(STEP).map(NodeStep::Word))
}

/// Reads a node of a variation.
fn read_aside(game: &mut Transcript, node: &SgfNode, at: At) -> Result<At, InputError> {
    let Some(step) = step_of(node)? else {
        if let After::Aside(index) = at.after {
            let ply = &mut game.asides[index].ply;
            let more = comment_of(node).into_iter();
            more.for_each(|more| ply.add_comment(&more));
            ply.foreign.push_str(&node.others(&[&NODE, &NOTES]));
        }
        return Ok(at);
    };
    let is_opening = matches!(at.after, After::Main(0)) && game.start.is_none();
    let dice = |player, roll| dice_word(is_opening, player, roll);
    let (words, is_thrown) = match step {
        NodeStep::Action(_, TranscriptAction::Turn(_, play)) if at.is_thrown => (vec![play], false),
        NodeStep::Action(player, TranscriptAction::Turn(roll, play)) => {
            (vec![dice(player, roll), play], false)
        }
        NodeStep::Dice(player, roll) => (vec![dice(player, roll)], true),
        NodeStep::Action(_, TranscriptAction::Cube(word)) | NodeStep::Word(word) => {
            (vec![word.to_owned()], false)
        }
    };
    let mut after = at.after;
    for text in words {
        let ply = RecordedPly { text, place: node.place(), ..RecordedPly::default() };
        game.asides.push(Aside { after, ply });
        after = After::Aside(game.asides.len() - 1);
    }
    if let Some(last) = game.asides.last_mut() {
        last.ply.annotation = mark_of(node);
        last.ply.comment = comment_of(node);
        last.ply.foreign = node.others(&[&NODE, &NOTES]);
    }
    Ok(At { after, is_thrown })
}

/// The first words of rules that belong to another game.
const OTHER_GAMES: [&str; 3] = ["nack", "hyper", "long"];

fn read_root(game: &mut Transcript, root: &SgfNode) -> Result<(), InputError> {
    let rules = root.value("RU").unwrap_or_default();
    let named = |rule: &str| rules.split(':').any(|word| word.eq_ignore_ascii_case(rule));
    let is_other = |word: &&str| {
        let word = word.to_ascii_lowercase();
        OTHER_GAMES.iter().any(|game| word.starts_with(game))
    };
    if let Some(game) = rules.split(':').find(is_other) {
        return Err(InputError::problem("RU", game, say!("is not supported; only backgammon is")));
    }
    game.options.crawford = rules.is_empty() || named("Crawford") || named("CrawfordGame");
    game.options.jacoby = named("Jacoby");
    game.options.beavers = named(BEAVERS);
    game.options.cube = !named(NO_CUBE);
    for field in root.values("MI") {
        let Some((key, value)) = field.split_once(':') else {
            continue;
        };
        let number = || -> Result<u16, InputError> {
            let wrong = |_| InputError::new(format!("MI, {key}"), value, say!("a number"));
            value.trim().parse().map_err(wrong)
        };
        match key.to_ascii_lowercase().as_str() {
            "length" => {
                let length = number()?;
                if length > u16::from(Options::LONGEST) {
                    return Err(InputError::new("MI, length", value, say!("0 to 64 points")));
                }
                game.options.length = length as u8;
            }
            "ws" => game.score[0] = number()?.min(u16::from(u8::MAX)) as u8,
            "bs" => game.score[1] = number()?.min(u16::from(u8::MAX)) as u8,
            _ => {}
        }
    }
    game.set_scores(game.score.map(u16::from))?;
    if game.options.is_money() {
        game.options.crawford = Options::default().crawford;
    }
    game.crawford = named("CrawfordGame") && !game.options.is_money();
    game.names = ["PW", "PB"].map(|key| root.value(key).unwrap_or_default().to_owned());
    if let Some(date) = root.value("DT") {
        game.tags.push((DATE.to_owned(), date.replace('-', ".")));
    }
    for (key, tag) in TAGS {
        if let Some(value) = root.value(key) {
            game.tags.push((tag.to_owned(), value.to_owned()));
        }
    }
    let others = root.values(TAG).iter();
    let others = others.filter_map(|tag| tag.split_once(':'));
    game.tags.extend(others.map(|(key, value)| (key.to_owned(), value.to_owned())));
    game.result = root.value("RE").and_then(read_result);
    if game.result.is_none() {
        game.plain_result = root.value("RE").and_then(sgf::read_result);
    }
    game.comment = comment_of(root);
    let tags = TAGS.map(|(name, _)| name);
    game.foreign = root.others(&[&ROOT, &NODE, &NOTES, &tags]);
    Ok(())
}

/// Parses a result with points, such as `W+2` or `B+1R`.
fn read_result(text: &str) -> Option<(Player, u32)> {
    let (who, points) = text.split_once('+')?;
    let player = COLOURS.iter().position(|&colour| colour == who)?;
    let points = points.trim_end_matches(|c: char| !c.is_ascii_digit());
    Some((Player(player as u8), points.parse().ok()?))
}

/// Reads a node of the main line.
fn read_node(game: &mut Transcript, node: &SgfNode) -> Result<(), InputError> {
    let place = &node.place();
    if ["AW", "AB", "AE", "CV", "CO"].iter().any(|name| node.value(name).is_some()) {
        if !game.plies.is_empty() {
            let sentence =
                say!("a position is set up after the first move, which is not supported");
            return Err(InputError::sentence(place, sentence));
        }
        set_position(game, node).map_err(|error| error.within(place))?;
        if let Some(text) = node.value(POSITION) {
            let setup = Setup::read(text).map_err(|error| error.within(POSITION).within(place))?;
            game.begin_at(&setup);
        }
    }
    let Some(step) = step_of(node).map_err(|error| error.within(place))? else {
        // The root's comment has already been read.
        if node.after.is_some() {
            add_rest_of_node(game, node);
        }
        return Ok(());
    };
    match step {
        NodeStep::Action(player, action) => game.push(place, player, action, comment_of(node))?,
        NodeStep::Dice(player, roll) => game.throw(place, player, roll, comment_of(node)),
        NodeStep::Word(word) => game.add_step(place, word.to_owned(), comment_of(node)),
    }
    if let Some(ply) = game.plies.last_mut() {
        ply.annotation = mark_of(node);
        ply.foreign = node.others(&[&NODE, &NOTES]);
    }
    Ok(())
}

/// Adds the comment and other properties of a node without a step to the last step.
fn add_rest_of_node(game: &mut Transcript, node: &SgfNode) {
    let (comment, foreign) = match game.plies.last_mut() {
        Some(ply) => (&mut ply.comment, &mut ply.foreign),
        None => (&mut game.comment, &mut game.foreign),
    };
    if let Some(more) = comment_of(node) {
        add_line(comment, &more);
    }
    foreign.push_str(&node.others(&[&NODE, &NOTES, &[POSITION]]));
}

fn read_action(value: &str, player: usize) -> Result<TranscriptAction, InputError> {
    let cube = match value {
        "double" => "double",
        "take" => "take",
        "drop" | "pass" => "pass",
        "beaver" => "beaver",
        _ => {
            let wrong = || {
                InputError::new(
                    "",
                    value,
                    say!("two dice and steps, as in 31sr; double, take or drop"),
                )
            };
            let roll = value.get(..2).and_then(Roll::read).ok_or_else(wrong)?;
            let steps = &value.as_bytes()[2..];
            if !steps.len().is_multiple_of(2) || steps.len() > 8 {
                return Err(wrong());
            }
            let mut words = Vec::new();
            for pair in steps.chunks(2) {
                let [from, to] = [pair[0], pair[1]].map(|letter| place_of(letter, player));
                let (from, to) = from.zip(to).ok_or_else(wrong)?;
                words.push(format!("{}/{}", plays::place_name(from), plays::place_name(to)));
            }
            let play = if words.is_empty() { "-".to_owned() } else { words.join(",") };
            return Ok(TranscriptAction::Turn(roll, play));
        }
    };
    Ok(TranscriptAction::Cube(cube))
}

/// Sets checkers and cube from position properties.
fn set_position(game: &mut Transcript, node: &SgfNode) -> Result<(), InputError> {
    let (sides, mut status) = game.start.unwrap_or(([Side::START; 2], Status::START));
    status.phase = Phase::ToRoll;
    let mut counts: [[u8; 25]; 2] =
        [0, 1].map(|player: usize| std::array::from_fn(|at| sides[player].count(at + 1)));
    for value in node.values("AE") {
        for (player, counts) in counts.iter_mut().enumerate() {
            for place in places(value, player)? {
                counts[place.max(1) - 1] = 0;
            }
        }
    }
    for (player, name) in ["AW", "AB"].into_iter().enumerate() {
        for value in node.values(name) {
            for place in places(value, player)?.into_iter().filter(|&place| place != OFF) {
                counts[player][place - 1] = counts[player][place - 1].saturating_add(1);
            }
        }
    }
    let mut checked = [Side::START; 2];
    for (player, side) in checked.iter_mut().enumerate() {
        let wrong =
            || InputError::sentence("AE, AW, AB", say!("a player has more than 15 checkers"));
        let sum: u32 = counts[player].iter().map(|&count| u32::from(count)).sum();
        *side = Side::from_counts(&counts[player])
            .filter(|_| sum <= u32::from(CHECKERS))
            .ok_or_else(wrong)?;
    }
    if checked.iter().any(|side| side.off() == CHECKERS) {
        return Err(InputError::sentence("AE, AW, AB", say!("a player has no checkers")));
    }
    let board = crate::rules::board::Board { mine: checked[0], theirs: checked[1] };
    if !board.is_sound() {
        return Err(InputError::sentence(
            "AW, AB",
            say!("both players have checkers on one point"),
        ));
    }
    if let Some(value) = node.value("CV") {
        let doublings = value.parse::<u32>().ok().filter(|v| v.is_power_of_two());
        let doublings = doublings.map(u32::ilog2);
        let wrong = || InputError::new("CV", value, say!("a power of two from 1 to 64"));
        let fits = doublings.filter(|&d| d <= u32::from(Cube::MOST));
        status.cube.doublings = fits.ok_or_else(wrong)? as u8;
    }
    match node.value("CO") {
        Some("w") => status.cube.owner = Some(Player(0)),
        Some("b") => status.cube.owner = Some(Player(1)),
        Some("c") => status.cube.owner = None,
        _ => {}
    }
    if let Some(mover) = node.value(MOVER) {
        let index = COLOURS.iter().position(|&colour| colour == mover);
        let wrong = || InputError::new(MOVER, mover, say!("W or B"));
        status.player = Player(index.ok_or_else(wrong)? as u8);
    }
    game.start = Some((checked, status));
    Ok(())
}

/// The places of a value: a letter, or a range `a:x`.
fn places(value: &str, player: usize) -> Result<Vec<usize>, InputError> {
    let wrong =
        || InputError::new("position", value, say!("a letter from a to z, or a range such as a:x"));
    let letters = match value.split_once(':') {
        Some((first, last)) => [first, last],
        None => [value, value],
    };
    let [first, last] = letters.map(|letter| match letter.as_bytes() {
        [letter] => Some(*letter),
        _ => None,
    });
    let (first, last) = first.zip(last).ok_or_else(wrong)?;
    let places: Option<Vec<usize>> =
        (first..=last).map(|letter| place_of(letter, player)).collect();
    places.ok_or_else(wrong)
}
