//! A game of a tournament, whose type is known here: the players who may sit at its table, and where its games begin.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ludex_games::{InputError, Playable, SearchKind, Variant, Visitor};
use ludex_search::random::stream;
use ludex_search::{Limits, MoveList, Root, Searcher, Step, StopFlag, Turn};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::referee::Play;
use super::results::GameLine;
use super::schedule::Job;
use super::settings::{GameEntry, PlayerEntry, RANDOM, Settings};
use crate::failure::CouldNot;
use crate::numbers::{self, nearest};
use crate::protocol::client::Client;

/// The stream of random numbers for openings.
const OPENINGS: u64 = 1 << 32;

/// How often an opening is drawn again that ends the game, or decides it.
const ATTEMPTS: u32 = 1000;

/// One game of a tournament, of which any number may be played at once.
pub trait Arena: Send + Sync {
    /// How many play it.
    fn n_seats(&self) -> usize;

    /// Plays a game, from this opening if one is given; none if it was broken off by the flag.
    fn play(
        &self,
        job: &Job,
        opening: Option<&BookLine>,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<GameLine>>;

    /// Sees whether every player can be started.
    fn check_players(&self) -> anyhow::Result<()>;

    /// A random opening that is balanced: no more than so far from even by the first player's search.
    fn opening(&self, number: u32, plies: u32, most: f32) -> anyhow::Result<Option<Vec<String>>>;

    /// The random plies at the start of a pair where nobody says how many.
    fn random_plies(&self) -> u32;
}

/// Opens a game of a tournament.
pub fn open(
    entry: &GameEntry,
    settings: &Settings,
    book: Vec<BookLine>,
) -> Result<Box<dyn Arena>, InputError> {
    let builder = Builder {
        entry,
        settings,
        book,
    };
    let place = format!("game {}", entry.game);
    let variant = entry.variant().map_err(|error| error.within(&place))?;
    ludex_games::open(&entry.game, &variant, None, builder)?
}

/// A line of a book of openings, with its place for errors.
#[derive(Clone, Debug)]
pub struct BookLine {
    /// Moves, or a position.
    pub text: String,
    /// Where it stands.
    pub place: String,
}

struct Builder<'a> {
    entry: &'a GameEntry,
    settings: &'a Settings,
    book: Vec<BookLine>,
}

impl Visitor for Builder<'_> {
    type Output = Result<Box<dyn Arena>, InputError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let mut arena = Table {
            variant: game.variant(),
            book: Vec::new(),
            random_plies: self.entry.random_plies,
            settings: self.settings.clone(),
            limits: Vec::new(),
            margin: self.settings.margin()?,
            patience: self.settings.patience()?,
            idle: self
                .settings
                .players
                .iter()
                .map(|_| Mutex::default())
                .collect(),
            game,
        };
        for player in &self.settings.players {
            let limits = player.limits()?;
            let place = format!("player {}, depth", player.name);
            numbers::check_depth(&place, G::info(), &limits)?;
            arena.limits.push(limits);
            drop(arena.seat(player)?);
        }
        for line in &self.book {
            arena.book.push(arena.read_opening(line)?);
        }
        Ok(Box::new(arena))
    }
}

/// Where a pair of games begins.
#[derive(Clone, Debug, Default)]
pub(super) struct Opening {
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
}

pub(super) struct Table<G: Playable> {
    pub(super) game: G,
    pub(super) variant: Variant,
    book: Vec<Opening>,
    random_plies: Option<u32>,
    pub(super) settings: Settings,
    /// By player.
    pub(super) limits: Vec<Limits>,
    pub(super) margin: Duration,
    patience: Duration,
    /// Players who wait for their next game, by player.
    idle: Vec<Mutex<Vec<Seat<G>>>>,
}

/// A player at a table.
pub(super) enum Seat<G: Playable> {
    Search(Box<dyn Searcher<G>>),
    Random,
    Outside(Box<Client>),
    /// Its program failed, and is not to be started again.
    Gone,
}

impl<G: Playable> Arena for Table<G> {
    fn n_seats(&self) -> usize {
        self.game.players()
    }

