//! A session of a game whose type is known here and nowhere else.

use crate::{
    ExplainedLine, Explanation, Facts, GameInfo, InputError, Playable, Record, RolledLine,
    RolledOut, RolloutObserver, RolloutRequest, SearchInfo, SearchKind, SearchSetup, Solved,
    SolverKind, Summary, TableRequest, TableStore, Tally, Variant, Verdict,
};
use ludex_search::proof::Progress;
use ludex_search::random::stream;
use ludex_search::{History, Limits, MoveList, Root, Score, Searcher, Step, StopFlag, Turn};
use rand_pcg::Pcg64;

use super::CouldNot;
use super::findings::{Findings, write_line};
use super::generate::{Puzzle, PuzzleRequest, generate};
use super::perft::{self, Counted, PerftOptions, PerftWatch};
use super::{
    MissingEvent, RandomOpening, SampleRequest, SampledGame, Session, SolveProgress, SolvedText,
    Standing, Word, before_draw, opening, result_word, sample,
};

/// A session of this game.
pub(super) fn erase<G: Playable>(game: G) -> Box<dyn Session> {
    Box::new(Erased {
        line: History::new(&game, game.start()),
        game,
        kind: None,
        setup: SearchSetup::default(),
        searcher: None,
        for_all: None,
    })
}

/// Enough to see what a search tells.
const TRY: Limits = Limits {
    nodes: Some(200),
    time: None,
    depth: None,
    clock: None,
};

struct Erased<G: Playable> {
    game: G,
    line: History<G>,
    kind: Option<&'static SearchKind<G>>,
    setup: SearchSetup,
    searcher: Option<Box<dyn Searcher<G>>>,
    /// The search that knows what each player may expect.
    for_all: Option<Box<dyn Searcher<G>>>,
}

impl<G: Playable> Erased<G> {
    fn now(&self) -> &G::Position {
        self.line.position()
    }

    /// Plays the steps of a word at the end of a game, all or none.
    fn extend(game: &G, line: &mut History<G>, word: &str) -> Result<String, InputError> {
        let length = line.n_positions();
        let steps = game.split_steps(word).into_iter();
        let written: Result<String, _> = steps
            .map(|step| Self::extend_by(game, line, step))
            .collect();
        written.inspect_err(|_| line.truncate(length))
    }

    /// Plays one step at the end of a game.
    fn extend_by(game: &G, line: &mut History<G>, text: &str) -> Result<String, InputError> {
        if let Some(result) = Self::result(game, line) {
            return Err(InputError::new(
                "move",
                text,
                format!("no further move: the game is over ({result})"),
            )
            .with_hint("leave out the moves after the end"));
        }
        let position = line.position();
        match game.parse_step(position, text)? {
            Step::Move(mv) => {
                let written = game.write_move(position, mv);
                line.play(game, mv);
                Ok(written)
            }
            Step::Event(event) => {
                let written = game.write_event(position, event);
                line.reveal(game, event);
                Ok(written)
            }
        }
    }

