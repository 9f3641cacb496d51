//! Judges moves by search. The loss of a move is the player's expected result before it minus the expected result
//! after it. If a chance event follows, the best move and the played move are compared by their averages over all
//! possible events.

use std::collections::BTreeMap;

use ludex_kit::message;
use ludex_kit::registry::{Session, Token};
use ludex_kit::support::figures;
use ludex_search::{Limits, StopFlag};
use serde_json::json;

use super::classes::{BLUNDER, Class, INACCURACY, Mark, accuracy};
use super::job::{JudgingMethod, PendingVerdict};
use super::judged::{Candidate, JudgedMove, MissedWin};
use super::searched::{PositionSearcher, SearchedPosition};
use ludex_base::output::percent;

/// Judges the steps of a record with one search per position.
#[derive(Debug)]
pub struct BySearch<'a> {
    /// The steps of the record.
    pub words: &'a [Token],
    /// Limits of each search.
    pub limits: &'a Limits,
    /// The seed of the searches, which is printed in JSON.
    pub seed: u64,
    /// Names of the players.
    pub names: Vec<Option<String>>,
}

impl JudgingMethod for BySearch<'_> {
    type Found = SearchedPosition;

    fn examine(
        &self,
        session: &mut dyn Session,
        index: usize,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<SearchedPosition>> {
        let mut searcher = PositionSearcher { session, limits: self.limits, stop, seed: self.seed };
        searcher.search(self.words.get(index), self.words.get(index + 1))
    }

    /// One more than the number of steps in the record, because the position after the last move is searched too.
    fn n_steps(&self) -> usize {
        self.words.len() + 1
    }

    fn verdict(&self, found: &BTreeMap<usize, SearchedPosition>, index: usize) -> PendingVerdict {
        let Some(look) = found.get(&index) else {
            return PendingVerdict::Later;
        };
        let (Some(player), Some(played)) = (look.player, &look.played) else {
            // A chance event is not a player's decision.
            return PendingVerdict::Nothing;
        };
        // Several chance events may follow. The next position in which a player is to move, or the end of the game, has an expected result.
        let mut after = found
            .range(index + 1..)
            .take_while(|(at, _)| (index + 1..**at).all(|between| found.contains_key(&between)));
        let after = after.find(|(_, look)| !look.expected.is_empty());
        let is_at_end = || (index + 1..self.n_steps()).all(|at| found.contains_key(&at));
        let after = match after {
            Some((_, after)) => Some(after),
            None if is_at_end() => None,
            None => return PendingVerdict::Later,
        };
        let disputed = found.get(&index.wrapping_sub(1));
        let disputed = disputed.map_or(0.0, |previous| disputed_in(previous, look, player - 1));
        PendingVerdict::Move(Box::new(self.judged(
            look,
            after,
            (player, played),
            (index, disputed),
        )))
    }
}

