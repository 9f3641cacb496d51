//! Proven results in games with any number of players, and what a search may claim about them.
//!
//! **Statements.** A search that proves results keeps an interval for the result of each player, [`Bounds`]:
//!
//! - *low*: the result that the player can force, whatever the other players do and whatever chance brings;
//! - *high*: the result that the player cannot exceed if the other players force what they can.
//!
//! Intervals are needed because one vector of results would claim too much. In max^n a player may choose any of several equal moves, and a
//! choice that does not matter to that player may matter to the others. So no statement depends on what a player *prefers*; it holds for
//! every choice among equal moves. With two players and opposite interests, the intervals are those of minimax.
//!
//! **Rules.** A finished game has its result. At a node where the player moves, their *low* is the greatest *low* of the moves; at other
//! nodes (another player moves, or chance) it is the least. Their *high* is the greatest of all moves or events at every node. A move
//! that was not searched, and any moves that a policy omitted, may give every player any result; so a node is complete only if its policy
//! lists [all moves](crate::Listed::All). If all results have the same sum, no player gets more than what is left after all others get
//! their *low*.
//!
//! **What is stored.** Equal positions share a node or a table entry, so a statement must hold for every path to the position. It does,
//! because it is derived from the rules and the play below the node alone: a repetition below the node is not scored as a draw, and a line
//! that only repeats is unfinished, so it proves nothing. A *draw by repetition* depends on the path; it is only considered where a result
//! is claimed, at the root. This loses no proof: a player who can force a result within a number of plies can do so with moves that need
//! fewer and fewer plies, so no position occurs twice. The opponent can then claim a draw only through positions played before the root.
//! Therefore each position that needs just [one more occurrence](DrawsDue) for a draw, because of the game before the root, is treated as a
//! finished game by the search. Stored results are not shared between games in which different draws are due.
//!
//! **Claims.** The result of the root is proven if it follows from the bounds of the player to move ([`Certain::result`]). A search stops
//! before its limits only in this case, or after every line was searched to the end of the game. All searches report proven results in the
//! same way ([`Line::with_certain`](crate::Line)): a win or a loss is a score with its distance, a draw is the score of a draw, and the
//! report contains the proof. A result that is not proven is [limited](shown) to less than a complete win wherever it is shown, because an
//! average of results is not a proof.
//!
//! CITE: Winands, Björnsson, Saito, "Monte-Carlo tree search solver", Computers and Games 2008.
//!
//! CITE: Cazenave, Saffidine, "Score bounded Monte-Carlo tree search", Computers and Games 2010 (intervals).
//!
//! CITE: Sturtevant, "A comparison of algorithms for multi-player games", Computers and Games 2002 (ties in max^n).

use std::collections::{HashMap, HashSet};

use crate::interface::game::{Game, MAX_PLAYERS, MoveList, Player, Returns};
use crate::interface::report::{Line, Proof, ProofResult, Wdl};
use crate::interface::score::Score;
use crate::interface::searcher::Root;

/// The best result, unless the game sets another; the worst is its negative.
pub(crate) const BEST: f32 = 1.0;

/// A value that is not proven is shown as at most this share of the best result.
const MOST_SHOWN: f32 = 0.998;

/// The interval of each player's result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    /// The result that each player can force.
    pub(crate) low: Returns,
    /// The result that each player cannot exceed.
    pub(crate) high: Returns,
}

impl Bounds {
    /// Nothing is proven; results are within ±`best`.
    pub(crate) fn unknown(best: f32) -> Self {
        Self { low: [-best; MAX_PLAYERS], high: [best; MAX_PLAYERS] }
    }

    /// The bounds of a finished game.
    pub(crate) fn exact(returns: Returns) -> Self {
        Self { low: returns, high: returns }
    }

    /// Combines the bounds of all moves or events at a node; `mover` chooses, or chance if `None`.
    pub(crate) fn of(
        mover: Option<Player>,
        children: impl IntoIterator<Item = Self>,
    ) -> Option<Self> {
        children.into_iter().reduce(|mut all, child| {
            for player in 0..MAX_PLAYERS {
                let chooses = mover.is_some_and(|mover| mover.index() == player);
                let (low, other) = (&mut all.low[player], child.low[player]);
                *low = if chooses { low.max(other) } else { low.min(other) };
                all.high[player] = all.high[player].max(child.high[player]);
            }
            all
        })
    }

