//! The board as a picture. Every piece of a stack is visible: stacks are drawn as columns that lean on their squares.

use ludex_kit::{say, say_count};
use ludex_search::Player;

mod pieces;

pub(super) use pieces::{ALONE, draw_alone};

use self::pieces::{Column, TO_EDGE, draw_piece, draw_scaled, kind_name, paint_of, shadow};
use super::gestures::reserve_name;
use super::view::{Stack, View, square_name, way};
use crate::any_size::with_position;
use crate::any_size::{AnyPosition, AnyTakt};
use crate::notation::ptn;
use crate::rules::moves::{Action, Move, Piece};
use crate::rules::options::write_komi;
use ludex_kit::support::picture::{Anchor, Paint, Path, PieceName, Role, Scene, Xy};
use ludex_kit::{InputError, Pictures, Shown};

/// Side of a square, in picture units.
const SQUARE: f32 = 100.0;
/// Width of the frame, which contains the coordinates.
const MARGIN: f32 = 30.0;
/// Height of the line of text about a player.
const LINE: f32 = 62.0;
/// Stacks of this height and higher ones show their height as a number.
const COUNTED: u32 = 5;

impl Pictures<Self> for AnyTakt {
    fn draw(&self, shown: &Shown<Self>) -> Scene {
        View::shown(self, shown).draw(shown)
    }

    fn player_facts(&self, pos: &AnyPosition, player: Player) -> Vec<String> {
        View::shown(self, &Shown::new(pos)).facts(player.index())
    }

    fn held(&self, pos: &AnyPosition, player: Player) -> Option<Scene> {
        Some(View::shown(self, &Shown::new(pos)).reserve(player.index()))
    }

    fn read_last(&self, pos: &AnyPosition, text: &str) -> Result<Move, InputError> {
        with_position!(self, pos, _game, pos => ptn::read_last(pos, text))
    }
}

impl View {
    fn draw(&mut self, shown: &Shown<AnyTakt>) -> Scene {
        let in_hand = self.take_up(&shown.partial);
        let side = self.size as f32 * SQUARE;
        let layout = Layout { size: self.size, turned: shown.seat == Player(1) };
        let size = (side + 2.0 * MARGIN, side + 2.0 * (MARGIN + LINE));
        let title = say!("Takt {size}x{size}: {state}", size = self.size, state = self.words);
        let mut scene = Scene::new(size, title);
        self.board(&mut scene, layout);
        if let Some(last) = shown.last.first() {
            layout.mark(&mut scene, last.mv);
        }
        self.road(&mut scene, layout);
        // Stacks rise above their squares, so the far ranks come first.
        for index in layout.far_to_near() {
            let stack = &self.stacks[index];
            let name = square_name(self.size, index);
            scene.target("stack", &name, |scene| stack.draw(scene, layout, index, &name));
        }
        if let Some((index, hand)) = in_hand {
            hand.carry(&mut scene, layout, index, &self.stacks[index]);
        }
        self.candidates(&mut scene, layout, &shown.candidates);
        if shown.bare {
            scene.crop(LINE, LINE);
            return scene;
        }
        let [below, above] = if layout.turned { [1, 0] } else { [0, 1] };
        self.player(&mut scene, above, LINE / 2.0);
        self.player(&mut scene, below, size.1 - LINE / 2.0);
        scene
    }

    fn board(&self, scene: &mut Scene, layout: Layout) {
        let side = self.size as f32 * SQUARE;
        let whole = (side + 2.0 * MARGIN, side + 2.0 * MARGIN);
        scene.rect((0.0, LINE), whole, 10.0, Paint::fill(Role::Frame));
        for index in 0..self.size * self.size {
            let (file, rank) = (index % self.size, index / self.size);
            let (role, name) =
                [(Role::Board, "takt-bright"), (Role::BoardOther, "takt-dark")][(file + rank) % 2];
            let centre = layout.centre(index);
            scene.target("square", square_name(self.size, index), |scene| {
                scene.stamp(name, centre, 1.0, |scene| {
                    let paint = Paint::fill(role).outlined(Role::BoardLine, 1.0);
                    scene.square((0.0, 0.0), SQUARE, 0.0, paint);
                });
            });
        }
        scene.texture((0.0, LINE), whole);
        scene.group("coordinates", |scene| self.coordinates(scene, layout));
    }

    fn coordinates(&self, scene: &mut Scene, layout: Layout) {
        for line in 0..self.size {
            let (file, rank) = (layout.centre(line).0, layout.centre(line * self.size).1);
            let letter = char::from(b'a' + line as u8);
            let below = LINE + 1.5 * MARGIN + self.size as f32 * SQUARE;
            scene.text((file, below), 19.0, Anchor::Middle, Role::FrameText, letter);
            scene.text((MARGIN / 2.0, rank), 19.0, Anchor::Middle, Role::FrameText, line + 1);
        }
    }

