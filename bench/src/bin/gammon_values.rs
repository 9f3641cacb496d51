//! What gammons are worth at scores of matches: by the table of match equities, and by games that are rolled out at the scores to
//! which they lead.
//!
//! ```text
//! cargo run --release -p ludex-bench --bin gammon_values -- --away 2,4 --away 3,5 --trials 5184
//! ```
//!
//! The value of a gammon is what it brings beyond a plain win, as a part of the distance between a plain win and a plain loss: a half
//! for money. A score is worth what a game that begins there is worth, played to its end with the cube by static values; scores
//! after it count as the table says. So an entry of the table that does not fit the games, or a gammon value that does
//! not follow from the entries, shows.

#![expect(clippy::print_stdout, reason = "the table is what the program is for")]

use std::collections::HashMap;
use std::num::ParseIntError;

use clap::Parser;
use ludex_bench::{RolloutArgs, static_rollouts};
use ludex_games::tryktrak::evaluation::model::EquityModel;
use ludex_games::tryktrak::{
    Crawford, MatchEquities, MatchScore, Options, Tryktrak, shipped_networks,
};
use ludex_search::rollout::{RolloutTask, Rollouts};
use ludex_search::{Player, StopFlag};

/// Tell gammon values by the table and by rollouts.
#[derive(Parser)]
#[command(mut_arg("trials", |trials| trials.default_value("5184")))]
struct Arguments {
    /// A score: the points that each of the players needs.
    #[arg(long, value_parser = away, required = true)]
    away: Vec<[u8; 2]>,
    #[command(flatten)]
    rollouts: RolloutArgs,
}

fn away(text: &str) -> Result<[u8; 2], String> {
    let numbers: Result<Vec<u8>, ParseIntError> = text.split(',').map(str::parse).collect();
    let numbers = numbers.map_err(|error| error.to_string())?;
    <[u8; 2]>::try_from(numbers).map_err(|_| "two numbers, as 2,4".into())
}

/// The chance of the first player to win the match, and its standard error.
type Chance = (f64, f64);

/// Scores by rollouts.
struct Rolled<'a> {
    arguments: &'a Arguments,
    known: HashMap<MatchScore, Chance>,
}

impl Rolled<'_> {
    /// The chance at a score; after the match there is none.
    fn chance(&mut self, score: Option<MatchScore>, winner: Player) -> Chance {
        let Some(score) = score else {
            return (f64::from(u8::from(winner == Player(0))), 0.0);
        };
        if let Some(&known) = self.known.get(&score) {
            return known;
        }
        let rolled = self.roll_out(score);
        let listed = MatchEquities::kazaross().chance(Player(0), score);
        println!(
            "{:2} away, {:2} away {:8}  listed {:.4}  by rollout {:.4} ± {:.4}",
            score.away[0],
            score.away[1],
            format!("{:?}", score.crawford),
            listed,
            rolled.0,
            rolled.1
        );
        self.known.insert(score, rolled);
        rolled
    }

    fn roll_out(&self, score: MatchScore) -> Chance {
        let length = score.away[0].max(score.away[1]);
        let game = Tryktrak::with_options(Options::default().with_length(length)).single_game();
        let points = score.away.map(|away| length - away);
        let start = game.opening(points, score.crawford == Crawford::Now);
        let told = self.arguments;
        let options = static_rollouts(&told.rollouts);
        let mut model = EquityModel::new(shipped_networks(), game.options());
        model.take_root(&start);
        let rollouts = Rollouts::new(game, model, options);
        let positions = [start];
        let task = RolloutTask::new(&start, &positions);
        let report = rollouts.run(&task, &StopFlag::default(), &mut |_| {});
        let estimate = &report.estimates[0];
        let states = rollouts.model().states().expect("a match has a score");
        let chance = |equity: f32| {
            let chance = states.match_chance(Player(0), equity.into());
            chance.expect("a match is played")
        };
        let mean = chance(estimate.utility);
        (
            mean,
            chance(estimate.utility + estimate.utility_error) - mean,
        )
    }
}

fn main() {
    let arguments = Arguments::parse();
    let mut rolled = Rolled {
        arguments: &arguments,
        known: HashMap::new(),
    };
    let mut rows = Vec::new();
    for &away in &arguments.away {
        let score = MatchScore {
            away,
            crawford: Crawford::Ahead,
        };
        for (doublings, player) in [0, 1, 2]
            .into_iter()
            .flat_map(|cube| [(cube, 0), (cube, 1)])
        {
            let player = Player(player);
            let listed = MatchEquities::kazaross().payoffs(score, player, doublings);
            let points = 1 << doublings;
            if away.iter().all(|&away| u32::from(away) <= points) {
                continue;
            }
            let mut after = |winner: Player, points| {
                let (chance, error) = rolled.chance(score.after(winner, points), winner);
                let chance = if player == Player(0) {
                    chance
                } else {
                    1.0 - chance
                };
                (chance, error)
            };
            let [win, gammon] = [points, 2 * points].map(|points| after(player, points));
            let lose = after(player.other(), points);
            rows.push(format!(
                "{} away, {} away  cube {points}  {}  listed {:.3}  by rollout {}",
                away[player.index()],
                away[player.other().index()],
                if player == Player(0) {
                    "first "
                } else {
                    "second"
                },
                listed.gammon_value(),
                gammon_value(win, gammon, lose)
            ));
        }
    }
    println!("{}", rows.join("\n"));
}

/// The value of a gammon from the chances after a plain win, a gammon and a plain loss, with its standard error.
fn gammon_value(win: Chance, gammon: Chance, lose: Chance) -> String {
    let value = |win: f64, gammon: f64, lose: f64| (gammon - win) / (win - lose);
    let found = value(win.0, gammon.0, lose.0);
    let off = [
        value(win.0 + win.1, gammon.0, lose.0) - found,
        value(win.0, gammon.0 + gammon.1, lose.0) - found,
        value(win.0, gammon.0, lose.0 + lose.1) - found,
    ];
    let error = off.iter().map(|off| off * off).sum::<f64>().sqrt();
    format!("{found:.3} ± {error:.3}")
}
