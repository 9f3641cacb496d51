//! Faults in evaluators, tactics and policies.

use ludex_search::{Defences, Listed, MAX_PLAYERS, Score, Turn, Wdl};

use super::super::lamps::{Move, returns, winning_move};
use super::fault::Fault;

pub(super) const IN_EVALUATORS: &[Fault] = &[
    ("`bounds` are 500 and -500; return the least score first", |parts| parts.bounds = (500, -500)),
    ("`evaluate` gives 900, outside of the bounds from -500 to 500; clamp the score", |parts| {
        parts.evaluate = |_| 900;
    }),
    (
        "`wdl` of the score -500 is win -1, draw 0, loss 1; return three numbers from 0 to 1",
        |parts| {
            parts.wdl = |value| Wdl { win: value, draw: 0.0, loss: 1.0 };
        },
    ),
    ("`wdl` of the score -469 has the expected result", |parts| {
        parts.wdl = |value| Wdl::without_draws(-value);
    }),
    (
        "`wdl` of the score -1 is certain, win 0, draw 0, loss 1, although the score is near 0",
        |parts| {
            parts.wdl = |value| match value {
                0.0.. => Wdl::without_draws(1.0),
                _ => Wdl::without_draws(-1.0),
            };
        },
    ),
    (
        "`wdl_at` of the score 0 is win 0.5, draw 0.5, loss 0.5; return three numbers from 0 to 1 with the sum 1. Position",
        |parts| {
            parts.wdl_at = |_| Wdl { win: 0.5, draw: 0.5, loss: 0.5 };
        },
    ),
    ("`evaluate` gives the image under symmetry 1 the score ", |parts| {
        parts.evaluate = |pos| i32::from(pos.stones[0]);
    }),
    ("`evaluate` gives 1, but -1 after the players are exchanged", |parts| {
        parts.evaluate = |pos| 1 - 2 * i32::from(pos.mover);
    }),
    ("`Evaluator::returns` gives 2 for player 0; return values from -1 to 1", |parts| {
        parts.values = |_| [2.0; MAX_PLAYERS];
    }),
    ("`result` gives 1 for player 0, whose `returns` are -1; return more than 0", |parts| {
        parts.result = |pos| returns(pos).map(|value| -value);
    }),
    ("`result` adds up to 0, but `total` returns Some(1.0); let `total` return `None`", |parts| {
        parts.total = Some(1.0);
    }),
];

pub(super) const IN_INCREMENTAL_EVALUATORS: &[Fault] =
    &[("`after` leads to the score 0, but `fresh` to ", |parts| {
        parts.after = |state, _| state;
    })];

