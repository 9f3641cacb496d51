//! The board as a picture: points numbered from the mover's side, bar, checkers borne off, cube, dice, score and pips.

mod dice;
mod moves;

pub(super) use moves::{last_play, play_ends};

use ludex_search::Player;

use super::gestures::{cube_value, half_made, place_target};
use crate::notation::plays;
use crate::notation::words::cube_move;
use crate::rules::board::{BAR, Board, CHECKERS, OFF, POINTS};
use crate::rules::game::Tryktrak;
use crate::rules::moves::{Move, Play};
use crate::rules::position::{Phase, Position, Status};
use ludex_kit::support::picture::{Anchor, Paint, Path, Pattern, PieceName, Role, Scene, Xy};
use ludex_kit::{InputError, Pictures, Shown, say, say_count};

/// Width of a point, in picture units.
const POINT: f32 = 62.0;
/// Height of a point.
const HIGH: f32 = 290.0;
/// Distance between the points of the two halves.
const GAP: f32 = 100.0;
const BAR_WIDTH: f32 = 70.0;
/// Width of the trays: for the cube on the left, for checkers borne off on the right.
const TRAY: f32 = 84.0;
/// Height of the point numbers.
const NUMBERS: f32 = 40.0;
/// Height of the line of text about a player.
const LINE: f32 = 64.0;
const CHECKER: f32 = 27.5;
/// Number of checkers that fit on a point without overlapping; more checkers are drawn closer together.
const ROOM: u8 = 5;

const LEFT: f32 = TRAY;
const RIGHT: f32 = LEFT + 6.0 * POINT + BAR_WIDTH;
const WIDTH: f32 = RIGHT + 6.0 * POINT + TRAY;
const TOP: f32 = LINE + NUMBERS;
const BOTTOM: f32 = TOP + 2.0 * HIGH + GAP;
const MIDDLE: f32 = TOP + HIGH + GAP / 2.0;
const HEIGHT: f32 = BOTTOM + NUMBERS + LINE;

impl Pictures<Self> for Tryktrak {
    fn draw(&self, shown: &Shown<Self>) -> Scene {
        let status = shown.position.status();
        let (board, used) = half_made(&status, shown.position.board(), &shown.partial);
        let [first, second] = board.sides(status.player);
        let view = View {
            game: self,
            status,
            seat: shown.seat,
            board: match shown.seat {
                Player(0) => Board { mine: first, theirs: second },
                _ => Board { mine: second, theirs: first },
            },
            used,
        };
        let mut scene =
            Scene::new((WIDTH, HEIGHT), say!("Tryktrak: {status}", status = view.words()));
        view.points(&mut scene);
        view.checkers(&mut scene);
        view.borne_off(&mut scene);
        view.cube(&mut scene, shown);
        view.dice(&mut scene);
        view.last(&mut scene, shown);
        view.candidates(&mut scene, &shown.candidates);
        if shown.bare {
            scene.crop(LINE, LINE);
            return scene;
        }
        view.player(&mut scene, view.seat, HEIGHT - LINE / 2.0);
        view.player(&mut scene, view.seat.other(), LINE / 2.0);
        if view.status.phase == Phase::Over {
            let size = 30.0;
            let half = scene.width_of(&view.words(), size) / 2.0 + 20.0;
            let (at, size_) = ((WIDTH / 2.0 - half, MIDDLE - 27.0), (2.0 * half, 54.0));
            scene.rect(at, size_, 10.0, Paint::fill(Role::Badge).outlined(Role::Won, 4.0));
            scene.text((WIDTH / 2.0, MIDDLE), size, Anchor::Middle, Role::BadgeText, view.words());
        }
        scene
    }

    /// Whether both positions have the same score. In a match this means the same game, because each game changes the score.
    fn is_same_game(&self, before: &Position, now: &Position) -> bool {
        before.status().score == now.status().score
    }

    fn player_facts(&self, pos: &Position, player: Player) -> Vec<String> {
        let status = pos.status();
        let pips = say_count!(pos.side(player).pips().into(), "{count} pips", "{count} pips");
        vec![pips, self.score_of(&status, player)]
    }