    /// The word for how a game ended, if it did.
    fn result(game: &G, line: &History<G>) -> Option<&'static str> {
        let pos = line.position();
        if game.turn(pos) != Turn::Over {
            return line.is_repeated(game).then_some("draw");
        }
        let returns = game.returns(pos);
        Some(result_word(&returns[..game.players()]))
    }

    /// The legal moves, none when the game is over or chance decides.
    fn moves(&self) -> Vec<G::Move> {
        let mut moves = MoveList::new();
        let playing = matches!(self.game.turn(self.now()), Turn::Player(_));
        if playing && Self::result(&self.game, &self.line).is_none() {
            self.game.legal_moves(self.now(), &mut moves);
        }
        moves
    }

    fn write(&self, mv: G::Move) -> String {
        self.game.write_move(self.now(), mv)
    }

    /// Searches need a player to move.
    fn check_playing(&self) -> anyhow::Result<()> {
        if let Some(result) = Self::result(&self.game, &self.line) {
            return Err(CouldNot(format!("no legal move: the game is over ({result})")).into());
        }
        match self.missing_event() {
            Some(missing) if self.game.awaits_event(self.now()).is_none() => {
                Err(missing.error_with_deal("position").into())
            }
            _ => Ok(()),
        }
    }

    fn searcher(&mut self) -> Result<&mut Box<dyn Searcher<G>>, InputError> {
        if self.searcher.is_none() {
            let kind = self.kind.or(G::searches().first());
            let kind = kind
                .ok_or_else(|| InputError::new("game", G::info().name, "a game with a search"))?;
            self.searcher = Some(kind.build(&self.game, &self.setup)?);
        }
        Ok(self.searcher.as_mut().expect("it was built just now"))
    }

    /// The first listed search that tells what each player may expect, as a short try shows.
    fn search_that_knows_all(&self, root: &Root<G>) -> Option<Box<dyn Searcher<G>>> {
        let setup = SearchSetup {
            options: self.setup.options.clone(),
            ..SearchSetup::default()
        };
        let knows_all = |searcher: &mut Box<dyn Searcher<G>>| {
            let report = searcher.search(root, &TRY, &StopFlag::default(), &mut |_| ());
            report
                .lines
                .first()
                .is_some_and(|line| line.returns.is_some())
        };
        let built = G::searches()
            .iter()
            .map(|kind| kind.build(&self.game, &setup));
        built
            .flatten()
            .find_map(|mut searcher| knows_all(&mut searcher).then_some(searcher))
    }

    /// The search for proofs that goes by this name; the game's default if none is given.
    fn solver(&self, name: Option<&str>) -> anyhow::Result<&'static SolverKind<G>> {
        let kind = self.named_solver(name)?;
        Ok(kind.ok_or_else(|| {
            let name = G::info().name;
            CouldNot(format!("{name} has no search for proofs yet"))
        })?)
    }

    /// The same, none if the game has none.
    fn named_solver(
        &self,
        name: Option<&str>,
    ) -> Result<Option<&'static SolverKind<G>>, InputError> {
        let kinds = G::solvers();
        let Some(name) = name else {
            return Ok(kinds.first());
        };
        let found = kinds.iter().find(|kind| kind.name == name);
        let found = found.ok_or_else(|| unknown_search(name, &self.solvers()))?;
        Ok(Some(found))
    }

    fn rolled_line(&self, line: &RolledLine<G::Move>) -> RolledLine<String> {
        RolledLine {
            mv: line.mv.map(|mv| self.write(mv)),
            value: line.value,
            error: line.error,
            explained: line.explained.clone(),
        }
    }

    /// A report is given a move even where a stop came before the first one was found.
    fn with_some_move(&self, mut findings: Findings) -> Findings {
        if findings.best_move().is_none()
            && let Some(&mv) = self.moves().first()
        {
            findings.lines = vec![super::findings::FoundLine {
                pv: vec![self.write(mv)],
                score: Score::DRAW,
                value: Some(0.0),
                bound: ludex_search::Bound::Lower,
                outlook: ludex_search::Outlook {
                    win: 0.5,
                    draw: 0.0,
                    loss: 0.5,
                },
                returns: None,
                nodes: 0,
                explained: ExplainedLine::default(),
            }];
        }
        findings
    }
}

