//! Statistics of a tournament: standings, Elo and tests.
//!
//! The two games of a pair share their opening and dice, so their results are not independent. Therefore all errors
//! are computed over pairs. A pair of a two-player game has five possible scores: 0, ½, 1, 1½ and 2 points. The counts
//! of these five ("pentanomial" statistics) give correct error bars and are the input of the sequential test (SPRT).
//! Formulas and sources are in [`ludex_search::arena`].

use std::collections::BTreeMap;

use ludex_kit::support::figures::{number, precise};
use ludex_search::arena::{
    Encounter, Hypothesis, IntervalEstimate, NINETY_FIVE, Pentanomial, SprtState, bound_of, ratings,
};
use serde_json::{Value, json};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::results::{GameEnding, GameLine};
use super::schedule::GameJob;
use super::settings::TournamentSettings;

/// The data of a game that the statistics need.
#[derive(Clone, Debug, PartialEq)]
pub struct GameOutcome {
    /// The identity of the game within the tournament.
    pub job: GameJob,
    /// The result for each seat.
    pub returns: Vec<f32>,
    /// The margin of each seat; its result, if the game has no margins.
    pub values: Vec<f32>,
    /// The points of each seat: 1 for a win, and an equal share if several finish level.
    pub points: Vec<f64>,
    /// The luck of each seat, if measured. It is 0 in games that did not end by their rules.
    pub luck: Option<Vec<f64>>,
    /// How the game ended.
    pub ending: GameEnding,
    /// The seat at fault.
    pub blame: Option<usize>,
}

impl From<&GameLine> for GameOutcome {
    fn from(game: &GameLine) -> Self {
        Self {
            job: game.job.clone(),
            points: (0..game.returns.len()).map(|seat| game.points(seat)).collect(),
            returns: game.returns.clone(),
            values: game.margins.as_ref().unwrap_or(&game.returns).clone(),
            luck: game.luck.clone().map(|luck| match game.ending {
                GameEnding::Rules => luck,
                _ => vec![0.0; luck.len()],
            }),
            ending: game.ending,
            blame: game.blame,
        }
    }
}

impl GameOutcome {
    /// Whether the game has more possible results than won, drawn and lost.
    fn is_scored(&self) -> bool {
        self.values.iter().any(|value| value.abs() > 1.0)
    }
}

/// One player's row of the table.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The player's name.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn, or in which several players finished level.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points: 1 for a win, and an equal share if several finish level.
    pub points: f64,
    /// Sum of the results.
    pub returns: f64,
    /// Margins, or results of games that can be won by more than one point.
    pub values: PairedMean,
    /// The values above minus the luck of each game, if luck was measured.
    pub without_luck: PairedMean,
    /// Faults by kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// The rating among all players of this tournament; in a match of two, the lead over the opponent.
    pub rating: Option<IntervalEstimate>,
}

/// Identifies the games that share opening, dice and draws: those of a pair, or of a round of all seatings.
pub(super) type PairKey = (u32, usize, usize);

pub(super) fn pair_key(job: &GameJob) -> PairKey {
    (job.pair, job.game, job.meeting)
}

/// A mean over games that come in pairs. The games of a pair are not independent, so the variance is computed over
/// pairs.
#[derive(Clone, Debug, Default)]
pub struct PairedMean(BTreeMap<PairKey, (f64, f64)>);

impl PairedMean {
    fn add(&mut self, job: &GameJob, value: f64) {
        let (games, sum) = self.0.entry(pair_key(job)).or_default();
        *games += 1.0;
        *sum += value;
    }

    fn games(&self) -> f64 {
        self.0.values().map(|(games, _)| games).sum()
    }

    fn mean(&self) -> f64 {
        let sum: f64 = self.0.values().map(|(_, sum)| sum).sum();
        sum / self.games().max(1.0)
    }

    /// The variance of the mean. At least two pairs are needed; they need not be complete. CITE: Cochran,
    /// "Sampling techniques", 1977, on clusters of unequal size.
    fn variance(&self) -> Option<f64> {
        let (pairs, mean) = (self.0.len() as f64, self.mean());
        let squares: f64 = self.0.values().map(|(games, sum)| (sum - games * mean).powi(2)).sum();
        (pairs >= 2.0).then(|| squares * pairs / (pairs - 1.0) / self.games().powi(2))
    }

