//! A verifier that is independent of the searches: it compares their claims with everything that can happen by the rules.
//!
//! A **proven result** must be true. A player who is said to win can force the win, whatever the others do. A player who is said to lose
//! cannot avoid the loss. In a draw, the player can avoid the loss but cannot force a win. The **plies** of a proven result must be
//! sufficient: a win can be forced within that number, and a loss occurs within it despite the longest resistance; the number of a
//! [solver](Claims::check_solution) that looks for the shortest win must be exact. A **line** consists of legal moves, ends where the game
//! does, and has the length of its proof, except that a long end may be missing. A result that is **not proven** must not look certain.

mod graph;
mod rules;
mod truth;

use crate::interface::game::{Game, Turn};
use crate::interface::history::History;
use crate::interface::report::{Line, Proof, ProofResult, Report};
use crate::proof::Solution;

pub use rules::Rules;
use truth::{Place, Truth};

/// Checks what searches claim about the last position of a game, at which a player is to move.
pub struct Claims<'a, G: Game> {
    game: &'a G,
    history: History<G>,
    rules: Rules,
    mover: crate::interface::game::Player,
    truth: Truth<'a, G>,
    /// The number of claims that were found to be true.
    pub confirmed: u64,
    /// The number of claims that could not be decided.
    pub unknown: u64,
}

/// A proven line may end at most this many plies early: if a table has lost a longer end, the search may not find it again.
const FOUND_AGAIN: u32 = 4;
/// A line of a solver that was interrupted by its limits may end at most this many plies early.
const FOUND_AGAIN_LATE: u32 = 2;

/// Describes what is wrong with a claim.
type Verdict = Result<(), String>;

impl<'a, G: Game> Claims<'a, G> {
    /// A verifier for the last position of `history`; it searches at most `effort` positions for each answer.
    pub fn new(game: &'a G, rules: Rules, history: History<G>, effort: usize) -> Self {
        let root = history.root();
        let Turn::Player(mover) = game.turn(&root.position) else {
            unreachable!("a search starts where a player is to move")
        };
        Self {
            game,
            history,
            rules,
            mover,
            truth: Truth::new(game, rules, &root, effort),
            confirmed: 0,
            unknown: 0,
        }
    }

    /// Whether everything that can follow is known, so that every claim can be decided.
    pub fn is_whole(&self) -> bool {
        self.truth.is_whole()
    }

    /// Checks a report: the proof of the position, and every line with its move, its proof and its probabilities.
    pub fn check(&mut self, report: &Report<G::Move>) -> Verdict {
        let Some(first) = report.lines.first() else {
            return Err("no line".into());
        };
        if let Some(proof) = report.proof {
            let place = self.check_proof(Place::Root, proof);
            place.map_err(|wrong| {
                format!("the position is reported as a {}: {wrong}", describe(proof))
            })?;
            self.check_choice(first, proof)?;
        }
        for (number, line) in report.lines.iter().enumerate() {
            let others = &report.lines[..number];
            if others.iter().any(|other| other.pv.first() == line.pv.first()) {
                return Err(format!("line {}: an earlier line has the same move", number + 1));
            }
            self.check_line(line).map_err(|wrong| {
                let claim = line.proof.map_or_else(|| "nothing proven".into(), describe);
                format!("line {} ({claim}, {:?}): {wrong}", number + 1, line.pv)
            })?;
        }
        Ok(())
    }

    /// Checks the result of a solver; `is_whole` means that it considers every move, so that its wins are the shortest.
    pub fn check_solution(&mut self, solution: &Solution<G::Move>, is_whole: bool) -> Verdict {
        let Some(result) = solution.result else {
            return Ok(());
        };
        let plies = solution.plies.unwrap_or(u32::MAX);
        let proof = Proof { result, plies };
        let claim = format!("the position is reported as a {}", describe(proof));
        self.check_proof(Place::Root, proof).map_err(|wrong| format!("{claim}: {wrong}"))?;
        if solution.plies.is_some()
            && is_whole
            && self.ends_within(Place::Root, proof, 1) == Some(true)
        {
            return Err(format!("{claim}: the game ends sooner"));
        }
        if is_whole && result == ProofResult::Win && solution.plies.is_some() {
            self.check_none_is_missing(solution, proof)
                .map_err(|wrong| format!("{claim}: {wrong}"))?;
        }
        for &mv in &solution.moves {
            self.check_move(mv, proof).map_err(|wrong| format!("{claim}, {mv:?}: {wrong}"))?;
        }
        if !solution.line.is_empty() {
            self.check_play(&solution.line, Some(proof), FOUND_AGAIN_LATE)
                .map_err(|wrong| format!("{claim}, {:?}: {wrong}", solution.line))?;
        }
        Ok(())
    }