impl BySearch<'_> {
    fn judged(
        &self,
        look: &SearchedPosition,
        after: Option<&SearchedPosition>,
        (player, played): (usize, &str),
        (index, disputed): (usize, f64),
    ) -> JudgedMove {
        let seat = player - 1;
        let best = look.candidates.first();
        let is_choice = look.choice.as_deref() == Some(played);
        let is_best = is_choice || look.in_book || best.is_some_and(|best| best.mv == played);
        let before = look.best_expected(seat);
        let (kept, lost, score_lost) = match (&look.behind, after) {
            (Some(behind), _) => ((before - behind.lost).max(0.0), behind.lost, None),
            (None, Some(after)) => {
                let kept = after.expected[seat];
                let score = |look: &SearchedPosition| look.scores.get(seat).copied().flatten();
                let scores = score(look).zip(score(after));
                (kept, before - kept, scores.map(|(before, after)| before - after))
            }
            (None, None) => (before, 0.0, None),
        };
        let some = |lost: f64| if is_best { 0.0 } else { lost.max(0.0) };
        let loss = some(some(lost) - disputed);
        let mark = Mark::from_loss(loss);
        let is_unsure = mark < Mark::from_loss(some(lost));
        let is_won = after.is_some_and(|after| is_won_for(after, player));
        let missed = look
            .proof
            .as_ref()
            .filter(|(result, _)| result == "win" && mark != Mark::None && !is_won);
        let rank = look.candidates.iter().position(|candidate| candidate.mv == played);
        let mut verdict = JudgedMove {
            number: index + 1,
            player,
            played: played.to_owned(),
            candidates: look.candidates.clone(),
            rank: rank.map(|rank| rank + 1),
            kept,
            loss,
            score_loss: score_lost.map(some),
            lost: if is_best || is_unsure && loss <= 0.0 {
                String::new()
            } else {
                percent(loss as f32)
            },
            value: percent(kept as f32),
            mark,
            class: match class_of(look, is_best, mark) {
                Class::Good if is_unsure => Class::Unsure,
                class => class,
            },
            expected: after.map_or_else(|| look.expected.clone(), |after| after.expected.clone()),
            luck: look.behind.and_then(|behind| behind.luck),
            missed_win: missed.map(|(_, plies)| MissedWin {
                plies: *plies,
                line: look.candidates.first().map_or_else(Vec::new, |best| best.pv.clone()),
            }),
            in_book: look.in_book,
            evaluation: after.and_then(evaluation_of),
            reply: after
                .and_then(|after| after.candidates.first())
                .map_or_else(Vec::new, |best| best.pv.clone()),
            signs: look.signs[usize::from(is_won)].clone(),
            comment: None,
            facts: look.object.clone(),
            cells: Vec::new(),
        };
        self.add_facts(&mut verdict);
        verdict
    }

    /// Adds the fields for JSON and the cells for the table.
    fn add_facts(&self, verdict: &mut JudgedMove) {
        let name = self.names.get(verdict.player - 1).cloned().flatten();
        let missed = verdict.missed_win.as_ref();
        let added = json!({
            "ply": verdict.number,
            "player": verdict.player,
            "name": name,
            "played": verdict.played,
            "kept": figures::precise(verdict.kept),
            "loss_of_win": figures::precise(verdict.loss),
            "loss_of_score": verdict.score_loss.map(figures::number),
            "mark": verdict.mark.sign(),
            "class": verdict.class.word(),
            "rank": verdict.rank,
            "accuracy": figures::precise(accuracy(verdict.loss)),
            "expected": verdict.expected.iter().map(|&value| figures::precise(value)).collect::<Vec<_>>(),
            "luck": verdict.luck.map(figures::precise),
            "book": verdict.in_book,
            "missed_win": missed.map(|win| json!({"plies": win.plies, "line": win.line})),
        });
        if let serde_json::Value::Object(added) = added {
            verdict.facts.extend(added);
        }
        let label = match &name {
            Some(name) => format!("{} {name}", verdict.player),
            None => verdict.player.to_string(),
        };
        let best = verdict.best().map_or_else(String::new, |best| best.mv.clone());
        let is_best = verdict.lost.is_empty();
        let cells = [
            (message!("ply"), verdict.number.to_string()),
            (message!("player"), label),
            (message!("move"), verdict.played.clone()),
            ("", verdict.mark.sign().to_owned()),
            (message!("expected"), verdict.value.clone()),
            (message!("lost"), verdict.lost.clone()),
            (message!("best"), if is_best { String::new() } else { best }),
        ];
        verdict.cells = cells.map(|(heading, text)| (heading.to_owned(), text)).to_vec();
    }
}

fn class_of(look: &SearchedPosition, is_best: bool, mark: Mark) -> Class {
    match (look.is_forced, is_best) {
        (true, _) => Class::Forced,
        (false, true) if look.in_book => Class::Book,
        (false, true) if is_only(&look.candidates) => Class::Only,
        (false, true) => Class::Best,
        (false, false) => mark.into(),
    }
}

