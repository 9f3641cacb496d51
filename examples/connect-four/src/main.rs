//! Connect Four with all commands that Ludex offers for a game: `cargo run -p connect-four -- bestmove connect-four`.
//!
//! A column is seven bits, from the bottom up. The seventh bit stays empty, so no line of four crosses an edge.

use ludex_kit::registry::{Entry, Erase};
use ludex_kit::support::picture::{Paint, Role, Scene};
use ludex_kit::support::{standing::standing, styled::StyledText};
use ludex_kit::{GameInfo, Gestures, InputError, Notation, Offers, Pictures, Playable};
use ludex_kit::{SearchKind, Shown, Touch, Variant, Visitor, Way, interface::tagged};
use ludex_search::{AlphaBeta, Evaluator, Game, MoveList, Never, Player, Returns, Score};
use ludex_search::{Stateless, Tactics, Turn, hash_of, won_by};

// ANCHOR: program
// The games of this program: each is a module with an `ENTRY` and a function `open`.
ludex_kit::catalogue!(crate);

fn main() -> std::process::ExitCode {
    ludex::run(&CATALOGUE, std::env::args_os()).into()
}

static INFO: GameInfo = GameInfo {
    name: "connect-four",
    aliases: &["c4"],
    title: "Connect Four",
    about: "Connect Four: drop stones into columns; four in a line win",
    formats: &[tagged::plain(&["c4"])],
    usual_moves: 18,
    ..GameInfo::BASE
};
static ENTRY: Entry = Entry { info: &INFO, session: |variant, start| open(variant, start, Erase) };

fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    variant.read(&[])?;
    Ok(visitor.visit(ConnectFour, ConnectFour.parse_start(position)?))
}

const ALPHA_BETA: SearchKind<ConnectFour> =
    SearchKind::new("alphabeta", "alpha-beta over open lines", |game, chosen| {
        let evaluator = Stateless(OpenLines);
        Box::new(AlphaBeta::new(*game, evaluator, FourTactics, chosen.options.clone()))
    });
// ANCHOR_END: program

#[cfg(test)]
mod tests;

const COLUMN: u64 = 0b11_1111;
const FULL: u64 = 0x408_1020_4081 * COLUMN;
const DIRECTIONS: [u32; 4] = [1, 7, 6, 8]; // upwards, to the right, and along both diagonals

#[derive(Clone, Copy, Debug)]
struct ConnectFour;

/// The stones of both players.
type Position = [u64; 2];

fn mover(pos: &Position) -> Player {
    Player(u8::from(pos[0].count_ones() > pos[1].count_ones()))
}

/// The square where a stone lands in a column; zero if the column is full.
fn landing(pos: &Position, column: u8) -> u64 {
    ((pos[0] | pos[1]) + (1 << (7 * column))) & (COLUMN << (7 * column))
}

fn has_four(stones: u64) -> bool {
    DIRECTIONS.iter().any(|step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl Game for ConnectFour {
    type Position = Position;
    type Move = u8;
    type Undo = Position;
    type Event = Never;
    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        [0, 0]
    }

    fn turn(&self, pos: &Position) -> Turn {
        let is_over = has_four(pos[mover(pos).other().index()]) || pos[0] | pos[1] == FULL;
        if is_over { Turn::Over } else { Turn::Player(mover(pos)) }
    }

    fn legal_moves(&self, pos: &Position, out: &mut MoveList<u8>) {
        out.extend((0..7).filter(|&column| landing(pos, column) != 0));
    }

    fn play(&self, pos: &mut Position, column: u8) -> Position {
        let before = *pos;
        pos[mover(&before).index()] |= landing(&before, column);
        before
    }

    fn undo(&self, pos: &mut Position, _column: u8, before: Position) {
        *pos = before;
    }

    fn returns(&self, pos: &Position) -> Returns {
        let last = mover(pos).other();
        if has_four(pos[last.index()]) { won_by(last) } else { Returns::default() }
    }

    fn hash(&self, pos: &Position) -> u64 {
        hash_of(pos)
    }
}

/// The text of a position lists the stones of each column from the bottom up: `-/-/x/xo/o/-/-`.
impl Notation for ConnectFour {
    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let wrong = |expected: &str| InputError::new("position", text, expected);
        let mut pos = [0, 0];
        for (column, stones) in (0..7).zip(text.split('/')) {
            for stone in stones.trim_matches('-').chars() {
                let player = "xo".find(stone).ok_or_else(|| wrong("columns of x and o, or -"))?;
                pos[player] |= landing(&pos, column);
            }
        }
        let n_more = pos[0].count_ones().wrapping_sub(pos[1].count_ones());
        if self.write_position(&pos) != text {
            Err(wrong("seven columns of at most six stones, such as -/-/x/xo/o/-/-"))
        } else if n_more > 1 || has_four(pos[mover(&pos).index()]) {
            Err(wrong("as many x as o or one more, and no four in a row of the player to move"))
        } else {
            Ok(pos)
        }
    }

    fn write_position(&self, pos: &Position) -> String {
        let column = |column| (0..6).filter_map(|row| stone(pos, column, row)).collect();
        let text = |stones: String| if stones.is_empty() { "-".to_owned() } else { stones };
        (0..7).map(column).map(text).collect::<Vec<_>>().join("/")
    }

    fn write_move(&self, _pos: &Position, column: u8) -> String {
        char::from(b'a' + column).to_string()
    }
}

