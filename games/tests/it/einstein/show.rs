//! The position as text: the stones of player 1 as `1` to `6`, those of player 2 as `A` to `F`.

use ludex_search::Player;

use super::rules::position::Position;

pub(super) fn picture(pos: &Position) -> String {
    let mut text = String::new();
    for row in (0..5).rev() {
        text += ["1 ", "2 ", "3 ", "4 ", "5 "][row];
        for column in 0..5 {
            text.push(' ');
            text.push(stone(pos, 1 << (5 * row + column)));
        }
        text.push('\n');
    }
    text += "   a b c d e\n";
    match (pos.winner(), pos.die()) {
        (Some(winner), _) => text + &format!("Player {} has won\n", winner.index() + 1),
        (None, 0) => text + &format!("Player {} to roll\n", pos.to_move().index() + 1),
        (None, die) => {
            text + &format!("Player {} to move, rolled {die}\n", pos.to_move().index() + 1)
        }
    }
}

fn stone(pos: &Position, bit: u64) -> char {
    for (player, first) in [(Player(0), b'1'), (Player(1), b'A')] {
        if let Some(number) = pos.stones(player).iter().position(|&stone| stone == bit) {
            return char::from(first + number as u8);
        }
    }
    '.'
}
