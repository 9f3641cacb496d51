//! Results in words, as people write them after the moves: `Player 2 wins`, `black resigns`, `draw agreed`.

use ludex_search::{MAX_PLAYERS, Returns};

/// The result of a game in which the player to move resigns.
pub const RESIGN: &str = "RESIGN";

/// A draw as all game files write it.
const DRAW: &str = "1/2-1/2";

/// The maximum length of a result in words, in bytes.
const LONGEST: usize = 100;

/// Results written as signs: the text in lower case, and the form in which records store the result.
const SIGNS: [(&str, &str); 14] = [
    ("1-0", "1-0"),
    ("0-1", "0-1"),
    (DRAW, DRAW),
    ("½-½", DRAW),
    ("½", DRAW),
    ("0.5-0.5", DRAW),
    ("1/2", DRAW),
    ("*", "*"),
    ("?", "*"),
    ("r-0", "R-0"),
    ("0-r", "0-R"),
    ("f-0", "F-0"),
    ("0-f", "0-F"),
    ("0-0", "0-0"),
];

/// The meaning of a word in a result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// A player, counted from 1.
    Player(usize),
    /// One of two players, named by colour.
    Side(usize),
    Won,
    Lost,
    Drawn,
    /// A word without influence on the result.
    Filler,
}

/// The words of each meaning.
const WORDS: &[(Meaning, &[&str])] = &[
    (Meaning::Side(1), &["white"]),
    (Meaning::Side(2), &["black", "red"]),
    (Meaning::Player(1), &["first", "p1", "player1"]),
    (Meaning::Player(2), &["second", "p2", "player2"]),
    (Meaning::Player(3), &["third", "p3", "player3"]),
    (Meaning::Player(4), &["fourth", "p4", "player4"]),
    (Meaning::Won, &["win", "wins", "won", "winner", "victory"]),
    (
        Meaning::Lost,
        &[
            "resign",
            "resigns",
            "resigned",
            "loses",
            "lost",
            "forfeit",
            "forfeits",
            "forfeited",
            "gives",
        ],
    ),
    (Meaning::Drawn, &["draw", "draws", "drawn", "drew", "tie", "tied"]),
    (
        Meaning::Filler,
        &[
            "a",
            "agreed",
            "agreement",
            "by",
            "ended",
            "ends",
            "flats",
            "for",
            "game",
            "has",
            "in",
            "is",
            "it",
            "line",
            "loop",
            "on",
            "player",
            "resignation",
            "road",
            "the",
            "time",
            "up",
            "was",
        ],
    ),
];

fn meaning(word: &str, before: Option<&str>) -> Option<Meaning> {
    // A number names a player only after the word `player`.
    if before == Some("player") {
        let number = word.parse().ok().filter(|number| (1..=4).contains(number));
        return number.map(Meaning::Player).or_else(|| meaning(word, None));
    }
    let known = WORDS.iter().find(|(_, words)| words.contains(&word));
    known.map(|&(said, _)| said)
}

/// The result that a text names, in the form in which records store it. `None` if any word of the text is unknown or contradicts it. A
/// player named by number gives `p3win` or `p3loses`, because the game may have more than two players.
pub fn result_in_words(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let text = text.trim().trim_end_matches(['.', ';', ',']);
    let text = text.to_lowercase();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
    if let Some((_, sign)) = SIGNS.iter().find(|(sign, _)| *sign == first) {
        return Phrase::read(rest).map(|_| (*sign).to_owned());
    }
    if rest.is_empty() && player_of(first).is_some() {
        return Some(first.to_owned());
    }
    Phrase::read(&text)?.result()
}

/// The first player that a text names, and its first words that decide the result.
#[derive(Default)]
struct Phrase {
    player: Option<Meaning>,
    decision: Option<Meaning>,
}

