//! Parses the arguments of `go`.

use std::time::Duration;

use ludex_kit::InputError;
use ludex_kit::support::plural::counted;
use ludex_search::{Limits, TimeControl};

use super::Dialect;
use ludex_base::numbers::{self, MAX_DEPTH};

/// Maximum time in milliseconds; longer times are reduced to ten years.
const LONGEST_MS: i64 = 10 * 365 * 24 * 3600 * 1000;

/// The clocks of all players as received.
#[derive(Default)]
struct Clocks<'a> {
    /// The words that were given for times and increments, such as `p1time`.
    words: Vec<&'a str>,
    times: Vec<Option<Duration>>,
    increments: Vec<Option<Duration>>,
}

impl Clocks<'_> {
    fn set(list: &mut Vec<Option<Duration>>, player: usize, time: Duration) {
        if list.len() <= player {
            list.resize(player + 1, None);
        }
        list[player] = Some(time);
    }

    /// An error if there are more than two players and only some of them have clocks: a list must contain all.
    fn check(&self, n_players: usize) -> Result<(), InputError> {
        let n_times = self.times.iter().flatten().count();
        if n_players <= 2 || n_times == 0 || n_times == n_players {
            return Ok(());
        }
        let sentence = format!(
            "{} given, but {n_players} are needed, one for each player",
            counted(n_times, "clock")
        );
        let word = self.words.first().copied().unwrap_or(TIME);
        Err(InputError::sentence(format!("go {word}"), sentence))
    }

    /// The clock of a player; an error if only other players have a clock. `own` is the dialect's word for the player's time.
    fn clock_of(&self, player: usize, own: &str) -> Result<Option<TimeControl>, InputError> {
        if self.times.is_empty() && self.increments.is_empty() {
            return Ok(None);
        }
        let remaining = self.times.get(player).copied().flatten();
        let is_list = |word: &&str| [TIME, INC].contains(word);
        let word = if self.words.iter().all(is_list) { TIME } else { own };
        let remaining = remaining.ok_or_else(|| {
            InputError::sentence(
                "go",
                format!("{word}, the time of the player to move, is missing"),
            )
        })?;
        let increment = self.increments.get(player).copied().flatten();
        let clock = TimeControl::new(remaining, increment.unwrap_or_default());
        Ok(Some(clock))
    }
}

/// A parsed `go`.
pub(super) struct GoCommand<'a> {
    pub(super) limits: Limits,
    /// The moves to choose from; all legal moves if empty.
    pub(super) moves: Vec<&'a str>,
    /// A remark if the search differs from the request.
    pub(super) remark: Option<String>,
}

/// The words that all dialects share.
const SEARCH_MOVES: &str = "searchmoves";
const TIME: &str = "time";
const INC: &str = "inc";
const COMMON: [&str; 8] =
    ["infinite", "movetime", "nodes", "depth", TIME, INC, "movestogo", SEARCH_MOVES];

