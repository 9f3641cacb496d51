//! Playing one game: the referee of a game whose type is known here, and the players at its table.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludex_games::{InputError, Playable, SearchKind, Variant, Visitor};
use ludex_search::random::stream;
use ludex_search::{Limits, MoveList, Root, Searcher, Step, StopFlag, TimeControl, Turn};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::client::{Answer, Client, Fault, Question};
use super::results::{Ending, GameLine, Mark};
use super::schedule::Job;
use super::settings::{Adjudicate, GameEntry, PlayerEntry, Settings};
use crate::failure::CouldNot;
use crate::numbers::nearest;

/// The name of the search that is none: any legal move, at once.
const RANDOM: &str = "random";

/// Streams of random numbers for openings, chance events and random players.
const OPENINGS: u64 = 1 << 32;
const EVENTS: u64 = 2 << 32;
const PLAYERS: u64 = 3 << 32;

/// One game of a tournament, of which any number may be played at once.
pub trait Arena: Send + Sync {
    /// How many play it.
    fn n_seats(&self) -> usize;

    /// Plays a game; none if it was broken off by the flag.
    fn play(&self, job: &Job, stop: &StopFlag) -> anyhow::Result<Option<GameLine>>;

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
            arena.limits.push(player.limits()?);
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
struct Opening {
    start: Option<String>,
    moves: Vec<String>,
}

struct Table<G: Playable> {
    game: G,
    variant: Variant,
    book: Vec<Opening>,
    random_plies: Option<u32>,
    settings: Settings,
    /// By player.
    limits: Vec<Limits>,
    margin: Duration,
    patience: Duration,
    /// Players who wait for their next game, by player.
    idle: Vec<Mutex<Vec<Seat<G>>>>,
}

/// A player at a table.
enum Seat<G: Playable> {
    Search(Box<dyn Searcher<G>>),
    Random,
    Outside(Client),
    /// Its program could not be started again.
    Gone,
}

/// A game under way.
struct Play<'a, G: Playable> {
    table: &'a Table<G>,
    pos: G::Position,
    /// Hashes of the positions before this one that could occur again.
    history: Vec<u64>,
    line: GameLine,
    clocks: Vec<Option<TimeControl>>,
    events: Pcg64,
    choices: Pcg64,
}

impl<G: Playable> Arena for Table<G> {
    fn n_seats(&self) -> usize {
        self.game.players()
    }

    fn play(&self, job: &Job, stop: &StopFlag) -> anyhow::Result<Option<GameLine>> {
        let mut seats: Vec<Seat<G>> = Vec::with_capacity(job.seats.len());
        for &player in &job.seats {
            seats.push(self.take_seat(player)?);
        }
        let mut play = Play::new(self, job)?;
        let finished = play.run(&mut seats, job, stop)?;
        for (&player, seat) in job.seats.iter().zip(seats) {
            let mut idle = self.idle[player]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            idle.push(seat);
        }
        Ok(finished.then_some(play.line))
    }

    fn check_players(&self) -> anyhow::Result<()> {
        for (index, player) in self.settings.players.iter().enumerate() {
            let mut seat = self.take_seat(index)?;
            if let Seat::Outside(client) = &mut seat {
                client.new_game(&self.variant).map_err(|fault| {
                    let (Fault::Start(detail) | Fault::Crash(detail) | Fault::Hang(detail)) = fault;
                    CouldNot(format!("player {} did not start: {detail}", player.name))
                })?;
            }
            let mut idle = self.idle[index]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            idle.push(seat);
        }
        Ok(())
    }

    fn opening(&self, number: u32, plies: u32, most: f32) -> anyhow::Result<Option<Vec<String>>> {
        let mut rng = stream(self.settings.seed, OPENINGS | u64::from(number));
        let Some((opening, pos)) = self.random_opening(plies, &mut rng) else {
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
        let mut idle = self.idle[0].lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(seat);
        Ok(even.then_some(opening.moves))
    }

    fn random_plies(&self) -> u32 {
        self.random_plies.unwrap_or(G::info().opening_plies)
    }
}

impl<G: Playable> Table<G> {
    fn take_seat(&self, player: usize) -> Result<Seat<G>, InputError> {
        let idle = self.idle[player]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        match idle {
            Some(Seat::Gone) | None => self.seat(&self.settings.players[player]),
            Some(seat) => Ok(seat),
        }
    }

