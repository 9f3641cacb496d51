//! A game under way whose type is known here, in this folder, and nowhere above it.

use std::any::Any;
use std::sync::OnceLock;

use ludex_search::{
    History, Limits, MoveList, ProofResult, Report, Returns, Root, Searcher, Step, StopFlag, Turn,
};

use super::books::OpenBook;
use super::error::unless_over;
use super::findings::{Findings, FoundLine};
use super::session::result_word;
use super::{ChanceEvents, CouldNot, GameStatus, Session, SessionError, Token, before_chance};
use crate::interface::catalogue::{GameInfo, Playable};
use crate::interface::input_error::InputError;
use crate::interface::judging::Judge;
use crate::interface::learner::{Learner, NETWORK};
use crate::interface::level::Level;
use crate::interface::search_kinds::{SearchInfo, SearchKind, SearchSetup};
use crate::interface::variant::Variant;
use crate::support::book::Book;

/// A session of a game of this type: the game, its moves so far, and the chosen search.
pub(super) struct Erased<G: Playable> {
    pub(super) game: G,
    pub(super) line: History<G>,
    kind: Option<&'static SearchKind<G>>,
    pub(super) setup: SearchSetup,
    /// The moves among which the next search chooses; all if there is none.
    pub(super) only: Vec<G::Move>,
    searcher: Option<Box<dyn Searcher<G>>>,
    pub(super) book: OpenBook,
    /// The book that the game brings along, once somebody asks what it knows.
    pub(super) shipped_book: OnceLock<Option<Book>>,
    /// The search that knows what each player may expect.
    pub(super) for_all: Option<Box<dyn Searcher<G>>>,
    /// Who judges records in the manner of the game, once there was something to judge.
    pub(super) judge: Option<Box<dyn Judge<G>>>,
}

impl<G: Playable> Erased<G> {
    pub(super) fn new(game: G, line: History<G>) -> Self {
        Self {
            line,
            game,
            kind: None,
            setup: SearchSetup::default(),
            only: Vec::new(),
            searcher: None,
            book: OpenBook::default(),
            shipped_book: OnceLock::new(),
            for_all: None,
            judge: None,
        }
    }

    pub(super) fn now(&self) -> &G::Position {
        self.line.position()
    }

    /// The word for how the game ended, if it did.
    pub(super) fn result(&self) -> Option<&'static str> {
        result(&self.game, &self.line)
    }

    /// Whether the game is drawn by repetition, though it could go on by the position alone.
    pub(super) fn is_repeated(&self) -> bool {
        self.game.turn(self.now()) != Turn::Over && self.line.is_repeated(&self.game)
    }

    /// The legal moves, none when the game is over or chance decides.
    pub(super) fn moves(&self) -> Vec<G::Move> {
        let mut moves = MoveList::new();
        let playing = matches!(self.game.turn(self.now()), Turn::Player(_));
        if playing && self.result().is_none() {
            self.game.legal_moves(self.now(), &mut moves);
        }
        moves
    }

    pub(super) fn write(&self, mv: G::Move) -> String {
        self.game.write_move(self.now(), mv)
    }

    /// Moves of the position at hand, each as text.
    pub(super) fn written(&self, moves: &[G::Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.write(mv)).collect()
    }

    /// About how many moves the player to move still has to make; none where a game lasts longer than is usual.
    fn moves_left(&self) -> u32 {
        let made = self.game.ply(self.now()) / self.game.players() as u32;
        G::INFO.usual_moves.saturating_sub(made)
    }

    /// Whether the game's own search plays, and nothing was chosen about how it judges.
    pub(super) fn plays_as_it_is(&self) -> bool {
        let (chosen, own) = (self.kind.or(G::SEARCHES.first()), G::SEARCHES.first());
        let is_own = chosen.map(|kind| kind.name) == own.map(|kind| kind.name);
        let setup = &self.setup;
        is_own
            && setup.evaluator.is_none()
            && setup.trained.is_none()
            && setup.parameters.is_empty()
    }

    /// Searches need a player to move.
    pub(super) fn check_playing(&self) -> Result<(), SessionError> {
        if let Some(result) = self.result() {
            return Err(CouldNot::at_the_end("no legal move", result).into());
        }
        match self.missing_event() {
            Some(missing) if self.game.offers().chance.awaits_event(self.now()).is_none() => {
                Err(missing.error_with_deal("position").into())
            }
            _ => Ok(()),
        }
    }

    /// The chosen search, built when it is used first.
    fn searcher(&mut self) -> Result<&mut dyn Searcher<G>, InputError> {
        let searcher = if let Some(searcher) = self.searcher.take() {
            searcher
        } else {
            self.built(self.setup.level)?
        };
        Ok(&mut **self.searcher.insert(searcher))
    }

    /// The chosen search as a player of this level uses it.
    fn built(&self, level: Level) -> Result<Box<dyn Searcher<G>>, InputError> {
        let kind = self.kind.or(G::SEARCHES.first());
        let kind = kind.ok_or_else(|| no_search(G::INFO))?;
        let setup = SearchSetup { level, ..self.setup.clone() };
        kind.build(&self.game, &setup)
    }

    /// A report in words. It is given a move even where a stop came before the first one was found.
    fn findings(&self, root: &Root<G>, report: &Report<G::Move>) -> Findings {
        let mut findings = Findings::new(&self.game, self.now(), report);
        if findings.best_move().is_none()
            && let Some(mv) = self.moves().into_iter().find(|&mv| root.admits(mv))
        {
            findings.lines = vec![FoundLine::unsearched(self.write(mv))];
        }
        findings
    }
}

