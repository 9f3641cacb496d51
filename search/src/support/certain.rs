//! What is certain in a game of any number of players, and what a search may say of it.
//!
//! **Statements.** A search that looks for certainty carries an interval for each player's result, [`Bounds`]:
//!
//! - *low*: what he can secure, whatever all the others do, and whatever chance brings;
//! - *high*: what he cannot exceed if the others secure what they can.
//!
//! One vector of results would say too much. In max^n a player of equal moves takes any, and what is certain for himself
//! need not be so for the others; so no statement rests on what somebody *prefers*, and each holds for every choice among
//! equal moves. With two players whose interests are opposed, the intervals are those of minimax.
//!
//! **Rules.** A finished game has its result. At a player's node his *low* is the best of his moves', at others' nodes and
//! at chance nodes the worst of all moves or events; his *high* is the best of all moves or events, whoever chooses.
//! A move that was not tried, and all the moves that a policy leaves out, may bring anybody anything from the worst result
//! to the best: only a policy that says it lists [all moves](crate::Listed::All) can make a node's list whole. Where all
//! results have the same sum, nobody gets more than what is left when all others get their *low*.
//!
//! **What is stored.** Positions that are equal share a node, so statements must hold however the position was reached.
//! They do, as they follow from the rules and the play below alone; a position that comes up again below is not taken for
//! a draw, and a line that only goes round is not finished, so nothing is certain by it.
//! *Draws by repetition* are looked at where a result is claimed, at the root. Who can secure a result in a number of
//! plies, can do so by moves that need ever fewer, so that no position comes up twice: a draw can then be claimed
//! only by help of what was played before. So where some position of the game so far, the root among them, needs but
//! [one more occurrence](DrawsDue), it is a finished game to every search that reaches it, and what a search remembers of
//! positions is not taken from games, or kept for games, where other draws are due.
//!
//! **When a search stops, what it says.** The result of the root is proven if the mover's bounds [decide](Bounds::decides)
//! it; only then the search ends before its limits, or if it has seen every line of all moves to the end of the game. All
//! searches say so in one way ([`Line::with_certain`](crate::Line)): a certain win or loss is a score with its distance, a
//! certain draw is one, and the report has the proof. What is not certain is [kept away](shown) from the best and the worst result wherever it is shown: an average of
//! results is not a promise.
//! CITE: Winands, Björnsson, Saito, "Monte-Carlo tree search solver", Computers and Games 2008.
//! CITE: Cazenave, Saffidine, "Score bounded Monte-Carlo tree search", Computers and Games 2010 (intervals).
//! CITE: Sturtevant, "A comparison of algorithms for multi-player games", Computers and Games 2002 (ties in max^n).

use std::collections::{HashMap, HashSet};

use crate::interface::game::{Game, MAX_PLAYERS, MoveList, Player, Returns};
use crate::interface::report::{Line, Proof, ProofResult, Wdl};
use crate::interface::score::Score;
use crate::interface::searcher::Root;

/// The best result there is, unless a game says otherwise; the worst is its negative.
pub(crate) const BEST: f32 = 1.0;

/// What is not certain is shown as at most so much of the best result.
const MOST_SHOWN: f32 = 0.998;

/// Between what every player's result must lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    /// What each player can secure.
    pub(crate) low: Returns,
    /// What each player cannot exceed.
    pub(crate) high: Returns,
}

impl Bounds {
    /// Nothing is known, but that results lie within ±`best`.
    pub(crate) fn unknown(best: f32) -> Self {
        Self { low: [-best; MAX_PLAYERS], high: [best; MAX_PLAYERS] }
    }

    /// A finished game.
    pub(crate) fn exact(returns: Returns) -> Self {
        Self { low: returns, high: returns }
    }

    /// What follows from these moves or events, which must be all; `mover` chooses, or chance does.
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

    /// The same where the results of all players always add up to `total`.
    #[must_use]
    pub(crate) fn within(mut self, total: Option<f32>, players: usize) -> Self {
        let Some(total) = total else {
            return self;
        };
        for player in 0..players {
            let others = (0..players).filter(|&other| other != player);
            let rest = total - others.map(|other| self.low[other]).sum::<f32>();
            // Rounding must not push it below what he can secure.
            let rest = rest.max(self.low[player]);
            self.high[player] = self.high[player].min(rest);
        }
        self
    }

    /// What is certain for one player, who is that many plies from what makes it so.
    pub(crate) fn of_player(&self, player: Player, plies: u32, scale: ResultScale) -> Certain {
        Certain { low: self.low[player.index()], high: self.high[player.index()], plies, scale }
    }

    /// Whether a player's result is exactly known.
    pub(crate) fn is_exact(&self, player: Player) -> bool {
        self.low[player.index()] >= self.high[player.index()]
    }

    /// The values of so many players as a report may show them.
    pub(crate) fn show(&self, mut returns: Returns, players: usize, best: f32) -> Returns {
        for (player, value) in returns.iter_mut().enumerate().take(players) {
            *value = shown(*value, best, self.is_exact(Player(player as u8)));
        }
        returns
    }
}

/// Between what the result of the player to move at the root must lie, by one of his moves or by all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Certain {
    pub(crate) low: f32,
    pub(crate) high: f32,
    /// The plies after which it is certain.
    pub(crate) plies: u32,
    /// What results mean.
    pub(crate) scale: ResultScale,
}

