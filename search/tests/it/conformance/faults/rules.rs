//! Faults in the rules.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use ludex_search::{Player, Turn, hash_of, won_by};

use super::super::lamps::{Move, Position, key, list, play, transform, turn};
use super::fault::Fault;

pub(super) const IN_RULES: &[Fault] = &[
    ("`players` is 5; return a number from 1 to 4", |parts| {
        parts.players = 5;
    }),
    ("`turn` is player 3 in a game for 2, where players are counted from 0", |parts| {
        parts.turn = |pos| match turn(pos) {
            Turn::Player(_) => Turn::Player(Player(3)),
            other => other,
        };
    }),
    ("a random game has not ended after 2000 steps; let the rules end every game", |parts| {
        parts.legal_moves = |_, out| out.push(Move::Lamp);
        parts.count_moves = |_| 1;
        parts.is_legal = |_, mv| mv == Move::Lamp;
    }),
    ("`legal_moves` has no move for the player to move; end the game in `turn`", |parts| {
        parts.legal_moves = |_, _| {};
    }),
    ("`legal_moves` lists Lamp twice; append each move once", |parts| {
        parts.legal_moves = |pos, out| out.extend([vec![Move::Lamp], list(pos)].concat());
    }),
    ("`legal_moves` does not append the same moves in the same order", |parts| {
        parts.legal_moves = |pos, out| {
            out.clear();
            out.extend(list(pos));
        };
    }),
    (
        "`count_moves` counts 9 moves, but `legal_moves` lists 7; return the number of listed moves",
        |parts| {
            parts.count_moves = |_| 9;
        },
    ),
    ("`is_legal` says that Lamp is not legal, but `legal_moves` lists it", |parts| {
        parts.is_legal = |pos, mv| mv != Move::Lamp && list(pos).contains(&mv);
    }),
    ("`is_legal` says that Place(", |parts| {
        parts.is_legal = |_, _| true;
    }),
    ("`hash` is the same before and after `play` of Lamp; include the player to move", |parts| {
        parts.hash = |pos| hash_of(&(pos.stones, pos.coin));
    }),
    ("`undo` does not restore the position after `play` of Lamp: its hash was 0x", |parts| {
        parts.undo = |pos, _, before| pos.stones = before.stones;
    }),
    ("`undo` does not restore the position after `play` of Lamp: it is now ([", |parts| {
        parts.hash = |pos| hash_of(&(pos.stones, pos.mover, pos.coin));
        parts.undo = |pos, _, before| *pos = Position { lamps: [true, true], ..before };
    }),
    ("`undo` does not restore the position before ", |parts| {
        static STEPS_BACK: AtomicU32 = AtomicU32::new(0);
        parts.play = |pos, mv| {
            STEPS_BACK.store(0, Relaxed);
            play(pos, mv);
        };
        parts.undo = |pos, _, before| {
            if STEPS_BACK.fetch_add(1, Relaxed) < 4 {
                *pos = before;
            }
        };
    }),
    ("`ALTERNATES` is true, but player 0 moves again after Lamp; set it to false", |parts| {
        parts.play = |pos, mv| {
            play(pos, mv);
            pos.mover ^= u8::from(mv == Move::Lamp);
        };
    }),
    ("`hash` is 0x", |parts| {
        parts.hash = |pos| hash_of(&(key(pos), pos.n_moves));
    }),
    ("`hash` is the same for two positions whose `returns` differ, [", |parts| {
        parts.hash =
            |pos| hash_of(&(pos.stones[0] | pos.stones[1], pos.lamps, pos.mover, pos.coin));
        parts.node_hash = parts.hash;
        parts.repetition_hash = parts.hash;
        parts.symmetric_hash = |_| 0;
    }),
    ("`node_hash` is the same for two positions of which only one has the move Place(", |parts| {
        parts.node_hash = |pos| hash_of(&pos.coin);
    }),
    ("`repetition_hash` is the same for two positions whose turns differ", |parts| {
        parts.repetition_hash = |pos| hash_of(&pos.stones);
    }),
    (
        "`irreversible` is true for Lamp, but an earlier position occurs again after it: ([",
        |parts| {
            parts.irreversible = |_, _| true;
        },
    ),
    (
        "`returns` gives player 0 the result 3; return results from -1 to 1, or increase `greatest_return`",
        |parts| {
            parts.returns = |_| won_by(Player(0)).map(|value| 3.0 * value);
        },
    ),
    (
        "`returns` gives player 0 the result NaN; return results from -1 to 1, or increase `greatest_return`",
        |parts| {
            parts.returns = |_| [f32::NAN, 0.0, 0.0, 0.0];
        },
    ),
    ("`returns` gives 1 to player 3, who is not in the game", |parts| {
        parts.returns = |_| [0.0, 0.0, 0.0, 1.0];
    }),
    ("`events` lists no event at a chance node; append every event", |parts| {
        parts.events = |_| 0;
    }),
    ("`events` gives true the weight 0; omit impossible events", |parts| {
        parts.events = |out| {
            out.extend([(false, 1), (true, 0)]);
            1
        };
    }),
    ("`events` lists false twice; append each event once", |parts| {
        parts.events = |out| {
            out.extend([(false, 1), (false, 1)]);
            2
        };
    }),
    ("`events` returns 2, but its weights add up to 3; return the sum", |parts| {
        parts.events = |out| {
            out.extend([(false, 2), (true, 1)]);
            2
        };
    }),
    ("`sample` draws true, which `events` does not list; draw one of the listed events", |parts| {
        parts.sample = |_| true;
        parts.events = |out| {
            out.push((false, 1));
            1
        };
    }),
    ("`hash` is the same before and after `apply_chance` of false", |parts| {
        parts.hash = |pos| hash_of(&key(&Position { coin: None, ..*pos }));
    }),
    (
        "`undo_chance` does not restore the position after `apply_chance` of false: its hash",
        |parts| {
            parts.undo_chance = |_, _| {};
        },
    ),
    ("`transform` with symmetry 0 changes the position; let number 0 be the identity", |parts| {
        parts.transform = |pos, _| Position { mover: 1, ..*pos };
    }),
    ("`transform` with symmetry 1 turns Chance into Player(Player(0))", |parts| {
        parts.transform = |pos, symmetry| match symmetry {
            0 => *pos,
            _ => Position { coin: Some(true), ..*pos },
        };
    }),
    ("`transform_move` with symmetry 1 does not give the moves of the image", |parts| {
        parts.transform_move = |mv, symmetry| [mv, Move::Place(0)][symmetry];
    }),
    ("`transform` with symmetry 1 after Lamp gives ([", |parts| {
        parts.transform = |pos, symmetry| match symmetry {
            0 => *pos,
            _ => Position { lamps: [pos.lamps[1], pos.lamps[0]], ..transform(pos, symmetry) },
        };
        parts.symmetric_hash = |_| 0;
    }),
    (
        "`hash` differs between Lamp followed by `transform` with symmetry 1 and `transform` followed by",
        |parts| {
            parts.transform = |pos, symmetry| match symmetry {
                0 => *pos,
                _ => Position { n_moves: 0, ..transform(pos, symmetry) },
            };
            parts.hash = |pos| hash_of(&(key(pos), pos.n_moves));
        },
    ),
    ("`returns` gives other results for the image under symmetry 1; do not change", |parts| {
        parts.returns = |pos| won_by(Player(0)).map(|value| value * f32::from(pos.stones[0] & 1));
    }),
    ("`symmetric_hash` gives another hash for the image under symmetry 1", |parts| {
        parts.symmetric_hash = |pos| hash_of(&key(pos));
    }),
];