    /// Draws the squares of a road and their connections.
    fn road(&self, scene: &mut Scene, layout: Layout) {
        let on_road = |index: usize| self.road >> index & 1 != 0;
        for index in (0..self.size * self.size).filter(|&index| on_road(index)) {
            let paint = Paint::fill(Role::WonGround).outlined(Role::Won, 4.0);
            scene.square(layout.centre(index), SQUARE - 6.0, 4.0, paint);
        }
        for index in (0..self.size * self.size).filter(|&index| on_road(index)) {
            let right = (index % self.size + 1 < self.size).then_some(index + 1);
            for next in right.into_iter().chain([index + self.size]) {
                if next < self.size * self.size && on_road(next) {
                    let paint = Paint::line(Role::Won, 14.0);
                    scene.line(layout.centre(index), layout.centre(next), paint);
                }
            }
        }
    }

    /// Draws candidate moves as transparent pieces and arrows. Of the candidates that place a piece on the same square, or move a stack in
    /// the same direction, only the best has its value.
    fn candidates(&self, scene: &mut Scene, layout: Layout, candidates: &[(Move, String)]) {
        scene.candidates(23.0, candidates, |scene, rank, mv, value| {
            let at = layout.centre(mv.square().index());
            let squares = way(layout.size, mv);
            let is_same = |(other, _): &(Move, String)| {
                other.square() == mv.square() && way(layout.size, *other).first() == squares.first()
            };
            let is_best = !candidates[..rank].iter().any(is_same);
            let place = match mv.action() {
                Action::Place(piece, _) => {
                    if is_best {
                        draw_piece(scene, at, piece, self.placer, 0.55);
                    }
                    (at.0, at.1 + 0.34 * SQUARE)
                }
                Action::Spread(..) => {
                    let to = layout.centre(*squares.last().unwrap_or(&mv.square().index()));
                    scene.arrow(at, to, rank, SQUARE);
                    (at.0.midpoint(to.0), at.1.midpoint(to.1))
                }
            };
            (place, if is_best { value.to_owned() } else { String::new() })
        });
    }

    /// Draws the line of text about a player: reserves, flats and komi, and whether it is their turn.
    fn player(&self, scene: &mut Scene, player: usize, y: f32) {
        let (stones, capstones, _) = self.counts[player];
        let seat = Player(player as u8);
        let mut x = MARGIN;
        if self.to_move == Some(seat) {
            let points = [(x - 30.0, y - 12.0), (x - 8.0, y), (x - 30.0, y + 12.0)];
            scene.path(Path::polygon(&points), Paint::fill(Role::Best));
        }
        let size = 28.0;
        for (piece, count) in [(Piece::Flat, stones), (Piece::Capstone, capstones)] {
            in_reserve(scene, piece, seat, (x, y), 86.0);
            scene.text((x + 42.0, y), size, Anchor::Start, Role::Text, count);
            x += 92.0;
        }
        let words = self.flats_of(player);
        let right = MARGIN + self.size as f32 * SQUARE;
        scene.text((right, y), size, Anchor::End, Role::Text, words);
    }

    /// The flats of a player and the komi: `3 + 2 flats`.
    fn flats_of(&self, player: usize) -> String {
        let flats = self.counts[player].2;
        match (player, self.half_komi) {
            (1, komi) if komi != 0 => {
                say!("{flats} + {komi} flats", flats, komi = write_komi(komi))
            }
            _ => say_count!(flats.into(), "{count} flat", "{count} flats"),
        }
    }

    /// What a player has, in words.
    fn facts(&self, player: usize) -> Vec<String> {
        let (stones, capstones, _) = self.counts[player];
        let stones = say_count!(stones.into(), "{count} stone left", "{count} stones left");
        let mut facts = vec![self.flats_of(player), stones];
        if capstones > 0 {
            facts.push(say_count!(capstones.into(), "{count} capstone", "{count} capstones"));
        }
        facts
    }

    /// The kinds of pieces that a player has in reserve.
    fn reserve(&self, player: usize) -> Scene {
        let (stones, capstones, _) = self.counts[player];
        let width = 48.0;
        let mut scene = Scene::new((2.0 * width, LINE - 4.0), say!("Pieces in reserve"));
        for (index, (piece, count)) in
            [(Piece::Flat, stones), (Piece::Capstone, capstones)].into_iter().enumerate()
        {
            if count > 0 {
                let at = (6.0 + width * index as f32, (LINE - 4.0) / 2.0);
                in_reserve(&mut scene, piece, Player(player as u8), at, width);
            }
        }
        scene
    }
}

/// Draws a kind of piece in reserve as a target `width` units wide.
fn in_reserve(scene: &mut Scene, piece: Piece, player: Player, (x, y): Xy, width: f32) {
    scene.target("reserve", reserve_name(piece, player.index()), |scene| {
        let height = LINE - 4.0;
        scene.rect((x - 6.0, y - height / 2.0), (width, height), 0.0, Paint::unseen());
        // On a dark page, black pieces need a bright ground.
        scene.rect((x - 5.0, y - 24.0), (46.0, 48.0), 8.0, Paint::fill(Role::Board));
        scene.piece(PieceName::new(kind_name(piece, player), "reserve"), |scene| {
            draw_scaled(scene, (x + 18.0, y - 2.0), piece, player, 1.0, 0.5);
        });
    });
}

