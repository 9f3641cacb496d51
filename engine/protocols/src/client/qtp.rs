//! QTP as a client: the engine keeps the state of the game, so each move is sent once.

use ludex_kit::interface::protocol_words::{MoveWords, ProtocolWords};
use ludex_kit::{GameInfo, Variant, say};

use super::exchange::{EngineAnswer, EngineQuestion, Fault, FaultKind};
use super::peer::{Peer, Wait};
use super::protocol::{Protocol, unsupported_keys};
use crate::qtp::{PLAYERS, protocol_words};

/// A client of QTP.
#[derive(Debug)]
pub(super) struct Qtp {
    info: &'static GameInfo,
    /// Number of moves sent to the engine so far.
    n_known: usize,
}

impl Qtp {
    pub(super) fn new(info: &'static GameInfo) -> Self {
        Self { info, n_known: 0 }
    }
}

impl Protocol for Qtp {
    fn greet(&mut self, _: &mut Peer, variant: &Variant) -> Result<Vec<String>, Fault> {
        let board = variant.get("board").unwrap_or("9x9");
        let sides = board.split_once('x');
        let is_square = sides.is_none_or(|(width, height)| width == height);
        let players = variant.get("players").unwrap_or("2");
        if !is_square || players != "2" {
            let detail = say!(
                "qtp cannot express a board of {board} with {players} players",
                board,
                players
            );
            return Err(Fault::new(FaultKind::Unfit, detail));
        }
        let known = ["board", "walls", "players"];
        Ok(unsupported_keys(self.info, variant, &known))
    }

    fn new_game(&mut self, peer: &mut Peer, variant: &Variant) -> Result<(), Fault> {
        self.n_known = 0;
        let board = variant.get("board").unwrap_or("9x9").split('x').next();
        let wait = Wait::new(peer.patience());
        let unfit = FaultKind::Unfit;
        send_command(peer, &format!("boardsize {}", board.unwrap_or("9")), wait, unfit)?;
        send_command(peer, "clear_board", wait, unfit)?;
        if let Some(walls) = variant.get("walls") {
            send_command(peer, &format!("walls {walls}"), wait, unfit)?;
        }
        Ok(())
    }

    fn ask(
        &mut self,
        peer: &mut Peer,
        question: &EngineQuestion<'_>,
        wait: Wait,
    ) -> Result<EngineAnswer, Fault> {
        let words = protocol_words(self.info);
        for (index, text) in question.moves.iter().enumerate().skip(self.n_known) {
            let command = play_command(words, PLAYERS[index % 2], text);
            send_command(peer, &command, wait, FaultKind::Illegal)?;
        }
        let player = PLAYERS[question.seat % 2];
        let command = format!("genmove {player}");
        let answer = send_command(peer, &command, wait, FaultKind::Illegal)?;
        self.n_known = question.moves.len() + 1;
        let text = read_move(words, &answer).unwrap_or(answer);
        Ok(EngineAnswer { text, ..EngineAnswer::default() })
    }
}

/// Sends a command and returns its answer without the leading `=`. `refused` is the fault if the engine refuses the
/// command.
fn send_command(
    peer: &mut Peer,
    line: &str,
    wait: Wait,
    refused: FaultKind,
) -> Result<String, Fault> {
    peer.send_line(line)?;
    let (done, answer) = peer.wait_for(wait, |line| {
        let sign = line.chars().next().filter(|sign| ['=', '?'].contains(sign));
        sign.map(|sign| (sign == '=', line[1..].trim().to_owned()))
    })?;
    if done {
        return Ok(answer);
    }
    Err(Fault::new(refused, say!("it refused {line}: {answer}", line, answer)))
}

/// The command that plays a move.
fn play_command(words: &ProtocolWords, player: &str, text: &str) -> String {
    match (words.write)(text) {
        MoveWords::Wall(square, direction) => {
            format!("playwall {player} {square} {direction}")
        }
        MoveWords::Step(text) | MoveWords::Unknown(text) => format!("playmove {player} {text}"),
    }
}

/// Parses the answer to `genmove`: `e3`, `e5horizontal`, with or without spaces.
fn read_move(words: &ProtocolWords, answer: &str) -> Option<String> {
    let text = answer.to_ascii_lowercase();
    let text = text.split_whitespace().collect::<String>();
    let wall = |direction: &str| {
        let square = text.strip_suffix(direction)?;
        (words.read)(&[square, direction]).ok()
    };
    wall("horizontal").or_else(|| wall("vertical")).or_else(|| (words.read)(&[&text]).ok())
}
