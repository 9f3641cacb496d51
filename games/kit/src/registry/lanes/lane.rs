//! One game of a batch.

use ludex_search::support::random::stream;
use ludex_search::{Game, MAX_PLAYERS, Returns, StopFlag, Turn};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::interface::actions::Actions;
use crate::interface::catalogue::Playable;
use crate::interface::observations::Observations;

/// How the game of a lane ended in the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    None = 0,
    Rules = 1,
    TooLong = 2,
}

/// What all lanes of a batch share.
pub(super) struct Rules<G: Game> {
    pub(super) game: G,
    pub(super) start: G::Position,
    pub(super) n_actions: usize,
    pub(super) auto_reset: bool,
    pub(super) given_events: bool,
    pub(super) max_steps: u32,
    pub(super) repetition: Option<usize>,
}

impl<G: Playable> Rules<G> {
    /// What networks see of the game, if it shows itself to networks.
    pub(super) fn observations(&self) -> Option<&dyn Observations<G>> {
        self.game.offers().observations
    }

    /// The actions of the game, which a batch is only made with.
    pub(super) fn actions(&self) -> Option<&dyn Actions<G>> {
        self.game.offers().actions
    }
}

/// One game of a batch.
pub(super) struct Lane<G: Game> {
    pub(super) pos: G::Position,
    pub(super) turn: Turn,
    /// The legal moves and their numbers; empty unless a player is to move.
    moves: Vec<G::Move>,
    /// The numbers of the legal moves, or of the events if the caller chooses them.
    pub(super) numbers: Vec<u32>,
    events: Vec<(G::Event, u32)>,
    /// Hashes of the positions that can occur again. Only used if the game counts repetitions.
    seen: Vec<u64>,
    chance: Pcg64,
    choices: Pcg64,
    pub(super) steps: u32,
    /// Index of the checked action of the next step.
    pub(super) chosen: usize,
    pub(super) ending: Ending,
    pub(super) returns: Returns,
}

/// Random numbers of one lane: for chance events, and for random actions.
fn streams(seed: u64, lane: usize) -> [Pcg64; 2] {
    let lane = 2 * lane as u64;
    [stream(seed, lane), stream(seed, lane + 1)]
}

impl<G: Playable> Lane<G> {
    pub(super) fn new(rules: &Rules<G>, seed: u64, lane: usize) -> Self {
        let [chance, choices] = streams(seed, lane);
        let mut lane = Self {
            pos: rules.start.clone(),
            turn: Turn::Over,
            moves: Vec::new(),
            numbers: Vec::new(),
            events: Vec::new(),
            seen: Vec::new(),
            chance,
            choices,
            steps: 0,
            chosen: 0,
            ending: Ending::None,
            returns: [0.0; MAX_PLAYERS],
        };
        lane.begin(rules);
        lane
    }

    /// Starts the random numbers again.
    pub(super) fn seed(&mut self, seed: u64, lane: usize) {
        [self.chance, self.choices] = streams(seed, lane);
    }

    /// Begins a new game.
    pub(super) fn restart(&mut self, rules: &Rules<G>) {
        self.forget_ending();
        self.pos.clone_from(&rules.start);
        self.begin(rules);
    }

    fn forget_ending(&mut self) {
        self.ending = Ending::None;
        self.returns = [0.0; MAX_PLAYERS];
    }

    fn begin(&mut self, rules: &Rules<G>) {
        self.steps = 0;
        self.seen.clear();
        self.remember(rules);
        self.go_on(rules);
    }

    /// A random legal action, or an event drawn by its weight; 0 if the game is over.
    pub(super) fn random_action(&mut self) -> u32 {
        if self.turn == Turn::Over {
            return 0;
        }
        let index = self.random_index();
        self.numbers[index]
    }

    /// The index of a random legal action, or of an event drawn by its weight. The game must not be over.
    fn random_index(&mut self) -> usize {
        if self.turn != Turn::Chance {
            return self.choices.random_range(0..self.numbers.len());
        }
        let sum: u32 = self.events.iter().map(|&(_, weight)| weight).sum();
        let mut ticket = self.choices.random_range(0..sum);
        let is_drawn = |&(_, weight): &(G::Event, u32)| {
            let is_drawn = ticket < weight;
            ticket = ticket.wrapping_sub(weight);
            is_drawn
        };
        self.events.iter().position(is_drawn).unwrap_or_default()
    }

    /// Plays random actions. Afterwards the ending is that of the last game that ended in this call. Returns the number of games that ended.
    pub(super) fn play_random(&mut self, rules: &Rules<G>, steps: u32, stop: &StopFlag) -> u64 {
        let (mut n_ended, mut last) = (0, (Ending::None, [0.0; MAX_PLAYERS]));
        for _ in 0..steps {
            if stop.is_stopped() {
                break;
            }
            if self.turn != Turn::Over {
                self.chosen = self.random_index();
            }
            self.advance(rules);
            if self.ending != Ending::None {
                n_ended += 1;
                last = (self.ending, self.returns);
            }
        }
        (self.ending, self.returns) = last;
        n_ended
    }

