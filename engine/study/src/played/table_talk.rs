//! Messages between the players: words for moves, draw offers and resignations.

use ludex_kit::registry::{Findings, Resignation, Session};
use ludex_kit::{InputError, say, say_count};

use super::record::Stretch;

/// The engine accepts a draw if its expected result is at most this much above one half.
const DRAW_MARGIN: f32 = 0.005;

/// The move that a text means. Players may use their own words for some moves, such as `drop` for `pass` in Tryktrak.
pub fn resolve_move<'a>(session: &dyn Session, text: &'a str) -> &'a str {
    let spoken = session.info().table_talk.words.iter();
    let mut meant = spoken.filter(|(word, _)| *word == text).map(|&(_, mv)| mv);
    let is_legal = |mv: &&str| session.legal_moves().iter().any(|legal| legal == mv);
    meant.find(is_legal).unwrap_or(text)
}

/// An error if the players cannot agree on a draw; `place` names the command of the offer.
pub fn check_drawable(session: &dyn Session, place: &str) -> Result<(), InputError> {
    let info = session.info();
    let n_players = session.players();
    if n_players != 2 {
        let sentence =
            say!("draws can be offered only with two players, not with {n_players}", n_players);
        return Err(InputError::sentence(place, sentence));
    }
    if let Some(reason) = info.table_talk.no_draw {
        let sentence = say!(
            "draws cannot be offered in {game}: {reason}",
            game = info.name,
            reason = info.translate(reason)
        );
        return Err(InputError::sentence(place, sentence));
    }
    Ok(())
}

/// Whether the engine accepts a draw offer, according to its findings in the current position.
pub fn accepts_draw(findings: &Findings, offers_to_move: bool) -> bool {
    let best = findings.best().map(|line| line.wdl);
    let expected = best.map_or(0.5, |wdl| wdl.win + wdl.draw / 2.0);
    let expected = if offers_to_move { expected } else { 1.0 - expected };
    expected >= 0.5 - DRAW_MARGIN
}

/// The cost of a resignation, as words that follow a verb: ` for 2 points`; empty if the game is not played for points.
pub fn cost_words(resignation: &Resignation) -> String {
    match resignation.points {
        None => String::new(),
        Some(points) => {
            format!(" {}", say_count!(points.into(), "for a point", "for {count} points"))
        }
    }
}

/// Continues a match after a resignation, and returns the game that was resigned; `None` if no further game follows.
pub fn continue_match(
    session: &mut dyn Session,
    resignation: &Resignation,
) -> Result<Option<Stretch>, InputError> {
    let Some(position) = &resignation.goes_on_at else {
        return Ok(None);
    };
    let mut lost = Stretch::from(session.game_so_far());
    lost.result.clone_from(&resignation.result.written);
    session.start_at(Some(position))?;
    Ok(Some(lost))
}