/// Whether the best candidate is much better than all others. Each of the others must have a proven result, or must be searched as deeply
/// as the best candidate.
fn is_only(candidates: &[Candidate]) -> bool {
    let [best, others @ ..] = candidates else {
        return false;
    };
    let least = if best.is_proven { 1 } else { best.depth.max(1) };
    let is_far_behind = |other: &Candidate| {
        best.number - other.number >= BLUNDER && (other.is_proven || other.depth >= least)
    };
    !others.is_empty() && others.iter().all(is_far_behind)
}

/// The part of a move's loss on which two searches disagree. If the opponent's previous move was the best one, it cannot have improved the
/// chances of the player of this move. So if the search after that move rates this player higher than the search before it, by enough for
/// a mark, one of the two searches was wrong, and neither player made a mistake. This part of the loss does not count, unless the later
/// search has proved its result.
fn disputed_in(previous: &SearchedPosition, look: &SearchedPosition, seat: usize) -> f64 {
    let is_best = previous.choice.is_some() && previous.choice == previous.played;
    if !is_best || previous.behind.is_some() || look.proof.is_some() {
        return 0.0;
    }
    let gained = look.best_expected(seat) - previous.expected[seat];
    if gained >= INACCURACY { gained } else { 0.0 }
}

/// Whether a player has a proven win in a position.
fn is_won_for(look: &SearchedPosition, player: usize) -> bool {
    match (&look.proof, look.player) {
        (Some((result, _)), Some(mover)) if mover == player => result == "win",
        (Some((result, _)), Some(_)) => result == "loss" && look.expected.len() == 2,
        _ => {
            look.player.is_none()
                && look.expected.get(player - 1).is_some_and(|&value| value >= 1.0)
        }
    }
}