fn stone(pos: &Position, column: u8, row: u8) -> Option<char> {
    let player = pos.iter().position(|stones| stones >> (7 * column + row) & 1 == 1)?;
    Some(['x', 'o'][player])
}

impl Playable for ConnectFour {
    const INFO: &'static GameInfo = &INFO;
    const SEARCHES: &'static [SearchKind<Self>] = &[ALPHA_BETA];

    fn render(&self, shown: &Shown<Self>) -> StyledText {
        let pos = shown.position;
        let square = |row| move |column| [' ', stone(pos, column, row).unwrap_or('.')];
        let rows = (0..6).rev().map(|row| (0..7).flat_map(square(row)).chain(['\n']));
        let board: String = rows.flatten().collect();
        format!("{board} a b c d e f g\n{}\n", standing(self, pos)).into()
    }

    fn ply(&self, pos: &Position) -> u32 {
        (pos[0] | pos[1]).count_ones()
    }

    fn offers(&self) -> Offers<'_, Self> {
        Offers { pictures: Some(self), gestures: Some(self), ..Offers::NONE }
    }
}

impl Pictures<Self> for ConnectFour {
    fn draw(&self, shown: &Shown<Self>) -> Scene {
        let title = format!("Connect Four: {}", standing(self, shown.position));
        let mut scene = Scene::new((700.0, 600.0), title);
        for (column, x) in (0..7).zip([0.0, 100.0, 200.0, 300.0, 400.0, 500.0, 600.0]) {
            scene.target("column", self.write_move(shown.position, column), |scene| {
                scene.rect((x, 0.0), (100.0, 600.0), 0.0, Paint::fill(Role::Board));
                for (row, y) in (0..6).zip([550.0, 450.0, 350.0, 250.0, 150.0, 50.0]) {
                    let role = match stone(shown.position, column, row) {
                        Some('x') => Role::CheckerFirst,
                        Some(_) => Role::PawnFirst,
                        None => Role::BoardOther,
                    };
                    scene.circle((x + 50.0, y), 40.0, Paint::fill(role));
                }
            });
        }
        scene.candidates(28.0, &shown.candidates, |_, _, column, value| {
            ((f32::from(column) * 100.0 + 50.0, 50.0), value.to_owned())
        });
        scene
    }
}

impl Gestures<Self> for ConnectFour {
    fn ways(&self, pos: &Position, moves: &[u8]) -> Vec<Vec<Way>> {
        let touch = |&mv: &u8| Touch::at("column", self.write_move(pos, mv));
        moves.iter().map(|mv| vec![Way::new([touch(mv)])]).collect()
    }
}

/// Counts the lines of four that only one player can still complete: 1, 5 or 25 for one, two or three stones (weights by guess).
struct OpenLines;

impl Evaluator<ConnectFour> for OpenLines {
    fn evaluate(&self, _game: &ConnectFour, pos: &Position) -> Score {
        let own = mover(pos).index();
        let lead = open_lines(pos[own], pos[1 - own]) - open_lines(pos[1 - own], pos[own]);
        Score::new((4 * lead + 10).clamp(-1000, 1000))
    }
}

fn open_lines(own: u64, other: u64) -> i32 {
    let lines = (0..48).flat_map(|from| DIRECTIONS.map(|step| line(from, step)));
    let lines = lines.filter(|line| line & !(FULL & !other) == 0);
    lines.map(|line| [0, 1, 5, 25, 0][(line & own).count_ones() as usize]).sum()
}

/// The mask of four squares in a line. A line across an edge contains the unused bit of a column, which is outside of the board.
fn line(from: u32, step: u32) -> u64 {
    (0..4).fold(0, |squares, n| squares | 1_u64.rotate_left(from + n * step))
}

/// The columns in which the player to move can complete four in a row, and those in which the opponent could.
type Fours = [Vec<u8>; 2];
struct FourTactics;

impl Tactics<ConnectFour> for FourTactics {
    type NodeInfo = Fours;

    fn node_info(&self, _game: &ConnectFour, pos: &Position) -> Fours {
        let own = mover(pos).index();
        [pos[own], pos[1 - own]].map(|stones| {
            let makes_four = |&column: &u8| has_four(stones | landing(pos, column));
            (0..7).filter(makes_four).collect()
        })
    }

    fn winning_move(&self, _: &ConnectFour, _: &Position, fours: &Fours) -> Option<u8> {
        fours[0].first().copied()
    }

    fn in_danger(&self, fours: &Fours) -> bool {
        !fours[1].is_empty()
    }
}
