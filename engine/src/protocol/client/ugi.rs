//! UGI and TEI, which only differ by their [`Dialect`]: the variant is told by options, the position with every question.

use std::collections::BTreeMap;

use ludex_games::{GameInfo, Variant, VariantKey, WireOption};

use super::peer::{Peer, Wait};
use super::{EngineAnswer, EngineQuestion, Fault, FaultKind, Protocol};
use crate::protocol::{Dialect, options};
use ludex_games::registry;

/// A client of this family.
#[derive(Debug)]
pub(super) struct Ugi {
    dialect: &'static Dialect,
    info: &'static GameInfo,
    /// Sent when the program has started: options of the variant and of the user.
    options: Vec<(String, String)>,
    /// Options that tell how tournaments end games. The referee sees to that where an engine lists none.
    rules: Vec<(String, String)>,
    /// The line that begins a game.
    new_game: String,
}

impl Ugi {
    pub(super) fn new(
        dialect: &'static Dialect,
        info: &'static GameInfo,
        variant: &Variant,
        options: &BTreeMap<String, String>,
    ) -> Self {
        let new_game = match dialect.new_game_key.and_then(|key| variant.get(key)) {
            Some(value) => format!("{} {value}", dialect.new_game),
            None => dialect.new_game.to_owned(),
        };
        let is_rule = |key: &str| info.tournament_rules.iter().any(|(rule, _)| *rule == key);
        let mut all = variant_options(info, dialect, variant, |key| !is_rule(key));
        all.extend(options.clone());
        Self {
            dialect,
            info,
            options: all,
            rules: variant_options(info, dialect, variant, is_rule),
            new_game,
        }
    }

    /// Sets what the variant says by names and values of its own, where the engine lists that; an engine that does not, and
    /// would play something else, is not played with.
    fn tell_variant(
        &self,
        peer: &mut Peer,
        variant: &Variant,
        is_listed: impl Fn(&str) -> bool,
    ) -> Result<(), Fault> {
        for (name, key) in options::keys(self.info) {
            let Some(value) = variant.get(key.name) else {
                continue;
            };
            if is_listed(&name) {
                peer.say(&format!("setoption name {name} value {value}"))?;
            } else if !is_default(self.info, variant, key) {
                let detail =
                    format!("it has no option {name}, so it cannot be told the variant: {value}");
                return Err(Fault::new(FaultKind::Start, detail));
            }
        }
        Ok(())
    }
}