/// The places of squares in the picture.
#[derive(Clone, Copy)]
struct Layout {
    size: usize,
    /// Whether player 2 is at the bottom.
    turned: bool,
}

impl Layout {
    fn centre(self, index: usize) -> Xy {
        let last = self.size - 1;
        let (file, rank) = (index % self.size, index / self.size);
        let (column, row) = if self.turned { (last - file, rank) } else { (file, last - rank) };
        let place = |line: usize| (line as f32 + 0.5) * SQUARE;
        (MARGIN + place(column), LINE + MARGIN + place(row))
    }

    /// The squares in the order in which they are drawn.
    fn far_to_near(self) -> impl Iterator<Item = usize> {
        let last = self.size * self.size - 1;
        (0..=last).map(move |index| if self.turned { index } else { last - index })
    }

    /// Marks the squares of the last move, and the path of a spread.
    fn mark(self, scene: &mut Scene, mv: Move) {
        let way = way(self.size, mv);
        let origin = mv.square().index();
        for &index in way.iter().chain([&origin]) {
            let paint = Paint::fill(Role::LastGround).outlined(Role::Last, 4.0);
            scene.square(self.centre(index), SQUARE - 6.0, 4.0, paint);
        }
        if let Some(&end) = way.last() {
            let (from, to) = (self.centre(origin), self.centre(end));
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            let (dx, dy) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
            // Draw the path beside the middle of the squares, so that stacks do not hide it.
            let (aside, along) = (43.0, 34.0);
            let beside = if dx.abs() < 0.5 { (-aside, 0.0) } else { (0.0, aside) };
            let from = (from.0 + beside.0, from.1 + beside.1);
            let to = (to.0 + beside.0 + dx * along, to.1 + beside.1 + dy * along);
            scene.trace(from, from, to, SQUARE);
        }
    }
}

impl Stack {
    /// Draws the stack of a square, inside of the square. Pieces that one spread can lift form a column; deeper ones are thin layers beside
    /// it, with the height of a high stack above them.
    fn draw(&self, scene: &mut Scene, layout: Layout, index: usize, name: &str) {
        let (x, y) = layout.centre(index);
        let upper = self.height.min(layout.size as u32);
        let lower = self.height - upper;
        let (width, high) = (12.0, (62.0 / lower.max(1) as f32).min(7.0));
        for level in 0..lower {
            scene.piece(self.name(level, name), |scene| {
                let depth = self.height - 1 - level;
                let top = y + 45.0 - high * (level + 1) as f32;
                let paint = paint_of(self.owner(depth), (high / 4.0).min(1.2));
                scene.rect((x + 34.0, top), (width, high), 1.5, paint);
            });
        }
        let aside = if lower > 0 { 7.0 } else { 0.0 };
        let below = self.size_from(lower).height / 2.0;
        self.column(scene, (x - aside, y + below), lower, name);
        if self.height >= COUNTED {
            let place = (x + 36.5, y - 36.5);
            scene.circle(place, 12.0, Paint::fill(Role::Badge).outlined(Role::Quiet, 1.5));
            scene.text(place, 16.0, Anchor::Middle, Role::BadgeText, self.height);
        }
    }

    /// Draws the pieces from this level on as a column whose lower edge is here.
    fn column(&self, scene: &mut Scene, (x, edge): Xy, from: u32, name: &str) {
        let Column { scale, step, .. } = self.size_from(from);
        for level in from..self.height {
            let at = (x, edge - scale * TO_EDGE - step * (level - from) as f32);
            scene.piece(self.name(level, name), |scene| {
                let piece = self.piece(level);
                if level == from {
                    shadow(scene, at, piece, scale);
                }
                let owner = self.owner(self.height - 1 - level);
                draw_scaled(scene, at, piece, owner, 1.0, scale);
            });
        }
    }

    /// The size of the column of the pieces from this level on.
    fn size_from(&self, from: u32) -> Column {
        Column::of(self.height - from, self.top)
    }

    /// The piece at a level, counted from 0 at the bottom.
    fn piece(&self, level: u32) -> Piece {
        if level + 1 == self.height { self.top } else { Piece::Flat }
    }

    /// The name of the piece at a level of the stack on a square.
    fn name(&self, level: u32, square: &str) -> PieceName {
        let kind = kind_name(self.piece(level), self.owner(self.height - 1 - level));
        PieceName::new(kind, square).level(level + 1)
    }

    /// Draws the pieces in the hand, above a square and its stack.
    fn carry(&self, scene: &mut Scene, layout: Layout, index: usize, below: &Self) {
        if self.height == 0 {
            return;
        }
        let (x, y) = layout.centre(index);
        let below = Column::of(below.height.min(layout.size as u32), Piece::Flat).height;
        let edge = y + 57.0 - below / 2.0;
        let Column { scale, height, .. } = self.size_from(0);
        let (at, size) = ((x - 42.0 * scale, edge - height - 3.0), (84.0 * scale, height + 6.0));
        scene.rect(at, size, 11.0, Paint::line(Role::Best, 5.0).faint(0.8));
        self.column(scene, (x, edge), 0, "hand");
    }
}
