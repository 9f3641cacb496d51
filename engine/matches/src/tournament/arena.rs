//! A table of a tournament: the players who may sit at it, and where its games begin.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ludex_kit::interface::shipped::BookChoice;
use ludex_kit::registry::{RandomOpening, Session, Token};
use ludex_kit::{GameInfo, InputError, Record, SearchSetup, Variant, read_moves};
use ludex_search::arena::opening_stream;
use ludex_search::{Limits, StopFlag};

use super::settings::{GameEntry, PlayerEntry, RANDOM, TournamentSettings};
use ludex_base::catalogue::catalogue;
use ludex_base::failure::CouldNot;
use ludex_base::numbers::{self, nearest};
use ludex_base::output;
use ludex_protocols::client::{Client, FaultKind};
use ludex_study::book;

/// How often an opening is drawn again that ends the game, or decides it.
const ATTEMPTS: u32 = 1000;

/// One game of a tournament, of which any number may be played at once.
pub struct Arena {
    pub(super) info: &'static GameInfo,
    pub(super) variant: Variant,
    n_seats: usize,
    book: Vec<Opening>,
    random_plies: Option<u32>,
    pub(super) settings: TournamentSettings,
    /// By player.
    pub(super) limits: Vec<Limits>,
    /// What each player is allowed beyond the time.
    pub(super) margins: Vec<Duration>,
    patience: Duration,
    /// Players who wait for their next game, by player.
    idle: Vec<Mutex<Vec<ArenaPlayer>>>,
}

/// A line of a book of openings, with its place for errors.
#[derive(Clone, Debug)]
pub struct BookLine {
    /// Moves, or a position.
    pub text: String,
    /// Where it stands.
    pub place: String,
}

/// Where a pair of games begins.
#[derive(Clone, Debug, Default)]
pub(super) struct Opening {
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
}

/// Who plays a side of a game: a search of ours, or a program.
pub(super) enum ArenaPlayer {
    Search(Box<dyn Session>),
    Random,
    Outside(Box<Client>),
    /// Its program failed, and is not to be started again.
    Gone,
}

impl Arena {
    /// Opens a game of a tournament; every player is tried.
    pub fn open(
        entry: &GameEntry,
        settings: &TournamentSettings,
        book: &[BookLine],
    ) -> Result<Self, InputError> {
        let place = format!("game {}", entry.game);
        let variant = entry.variant().map_err(|error| error.within(&place))?;
        let session = catalogue().session(&entry.game, &variant, None)?;
        if settings.luck && !session.measures_luck() {
            return Err(InputError::problem("luck", &entry.game, "has no chance events"));
        }
        // No player is to wait for it on his time.
        (session.info().warm_up)();
        let mut arena = Self {
            info: session.info(),
            variant: session.variant(),
            n_seats: session.players(),
            book: Vec::new(),
            random_plies: entry.random_plies,
            settings: settings.clone(),
            limits: Vec::new(),
            margins: settings.margins()?,
            patience: settings.patience()?,
            idle: settings.players.iter().map(|_| Mutex::default()).collect(),
        };
        for player in &settings.players {
            let limits = player.limits()?;
            let place = format!("player {}, depth", player.name);
            numbers::check_depth(&place, arena.info, &limits)?;
            arena.limits.push(limits);
            drop(arena.seat(player)?);
        }
        for line in book {
            let opening = arena.read_opening(line)?;
            arena.book.push(opening);
        }
        Ok(arena)
    }

    /// How many play it.
    pub fn n_seats(&self) -> usize {
        self.n_seats
    }

    /// Sees whether every player can be started; the flag ends the waiting for one who says nothing.
    pub fn check_players(&self, stop: &StopFlag) -> anyhow::Result<()> {
        for (index, player) in self.settings.players.iter().enumerate() {
            let mut seat = self.take_seat(index)?;
            if let ArenaPlayer::Outside(client) = &mut seat {
                let ready = client.new_game(&self.variant, stop);
                if let Err(fault) = ready {
                    if stop.is_stopped() {
                        return Ok(());
                    }
                    let detail = fault.detail.replace('\n', " | ");
                    if fault.kind == FaultKind::Unfit {
                        let place = format!("player {}", player.name);
                        let sentence = format!(
                            "the engine does not support the game or its options: {detail}"
                        );
                        return Err(InputError::sentence(place, sentence).into());
                    }
                    let text = format!("player {} did not start: {detail}", player.name);
                    return Err(CouldNot(text).into());
                }
                for remark in client.take_remarks() {
                    output::remark(&format!("player {}: {remark}", player.name));
                }
            }
            self.idle(index).push(seat);
        }
        Ok(())
    }

    /// A random opening that is balanced: no more than so far from even by the first player's search. A position that was
    /// seen before, or an image of it, is none.
    pub fn opening(
        &self,
        number: u32,
        plies: u32,
        most: f32,
        seen: &mut HashSet<u64>,
    ) -> anyhow::Result<Option<Vec<String>>> {
        let mut rng = opening_stream(self.settings.seed, number);
        let drawn = self.session()?.random_opening(plies, &mut rng);
        let Some(RandomOpening { moves, .. }) = drawn.filter(|opening| !opening.is_decided) else {
            return Ok(None);
        };
        let mut seat = self.take_seat(0)?;
        let ArenaPlayer::Search(session) = &mut seat else {
            let text = "the first player judges openings and must be a search of Ludex";
            return Err(CouldNot(text.into()).into());
        };
        session.start_at(None)?;
        session.extend(&words(&moves))?;
        if !seen.insert(session.symmetric_hash()) {
            self.idle(0).push(seat);
            return Ok(None);
        }
        let found = session.search(&self.limits[0], &StopFlag::default(), &mut |_| {})?;
        let even = found.best().is_some_and(|line| line.wdl.expectation().abs() <= most);
        self.idle(0).push(seat);
        Ok(even.then_some(moves))
    }