impl Protocol for Ugi {
    fn greet(&mut self, peer: &mut Peer, variant: &Variant) -> Result<(), Fault> {
        peer.say(self.dialect.hello)?;
        let mut listed = Vec::new();
        peer.hear(Wait::greeting(), |line| {
            listed.extend(option_name(line));
            (line == self.dialect.hello_ok).then_some(())
        })?;
        let is_listed = |name: &str| listed.iter().any(|known| known.eq_ignore_ascii_case(name));
        self.tell_variant(peer, variant, is_listed)?;
        let rules = self.rules.iter().filter(|(name, _)| is_listed(name));
        for (name, value) in rules.chain(&self.options) {
            peer.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    fn new_game(&mut self, peer: &mut Peer, _: &Variant) -> Result<(), Fault> {
        peer.say(&self.new_game)?;
        peer.say("isready")?;
        let mut refusal = None;
        peer.hear(Wait::greeting(), |line| {
            if refusal.is_none() && is_refusal(line) {
                refusal = Some(line.to_owned());
            }
            (line == "readyok").then_some(())
        })?;
        match refusal {
            Some(line) => Err(Fault::new(FaultKind::Start, line)),
            None => Ok(()),
        }
    }

    fn ask(
        &mut self,
        peer: &mut Peer,
        question: &EngineQuestion<'_>,
        wait: Wait,
    ) -> Result<EngineAnswer, Fault> {
        let start = match question.start {
            Some(text) => format!("{} {text}", self.dialect.position),
            None => "startpos".to_owned(),
        };
        let moves = match question.moves {
            [] => String::new(),
            moves => format!(" moves {}", moves.join(" ")),
        };
        peer.say(&format!("position {start}{moves}"))?;
        peer.say(&format!("go{}", go_words(self.dialect, question)))?;
        let mut answer = EngineAnswer::default();
        answer.text = peer.hear(wait, |line| {
            let words: Vec<_> = line.split_whitespace().collect();
            match words.as_slice() {
                ["bestmove", text, ..] => return Some((*text).to_owned()),
                // The referee tells what that is.
                ["bestmove"] => return Some(String::new()),
                ["info", details @ ..] => read_info(details, &mut answer),
                _ => {}
            }
            None
        })?;
        Ok(answer)
    }
}

/// The options that tell an engine these keys of the variant, but for what the new-game word says.
fn variant_options(
    info: &GameInfo,
    dialect: &Dialect,
    variant: &Variant,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<(String, String)> {
    let said = |option: &&WireOption| dialect.new_game_key != Some(option.key);
    let options = info.wire_options.iter().filter(said);
    let options = options.filter(|option| is_wanted(option.key));
    let number = |option: &WireOption| {
        let value = option.number(variant)?;
        Some((option.name.to_owned(), value.to_string()))
    };
    options.filter_map(number).collect()
}

/// Whether the variant is the same if nothing is said of a key.
fn is_default(info: &GameInfo, variant: &Variant, key: &VariantKey) -> bool {
    let opened = registry::open(info.name, &variant.without(key.name), None);
    opened.is_ok_and(|session| session.variant() == *variant)
}

/// Whether a line says that an option was not taken, as our own program or Stockfish says it: a match would measure something
/// else than was asked for.
fn is_refusal(line: &str) -> bool {
    let text = line.strip_prefix("info string ").unwrap_or(line);
    text.starts_with("error: setoption") || text.starts_with("No such option")
}

/// The name in a line that lists an option.
fn option_name(line: &str) -> Option<String> {
    let (name, _) = line.strip_prefix("option name ")?.split_once(" type ")?;
    Some(name.to_owned())
}

/// The words behind `go`.
fn go_words(dialect: &Dialect, question: &EngineQuestion<'_>) -> String {
    let limits = question.limits;
    let numbers = [
        ("movetime", limits.time.map(|time| time.as_millis())),
        ("nodes", limits.nodes.map(u128::from)),
        ("depth", limits.depth.map(u128::from)),
    ];
    let given = numbers.into_iter();
    let given = given.filter_map(|(name, value)| Some(format!(" {name} {}", value?)));
    let mut words: String = given.collect();
    if limits.clock.is_some() {
        words += &clock_words(dialect, question.clocks);
    }
    words
}

/// The clocks: two have words of their own, more are lists.
fn clock_words(dialect: &Dialect, clocks: &[(u128, u128)]) -> String {
    if let [first, second] = clocks {
        let words = |index: usize, (time, increment): (u128, u128)| {
            let (name, added) = (dialect.times[index], dialect.increments[index]);
            format!(" {name} {time} {added} {increment}")
        };
        return words(0, *first) + &words(1, *second);
    }
    let list = |of: fn(&(u128, u128)) -> u128| {
        let texts: Vec<String> = clocks.iter().map(|clock| of(clock).to_string()).collect();
        texts.join(" ")
    };
    format!(
        " time {} inc {}",
        list(|clock| clock.0),
        list(|clock| clock.1)
    )
}

/// Depth and score of an `info` line.
fn read_info(words: &[&str], answer: &mut EngineAnswer) {
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word {
            "depth" => answer.depth = words.next().and_then(|word| word.parse().ok()),
            "score" => {
                let centi = words.as_slice().first() == Some(&"cp");
                if centi {
                    words.next();
                }
                let value: Option<f64> = words.next().and_then(|word| word.parse().ok());
                let scale = if centi { 0.01 } else { 1.0 };
                answer.score = value.map(|value| value * scale).or(answer.score);
            }
            "pv" | "string" => return,
            _ => {}
        }
    }
}
