//! Parts of a report other than its moves: totals, method and boards.

use ludex_kit::registry::{LastMark, PictureRequest, Session};
use ludex_kit::support::figures;
use ludex_kit::support::picture::Scene;
use ludex_kit::{Description, GameInfo, Variant, message, say};

use super::content::SumTable;
use crate::analysis::{BLUNDER, INACCURACY, JudgedMove, MISTAKE, Mark, Totals, totals};
use ludex_base::output::percent;

/// Names of rows, for names of columns that are shorter.
const LONG_NAMES: [(&str, &str); 4] = [
    ("best", message!("best|number of moves")),
    ("?!", message!("inaccuracies ?!")),
    ("?", message!("mistakes ?")),
    ("??", message!("blunders ??")),
];

/// The rows of the totals table: names, which [`heading`] translates, and the texts of a player.
pub fn counted(sum: &Totals) -> Vec<(&'static str, String)> {
    let mut cells = vec![
        (message!("moves"), sum.n_moves.to_string()),
        (
            message!("accuracy"),
            sum.accuracy().map_or_else(
                || "–".into(),
                |accuracy| format!("{} %", figures::fixed(accuracy, 1)),
            ),
        ),
        (message!("best"), sum.n_best.to_string()),
        (Mark::Inaccuracy.sign(), sum.n_inaccuracies.to_string()),
        (Mark::Mistake.sign(), sum.n_mistakes.to_string()),
        (Mark::Blunder.sign(), sum.n_blunders.to_string()),
        (message!("average loss per move"), percent(sum.average_loss() as f32)),
    ];
    if let Some(luck) = sum.luck {
        let luck = format!("{} %", figures::signed(100.0 * luck, 1));
        cells.push((message!("luck"), luck));
    }
    cells
}

/// The totals of a game judged by search.
pub fn sums(moves: &[JudgedMove], players: &[String]) -> SumTable {
    let mut table = SumTable::default();
    for sum in &totals(moves) {
        table.players.push(players[sum.player - 1].clone());
        for (row, (name, text)) in counted(sum).into_iter().enumerate() {
            if table.rows.len() == row {
                let long = LONG_NAMES.iter().find(|(short, _)| *short == name);
                let name = long.map_or(name, |(_, long)| long);
                table.rows.push((crate::WORDS.translate(name).to_owned(), Vec::new()));
            }
            table.rows[row].1.push(text);
        }
    }
    table
}

/// The table of totals for a game that supplies its own texts; `described` has one entry per player.
pub fn sums_in_words(info: &GameInfo, described: &[Description], players: &[String]) -> SumTable {
    let names = described.first().map_or(&[][..], |first| &first.cells[..]);
    let row = |(index, (name, _)): (usize, &(&'static str, String))| {
        let texts = described.iter().map(|player| player.cells[index].1.clone());
        (heading(info, name).to_owned(), texts.collect())
    };
    SumTable { players: players.to_vec(), rows: names.iter().enumerate().map(row).collect() }
}

/// The heading of a column or row in the language of the reader. The game translates its own headings.
pub fn heading<'a>(info: &GameInfo, text: &'a str) -> &'a str {
    match (crate::WORDS.translate(text), info.words) {
        (same, Some(words)) if same == text => words.translate(text),
        (translated, _) => translated,
    }
}

/// A game with the options of its variant that differ from the defaults: `Takt (Tak), board size 6`.
pub fn game_title(info: &GameInfo, variant: &Variant) -> String {
    let options = variant.stated(info.variant_keys).into_iter();
    let changed = options.filter(|option| !option.usual).map(|option| option.label);
    let words: Vec<String> =
        [info.translate(info.title).to_owned()].into_iter().chain(changed).collect();
    words.join(", ")
}

/// How the games were judged, with the remark of a game that has its own method.
pub fn method(remark: Option<&str>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    if let Some(remark) = remark {
        return say!("Analysed by Ludex {version}. {remark}", version, remark);
    }
    let [inaccuracy, mistake, blunder] =
        [INACCURACY, MISTAKE, BLUNDER].map(|bound| (100.0 * bound).round());
    say!(
        "Analysed by Ludex {version}. The value of a move is the expected result of its player: 100 % is a win, 50 % a draw. A move that loses at least \
         {inaccuracy} % is an inaccuracy (?!), {mistake} % a mistake (?), {blunder} % a blunder (??). Accuracy is the mean of \
         103.17 · exp(−0.0435 · loss) − 3.17 over all moves with a choice; loss is in percent.",
        version,
        inaccuracy,
        mistake,
        blunder
    )
}

/// The board of a session, with arrows for the best and the played move if the verdict contains them.
pub fn board(session: &dyn Session, verdict: Option<&JudgedMove>) -> Option<Scene> {
    let arrows = verdict.map(arrows);
    // If the decision cannot be drawn as an arrow, the board is drawn without arrows.
    [arrows, None].into_iter().find_map(|arrows| {
        let request = PictureRequest { last: LastMark::IfAny, arrows, ..PictureRequest::default() };
        session.picture(&request).ok()
    })
}

/// Arrows for the best and the played move, with their values.
fn arrows(verdict: &JudgedMove) -> String {
    let short = |value: &str| value.replace(' ', "");
    let mut arrows = Vec::new();
    if let Some(best) = verdict.best().filter(|best| best.mv != verdict.played) {
        arrows.push(format!("{}={}", best.mv, short(&best.value)));
    }
    let played = [short(&verdict.value), verdict.mark.sign().to_owned()].concat();
    arrows.push(format!("{}={played}", verdict.played));
    arrows.join(";")
}

/// The winner by these returns: `won by Ann`, or `drawn`; empty for an unfinished game.
pub fn won_by(returns: &[f32], players: &[String]) -> String {
    match winners(returns, players) {
        Winners::None => String::new(),
        Winners::All => say!("drawn"),
        Winners::One(name) => say!("won by {name}", name),
        Winners::Several(names) => say!("won by {names}", names),
    }
}

/// The winner of a game.
pub(super) enum Winners {
    /// The game is unfinished.
    None,
    /// All players share the first place.
    All,
    /// This player.
    One(String),
    /// These players: `Ann and Bob`.
    Several(String),
}

/// The players with the best return.
pub(super) fn winners(returns: &[f32], players: &[String]) -> Winners {
    let best = returns.iter().copied().fold(f32::MIN, f32::max);
    let winners = players.iter().zip(returns).filter(|(_, value)| **value >= best);
    let winners: Vec<&String> = winners.map(|(name, _)| name).collect();
    if winners.len() == players.len() && !winners.is_empty() {
        return Winners::All;
    }
    if let [name] = winners[..] {
        return Winners::One(name.clone());
    }
    let all = winners.into_iter().cloned();
    let all = all.reduce(|one, other| say!("{one} and {other}", one, other));
    all.map_or(Winners::None, Winners::Several)
}
