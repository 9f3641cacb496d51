//! Games at random scores, with any cube.

use anyhow::{Context, Result};
use ludex_games::tryktrak::{Cube, Move, Options, Phase, Position, Roll, Status, Tryktrak};
use ludex_kit::{Playable, SearchSetup};
use ludex_search::support::random;
use ludex_search::{Game, Limits, Player, Root, Searcher, StopFlag, Turn};
use rand::{Rng, RngExt};
use rand_pcg::Pcg64;

/// A game in progress, in which no player doubles.
pub(crate) struct Walk {
    seed: u64,
    n_games: u64,
    money: bool,
    rng: Pcg64,
    game: Tryktrak,
    pos: Position,
    search: Option<Box<dyn Searcher<Tryktrak>>>,
}

impl Walk {
    /// `money` is true for games for money as well as matches, false for matches only.
    pub(crate) fn new(seed: u64, money: bool) -> Self {
        let game = Tryktrak::new();
        Self {
            seed,
            n_games: 0,
            money,
            rng: random::stream(seed, 0),
            pos: game.start(),
            game,
            search: None,
        }
    }

    /// The next position of this phase. Only one in six is used, so that the positions come from more games.
    pub(crate) fn next(&mut self, phase: Phase) -> Result<(Tryktrak, Position)> {
        loop {
            let pos = self.pos;
            let is_used = pos.status().phase == phase && self.rng.random_range(0..6) == 0;
            self.go_on()?;
            if is_used {
                return Ok((self.game.clone(), pos));
            }
        }
    }

    fn go_on(&mut self) -> Result<()> {
        let (game, pos) = (&self.game, &mut self.pos);
        let search = match &mut self.search {
            Some(search) if pos.status().phase != Phase::Over => search,
            _ => return self.begin(),
        };
        match game.turn(pos) {
            Turn::Chance => {
                let roll = game.sample(pos, &mut self.rng);
                game.apply_chance(pos, roll);
            }
            _ if pos.status().phase == Phase::ToRoll => {
                game.play(pos, Move::Roll);
            }
            _ => {
                let (root, limits) = (Root::new(*pos), Limits::depth(0));
                let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| {});
                game.play(pos, report.best_move().context("a turn without a move")?);
            }
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<()> {
        self.n_games += 1;
        self.rng = random::stream(self.seed, self.n_games);
        let rng = &mut self.rng;
        let length =
            if self.money && rng.random_range(0..5) < 2 { 0 } else { rng.random_range(3..=9) };
        let game = Tryktrak::with_options(Options::default().with_length(length)).single_game();
        let status = loop {
            let status = status(length, rng);
            if is_sensible(length, &status) {
                break status;
            }
        };
        let mut pos = game.start();
        let roll: Roll = game.sample(&pos, rng);
        game.apply_chance(&mut pos, roll);
        self.pos = pos.with_status(Status {
            score: status.score,
            crawford: status.crawford,
            cube: status.cube,
            ..pos.status()
        });
        self.search = Some(Tryktrak::SEARCHES[0].build(&game, &SearchSetup::default())?);
        self.game = game;
        Ok(())
    }
}

/// A random score and cube.
fn status(length: u8, rng: &mut impl Rng) -> Status {
    let score = [(); 2].map(|()| rng.random_range(0..length.max(1)));
    let one_away = score.map(|points| points + 1 == length);
    let doublings = rng.random_range(0..5_u8).saturating_sub(2);
    Status {
        score,
        crawford: one_away[0] != one_away[1] && rng.random_range(0..3) == 0,
        cube: Cube { doublings, owner: (doublings > 0).then(|| Player(rng.random_range(0..2))) },
        ..Status::START
    }
}

/// Whether the cube is plausible: the player who turned it last could gain from the double.
fn is_sensible(length: u8, status: &Status) -> bool {
    let Some(owner) = status.cube.owner else {
        return true;
    };
    let turner = owner.other().index();
    let before = status.cube.value() / 2;
    !status.crawford
        && (length == 0 || u32::from(status.score[turner]) + before < u32::from(length))
}