/// Parses the arguments of `go`; `player` (from 0) of `n_players` is to move. Unknown words after the first limit are
/// ignored.
pub(super) fn parse<'a>(
    dialect: &Dialect,
    words: &[&'a str],
    player: usize,
    n_players: usize,
) -> Result<GoCommand<'a>, InputError> {
    let mut limits = Limits::default();
    let mut clocks = Clocks::default();
    let (mut moves, mut remark) = (Vec::new(), None);
    let mut n_understood = 0;
    let mut rest = words;
    while let [word, after @ ..] = rest {
        rest = after;
        match *word {
            "infinite" => {}
            "movetime" => {
                let time = take(&mut rest, word, |text| {
                    milliseconds(text).filter(|_| !text.starts_with('-'))
                });
                limits.time = Some(time?.max(Duration::from_millis(1)));
            }
            "nodes" => {
                limits.nodes = Some(take(&mut rest, word, |text| numbers::count(text).ok())?);
            }
            "depth" => {
                let asked = take(&mut rest, word, |text| text.parse::<u64>().ok())?;
                let depth = asked.min(MAX_DEPTH as u64);
                limits.depth = Some(depth as u32);
                remark = (depth < asked)
                    .then(|| format!("depth {asked} is too large; the search uses {depth}"));
            }
            SEARCH_MOVES => take_moves(&mut rest, dialect, &mut moves)?,
            // `movestogo` is ignored: the search divides its time as if the clock had to last for the whole game.
            "movestogo" => drop(take_time(&mut rest, word)?),
            TIME => {
                take_list(&mut rest, word, &mut clocks.times)?;
                clocks.words.push(word);
            }
            INC => {
                take_list(&mut rest, word, &mut clocks.increments)?;
                clocks.words.push(word);
            }
            _ => {
                let named = |names: &[&str; 2]| names.iter().position(|name| name == word);
                if let Some(index) = named(&dialect.times) {
                    Clocks::set(&mut clocks.times, index, take_time(&mut rest, word)?);
                    clocks.words.push(word);
                } else if let Some(index) = named(&dialect.increments) {
                    Clocks::set(&mut clocks.increments, index, take_time(&mut rest, word)?);
                    clocks.words.push(word);
                } else if n_understood > 0 {
                    continue;
                } else {
                    return Err(InputError::new("go", *word, expected(dialect)));
                }
            }
        }
        n_understood += 1;
    }
    let word = dialect.times.get(player).copied().unwrap_or(TIME);
    clocks.check(n_players)?;
    limits.clock = clocks.clock_of(player, word)?;
    Ok(GoCommand { limits, moves, remark })
}

/// Takes the moves up to the next keyword.
fn take_moves<'a>(
    rest: &mut &[&'a str],
    dialect: &Dialect,
    moves: &mut Vec<&'a str>,
) -> Result<(), InputError> {
    let is_word = |word: &&str| {
        let own = dialect.times.iter().chain(&dialect.increments);
        COMMON.iter().chain(own).any(|known| known == word)
    };
    let n_moves = rest.iter().take_while(|&word| !is_word(word)).count();
    if n_moves == 0 {
        let found = rest.first().copied().unwrap_or_default();
        let place = format!("go {SEARCH_MOVES}");
        return Err(InputError::new(place, found, "at least one move"));
    }
    moves.extend(&rest[..n_moves]);
    *rest = &rest[n_moves..];
    Ok(())
}

fn expected(dialect: &Dialect) -> String {
    let [first, second] = dialect.times;
    let [first_inc, second_inc] = dialect.increments;
    format!(
        "movetime, nodes, depth, infinite, {SEARCH_MOVES}, {first}, {second}, {first_inc} or {second_inc}"
    )
}

/// Takes one word and parses it.
fn take<T>(
    rest: &mut &[&str],
    name: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, InputError> {
    let (word, after) = match rest {
        [word, after @ ..] => (*word, after),
        [] => ("", *rest),
    };
    let value = read(word).ok_or_else(|| {
        let expected = match name {
            "nodes" => "a whole number above zero".to_owned(),
            "depth" => numbers::depths(),
            "movestogo" => "a whole number".to_owned(),
            _ => "a whole number of milliseconds".to_owned(),
        };
        InputError::new(format!("go {name}"), word, expected)
    })?;
    *rest = after;
    Ok(value)
}

/// A time in milliseconds; a negative one counts as zero.
fn take_time(rest: &mut &[&str], name: &str) -> Result<Duration, InputError> {
    take(rest, name, milliseconds)
}

fn milliseconds(text: &str) -> Option<Duration> {
    let number = text.parse::<i64>().ok()?;
    Some(Duration::from_millis(number.clamp(0, LONGEST_MS) as u64))
}

/// One time per player: all numbers up to the next word.
fn take_list(
    rest: &mut &[&str],
    name: &str,
    list: &mut Vec<Option<Duration>>,
) -> Result<(), InputError> {
    list.clear();
    list.push(Some(take_time(rest, name)?));
    while let [word, after @ ..] = rest
        && let Some(time) = milliseconds(word)
    {
        list.push(Some(time));
        *rest = after;
    }
    Ok(())
}