    fn read_last(&self, pos: &Position, text: &str) -> Result<Move, InputError> {
        if let Some(mv) = cube_move(text) {
            return Ok(mv);
        }
        if text == plays::NO_PLAY {
            return Ok(Move::Play(Play::NONE));
        }
        let error = |problem: String| InputError::problem("move", text, problem);
        let side = pos.side(last_mover(&pos.status()));
        let mut steps = Vec::new();
        for journey in plays::read(text)? {
            if side.count(journey.to()) == 0 {
                return Err(error(say!(
                    "cannot be the last move: no checker is on the point where it ends"
                )));
            }
            for pair in journey.places.windows(2) {
                let (mut from, to) = (pair[0], pair[1]);
                while from > to {
                    let die = (from - to).min(6);
                    steps.push((from, die));
                    from -= die;
                }
            }
        }
        if steps.len() > plays::MOST_STEPS {
            return Err(error(say!("cannot be the last move: it needs more than four steps")));
        }
        let play = steps.iter().fold(Play::NONE, |play, &(from, die)| play.with(from, die));
        Ok(Move::Play(play))
    }

    fn colours(&self) -> Vec<Role> {
        vec![Role::CheckerFirst, Role::CheckerSecond]
    }
}

impl Tryktrak {
    /// The score of a player in the match, in words.
    fn score_of(&self, status: &Status, player: Player) -> String {
        let score = status.score_so_far()[player.index()];
        match self.options().length {
            0 => say!("money game"),
            length if status.crawford => say!("{score} of {length}, Crawford", score, length),
            length => say!("{score} of {length}", score, length),
        }
    }
}

/// The player whose play led to a position, derived from the position alone.
fn last_mover(status: &Status) -> Player {
    match status.phase {
        Phase::Over | Phase::Doubled => status.player,
        _ => status.player.other(),
    }
}

/// The position from one seat's view.
struct View<'a> {
    game: &'a Tryktrak,
    status: Status,
    /// The player at the bottom.
    seat: Player,
    /// The checkers from that player's view.
    board: Board,
    /// Which dice have been used in a play in progress; a double counts as four.
    used: [bool; 4],
}

