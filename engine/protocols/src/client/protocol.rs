//! The client's view of a protocol.

use std::fmt::Debug;

use ludex_kit::{GameInfo, Variant, say};

use super::exchange::{EngineAnswer, EngineQuestion, Fault};
use super::peer::{Peer, Wait};
use ludex_base::catalogue::catalogue;

/// The operations of every protocol.
pub(super) trait Protocol: Debug + Send {
    /// Whether a program plays a single game and then ends.
    fn is_for_one_game(&self) -> bool {
        false
    }

    /// Does the handshake with a newly started program, and sends the variant. Settings that the program has no option for are returned as
    /// remarks.
    fn greet(&mut self, peer: &mut Peer, variant: &Variant) -> Result<Vec<String>, Fault>;

    /// Starts a game.
    fn new_game(&mut self, peer: &mut Peer, variant: &Variant) -> Result<(), Fault>;

    /// Asks for a move.
    fn ask(
        &mut self,
        peer: &mut Peer,
        question: &EngineQuestion<'_>,
        wait: Wait,
    ) -> Result<EngineAnswer, Fault>;
}

/// Remarks on the keys of a variant that a protocol cannot express. `known` lists the keys that it can express.
pub(super) fn unsupported_keys(info: &GameInfo, variant: &Variant, known: &[&str]) -> Vec<String> {
    let keys = info.variant_keys.iter();
    let keys =
        keys.filter(|key| !known.contains(&key.name) && !is_default(info, variant, key.name));
    let remark = |(key, value)| {
        say!("its protocol cannot express {key}={value}, so the command must set it", key, value)
    };
    keys.filter_map(|key| Some((key.name, variant.get(key.name)?))).map(remark).collect()
}

/// Whether the key has its default value in this variant.
pub(super) fn is_default(info: &GameInfo, variant: &Variant, key: &str) -> bool {
    let opened = catalogue().session(info.name, &variant.without(key), None);
    opened.is_ok_and(|session| session.variant() == *variant)
}
