//! Tables: the standings of a game, and the results of a series.

use serde_json::{Value, json};

use super::game::Gobble;
use super::seat::{Moment, PlayerSeat};
use super::series::Series;
use super::settings::GobbleSettings;
use crate::WORDS;
use ludex_kit::interface::real_time::Sheet;
use ludex_kit::support::figures::precise;
use ludex_kit::{Facts, message, say, say_count};

/// The columns of the standings.
const STANDINGS: [&str; 10] = [
    message!("player"),
    message!("rank"),
    message!("time"),
    message!("tiles"),
    message!("laid"),
    message!("gobbles"),
    message!("penalties"),
    message!("late"),
    message!("given"),
    message!("received"),
];
/// The columns of the results of a series.
const RESULTS: [&str; 10] = [
    message!("player"),
    message!("tiles"),
    message!("speed"),
    message!("attention"),
    message!("wins"),
    message!("win rate"),
    message!("mean rank"),
    message!("mean time"),
    message!("gobbles"),
    message!("penalties"),
];

/// The headings of columns with numbers.
fn headings(names: &[&'static str]) -> Vec<(&'static str, bool)> {
    names.iter().map(|name| (WORDS.translate(name), true)).collect()
}

/// A time in seconds, with one decimal.
fn seconds_text(time: f64) -> String {
    say!("{seconds} s", seconds = format!("{time:.1}"))
}

/// The standings of a game.
pub(super) fn standings(game: &Gobble) -> Sheet {
    let ranks = game.table().ranks();
    let seats = game.table().seats();
    let row = |(index, seat): (usize, &PlayerSeat)| {
        let tally = seat.tally;
        let counts = [
            seat.n_tiles() as u32,
            tally.laid,
            tally.gobbles,
            tally.penalties,
            tally.late,
            tally.given,
            tally.received,
        ];
        let time = seat.out.map_or("-".into(), |(time, _)| seconds_text(seconds(time)));
        let first = [(index + 1).to_string(), ranks[index].to_string(), time];
        first.into_iter().chain(counts.map(|count| count.to_string())).collect()
    };
    let over = game.is_over();
    let seconds_played = seconds(game.now());
    let mut facts = Facts::new();
    facts.insert("over".into(), json!(over));
    facts.insert("seconds".into(), precise(seconds_played));
    let winner = ranks.iter().position(|&rank| rank == 1).map(|index| index + 1);
    facts.insert("winner".into(), json!(winner.filter(|_| over)));
    let players =
        seats.iter().enumerate().map(|(index, seat)| player_object(index, seat, ranks[index]));
    facts.insert("players".into(), players.collect());
    Sheet {
        headings: headings(&STANDINGS),
        rows: seats.iter().enumerate().map(row).collect(),
        remark: if over {
            say!("game over after {time}", time = seconds_text(seconds_played))
        } else {
            say!("game stopped after {time}", time = seconds_text(seconds_played))
        },
        facts,
    }
}

fn player_object(index: usize, seat: &PlayerSeat, rank: usize) -> Value {
    json!({
        "player": index + 1,
        "rank": rank,
        "time": seat.out.map(|(time, _)| precise(seconds(time))),
        "tiles": seat.n_tiles(),
        "laid": seat.tally.laid,
        "gobbles": seat.tally.gobbles,
        "penalties": seat.tally.penalties,
        "late": seat.tally.late,
        "given": seat.tally.given,
        "received": seat.tally.received,
    })
}

/// The results of a series, one row per player, with the settings that differ between players.
pub(super) fn results(settings: &GobbleSettings, played: &Series) -> Sheet {
    let n_games = played.n_games.max(1) as f64;
    let mut rows = Vec::new();
    let mut players = Vec::new();
    for (index, record) in played.players.iter().enumerate() {
        let rate = record.win_rate();
        let deviation = (rate * (1.0 - rate) / n_games).sqrt();
        let (gobbles, penalties) =
            (record.gobbles as f64 / n_games, record.penalties as f64 / n_games);
        let time = record.mean_time_out();
        rows.push(vec![
            (index + 1).to_string(),
            settings.shares[index].to_string(),
            settings.speed[index].to_string(),
            settings.attention[index].to_string(),
            record.ranks[0].to_string(),
            format!("{:.1} ± {:.1} %", rate * 100.0, deviation * 196.0),
            format!("{:.2}", record.mean_rank()),
            time.map_or("-".into(), seconds_text),
            format!("{gobbles:.2}"),
            format!("{penalties:.2}"),
        ]);
        players.push(json!({
            "player": index + 1,
            "tiles": settings.shares[index],
            "speed": settings.speed[index],
            "attention": settings.attention[index],
            "wins": record.ranks[0],
            "win_rate": precise(rate),
            "error": precise(1.96 * deviation),
            "mean_rank": precise(record.mean_rank()),
            "ranks": record.ranks,
            "mean_time": time.map(precise),
            "mean_tiles_left": precise(record.tiles_left as f64 / n_games),
            "mean_gobbles": precise(gobbles),
            "mean_penalties": precise(penalties),
        }));
    }
    let mut facts = Facts::new();
    facts.insert("games".into(), json!(played.n_games));
    facts.insert("mean_seconds".into(), precise(played.mean_time()));
    facts.insert("players".into(), players.into());
    Sheet {
        headings: headings(&RESULTS),
        rows,
        remark: say_count!(
            played.n_games,
            "{count} game of {time} on average",
            "{count} games of {time} on average",
            time = seconds_text(played.mean_time())
        ),
        facts,
    }
}

pub(super) fn seconds(time: Moment) -> f64 {
    time as f64 / 1e6
}
