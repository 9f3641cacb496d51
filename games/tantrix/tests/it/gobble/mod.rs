//! Gobble: the rules at every event, the order of events, ranks, options.

mod events;
mod options;
mod persons;

use std::sync::Arc;

use ludex_kit::Variant;
use ludex_tantrix::TileSet;
use ludex_tantrix::gobble::{Gobble, GobbleSettings, PlayerSeat};

fn settings(words: &str) -> Arc<GobbleSettings> {
    let variant: Variant = words.parse().expect("valid test data");
    Arc::new(GobbleSettings::read(&variant).expect("valid test data"))
}

fn game(words: &str, seed: u64) -> Gobble {
    Gobble::new(settings(words), seed, 0, &[]).with_story()
}

/// Variants that together use every option.
const VARIANTS: &[&str] = &[
    "players=2",
    "players=4,attention=0.3",
    "players=8,stacks=2,given=top",
    "players=4,gift=chosen,take=any,double=on",
    "players=3,out-may-receive=yes,attention=1",
    "players=5,split=20/1/1/1/1,speed=0.5/3/3/3/3",
    "players=6,handicap=3/0/0/0/0/-3,stacks=2,double=on,out-may-receive=yes",
];

/// All tiles of the game are on the board or with the players, each once.
fn check_tiles(game: &Gobble) {
    let laid = game.table().board().tiles().map(|p| p.face.tile());
    let held = game.table().seats().iter().flat_map(PlayerSeat::tiles);
    let all: Vec<_> = laid.chain(held).collect();
    assert_eq!(all.len(), 56);
    assert_eq!(all.into_iter().collect::<TileSet>(), TileSet::ALL);
}
