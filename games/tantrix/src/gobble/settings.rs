//! The options of a game of Gobble, parsed from a variant.

use crate::WORDS;
use crate::rules::tile::TILES;
use ludex_kit::{InputError, Level, OptionValue, Variant, VariantKey, message, say};

/// Number of tiles that start the board. Tiles left over by an even deal are added.
pub const START_TILES: usize = 2;
/// Maximum number of players.
pub const MOST_PLAYERS: usize = 8;
/// Levels of players: mean seconds per attempt, and the probability of noticing a place that fits.
const LEVELS: [(f64, f64); 10] = [
    (8.0, 0.3),
    (6.5, 0.4),
    (5.5, 0.5),
    (4.5, 0.55),
    (3.7, 0.62),
    (3.0, 0.7),
    (2.5, 0.78),
    (2.1, 0.86),
    (1.8, 0.93),
    (1.5, 1.0),
];
/// The default level.
const USUAL_LEVEL: &str = "club";
/// The longest mean time of an attempt: an hour, in seconds.
const LONGEST_ATTEMPT: f64 = 3600.0;

/// Everything that can be chosen about a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GobbleSettings {
    /// Number of tiles for each player. Its length is the number of players.
    pub shares: Vec<usize>,
    /// Stacks per player, 1 or 2.
    pub n_stacks: usize,
    /// Whether a received tile goes to the top of a stack, not to the bottom.
    pub given_on_top: bool,
    /// Whether the giver chooses the tile to give, instead of giving one unseen.
    pub chosen_gift: bool,
    /// Whether any tile of the penalty pile may be played, not only the top one.
    pub take_any: bool,
    /// Whether a placement that touches at least four tiles gives two tiles away.
    pub double: bool,
    /// Whether tiles may be given to a player who ran out of tiles, which brings that player back.
    pub out_may_receive: bool,
    /// The level of each player.
    pub levels: Vec<Level>,
    /// Mean seconds per attempt, for each player.
    pub speed: Vec<f64>,
    /// The probability of noticing each place that fits, for each player.
    pub attention: Vec<f64>,
    /// The variant as it was given.
    words: Variant,
}

/// The keys of a variant.
pub static KEYS: [VariantKey; 13] = VariantKey::in_words(
    &WORDS,
    [
        VariantKey::int("players", (2, MOST_PLAYERS as i64), "2", message!("number of players"))
            .titled(message!("players")),
        VariantKey::text(
            "split",
            message!("equal, or tiles for each player: 14/12/14/14"),
            "equal",
            message!("how the tiles are dealt"),
        )
        .titled(message!("tiles per player")),
        VariantKey::text(
            "handicap",
            message!("number added to each player's tiles: 3/0/-2"),
            "",
            message!("extra tiles for each player (negative: fewer tiles)"),
        )
        .titled(message!("handicap"))
        .described(message!("0 for all")),
        VariantKey::int("stacks", (1, 2), "1", message!("face-down stacks of each player"))
            .titled(message!("stacks per player")),
        VariantKey::choice(
            "given",
            &["bottom", "top"],
            message!("where a received tile goes in a stack"),
        )
        .titled(message!("gifts go to"))
        .with_titles(&[message!("the bottom of a stack"), message!("the top of a stack")]),
        VariantKey::choice(
            "gift",
            &["blind", "chosen"],
            message!(
                "which tile is given away: the next tile, unseen, or one that the giver chooses"
            ),
        )
        .titled(message!("gift"))
        .with_titles(&[message!("next tile, unseen"), message!("tile of the giver's choice")]),
        VariantKey::choice(
            "take",
            &["top", "any"],
            message!("which tile of the penalty pile may be played"),
        )
        .titled(message!("penalty pile"))
        .with_titles(&[message!("top tile only"), message!("any tile")]),
        VariantKey::choice(
            "double",
            &["off", "on"],
            message!("whether a placement that touches four tiles gives two tiles away"),
        )
        .titled(message!("double gobble")),
        VariantKey::choice(
            "out-may-receive",
            &["no", "yes"],
            message!("whether a gift may bring back a player who is out"),
        )
        .titled(message!("gifts to players who are out")),
        VariantKey::text(
            "level",
            message!("1 to 10 or a name; one for all players, or one for each: 3/10/club"),
            "club",
            message!("strength of the players: sets their speed and attention by default"),
        )
        .titled(message!("computer level")),
        VariantKey::text(
            "speed",
            message!("seconds; one number for all players, or one for each: 3/4/2.5/3"),
            "",
            message!("mean time of an attempt by a player, in seconds"),
        )
        .titled(message!("speed"))
        .described(message!("that of the level")),
        VariantKey::text(
            "attention",
            message!("0.001 to 1; one number for all players, or one for each"),
            "",
            message!("probability that a player notices a place that fits"),
        )
        .titled(message!("attention"))
        .described(message!("that of the level")),
        VariantKey::text("mode", "gobble", "", message!("the party game in real time"))
            .titled(message!("mode"))
            .described(message!("the strategic game")),
    ],
);

impl Default for GobbleSettings {
    fn default() -> Self {
        Self::read(&Variant::new()).expect("every option has a default")
    }
}