impl Phrase {
    fn read(text: &str) -> Option<Self> {
        let mut phrase = Self::default();
        let mut before = None;
        let is_between = |c: char| c.is_whitespace() || ",.;:!()".contains(c);
        for word in text.split(is_between).filter(|word| !word.is_empty()) {
            let stated = meaning(word, before)?;
            before = Some(word);
            let place = match stated {
                Meaning::Filler => continue,
                Meaning::Player(_) | Meaning::Side(_) => &mut phrase.player,
                Meaning::Won | Meaning::Lost | Meaning::Drawn => &mut phrase.decision,
            };
            place.get_or_insert(stated);
        }
        Some(phrase)
    }

    fn result(&self) -> Option<String> {
        let has_won = match self.decision? {
            Meaning::Drawn => return Some(DRAW.to_owned()),
            decision => decision == Meaning::Won,
        };
        match self.player {
            Some(Meaning::Player(player)) if has_won => Some(format!("p{player}win")),
            Some(Meaning::Player(player)) => Some(lost_by(player)),
            Some(Meaning::Side(side)) if (side == 1) == has_won => Some("1-0".to_owned()),
            Some(_) => Some("0-1".to_owned()),
            None => (!has_won).then(|| RESIGN.to_owned()),
        }
    }
}

/// The result reduced to the winner, if it also says how the game was won.
pub fn winner_alone(result: &str) -> Option<&'static str> {
    match result {
        "R-0" | "F-0" => Some("1-0"),
        "0-R" | "0-F" => Some("0-1"),
        _ => None,
    }
}

/// How a game was won, if the result states it: `road` for `R-0`.
pub fn way_of_winning(result: &str) -> Option<&'static str> {
    match result {
        "R-0" | "0-R" => Some("road"),
        "F-0" | "0-F" => Some("flats"),
        _ => None,
    }
}

/// Each player's return, −1 to 1, from a result in the form of records. `None` if the text is not a result.
pub fn parse_returns(result: &str, n_players: usize) -> Option<Returns> {
    let mut returns = [0.0; MAX_PLAYERS];
    let (player, has_won) = match result {
        DRAW | "draw" | "DRAW" => {
            returns[..n_players].fill(2.0 / n_players as f32 - 1.0);
            return Some(returns);
        }
        "1-0" | "R-0" | "F-0" => (1, true),
        "0-1" | "0-R" | "0-F" => (2, true),
        other => player_of(other).filter(|&(player, _)| player <= n_players)?,
    };
    let share = 2.0 / (n_players - 1).max(1) as f32 - 1.0;
    let (own, others) = if has_won { (1.0, -1.0) } else { (-1.0, share) };
    returns[..n_players].fill(others);
    returns[player - 1] = own;
    Some(returns)
}

/// The result of a game that only this player, counted from 1, lost.
pub fn lost_by(player: usize) -> String {
    format!("p{player}loses")
}

/// The player, counted from 1, whom a result names, and whether they won (true) or were the only one to lose (false).
pub(super) fn player_of(result: &str) -> Option<(usize, bool)> {
    let stated = result.strip_prefix('p')?;
    let (number, has_won) = match stated.strip_suffix("win") {
        Some(number) => (number, true),
        None => (stated.strip_suffix("loses")?, false),
    };
    let number = number.parse().ok().filter(|number| (1..=4).contains(number));
    number.map(|number| (number, has_won))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_words_are_read() {
        let check = |text: &str, result: &str| {
            assert_eq!(result_in_words(text).as_deref(), Some(result), "{text}");
        };
        check("1-0", "1-0");
        check("0-1 (White resigns)", "0-1");
        check("½-½", "1/2-1/2");
        check("White wins", "1-0");
        check("BLACK RESIGNS.", "1-0");
        check("Red has won on time", "0-1");
        check("Player 3 wins!", "p3win");
        check("player 1 wins by resignation", "p1win");
        check("Winner: player 4", "p4win");
        check("P2 lost", "p2loses");
        check("the second player gives up", "p2loses");
        check("p3win", "p3win");
        check("Draw agreed", "1/2-1/2");
        check("The game is drawn", "1/2-1/2");
        check("resigns", "RESIGN");
    }

    #[test]
    fn other_texts_are_not_results() {
        for text in ["", "e2", "1-0 e3", "player 5 wins", "player", "white", "wins", "win e3h", "2"]
        {
            assert_eq!(result_in_words(text), None, "{text}");
        }
    }
}
