//! The state of a tournament in numbers: standings, Elo, tests.

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

/// What the statistics need of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameOutcome {
    /// Which game it was.
    pub job: GameJob,
    /// A value for every seat.
    pub returns: Vec<f32>,
    /// What the game itself gives every seat: its margin, or else its value.
    pub values: Vec<f32>,
    /// Points of every seat: 1 for a win, a share of it where several came out alike.
    pub points: Vec<f64>,
    /// The luck of every seat, where it was measured. In a game that was not played to its end by the rules it says nothing.
    pub luck: Option<Vec<f64>>,
    /// How it ended.
    pub ending: GameEnding,
    /// The seat that is to blame for that.
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
    /// Whether it says more than who won.
    fn is_scored(&self) -> bool {
        self.values.iter().any(|value| value.abs() > 1.0)
    }
}

/// One player's line of the table.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// His name.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games in which several came out alike, or drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// 1 for a win, a share of it where several came out alike.
    pub points: f64,
    /// The sum of what the game itself says: its values.
    pub returns: f64,
    /// Points or margins, where the game knows more than winning and losing.
    pub values: PairedMean,
    /// The same less the luck of each game, where that was measured.
    pub without_luck: PairedMean,
    /// What he is to blame for.
    pub faults: BTreeMap<&'static str, u64>,
    /// His rating among all players of this tournament; in a match of two how far he is ahead of the other.
    pub rating: Option<IntervalEstimate>,
}

/// Which games share their opening, dice and bag: those of a pair, or of a round of all seatings.
pub(super) type PairKey = (u32, usize, usize);

pub(super) fn pair_key(job: &GameJob) -> PairKey {
    (job.pair, job.game, job.meeting)
}

/// A mean over games that come in pairs. The games of a pair depend on each other, so it is whole pairs that it varies by.
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

    /// The variance of the mean. At least two pairs are needed; not all of them need be complete.
    /// CITE: Cochran, "Sampling techniques", 1977, on clusters of unequal size.
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

/// Everything that is told about a tournament.
#[derive(Clone, Debug)]
pub struct TournamentSummary {
    /// Games that count.
    pub games: u64,
    /// The players, best first.
    pub standings: Vec<Standing>,
    /// The two players of a match, in the order of the settings: what is said about both is about the first of them.
    pub versus: Option<[String; 2]>,
    /// Pairs of the two players, from the view of the first.
    pub pentanomial: Option<Pentanomial>,
    /// Points of the first seat, for each game of two.
    pub first_player: Option<f64>,
    /// Drawn games, for each game of two.
    pub draw_rate: Option<f64>,
    /// The state of the test.
    pub sprt: Option<SprtState>,
    /// What the ratings are: `Elo` or `Weng-Lin`.
    pub scale: &'static str,
    /// Whether games are won by more or less: by points, by a margin.
    pub has_margins: bool,
    /// Whether the luck of every game was measured.
    pub has_luck: bool,
    /// Games that ended otherwise than by the rules.
    pub endings: BTreeMap<&'static str, u64>,
}

/// The games of one pair that are there, by their points for the player of the lower number.
#[derive(Default)]
pub(super) struct Pairs(BTreeMap<PairKey, Vec<f64>>);

impl Pairs {
    /// Counts a game of two, and returns the points of its pair once both games are there.
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
    /// Points or margin of a game, in the mean; none before there are two pairs.
    pub fn margin(&self) -> Option<IntervalEstimate> {
        self.values.estimate()
    }

    /// The same without luck.
    pub fn margin_without_luck(&self) -> Option<IntervalEstimate> {
        self.without_luck.estimate()
    }

    /// How many times less the mean varies without luck; none where it does not vary.
    pub fn luck_ratio(&self) -> Option<f64> {
        let (plain, rest) = (self.values.variance()?, self.without_luck.variance()?);
        (plain > 0.0 && rest > 0.0).then(|| plain / rest)
    }
}

impl TournamentSummary {
    /// Sums up the games, which are in the order of the schedule.
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
            // One difference, one error: what the pairs say, whoever looks at it.
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

    /// The summary as JSON; it holds no times.
    pub fn json(&self) -> Value {
        let estimate = |estimate: Option<IntervalEstimate>| {
            estimate.map(|e| json!({"value": precise(e.value), "error": precise(e.error)}))
        };
        // As the table says it: all or nothing stands for no number.
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

/// What everybody made of his games of two against everybody else.
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
            // The two games of a pair depend on each other; a pair tells what both together vary by.
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

/// Ratings for any number of players at a table.
/// CITE: Weng, Lin, "A Bayesian approximation method for online ranking", JMLR 12, 2011.
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
            // Who sits on several seats takes the mean of them.
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