pub(super) const IN_TACTICS: &[Fault] = &[
    ("`pack` of Lamp is 0, which stands for no move; count from 1", |parts| parts.pack = |_| 0),
    ("`pack` is 7 for both Lamp and Place(", |parts| {
        parts.pack = |_| 7;
    }),
    ("`unpack` returns Some(Place(5)) for the number that `pack` gives Lamp", |parts| {
        parts.unpack = |_, packed| (packed > 0).then_some(Move::Place(5));
    }),
    ("`unpack` turns 0 into a move, but 0 stands for no move; return `None`", |parts| {
        parts.unpack = |_, packed| Some(Move::Place(packed.saturating_sub(2) as u8));
    }),
    ("`history_slot` of Lamp is 256, but `history_slots` is 256; count slots from 0", |parts| {
        parts.history_slot = |_| 256;
    }),
    ("`order` gives Lamp the score 2147483647; return a score from -1073741824 to", |parts| {
        parts.order = |_| i32::MAX;
    }),
    ("`winning_move` gives Lamp, which does not win at once; return only", |parts| {
        parts.winning_move = |_| Some(Move::Lamp);
    }),
    ("`node_info_after` of Some(", |parts| {
        parts.node_info_after = |_, before| *before;
    }),
    ("`candidates` lists no move; append at least one", |parts| {
        parts.candidates = |_, _| Listed::Some;
    }),
    ("`candidates` returns `Listed::All` but omits Place(", |parts| {
        parts.candidates = |_, out| {
            out.push(Move::Lamp);
            Listed::All
        };
    }),
    ("`candidates` lists Place(7), which is illegal; list legal moves only", |parts| {
        parts.candidates = |_, out| {
            out.push(Move::Place(7));
            Listed::Some
        };
    }),
    ("`tactical_moves` lists Lamp twice; append each move once", |parts| {
        parts.tactical_moves = |_, out| out.extend([Move::Lamp; 2]);
    }),
    (
        "`evasions` returns `Defences::AllButLost` but omits Lamp, after which the other player does not win at once",
        |parts| {
            parts.in_danger = |_| true;
            parts.evasions = |_, _| Some(Defences::AllButLost);
        },
    ),
    ("`evasions` returns `Defences::All` but omits ", |parts| {
        parts.evasions = |_, _| Some(Defences::All);
    }),
    ("`evasions` appends moves and returns `None`; return which", |parts| {
        parts.evasions = |_, out| {
            out.push(Move::Lamp);
            None
        };
    }),
    ("`null_move` leaves the turn with Player(Player(0)); pass it", |parts| {
        parts.null_move = |_| {};
        parts.undo_null = |_| {};
    }),
    ("`undo_null` does not restore the position after `null_move`: it is now ([", |parts| {
        parts.undo_null = |_| {};
    }),
    ("`known_score` gives 17, which is an estimate; return a win or a loss", |parts| {
        parts.known_score = |_| Some(Score::new(17));
    }),
    (
        "`known_score` gives loss in 2 and `known_line` [], but a search of all moves contradicts this",
        |parts| {
            parts.known_score = |pos| winning_move(pos).map(|_| Score::loss_in(2));
            parts.known_line = |_| None;
        },
    ),
    (
        "`known_score` gives win in 3 and `known_line` [], but a search of all moves contradicts this: the game ends sooner",
        |parts| {
            parts.known_score = |pos| winning_move(pos).map(|_| Score::win_in(3));
            parts.known_line = |_| None;
        },
    ),
    (
        "`known_score` gives win in 1 and `known_line` [Lamp], but a search of all moves contradicts this",
        |parts| {
            parts.known_line = |_| Some(Move::Lamp);
        },
    ),
];

pub(super) const IN_POLICIES: &[Fault] = &[
    ("`priors` lists no move; append at least one", |parts| {
        parts.priors = |_, _| Listed::Some;
    }),
    ("`priors` gives Lamp the weight NaN; give every move a finite weight above 0", |parts| {
        parts.priors = |_, out| {
            out.push((Move::Lamp, f32::NAN));
            Listed::Some
        };
    }),
    ("`priors` lists Place(9), which is illegal; list legal moves only", |parts| {
        parts.priors = |_, out| {
            out.push((Move::Place(9), 1.0));
            Listed::Some
        };
    }),
    ("`priors` lists Lamp twice; append each move once", |parts| {
        parts.priors = |_, out| {
            out.extend([(Move::Lamp, 1.0); 2]);
            Listed::Some
        };
    }),
    ("`priors` returns `Listed::All` but omits Place(", |parts| {
        parts.priors = |_, out| {
            out.push((Move::Lamp, 1.0));
            Listed::All
        };
    }),
    ("`playout_move` plays Place(9), which is illegal; choose among the legal moves", |parts| {
        parts.playout_move = |_| Move::Place(9);
    }),
];

/// In searches, which use the rules and the tactics.
pub(super) const IN_SEARCHES: &[Fault] = &[
    ("`legal_moves` has no move for the player to move; end the game in `turn`", |parts| {
        parts.legal_moves = |_, _| {};
    }),
    ("`turn` gives no player a move in a whole game; return `Turn::Player`", |parts| {
        parts.turn = |_| Turn::Over;
    }),
    ("`search` returns the line [", |parts| {
        parts.winning_move = |_| Some(Move::Place(7));
    }),
    ("`search` panics (attempt to add with overflow); check the parts of the game", |parts| {
        parts.order = |_| i32::MAX;
    }),
];
