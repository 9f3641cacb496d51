//! SGF for backgammon (GM\[6\]): White is player 1, Black player 2.
//!
//! CITE: Arno Hollosi, "SGF file format FF\[4\]"; Gary Wong, "SGF properties for backgammon".

use std::fmt::Write as _;

use ludex_search::Player;

use super::script::{FileStep, Script, ScriptEvent, TurnAction, scripts};
use super::sgf_tree::{SgfNode, escaped, parse};
use super::transcript::{Transcript, TranscriptAction};
use super::{DATE, INFALLIBLE, PLAYERS};
use crate::tryktrak::Options;
use crate::tryktrak::notation::plays;
use crate::tryktrak::rules::board::{BAR, CHECKERS, OFF, POINTS, Side};
use crate::tryktrak::rules::dice::Roll;
use crate::tryktrak::rules::position::{Cube, Phase, Position, Status};
use crate::{InputError, Record};

/// The letters of the players' properties.
const COLOURS: [&str; 2] = ["W", "B"];
/// Properties of the root that are tags here, by both names.
const TAGS: [(&str, &str); 6] = [
    ("EV", "Event"),
    ("RO", "Round"),
    ("PC", "Site"),
    ("AN", "Annotator"),
    ("GN", "GameName"),
    ("US", "Transcriber"),
];

/// Words of our own among the rules: doubling at once is allowed, the cube is not used.
const BEAVERS: &str = "Beavers";
const NO_CUBE: &str = "NoCube";

/// Reads every game. Where something is wrong, the last record tells it.
pub(super) fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let (games, mut damage) = parse(text);
    let last = games.len().saturating_sub(1);
    let mut records = Vec::new();
    for (index, nodes) in games.iter().enumerate() {
        let mut game = Transcript::default();
        let error = match read_game(&mut game, nodes) {
            Err(_) if nodes.is_empty() && damage.is_some() => damage.take(),
            Err(error) => Some(error),
            Ok(()) if index == last => damage.take(),
            Ok(()) => None,
        };
        if nodes.is_empty()
            && records.is_empty()
            && let Some(error) = error
        {
            return Err(error);
        }
        game.damage = error;
        let is_damaged = game.damage.is_some();
        records.push(game.into_record());
        if is_damaged {
            return Ok(records);
        }
    }
    if records.is_empty() {
        return Err(InputError::new("", "no game", "a game that begins with (;"));
    }
    Ok(records)
}

fn read_game(game: &mut Transcript, nodes: &[SgfNode]) -> Result<(), InputError> {
    let Some((root, rest)) = nodes.split_first() else {
        return Err(InputError::new("game", "no node", "(; and properties"));
    };
    let place = format!("line {}", root.line);
    read_root(game, root).map_err(|error| error.within(&place))?;
    read_node(game, root, &place)?;
    for node in rest {
        read_node(game, node, &format!("line {}", node.line))?;
    }
    Ok(())
}

