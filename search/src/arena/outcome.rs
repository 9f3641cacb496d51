//! The result of a match.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use super::game::{Ending, PlayedGame};
use super::sprt::{Hypothesis, SequentialTest, Sprt, SprtState};
use super::statistics::{IntervalEstimate, Pentanomial};

/// Games that a player lost by a fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EntrantFaults {
    /// Lost on time.
    pub time: u64,
    /// Lost by an illegal move or no move.
    pub illegal_moves: u64,
}

/// The result of a match, or of the pairs played so far, from the view of the first player. Its text form is one line.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// The players.
    pub names: [String; 2],
    /// Pairs, by the points of the first player.
    pub pairs: Pentanomial,
    /// The numbers of games that the first player won, drew (or shared) and lost.
    pub games: [u64; 3],
    /// The sum of the points of the first seat over all games; a drawn game gives it an equal share of the points. The sum shows the
    /// advantage of moving first.
    pub first_seat: f64,
    /// Games drawn because they reached the greatest number of steps.
    pub too_long: u64,
    /// Games lost by a fault, for each player.
    pub faults: [EntrantFaults; 2],
    /// Moves in all games, without the openings.
    pub plies: u64,
    /// The state of the test after all these pairs, if there is a test.
    pub sprt: Option<SprtState>,
    /// The hypothesis that the test has accepted.
    pub accepted: Option<Hypothesis>,
}

impl MatchResult {
    fn new(names: [String; 2], sprt: Option<Sprt>) -> Self {
        let pairs = Pentanomial::default();
        Self {
            names,
            pairs,
            games: [0; 3],
            first_seat: 0.0,
            too_long: 0,
            faults: [EntrantFaults::default(); 2],
            plies: 0,
            sprt: sprt.map(|sprt| SprtState::new(&sprt, &pairs)),
            accepted: None,
        }
    }

    /// The difference in Elo: see [`Pentanomial::elo`].
    pub fn elo(&self) -> Option<IntervalEstimate> {
        self.pairs.elo()
    }

    /// The difference in normalised Elo: see [`Pentanomial::normalised_elo`].
    pub fn normalised_elo(&self) -> Option<IntervalEstimate> {
        self.pairs.normalised_elo()
    }

    /// The probability that the first player is stronger: see [`Pentanomial::likelihood_of_superiority`].
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        self.pairs.likelihood_of_superiority()
    }

    /// Adds a pair; returns the points of the first player.
    fn add(&mut self, pair: &[PlayedGame; 2]) -> f64 {
        for game in pair {
            self.first_seat += game.first_seat;
            let result = match game.share {
                1.0.. => 0,
                share if share > 0.0 => 1,
                _ => 2,
            };
            self.games[result] += 1;
            self.plies += u64::from(game.plies);
            match game.ending {
                Ending::Rules => {}
                Ending::Length => self.too_long += 1,
                Ending::Time(player) => self.faults[player].time += 1,
                Ending::IllegalMove(player) => self.faults[player].illegal_moves += 1,
            }
        }
        let points = pair.iter().map(|game| game.share).sum();
        self.pairs.add(points);
        points
    }
}

impl Display for MatchResult {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let unknown = || "–".to_owned();
        let elo = |elo: Option<IntervalEstimate>| elo.map_or_else(unknown, |elo| elo.elo_text(1));
        let [first, second] = &self.names;
        let percent = |chance: f64| format!("{:.1} %", 100.0 * chance);
        let superiority = self.pairs.superiority_to_show();
        write!(
            formatter,
            "{first} against {second}: Elo {}, nElo {}, LOS {}",
            elo(self.elo()),
            elo(self.normalised_elo()),
            superiority.map_or_else(unknown, percent),
        )?;
        if let Some(sprt) = &self.sprt {
            let SprtState { llr, lower, upper } = sprt;
            write!(formatter, ", LLR {llr:+.2} ({lower:.2}, {upper:.2})")?;
        }
        if let Some(accepted) = self.accepted {
            write!(formatter, " {accepted} accepted")?;
        }
        let [wins, draws, losses] = self.games;
        let [ll, ld, dd, wd, ww] = self.pairs.0;
        let n_games = wins + draws + losses;
        write!(
            formatter,
            ", games {n_games}: +{wins} ={draws} -{losses}, pairs [{ll} {ld} {dd} {wd} {ww}]"
        )?;
        for (name, faults) in self.names.iter().zip(self.faults) {
            for (n, how) in [(faults.time, "on time"), (faults.illegal_moves, "by illegal moves")] {
                if n > 0 {
                    write!(formatter, ", {name} lost {n} {how}")?;
                }
            }
        }
        Ok(())
    }
}

/// The running result of a match.
pub(super) struct Tally {
    sprt: Option<Sprt>,
    test: Option<SequentialTest>,
    finished: BTreeMap<usize, [PlayedGame; 2]>,
    result: MatchResult,
}

impl Tally {
    pub(super) fn new(names: [String; 2], sprt: Option<Sprt>) -> Self {
        Self {
            sprt,
            test: sprt.map(SequentialTest::new),
            finished: BTreeMap::new(),
            result: MatchResult::new(names, sprt),
        }
    }

    /// Whether the test is decided; later pairs then do not count.
    pub(super) fn is_decided(&self) -> bool {
        self.result.accepted.is_some()
    }

    /// Adds a pair, in any order; returns the result so far.
    pub(super) fn add(&mut self, pair: usize, games: [PlayedGame; 2]) -> &MatchResult {
        let points = self.result.add(&games);
        self.finished.insert(pair, games);
        if let Some(test) = &mut self.test {
            test.add(pair, points);
            if let Some((last, accepted)) = test.decided() {
                self.count_up_to(last);
                self.result.accepted = Some(accepted);
            }
        }
        let state = |sprt: Sprt| SprtState::new(&sprt, &self.result.pairs);
        self.result.sprt = self.sprt.map(state);
        &self.result
    }

    /// Counts again without the pairs after the deciding one. Which of those have finished depends on the threads, so they must not count.
    fn count_up_to(&mut self, last: usize) {
        let names = self.result.names.clone();
        self.result = MatchResult::new(names, self.sprt);
        for games in self.finished.range(..=last).map(|(_, games)| games) {
            self.result.add(games);
        }
    }

    /// The final result.
    pub(super) fn into_result(self) -> MatchResult {
        self.result
    }
}