    fn play(
        &self,
        job: &Job,
        opening: Option<&BookLine>,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<GameLine>> {
        let opening = match opening {
            Some(line) => self.read_opening(line)?,
            None => self.opening_of(job.pair),
        };
        let mut seats: Vec<Seat<G>> = Vec::with_capacity(job.seats.len());
        for &player in &job.seats {
            seats.push(self.take_seat(player)?);
        }
        let mut play = Play::new(self, job, opening)?;
        let finished = play.run(&mut seats, job, stop)?;
        for (&player, seat) in job.seats.iter().zip(seats) {
            self.idle(player).push(seat);
        }
        Ok(finished.then_some(play.line))
    }

    fn check_players(&self) -> anyhow::Result<()> {
        for (index, player) in self.settings.players.iter().enumerate() {
            let mut seat = self.take_seat(index)?;
            if let Seat::Outside(client) = &mut seat {
                let ready = client.new_game(&self.variant, &StopFlag::default());
                ready.map_err(|fault| {
                    let detail = fault.detail.replace('\n', " | ");
                    CouldNot(format!("player {} did not start: {detail}", player.name))
                })?;
            }
            self.idle(index).push(seat);
        }
        Ok(())
    }

    fn opening(&self, number: u32, plies: u32, most: f32) -> anyhow::Result<Option<Vec<String>>> {
        let mut rng = stream(self.settings.seed, OPENINGS | u64::from(number));
        let drawn = self.random_opening(plies, &mut rng);
        let Some((opening, pos)) = drawn.filter(|(_, pos)| !self.is_decided(pos)) else {
            return Ok(None);
        };
        let mut seat = self.take_seat(0)?;
        let Seat::Search(search) = &mut seat else {
            let text = "openings are judged by a search of ours: the first player";
            return Err(CouldNot(text.into()).into());
        };
        let root = Root::new(pos);
        let found = search.search(&root, &self.limits[0], &StopFlag::default(), &mut |_| {});
        let best = found.lines.first();
        let even = best.is_some_and(|line| line.outlook.expectation().abs() <= most);
        self.idle(0).push(seat);
        Ok(even.then_some(opening.moves))
    }

    fn random_plies(&self) -> u32 {
        self.random_plies.unwrap_or(G::info().opening_plies)
    }
}

impl<G: Playable> Table<G> {
    fn take_seat(&self, player: usize) -> Result<Seat<G>, InputError> {
        let idle = self.idle(player).pop();
        idle.map_or_else(|| self.seat(&self.settings.players[player]), Ok)
    }