    /// The random plies at the start of a pair where nobody says how many.
    pub fn random_plies(&self) -> u32 {
        self.random_plies.unwrap_or(self.info.opening_plies)
    }

    /// The game at its start.
    fn session(&self) -> Result<Box<dyn Session>, InputError> {
        catalogue().session(self.info.name, &self.variant, None)
    }

    pub(super) fn take_seat(&self, player: usize) -> anyhow::Result<ArenaPlayer> {
        let idle = self.idle(player).pop();
        Ok(idle.map_or_else(|| self.seat(&self.settings.players[player]), Ok)?)
    }

    pub(super) fn idle(&self, player: usize) -> MutexGuard<'_, Vec<ArenaPlayer>> {
        self.idle[player].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self, player: &PlayerEntry) -> Result<ArenaPlayer, InputError> {
        if let Some(engine) = player.engine() {
            let client = Client::new(&engine, self.info, &self.variant, self.patience)?;
            return Ok(ArenaPlayer::Outside(Box::new(client)));
        }
        if player.search.as_deref() == Some(RANDOM) {
            return Ok(ArenaPlayer::Random);
        }
        let mut session = self.session()?;
        if let Some(found) = &player.search {
            let infos = session.searches();
            let names = infos.iter().map(|info| info.name).chain([RANDOM]);
            if !names.clone().any(|name| name == found) {
                let place = format!("player {}, search", player.name);
                let list: Vec<&str> = names.clone().collect();
                let error = InputError::unknown(place, found, "a search of this game", &list);
                return Err(match nearest(found, names) {
                    Some(near) => error.with_hint(format!("did you mean {near}?")),
                    None => error,
                });
            }
        }
        let configure = |setup: SearchSetup| {
            if matches!(setup.book, BookChoice::Shipped) {
                book::shipped(&*session)?;
            }
            session.configure(player.search.as_deref(), setup)?;
            session.build()
        };
        let configured = player.setup(self.info).and_then(configure);
        configured.map_err(|error| error.within(format!("player {}", player.name)))?;
        Ok(ArenaPlayer::Search(session))
    }

    /// A line of the book: moves from the start, or a position.
    pub(super) fn read_opening(&self, line: &BookLine) -> Result<Opening, InputError> {
        let follow = |record: Record| {
            let moves = record.plies.into_iter().map(|ply| ply.text).collect();
            let session = self.follow(&Opening { start: None, moves })?;
            Ok(session.game_so_far().steps)
        };
        let first = match read_moves(self.info, &line.text, "").and_then(follow) {
            Ok(moves) => return Ok(Opening { start: None, moves }),
            Err(error) => error,
        };
        let as_position = Opening { start: Some(line.text.clone()), moves: Vec::new() };
        let checked = match self.reach(&as_position) {
            Ok(session) => must_go_on(&*session),
            // It is no position.
            Err(_) => Err(first),
        };
        checked.map_err(|error| error.within(&line.place))?;
        Ok(as_position)
    }

    /// The game after an opening, which must go on.
    pub(super) fn follow(&self, opening: &Opening) -> Result<Box<dyn Session>, InputError> {
        let session = self.reach(opening)?;
        must_go_on(&*session)?;
        Ok(session)
    }

    /// The game after an opening, which may be over.
    fn reach(&self, opening: &Opening) -> Result<Box<dyn Session>, InputError> {
        let mut session = self.session()?;
        session.start_at(opening.start.as_deref())?;
        session.extend(&words(&opening.moves))?;
        Ok(session)
    }

    /// Where a pair begins: a line of the book, or random plies.
    pub(super) fn opening_of(&self, pair: u32) -> Result<Opening, InputError> {
        if !self.book.is_empty() {
            return Ok(self.book[pair as usize % self.book.len()].clone());
        }
        let mut rng = opening_stream(self.settings.seed, pair);
        let (session, plies) = (self.session()?, self.random_plies());
        let mut moves = Vec::new();
        for _ in 0..ATTEMPTS {
            let Some(opening) = session.random_opening(plies, &mut rng) else {
                continue;
            };
            // On a board so small that all of them are decided, one is as good as another.
            moves = opening.moves;
            if !opening.is_decided {
                break;
            }
        }
        Ok(Opening { start: None, moves })
    }
}

fn must_go_on(session: &dyn Session) -> Result<(), InputError> {
    if !session.status().over {
        return Ok(());
    }
    Err(InputError::sentence("", "the game is over after this opening"))
}

/// Moves as a session takes them, numbered for errors.
pub(super) fn words(moves: &[String]) -> Vec<Token> {
    let word = |(index, text): (usize, &String)| Token {
        text: text.clone(),
        place: format!("move {}", index + 1),
    };
    moves.iter().enumerate().map(word).collect()
}