    /// Tightens the bounds for a game in which the results of all players always add up to `total`.
    #[must_use]
    pub(crate) fn within(mut self, total: Option<f32>, players: usize) -> Self {
        let Some(total) = total else {
            return self;
        };
        for player in 0..players {
            let others = (0..players).filter(|&other| other != player);
            let rest = total - others.map(|other| self.low[other]).sum::<f32>();
            // Rounding must not push it below what the player can force.
            let rest = rest.max(self.low[player]);
            self.high[player] = self.high[player].min(rest);
        }
        self
    }

    /// The bounds of one player, whose result is decided within `plies` plies.
    pub(crate) fn of_player(&self, player: Player, plies: u32, scale: ResultScale) -> Certain {
        Certain { low: self.low[player.index()], high: self.high[player.index()], plies, scale }
    }

    /// Whether a player's result is known exactly.
    pub(crate) fn is_exact(&self, player: Player) -> bool {
        self.low[player.index()] >= self.high[player.index()]
    }

    /// Limits the values of the first `players` players for a report.
    pub(crate) fn show(&self, mut returns: Returns, players: usize, best: f32) -> Returns {
        for (player, value) in returns.iter_mut().enumerate().take(players) {
            *value = shown(*value, best, self.is_exact(Player(player as u8)));
        }
        returns
    }
}

/// The interval of the result of the player to move at the root, for one move or for all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Certain {
    pub(crate) low: f32,
    pub(crate) high: f32,
    /// Plies until the result is decided.
    pub(crate) plies: u32,
    /// The meaning of results.
    pub(crate) scale: ResultScale,
}

/// The meaning of results in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ResultScale {
    /// The least result that counts as a complete win; its negative is a complete loss.
    decisive: f32,
    /// Whether the game has two players, so that any result above zero is a win. With more players, a result between a loss and a complete
    /// win is shared.
    is_duel: bool,
}

impl ResultScale {
    /// Two players whose results are a complete win, a draw or a complete loss.
    pub(crate) const DUEL: Self = Self { decisive: BEST, is_duel: true };

    /// Whether there are two players.
    pub(crate) fn is_duel(self) -> bool {
        self.is_duel
    }

    /// The scale for this number of players.
    pub(crate) fn new(players: usize, decisive: f32) -> Self {
        Self { decisive, is_duel: players == 2 }
    }
}

impl Certain {
    /// Nothing is proven; the result is within ±`best`.
    pub(crate) fn nothing(best: f32) -> Self {
        Self { low: -best, high: best, plies: 0, scale: ResultScale::DUEL }
    }

    /// The result is known to be exactly `value`.
    pub(crate) fn exact(value: f32, plies: u32) -> Self {
        Self { low: value, high: value, plies, scale: ResultScale::DUEL }
    }

    /// Whether the result is known exactly.
    pub(crate) fn is_exact(&self) -> bool {
        self.low >= self.high
    }

    /// The result, if it is proven.
    pub(crate) fn result(&self) -> Option<ProofResult> {
        if self.is_whole_win() || self.scale.is_duel && self.low > 0.0 {
            Some(ProofResult::Win)
        } else if self.is_whole_loss() || self.scale.is_duel && self.high < 0.0 {
            Some(ProofResult::Loss)
        } else {
            self.is_exact().then_some(ProofResult::Draw)
        }
    }

    /// Whether the result is at least a complete win.
    pub(crate) fn is_whole_win(&self) -> bool {
        self.low >= self.scale.decisive
    }

    /// Whether the result is at most a complete loss.
    pub(crate) fn is_whole_loss(&self) -> bool {
        self.high <= -self.scale.decisive
    }

    /// Orders proven results by their length, greater is better: a short win is better than a long one, a long loss is better than a short
    /// one.
    pub(crate) fn length_preference(&self) -> f64 {
        match self.result() {
            Some(ProofResult::Win) => -f64::from(self.plies),
            Some(ProofResult::Loss) => f64::from(self.plies),
            _ => 0.0,
        }
    }

    /// The proven result with its length.
    pub(crate) fn proof(&self) -> Option<Proof> {
        let plies = self.plies;
        self.result().map(|result| Proof { result, plies })
    }
}

/// Limits a value for a report: a value that is not proven must not look like a complete win or loss.
pub(crate) fn shown(value: f32, best: f32, is_certain: bool) -> f32 {
    let most = if is_certain { best } else { MOST_SHOWN * best };
    value.clamp(-most, most)
}