impl GobbleSettings {
    /// Parses a variant.
    pub fn read(variant: &Variant) -> Result<Self, InputError> {
        let read = variant.read(&KEYS)?;
        let value = |name: &str| read.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
        let is_second = |name: &str| value(name).is_some_and(OptionValue::is_second);
        let number = |name: &str, usual: usize| match value(name).and_then(OptionValue::number) {
            Some(number) => number as usize,
            None => usual,
        };
        let get = |name: &'static str| (name, variant.get(name));
        if let Some(mode) = variant.get("mode").filter(|mode| *mode != "gobble") {
            return Err(error("mode", mode, say!("the mode gobble")));
        }
        let n_players = number("players", 2);
        let mut words = Variant::new().with("mode", "gobble");
        words.set("players", n_players.to_string());
        let levels = levels(variant, n_players)?;
        let (speeds, attentions) = levels.iter().map(|level| LEVELS[level.index()]).unzip();
        Ok(Self {
            shares: shares(variant, n_players)?,
            n_stacks: number("stacks", 1),
            given_on_top: is_second("given"),
            chosen_gift: is_second("gift"),
            take_any: is_second("take"),
            double: is_second("double"),
            out_may_receive: is_second("out-may-receive"),
            speed: parse_numbers(get("speed"), speeds, (0.001, LONGEST_ATTEMPT))?,
            attention: parse_numbers(get("attention"), attentions, (0.001, 1.0))?,
            levels,
            words: variant.over(&words),
        })
    }

    /// Number of players.
    pub fn n_players(&self) -> usize {
        self.shares.len()
    }

    /// The variant. It always states the mode and the number of players, and other options only if they were given.
    pub fn variant(&self) -> Variant {
        self.words.clone()
    }
}

/// The number of tiles of each player.
fn shares(variant: &Variant, n_players: usize) -> Result<Vec<usize>, InputError> {
    let most = TILES - START_TILES;
    let handicap = match variant.get("handicap") {
        Some(text) => whole_list("handicap", text, n_players)?,
        None => vec![0; n_players],
    };
    let (split, basic) = match variant.get("split").unwrap_or("equal") {
        "equal" => {
            let share = (most as i64 - handicap.iter().sum::<i64>()).div_euclid(n_players as i64);
            ("handicap", vec![share; n_players])
        }
        text => ("split", whole_list("split", text, n_players)?),
    };
    let shares: Vec<i64> = basic.iter().zip(&handicap).map(|(a, b)| a + b).collect();
    let all: i64 = shares.iter().sum();
    if all > most as i64 || shares.iter().any(|&share| share < 1) {
        let words: Vec<_> = shares.iter().map(i64::to_string).collect();
        let expected = say!("at least one tile for each player and at most {most} in all", most);
        return Err(error(split, &words.join("/"), expected));
    }
    Ok(shares.into_iter().map(|share| share as usize).collect())
}

/// The level of each player.
fn levels(variant: &Variant, n_players: usize) -> Result<Vec<Level>, InputError> {
    let text = variant.get("level").unwrap_or(USUAL_LEVEL);
    let wrong = |expected: String| error("level", text, expected);
    let level = |word: &str| word.parse::<Level>().map_err(|error| wrong(error.expected()));
    let levels: Vec<Level> = list(text).map(level).collect::<Result<_, _>>()?;
    match levels[..] {
        [one] => Ok(vec![one; n_players]),
        _ if levels.len() == n_players => Ok(levels),
        _ => Err(wrong(say!("one level, or {number} with / between them", number = n_players))),
    }
}

/// The words of a list such as `14/12/14/14`.
fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(['/', ':', ';', '|']).map(str::trim)
}

fn error(name: &str, found: &str, expected: String) -> InputError {
    InputError::new(format!("variant, {name}"), found, expected)
}

fn whole_list(name: &str, text: &str, n_players: usize) -> Result<Vec<i64>, InputError> {
    let wrong = || {
        error(
            name,
            text,
            say!(
                "{number} whole numbers from -{most} to {most} with / between them",
                number = n_players,
                most = TILES
            ),
        )
    };
    let within = |number: &i64| number.abs() <= TILES as i64;
    let number = |word: &str| word.parse().ok().filter(within).ok_or_else(wrong);
    let numbers: Vec<i64> = list(text).map(number).collect::<Result<_, _>>()?;
    (numbers.len() == n_players).then_some(numbers).ok_or_else(wrong)
}

/// One number per player, as given or by default.
fn parse_numbers(
    (name, text): (&str, Option<&str>),
    usual: Vec<f64>,
    (least, most): (f64, f64),
) -> Result<Vec<f64>, InputError> {
    let Some(text) = text else {
        return Ok(usual);
    };
    let n_players = usual.len();
    let expected = || {
        say!(
            "one number from {least} to {most}, or {number} with / between them",
            least,
            most,
            number = n_players
        )
    };
    let wrong = || error(name, text, expected());
    let within = |number: &f64| (least..=most).contains(number);
    let number = |word: &str| word.parse().ok().filter(within).ok_or_else(wrong);
    let numbers: Vec<f64> = list(text).map(number).collect::<Result<_, _>>()?;
    match numbers[..] {
        [one] => Ok(vec![one; n_players]),
        _ => (numbers.len() == n_players).then_some(numbers).ok_or_else(wrong),
    }
}
