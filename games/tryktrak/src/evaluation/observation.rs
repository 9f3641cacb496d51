//! What a network sees of a position: numbers about the checkers, the dice, the cube and the score, from the view of the player who acts.
//!
//! CITE: Tesauro, "Temporal difference learning and TD-Gammon", 1995, for the four numbers of a point.

use ludex_kit::Observations;
use ludex_learn::Active;
use ludex_search::Player;

use super::inputs::{CONTACT, contact_inputs};
use crate::rules::board::{CHECKERS, POINTS, Side};
use crate::rules::game::Tryktrak;
use crate::rules::position::{Cube, Phase, Position};

/// Numbers that show the checkers on one point.
const UNITS: usize = 4;
/// The scale of the points that a player still needs in a match.
const NEEDED: f32 = 25.0;

/// The numbers, in order.
const NAMES: [(&str, usize); 13] = [
    ("own checkers on points 1 to 24: at least 1, 2, 3, and those above 3 / 2", UNITS * POINTS),
    ("own checkers on the bar / 2", 1),
    ("own checkers borne off / 15", 1),
    ("the opponent's checkers on their points 1 to 24", UNITS * POINTS),
    ("the opponent's checkers on the bar / 2", 1),
    ("the opponent's checkers borne off / 15", 1),
    ("dice that show 1 to 6", 6),
    ("the player may double, answers a double, answers a beaver", 3),
    ("doublings of the cube / 6", 1),
    ("owner of the cube: the player, the opponent", 2),
    ("money game", 1),
    ("points that the player and the opponent need / 25", 2),
    ("Crawford game", 1),
];

/// Writes numbers one after another.
struct Writer<'a>(std::slice::IterMut<'a, f32>);

impl Writer<'_> {
    fn add(&mut self, value: f32) {
        if let Some(entry) = self.0.next() {
            *entry = value;
        }
    }

    fn add_all(&mut self, values: impl IntoIterator<Item = bool>) {
        values.into_iter().for_each(|value| self.add(f32::from(value)));
    }

    fn add_side(&mut self, side: Side) {
        for point in 1..=POINTS {
            let count = side.count(point);
            self.add_all([count >= 1, count >= 2, count >= 3]);
            self.add(f32::from(count.saturating_sub(3)) / 2.0);
        }
        self.add(f32::from(side.bar()) / 2.0);
        self.add(f32::from(side.off()) / f32::from(CHECKERS));
    }
}

impl Observations<Self> for Tryktrak {
    fn shape(&self) -> [usize; 3] {
        [0; 3]
    }

    fn number_names(&self) -> Vec<(&'static str, usize)> {
        NAMES.to_vec()
    }

    fn numbers(&self, pos: &Position, out: &mut [f32]) {
        let (status, board, mut out) = (pos.status(), pos.board(), Writer(out.iter_mut()));
        out.add_side(board.mine);
        out.add_side(board.theirs);
        let (first, second) = status.dice;
        for number in 1..=6 {
            out.add(f32::from(first == number) + f32::from(second == number));
        }
        let is_doubled = status.phase == Phase::Doubled;
        let (answers_beaver, may_double) =
            (status.answers_beaver(), status.phase == Phase::ToRoll && self.offers_double(&status));
        out.add_all([may_double, is_doubled && !answers_beaver, answers_beaver]);
        out.add(f32::from(status.cube.doublings) / f32::from(Cube::MOST));
        let owner = status.cube.owner;
        out.add_all([owner == Some(status.player), owner == Some(status.player.other())]);
        let is_money = self.options().is_money();
        out.add_all([is_money]);
        let needed = |player: Player| {
            let needed = self.options().length.saturating_sub(status.score[player.index()]);
            if is_money { 0.0 } else { f32::from(needed) / NEEDED }
        };
        out.add(needed(status.player));
        out.add(needed(status.player.other()));
        out.add_all([status.crawford]);
    }

    /// The inputs for contact positions. Networks for other positions have other inputs.
    fn n_inputs(&self) -> usize {
        CONTACT
    }

    fn inputs(&self, pos: &Position, out: &mut Vec<Active>) {
        contact_inputs(pos.board(), out);
    }
}