    fn estimate(&self) -> Option<IntervalEstimate> {
        self.variance().map(|variance| IntervalEstimate {
            value: self.mean(),
            error: NINETY_FIVE * variance.sqrt(),
        })
    }
}

/// The summary of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentSummary {
    /// Number of games that count.
    pub games: u64,
    /// The players, best first.
    pub standings: Vec<Standing>,
    /// The two players of a match, in the order of the settings. Statistics of the match are from the first
    /// player's view.
    pub versus: Option<[String; 2]>,
    /// Scores of pairs in a match, from the first player's view.
    pub pentanomial: Option<Pentanomial>,
    /// Points of the first seat per two-player game.
    pub first_player: Option<f64>,
    /// Draws per two-player game.
    pub draw_rate: Option<f64>,
    /// The state of the test.
    pub sprt: Option<SprtState>,
    /// The rating scale: `Elo` or `Weng-Lin`.
    pub scale: &'static str,
    /// Whether games have a margin of victory, such as points.
    pub has_margins: bool,
    /// Whether the luck of each game was measured.
    pub has_luck: bool,
    /// Number of games that did not end by their rules, by ending.
    pub endings: BTreeMap<&'static str, u64>,
}

/// The results of each pair so far: for each game, the points of the player with the lower number.
#[derive(Default)]
pub(super) struct Pairs(BTreeMap<PairKey, Vec<f64>>);

impl Pairs {
    /// Adds a two-player game, and returns the points of its pair once both games have been added.
    pub(super) fn add(&mut self, outcome: &GameOutcome) -> Option<f64> {
        let job = &outcome.job;
        if job.seats.len() != 2 || job.seats[0] == job.seats[1] {
            return None;
        }
        let seat = usize::from(job.seats[0] > job.seats[1]);
        let games = self.0.entry(pair_key(job)).or_default();
        games.push(outcome.points[seat]);
        (games.len() == 2).then(|| games.iter().sum())
    }
}

impl Standing {
    /// Mean points or margin per game; `None` before there are two pairs.
    pub fn margin(&self) -> Option<IntervalEstimate> {
        self.values.estimate()
    }

    /// Mean points or margin per game, with the luck of each game subtracted.
    pub fn margin_without_luck(&self) -> Option<IntervalEstimate> {
        self.without_luck.estimate()
    }

    /// The factor by which removing luck reduces the variance of the mean; `None` if the mean does not vary.
    pub fn luck_ratio(&self) -> Option<f64> {
        let (plain, rest) = (self.values.variance()?, self.without_luck.variance()?);
        (plain > 0.0 && rest > 0.0).then(|| plain / rest)
    }
}

