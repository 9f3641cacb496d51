//! Sums over judged games for each player, and their description.

use serde_json::json;

use super::explain::signed;
use crate::WORDS;
use ludex_kit::interface::judging::{JudgingSummary, JudgingTally};
use ludex_kit::support::figures::{fixed, number};
use ludex_kit::{Description, Facts, message};

/// Names of the sums.
pub(super) const PLAYS: &str = message!("plays");
pub(super) const UNFORCED: &str = message!("unforced plays");
pub(super) const CUBE: &str = message!("cube decisions");
pub(super) const COUNTED: &str = message!("cube decisions counted");
pub(super) const PLAY_ERROR: &str = message!("error of plays");
pub(super) const CUBE_ERROR: &str = message!("error of cube decisions");
pub(super) const MATCH_ERROR: &str = message!("error in match chances");
pub(super) const LUCK_SUM: &str = message!("luck");
/// Names of the sums that count very lucky rolls (jokers) and lucky rolls; `UNLUCKY` is the same for unlucky rolls.
pub(super) const LUCKY: [&str; 2] = [message!("very lucky rolls"), message!("lucky rolls")];
pub(super) const UNLUCKY: [&str; 2] = [message!("very unlucky rolls"), message!("unlucky rolls")];
pub(super) const CLASS_SUMS: [&str; 3] =
    [message!("very bad"), message!("bad"), message!("dubious")];
pub(super) const MISSED: &str = message!("missed doubles");
pub(super) const WRONG_DOUBLES: &str = message!("wrong doubles");
pub(super) const WRONG_TAKES: &str = message!("wrong takes");
pub(super) const WRONG_PASSES: &str = message!("wrong passes");

/// Names of the sums of equity lost by each kind of wrong cube decision.
pub(super) const MISSED_ERROR: &str = message!("error of missed doubles");
pub(super) const WRONG_DOUBLES_ERROR: &str = message!("error of wrong doubles");
pub(super) const WRONG_TAKES_ERROR: &str = message!("error of wrong takes");
pub(super) const WRONG_PASSES_ERROR: &str = message!("error of wrong passes");
/// The kinds of wrong cube decisions, each with the name of its loss.
const CUBE_KINDS: [(&str, &str); 4] = [
    (MISSED, MISSED_ERROR),
    (WRONG_DOUBLES, WRONG_DOUBLES_ERROR),
    (WRONG_TAKES, WRONG_TAKES_ERROR),
    (WRONG_PASSES, WRONG_PASSES_ERROR),
];
/// Names of the sums that count cube actions, whether right or wrong.
pub(super) const DOUBLES: &str = message!("doubles");
pub(super) const TAKES: &str = message!("takes");
pub(super) const PASSES: &str = message!("passes");

/// A tally of zeros with all names.
pub(super) fn no_tally() -> JudgingTally {
    let names = [
        PLAYS,
        UNFORCED,
        PLAY_ERROR,
        CUBE,
        COUNTED,
        CUBE_ERROR,
        MISSED,
        WRONG_DOUBLES,
        WRONG_TAKES,
        WRONG_PASSES,
        MATCH_ERROR,
        LUCK_SUM,
        DOUBLES,
        TAKES,
        PASSES,
    ];
    let names = names.into_iter().chain(CLASS_SUMS);
    let names = names.chain(CUBE_KINDS.map(|(_, error)| error));
    let names = names.chain(LUCKY).chain(UNLUCKY);
    names.map(|name| (name.into(), [0.0; 2])).collect()
}

/// The number of wrong decisions of a kind, followed by their loss if there are any: `2 (0.1534)`.
fn both_words(counts: [f64; 2], errors: [f64; 2]) -> [String; 2] {
    [0, 1].map(|player| match counts[player] {
        0.0 => "0".to_owned(),
        count => format!("{} ({})", fixed(count, 0), fixed(errors[player], 4)),
    })
}

