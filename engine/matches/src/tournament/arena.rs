//! One of the games of a tournament (such as Takt), with the players, variant and openings for it.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ludex_kit::interface::shipped::BookChoice;
use ludex_kit::registry::{RandomOpening, Session, Token};
use ludex_kit::{GameInfo, InputError, Record, SearchSetup, Variant, read_moves, say};
use ludex_search::arena::opening_stream;
use ludex_search::{Limits, StopFlag};

use super::settings::{GameEntry, PlayerEntry, RANDOM, TournamentSettings};
use ludex_base::catalogue::catalogue;
use ludex_base::failure::CouldNot;
use ludex_base::numbers::{self, nearest};
use ludex_base::output;
use ludex_protocols::client::{Client, FaultKind};
use ludex_study::book;

/// Maximum number of attempts to draw an opening that does not end or decide the game.
const ATTEMPTS: u32 = 1000;

/// One of the games of a tournament (such as Takt), prepared for play. It may be played any number of times at once.
pub struct Arena {
    pub(super) info: &'static GameInfo,
    pub(super) variant: Variant,
    n_seats: usize,
    book: Vec<Opening>,
    random_plies: Option<u32>,
    pub(super) settings: TournamentSettings,
    /// Limits of each player.
    pub(super) limits: Vec<Limits>,
    /// Grace period of each player after the time is over.
    pub(super) margins: Vec<Duration>,
    patience: Duration,
    /// For each player, its idle instances, which are ready for their next game.
    idle: Vec<Mutex<Vec<ArenaPlayer>>>,
}

/// A line of an opening book, with its place for errors.
#[derive(Clone, Debug)]
pub struct BookLine {
    /// Moves, or a position.
    pub text: String,
    /// Its place for errors.
    pub place: String,
}

/// The start of a pair of games.
#[derive(Clone, Debug, Default)]
pub(super) struct Opening {
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
}

/// A player of a game: one of our searches, or a program.
pub(super) enum ArenaPlayer {
    Search(Box<dyn Session>),
    Random,
    Outside(Box<Client>),
    /// A program that failed and must not be restarted.
    Gone,
}

impl Arena {
    /// Opens a game of a tournament, and checks that each player can play it.
    pub fn open(
        entry: &GameEntry,
        settings: &TournamentSettings,
        book: &[BookLine],
    ) -> Result<Self, InputError> {
        let place = format!("game {}", entry.game);
        let variant = entry.variant().map_err(|error| error.within(&place))?;
        let session = catalogue().session(&entry.game, &variant, None)?;
        if settings.luck && !session.measures_luck() {
            return Err(InputError::problem("luck", &entry.game, say!("has no chance events")));
        }
        // Builds the tables before any clock runs.
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

    /// The number of players in a game.
    pub fn n_seats(&self) -> usize {
        self.n_seats
    }

    /// Starts each player once, to check that it can be started. The flag ends the wait for a program that does not answer.
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
                        let sentence = say!(
                            "the engine does not support the game or its options: {detail}",
                            detail
                        );
                        return Err(InputError::sentence(place, sentence).into());
                    }
                    let text = say!(
                        "player {player} did not start: {detail}",
                        player = player.name,
                        detail
                    );
                    return Err(CouldNot(text).into());
                }
                for remark in client.take_remarks() {
                    output::remark(&say!(
                        "player {player}: {remark}",
                        player = player.name,
                        remark
                    ));
                }
            }
            self.idle(index).push(seat);
        }
        Ok(())
    }

    /// A balanced random opening: the first player's search gives it an expected result from −`most` to `most`. `None` if the drawn opening
    /// is not balanced, or if it or a symmetric image of it is in `seen`.
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
            let text = say!("the first player judges openings and must be a search of Ludex");
            return Err(CouldNot(text).into());
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

    /// Default number of random plies at the start of a pair.
    pub fn random_plies(&self) -> u32 {
        self.random_plies.unwrap_or(self.info.opening_plies)
    }

    /// A session at the start of the game.
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
                let error =
                    InputError::unknown(place, found, &say!("a search of this game"), &list);
                return Err(match nearest(found, names) {
                    Some(near) => error.with_hint(say!("did you mean {near}?", near)),
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

    /// Parses a line of the book: moves from the start, or a position.
    pub(super) fn read_opening(&self, line: &BookLine) -> Result<Opening, InputError> {
        let follow = |record: Record| {
            let moves = record.plies.into_iter().map(|ply| ply.text).collect();
            let session = self.playable_session_after(&Opening { start: None, moves })?;
            Ok(session.game_so_far().steps)
        };
        let first = match read_moves(self.info, &line.text, "").and_then(follow) {
            Ok(moves) => return Ok(Opening { start: None, moves }),
            Err(error) => error,
        };
        let as_position = Opening { start: Some(line.text.clone()), moves: Vec::new() };
        let checked = match self.session_after(&as_position) {
            Ok(session) => must_go_on(&*session),
            // The line is not a position either.
            Err(_) => Err(first),
        };
        checked.map_err(|error| error.within(&line.place))?;
        Ok(as_position)
    }

    /// A session after an opening, in a game that is not over.
    pub(super) fn playable_session_after(
        &self,
        opening: &Opening,
    ) -> Result<Box<dyn Session>, InputError> {
        let session = self.session_after(opening)?;
        must_go_on(&*session)?;
        Ok(session)
    }

    /// A session after an opening; the game may be over.
    fn session_after(&self, opening: &Opening) -> Result<Box<dyn Session>, InputError> {
        let mut session = self.session()?;
        session.start_at(opening.start.as_deref())?;
        session.extend(&words(&opening.moves))?;
        Ok(session)
    }

    /// The opening of a pair: a line of the book if there is one, otherwise random plies.
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
            // On a very small board every opening may decide the game; then the last one drawn is used.
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
    Err(InputError::sentence("", say!("the game is over after this opening")))
}

/// The moves as numbered tokens, for errors.
pub(super) fn words(moves: &[String]) -> Vec<Token> {
    let word = |(index, text): (usize, &String)| Token {
        text: text.clone(),
        place: format!("move {}", index + 1),
    };
    moves.iter().enumerate().map(word).collect()
}
