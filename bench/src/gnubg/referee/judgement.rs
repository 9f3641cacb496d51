//! Decisions of self-play, judged by a search of GNU Backgammon.

use std::sync::Arc;

use anyhow::Result;
use ludex_games::tryktrak::evaluation::inputs::Class;
use ludex_games::tryktrak::evaluation::networks::{Networks, finished};
use ludex_games::tryktrak::{Board, Move, Roll, Tryktrak, shipped_networks};
use ludex_kit::{Playable, SearchSetup};
use ludex_search::support::random;
use ludex_search::{Limits, Root, Searcher, StopFlag};
use rand::RngExt;

use super::choices::{Chooser, RolledTurn, after_plays, cubeless, position, static_values};
use crate::gnubg::program::Gnubg;

/// One decision: how much each program's choice loses compared with the best move, in points.
#[derive(Clone)]
pub(crate) struct Judged {
    /// The class of the board before the roll.
    pub(crate) class: Class,
    /// The loss of Ludex's choice, for each set of networks.
    pub(crate) ours: Vec<f64>,
    /// The loss of GNU Backgammon's static choice.
    pub(crate) gnubg: f64,
}

/// The programs that choose, and the program that judges.
pub(crate) struct Judge {
    gnubg: Gnubg,
    choosers: Vec<Chooser>,
    search: Box<dyn Searcher<Tryktrak>>,
    /// The search depth of Ludex, in plies.
    plies: u32,
}

impl Judge {
    pub(crate) fn new(
        gnubg: Gnubg,
        networks: impl Iterator<Item = Arc<Networks>>,
        plies: u32,
    ) -> Result<Self> {
        Ok(Self {
            gnubg,
            choosers: networks.map(Chooser::new).collect(),
            search: Tryktrak::SEARCHES[0].build(&cubeless(), &SearchSetup::default())?,
            plies,
        })
    }

    /// The choices of each set of networks, or of the search.
    fn choices(&mut self, turn: RolledTurn) -> Vec<Board> {
        if self.plies == 0 {
            return (self.choosers.iter_mut()).map(|chooser| chooser.best(turn)).collect();
        }
        let limits = Limits { depth: Some(self.plies), ..Limits::default() };
        let root = Root::new(position(turn));
        let report = self.search.search(&root, &limits, &StopFlag::default(), &mut |_| {});
        match report.best_move() {
            Some(Move::Play(play)) => vec![turn.0.after(play).flipped()],
            other => unreachable!("the search must choose a play after a roll, not {other:?}"),
        }
    }

    /// Judges the choices of some turns at this number of plies.
    pub(crate) fn judge(&mut self, turns: &[RolledTurn], plies: u32) -> Result<Vec<Judged>> {
        let mut judged: Vec<Board> = Vec::new();
        let mut asked = Vec::new();
        for (&turn, order) in turns.iter().zip(static_values(&mut self.gnubg, turns)?) {
            let line = order[0].0 + 0.16;
            let first = judged.len();
            let near = order.iter().take(8).filter(|entry| entry.0 <= line);
            judged.extend(near.map(|entry| entry.1));
            // The indices of the chosen boards in the list of boards to evaluate.
            let mut chosen = Vec::new();
            for choice in self.choices(turn) {
                let boards = &judged[first..];
                let known = boards.iter().position(|&board| board == choice);
                chosen.push(known.unwrap_or(boards.len()));
                if known.is_none() {
                    judged.push(choice);
                }
            }
            asked.push((Class::classify(turn.0), first..judged.len(), chosen));
        }
        let equities = self.gnubg.equities(plies, &judged)?;
        let losses = asked.into_iter().map(|(class, boards, chosen)| {
            let values = &equities[boards];
            let best = values.iter().copied().fold(f32::INFINITY, f32::min);
            let loss = |&index: &usize| f64::from(values[index] - best);
            Judged { class, ours: chosen.iter().map(loss).collect(), gnubg: loss(&0) }
        });
        Ok(losses.collect())
    }
}

/// Turns with a real choice, from games of the shipped networks, so that all networks are judged on the same turns; also returns the number
/// of games.
pub(crate) fn decisions(seed: u64, n: usize) -> (Vec<RolledTurn>, u64) {
    let mut shipped = Chooser::new(shipped_networks());
    let (mut turns, mut game) = (Vec::new(), 0);
    let mut reached = Vec::new();
    while turns.len() < n {
        let mut rng = random::stream(seed, 1 << 40 | game);
        game += 1;
        let mut board = Board::START;
        while finished(board).is_none() {
            let turn = (board, Roll::random(&mut rng).pair());
            // Only one turn in four is used, so that the turns come from more games.
            if rng.random_range(0..4) == 0 && after_plays(turn, &mut reached).len() > 1 {
                turns.push(turn);
            }
            board = shipped.best(turn);
        }
    }
    turns.truncate(n);
    (turns, game)
}
