//! The referee plays one game from its opening to its end: with clocks, rulings and adjudication.

use std::time::{Duration, Instant};

use ludex_kit::registry::{CouldNot, FoundLine, Session};
use ludex_kit::{InputError, Language, say};
use ludex_search::arena::{Overstepped, PlayerClock, event_stream};
use ludex_search::support::random::stream;
use ludex_search::{Limits, StopFlag, TimeControl};
use rand_pcg::Pcg64;

use super::arena::{Arena, ArenaPlayer, BookLine, Opening};
use super::results::{GameEnding, GameLine, PlyNote};
use super::schedule::GameJob;
use super::settings::Adjudicate;
use ludex_protocols::client::{Client, EngineAnswer, EngineQuestion, Fault};

/// Number of the random stream for the moves of random players.
const PLAYERS: u64 = 3 << 32;

impl Arena {
    /// Plays a game, from `opening` if given; `None` if the flag stopped it. Results are read by other machines, so faults are described in
    /// English.
    pub fn play(
        &self,
        job: &GameJob,
        opening: Option<&BookLine>,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<GameLine>> {
        Language::English.scope(|| self.play_in_english(job, opening, stop))
    }

    fn play_in_english(
        &self,
        job: &GameJob,
        opening: Option<&BookLine>,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<GameLine>> {
        let opening = match opening {
            Some(line) => self.read_opening(line)?,
            None => self.opening_of(job.pair)?,
        };
        let mut seats = Vec::with_capacity(job.seats.len());
        for &player in &job.seats {
            seats.push(self.take_seat(player)?);
        }
        let mut play = RefereedGame::new(self, job, opening)?;
        let finished = play.run(&mut seats, job, stop)?;
        for (&player, seat) in job.seats.iter().zip(seats) {
            self.idle(player).push(seat);
        }
        Ok(finished.then_some(play.line))
    }
}

/// A game in progress.
struct RefereedGame<'a> {
    arena: &'a Arena,
    session: Box<dyn Session>,
    line: GameLine,
    clocks: Vec<PlayerClock>,
    events: Pcg64,
    choices: Pcg64,
}

impl<'a> RefereedGame<'a> {
    /// Starts the game of a job at the position after its opening.
    fn new(arena: &'a Arena, job: &GameJob, opening: Opening) -> anyhow::Result<Self> {
        let names = job.seats.iter().map(|&player| &arena.settings.players[player].name);
        let clocks = job
            .seats
            .iter()
            .map(|&player| PlayerClock::new(arena.limits[player], arena.margins[player]));
        let seed = arena.settings.seed;
        let number = (job.seating as u64) << 40 | (job.meeting as u64) << 48;
        Ok(Self {
            session: arena.playable_session_after(&opening)?,
            clocks: clocks.collect(),
            // Both games of a pair have the same dice and tile draws.
            events: event_stream(seed, job.pair),
            choices: stream(seed, (PLAYERS | u64::from(job.pair)) ^ number),
            line: GameLine {
                run: None,
                seed: Some(seed),
                job: job.clone(),
                names: names.cloned().collect(),
                start: opening.start,
                opening: opening.moves.len(),
                marks: vec![PlyNote::default(); opening.moves.len()],
                moves: opening.moves,
                ending: GameEnding::Rules,
                blame: None,
                detail: None,
                returns: vec![0.0; arena.n_seats()],
                result: None,
                margins: None,
                luck: arena.settings.luck.then(|| vec![0.0; arena.n_seats()]),
            },
            arena,
        })
    }

