//! FPT as a client. Each program plays one game. If turns have already been played, they are sent as a record.

use ludex_kit::{GameInfo, Variant};

use super::exchange::{EngineAnswer, EngineQuestion, Fault};
use super::peer::{Peer, Wait};
use super::protocol::{Protocol, unsupported_keys};

/// The words that assign White or Red to the engine.
const SIDES: [&str; 2] = ["-W", "-B"];

/// A client of FPT.
#[derive(Debug)]
pub(super) struct Fpt {
    info: &'static GameInfo,
    /// Whether the engine has been assigned its side.
    is_seated: bool,
}

impl Fpt {
    pub(super) fn new(info: &'static GameInfo) -> Self {
        Self { info, is_seated: false }
    }
}

impl Protocol for Fpt {
    fn is_for_one_game(&self) -> bool {
        true
    }

    fn greet(&mut self, _: &mut Peer, variant: &Variant) -> Result<Vec<String>, Fault> {
        Ok(unsupported_keys(self.info, variant, &[]))
    }

    fn new_game(&mut self, _: &mut Peer, _: &Variant) -> Result<(), Fault> {
        self.is_seated = false;
        Ok(())
    }

    fn ask(
        &mut self,
        peer: &mut Peer,
        question: &EngineQuestion<'_>,
        wait: Wait,
    ) -> Result<EngineAnswer, Fault> {
        if !self.is_seated {
            begin(peer, question)?;
            self.is_seated = true;
        } else if let Some(turn) = question.moves.last() {
            peer.send_line(turn)?;
        }
        let text = peer.wait_for(wait, |line| {
            let is_turn = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@');
            is_turn.then(|| line.to_owned())
        })?;
        Ok(EngineAnswer { text, ..EngineAnswer::default() })
    }
}

/// Sends the engine its side and the turns so far. A single turn of the opponent is sent directly; more turns are sent as a record.
fn begin(peer: &mut Peer, question: &EngineQuestion<'_>) -> Result<(), Fault> {
    let side = SIDES[question.seat % 2];
    if question.moves.len() > question.seat % 2 {
        peer.send_line("-R")?;
        question.moves.iter().try_for_each(|turn| peer.send_line(turn))?;
        peer.send_line("-F")?;
        return peer.send_line(side);
    }
    peer.send_line(side)?;
    question.moves.iter().try_for_each(|turn| peer.send_line(turn))
}