/// The chances of player 1 in a two-player game, and the depth of the search.
fn evaluation_of(look: &SearchedPosition) -> Option<([f64; 3], u32)> {
    if look.expected.len() != 2 {
        return None;
    }
    let Some(player) = look.player else {
        let (win, loss) = (look.expected[0], look.expected[1]);
        let drawn = if (win - 0.5).abs() < 0.5 { 1.0 } else { 0.0 };
        return Some(([win.floor(), drawn, loss.floor()], 0));
    };
    let chances = look.chances?;
    let [win, draw, loss] = chances.wdl;
    let wdl = if player == 1 { [win, draw, loss] } else { [loss, draw, win] };
    Some((wdl, chances.depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A searched position: player to move, played move, and candidates, the search's choice first.
    fn searched_position(player: usize, played: &str, lines: &[(&str, f64)]) -> SearchedPosition {
        let candidate = |&(mv, number): &(&str, f64)| Candidate {
            mv: mv.to_owned(),
            number,
            depth: 1,
            ..Candidate::default()
        };
        let mine = lines[0].1;
        let mut candidates: Vec<Candidate> = lines.iter().map(candidate).collect();
        candidates.sort_by(|a, b| b.number.total_cmp(&a.number));
        SearchedPosition {
            player: Some(player),
            expected: if player == 1 { vec![mine, 1.0 - mine] } else { vec![1.0 - mine, mine] },
            choice: Some(lines[0].0.to_owned()),
            candidates,
            played: Some(played.to_owned()),
            ..SearchedPosition::default()
        }
    }

    fn judged(looks: Vec<SearchedPosition>, index: usize) -> JudgedMove {
        let limits = Limits::depth(1);
        let words = Token::split(&"x ".repeat(looks.len() - 1), "moves");
        let method = BySearch { words: &words, limits: &limits, seed: 0, names: Vec::new() };
        let found: BTreeMap<usize, SearchedPosition> = looks.into_iter().enumerate().collect();
        match method.verdict(&found, index) {
            PendingVerdict::Move(verdict) => *verdict,
            _ => panic!("a move was judged"),
        }
    }

    #[test]
    fn a_book_move_is_not_a_mistake() {
        let after = || searched_position(2, "", &[("b", 0.8)]);
        let mut first = searched_position(1, "c3", &[("a1", 0.5)]);
        let marked = judged(vec![first.clone(), after()], 0);
        assert_eq!((marked.mark, marked.class), (Mark::Blunder, Class::Blunder));
        first.in_book = true;
        let known = judged(vec![first, after()], 0);
        assert_eq!((known.mark, known.class), (Mark::None, Class::Book));
        assert!(known.is_best() && known.loss == 0.0, "{known:?}");
        assert_eq!(known.facts["class"], "book");
    }

    #[test]
    fn a_loss_counts_from_the_best_candidate_and_a_choice_loses_nothing() {
        let lines = [("8b", 0.42), ("41c", 0.5), ("7a", 0.3)];
        let after = || searched_position(2, "", &[("b", 0.7)]);
        let worse = judged(vec![searched_position(1, "7a", &lines), after()], 0);
        assert!((worse.loss - 0.2).abs() < 1e-9, "{worse:?}");
        assert_eq!(worse.best().map(|best| best.mv.as_str()), Some("41c"));
        assert_eq!(worse.rank, Some(3));
        for played in ["8b", "41c"] {
            let best = judged(vec![searched_position(1, played, &lines), after()], 0);
            assert_eq!((best.loss, best.mark), (0.0, Mark::None), "{played}");
            assert!(best.is_best());
        }
    }

    #[test]
    fn an_only_move_needs_others_that_were_looked_at_as_deeply() {
        let lines = [("a", 0.6), ("b", 0.3), ("c", 0.2)];
        let after = || searched_position(2, "", &[("d", 0.4)]);
        let class = |first: SearchedPosition| judged(vec![first, after()], 0).class;
        let only = searched_position(1, "a", &lines);
        assert_eq!(class(only.clone()), Class::Only);
        let with = |best: u32, last: u32, is_proven: bool| {
            let mut look = only.clone();
            look.candidates[0].depth = best;
            look.candidates[2].depth = last;
            look.candidates[2].is_proven = is_proven;
            look
        };
        // A search with few nodes searched the best move deeper, and was stopped before it searched the last move as deeply.
        assert_eq!(class(with(2, 1, false)), Class::Best);
        assert_eq!(class(with(0, 0, false)), Class::Best);
        assert_eq!(class(with(1, 0, true)), Class::Only);
        let mut won = with(9, 1, false);
        won.candidates[0].is_proven = true;
        assert_eq!(class(won), Class::Only);
        // The last of the three moves is nearly as good.
        let near = searched_position(1, "a", &[("a", 0.6), ("b", 0.3), ("c", 0.5)]);
        assert_eq!(class(near), Class::Best);
    }

    #[test]
    fn a_swing_between_two_searches_is_no_players_loss() {
        // The first search gives player 1 60 % after the best move. The next search gives player 2 60 %, and the third gives player 1 60 %
        // again.
        let first = searched_position(1, "a", &[("a", 0.6)]);
        let second = |played: &str| searched_position(2, played, &[("b", 0.6), ("c", 0.5)]);
        let third = searched_position(1, "d", &[("d", 0.6)]);
        let unsure = judged(vec![first.clone(), second("c"), third.clone()], 1);
        assert_eq!((unsure.mark, unsure.class), (Mark::None, Class::Unsure));
        // Player 2 is charged for the loss beyond the disputed part.
        let worse = searched_position(1, "d", &[("d", 0.95)]);
        let blamed = judged(vec![first.clone(), second("c"), worse], 1);
        assert_eq!(blamed.mark, Mark::Blunder);
        assert!((blamed.loss - 0.35).abs() < 1e-9, "{blamed:?}");
        // A proof cannot be wrong.
        let mut proven = second("c");
        proven.proof = Some(("win".into(), 3));
        let blamed = judged(vec![first, proven, third.clone()], 1);
        assert_eq!(blamed.mark, Mark::Mistake);
        // Player 1 made a mistake, which player 2 could have exploited.
        let mistaken = searched_position(1, "e", &[("a", 0.6), ("e", 0.45)]);
        let blamed = judged(vec![mistaken, second("c"), third], 1);
        assert_eq!(blamed.mark, Mark::Mistake);
    }
}