impl<G: Playable> Session for Erased<G> {
    fn info(&self) -> &'static GameInfo {
        G::info()
    }

    fn variant(&self) -> Variant {
        self.game.variant()
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn set_line(&mut self, start: Option<&str>, steps: &[Word]) -> Result<(), InputError> {
        let start = match start {
            Some(text) => self.game.parse_position(text)?,
            None => self.game.start(),
        };
        let mut line = History::new(&self.game, start);
        for step in steps {
            Self::extend(&self.game, &mut line, &step.text).map_err(|error| step.locate(error))?;
        }
        self.line = line;
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<String, InputError> {
        Self::extend(&self.game, &mut self.line, text)
    }

    fn play_move(&mut self, text: &str) -> Result<String, InputError> {
        let mv = self.game.parse_move(self.now(), text)?;
        self.play(&self.write(mv))
    }

    fn draw_by(&mut self, rng: &mut Pcg64) -> Result<Option<String>, InputError> {
        if self.game.turn(self.now()) != Turn::Chance {
            return Ok(None);
        }
        let event = self.game.sample(self.now(), rng);
        let text = self.game.write_event(self.now(), event);
        self.play(&text).map(Some)
    }

    fn draw(&mut self, seed: u64) -> Result<Option<String>, InputError> {
        // A draw that was taken back comes again.
        self.draw_by(&mut stream(seed, self.line.n_positions() as u64))
    }

    fn see_as_players(&mut self) {
        let position = self.game.as_seen(self.now());
        self.line.restart(&self.game, position);
    }

    fn events(&self) -> Vec<String> {
        let mut events = Vec::new();
        if self.game.turn(self.now()) == Turn::Chance {
            self.game.events(self.now(), &mut events);
        }
        let write = |(event, _)| self.game.write_event(self.now(), event);
        events.into_iter().map(write).collect()
    }

    fn event_weights(&self) -> Vec<u32> {
        let mut events = Vec::new();
        if self.game.turn(self.now()) == Turn::Chance {
            self.game.events(self.now(), &mut events);
        }
        events.into_iter().map(|(_, weight)| weight).collect()
    }

    fn recorded_returns(&self, record: &Record) -> Result<Option<Vec<f32>>, InputError> {
        let told = self.game.recorded_returns(self.now(), record)?;
        Ok(told.map(|told| told[..self.game.players()].to_vec()))
    }

    fn end_record(&mut self, record: &Record) {
        let before = self.line.position_before();
        if let Some(position) = self.game.end_of_record(before, self.now(), record) {
            self.line.restart(&self.game, position);
        }
    }

    fn margins(&self) -> Option<Vec<f32>> {
        let is_over = self.game.turn(self.now()) == Turn::Over;
        let margins = is_over.then(|| self.game.margins(self.now())).flatten()?;
        Some(margins[..self.game.players()].to_vec())
    }

    fn random_opening(&self, plies: u32, rng: &mut Pcg64) -> Option<RandomOpening> {
        opening::random(&self.game, plies, rng)
    }

    fn sample(
        &self,
        start: Option<&str>,
        steps: &[Word],
        request: &SampleRequest,
        rng: &mut Pcg64,
    ) -> Result<SampledGame, InputError> {
        sample::take(&self.game, start, steps, request, rng)
    }

    fn undo(&mut self) -> bool {
        self.line.pop()
    }

    fn position(&self) -> String {
        self.game.write_position(self.now())
    }

    fn position_as(&self, notation: &str) -> String {
        self.game.write_position_as(self.now(), notation)
    }

    fn standing(&self) -> Standing {
        let result = Self::result(&self.game, &self.line);
        let returns = result.map(|_| {
            if self.game.turn(self.now()) == Turn::Over {
                self.game.returns(self.now())[..self.game.players()].to_vec()
            } else {
                vec![0.0; self.game.players()]
            }
        });
        let to_move = match self.game.turn(self.now()) {
            Turn::Player(player) if result.is_none() => Some(player.index() + 1),
            _ => None,
        };
        Standing {
            ply: self.game.ply(self.now()),
            to_move,
            next: to_move.unwrap_or_else(|| self.game.next_player(self.now()).index() + 1),
            over: result.is_some(),
            result,
            returns,
        }
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = self.moves();
        moves.into_iter().map(|mv| self.write(mv)).collect()
    }

    fn distinct_moves(&self) -> Vec<String> {
        let mut seen = std::collections::HashSet::new();
        let mut is_new = |mv: &G::Move| {
            let mut child = self.now().clone();
            self.game.play(&mut child, *mv);
            seen.insert(self.game.write_position(&child))
        };
        let mut moves = self.moves();
        moves.retain(&mut is_new);
        moves.into_iter().map(|mv| self.write(mv)).collect()
    }

    fn render(&self) -> String {
        self.game.render(self.now())
    }

    fn has_long_turns(&self) -> bool {
        G::has_long_turns()
    }

    fn facts(&self) -> Facts {
        self.game.facts(self.now())
    }

    fn move_facts(&self, text: &str) -> Facts {
        match self.game.parse_step(self.now(), text) {
            Ok(Step::Move(mv)) => self.game.move_facts(self.now(), mv),
            _ => Facts::new(),
        }
    }

    fn notes(&self) -> Vec<(String, String)> {
        self.game.notes(self.now())
    }

    fn perft(&self, options: &PerftOptions, watch: &PerftWatch) -> anyhow::Result<Counted> {
        perft::count(&self.game, self.now(), options, watch)
    }

    fn searches(&self) -> Vec<SearchInfo> {
        let info = |kind: &SearchKind<G>| kind.info(&self.game);
        G::searches().iter().map(info).collect()
    }

    fn solvers(&self) -> Vec<SearchInfo> {
        G::solvers().iter().map(SolverKind::info).collect()
    }

    fn configure(&mut self, search: Option<&str>, setup: SearchSetup) -> Result<(), InputError> {
        let kinds = G::searches();
        let kind = match search {
            Some(name) => {
                let kind = kinds.iter().find(|kind| kind.name == name);
                Some(kind.ok_or_else(|| unknown_search(name, &self.searches()))?)
            }
            None => self.kind.or(kinds.first()),
        };
        if let Some(kind) = kind {
            kind.check(&self.game, &setup)?;
        }
        self.kind = kind;
        self.setup = setup;
        self.searcher = None;
        self.for_all = None;
        Ok(())
    }

    fn warm_up(&self) {
        self.game.warm_up();
    }

    fn prepare(&mut self) -> Result<(), InputError> {
        self.searcher().map(drop)
    }

    fn configure_solver(
        &mut self,
        solver: Option<&str>,
        setup: SearchSetup,
    ) -> Result<(), InputError> {
        if let Some(kind) = self.named_solver(solver)? {
            kind.info().check(&setup)?;
        }
        self.setup = setup;
        Ok(())
    }

    fn missing_event(&self) -> Option<MissingEvent> {
        let example = self.events().into_iter().next()?;
        Some(MissingEvent {
            words: self.game.missing_event(self.now()),
            example,
        })
    }

    fn values_draws(&self) -> bool {
        self.game.score_of_draws(0.0).is_some() || self.game.awaits_event(self.now()).is_some()
    }

    fn appraise(&self) -> Result<Explanation, InputError> {
        self.game.appraise(&self.setup, self.now())
    }

    fn usual_lines(&self) -> usize {
        G::usual_lines()
    }

    fn new_game(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.new_game();
        }
    }

    fn search(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Findings),
    ) -> anyhow::Result<Findings> {
        let moves_left = self.game.moves_left(self.now());
        let limits = &Limits {
            clock: limits.clock.map(|clock| clock.with_moves_left(moves_left)),
            ..*limits
        };
        if self.game.turn(self.now()) == Turn::Chance {
            let (game, pos) = (self.game.clone(), self.now().clone());
            let searcher = &mut **self.searcher()?;
            let found = before_draw::search(&game, searcher, &pos, limits, stop, observer);
            if let Some(findings) = found {
                return Ok(findings);
            }
        }
        self.check_playing()?;
        let root = self.line.root();
        let game = self.game.clone();
        let searcher = self.searcher()?;
        let report = searcher.search(&root, limits, stop, &mut |report| {
            observer(&Findings::new(&game, &root.position, report));
        });
        Ok(self.with_some_move(Findings::new(&game, &root.position, &report)))
    }

    fn roll_out(
        &self,
        setup: &SearchSetup,
        request: &RolloutRequest<String>,
        stop: &StopFlag,
        observer: &mut RolloutObserver<'_, String>,
    ) -> anyhow::Result<Option<RolledOut<String>>> {
        let pos = self.now();
        if let Some(result) = Self::result(&self.game, &self.line) {
            return Err(
                CouldNot(format!("nothing to roll out: the game is over ({result})")).into(),
            );
        }
        let parse = |text: &String| {
            let parsed = self.game.parse_move(pos, text);
            parsed.map_err(|error| InputError {
                place: "--plays".into(),
                ..error
            })
        };
        let request = RolloutRequest {
            plays: request.plays.iter().map(parse).collect::<Result<_, _>>()?,
            options: request.options.clone(),
            lines: request.lines,
            cubeful: request.cubeful,
        };
        let in_words = |rolled: &RolledOut<G::Move>| RolledOut {
            lines: rolled
                .lines
                .iter()
                .map(|line| self.rolled_line(line))
                .collect(),
            trials: rolled.trials,
            elapsed: rolled.elapsed,
            explanation: rolled.explanation.clone(),
        };
        let mut tell = |rolled: &RolledOut<G::Move>| observer(&in_words(rolled));
        let rolled = self.game.roll_out(setup, pos, &request, stop, &mut tell);
        Ok(rolled.transpose()?.as_ref().map(in_words))
    }

    fn search_for_all(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<Vec<f32>>> {
        self.check_playing()?;
        let root = self.line.root();
        if self.for_all.is_none() {
            self.for_all = self.search_that_knows_all(&root);
        }
        let Some(searcher) = &mut self.for_all else {
            return Ok(None);
        };
        let report = searcher.search(&root, limits, stop, &mut |_| ());
        let told = report.lines.first().and_then(|line| line.returns);
        Ok(told.map(|told| told[..self.game.players()].to_vec()))
    }

    fn solve_by_tables(
        &self,
        request: TableRequest,
        store: &dyn TableStore,
    ) -> Result<Option<Solved>, InputError> {
        self.game
            .solve_by_tables(self.now(), request, store)
            .transpose()
    }

    fn judge_record(
        &mut self,
        words: &[Word],
        setup: &SearchSetup,
        limits: &Limits,
        stop: &StopFlag,
        tell: &mut dyn FnMut(usize, &Verdict) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<Tally>> {
        let Some(judge) = self.game.judge(setup) else {
            return Ok(None);
        };
        let mut judge = judge?;
        let mut tally = judge.tally();
        for (index, word) in words.iter().enumerate() {
            let pos = self.now().clone();
            let played = self.play(&word.text).map_err(|error| word.locate(error))?;
            let step = self.game.parse_step(&pos, &played)?;
            let verdict = judge.judge(&pos, step, limits, stop);
            if stop.is_stopped() {
                // A search that was cut short is no judge.
                break;
            }
            if let Some(verdict) = verdict {
                tell(index, &verdict)?;
            }
            tally = judge.tally();
        }
        Ok(Some(tally))
    }

    fn summarise(&self, tally: &Tally) -> Summary {
        G::summarise(tally)
    }

    fn solve(
        &mut self,
        solver: Option<&str>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&SolveProgress),
    ) -> anyhow::Result<SolvedText> {
        self.check_playing()?;
        let kind = self.solver(solver)?;
        let root = self.line.root();
        let mut tell = |progress: &Progress<G::Move>| {
            observer(&SolveProgress {
                depth: progress.depth,
                moves: progress.moves.iter().map(|&mv| self.write(mv)).collect(),
                nodes: progress.nodes,
                elapsed: progress.elapsed,
            });
        };
        let solution = kind.solve(&self.game, &self.setup, &root, limits, stop, &mut tell)?;
        let moves = solution.moves.iter().map(|&mv| self.write(mv));
        Ok(SolvedText {
            result: solution.result,
            plies: solution.plies,
            moves: moves.collect(),
            line: write_line(&self.game, self.now(), &solution.line),
            depth: solution.depth,
            exhausted: solution.exhausted,
            nodes: solution.nodes,
        })
    }

    fn generate(
        &mut self,
        solver: Option<&str>,
        request: &PuzzleRequest,
        found: &mut dyn FnMut(&Puzzle) -> anyhow::Result<()>,
    ) -> anyhow::Result<usize> {
        let kind = self.solver(solver)?;
        generate(&self.game, &self.setup, kind, request, found)
    }
}

fn unknown_search(name: &str, known: &[SearchInfo]) -> InputError {
    let names: Vec<&str> = known.iter().map(|info| info.name).collect();
    let error = InputError::new("search", name, format!("one of {}", names.join(", ")));
    error.with_nearest(name, names)
}
