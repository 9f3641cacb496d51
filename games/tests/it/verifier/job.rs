//! One random game, with the searches that run along it.

use ludex_kit::{Playable, SearchSetup, Visitor};
use ludex_search::testing::{Claims, Rules};
use ludex_search::{Game, History, Limits, MAX_PLAYERS, Report, Searcher, StopFlag, Turn};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::cases::Case;
use super::settings::{self, SearchWords, one_of};

/// The environment variable with the number of a job.
pub(super) const VARIABLE: &str = "LUDEX_VERIFIER";

/// Number of searches that run at each position of a game.
const TOGETHER: usize = 4;
/// Maximum number of positions at which they run.
const POSITIONS: usize = 3;
/// Maximum number of steps of a random game.
const LONGEST: usize = 400;
/// Maximum number of nodes of a search.
const NODES: u64 = 1_000;

/// A job.
pub(super) struct Job<'a> {
    pub(super) case: &'a Case,
    pub(super) number: u64,
}

/// The results of some jobs.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) searches: u64,
    pub(super) confirmed: u64,
    pub(super) unknown: u64,
    /// Positions that were searched exhaustively.
    whole: u64,
    positions: u64,
}

impl Counts {
    pub(super) fn add(&mut self, other: &Self) {
        self.searches += other.searches;
        self.confirmed += other.confirmed;
        self.unknown += other.unknown;
        self.whole += other.whole;
        self.positions += other.positions;
    }
}

/// A search that runs at several positions of a game.
struct Asked<G: Game> {
    name: &'static str,
    setup: SearchSetup,
    how: How<G>,
}

enum How<G: Game> {
    Search(Box<dyn Searcher<G>>),
    /// The index of the solver.
    Solver(usize),
}

impl Visitor for Job<'_> {
    type Output = (Counts, Vec<String>);

    fn visit<G: Playable>(self, game: G, _start: G::Position) -> Self::Output {
        let mut rng = Pcg64Mcg::seed_from_u64(self.number);
        let steps = random_game(&game, &mut rng);
        let mut asked: Vec<_> =
            (0..TOGETHER).filter_map(|_| Self::choose(&game, &mut rng)).collect();
        let decisions: Vec<usize> = (1..steps.n_positions())
            .filter(|&n_positions| {
                let mut history = steps.clone();
                history.truncate(&game, n_positions);
                matches!(game.turn(history.position()), Turn::Player(_))
            })
            .collect();
        let mut output = Self::Output::default();
        if decisions.is_empty() || asked.is_empty() {
            return output;
        }
        let before = rng.random_range(0..self.case.before.clamp(1, decisions.len()));
        let mut place = decisions.len() - 1 - before;
        for _ in 0..POSITIONS {
            let Some(&n_positions) = decisions.get(place) else {
                break;
            };
            let mut history = steps.clone();
            history.truncate(&game, n_positions);
            self.ask_all(&game, &history, &mut asked, &mut rng, &mut output);
            if rng.random_bool(0.1) {
                for asked in &mut asked {
                    if let How::Search(search) = &mut asked.how {
                        search.new_game();
                    }
                }
            }
            place += rng.random_range(1..=2);
        }
        output
    }
}

impl Job<'_> {
    /// A search or a solver with random settings; `None` if it does not support this variant.
    fn choose<G: Playable>(game: &G, rng: &mut Pcg64Mcg) -> Option<Asked<G>> {
        let (searches, solvers) = (G::SEARCHES, game.offers().solvers);
        let number = rng.random_range(0..searches.len() + solvers.len());
        let Some(kind) = searches.get(number) else {
            let number = number - searches.len();
            let info = solvers[number].info();
            return Some(Asked {
                name: info.name,
                setup: settings::setup(&info, rng),
                how: How::Solver(number),
            });
        };
        let setup = settings::setup(&kind.info(game), rng);
        let search = kind.build(game, &setup).ok()?;
        Some(Asked { name: kind.name, setup, how: How::Search(search) })
    }

    /// Runs all searches on the last position of a game, and checks their claims.
    fn ask_all<G: Playable>(
        &self,
        game: &G,
        history: &History<G>,
        asked: &mut [Asked<G>],
        rng: &mut Pcg64Mcg,
        (counts, failures): &mut (Counts, Vec<String>),
    ) {
        let mut claims = Claims::new(game, rules(game), history.clone(), self.case.effort);
        counts.positions += 1;
        counts.whole += u64::from(claims.is_whole());
        for asked in asked {
            let limits = settings::limits(rng, NODES, G::INFO.least_depth);
            counts.searches += 1;
            if let Err(wrong) = ask(game, history, asked, &limits, &mut claims) {
                failures.push(format!(
                    "{} --variant \"{}\" --moves \"{}\" {}: {wrong} [{}={}]",
                    self.case.game,
                    self.case.variant,
                    moves(game, history),
                    SearchWords(asked.name, &asked.setup, &limits),
                    VARIABLE,
                    self.number,
                ));
            }
        }
        counts.confirmed += claims.confirmed;
        counts.unknown += claims.unknown;
    }
}