impl Wdl {
    /// Limits the probabilities for a report where nothing is proven.
    #[must_use]
    pub fn uncertain(self) -> Self {
        let expectation = self.expectation();
        let most = shown(expectation, BEST, false);
        if expectation.abs() > most.abs() {
            return Self::without_draws(most);
        }
        let excess = (self.draw - MOST_SHOWN).max(0.0) / 2.0;
        Self { win: self.win + excess, draw: self.draw - 2.0 * excess, loss: self.loss + excess }
    }
}

/// Each player's result in a draw: an equal share of the sum of the results.
pub(crate) fn drawn(total: Option<f32>, players: usize) -> Returns {
    let mut returns = [0.0; MAX_PLAYERS];
    returns[..players].fill(total.unwrap_or_default() / players as f32);
    returns
}

/// The positions whose next occurrence is a draw by repetition, because of the game before the root.
#[derive(Clone, Debug, Default)]
pub struct DrawsDue(HashSet<u64>);

impl DrawsDue {
    /// Finds these positions for the game up to and including this root.
    pub fn new<G: Game>(game: &G, root: &Root<G>) -> Self {
        let here = game.repetition_hash(&root.position);
        Self::of(game, root.earlier().iter().chain([&here]))
    }

    /// Finds these positions for the game before this root, for a search that counts the root itself.
    pub(crate) fn before<G: Game>(game: &G, root: &Root<G>) -> Self {
        Self::of(game, root.earlier())
    }

    fn of<'a, G: Game>(game: &G, passed: impl IntoIterator<Item = &'a u64>) -> Self {
        let Some(drawn_at) = game.repetition() else {
            return Self::default();
        };
        let mut occurrences: HashMap<u64, u32> = HashMap::new();
        for &hash in passed {
            *occurrences.entry(hash).or_default() += 1;
        }
        occurrences.retain(|_, count| *count + 1 >= drawn_at);
        Self(occurrences.into_keys().collect())
    }

    /// Whether there are no such positions. Only in this case is it valid to use results that were stored for a position without its
    /// history.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a position that the search has reached by a move is one of these positions.
    #[inline]
    pub(crate) fn holds<G: Game>(&self, game: &G, pos: &G::Position) -> bool {
        !self.is_empty() && self.0.contains(&game.repetition_hash(pos))
    }

    /// Appends the legal moves that are missing in `out` and lead to one of these positions. A list that is [complete except for lost
    /// moves](crate::Defences::AllButLost) may omit them, but the draw comes before the reply that would win.
    pub(crate) fn append_moves<G: Game>(
        &self,
        game: &G,
        pos: &mut G::Position,
        out: &mut MoveList<G::Move>,
    ) {
        if self.is_empty() {
            return;
        }
        let n_listed = out.len();
        let mut kept = n_listed;
        game.legal_moves(pos, out);
        for index in n_listed..out.len() {
            let mv = out[index];
            // After an irreversible move no earlier position can occur.
            if game.irreversible(pos, mv) || out[..n_listed].contains(&mv) {
                continue;
            }
            let undo = game.play(pos, mv);
            if self.holds(game, pos) {
                out[kept] = mv;
                kept += 1;
            }
            game.undo(pos, mv, undo);
        }
        out.truncate(kept);
    }

    /// A number to mix into the hashes of positions, so that searches share stored results only if the same positions are drawn next; zero
    /// if there are none.
    pub(crate) fn salt(&self) -> u64 {
        let mix = |hash: &u64| hash.rotate_left(17).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.0.iter().map(mix).fold(0, |salt, hash| salt ^ hash)
    }
}

impl<M> Line<M> {
    /// Adds a proven result to the line. This is the only place where a proven result becomes a score and probabilities, and where a value
    /// that is not proven is limited.
    #[must_use]
    pub(crate) fn with_certain(mut self, certain: Certain) -> Self {
        self.proof = certain.proof();
        let (score, result) = match certain.result() {
            Some(result) if certain.is_whole_win() => (Score::win_in(certain.plies), result),
            Some(result) if certain.is_whole_loss() => (Score::loss_in(certain.plies), result),
            Some(ProofResult::Draw) => (Score::DRAW, ProofResult::Draw),
            // A win by less than the complete result keeps its own score and probabilities.
            Some(_) if certain.is_exact() => return self,
            _ => {
                self.wdl = self.wdl.uncertain();
                return self;
            }
        };
        self.score = score;
        self.wdl = Wdl::certain(result);
        self
    }
}