    /// Plays to the end; false if the flag was raised.
    fn run(
        &mut self,
        seats: &mut [ArenaPlayer],
        job: &GameJob,
        stop: &StopFlag,
    ) -> anyhow::Result<bool> {
        for (seat, brain) in seats.iter_mut().enumerate() {
            match brain {
                ArenaPlayer::Search(session) => {
                    session.new_game();
                    let player = &self.arena.settings.players[job.seats[seat]];
                    session.set_book_seed(player.book_seed(job.pair));
                    session.go_to(&*self.session);
                    // Tables are allocated before the clock starts. Without a clock, the search itself allocates them, and a small search
                    // needs only a small table.
                    if self.clocks[seat].allowed().is_some() {
                        session.prepare()?;
                    }
                }
                ArenaPlayer::Random => {}
                ArenaPlayer::Gone => {
                    self.fault(
                        seat,
                        GameEnding::Start,
                        say!("the player failed in an earlier game and is not restarted"),
                    );
                    return Ok(true);
                }
                ArenaPlayer::Outside(client) => {
                    if let Err(fault) = client.new_game(&self.arena.variant, stop) {
                        if stop.is_stopped() {
                            return Ok(false);
                        }
                        self.fault(seat, GameEnding::Start, fault.detail);
                        return Ok(true);
                    }
                }
            }
        }
        loop {
            let status = self.session.status();
            if let Some(result) = status.result {
                self.line.returns = result.singles();
                self.line.result = result.written;
                self.line.margins = result.margins;
                return Ok(true);
            }
            let Some(player) = status.to_move else {
                if let Some(event) = self.session.draw_event(&mut self.events) {
                    self.measure_luck(&event)?;
                    let event = self.session.play(&event)?;
                    self.add(event, PlyNote::default(), seats)?;
                }
                continue;
            };
            let seat = player - 1;
            if self.is_adjudicated(seat) {
                return Ok(true);
            }
            let limits = self.clocks[seat].limits();
            let found = self.turn(seat, &mut seats[seat], &limits, stop)?;
            // If the flag was raised, the player is not at fault.
            if stop.is_stopped() {
                return Ok(false);
            }
            let Some((mv, mark)) = found else {
                return Ok(true);
            };
            self.add(mv, mark, seats)?;
        }
    }

    /// Adds the luck of an event that is about to be played.
    fn measure_luck(&mut self, event: &str) -> anyhow::Result<()> {
        if let Some(sums) = &mut self.line.luck
            && let Some(luck) = self.session.luck_of(event)?
        {
            for (sum, luck) in sums.iter_mut().zip(luck) {
                *sum += luck;
            }
        }
        Ok(())
    }

