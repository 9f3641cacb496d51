//! QTP: the engine keeps the game, so every move is told once.

use ludex_games::Variant;
use ludex_games::quoridor::Move;
use ludex_games::quoridor::notation::record::{qtp_wall, read_qtp_step, read_qtp_wall};
use ludex_games::quoridor::notation::words::parse_any_move;

use super::peer::{Peer, Wait};
use super::{EngineAnswer, EngineQuestion, Fault, Protocol};
use crate::protocol::qtp::PLAYERS;

/// A client of QTP.
#[derive(Debug, Default)]
pub(super) struct Qtp {
    /// How many moves the engine knows of.
    n_known: usize,
}

impl Protocol for Qtp {
    fn new_game(&mut self, peer: &mut Peer, variant: &Variant) -> Result<(), Fault> {
        self.n_known = 0;
        let board = variant.get("board").unwrap_or("9x9").split('x').next();
        let wait = Wait::new(peer.patience());
        order(peer, &format!("boardsize {}", board.unwrap_or("9")), wait)?;
        order(peer, "clear_board", wait)?;
        if let Some(walls) = variant.get("walls") {
            order(peer, &format!("walls {walls}"), wait)?;
        }
        Ok(())
    }

    fn ask(
        &mut self,
        peer: &mut Peer,
        question: &EngineQuestion<'_>,
        wait: Wait,
    ) -> Result<EngineAnswer, Fault> {
        for (index, text) in question.moves.iter().enumerate().skip(self.n_known) {
            order(peer, &play_command(PLAYERS[index % 2], text), wait)?;
        }
        let player = PLAYERS[question.seat % 2];
        let heard = order(peer, &format!("genmove {player}"), wait)?;
        self.n_known = question.moves.len() + 1;
        let text = read_move(&heard).map_or(heard, |mv| mv.to_string());
        Ok(EngineAnswer {
            text,
            ..EngineAnswer::default()
        })
    }
}

/// Gives a command; the answer comes without its sign.
fn order(peer: &mut Peer, line: &str, wait: Wait) -> Result<String, Fault> {
    peer.say(line)?;
    peer.hear(wait, |line| {
        let sign = line.starts_with(['=', '?']);
        sign.then(|| line[1..].trim().to_owned())
    })
}

/// The command that plays a move.
fn play_command(player: &str, text: &str) -> String {
    match parse_any_move(text) {
        Ok(Move::Wall(wall)) => {
            let wall = qtp_wall(wall);
            format!(
                "playwall {player} {} {}",
                wall.anchor,
                wall.direction.word()
            )
        }
        _ => format!("playmove {player} {text}"),
    }
}

/// A move as `genmove` answers it: `e3`, `e5horizontal`, with or without blanks.
fn read_move(heard: &str) -> Option<Move> {
    let text = heard.to_ascii_lowercase();
    let text = text.split_whitespace().collect::<String>();
    let wall = |direction: &str| {
        let square = text.strip_suffix(direction)?;
        read_qtp_wall(square, direction).ok()
    };
    wall("horizontal")
        .or_else(|| wall("vertical"))
        .or_else(|| read_qtp_step(&text).ok())
}
