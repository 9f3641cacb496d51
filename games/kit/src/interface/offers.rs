//! What a game offers beyond rules, texts and searches: one list, each entry a small trait of its own.
//!
//! **Invariant:** What a game has besides rules, texts and searches is in this list, or in `GameInfo` if no game must be opened for it
//! (puzzles, games in real time, training). Both are found by any name of the game, and an error lists the games that have what was asked
//! for (`registry::not_offered`).

use ludex_search::Game;

use crate::interface::chance::ChanceNodes;
use crate::interface::endings::Endings;
use crate::interface::explanation::Commentary;
use crate::interface::feats::Feats;
use crate::interface::gestures::Gestures;
use crate::interface::judging::Annotator;
use crate::interface::learner::OpenLearner;
use crate::interface::pictures::Pictures;
use crate::interface::rollouts::Roller;
use crate::interface::search_kinds::SolverKind;
use crate::interface::setting_up::SettingUp;
use crate::interface::tables::EndgameTables;
use crate::interface::views::Views;

/// What a game offers beside what every [`Playable`](crate::Playable) has. A game states what it offers, and leaves the rest:
/// `Offers { rollouts: Some(self), ..Offers::NONE }`.
pub struct Offers<'a, G: Game> {
    /// The searches for proofs; the first is the default.
    pub solvers: &'static [SolverKind<G>],
    /// What it says about positions, moves and findings.
    pub commentary: &'a dyn Commentary<G>,
    /// What it knows about a position before chance decides.
    pub chance: &'a dyn ChanceNodes<G>,
    /// Positions as others see them than a referee.
    pub views: &'a dyn Views<G>,
    /// Results that its records tell in words of their own, or that are won by more or less.
    pub endings: Option<&'a dyn Endings<G>>,
    /// Pictures.
    pub pictures: Option<&'a dyn Pictures<G>>,
    /// How moves are pointed at in the pictures.
    pub gestures: Option<&'a dyn Gestures<G>>,
    /// How positions are set up by pointing.
    pub setting_up: Option<&'a dyn SettingUp<G>>,
    /// What its puzzles ask for beside proofs.
    pub feats: Option<&'a dyn Feats<G>>,
    /// Rollouts.
    pub rollouts: Option<&'a dyn Roller<G>>,
    /// Tables of solved positions.
    pub tables: Option<&'a dyn EndgameTables<G>>,
    /// Who plays against itself, and what its network sees then.
    pub learner: Option<OpenLearner<G>>,
    /// Whether a network is shipped for the variant; without one the evaluator of that name is none of it.
    pub has_network: fn(&G) -> bool,
    /// What the shipped network has not learnt of the variant, as `KEY=VALUE`.
    pub unlearnt: fn(&G) -> Option<&'static str>,
    /// Who judges records in the manner of the game; without one they are judged by a search.
    pub annotator: Option<&'a dyn Annotator<G>>,
}

impl<G: Game> Offers<'_, G> {
    /// Nothing.
    pub const NONE: Self = Self {
        solvers: &[],
        commentary: &Nothing,
        chance: &Nothing,
        views: &Nothing,
        endings: None,
        pictures: None,
        gestures: None,
        setting_up: None,
        feats: None,
        rollouts: None,
        tables: None,
        learner: None,
        has_network: |_| false,
        unlearnt: |_| None,
        annotator: None,
    };
}

/// A game that has nothing to say.
struct Nothing;

impl<G: Game> Commentary<G> for Nothing {}
impl<G: Game> ChanceNodes<G> for Nothing {}
impl<G: Game> Views<G> for Nothing {}