    /// Finds the action among the legal ones. False if it is not legal.
    pub(super) fn choose(&mut self, action: u32) -> bool {
        if self.turn == Turn::Over {
            return true;
        }
        let found = self.numbers.iter().position(|&number| number == action);
        self.chosen = found.unwrap_or_default();
        found.is_some()
    }

    /// Plays the chosen action.
    pub(super) fn advance(&mut self, rules: &Rules<G>) {
        self.forget_ending();
        match self.turn {
            Turn::Over if rules.auto_reset => return self.restart(rules),
            Turn::Over => return,
            Turn::Chance => {
                let (event, _) = self.events[self.chosen];
                self.apply(rules, event);
            }
            Turn::Player(_) => self.play(rules, self.moves[self.chosen]),
        }
        self.go_on(rules);
        if self.turn == Turn::Over && rules.auto_reset {
            self.pos.clone_from(&rules.start);
            let (ending, returns) = (self.ending, self.returns);
            self.begin(rules);
            (self.ending, self.returns) = (ending, returns);
        }
    }

    fn play(&mut self, rules: &Rules<G>, mv: G::Move) {
        if rules.repetition.is_some() && rules.game.irreversible(&self.pos, mv) {
            self.seen.clear();
        }
        rules.game.play(&mut self.pos, mv);
        self.steps += 1;
        self.remember(rules);
    }

    fn apply(&mut self, rules: &Rules<G>, event: G::Event) {
        rules.game.apply_chance(&mut self.pos, event);
        self.steps += 1;
        self.seen.clear();
        self.remember(rules);
    }

    /// Stores the hash of the position, if the game counts repetitions.
    fn remember(&mut self, rules: &Rules<G>) {
        if rules.repetition.is_some() {
            self.seen.push(rules.game.repetition_hash(&self.pos));
        }
    }

    /// Whether the position has occurred often enough for a draw.
    fn is_repeated(&self, rules: &Rules<G>) -> bool {
        let (Some(most), Some(here)) = (rules.repetition, self.seen.last()) else {
            return false;
        };
        self.seen.len() >= most && self.seen.iter().filter(|&hash| hash == here).count() >= most
    }

    /// Continues until the next decision: draws chance events unless the caller chooses them, and finds the end of the game.
    fn go_on(&mut self, rules: &Rules<G>) {
        self.moves.clear();
        self.numbers.clear();
        self.events.clear();
        loop {
            self.turn = rules.game.turn(&self.pos);
            match self.turn {
                Turn::Over => {
                    let returns = rules.game.returns(&self.pos);
                    return self.end(Ending::Rules, returns);
                }
                _ if self.is_repeated(rules) => return self.end_shared(rules, Ending::Rules),
                _ if self.steps >= rules.max_steps => {
                    return self.end_shared(rules, Ending::TooLong);
                }
                Turn::Chance if rules.given_events => return self.list_events(rules),
                Turn::Chance => {
                    let event = rules.game.sample(&self.pos, &mut self.chance);
                    self.apply(rules, event);
                }
                Turn::Player(_) => return self.list_moves(rules),
            }
        }
    }

    fn list_events(&mut self, rules: &Rules<G>) {
        rules.game.events(&self.pos, &mut self.events);
        self.numbers.extend(0..self.events.len() as u32);
    }

    fn list_moves(&mut self, rules: &Rules<G>) {
        rules.game.legal_moves(&self.pos, &mut self.moves);
        if let Some(actions) = rules.actions() {
            actions.encode(&self.pos, &self.moves, &mut self.numbers);
        }
        if self.numbers.iter().any(|&number| number as usize >= rules.n_actions) {
            self.end_shared(rules, Ending::TooLong);
        }
    }

    /// Ends the game with a draw, in which the players share the point.
    fn end_shared(&mut self, rules: &Rules<G>, ending: Ending) {
        let n_players = rules.game.players();
        let mut returns = [0.0; MAX_PLAYERS];
        returns[..n_players].fill(2.0 / n_players as f32 - 1.0);
        self.end(ending, returns);
    }

    fn end(&mut self, ending: Ending, returns: Returns) {
        self.numbers.clear();
        self.turn = Turn::Over;
        self.ending = ending;
        self.returns = returns;
    }

    /// The text of a legal action.
    pub(super) fn legal_text(&self, rules: &Rules<G>, action: u32) -> Option<String> {
        let index = self.numbers.iter().position(|&number| number == action)?;
        Some(match self.turn {
            Turn::Chance => rules.game.write_event(&self.pos, self.events[index].0),
            _ => rules.game.write_move(&self.pos, self.moves[index]),
        })
    }

    /// The events that can happen next, each with its probability.
    pub(super) fn weighted_events(&self, rules: &Rules<G>) -> Vec<(String, f32)> {
        let sum: u32 = self.events.iter().map(|&(_, weight)| weight).sum();
        let write = |&(event, weight): &(G::Event, u32)| {
            (rules.game.write_event(&self.pos, event), weight as f32 / sum as f32)
        };
        self.events.iter().map(write).collect()
    }
}