    /// One player's move, played on the referee's board; `None` if the game ended by a fault.
    fn turn(
        &mut self,
        seat: usize,
        brain: &mut ArenaPlayer,
        limits: &Limits,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<(String, PlyNote)>> {
        let began = Instant::now();
        let mut mark = PlyNote { seat: Some(seat), ..PlyNote::default() };
        let mut complaint = None;
        let mv = match brain {
            ArenaPlayer::Random => {
                let mv = self.session.random_move(&mut self.choices);
                let mv = mv.ok_or_else(|| CouldNot(say!("the random player has no legal move")))?;
                return Ok(Some((self.session.play_move(&mv)?, mark)));
            }
            ArenaPlayer::Search(session) => {
                let found = session.search(limits, stop, &mut |_| {})?;
                mark.depth = Some(found.depth);
                mark.score = found.best().map(FoundLine::protocol_score);
                mark.expected =
                    found.best().map(|line| rounded(f64::from(line.wdl.expectation()) / 2.0 + 0.5));
                found.best_move().map(str::to_owned)
            }
            ArenaPlayer::Outside(client) => match self.ask(seat, client, limits) {
                Ok(answer) => {
                    mark.depth = answer.depth;
                    mark.score = answer.score;
                    mark.expected = answer.expected.map(rounded);
                    complaint = answer.complaint;
                    Some(answer.text)
                }
                Err(fault) => {
                    if !self.arena.settings.restart {
                        *brain = ArenaPlayer::Gone;
                    }
                    self.fault(seat, fault.kind.into(), fault.detail);
                    return Ok(None);
                }
            },
            ArenaPlayer::Gone => {
                unreachable!("a game with this player is a forfeit and does not begin")
            }
        };
        let used = began.elapsed();
        mark.time_ms = Some((used.as_secs_f64() * 1e5).round() / 100.0);
        if let Err(Overstepped { used, allowed }) = self.clocks[seat].spend(used) {
            let (used, allowed) = (used.as_millis(), allowed.as_millis());
            let detail = say!("{used} ms used, {allowed} ms allowed", used, allowed);
            self.fault(seat, GameEnding::Time, detail);
            return Ok(None);
        }
        let made = match mv.filter(|mv| !mv.is_empty()) {
            Some(mv) => self.session.play_move(&mv),
            None => Err(InputError::new("move", "", say!("a move"))),
        };
        Ok(match made {
            Ok(mv) => Some((mv, mark)),
            Err(error) => {
                let reason = complaint.map_or(String::new(), |line| format!(" ({line})"));
                self.fault(seat, GameEnding::IllegalMove, format!("{error}{reason}"));
                None
            }
        })
    }

    /// Records a move or event that was played on the referee's board, and plays it on the boards of the players.
    fn add(
        &mut self,
        text: String,
        mark: PlyNote,
        seats: &mut [ArenaPlayer],
    ) -> anyhow::Result<()> {
        for seat in seats {
            if let ArenaPlayer::Search(session) = seat {
                session.play(&text)?;
            }
        }
        self.line.moves.push(text);
        self.line.marks.push(mark);
        Ok(())
    }

    fn ask(
        &self,
        seat: usize,
        client: &mut Client,
        limits: &Limits,
    ) -> Result<EngineAnswer, Fault> {
        let milliseconds = |clock: &PlayerClock| {
            let endless = TimeControl::new(Duration::from_hours(1), Duration::ZERO);
            let clock = clock.limits().clock.unwrap_or(endless);
            (clock.remaining.as_millis(), clock.increment.as_millis())
        };
        let clocks: Vec<_> = self.clocks.iter().map(milliseconds).collect();
        let clock = &self.clocks[seat];
        client.ask(&EngineQuestion {
            start: self.line.start.as_deref(),
            moves: &self.line.moves,
            seat,
            limits,
            allowed: clock.allowed().map(|allowed| allowed + clock.margin()),
            clocks: &clocks,
        })
    }

    fn fault(&mut self, seat: usize, ending: GameEnding, detail: String) {
        self.line.ending = ending;
        self.line.blame = Some(seat);
        self.line.detail = Some(detail);
        self.line.returns = self.session.lost_by(seat + 1).singles();
    }

    /// Whether the game ends by adjudication.
    fn is_adjudicated(&mut self, mover: usize) -> bool {
        let rules: &Adjudicate = &self.arena.settings.adjudicate;
        let plies = self.line.moves.len();
        let most = rules.length.unwrap_or(self.session.info().endless_after);
        if plies >= most as usize {
            self.line.ending = GameEnding::Length;
            return true;
        }
        if self.line.returns.len() != 2 || plies < rules.after.unwrap_or(0) as usize {
            return false;
        }
        // The scores of the last plies, from the view of the player to move.
        let score_before = |back: usize| {
            let score = self.line.marks[plies - back].score?;
            Some(if back.is_multiple_of(2) { score } else { -score })
        };
        let all = |n: u32, test: &dyn Fn(f64) -> bool| {
            let n = n as usize;
            n > 0 && n <= plies && (1..=n).all(|back| score_before(back).is_some_and(test))
        };
        if let (Some(n), Some(most)) = (rules.draw_plies, rules.draw_score)
            && all(n, &|score| score.abs() <= most)
        {
            self.line.ending = GameEnding::Adjudicated;
            return true;
        }
        if let (Some(n), Some(least)) = (rules.win_plies, rules.win_score) {
            for (winner, sign) in [(mover, 1.0), (1 - mover, -1.0)] {
                if all(n, &|score| score * sign >= least) {
                    self.line.ending = GameEnding::Adjudicated;
                    self.line.returns = vec![-1.0; 2];
                    self.line.returns[winner] = 1.0;
                    return true;
                }
            }
        }
        false
    }
}

/// An expected result, rounded for the file.
fn rounded(expected: f64) -> f64 {
    (expected * 1e4).round() / 1e4
}
