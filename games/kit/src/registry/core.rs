//! The core of a session: the game so far, and its search.

use std::any::Any;

use ludex_search::{History, Limits, ProofResult, Report, Root, StopFlag, Turn};

use super::before_chance;
use super::erased::{Erased, unknown_search};
use super::error::SessionError;
use super::findings::{Findings, FoundLine};
use super::open_book::OpenBook;
use super::session::Session;
use super::so_far::SoFar;
use super::status::GameStatus;
use super::token::Token;
use crate::interface::catalogue::{GameInfo, Playable};
use crate::interface::input_error::InputError;
use crate::interface::learner::{Learner, NETWORK};
use crate::interface::level::Level;
use crate::interface::search_kinds::{SearchInfo, SearchKind, SearchSetup};
use crate::interface::variant::Variant;
use ludex_search::Searcher;

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
            self.play_step(&step.text).map(drop).map_err(|error| step.locate(error))
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
        self.play_step(text)
    }

    fn play_move(&mut self, text: &str) -> Result<String, InputError> {
        let mv = self.game.parse_move(self.now(), text)?;
        self.play_step(&self.write(mv))
    }

    fn undo(&mut self) -> bool {
        self.line.pop(&self.game)
    }

    fn position(&self) -> String {
        self.game.write_position(self.now())
    }

    fn status(&self) -> GameStatus {
        self.game_status()
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
        observer: &mut dyn FnMut(&SoFar<'_, Findings>),
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
            // A position has the same value at every level, so full strength evaluates it.
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
        let past = game.repetition().map(|_| self.line.clone());
        let ended = |mut report: Report<G::Move>| {
            keep_allowed_moves(&root, &mut report);
            if let Some(past) = &past {
                end_at_repetitions(&game, &mut past.clone(), &mut report);
            }
            report
        };
        let report = self.searcher()?.search(&root, limits, stop, &mut |report| {
            let words = || Findings::new(&game, &root.position, &ended(report.clone()));
            observer(&SoFar::new((report.depth, report.nodes, report.elapsed), &words));
        });
        Ok(self.findings(&root, &ended(report)))
    }
}

/// Limits a report to the moves that may be chosen. Other moves could be better, so a proof that the position is lost or drawn no
/// longer holds; a win remains proven. Some decisions, such as doubling, are always judged together.
fn keep_allowed_moves<G: Playable>(root: &Root<G>, report: &mut Report<G::Move>) {
    if !root.is_limited() {
        return;
    }
    let is_admitted = |mv: &G::Move| root.admits(*mv);
    let lines = &mut report.lines;
    lines.retain(|line| line.pv.first().is_some_and(is_admitted));
    let proof = report.proof;
    report.proof = proof.filter(|proof| proof.result == ProofResult::Win);
}

/// Ends every reported line where the game would be drawn by repetition. Searches count repetitions differently from the rules.
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

/// The limits with the clock spread over `moves_left` moves.
fn limits_with(limits: &Limits, moves_left: u32) -> Limits {
    Limits { clock: limits.clock.map(|clock| clock.with_moves_left(moves_left)), ..*limits }
}

impl<G: Playable> Erased<G> {
    /// Converts a report to text. If the search was stopped before it found a move, the result still has a legal move.
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