/// The most moves and events of a game. Every step takes memory, and a board that grows has coordinates of 16 bits.
const MAX_STEPS: usize = 30_000;

/// Plays the steps of a word at the end of a game, all or none.
fn extend<G: Playable>(game: &G, line: &mut History<G>, word: &str) -> Result<String, InputError> {
    let length = line.n_positions();
    let steps = game.split_steps(word).into_iter();
    let written: Result<String, _> = steps.map(|step| extend_by(game, line, step)).collect();
    written.inspect_err(|_| line.truncate(game, length))
}

/// Plays one step at the end of a game.
fn extend_by<G: Playable>(
    game: &G,
    line: &mut History<G>,
    text: &str,
) -> Result<String, InputError> {
    unless_over(result(game, line), text)?;
    if line.n_positions() > MAX_STEPS {
        let expected = format!("at most {MAX_STEPS} moves and events in a game");
        return Err(InputError::new("move", text, expected));
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
            line.apply_chance(game, event);
            Ok(written)
        }
    }
}

/// The word for how a game ended, if it did.
fn result<G: Playable>(game: &G, line: &History<G>) -> Option<&'static str> {
    let pos = line.position();
    if game.turn(pos) != Turn::Over {
        return line.is_repeated(game).then_some("draw");
    }
    let returns = game.returns(pos);
    Some(result_word(&returns[..game.players()]))
}

impl<G: Playable> Session for Erased<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn variant(&self) -> Variant {
        self.game.variant()
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn extend(&mut self, steps: &[Token]) -> Result<(), InputError> {
        let length = self.line.n_positions();
        let played = steps.iter().try_for_each(|step| {
            self.play(&step.text).map(drop).map_err(|error| step.locate(error))
        });
        played.inspect_err(|_| self.line.truncate(&self.game, length))
    }

    fn restart(&mut self) {
        self.line.truncate(&self.game, 1);
    }

    fn start_at(&mut self, position: Option<&str>) -> Result<(), InputError> {
        self.line = History::new(&self.game, self.game.parse_start(position)?);
        Ok(())
    }

    fn go_to(&mut self, other: &dyn Session) -> bool {
        let other: &dyn Any = other;
        let same = other.downcast_ref::<Self>();
        let same = same.filter(|other| other.game.variant() == self.game.variant());
        if let Some(other) = same {
            self.line = other.line.clone();
        }
        same.is_some()
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(Self::new(self.game.clone(), self.line.clone()))
    }

    fn play(&mut self, text: &str) -> Result<String, InputError> {
        extend(&self.game, &mut self.line, text)
    }

    fn play_move(&mut self, text: &str) -> Result<String, InputError> {
        let mv = self.game.parse_move(self.now(), text)?;
        self.play(&self.write(mv))
    }

    fn undo(&mut self) -> bool {
        self.line.pop(&self.game)
    }

    fn position(&self) -> String {
        self.game.write_position(self.now())
    }

    fn status(&self) -> GameStatus {
        let (game, pos) = (&self.game, self.now());
        let n_players = game.players();
        let (turn, result) = (game.turn(pos), self.result());
        let is_over = turn == Turn::Over;
        let to_move = match turn {
            Turn::Player(player) if result.is_none() => Some(player.index() + 1),
            _ => None,
        };
        let endings = game.offers().endings.filter(|_| is_over);
        let margins = endings.and_then(|endings| endings.margins(pos));
        // A game that is drawn by repetition could go on: its rules tell no returns, and the players share what there is.
        let returns = if is_over {
            game.returns(pos)
        } else {
            let mut returns = Returns::default();
            returns[..n_players].fill(2.0 / n_players as f32 - 1.0);
            returns
        };
        GameStatus {
            ply: game.ply(pos),
            to_move,
            next: to_move.unwrap_or_else(|| game.next_player(pos).index() + 1),
            over: result.is_some(),
            result,
            returns: result.map(|_| returns[..n_players].to_vec()),
            margins: margins.map(|margins| margins[..n_players].to_vec()),
        }
    }

    fn legal_moves(&self) -> Vec<String> {
        self.written(&self.moves())
    }

    fn searches(&self) -> Vec<SearchInfo> {
        let info = |kind: &SearchKind<G>| kind.info(&self.game);
        G::SEARCHES.iter().map(info).collect()
    }