    /// Checks a score that a game knows without a search, with its line.
    pub(super) fn check_known(&mut self, proof: Proof, line: &[G::Move]) -> Verdict {
        self.check_proof(Place::Root, proof)?;
        if proof.result != ProofResult::Draw
            && self.ends_within(Place::Root, proof, 1) == Some(true)
        {
            return Err("the game ends sooner".into());
        }
        if line.is_empty() {
            return Ok(());
        }
        self.check_play(line, Some(proof), FOUND_AGAIN)
    }

    /// The chosen move must preserve the proven result. A weaker player may choose a longer win; its line then states the greater length.
    fn check_choice(&mut self, first: &Line<G::Move>, proof: Proof) -> Verdict {
        let Some(number) = first.pv.first().and_then(|&mv| self.truth.number(mv)) else {
            return Err("the best move is illegal".into());
        };
        let after = Place::After(number);
        let own = first.proof.filter(|own| own.result == proof.result);
        let plies = own.map_or(proof.plies, |own| own.plies.max(proof.plies));
        let keeps = match proof.result {
            ProofResult::Win => self.wins_within(after, less(plies)),
            ProofResult::Draw => self.loses_within(after, u32::MAX).map(|loses| !loses),
            ProofResult::Loss => Some(true),
        };
        self.count(keeps, || {
            format!("the best move does not preserve the proven result: {}", describe(proof))
        })
    }

    /// Checks that the solver lists every first move that wins within the proven number of plies.
    fn check_none_is_missing(&mut self, solution: &Solution<G::Move>, proof: Proof) -> Verdict {
        for (number, mv) in self.truth.moves().to_vec().into_iter().enumerate() {
            let wins = self.wins_within(Place::After(number), less(proof.plies));
            if wins == Some(true) && !solution.moves.contains(&mv) {
                return Err(format!("{mv:?} is missing"));
            }
        }
        Ok(())
    }

    /// Whether a move preserves the proven result of the root.
    fn check_move(&mut self, mv: G::Move, proof: Proof) -> Verdict {
        let number = self.truth.number(mv).ok_or("an illegal move")?;
        self.check_proof(Place::After(number), below(proof))
    }

    fn check_line(&mut self, line: &Line<G::Move>) -> Verdict {
        let Some(number) = line.pv.first().and_then(|&mv| self.truth.number(mv)) else {
            return Err("an illegal move".into());
        };
        let expectation = line.wdl.expectation();
        match line.proof {
            Some(proof) => self.check_proof(Place::After(number), below(proof))?,
            None if expectation.abs() >= 1.0 => {
                // Some value models report a result as certain without a proof. It must still be true.
                let after = Place::After(number);
                let is_true = if expectation > 0.0 {
                    self.wins_within(after, u32::MAX)
                } else {
                    self.loses_within(after, u32::MAX)
                };
                if is_true != Some(true) {
                    return Err(format!("shown as {expectation}"));
                }
            }
            None => {}
        }
        if line.score.is_proven() && line.proof.map(|proof| proof.plies) != line.score.plies() {
            return Err(format!("the score is {}", line.score));
        }
        self.check_play(&line.pv, line.proof, FOUND_AGAIN)
    }

    /// Whether a claim about the result of the player to move is true.
    fn check_proof(&mut self, place: Place, proof: Proof) -> Verdict {
        let is_true = match proof.result {
            ProofResult::Draw => {
                // If not all positions are known, at least results within two plies are found.
                let plies = if self.is_whole() { u32::MAX } else { 2 };
                let won = self.wins_within(place, plies);
                let lost = self.loses_within(place, plies);
                match (won, lost) {
                    (Some(true), _) | (_, Some(true)) => Some(false),
                    _ => Some(true).filter(|_| self.is_whole()),
                }
            }
            _ => self.ends_within(place, proof, 0),
        };
        self.count(is_true, || "this is not true".into())
    }