impl View<'_> {
    fn words(&self) -> String {
        let player = say!("Player {number}", number = self.status.player.index() + 1);
        let words = self.game.sentence(&self.status, &player);
        words.trim_end_matches('.').to_owned()
    }

    /// The player whose point numbers are shown: the player who acts, or the player at the bottom before the opening roll.
    fn reader(&self) -> Player {
        match self.status.phase {
            Phase::Opening => self.seat,
            _ => self.status.player,
        }
    }

    fn points(&self, scene: &mut Scene) {
        let size = (WIDTH, BOTTOM - TOP + 2.0 * NUMBERS);
        scene.rect((0.0, LINE), size, 12.0, Paint::fill(Role::Frame));
        scene.texture((0.0, LINE), size);
        for left in [LEFT, RIGHT] {
            let field = (6.0 * POINT, BOTTOM - TOP);
            scene.rect((left, TOP), field, 3.0, Paint::fill(Role::Felt));
        }
        for x in [TRAY * 0.12, WIDTH - TRAY * 0.88] {
            for (y, high) in [(TOP, HIGH), (BOTTOM - HIGH, HIGH)] {
                scene.rect((x, y), (TRAY * 0.76, high), 6.0, Paint::fill(Role::Tray));
            }
        }
        hinge(scene);
        for point in 1..=POINTS {
            let (x, base, up) = spot(point);
            let role = [Role::PointBright, Role::PointDark][point % 2];
            let tip = (x, base + up * (HIGH - 12.0));
            let corners = [(x - POINT / 2.0, base), (x + POINT / 2.0, base), tip];
            let own = self.number(point);
            scene.target("point", own, |scene| {
                scene.path(Path::polygon(&corners), Paint::fill(role));
                let corner = (x - POINT / 2.0, base.min(base + up * HIGH));
                scene.rect(corner, (POINT, HIGH), 0.0, Paint::unseen());
            });
            let at = (x, base - up * NUMBERS / 2.0);
            scene.group("coordinates", |scene| {
                scene.text(at, 21.0, Anchor::Middle, Role::FrameText, own);
            });
        }
        // The frame throws its shadow on the felt.
        for left in [LEFT, RIGHT] {
            for (wide, opacity) in [(7.0, 0.12), (3.0, 0.2)] {
                let shadow = Paint::shadow(opacity);
                scene.rect((left, TOP), (6.0 * POINT, wide), 0.0, shadow);
                scene.rect((left, TOP + wide), (wide * 0.6, BOTTOM - TOP - wide), 0.0, shadow);
            }
        }
        for player in [self.seat, self.seat.other()] {
            let top = if player == self.seat { MIDDLE } else { TOP };
            for (place, left, width) in
                [(BAR, LEFT + 6.0 * POINT, BAR_WIDTH), (OFF, WIDTH - TRAY, TRAY)]
            {
                let (kind, name) = place_target(player, place);
                scene.target(kind, name, |scene| {
                    scene.rect((left, top), (width, MIDDLE - TOP), 0.0, Paint::unseen());
                });
            }
        }
    }

    /// Converts a point number from the view of the player at the bottom to the numbers shown.
    fn number(&self, point: usize) -> usize {
        if self.reader() == self.seat { point } else { POINTS + 1 - point }
    }

    /// The number of checkers of a player on one of their places.
    fn count(&self, player: Player, place: usize) -> u8 {
        let side = if player == self.seat { self.board.mine } else { self.board.theirs };
        side.count(place)
    }

    fn checkers(&self, scene: &mut Scene) {
        for player in [self.seat, self.seat.other()] {
            for place in 1..=BAR {
                let count = self.count(player, place);
                for level in 0..count {
                    let at = self.slot(player, place, level, count);
                    scene.piece(piece_name(player, place, level), |scene| {
                        Self::checker(scene, player, at);
                    });
                }
                if count > ROOM || (place == BAR && count > 2) {
                    let at = self.slot(player, place, count - 1, count);
                    scene.text(at, 28.0, Anchor::Middle, checker_roles(player).1, count);
                }
            }
        }
    }

    fn checker(scene: &mut Scene, player: Player, at: Xy) {
        let (role, text) = checker_roles(player);
        let name = format!("tryktrak-checker-{}", player.index() + 1);
        scene.stamp(&name, at, 1.0, |scene| {
            let middle = (0.0, 0.0);
            scene.circle((2.0, 3.5), CHECKER, Paint::shadow(0.3));
            let paint = Paint::fill(role).outlined(Role::CheckerEdge, 2.0);
            scene.circle(middle, CHECKER - 1.0, paint);
            scene.circle(middle, CHECKER - 1.0, Paint::pattern(Pattern::Ball));
            // A groove below the rim: its lower edge catches the light.
            let radius = CHECKER * 0.68;
            scene.circle((0.8, 1.2), radius, Paint::line(Role::Shine, 2.0).faint(0.3));
            scene.circle(middle, radius, Paint::line(text, 1.6).faint(0.45));
        });
    }

    /// The coordinates of the `level`-th of `count` checkers on a place of their player.
    fn slot(&self, player: Player, place: usize, level: u8, count: u8) -> Xy {
        let is_mine = player == self.seat;
        let level = f32::from(level);
        let step =
            |room: f32| (2.0 * CHECKER).min((room - 2.0 * CHECKER) / f32::from(count.max(2) - 1));
        if place == OFF {
            let x = WIDTH - TRAY / 2.0;
            return (x, if is_mine { BOTTOM - 100.0 } else { TOP + 100.0 });
        }
        if place == BAR {
            let out = 40.0 + CHECKER + level * step(HIGH - 40.0);
            let x = LEFT + 6.0 * POINT + BAR_WIDTH / 2.0;
            return (x, if is_mine { MIDDLE + out } else { MIDDLE - out });
        }
        let (x, base, up) = spot(if is_mine { place } else { POINTS + 1 - place });
        (x, base + up * (CHECKER + level * step(HIGH - 12.0)))
    }

    fn borne_off(&self, scene: &mut Scene) {
        let step = 17.0;
        for player in [self.seat, self.seat.other()] {
            let off = self.count(player, OFF);
            for index in 0..off.min(CHECKERS) {
                let out = step * f32::from(index + 1);
                let y = if player == self.seat { BOTTOM - out } else { TOP + out - step };
                let at = (WIDTH - TRAY * 0.82, y + 1.0);
                scene.piece(piece_name(player, OFF, index), |scene| {
                    edgewise(scene, player, at, (TRAY * 0.64, step - 2.0));
                });
            }
            if off > 0 {
                let out = step * f32::from(off) + 20.0;
                let y = if player == self.seat { BOTTOM - out } else { TOP + out };
                let at = (WIDTH - TRAY / 2.0, y);
                scene.text(at, 24.0, Anchor::Middle, Role::FrameText, off);
            }
        }
    }

    fn cube(&self, scene: &mut Scene, shown: &Shown<Tryktrak>) {
        if !self.game.options().cube {
            return;
        }
        let side = 58.0;
        let is_offered = self.status.phase == Phase::Doubled;
        let (place, at) = match self.status.cube.owner {
            _ if is_offered => ("offered", (LEFT + 3.0 * POINT, MIDDLE)),
            None => ("middle", (TRAY / 2.0, MIDDLE)),
            Some(owner) => {
                let y = if owner == self.seat { BOTTOM - side } else { TOP + side };
                (["1", "2"][owner.index().min(1)], (TRAY / 2.0, y))
            }
        };
        let value = cube_value(&self.status);
        // A real cube has no face for 1; in the middle it shows its largest number.
        let face = if value == 1 { 64 } else { value };
        let is_last = shown
            .last
            .first()
            .is_some_and(|last| !matches!(last.mv, Move::Play(_) | Move::Roll | Move::Resign(..)));
        let edge = if is_last { (Role::Last, 6.0) } else { (Role::CheckerEdge, 2.5) };
        scene.target("cube", value, |scene| {
            scene.piece(PieceName::new("cube", place), |scene| {
                dice::cube_shape(scene, at, side, Role::CheckerSecond, 1.0);
                scene.square(at, side, 11.0, Paint::line(edge.0, edge.1));
                scene.text(at, 32.0, Anchor::Middle, Role::CheckerSecondText, face);
            });
        });
    }

    /// Draws the line of text about a player: checker, pips, score, and whether it is their turn.
    fn player(&self, scene: &mut Scene, player: Player, y: f32) {
        if self.status.player == player
            && !matches!(self.status.phase, Phase::Over | Phase::Opening)
        {
            let points = [(14.0, y - 14.0), (40.0, y), (14.0, y + 14.0)];
            scene.path(Path::polygon(&points), Paint::fill(Role::Best));
        }
        Self::checker(scene, player, (76.0, y));
        let side = if player == self.seat { self.board.mine } else { self.board.theirs };
        let words = say_count!(
            side.pips().into(),
            "Player {number}: {count} pips",
            "Player {number}: {count} pips",
            number = player.index() + 1
        );
        scene.text((114.0, y), 31.0, Anchor::Start, Role::Text, words);
        let words = self.game.score_of(&self.status, player);
        scene.text((WIDTH - 14.0, y), 31.0, Anchor::End, Role::Text, words);
    }
}