fn ask<G: Playable>(
    game: &G,
    history: &History<G>,
    asked: &mut Asked<G>,
    limits: &Limits,
    claims: &mut Claims<'_, G>,
) -> Result<(), String> {
    let (root, stop) = (history.root(), StopFlag::default());
    match &mut asked.how {
        How::Search(search) => {
            let mut on_the_way = Ok(());
            let mut observe = |report: &Report<G::Move>| {
                if on_the_way.is_ok() {
                    on_the_way = claims.check(report);
                }
            };
            let report = search.search(&root, limits, &stop, &mut observe);
            on_the_way.and_then(|()| claims.check(&report))
        }
        How::Solver(number) => {
            let kind = &game.offers().solvers[*number];
            let solution = kind.solve(game, &asked.setup, &root, limits, &stop, &mut |_| {});
            match solution {
                Ok(solution) => {
                    // If the limit was reached, a shorter win may exist.
                    let had_time = limits.nodes.is_none_or(|most| solution.nodes < most);
                    let is_whole = had_time && WHOLE.contains(&asked.name);
                    claims.check_solution(&solution, is_whole)
                }
                // The solver does not support this variant.
                Err(_) => Ok(()),
            }
        }
    }
}

/// Solvers that examine every move of both sides.
const WHOLE: &[&str] = &["whole", "complete", "proof"];

/// The rules, including which players form a side.
fn rules<G: Playable>(game: &G) -> Rules {
    let rules = Rules::of(game);
    if game.variant().get("teams") == Some("yes") {
        return rules.with_sides(std::array::from_fn::<_, MAX_PLAYERS, _>(|player| player % 2));
    }
    rules
}

/// A game of random moves, in which reversible moves are preferred, so that positions repeat.
fn random_game<G: Playable>(game: &G, rng: &mut Pcg64Mcg) -> History<G> {
    let mut history = History::new(game, start(game, rng));
    let turns_back = one_of(rng, &[0.0, 0.3, 0.7]);
    for _ in 0..LONGEST {
        let pos = history.position();
        match game.turn(pos) {
            _ if history.is_repeated(game) => break,
            Turn::Over => break,
            Turn::Chance => {
                let event = game.sample(pos, rng);
                history.apply_chance(game, event);
            }
            Turn::Player(_) => {
                let mut moves = Vec::new();
                game.legal_moves(pos, &mut moves);
                let reversible = moves.iter().filter(|&&mv| !game.irreversible(pos, mv));
                let reversible: Vec<_> = reversible.copied().collect();
                if !reversible.is_empty() && rng.random_bool(turns_back) {
                    moves = reversible;
                }
                let mv = one_of(rng, &moves);
                history.play(game, mv);
            }
        }
    }
    history
}

/// The start position of a game.
fn start<G: Playable>(game: &G, rng: &mut Pcg64Mcg) -> G::Position {
    if G::INFO.name != "tryktrak" {
        return game.start();
    }
    let mut side = |letter: u8| {
        let mut points = [0_u8; 6];
        for _ in 0..rng.random_range(1..=3) {
            points[rng.random_range(0..3)] += 1;
        }
        points.map(|count| if count == 0 { '-' } else { (letter + count - 1) as char })
    };
    let (own, other) = (side(b'A'), side(b'a'));
    let own: String = own.iter().collect();
    let other: String = other.iter().rev().collect();
    let text = format!("XGID=-{own}------------{other}-:0:0:1:00:0:0:0:0:10");
    game.parse_position(&text).expect("a position near its end")
}

/// The steps of a game as the command line reads them, with its start position if it is unusual.
fn moves<G: Playable>(game: &G, history: &History<G>) -> String {
    let (mut words, mut rewind) = (Vec::new(), history.rewind(game));
    loop {
        let step = rewind.step();
        if !rewind.go_back() {
            break;
        }
        words.extend(step.map(|step| match step {
            ludex_search::Step::Move(mv) => game.write_move(rewind.position(), mv),
            ludex_search::Step::Event(event) => game.write_event(rewind.position(), event),
        }));
    }
    words.reverse();
    words.join(" ")
}