impl TournamentSummary {
    /// Computes the summary of games in the order of the schedule.
    pub fn new(settings: &TournamentSettings, outcomes: &[GameOutcome]) -> Self {
        let n = settings.players.len();
        let mut standings: Vec<Standing> = settings
            .players
            .iter()
            .map(|player| Standing { name: player.name.clone(), ..Standing::default() })
            .collect();
        let mut endings = BTreeMap::new();
        for outcome in outcomes {
            count(&mut standings, outcome);
            if outcome.ending != GameEnding::Rules {
                *endings.entry(outcome.ending.words()).or_default() += 1;
            }
        }
        let of_two: Vec<&GameOutcome> =
            outcomes.iter().filter(|o| o.job.seats.len() == 2).collect();
        let all_of_two = of_two.len() == outcomes.len() && !outcomes.is_empty();
        let encounters = encounters(n, &of_two);
        let mut scale = "Elo";
        if all_of_two {
            for (standing, rating) in standings.iter_mut().zip(ratings(&encounters)) {
                standing.rating = Some(rating);
            }
        } else if !outcomes.is_empty() {
            scale = "Weng-Lin";
            for (standing, rating) in standings.iter_mut().zip(weng_lin(n, outcomes)) {
                standing.rating = Some(rating);
            }
        }
        let pentanomial = (n == 2 && all_of_two).then(|| {
            let (mut pairs, mut all) = (Pairs::default(), Pentanomial::default());
            let points = outcomes.iter().filter_map(|outcome| pairs.add(outcome));
            points.for_each(|points| all.add(points));
            all
        });
        if let ([first, second], Some(pairs)) = (standings.as_mut_slice(), &pentanomial) {
            // In a match, both players get the rating difference computed from pairs.
            first.rating = pairs.elo();
            second.rating = pairs.elo().map(IntervalEstimate::reversed);
        }
        let versus = match settings.players.as_slice() {
            [first, second] if pentanomial.is_some() => {
                Some([first.name.clone(), second.name.clone()])
            }
            _ => None,
        };
        let share = |count: f64| all_of_two.then(|| count / outcomes.len() as f64);
        standings.sort_by(|a, b| {
            let rating = |standing: &Standing| standing.rating.map_or(0.0, |r| r.value);
            let by_rating = rating(b).total_cmp(&rating(a));
            by_rating.then(b.points.total_cmp(&a.points))
        });
        Self {
            games: outcomes.len() as u64,
            first_player: share(outcomes.iter().map(|o| o.points[0]).sum()),
            draw_rate: share(outcomes.iter().filter(|o| is_shared(o)).count() as f64),
            sprt: settings
                .sprt
                .zip(pentanomial)
                .map(|(sprt, pairs)| SprtState::new(&sprt.test(), &pairs)),
            standings,
            versus,
            pentanomial,
            scale,
            has_margins: outcomes.iter().any(GameOutcome::is_scored),
            has_luck: !outcomes.is_empty() && outcomes.iter().all(|o| o.luck.is_some()),
            endings,
        }
    }

    /// The summary as JSON; it contains no times.
    pub fn json(&self) -> Value {
        let estimate = |estimate: Option<IntervalEstimate>| {
            estimate.map(|e| json!({"value": precise(e.value), "error": precise(e.error)}))
        };
        // As in the table, a score of 0 % or 100 % has no Elo.
        let elo = |elo: Option<IntervalEstimate>| {
            let mut told = estimate(elo)?;
            if let Some(sign) = elo.and_then(|elo| bound_of(elo.value)) {
                told["bound"] = sign.into();
            }
            Some(told)
        };
        let standing = |standing: &Standing| {
            let games = standing.games.max(1) as f64;
            json!({
                "name": standing.name,
                "games": standing.games,
                "wins": standing.wins,
                "draws": standing.draws,
                "losses": standing.losses,
                "points": number(standing.points),
                "score": precise(standing.points / games),
                "returns": precise(standing.returns / games),
                "margin": estimate(standing.margin().filter(|_| self.has_margins)),
                "without_luck": estimate(standing.margin_without_luck().filter(|_| self.has_luck)),
                "luck_ratio": standing.luck_ratio().filter(|_| self.has_luck).map(precise),
                "rating": elo(standing.rating),
                "faults": standing.faults,
            })
        };
        let names: Vec<&str> = self.standings.iter().map(|s| s.name.as_str()).collect();
        let pairs = self.pentanomial.as_ref();
        json!({
            "games": self.games,
            "players": names,
            "standings": self.standings.iter().map(standing).collect::<Vec<_>>(),
            "scale": self.scale,
            "elo_of": self.versus.as_ref().map(|[first, _]| first),
            "elo": elo(pairs.and_then(Pentanomial::elo)),
            "normalised_elo": estimate(pairs.and_then(Pentanomial::normalised_elo)),
            "los": pairs.and_then(Pentanomial::likelihood_of_superiority).map(precise),
            "pentanomial": pairs.map(|pairs| pairs.0),
            "draw_rate": self.draw_rate.map(precise),
            "first_player": self.first_player.map(precise),
            "sprt": self.sprt.map(|state| json!({
                "llr": precise(state.llr),
                "lower": precise(state.lower),
                "upper": precise(state.upper),
                "accepted": state.accepted().map(Hypothesis::name),
            })),
            "endings": self.endings,
        })
    }
}