    fn configure(&mut self, search: Option<&str>, setup: SearchSetup) -> Result<(), InputError> {
        let kinds = G::SEARCHES;
        let kind = match search {
            Some(name) => {
                let kind = kinds.iter().find(|kind| kind.name == name);
                let names = || kinds.iter().map(|kind| kind.name).collect();
                Some(kind.ok_or_else(|| unknown_search(name, names()))?)
            }
            None => self.kind.or(kinds.first()),
        };
        if let Some(kind) = kind {
            kind.check(&self.game, &setup)?;
        }
        self.check_book(&setup.book)?;
        self.kind = kind;
        self.book = OpenBook::new(setup.options.seed);
        self.setup = setup;
        self.searcher = None;
        self.for_all = None;
        self.judge = None;
        Ok(())
    }

    fn chosen(&self) -> (Option<&'static str>, Option<String>) {
        let Some(kind) = self.kind.or(G::SEARCHES.first()) else {
            return (None, None);
        };
        let own = || Some((*kind.info(&self.game).evaluators.first()?).to_owned());
        (Some(kind.name), self.setup.evaluator.clone().or_else(own))
    }

    fn unlearnt(&self) -> Option<&'static str> {
        let (_, evaluator) = self.chosen();
        evaluator.filter(|name| name == NETWORK)?;
        (self.game.offers().unlearnt)(&self.game)
    }

    fn build(&mut self) -> Result<(), InputError> {
        self.searcher().map(drop)
    }

    fn prepare(&mut self) -> Result<(), InputError> {
        (G::INFO.warm_up)();
        self.searcher().map(Searcher::prepare)
    }

    fn learner(&self) -> Option<Box<dyn Learner>> {
        let learner = self.game.offers().learner?;
        Some(learner(&self.game))
    }

    fn new_game(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.new_game();
        }
        if let Some(searcher) = &mut self.for_all {
            searcher.new_game();
        }
    }

    fn search(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Findings),
    ) -> Result<Findings, SessionError> {
        let only = std::mem::take(&mut self.only);
        if only.is_empty()
            && let Some(findings) = self.answer(limits)
        {
            return Ok(findings);
        }
        let limits = &limits_with(limits, self.moves_left());
        let (game, mut root) = (self.game.clone(), self.line.root());
        if !only.is_empty() {
            root = root.among(only);
        }
        if game.turn(&root.position) == Turn::Chance {
            // What a position is worth does not depend on who asks.
            let mut judge = None;
            let searcher = if self.setup.level.is_full() {
                self.searcher()?
            } else {
                &mut **judge.insert(self.built(Level::FULL)?)
            };
            let found =
                before_chance::search(&game, searcher, &root.position, limits, stop, observer);
            if let Some(findings) = found {
                return Ok(findings);
            }
        }
        self.check_playing()?;
        let mut past = game.repetition().map(|_| self.line.clone());
        let mut ended = |mut report: Report<G::Move>| {
            keep_admitted(&root, &mut report);
            if let Some(past) = &mut past {
                end_at_repetitions(&game, past, &mut report);
            }
            report
        };
        let report = self.searcher()?.search(&root, limits, stop, &mut |report| {
            observer(&Findings::new(&game, &root.position, &ended(report.clone())));
        });
        Ok(self.findings(&root, &ended(report)))
    }
}

/// Where not every move may be chosen, a report says nothing of the others, and proves of the position that it is won at most:
/// some decisions are judged all at once, such as those about a cube.
fn keep_admitted<G: Playable>(root: &Root<G>, report: &mut Report<G::Move>) {
    if !root.is_limited() {
        return;
    }
    let is_admitted = |mv: &G::Move| root.admits(*mv);
    let lines = &mut report.lines;
    lines.retain(|line| line.pv.first().is_some_and(is_admitted));
    let proof = report.proof;
    report.proof = proof.filter(|proof| proof.result == ProofResult::Win);
}

/// Lets every line of play end where the game would be drawn by repetition, which no search counts as the rules do.
fn end_at_repetitions<G: Playable>(game: &G, past: &mut History<G>, report: &mut Report<G::Move>) {
    let n_positions = past.n_positions();
    for line in &mut report.lines {
        let goes_on = |mv: &&G::Move| {
            let fits = !past.is_repeated(game) && game.is_legal(past.position(), **mv);
            if fits {
                past.play(game, **mv);
            }
            fits
        };
        let length = line.pv.iter().take_while(goes_on).count();
        line.pv.truncate(length);
        past.truncate(game, n_positions);
    }
}

/// Limits whose clock is spread over so many moves.
fn limits_with(limits: &Limits, moves_left: u32) -> Limits {
    Limits { clock: limits.clock.map(|clock| clock.with_moves_left(moves_left)), ..*limits }
}

/// No search of a list goes by this name.
pub(super) fn unknown_search(name: &str, known: Vec<&'static str>) -> InputError {
    let error = InputError::new("search", name, format!("one of {}", known.join(", ")));
    error.with_nearest(name, known)
}

fn no_search(game: &GameInfo) -> InputError {
    InputError::new("game", game.name, "a game with a search")
}
