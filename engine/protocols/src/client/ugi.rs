//! UGI and TEI as a client. Options set the variant, and each question contains the position. The two protocols differ only in their
//! [`Dialect`].

use std::collections::BTreeMap;

use ludex_kit::{GameInfo, Variant, say};

use super::exchange::{EngineAnswer, EngineQuestion, Fault, FaultKind};
use super::listed::ListedOption;
use super::peer::{Peer, Wait};
use super::protocol::{Protocol, is_default};
use crate::{Dialect, options};

/// A client of UGI or TEI.
#[derive(Debug)]
pub(super) struct Ugi {
    dialect: &'static Dialect,
    info: &'static GameInfo,
    /// Options set by the user.
    options: BTreeMap<String, String>,
    /// The line that starts a game.
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
        Self { dialect, info, options: options.clone(), new_game }
    }

    /// Sets an option, if the engine accepts the value.
    fn set_option(peer: &mut Peer, option: &ListedOption, value: &str) -> Result<(), Fault> {
        Self::check(option, value)?;
        peer.send_line(&format!("setoption name {} value {value}", option.name))
    }

    fn check(option: &ListedOption, value: &str) -> Result<(), Fault> {
        let name = &option.name;
        option.refuses(value).map_or(Ok(()), |expected| {
            let detail =
                say!("its option {name} allows {expected}, not {value}", name, expected, value);
            Err(Fault::new(FaultKind::Unfit, detail))
        })
    }

    /// Sends the numbers of the variant, except the one in the new-game command. Numbers that the engine has no
    /// option for become remarks.
    fn send_numeric_options(
        &self,
        peer: &mut Peer,
        variant: &Variant,
        listed: &[ListedOption],
    ) -> Result<Vec<String>, Fault> {
        let mut remarks = Vec::new();
        for option in self.info.wire_options() {
            let (name, key) = (option.name, option.key);
            let Some(value) = variant.get(key) else {
                continue;
            };
            if self.dialect.new_game_key == Some(key) {
                // The new-game command sends this value. If the engine lists the option, the value
                // must be in its range.
                find(listed, name).map_or(Ok(()), |option| Self::check(option, value))?;
                continue;
            }
            let rules = self.info.tournament_rules;
            let is_rule = rules.iter().any(|(rule, _)| *rule == key);
            match (find(listed, name), option.number(variant)) {
                (Some(option), Some(number)) => {
                    match Self::set_option(peer, option, &number.to_string()) {
                        Err(fault) if fault.kind == FaultKind::Unfit && is_rule => {
                            remarks.push(say!(
                                "{detail}: only the referee applies {key}={value}",
                                detail = fault.detail,
                                key,
                                value
                            ));
                        }
                        done => done?,
                    }
                }
                _ if is_default(self.info, variant, key) => {}
                _ if is_rule => remarks.push(say!(
                    "it has no option {name}: only the referee applies {key}={value}",
                    name,
                    key,
                    value
                )),
                _ => remarks.push(say!(
                    "it has no option {name}: its command must set {key}={value}",
                    name,
                    key,
                    value
                )),
            }
        }
        Ok(remarks)
    }

    /// Sends the keys of the variant that are texts. An engine without such an option is refused, because it
    /// would play another variant.
    fn send_text_options(
        &self,
        peer: &mut Peer,
        variant: &Variant,
        listed: &[ListedOption],
    ) -> Result<(), Fault> {
        for (name, key) in options::keys(self.info) {
            let Some(value) = variant.get(key.name) else {
                continue;
            };
            if let Some(option) = find(listed, &name) {
                Self::set_option(peer, option, value)?;
            } else if !is_default(self.info, variant, key.name) {
                let detail = say!(
                    "it has no option {name}, so it cannot receive the variant {value}",
                    name,
                    value
                );
                return Err(Fault::new(FaultKind::Unfit, detail));
            }
        }
        Ok(())
    }
}

/// The option of this name.
fn find<'a>(listed: &'a [ListedOption], name: &str) -> Option<&'a ListedOption> {
    listed.iter().find(|option| option.name.eq_ignore_ascii_case(name))
}

impl Protocol for Ugi {
    fn greet(&mut self, peer: &mut Peer, variant: &Variant) -> Result<Vec<String>, Fault> {
        peer.send_line(self.dialect.hello)?;
        let mut listed = Vec::new();
        peer.wait_for(Wait::for_greeting(), |line| {
            listed.extend(ListedOption::read(line));
            (line == self.dialect.hello_ok).then_some(())
        })?;
        self.send_text_options(peer, variant, &listed)?;
        let remarks = self.send_numeric_options(peer, variant, &listed)?;
        for (name, value) in &self.options {
            let Some(option) = find(&listed, name) else {
                let detail = say!("it has no option {name}, which option.{name} sets", name);
                return Err(Fault::new(FaultKind::Unfit, detail));
            };
            Self::set_option(peer, option, value)?;
        }
        Ok(remarks)
    }