/// Describes the sums.
pub(super) fn summarise(tally: &JudgingTally) -> JudgingSummary {
    let of = |name: &str| {
        let entry = tally.iter().find(|(known, _)| *known == name);
        entry.map_or([0.0; 2], |entry| entry.1)
    };
    let both = |f: &dyn Fn(usize) -> f64| [f(0), f(1)];
    let errors = both(&|player| of(PLAY_ERROR)[player] + of(CUBE_ERROR)[player]);
    let counted = both(&|player| of(UNFORCED)[player] + of(COUNTED)[player]);
    let n_plays: f64 = of(PLAYS).iter().sum();
    let ratio = |sum: f64, count: f64| if count > 0.0 { sum / count } else { 0.0 };
    let rating = both(&|player| 500.0 * ratio(errors[player], counted[player]));
    let snowie = both(&|player| 1000.0 * ratio(errors[player], n_plays));
    let rate = |errors: &str, count: &str| {
        both(&|player| 1000.0 * ratio(of(errors)[player], of(count)[player]))
    };
    let (play_rate, cube_rate) = (rate(PLAY_ERROR, UNFORCED), rate(CUBE_ERROR, COUNTED));
    let luck_rate = both(&|player| ratio(of(LUCK_SUM)[player], of(PLAYS)[player]));
    let whole = |numbers: [f64; 2]| numbers.map(|value| fixed(value, 0));
    let fine = |numbers: [f64; 2]| numbers.map(|value| fixed(value, 4));
    let coarse = |numbers: [f64; 2]| numbers.map(|value| fixed(value, 2));
    let mut rows = Vec::new();
    let [very_bad, bad, dubious] = CLASS_SUMS;
    for name in [PLAYS, UNFORCED, dubious, bad, very_bad] {
        rows.push((name, whole(of(name))));
    }
    rows.push((PLAY_ERROR, fine(of(PLAY_ERROR))));
    for name in [CUBE, COUNTED, DOUBLES, TAKES, PASSES] {
        rows.push((name, whole(of(name))));
    }
    for (name, error) in CUBE_KINDS {
        let cell = both_words(of(name), of(error));
        rows.push((name, cell));
    }
    rows.push((CUBE_ERROR, fine(of(CUBE_ERROR))));
    rows.push((message!("total error"), fine(errors)));
    if of(MATCH_ERROR).iter().any(|&lost| lost > 0.0) {
        rows.push((MATCH_ERROR, of(MATCH_ERROR).map(|lost| format!("{:.3} %", 100.0 * lost))));
    }
    rows.push((LUCK_SUM, of(LUCK_SUM).map(signed)));
    rows.push((message!("luck per roll"), luck_rate.map(signed)));
    for name in LUCKY.into_iter().chain(UNLUCKY) {
        rows.push((name, whole(of(name))));
    }
    rows.push((message!("error rate of plays"), coarse(play_rate)));
    rows.push((message!("error rate of cube decisions"), coarse(cube_rate)));
    rows.push((message!("error rate"), coarse(both(&|player| 2.0 * rating[player]))));
    rows.push((message!("PR"), coarse(rating)));
    rows.push((message!("Snowie rate"), coarse(snowie)));
    let players = [0, 1].map(|player| {
        let mut facts = Facts::new();
        facts.insert("player".into(), json!(player + 1));
        for (name, numbers) in tally {
            facts.insert(name.replace(' ', "_"), number(numbers[player]));
        }
        facts.insert("error".into(), number(errors[player]));
        facts.insert("decisions".into(), number(counted[player]));
        facts.insert("error_rate_of_plays".into(), number(play_rate[player]));
        facts.insert("error_rate_of_cube_decisions".into(), number(cube_rate[player]));
        facts.insert("luck_a_roll".into(), number(luck_rate[player]));
        facts.insert("error_rate".into(), number(2.0 * rating[player]));
        facts.insert("pr".into(), number(rating[player]));
        facts.insert("snowie_rate".into(), number(snowie[player]));
        let row = |(name, numbers): &(&'static str, [String; 2])| {
            (WORDS.translate(name), numbers[player].clone())
        };
        Description { facts, notes: Vec::new(), cells: rows.iter().map(row).collect() }
    });
    JudgingSummary {
        players: players.into(),
        remark: WORDS.translate(message!(
            "PR = 500 × error / decisions; decisions are unforced plays, doubles, takes and passes, and rolls where a \
                 double would have cost less than 0.16 or was right. Error rates = 1000 × error / decisions (of the kind); a roll is \
                 lucky from 0.3, very lucky from 0.6. Snowie rate = 1000 × error / plays of both. Errors are \
                 in equity (in matches a plain win at the cube's value is 1): dubious from 0.03, bad from 0.06, very bad from 0.12."
        )),
    }
}
