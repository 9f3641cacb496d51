//! The referee: one game from its opening to its end, with clocks, verdicts and adjudication.

use std::time::{Duration, Instant};

use ludex_games::{InputError, Playable};
use ludex_search::random::stream;
use ludex_search::{History, Limits, MoveList, StopFlag, TimeControl, Turn};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::arena::{Opening, Seat, Table};
use super::results::{Ending, GameLine, Mark};
use super::schedule::Job;
use super::settings::Adjudicate;
use crate::protocol::client::{Answer, Client, Fault, Question};

/// Games of some rules need never end; after so many plies one is drawn, whatever the settings say.
const ENDLESS: u32 = 10_000;

/// Streams of random numbers for chance events and random players.
const EVENTS: u64 = 2 << 32;
const PLAYERS: u64 = 3 << 32;

/// A game under way.
pub(super) struct Play<'a, G: Playable> {
    table: &'a Table<G>,
    played: History<G>,
    pub(super) line: GameLine,
    clocks: Vec<Option<TimeControl>>,
    events: Pcg64,
    choices: Pcg64,
}

impl<'a, G: Playable> Play<'a, G> {
    /// A game of this job, after its opening.
    pub(super) fn new(
        table: &'a Table<G>,
        job: &Job,
        opening: Opening,
    ) -> Result<Self, InputError> {
        let pos = table.follow(&opening)?;
        let names = job
            .seats
            .iter()
            .map(|&player| &table.settings.players[player].name);
        let clocks = job.seats.iter().map(|&player| table.limits[player].clock);
        let seed = table.settings.seed;
        let number = (job.seating as u64) << 40 | (job.meeting as u64) << 48;
        Ok(Self {
            played: History::new(&table.game, pos),
            table,
            clocks: clocks.collect(),
            // Both games of a pair see the same dice and the same bag.
            events: stream(seed, EVENTS | u64::from(job.pair)),
            choices: stream(seed, (PLAYERS | u64::from(job.pair)) ^ number),
            line: GameLine {
                run: None,
                seed: Some(seed),
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
                margins: None,
            },
        })
    }

    /// Plays to the end; false if the flag was raised.
    pub(super) fn run(
        &mut self,
        seats: &mut [Seat<G>],
        job: &Job,
        stop: &StopFlag,
    ) -> anyhow::Result<bool> {
        for (seat, brain) in seats.iter_mut().enumerate() {
            match brain {
                Seat::Search(search) => search.new_game(),
                Seat::Random => {}
                Seat::Gone => {
                    self.fault(
                        seat,
                        Ending::Start,
                        "it failed before, and is not started again".into(),
                    );
                    return Ok(true);
                }
                Seat::Outside(client) => {
                    if let Err(fault) = client.new_game(&self.table.variant, stop) {
                        if stop.is_stopped() {
                            return Ok(false);
                        }
                        self.fault(seat, Ending::Start, fault.detail);
                        return Ok(true);
                    }
                }
            }
        }
        let game = &self.table.game;
        loop {
            match game.turn(self.played.position()) {
                Turn::Over => {
                    let n = game.players();
                    self.line.returns = game.returns(self.played.position())[..n].to_vec();
                    self.line.margins = game
                        .margins(self.played.position())
                        .map(|all| all[..n].to_vec());
                    return Ok(true);
                }
                Turn::Chance => {
                    let pos = self.played.position();
                    let event = game.sample(pos, &mut self.events);
                    self.line.moves.push(game.write_event(pos, event));
                    self.line.marks.push(Mark::default());
                    self.played.reveal(game, event);
                }
                Turn::Player(player) => {
                    if self.played.is_repeated(game) || self.is_adjudicated() {
                        return Ok(true);
                    }
                    let seat = player.index();
                    let limits = self.limits(seat, job);
                    let goes_on = self.turn(seat, &mut seats[seat], &limits, stop);
                    // Nobody is to blame for what he did not finish then.
                    if stop.is_stopped() {
                        return Ok(false);
                    }
                    if !goes_on {
                        return Ok(true);
                    }
                }
            }
        }
    }

    fn limits(&self, seat: usize, job: &Job) -> Limits {
        let moves_left = self.table.game.moves_left(self.played.position());
        Limits {
            clock: self.clocks[seat].map(|clock| clock.with_moves_left(moves_left)),
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
                game.legal_moves(self.played.position(), &mut moves);
                let mv = moves[self.choices.random_range(0..moves.len())];
                self.line.marks.push(mark);
                return self.make(mv);
            }
            Seat::Search(search) => {
                let report = search.search(&self.played.root(), limits, stop, &mut |_| {});
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
                    let parsed = game.parse_move(self.played.position(), &answer.text);
                    parsed.map_err(|error| error.to_string())
                }
                Err(fault) => {
                    if !self.table.settings.restart {
                        *brain = Seat::Gone;
                    }
                    self.fault(seat, fault.kind.into(), fault.detail);
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
            let endless = TimeControl::new(Duration::from_hours(1), Duration::ZERO);
            let clock = clock.unwrap_or(endless);
            (clock.remaining.as_millis(), clock.increment.as_millis())
        };
        let clocks: Vec<_> = self.clocks.iter().map(milliseconds).collect();
        client.ask(&Question {
            start: self.line.start.as_deref(),
            moves: &self.line.moves,
            seat,
            limits,
            allowed: allowed(limits).map(|allowed| allowed + self.table.margin),
            clocks: &clocks,
        })
    }

    /// Takes the time from the player's clock, and says by how much he is too late.
    fn overstepped(&mut self, seat: usize, used: Duration, limits: &Limits) -> Option<String> {
        let allowed = allowed(limits);
        if let Some(clock) = &mut self.clocks[seat] {
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
        let pos = self.played.position();
        self.line.moves.push(game.write_move(pos, mv));
        self.played.play(game, mv);
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

    /// Whether the game need not be played to its end.
    fn is_adjudicated(&mut self) -> bool {
        let rules: &Adjudicate = &self.table.settings.adjudicate;
        let plies = self.line.moves.len();
        if plies >= rules.length.unwrap_or(ENDLESS) as usize {
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
        let mover = match self.table.game.turn(self.played.position()) {
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

/// How long a player may think about a move, if there is a limit of time.
fn allowed(limits: &Limits) -> Option<Duration> {
    let clock = limits.clock.map(|clock| clock.remaining);
    limits.time.into_iter().chain(clock).min()
}
