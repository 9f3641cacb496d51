//! What a network sees of a position: planes of the board. Rows and columns are counted from a1, for every player: the board is not turned.
//! The players are counted from the player to move, in turn order.

use ludex_kit::Observations;
use ludex_kit::interface::observations::{GREATEST, PlaneWriter, named};
use ludex_kit::support::learned::Inputs;
use ludex_learn::Active;
use ludex_search::Player;

use super::crowd_inputs::{CrowdInputs, INPUTS_OF_ONE};
use super::inputs::WallInputs;
use super::routes::Routes;
use crate::notation::actions::place;
use crate::rules::board::{Squares, each};
use crate::rules::game::Quoridor;
use crate::rules::position::Position;

/// The scale of path lengths.
const STEPS: f32 = 20.0;

impl Observations<Self> for Quoridor {
    fn shape(&self) -> [usize; 3] {
        let board = self.options().board;
        [named(&self.plane_names()), board.height.into(), board.width.into()]
    }

    fn plane_names(&self) -> Vec<(&'static str, usize)> {
        let players = self.options().players.into();
        vec![
            ("pawn of each player", players),
            ("goal of each player", players),
            ("anchors of horizontal walls", 1),
            ("anchors of vertical walls", 1),
            ("walls in stock of each player / walls at the start", players),
            ("length of the shortest path of each player / 20", players),
            ("plies played / greatest number of plies, 0 without a limit", 1),
        ]
    }

    fn planes(&self, pos: &Position, out: &mut [f32]) {
        let options = self.options();
        let (width, n_players) = (options.board.width, options.players);
        let size = usize::from(width) * usize::from(options.board.height);
        let mut planes = PlaneWriter::new(out, size);
        let cells = |set: Squares| each(set).map(|square| place(square, width) as usize);
        let from_mover = || (0..n_players).map(|turn| Player((pos.to_move().0 + turn) % n_players));
        from_mover().for_each(|player| planes.mark(cells(pos.pawn(player).bit())));
        from_mover().for_each(|player| planes.mark(cells(self.goal(player))));
        planes.mark(cells(pos.walls().horizontal));
        planes.mark(cells(pos.walls().vertical));
        let walls = f32::from(options.walls.max(1));
        from_mover().for_each(|player| {
            planes.fill((f32::from(pos.stock(player)) / walls).min(GREATEST));
        });
        from_mover().for_each(|player| {
            planes.fill((self.distance(pos, player) as f32 / STEPS).min(GREATEST));
        });
        let progress = options.max_plies.map_or(0.0, |most| f32::from(pos.ply()) / f32::from(most));
        planes.fill(progress.min(1.0));
    }

    fn n_inputs(&self) -> usize {
        match self.options().players {
            2 => WallInputs.count(self),
            players => usize::from(players) * INPUTS_OF_ONE,
        }
    }

    fn inputs(&self, pos: &Position, out: &mut Vec<Active>) {
        if self.options().players > 2 {
            return out.extend_from_slice(CrowdInputs::new(self, pos).active());
        }
        let routes = [0, 1].map(|player| {
            let player = Player(player);
            Routes::new(pos.steps(), pos.pawn(player).bit(), self.goal(player))
        });
        let mover = pos.to_move().index();
        WallInputs.changes(self, None, (pos, &routes), |input, _| out.push((input[mover], 1.0)));
    }
}