    fn seat(&self, player: &PlayerEntry) -> Result<Seat<G>, InputError> {
        if player.cmd.is_some() {
            let client = Client::new(player, G::info(), &self.variant, self.patience)?;
            return Ok(Seat::Outside(client));
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
        let built = (kind.build)(&self.game, &player.setup());
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
    fn follow(&self, opening: &Opening) -> Result<G::Position, InputError> {
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
    fn opening_of(&self, pair: u32) -> Opening {
        if !self.book.is_empty() {
            return self.book[pair as usize % self.book.len()].clone();
        }
        let mut rng = stream(self.settings.seed, OPENINGS | u64::from(pair));
        let plies = self.random_plies();
        // A game that random plies may end is asked again.
        let found = (0..1000).find_map(|_| self.random_opening(plies, &mut rng));
        found.map(|(opening, _)| opening).unwrap_or_default()
    }
}

impl<'a, G: Playable> Play<'a, G> {
    fn new(table: &'a Table<G>, job: &Job) -> Result<Self, InputError> {
        let opening = table.opening_of(job.pair);
        let pos = table.follow(&opening)?;
        let names = job
            .seats
            .iter()
            .map(|&player| &table.settings.players[player].name);
        let clocks = job.seats.iter().map(|&player| table.limits[player].clock);
        let seed = table.settings.seed;
        let number = (job.seating as u64) << 40 | (job.meeting as u64) << 48;
        Ok(Self {
            table,
            pos,
            history: Vec::new(),
            clocks: clocks.collect(),
            // Both games of a pair see the same dice and the same bag.
            events: stream(seed, EVENTS | u64::from(job.pair)),
            choices: stream(seed, (PLAYERS | u64::from(job.pair)) ^ number),
            line: GameLine {
                job: job.clone(),
                names: names.cloned().collect(),
                start: opening.start,
                opening: opening.moves.len(),
                marks: vec![Mark::default(); opening.moves.len()],
                moves: opening.moves,
                ending: Ending::Rules,
                blame: None,
                detail: None,
                returns: vec![0.0; table.game.players()],
            },
        })
    }

    /// Plays to the end; false if the flag was raised.
    fn run(&mut self, seats: &mut [Seat<G>], job: &Job, stop: &StopFlag) -> anyhow::Result<bool> {
        for (seat, brain) in seats.iter_mut().enumerate() {
            match brain {
                Seat::Search(search) => search.new_game(),
                Seat::Random => {}
                Seat::Gone => {
                    self.fault(seat, Ending::Start, "it could not be started".into());
                    return Ok(true);
                }
                Seat::Outside(client) => {
                    if let Err(fault) = client.new_game(&self.table.variant) {
                        let (Fault::Start(detail) | Fault::Crash(detail) | Fault::Hang(detail)) =
                            fault;
                        self.fault(seat, Ending::Start, detail);
                        return Ok(true);
                    }
                }
            }
        }
        let game = &self.table.game;
        loop {
            match game.turn(&self.pos) {
                Turn::Over => {
                    self.line.returns = game.returns(&self.pos)[..game.players()].to_vec();
                    return Ok(true);
                }
                Turn::Chance => {
                    let event = game.sample(&self.pos, &mut self.events);
                    self.line.moves.push(game.write_event(&self.pos, event));
                    self.line.marks.push(Mark::default());
                    game.reveal(&mut self.pos, event);
                    self.history.clear();
                }
                Turn::Player(player) => {
                    if self.is_repeated() || self.is_adjudicated() {
                        return Ok(true);
                    }
                    let seat = player.index();
                    let limits = self.limits(seat, job);
                    if !self.turn(seat, &mut seats[seat], &limits, stop) {
                        return Ok(true);
                    }
                    if stop.is_stopped() {
                        return Ok(false);
                    }
                }
            }
        }
    }

    fn limits(&self, seat: usize, job: &Job) -> Limits {
        Limits {
            clock: self.clocks[seat],
            ..self.table.limits[job.seats[seat]]
        }
    }

    /// One player's move; false if it ended the game by a fault.
    fn turn(&mut self, seat: usize, brain: &mut Seat<G>, limits: &Limits, stop: &StopFlag) -> bool {
        let game = &self.table.game;
        let began = Instant::now();
        let mut mark = Mark::default();
        let mv = match brain {
            Seat::Random => {
                let mut moves = MoveList::new();
                game.legal_moves(&self.pos, &mut moves);
                let mv = moves[self.choices.random_range(0..moves.len())];
                self.line.marks.push(mark);
                return self.make(mv);
            }
            Seat::Search(search) => {
                let root = Root {
                    position: self.pos.clone(),
                    history: self.history.clone(),
                };
                let report = search.search(&root, limits, stop, &mut |_| {});
                mark.depth = Some(report.depth);
                mark.score = report
                    .lines
                    .first()
                    .map(|line| game.score_value(line.score));
                report.best_move().ok_or_else(|| "no move".to_owned())
            }
            Seat::Outside(client) => match self.ask(seat, client, limits) {
                Ok(answer) => {
                    mark.depth = answer.depth;
                    mark.score = answer.score;
                    let parsed = game.parse_move(&self.pos, &answer.text);
                    parsed.map_err(|error| error.to_string())
                }
                Err(fault) => {
                    if !self.table.settings.restart {
                        *brain = Seat::Gone;
                    }
                    let (ending, detail) = match fault {
                        Fault::Crash(detail) => (Ending::Crash, detail),
                        Fault::Hang(detail) => (Ending::Hang, detail),
                        Fault::Start(detail) => (Ending::Start, detail),
                    };
                    self.fault(seat, ending, detail);
                    return false;
                }
            },
            Seat::Gone => unreachable!("such a game does not begin"),
        };
        let used = began.elapsed();
        mark.time_ms = Some((used.as_secs_f64() * 1e5).round() / 100.0);
        if let Some(detail) = self.overstepped(seat, used, limits) {
            self.fault(seat, Ending::Time, detail);
            return false;
        }
        match mv {
            Ok(mv) => {
                self.line.marks.push(mark);
                self.make(mv)
            }
            Err(detail) => {
                self.fault(seat, Ending::IllegalMove, detail);
                false
            }
        }
    }

    fn ask(&self, seat: usize, client: &mut Client, limits: &Limits) -> Result<Answer, Fault> {
        let milliseconds = |clock: &Option<TimeControl>| {
            let clock = clock.unwrap_or(TimeControl {
                remaining: Duration::from_hours(1),
                increment: Duration::ZERO,
            });
            (clock.remaining.as_millis(), clock.increment.as_millis())
        };
        let clocks: Vec<_> = self.clocks.iter().map(milliseconds).collect();
        client.ask(&Question {
            start: self.line.start.as_deref(),
            moves: &self.line.moves,
            seat,
            limits,
            clocks: &clocks,
        })
    }

    /// Takes the time from the player's clock, and says by how much he is too late.
    fn overstepped(&mut self, seat: usize, used: Duration, limits: &Limits) -> Option<String> {
        let mut allowed = limits.time;
        if let Some(clock) = &mut self.clocks[seat] {
            allowed = Some(allowed.map_or(clock.remaining, |time| time.min(clock.remaining)));
            clock.remaining = clock.remaining.saturating_sub(used) + clock.increment;
        }
        let allowed = allowed?;
        let is_late = used > allowed + self.table.margin;
        is_late.then(|| {
            let (used, allowed) = (used.as_millis(), allowed.as_millis());
            format!("{used} ms used, {allowed} ms allowed")
        })
    }

    fn make(&mut self, mv: G::Move) -> bool {
        let game = &self.table.game;
        self.line.moves.push(game.write_move(&self.pos, mv));
        if game.irreversible(&self.pos, mv) {
            self.history.clear();
        } else {
            self.history.push(game.hash(&self.pos));
        }
        game.play(&mut self.pos, mv);
        true
    }

    fn fault(&mut self, seat: usize, ending: Ending, detail: String) {
        self.line.ending = ending;
        self.line.blame = Some(seat);
        self.line.detail = Some(detail);
        let others = self.line.returns.len() - 1;
        self.line.returns.fill(1.0 / others as f32);
        self.line.returns[seat] = -1.0;
    }

    fn is_repeated(&self) -> bool {
        let game = &self.table.game;
        let Some(limit) = game.repetition() else {
            return false;
        };
        let here = game.hash(&self.pos);
        let earlier = self.history.iter().filter(|&&hash| hash == here).count();
        earlier + 1 >= limit as usize
    }

    /// Whether the game need not be played to its end.
    fn is_adjudicated(&mut self) -> bool {
        let rules: &Adjudicate = &self.table.settings.adjudicate;
        let plies = self.line.moves.len();
        if rules.length.is_some_and(|most| plies >= most as usize) {
            self.line.ending = Ending::Length;
            return true;
        }
        if self.line.returns.len() != 2 || plies < rules.after.unwrap_or(0) as usize {
            return false;
        }
        // Scores of the last plies, for the player who is to move now.
        let score_before = |back: usize| {
            let score = self.line.marks[plies - back].score?;
            Some(if back.is_multiple_of(2) {
                score
            } else {
                -score
            })
        };
        let all = |n: u32, test: &dyn Fn(f64) -> bool| {
            let n = n as usize;
            n > 0 && n <= plies && (1..=n).all(|back| score_before(back).is_some_and(test))
        };
        let mover = match self.table.game.turn(&self.pos) {
            Turn::Player(player) => player.index(),
            _ => return false,
        };
        if let (Some(n), Some(most)) = (rules.draw_plies, rules.draw_score)
            && all(n, &|score| score.abs() <= most)
        {
            self.line.ending = Ending::Adjudicated;
            return true;
        }
        if let (Some(n), Some(least)) = (rules.win_plies, rules.win_score) {
            for (winner, sign) in [(mover, 1.0), (1 - mover, -1.0)] {
                if all(n, &|score| score * sign >= least) {
                    self.line.ending = Ending::Adjudicated;
                    self.line.returns = vec![-1.0; 2];
                    self.line.returns[winner] = 1.0;
                    return true;
                }
            }
        }
        false
    }
}
