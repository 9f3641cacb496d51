//! Faults in evaluators, tactics and policies.

use ludex_search::{Defences, Listed, MAX_PLAYERS, Score, Wdl};

use super::super::lamps::{Move, returns, winning_move};
use super::fault::Fault;

pub(super) const IN_EVALUATORS: &[Fault] = &[
    ("`bounds` are 500 and -500; return the least score first", |parts| parts.bounds = (500, -500)),
    ("`evaluate` gives 900, outside of the bounds from -500 to 500; clamp the score", |parts| {
        parts.evaluate = |_| 900;
    }),
    ("`wdl` of the score -500 is win -1, draw 0, loss 1; let each be from 0 to 1", |parts| {
        parts.wdl = |value| Wdl { win: value, draw: 0.0, loss: 1.0 };
    }),
    ("`wdl` of the score -469 expects", |parts| {
        parts.wdl = |value| Wdl::without_draws(-value);
    }),
    (
        "`wdl_at` of the score 0 is win 0.5, draw 0.5, loss 0.5; let each be from 0 to 1, and their sum 1. Position",
        |parts| {
            parts.wdl_at = |_| Wdl { win: 0.5, draw: 0.5, loss: 0.5 };
        },
    ),
    ("`evaluate` gives the image by symmetry 1 the score ", |parts| {
        parts.evaluate = |pos| i32::from(pos.stones[0]);
    }),
    ("`evaluate` gives -1 where the players are exchanged, and 1 to the player", |parts| {
        parts.evaluate = |pos| 1 - 2 * i32::from(pos.mover);
    }),
    ("`Evaluator::returns` gives 2 for player 0; let values be from -1 to 1", |parts| {
        parts.values = |_| [2.0; MAX_PLAYERS];
    }),
    ("`result` gives 1 for player 0, whose `returns` are -1; keep a win above 0", |parts| {
        parts.result = |pos| returns(pos).map(|value| -value);
    }),
    ("`result` adds up to 0, but `total` says Some(1.0); let `total` be `None`", |parts| {
        parts.total = Some(1.0);
    }),
];

pub(super) const IN_INCREMENTAL_EVALUATORS: &[Fault] =
    &[("`after` leads to the score 0, and `fresh` to ", |parts| {
        parts.after = |state, _| state;
    })];

pub(super) const IN_TACTICS: &[Fault] = &[
    ("`pack` of Lamp is 0, which stands for no move; count from 1", |parts| parts.pack = |_| 0),
    ("`pack` is 7 for both Lamp and Place(", |parts| {
        parts.pack = |_| 7;
    }),
    ("`unpack` makes Some(Place(5)) of the number that `pack` gives Lamp", |parts| {
        parts.unpack = |_, packed| (packed > 0).then_some(Move::Place(5));
    }),
    ("`unpack` makes a move of 0, which stands for no move; return `None`", |parts| {
        parts.unpack = |_, packed| Some(Move::Place(packed.saturating_sub(2) as u8));
    }),
    ("`history_slot` of Lamp is 256, but `history_slots` is 256; count slots from 0", |parts| {
        parts.history_slot = |_| 256;
    }),
    ("`winning_move` gives Lamp, which does not win at once; return only", |parts| {
        parts.winning_move = |_| Some(Move::Lamp);
    }),
    ("`candidates` lists no move; append at least one", |parts| {
        parts.candidates = |_, _| Listed::Some;
    }),
    ("`candidates` says `Listed::All` but leaves out Place(", |parts| {
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
        "`evasions` says `Defences::AllButLost` but leaves out Lamp, after which the other player does not win at once",
        |parts| {
            parts.in_danger = |_| true;
            parts.evasions = |_, _| Some(Defences::AllButLost);
        },
    ),
    ("`evasions` says `Defences::All` but leaves out ", |parts| {
        parts.evasions = |_, _| Some(Defences::All);
    }),
    ("`evasions` appends moves and returns `None`; return what", |parts| {
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
        "`known_score` gives loss in 2, or `known_line` [], and a search of all moves contradicts",
        |parts| {
            parts.known_score = |pos| winning_move(pos).map(|_| Score::loss_in(2));
            parts.known_line = |_| None;
        },
    ),
    (
        "`known_score` gives win in 3, or `known_line` [], and a search of all moves contradicts: it does not take",
        |parts| {
            parts.known_score = |pos| winning_move(pos).map(|_| Score::win_in(3));
            parts.known_line = |_| None;
        },
    ),
    (
        "`known_score` gives win in 1, or `known_line` [Lamp], and a search of all moves contradicts",
        |parts| {
            parts.known_line = |_| Some(Move::Lamp);
        },
    ),
];

pub(super) const IN_POLICIES: &[Fault] = &[
    ("`priors` lists no move; append at least one", |parts| {
        parts.priors = |_, _| Listed::Some;
    }),
    ("`priors` gives Lamp the weight NaN; let every weight be finite and above 0", |parts| {
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
    ("`priors` says `Listed::All` but leaves out Place(", |parts| {
        parts.priors = |_, out| {
            out.push((Move::Lamp, 1.0));
            Listed::All
        };
    }),
    ("`playout_move` plays Place(9), which is illegal; choose among the legal moves", |parts| {
        parts.playout_move = |_| Move::Place(9);
    }),
];