fn read_root(game: &mut Transcript, root: &SgfNode) -> Result<(), InputError> {
    match root.value("GM") {
        None | Some("6") => {}
        Some(other) => return Err(InputError::new("GM", other, "6, backgammon")),
    }
    let rules = root.value("RU").unwrap_or_default();
    let named = |rule: &str| rules.split(':').any(|word| word.eq_ignore_ascii_case(rule));
    game.options.crawford = rules.is_empty() || named("Crawford") || named("CrawfordGame");
    game.options.jacoby = named("Jacoby");
    game.options.beavers = named(BEAVERS);
    game.options.cube = !named(NO_CUBE);
    for field in root.values("MI") {
        let Some((key, value)) = field.split_once(':') else {
            continue;
        };
        let number = || -> Result<u16, InputError> {
            let wrong = |_| InputError::new(format!("MI, {key}"), value, "a number");
            value.trim().parse().map_err(wrong)
        };
        match key.to_ascii_lowercase().as_str() {
            "length" => {
                let length = number()?;
                if length > u16::from(Options::LONGEST) {
                    return Err(InputError::new("MI, length", value, "0 to 64 points"));
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
    game.result = root.value("RE").and_then(read_result);
    game.comment = root.value("C").map(str::to_owned);
    Ok(())
}

/// `W+2`, `B+1R`.
fn read_result(text: &str) -> Option<(Player, u32)> {
    let (who, points) = text.split_once('+')?;
    let player = COLOURS.iter().position(|&colour| colour == who)?;
    let points = points.trim_end_matches(|c: char| !c.is_ascii_digit());
    Some((Player(player as u8), points.parse().ok()?))
}

fn read_node(game: &mut Transcript, node: &SgfNode, place: &str) -> Result<(), InputError> {
    if ["AW", "AB", "AE", "CV", "CO"]
        .iter()
        .any(|name| node.value(name).is_some())
    {
        if !game.plies.is_empty() {
            let expected = "a position only in front of the first move";
            return Err(InputError::new(place, "a position in mid-game", expected));
        }
        set_position(game, node).map_err(|error| error.within(place))?;
    }
    for (index, colour) in COLOURS.into_iter().enumerate() {
        let Some(value) = node.value(colour) else {
            continue;
        };
        let action = read_action(value, index).map_err(|error| error.within(place))?;
        let comment = node.value("C").map(str::to_owned);
        game.push(place, Player(index as u8), action, comment)?;
    }
    Ok(())
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
                    "two dice and steps, as in 31sr; double, take or drop",
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
                words.push(format!(
                    "{}/{}",
                    plays::place_name(from),
                    plays::place_name(to)
                ));
            }
            let play = if words.is_empty() {
                "-".to_owned()
            } else {
                words.join(",")
            };
            return Ok(TranscriptAction::Turn(roll, play));
        }
    };
    Ok(TranscriptAction::Cube(cube))
}

/// The place of a letter in a player's view: `a` is White's first point and Black's last.
fn place_of(letter: u8, player: usize) -> Option<usize> {
    match letter {
        b'a'..=b'x' => {
            let point = usize::from(letter - b'a') + 1;
            Some(if player == 0 {
                point
            } else {
                POINTS + 1 - point
            })
        }
        b'y' => Some(BAR),
        b'z' => Some(OFF),
        _ => None,
    }
}

fn letter_of(place: usize, player: usize) -> char {
    match place {
        BAR => 'y',
        OFF => 'z',
        point => {
            let point = if player == 0 {
                point
            } else {
                POINTS + 1 - point
            };
            char::from(b'a' + point as u8 - 1)
        }
    }
}

/// Takes checkers and cube from the properties that set a position.
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
            for place in places(value, player)?
                .into_iter()
                .filter(|&place| place != OFF)
            {
                counts[player][place - 1] = counts[player][place - 1].saturating_add(1);
            }
        }
    }
    let mut checked = [Side::START; 2];
    for (player, side) in checked.iter_mut().enumerate() {
        let wrong = || InputError::new("AE, AW, AB", "more than 15 checkers", "15 of a player");
        let sum: u32 = counts[player].iter().map(|&count| u32::from(count)).sum();
        *side = Side::from_counts(&counts[player])
            .filter(|_| sum <= u32::from(CHECKERS))
            .ok_or_else(wrong)?;
    }
    if checked.iter().any(|side| side.off() == CHECKERS) {
        let expected = "checkers of both players";
        return Err(InputError::new(
            "AE, AW, AB",
            "a player without checkers",
            expected,
        ));
    }
    let board = crate::tryktrak::Board {
        mine: checked[0],
        theirs: checked[1],
    };
    if !board.is_sound() {
        let expected = "checkers of one player on each point";
        return Err(InputError::new("AW, AB", "both on one point", expected));
    }
    if let Some(value) = node.value("CV") {
        let doublings = value.parse::<u32>().ok().filter(|v| v.is_power_of_two());
        let doublings = doublings.map(u32::ilog2);
        let wrong = || InputError::new("CV", value, "1 to 64, a power of two");
        let fits = doublings.filter(|&d| d <= u32::from(Cube::MOST));
        status.cube.doublings = fits.ok_or_else(wrong)? as u8;
    }
    match node.value("CO") {
        Some("w") => status.cube.owner = Some(Player(0)),
        Some("b") => status.cube.owner = Some(Player(1)),
        Some("c") => status.cube.owner = None,
        _ => {}
    }
    game.start = Some((checked, status));
    Ok(())
}