fn is_shared(outcome: &GameOutcome) -> bool {
    let is_part = |&points: &f64| points > 0.0 && points < 1.0;
    outcome.points.iter().any(is_part)
}

fn count(standings: &mut [Standing], outcome: &GameOutcome) {
    for (seat, &player) in outcome.job.seats.iter().enumerate() {
        let standing = &mut standings[player];
        let points = outcome.points[seat];
        standing.games += 1;
        standing.points += points;
        standing.returns += f64::from(outcome.returns[seat]);
        let value = f64::from(outcome.values[seat]);
        standing.values.add(&outcome.job, value);
        let luck = outcome.luck.as_ref().map_or(0.0, |luck| luck[seat]);
        standing.without_luck.add(&outcome.job, value - luck);
        if points >= 1.0 {
            standing.wins += 1;
        } else if points > 0.0 {
            standing.draws += 1;
        } else {
            standing.losses += 1;
        }
        if outcome.blame == Some(seat) {
            *standing.faults.entry(outcome.ending.words()).or_default() += 1;
        }
    }
}

/// The results of each player against each other player, in two-player games.
fn encounters(n: usize, outcomes: &[&GameOutcome]) -> Vec<Vec<Encounter>> {
    let mut table = vec![vec![Encounter::default(); n]; n];
    let mut pairs = Pairs::default();
    let mut by_pair = vec![vec![Pentanomial::default(); n]; n];
    for outcome in outcomes {
        let [a, b] = outcome.job.seats[..] else {
            continue;
        };
        if a == b {
            continue;
        }
        for (own, other, points) in [(a, b, outcome.points[0]), (b, a, outcome.points[1])] {
            table[own][other].games += 1.0;
            table[own][other].points += points;
        }
        if let Some(points) = pairs.add(outcome) {
            by_pair[a.min(b)][a.max(b)].add(points);
        }
    }
    for a in 0..n {
        for b in a + 1..n {
            // The games of a pair are not independent, so the variance is computed from the scores of pairs.
            let pairs = &by_pair[a][b];
            let mut variance = 2.0 * pairs.variance();
            if pairs.pairs() < 2 || variance <= 0.0 {
                let share = (table[a][b].points + 0.5) / (table[a][b].games + 1.0);
                variance = share * (1.0 - share);
            }
            table[a][b].variance = variance;
            table[b][a].variance = variance;
        }
    }
    table
}

/// Ratings for games with any number of players. CITE: Weng, Lin, "A Bayesian approximation method for online
/// ranking", JMLR 12, 2011.
fn weng_lin(n: usize, outcomes: &[GameOutcome]) -> Vec<IntervalEstimate> {
    let mut ratings = vec![WengLinRating::new(); n];
    for outcome in outcomes {
        let seats = &outcome.job.seats;
        let teams: Vec<[WengLinRating; 1]> =
            seats.iter().map(|&player| [ratings[player]]).collect();
        let rank = |seat: usize| {
            let better = |other: &&f32| **other > outcome.returns[seat];
            1 + outcome.returns.iter().filter(better).count()
        };
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .enumerate()
            .map(|(seat, team)| (&team[..], MultiTeamOutcome::new(rank(seat))))
            .collect();
        let rated = weng_lin_multi_team(&ranked, &WengLinConfig::new());
        for (player, rating) in ratings.iter_mut().enumerate() {
            // The rating of a player on several seats is the mean of the ratings of these seats.
            let mine: Vec<WengLinRating> = (0..seats.len())
                .filter(|&seat| seats[seat] == player)
                .map(|seat| rated[seat][0])
                .collect();
            if !mine.is_empty() {
                let mean = |value: fn(&WengLinRating) -> f64| {
                    mine.iter().map(value).sum::<f64>() / mine.len() as f64
                };
                *rating = WengLinRating {
                    rating: mean(|r| r.rating),
                    uncertainty: mean(|r| r.uncertainty),
                };
            }
        }
    }
    let estimate = |rating: &WengLinRating| IntervalEstimate {
        value: rating.rating,
        error: 1.96 * rating.uncertainty,
    };
    ratings.iter().map(estimate).collect()
}