/// What results mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ResultScale {
    /// From how much on a result is a whole win, and the negative of it a loss.
    decisive: f32,
    /// There are two players: who gets less than a whole win, but more than nothing, has won all the same. Among more players
    /// such a result is shared.
    is_duel: bool,
}

impl ResultScale {
    /// That of two players who get all or nothing.
    pub(crate) const DUEL: Self = Self { decisive: BEST, is_duel: true };

    /// Whether there are two players.
    pub(crate) fn is_duel(self) -> bool {
        self.is_duel
    }

    /// That of so many players.
    pub(crate) fn new(players: usize, decisive: f32) -> Self {
        Self { decisive, is_duel: players == 2 }
    }
}

impl Certain {
    /// Nothing is known, but that results lie within ±`best`.
    pub(crate) fn nothing(best: f32) -> Self {
        Self { low: -best, high: best, plies: 0, scale: ResultScale::DUEL }
    }

    /// Just this result.
    pub(crate) fn exact(value: f32, plies: u32) -> Self {
        Self { low: value, high: value, plies, scale: ResultScale::DUEL }
    }

    /// Whether the result is exactly known.
    pub(crate) fn is_exact(&self) -> bool {
        self.low >= self.high
    }

    /// The result, if it is certain.
    pub(crate) fn result(&self) -> Option<ProofResult> {
        if self.is_whole_win() || self.scale.is_duel && self.low > 0.0 {
            Some(ProofResult::Win)
        } else if self.is_whole_loss() || self.scale.is_duel && self.high < 0.0 {
            Some(ProofResult::Loss)
        } else {
            self.is_exact().then_some(ProofResult::Draw)
        }
    }

    /// Whether no result would be better.
    pub(crate) fn is_whole_win(&self) -> bool {
        self.low >= self.scale.decisive
    }

    /// Whether no result would be worse.
    pub(crate) fn is_whole_loss(&self) -> bool {
        self.high <= -self.scale.decisive
    }

    /// How welcome its length is to the player: a win had better come soon, a loss late.
    pub(crate) fn haste(&self) -> f64 {
        match self.result() {
            Some(ProofResult::Win) => -f64::from(self.plies),
            Some(ProofResult::Loss) => f64::from(self.plies),
            _ => 0.0,
        }
    }

    /// The same with its length.
    pub(crate) fn proof(&self) -> Option<Proof> {
        let plies = self.plies;
        self.result().map(|result| Proof { result, plies })
    }
}

/// A value as a report may show it: what is not certain must not look as if it were.
pub(crate) fn shown(value: f32, best: f32, is_certain: bool) -> f32 {
    let most = if is_certain { best } else { MOST_SHOWN * best };
    value.clamp(-most, most)
}

impl Wdl {
    /// These chances as a report may show them where nothing is certain.
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

/// What a draw is worth to each: an equal share, where all results have the same sum.
pub(crate) fn drawn(total: Option<f32>, players: usize) -> Returns {
    let mut returns = [0.0; MAX_PLAYERS];
    returns[..players].fill(total.unwrap_or_default() / players as f32);
    returns
}

/// The positions whose next occurrence is a draw by repetition, by what was played before a root.
#[derive(Clone, Debug, Default)]
pub struct DrawsDue(HashSet<u64>);

impl DrawsDue {
    /// Those of the game up to this root.
    pub fn new<G: Game>(game: &G, root: &Root<G>) -> Self {
        let here = game.repetition_hash(&root.position);
        Self::of(game, root.earlier().iter().chain([&here]))
    }

    /// Those of the game before this root, for a search that begins by looking at the root itself.
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

    /// Whether there is none: only then is what is known of positions alone their value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a position that was reached by a move of the search is a draw.
    #[inline]
    pub(crate) fn holds<G: Game>(&self, game: &G, pos: &G::Position) -> bool {
        !self.is_empty() && self.0.contains(&game.repetition_hash(pos))
    }

    /// Appends the legal moves that are missing in `out` and make such a draw. A list that is [complete but for lost
    /// moves](crate::Defences::AllButLost) may lack them: the draw comes before the reply that they lose to.
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
            // No earlier position comes again after an irreversible move.
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

    /// A number for hashes of positions that mean something else where other draws are due; zero where none is.
    pub(crate) fn salt(&self) -> u64 {
        let mix = |hash: &u64| hash.rotate_left(17).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.0.iter().map(mix).fold(0, |salt, hash| salt ^ hash)
    }
}

impl<M> Line<M> {
    /// The line by what is certain of it. Here, and nowhere else, a certain result becomes a score and chances, and what is
    /// not certain is kept from looking so.
    #[must_use]
    pub(crate) fn with_certain(mut self, certain: Certain) -> Self {
        self.proof = certain.proof();
        let (score, result) = match certain.result() {
            Some(result) if certain.is_whole_win() => (Score::win_in(certain.plies), result),
            Some(result) if certain.is_whole_loss() => (Score::loss_in(certain.plies), result),
            Some(ProofResult::Draw) => (Score::DRAW, ProofResult::Draw),
            // Less than a whole win has a score and chances of its own.
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
