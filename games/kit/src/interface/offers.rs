//! The optional features of a game: one list, with a small trait for each.
//!
//! **Invariant:** Everything that a game has besides rules, texts and searches is in this list, or in `GameInfo` if it is needed without
//! opening a game (puzzles, real-time games, training). Both are found by any name of the game. If a game lacks a feature, the error lists
//! the games that have it (`registry::not_offered`).

use ludex_search::Game;

use crate::interface::actions::Actions;
use crate::interface::chance::ChanceNodes;
use crate::interface::endings::Endings;
use crate::interface::explanation::Commentary;
use crate::interface::feats::Feats;
use crate::interface::gestures::Gestures;
use crate::interface::judging::Annotator;
use crate::interface::learner::OpenLearner;
use crate::interface::observations::Observations;
use crate::interface::pictures::Pictures;
use crate::interface::rollouts::Roller;
use crate::interface::search_kinds::SolverKind;
use crate::interface::setting_up::SettingUp;
use crate::interface::speech::Speech;
use crate::interface::tables::EndgameTables;
use crate::interface::views::Views;

/// The optional features of a game, beyond those of every [`Playable`](crate::Playable). A game sets the features it has and takes
/// the rest from the default: `Offers { rollouts: Some(self), ..Offers::NONE }`.
pub struct Offers<'a, G: Game> {
    /// Searches for proofs. The first is the default.
    pub solvers: &'static [SolverKind<G>],
    /// Explanations of positions, moves and search results.
    pub commentary: &'a dyn Commentary<G>,
    /// Describes and evaluates positions before a chance event.
    pub chance: &'a dyn ChanceNodes<G>,
    /// Positions as the players see them, if they see less than a referee.
    pub views: &'a dyn Views<G>,
    /// Game-specific words for results, resignations and margins.
    pub endings: Option<&'a dyn Endings<G>>,
    /// Pictures.
    pub pictures: Option<&'a dyn Pictures<G>>,
    /// How moves are made by pointing at the pictures.
    pub gestures: Option<&'a dyn Gestures<G>>,
    /// Numbers for moves, for programs that learn.
    pub actions: Option<&'a dyn Actions<G>>,
    /// What a network sees of a position, for programs that learn.
    pub observations: Option<&'a dyn Observations<G>>,
    /// Positions and moves in words.
    pub speech: Option<&'a dyn Speech<G>>,
    /// How positions are set up by pointing.
    pub setting_up: Option<&'a dyn SettingUp<G>>,
    /// The goal of puzzles that are not about proofs.
    pub feats: Option<&'a dyn Feats<G>>,
    /// Rollouts.
    pub rollouts: Option<&'a dyn Roller<G>>,
    /// Tables of solved positions.
    pub tables: Option<&'a dyn EndgameTables<G>>,
    /// Self-play and network inputs for training.
    pub learner: Option<OpenLearner<G>>,
    /// Whether a network is shipped for the variant. If not, the network evaluation is not available.
    pub has_network: fn(&G) -> bool,
    /// The option of the variant, as `KEY=VALUE`, for which the shipped network was not trained. `None` if there is no such option.
    pub unlearnt: fn(&G) -> Option<&'static str>,
    /// The game's own way to judge records. If `None`, a search judges them.
    pub annotator: Option<&'a dyn Annotator<G>>,
}

impl<G: Game> Offers<'_, G> {
    /// No optional features.
    pub const NONE: Self = Self {
        solvers: &[],
        commentary: &Nothing,
        chance: &Nothing,
        views: &Nothing,
        endings: None,
        pictures: None,
        gestures: None,
        actions: None,
        observations: None,
        speech: None,
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

/// Implements the required traits with their defaults.
struct Nothing;

impl<G: Game> Commentary<G> for Nothing {}
impl<G: Game> ChanceNodes<G> for Nothing {}
impl<G: Game> Views<G> for Nothing {}