/// The places of a value: a letter, or a range `a:x`.
fn places(value: &str, player: usize) -> Result<Vec<usize>, InputError> {
    let wrong = || {
        InputError::new(
            "position",
            value,
            "a letter from a to z, or a range such as a:x",
        )
    };
    let letters = match value.split_once(':') {
        Some((first, last)) => [first, last],
        None => [value, value],
    };
    let [first, last] = letters.map(|letter| match letter.as_bytes() {
        [letter] => Some(*letter),
        _ => None,
    });
    let (first, last) = first.zip(last).ok_or_else(wrong)?;
    let places: Option<Vec<usize>> = (first..=last)
        .map(|letter| place_of(letter, player))
        .collect();
    places.ok_or_else(wrong)
}

/// Writes games, one tree each.
pub(super) fn write(records: &[Record]) -> String {
    let mut text = String::new();
    let mut number = 0;
    for record in records {
        let scripts = scripts(record);
        for (index, script) in scripts.iter().enumerate() {
            let comment = record.comment.as_deref().filter(|_| index == 0);
            write_root(&mut text, record, script, number, comment);
            for event in &script.events {
                write_event(&mut text, event);
            }
            text += ")\n";
            number += 1;
        }
    }
    text
}

fn write_root(
    text: &mut String,
    record: &Record,
    script: &Script,
    number: usize,
    comment: Option<&str>,
) {
    let options = script.game.options();
    let status = script.start.status();
    let [white, black] = status.score;
    let mut property = |name: &str, value: &str| {
        write!(text, "{name}[{}]", escaped(value)).expect(INFALLIBLE);
    };
    property("(;FF", "4");
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
    let rules = match (options.is_money(), options.crawford, status.crawford) {
        (false, true, true) => "Crawford:CrawfordGame",
        (false, true, false) => "Crawford",
        (false, false, _) => "NoCrawford",
        (true, ..) if options.jacoby => "Jacoby",
        (true, ..) => "",
    };
    // A beaver that was made says itself that it may be.
    let is_beaver = |event: &ScriptEvent| matches!(event.what, TurnAction::Beaver);
    let may_beaver = options.beavers && !script.events.iter().any(is_beaver);
    let rules = [
        (!rules.is_empty(), rules),
        (may_beaver, BEAVERS),
        (!options.cube, NO_CUBE),
    ];
    let rules = rules.iter().filter(|(holds, _)| *holds);
    let rules: Vec<_> = rules.map(|(_, word)| *word).collect();
    if !rules.is_empty() {
        property("RU", &rules.join(":"));
    }
    if let Some((winner, points, resigned)) = script.result {
        let sign = if resigned { "R" } else { "" };
        property("RE", &format!("{}+{points}{sign}", COLOURS[winner.index()]));
    }
    if let Some(comment) = comment {
        property("C", comment);
    }
    if status.phase != Phase::Opening {
        write_position(text, &script.start);
    }
    text.push('\n');
}

/// The properties that set a position.
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
    let owner = status
        .cube
        .owner
        .map_or("c", |owner| ["w", "b"][owner.index()]);
    let colour = COLOURS[status.player.index()];
    write!(text, "CV[{}]CO[{owner}]PL[{colour}]", status.cube.value()).expect(INFALLIBLE);
}

fn write_event(text: &mut String, event: &ScriptEvent) {
    let player = event.player.index();
    let value = match &event.what {
        TurnAction::Turn(roll, steps) => {
            let mut value = roll.to_string();
            for FileStep { from, to, .. } in steps {
                value.push(letter_of(*from, player));
                value.push(letter_of(*to, player));
            }
            value
        }
        TurnAction::Double(_) => "double".to_owned(),
        TurnAction::Take => "take".to_owned(),
        TurnAction::Pass => "drop".to_owned(),
        TurnAction::Beaver => "beaver".to_owned(),
    };
    write!(text, ";{}[{value}]", COLOURS[player]).expect(INFALLIBLE);
    if let Some(comment) = &event.comment {
        write!(text, "C[{}]", escaped(comment)).expect(INFALLIBLE);
    }
    text.push('\n');
}
