//! Decisions out of games between the two programs.

use anyhow::{Context, Result};
use ludex_bench::gnubg::{Gnubg, board_after};
use ludex_bench::processor_time;
use ludex_games::tryktrak::evaluation::inputs::Class;
use ludex_games::tryktrak::notation::position_id;
use ludex_games::tryktrak::{Move, Phase, Position, Roll, Tryktrak};
use ludex_kit::{Notation, Playable, SearchSetup};
use ludex_search::support::random;
use ludex_search::{Game, Limits, Player, Root, Searcher, StopFlag, Turn};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::dispute::{Decision, Dispute, Settings};

/// The two programs.
pub(crate) struct Players {
    search: Box<dyn Searcher<Tryktrak>>,
    limits: Limits,
    gnubg: Gnubg,
    gnubg_plies: u32,
}

impl Players {
    pub(crate) fn new(
        game: &Tryktrak,
        setup: &SearchSetup,
        gnubg: Gnubg,
        settings: &Settings,
    ) -> Result<Self> {
        // The tables are made before any time is taken.
        (Tryktrak::INFO.warm_up)();
        Ok(Self {
            search: Tryktrak::SEARCHES[0].build(game, setup)?,
            limits: Limits::depth(settings.plies),
            gnubg,
            gnubg_plies: settings.gnubg_plies,
        })
    }

    /// What we do.
    fn ours(&mut self, pos: &Position) -> Result<Move> {
        let root = Root::new(*pos);
        let report = self
            .search
            .search(&root, &self.limits, &StopFlag::default(), &mut |_| {});
        report.best_move().context("a turn without a move")
    }

    /// What GNU Backgammon does.
    fn gnubgs(&mut self, game: &Tryktrak, pos: &Position) -> Result<Move> {
        self.gnubg.choice(self.gnubg_plies, game, pos)
    }

    /// The plays of both, ours first, and the time that each took.
    fn both(&mut self, game: &Tryktrak, pos: &Position) -> Result<([Move; 2], Seconds)> {
        let started = (processor_time(), self.gnubg.processor_time());
        let ours = self.ours(pos)?;
        let seconds = processor_time() - started.0;
        let gnubgs = self.gnubgs(game, pos)?;
        let seconds = Seconds {
            ours: seconds,
            gnubg: self.gnubg.processor_time() - started.1,
        };
        Ok(([ours, gnubgs], seconds))
    }
}

/// Processor time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seconds {
    pub(crate) ours: f64,
    pub(crate) gnubg: f64,
}

/// Decisions, one after the other.
pub(crate) struct Decisions {
    game: Tryktrak,
    players: Players,
    seed: u64,
    rng: Pcg64,
    pos: Position,
    /// Who we are in the game under way.
    we: Player,
    n_games: u64,
    n_asked: usize,
    /// What the choices of the decisions took.
    pub(crate) seconds: Seconds,
}

impl Decisions {
    pub(crate) fn new(game: Tryktrak, players: Players, seed: u64) -> Self {
        let mut decisions = Self {
            pos: game.start(),
            game,
            players,
            seed,
            rng: random::stream(seed, 0),
            we: Player(0),
            n_games: 0,
            n_asked: 0,
            seconds: Seconds::default(),
        };
        decisions.begin();
        decisions
    }

    /// How many games were begun.
    pub(crate) fn games(&self) -> u64 {
        self.n_games
    }

    /// Begins a game; whose turn it is to begin, begins.
    fn begin(&mut self) {
        self.rng = random::stream(self.seed, self.n_games);
        self.pos = self.game.start();
        let roll: Roll = self.game.sample(&self.pos, &mut self.rng);
        self.game.apply_chance(&mut self.pos, roll);
        let begins = self.pos.status().player;
        self.we = if self.n_games.is_multiple_of(2) {
            begins
        } else {
            begins.other()
        };
        self.n_games += 1;
    }

    /// Plays on until a decision that is looked at was made.
    pub(crate) fn next(&mut self) -> Result<Decision> {
        loop {
            match self.game.turn(&self.pos) {
                Turn::Over => self.begin(),
                Turn::Chance => {
                    let roll = self.game.sample(&self.pos, &mut self.rng);
                    self.game.apply_chance(&mut self.pos, roll);
                }
                Turn::Player(player) => {
                    if let Some(decision) = self.turn(player)? {
                        return Ok(decision);
                    }
                }
            }
        }
    }

    /// Lets a player decide; what there is to say of it if it is looked at.
    fn turn(&mut self, player: Player) -> Result<Option<Decision>> {
        let pos = self.pos;
        // One turn in four, so that more games are seen.
        let is_looked_at = pos.status().phase == Phase::Moving
            && self.rng.random_range(0..4) == 0
            && self.game.count_moves(&pos) > 1;
        if !is_looked_at {
            let mv = if player == self.we {
                self.players.ours(&pos)?
            } else {
                self.players.gnubgs(&self.game, &pos)?
            };
            self.game.play(&mut self.pos, mv);
            return Ok(None);
        }
        let (plays, seconds) = self.players.both(&self.game, &pos)?;
        self.seconds.ours += seconds.ours;
        self.seconds.gnubg += seconds.gnubg;
        let number = self.n_asked;
        self.n_asked += 1;
        let [ours, gnubgs] = plays;
        let mv = if player == self.we { ours } else { gnubgs };
        self.game.play(&mut self.pos, mv);
        Ok(Some(decision(&self.game, &pos, plays, number)))
    }
}

/// What there is to say of two plays, ours first.
fn decision(game: &Tryktrak, pos: &Position, plays: [Move; 2], number: usize) -> Decision {
    let [ours, gnubgs] = plays;
    let class = Class::of(pos.board()).name();
    let (first, second) = pos.status().dice;
    let dispute = (board_after(pos, ours) != board_after(pos, gnubgs)).then(|| Dispute {
        decision: number,
        class: class.into(),
        position_id: position_id::write(pos.board()),
        dice: format!("{first}{second}"),
        xgid: game.write_position(pos),
        our_play: game.write_move(pos, ours),
        gnubg_play: game.write_move(pos, gnubgs),
        by_us: None,
        by_gnubg: None,
    });
    Decision { class, dispute }
}