    /// Whether the proven result occurs `before` plies earlier than reported.
    fn ends_within(&mut self, place: Place, proof: Proof, before: u32) -> Option<bool> {
        let plies = proof.plies.checked_sub(before);
        match (proof.result, plies) {
            (ProofResult::Win, Some(plies)) => self.wins_within(place, plies),
            (ProofResult::Loss, Some(plies)) => self.loses_within(place, plies),
            _ => Some(false),
        }
    }

    fn wins_within(&mut self, place: Place, plies: u32) -> Option<bool> {
        self.truth.wins_within(place, self.mover, plies)
    }

    fn loses_within(&mut self, place: Place, plies: u32) -> Option<bool> {
        self.truth.loses_within(place, self.mover, plies)
    }

    fn count(&mut self, is_true: Option<bool>, wrong: impl FnOnce() -> String) -> Verdict {
        match is_true {
            Some(true) => self.confirmed += 1,
            Some(false) => return Err(wrong()),
            None => self.unknown += 1,
        }
        Ok(())
    }

    /// Plays a line: legal moves up to a chance event or the end of the game, with the proven result in time.
    fn check_play(&mut self, line: &[G::Move], proof: Option<Proof>, found_again: u32) -> Verdict {
        let n_positions = self.history.n_positions();
        let mut verdict = Ok(());
        for (ply, &mv) in line.iter().enumerate() {
            verdict = self.check_step(mv, ply > 0);
            if verdict.is_err() {
                break;
            }
            self.history.play(self.game, mv);
        }
        if let (Ok(()), Some(proof)) = (&verdict, proof) {
            verdict = self.check_end(line.len() as u32, proof, found_again);
        }
        self.history.truncate(self.game, n_positions);
        verdict
    }

    /// Whether a move is possible after those of the line before it.
    fn check_step(&self, mv: G::Move, is_after_others: bool) -> Verdict {
        let (game, history) = (self.game, &self.history);
        let pos = history.position();
        let why = match game.turn(pos) {
            _ if is_after_others && history.is_repeated(game) => "comes after a draw by repetition",
            Turn::Over => "comes after the end of the game",
            Turn::Chance => "comes before a chance event",
            Turn::Player(_) if game.is_legal(pos, mv) => return Ok(()),
            Turn::Player(_) => "is illegal",
        };
        Err(format!("{mv:?} {why}"))
    }

    /// Whether the end of a line has the proven result.
    fn check_end(&self, length: u32, proof: Proof, found_again: u32) -> Verdict {
        let (game, history) = (self.game, &self.history);
        let pos = history.position();
        let result = if history.is_repeated(game) {
            ProofResult::Draw
        } else if game.turn(pos) == Turn::Over {
            let returns = game.returns(pos);
            match () {
                () if self.rules.is_won(&returns, self.mover) => ProofResult::Win,
                () if self.rules.is_lost(&returns, self.mover) => ProofResult::Loss,
                () => ProofResult::Draw,
            }
        } else {
            // A line may stop before the end of the game: at a chance event, in a draw, with more than two players, or if a long end is
            // missing.
            let may_go_on = proof.result == ProofResult::Draw
                || proof.plies > length + found_again
                || length < proof.plies && !self.rules.is_duel();
            return if may_go_on || game.turn(pos) == Turn::Chance {
                Ok(())
            } else {
                Err(format!("it stops after {length} plies"))
            };
        };
        if result != proof.result {
            return Err(format!("it ends with a {result:?}"));
        }
        if proof.plies != u32::MAX && length != proof.plies {
            return Err(format!("it ends after {length} plies"));
        }
        Ok(())
    }
}

/// Decreases a number of plies by one.
fn less(plies: u32) -> u32 {
    if plies == u32::MAX { plies } else { plies.saturating_sub(1) }
}

/// The same proof one ply later.
fn below(proof: Proof) -> Proof {
    Proof { plies: less(proof.plies), ..proof }
}

fn describe(proof: Proof) -> String {
    let result = match proof.result {
        ProofResult::Win => "win",
        ProofResult::Loss => "loss",
        ProofResult::Draw => "draw",
    };
    match proof.plies {
        u32::MAX => format!("{result} in an unknown number of plies"),
        plies => format!("{result} in {plies}"),
    }
}
