//! Pictures of the turning points of a game: the positions before the worst moves, and the final position.

use std::cmp::Ordering;

use ludex_kit::say;
use ludex_kit::support::picture::PictureSheet;

use super::content::{PageGame, ReportPage};
use super::html::{anchor, candidates, escaped, remarks, sign};
use crate::analysis::{JudgedMove, Mark};

/// Maximum number of boards for a game, without the final position.
const MOST_BOARDS: usize = 8;
/// Moves of a line below a board.
const LINE_LENGTH: usize = 5;

/// The boards of all games, with at most `most_bytes` bytes in total; the worst moves take precedence.
pub(super) fn render(
    page: &ReportPage<'_>,
    sheet: &mut PictureSheet,
    most_bytes: usize,
) -> Vec<String> {
    let n_games = page.games.len();
    let mut taken = 0;
    let mut shown: Vec<Vec<(usize, String)>> = vec![Vec::new(); n_games];
    let mut ends: Vec<String> = vec![String::new(); n_games];
    for (number, end) in ends.iter_mut().enumerate() {
        if let Some(board) = at_end(page, number, sheet)
            && taken + board.len() + sheet.shared_length() <= most_bytes
        {
            taken += board.len();
            *end = board;
        }
    }
    for (number, index) in worst_first(page.games) {
        let verdict = &page.games[number].moves[index];
        let Some(board) = before(page, number, verdict, sheet) else {
            continue;
        };
        if taken + board.len() + sheet.shared_length() > most_bytes {
            break;
        }
        taken += board.len();
        shown[number].push((index, board));
    }
    let together = shown.into_iter().zip(ends).map(|(mut boards, end)| {
        boards.sort_by_key(|(index, _)| *index);
        let all: String = boards.into_iter().map(|(_, board)| board).collect();
        match all + &end {
            none if none.is_empty() => none,
            all => {
                let heading = say!("Turning points");
                format!("<h3>{heading}</h3>\n<div class=\"boards\">\n{all}</div>\n")
            }
        }
    });
    together.collect()
}

/// The marked moves of all games as pairs of game and move number, worst first, limited per game.
fn worst_first(games: &[PageGame]) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let marked = |index: &usize| game.moves[*index].mark != Mark::None;
        let mut marked: Vec<usize> = (0..game.moves.len()).filter(marked).collect();
        marked.sort_by(|&a, &b| by_loss(&game.moves[a], &game.moves[b]));
        all.extend(marked.into_iter().take(MOST_BOARDS).map(|index| (number, index)));
    }
    all.sort_by(|&(a, i), &(b, j)| by_loss(&games[a].moves[i], &games[b].moves[j]));
    all
}

fn by_loss(a: &JudgedMove, b: &JudgedMove) -> Ordering {
    b.loss.total_cmp(&a.loss)
}

fn before(
    page: &ReportPage<'_>,
    number: usize,
    verdict: &JudgedMove,
    sheet: &mut PictureSheet,
) -> Option<String> {
    let scene = (page.draw)(number, Some(verdict))?;
    let who = page.games[number].players.get(verdict.player - 1);
    let who = escaped(who.map_or("", String::as_str));
    let (played, value) = (escaped(&verdict.played), escaped(&verdict.value));
    let lost = escaped(&verdict.lost);
    let (sign, id) = (sign(verdict.mark), anchor(number, verdict));
    let list = candidates(&verdict.candidates, LINE_LENGTH);
    let remarks = remarks(verdict);
    let picture = sheet.add(&scene);
    let played = format!("<b>{played}</b>");
    let label = say!("ply {ply}, {who}: {played}", ply = verdict.number, who, played);
    let value = say!("{value}, lost {loss}", value, loss = lost);
    Some(format!(
        "<figure>{picture}<figcaption><a href=\"#{id}\">{label}</a>{sign} {value}{list}{remarks}</figcaption></figure>\n"
    ))
}

fn at_end(page: &ReportPage<'_>, number: usize, sheet: &mut PictureSheet) -> Option<String> {
    let scene = (page.draw)(number, None)?;
    let picture = sheet.add(&scene);
    let result = match page.games[number].result.as_str() {
        "" => say!("Final position"),
        result => say!("Final position: {result}", result = escaped(result)),
    };
    Some(format!("<figure>{picture}<figcaption>{result}</figcaption></figure>\n"))
}