    fn idle(&self, player: usize) -> MutexGuard<'_, Vec<Seat<G>>> {
        self.idle[player]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self, player: &PlayerEntry) -> Result<Seat<G>, InputError> {
        if let Some(engine) = player.engine() {
            let client = Client::new(&engine, G::info(), &self.variant, self.patience)?;
            return Ok(Seat::Outside(Box::new(client)));
        }
        let kinds = G::searches();
        let kind: Option<&SearchKind<G>> = match player.search.as_deref() {
            Some(RANDOM) => return Ok(Seat::Random),
            Some(name) => kinds.iter().find(|kind| kind.name == name),
            None => kinds.first(),
        };
        let place = format!("player {}, search", player.name);
        let kind = kind.ok_or_else(|| {
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name).chain([RANDOM]).collect();
            let found = player.search.as_deref().unwrap_or("none");
            let error = InputError::new(place, found, format!("one of {}", names.join(", ")));
            match nearest(found, names) {
                Some(near) => error.with_hint(format!("did you mean {near}?")),
                None => error,
            }
        })?;
        let built = player
            .setup(G::info())
            .and_then(|setup| kind.build(&self.game, &setup));
        let search = built.map_err(|error| error.within(format!("player {}", player.name)))?;
        Ok(Seat::Search(search))
    }

    /// A line of the book: moves from the start, or a position.
    fn read_opening(&self, line: &BookLine) -> Result<Opening, InputError> {
        let moves: Vec<String> = line.text.split_whitespace().map(str::to_owned).collect();
        let as_moves = Opening { start: None, moves };
        let Err(first) = self.follow(&as_moves) else {
            return Ok(as_moves);
        };
        let as_position = Opening {
            start: Some(line.text.clone()),
            moves: Vec::new(),
        };
        match self.follow(&as_position) {
            Ok(_) => Ok(as_position),
            Err(_) => Err(first.within(&line.place)),
        }
    }

    /// The position that an opening leads to.
    pub(super) fn follow(&self, opening: &Opening) -> Result<G::Position, InputError> {
        let mut pos = match &opening.start {
            Some(text) => self.game.parse_position(text)?,
            None => self.game.start(),
        };
        for (index, text) in opening.moves.iter().enumerate() {
            let error = |error: InputError| error.within(format!("move {}", index + 1));
            if self.game.turn(&pos) == Turn::Over {
                return Err(error(InputError::new(
                    "",
                    text,
                    "no move: the game is over",
                )));
            }
            match self.game.parse_step(&pos, text).map_err(error)? {
                Step::Move(mv) => drop(self.game.play(&mut pos, mv)),
                Step::Event(event) => drop(self.game.reveal(&mut pos, event)),
            }
        }
        match self.game.turn(&pos) {
            Turn::Over => Err(InputError::new(
                "",
                "a finished game",
                "a game to be played",
            )),
            _ => Ok(pos),
        }
    }

    /// Random legal plies that do not end the game.
    fn random_opening(&self, plies: u32, rng: &mut Pcg64) -> Option<(Opening, G::Position)> {
        let mut pos = self.game.start();
        let mut opening = Opening::default();
        let mut moves = MoveList::new();
        while opening.moves.len() < plies as usize {
            match self.game.turn(&pos) {
                Turn::Over => return None,
                Turn::Chance => {
                    let event = self.game.sample(&pos, rng);
                    opening.moves.push(self.game.write_event(&pos, event));
                    self.game.reveal(&mut pos, event);
                }
                Turn::Player(_) => {
                    moves.clear();
                    self.game.legal_moves(&pos, &mut moves);
                    let mv = moves[rng.random_range(0..moves.len())];
                    opening.moves.push(self.game.write_move(&pos, mv));
                    self.game.play(&mut pos, mv);
                }
            }
        }
        matches!(self.game.turn(&pos), Turn::Player(_)).then_some((opening, pos))
    }

    /// Where a pair begins: a line of the book, or random plies.
    pub(super) fn opening_of(&self, pair: u32) -> Opening {
        if !self.book.is_empty() {
            return self.book[pair as usize % self.book.len()].clone();
        }
        let mut rng = stream(self.settings.seed, OPENINGS | u64::from(pair));
        let plies = self.random_plies();
        let mut spare = Opening::default();
        for _ in 0..ATTEMPTS {
            let Some((opening, pos)) = self.random_opening(plies, &mut rng) else {
                continue;
            };
            if !self.is_decided(&pos) {
                return opening;
            }
            spare = opening;
        }
        // On a board so small that all of them are decided, one is as good as another.
        spare
    }

    /// Whether a position says nothing about who plays better: the player to move can end the game at once, or whatever he
    /// does the next one can.
    fn is_decided(&self, pos: &G::Position) -> bool {
        let mut pos = pos.clone();
        self.can_end(&mut pos) || self.after_all_moves(&mut pos, |next| self.can_end(next))
    }

    /// Whether a move of the player to move ends the game, and he does not lose by it.
    fn can_end(&self, pos: &mut G::Position) -> bool {
        let Turn::Player(player) = self.game.turn(pos) else {
            return self.game.turn(pos) == Turn::Over;
        };
        let ends_well = |next: &mut G::Position| {
            let is_over = self.game.turn(next) == Turn::Over;
            is_over && self.game.returns(next)[player.index()] >= 0.0
        };
        !self.after_all_moves(pos, |next| !ends_well(next))
    }

    /// Whether something holds after each of the moves of the player to move.
    fn after_all_moves(
        &self,
        pos: &mut G::Position,
        holds: impl Fn(&mut G::Position) -> bool,
    ) -> bool {
        let mut moves = MoveList::new();
        self.game.legal_moves(pos, &mut moves);
        moves.iter().all(|&mv| {
            let undo = self.game.play(pos, mv);
            let held = holds(pos);
            self.game.undo(pos, mv, undo);
            held
        })
    }
}
