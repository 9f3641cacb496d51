//! The worst decisions of all games, each with a link to its row in the moves.

use ludex_kit::say;
use serde_json::Value;

use super::content::PageGame;
use super::html::{anchor, escaped, sign};
use crate::analysis::{JudgedMove, worst};

/// Maximum bytes of a position's text; a longer text is left out.
const LONGEST_POSITION: usize = 300;

/// The table of the worst decisions; empty if there were no losses. `is_shown` says whether the page shows the moves
/// of a game.
pub(super) fn render(games: &[PageGame], is_shown: &dyn Fn(usize) -> bool) -> String {
    let moves = games.iter().enumerate();
    let moves = moves.flat_map(|(number, game)| game.moves.iter().map(move |of| (number, of)));
    let row = |(number, verdict): (usize, &JudgedMove)| {
        let who = games[number].players.get(verdict.player - 1);
        let who = escaped(who.map_or("", String::as_str));
        let place = match games {
            [_] => say!("ply {ply}", ply = verdict.number),
            _ => match &games[number].branch {
                Some(name) => {
                    say!("branch {name}, ply {ply}", name = escaped(name), ply = verdict.number)
                }
                None => say!("game {game}, ply {ply}", game = number + 1, ply = verdict.number),
            },
        };
        let place = match anchor(number, verdict) {
            id if is_shown(number) => format!("<a href=\"#{id}\">{place}</a>"),
            _ => place,
        };
        let (played, sign) = (escaped(&verdict.played), sign(verdict.mark));
        let best = verdict.best().map_or("", |best| best.mv.as_str());
        let (best, lost) = (escaped(best), escaped(&verdict.lost));
        let position = position(verdict);
        format!(
            "<tr><td>{place}</td><td>{who}</td><td>{played}{sign}</td><td>{best}</td><td class=\"n\">{lost}</td><td>{position}</td></tr>\n"
        )
    };
    let rows: String = worst(moves).into_iter().map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let heads = [say!("place"), say!("player"), say!("move"), say!("best")];
    let heads = heads.map(|head| format!("<th scope=\"col\">{head}</th>")).concat();
    let [title, lost, position] = [say!("Worst decisions"), say!("lost"), say!("position")];
    format!(
        "<h2>{title}</h2>\n<div class=\"wide\"><table class=\"worst\"><thead><tr>{heads}<th class=\"n\" scope=\"col\">{lost}</th>\
         <th scope=\"col\">{position}</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
}

/// The position before a decision, in all notations of the game.
fn position(verdict: &JudgedMove) -> String {
    let fact = |key: &str| verdict.facts.get(key).and_then(Value::as_str);
    let ids = fact("position_id").zip(fact("match_id"));
    let ids = ids.map(|(position, status)| format!("{position}:{status}"));
    let names = fact("position").map(str::to_owned).into_iter().chain(ids);
    let names = names.filter(|name| name.len() <= LONGEST_POSITION);
    let names: Vec<_> = names.map(|name| format!("<code>{}</code>", escaped(&name))).collect();
    names.join("<br>")
}