/// The size of a picture of one checker.
pub(super) const ALONE: Xy = (2.0 * CHECKER + 4.0, 2.0 * CHECKER + 4.0);

/// Draws one checker as a separate picture.
pub(super) fn draw_alone(scene: &mut Scene, player: Player) {
    View::checker(scene, player, (ALONE.0 / 2.0, ALONE.1 / 2.0));
}

/// The name of a checker. Its place is numbered from the view of its owner, so that it stays the same when the turn changes.
fn piece_name(player: Player, place: usize, level: u8) -> PieceName {
    let at = match place {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        point => point.to_string(),
    };
    PieceName::new(format!("checker-{}", player.index() + 1), at).level(u32::from(level) + 1)
}

/// Draws a borne-off checker, seen from the side.
fn edgewise(scene: &mut Scene, player: Player, at: Xy, size: Xy) {
    let (role, text) = checker_roles(player);
    scene.stamp(&format!("tryktrak-off-{}", player.index() + 1), at, 1.0, |scene| {
        let paint = Paint::fill(role).outlined(Role::CheckerEdge, 1.5);
        scene.rect((0.0, 0.0), size, 4.0, paint);
        scene.rect((0.0, 0.0), size, 4.0, Paint::pattern(Pattern::Round));
        let middle = size.1 / 2.0;
        let groove = Paint::line(text, 1.2).faint(0.35);
        scene.line((4.0, middle), (size.0 - 4.0, middle), groove);
    });
}

/// Draws the hinge between the halves of the board.
fn hinge(scene: &mut Scene) {
    let x = LEFT + 6.0 * POINT + BAR_WIDTH / 2.0;
    let seam = Paint::line(Role::Shade, 2.0).faint(0.4);
    scene.line((x, TOP - NUMBERS), (x, BOTTOM + NUMBERS), seam);
    let light = Paint::line(Role::Shine, 1.5).faint(0.15);
    scene.line((x + 2.0, TOP - NUMBERS), (x + 2.0, BOTTOM + NUMBERS), light);
}

fn checker_roles(player: Player) -> (Role, Role) {
    match player {
        Player(0) => (Role::CheckerFirst, Role::CheckerFirstText),
        _ => (Role::CheckerSecond, Role::CheckerSecondText),
    }
}

/// Coordinates of a point, numbered from the view of the player at the bottom: the middle, the base, and the direction (1 down, −1 up).
fn spot(point: usize) -> (f32, f32, f32) {
    let column = |index: usize, left: f32| left + (index as f32 + 0.5) * POINT;
    match point {
        ..=6 => (column(6 - point.max(1), RIGHT), BOTTOM, -1.0),
        7..=12 => (column(12 - point, LEFT), BOTTOM, -1.0),
        13..=18 => (column(point - 13, LEFT), TOP, 1.0),
        _ => (column(point.min(24) - 19, RIGHT), TOP, 1.0),
    }
}