    fn new_game(&mut self, peer: &mut Peer, _: &Variant) -> Result<(), Fault> {
        peer.send_line(&self.new_game)?;
        peer.send_line("isready")?;
        let mut refusal = None;
        peer.wait_for(Wait::for_greeting(), |line| {
            if refusal.is_none() && is_refusal(line) {
                refusal = Some(line.to_owned());
            }
            (line == "readyok").then_some(())
        })?;
        match refusal {
            Some(line) => Err(Fault::new(FaultKind::Unfit, line)),
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
        peer.send_line(&format!("position {start}{moves}"))?;
        peer.send_line(&format!("go{}", go_words(self.dialect, question)))?;
        let mut answer = EngineAnswer::default();
        let mut complaint = None;
        answer.text = peer.wait_for(wait, |line| {
            let words: Vec<_> = line.split_whitespace().collect();
            match words.as_slice() {
                ["bestmove", text, ..] if !NO_MOVE.contains(text) => {
                    return Some((*text).to_owned());
                }
                // An answer without a move; the referee rules on it.
                ["bestmove", ..] => return Some(String::new()),
                ["info", "string", "error:", ..] | ["info", "error", ..] => {
                    complaint = Some(line.to_owned());
                }
                ["info", details @ ..] => read_info(details, &mut answer),
                _ => {}
            }
            None
        })?;
        answer.complaint = complaint.filter(|_| answer.text.is_empty());
        Ok(answer)
    }
}

/// Words in place of a move when there is none.
const NO_MOVE: [&str; 4] = ["none", "(none)", "0000", "--"];

/// Whether a line refuses an option or a new game, in the words of Ludex or Stockfish. Without this check, a match could be played with
/// other settings than intended.
fn is_refusal(line: &str) -> bool {
    let text = line.strip_prefix("info string ").unwrap_or(line);
    text.starts_with("error: ") || text.starts_with("No such option")
}

/// The arguments of `go`.
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

/// The clocks as words of `go`: with two players, each player has its own word; with more, the times are a list.
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
    format!(" time {} inc {}", list(|clock| clock.0), list(|clock| clock.1))
}

/// Reads depth, score and chances from an `info` line of the best line of play.
fn read_info(words: &[&str], answer: &mut EngineAnswer) {
    let is_other = |pair: &[&str]| pair[0] == "multipv" && pair[1] != "1";
    let end = words.iter().position(|word| ["pv", "string"].contains(word));
    let words = &words[..end.unwrap_or(words.len())];
    if words.windows(2).any(is_other) {
        return;
    }
    let number = |word: Option<&&str>| word.and_then(|word| word.parse::<f64>().ok());
    let mut rest = words.iter();
    while let Some(&word) = rest.next() {
        let after = rest.as_slice();
        match word {
            "depth" => answer.depth = after.first().and_then(|word| word.parse().ok()),
            "score" => answer.score = read_score(after).or(answer.score),
            "wdl" => {
                if let [Some(win), Some(draw), Some(loss)] =
                    [0, 1, 2].map(|index| number(after.get(index)))
                    && win + draw + loss > 0.0
                {
                    answer.expected = Some((win + draw / 2.0) / (win + draw + loss));
                }
            }
            _ => {}
        }
    }
}

/// A score in the game's unit: `cp 25`, `mate 3`, `0.25`. A proven result becomes a score near 10,000, as in the searches of Ludex.
fn read_score(words: &[&str]) -> Option<f64> {
    let number = |word: &str| word.parse::<f64>().ok();
    match words {
        ["cp", cp, "mate", moves, ..] | ["mate", moves, "cp", cp, ..] => {
            read_score(&["mate", moves]).or_else(|| Some(number(cp)? * 0.01))
        }
        ["cp", cp, ..] => Some(number(cp)? * 0.01),
        ["mate", moves, ..] => {
            let moves = number(moves)?;
            let is_win = moves > 0.0;
            let plies = 2.0 * moves.abs() - if is_win { 1.0 } else { 0.0 };
            let value = 10_000.0 - plies.max(0.0) / 100.0;
            Some(if is_win { value } else { -value })
        }
        [value, ..] => number(value),
        [] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines_are_read_as_engines_write_them() {
        let read = |lines: &[&str]| {
            let mut answer = EngineAnswer::default();
            for line in lines {
                let words: Vec<&str> = line.split_whitespace().collect();
                read_info(&words, &mut answer);
            }
            (answer.depth, answer.score, answer.expected)
        };
        let plain = "depth 7 seldepth 9 score cp -25 lowerbound wdl 200 300 500 nodes 9 pv a1";
        assert_eq!(read(&[plain]), (Some(7), Some(-0.25), Some(0.35)));
        let score = |text: &str| read(&[&format!("depth 1 score {text} nodes 1")]).1;
        assert_eq!(score("mate 2"), Some(9_999.97));
        assert_eq!(score("mate -2"), Some(-9_999.96));
        assert_eq!(score("cp 999998 mate 1"), Some(9_999.99));
        assert_eq!(score("0.5"), Some(0.5));
        // These change nothing: lines with a multipv number other than 1, keywords within a line of play, and invalid numbers.
        let (_, kept, _) =
            read(&[plain, "depth 8 multipv 2 score cp 99", "depth 8 score cp x", "pv score cp 5"]);
        assert_eq!(kept, Some(-0.25));
    }
}
