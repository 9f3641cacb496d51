//! Numbers that change exactly when the results of searches change. They come from fixed searches of every game with every search, solver
//! and rollout.
//!
//! ```text
//! cargo signature > bench/signature.txt
//! cargo signature -- --check
//! ```
//!
//! Each search starts from positions near the start, in the middle and, in some games, near the end of a game. It runs on one thread, with
//! tables of 16 MiB and without a clock; once with its default evaluator, and once with each other evaluator that it supports. For a search
//! whose number of nodes depends on every score, the number is the nodes to a fixed depth, in decimal digits. For any other search, a
//! solver or a rollout, it is a checksum in hexadecimal digits of its results: nodes, moves, scores and lines. A search that does not
//! support a variant has no line.

#![expect(clippy::print_stdout, reason = "the program prints its results")]

use std::fmt::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use ludex_kit::registry::{Findings, Session, SolvedText, Token};
use ludex_kit::{RolledOut, RolloutRequest, SearchSetup};
use ludex_search::rollout::RolloutOptions;
use ludex_search::{Limits, SearchOptions, StopFlag};

/// Print a number for each search of every game. The number changes when the results of the search change.
#[derive(Parser)]
struct Arguments {
    /// Print only the lines that differ from bench/signature.txt, and fail if there are any.
    #[arg(long)]
    check: bool,
}

/// A variant of a game and the positions to search.
struct Case {
    game: &'static str,
    variant: &'static str,
    /// Depth limits by name: for searches that have depths, and for solvers whose result would depend on a limit of nodes.
    depths: &'static [(&'static str, u32)],
    /// The steps from the start of a game to the first position. `middle`: those from the first to the second position.
    start: &'static str,
    middle: &'static str,
    /// A position near the end; empty for none.
    end: &'static str,
}

/// A position: the text of a start position (`None` for the start of a game), and the steps from there.
type Line = (Option<&'static str>, Vec<Token>);

impl Case {
    fn depth_of(&self, search: &str) -> Option<u32> {
        let mut depths = self.depths.iter();
        depths.find(|(name, _)| *name == search).map(|of| of.1)
    }

    fn positions(&self) -> Vec<Line> {
        let start = Token::split(self.start, "start");
        let middle = [start.clone(), Token::split(self.middle, "middle")].concat();
        let end = Some(self.end).filter(|text| !text.is_empty());
        let mut positions = vec![(None, start), (None, middle)];
        positions.extend(end.map(|text| (Some(text), Vec::new())));
        positions
    }
}

/// The searches whose number of nodes changes if any score changes.
const BY_NODES: [&str; 3] = ["alphabeta", "paranoid", "reply"];

const CASES: &[Case] = &[
    Case {
        game: "takt",
        variant: "size=5",
        depths: &[("alphabeta", 8)],
        start: "",
        middle: "e3 c5 Ca4 c2 a3 b2 a2 a1 b1 Cb3 a5 a1+ a3- d3 a1 b2<",
        end: "1,2S,12S,12,1212/1C,11112C,2,1,x/2S,2,x,21S,2/12,21,21,2,1S/2,21,1,x,221 2 32",
    },
    Case {
        game: "takt",
        variant: "size=6",
        depths: &[("alphabeta", 8)],
        start: "",
        middle: "c4 b6 Cd4 f2 b5 Cc3 c5 e2 d2 Sd5 b3 c2 b2 b4 b1 e3 d4< c3< c3 d5<",
        end: "1,1,1,12,1,1/x,1,12S,112,1,x/x,2,221C,x,1,1/x,2,1,1112,2,221/x,2,2112C,x,2,1221S/x2,21,1,2,x 1 35",
    },
    Case {
        game: "tryktrak",
        variant: "length=0",
        depths: &[("expectimax", 2)],
        start: "dice:62",
        middle: "24/18,13/11 roll dice:41 24/20,8/7* roll dice:43 bar/18* roll dice:64 bar/21,20/14* roll dice:54",
        end: "XGID=--B-A-A-------------a--ba-:0:0:1:31:0:0:0:0:6",
    },
    Case {
        game: "tryktrak",
        variant: "length=7",
        depths: &[("expectimax", 2)],
        start: "dice:31",
        middle: "8/5,6/5 roll dice:62 24/18,13/11",
        end: "",
    },
    Case {
        game: "quoridor",
        variant: "players=2",
        depths: &[("alphabeta", 7), ("maxn", 3), ("paranoid", 4), ("reply", 4), ("complete", 7)],
        start: "",
        middle: "g1v a7v c6v d2h e2 e8 f2 e7 f3 f7h f2h d7h d5h f7 h2h h7h",
        end: "b2d2f2h2b3b5d5f5d7f7h7a8c8/g1a3e4c6a7/d8 b5/1 1/2",
    },
    Case {
        game: "quoridor",
        variant: "board=3x3,walls=1",
        depths: &[("alphabeta", 7), ("maxn", 3), ("paranoid", 7), ("reply", 7)],
        start: "",
        middle: "b2",
        end: "",
    },
    Case {
        game: "quoridor",
        variant: "players=3",
        depths: &[("maxn", 3), ("paranoid", 4), ("reply", 4)],
        start: "",
        middle: "g1v a7v c6v d2h b5 f9 f1 c5 f8 g1 f5h g8",
        end: "",
    },
    Case {
        game: "quoridor",
        variant: "players=4",
        depths: &[("maxn", 3), ("paranoid", 4), ("reply", 4)],
        start: "",
        middle: "g1v a7v c6v d2h f1 b5 f9 h5 g1 c5 c4v h4",
        end: "",
    },
    Case {
        game: "trax",
        variant: "luck=no",
        depths: &[("alphabeta", 6)],
        start: "",
        middle: r"@0/ @1+ B0+ A3/ C1\ D1\ C0+ A1+",
        end: "5553/953c/a969/6c56/9... w",
    },
    Case {
        game: "trax",
        variant: "luck=yes",
        depths: &[("expectimax", 4)],
        start: "",
        middle: r"?\sw @0\sw ?/nw A0/ ?+ew",
        end: "",
    },
    Case {
        game: "tantrix",
        variant: "players=2",
        depths: &[("expectimax", 2)],
        start: ">49 >29 >32 >53 >36 >5 >21 >48 >23 >46 >4 >6",
        middle: "32a@0:0 >55 4a@0:1 >31 21d@0:2 >15 23d@1:2 >22 15c@-1:0 >17 36f@-1:1 >42 31e@-1:2 >54 54c@-2:3 >25 \
                 22f@-1:3 >33 29e@-2:2 >11 33c@-2:1 >24",
        end: "32a@0:0,4a@0:1,21d@0:2,23d@1:2,15c@-1:0,36f@-1:1,31e@-1:2,54c@-2:3,22f@-1:3,29e@-2:2,33c@-2:1,42b@-3:4,\
                 17e@-3:3,55d@-2:4,25f@2:2,53f@-4:5,41d@-3:5,13f@1:1,20e@2:1,40e@1:0,5d@2:0,50d@-4:4,11a@3:-1,44d@2:-1,\
                 46f@1:-1,1f@4:-2,6d@3:-2,47e@-5:6,24a@-4:6,49b@2:-2,26a@0:-1,39b@1:-2,18b@0:3,45a@-5:5,52b@5:-3,10c@4:-3,\
                 43a@3:-3,38e@-6:7,34f@2:-3,8d@-5:7,35e@3:0,37a@-6:6,56b@1:3,7f@4:-1,9a@5:-2 2,12,14,19,27,30|3,16,28,48,\
                 51 - RY 0 1",
    },
    Case {
        game: "tantrix",
        variant: "players=4",
        depths: &[],
        start: ">49 >29 >32 >53 >36 >5 >21 >48 >23 >46 >4 >6 >55 >31 >15 >22 >17 >42 >54 >25 >33 >11 >24 >50",
        middle: "53a@0:0 >52 5c@0:-1 >20 55d@0:-2 >44 54c@1:0 >41 25c@-1:-2 >13 49e@-1:-1 >12 36f@-1:0 >40 48b@1:-1 >30 \
                 12e@1:1 >45 30d@0:1 >1 1f@1:-2 >51",
        end: "",
    },
];

/// Limit of nodes for a search without depths.
const NODES: u64 = 10_000;
/// Limit of nodes for a proof search.
const SOLVER_NODES: u64 = 30_000;
/// Number of games of a rollout.
const TRIALS: u64 = 36;

/// The file of the numbers, and its first line.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/signature.txt");
const HEADER: &str = "# What fixed searches find, made by: cargo signature > bench/signature.txt";

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    for game in ludex_games::CATALOGUE.games() {
        let is_searched = CASES.iter().any(|case| case.game == game.name);
        ensure!(is_searched, "{}: a game without a case", game.name);
    }
    if arguments.check {
        return check();
    }
    println!("{HEADER}");
    for case in CASES {
        for line in lines_of(case)? {
            println!("{line}");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the lines that differ from the file.
fn check() -> Result<ExitCode> {
    let text = std::fs::read_to_string(FILE).context(FILE)?;
    let mut expected: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let mut n_differing = 0;
    for case in CASES {
        for line in lines_of(case)? {
            if let Some(index) = expected.iter().position(|&other| other == line) {
                expected.remove(index);
            } else {
                println!("found    {line}");
                n_differing += 1;
            }
        }
    }
    for line in &expected {
        println!("expected {line}");
    }
    if n_differing + expected.len() == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    println!("If the change of results is intended, run: cargo signature > bench/signature.txt");
    Ok(ExitCode::FAILURE)
}

/// The lines of a case: one for each search, each solver, and rollouts.
fn lines_of(case: &Case) -> Result<Vec<String>> {
    let mut session = ludex_games::CATALOGUE.session(case.game, &case.variant.parse()?, None)?;
    let positions = case.positions();
    let mut lines = Vec::new();
    let mut add = |name: &str, number: Option<String>| {
        let (game, variant) = (case.game, case.variant);
        lines.extend(number.map(|number| format!("{game} {variant} {name} {number}")));
    };
    for info in session.searches() {
        let depth = case.depth_of(info.name);
        let own = searched(&mut *session, &positions, (info.name, None), depth)?;
        add(info.name, own);
        for other in info.evaluators.iter().skip(1) {
            let name = format!("{} {other}", info.name);
            let of_other = (info.name, Some(*other));
            add(&name, searched(&mut *session, &positions, of_other, depth)?);
        }
    }
    for info in session.solvers() {
        let depth = case.depth_of(info.name);
        let number = solved(&mut *session, &positions, info.name, depth)?;
        add(&format!("solve {}", info.name), number);
    }
    add("rollout", rolled_out(&mut *session, &positions)?);
    Ok(lines)
}

fn setup() -> SearchSetup {
    SearchSetup {
        options: SearchOptions { hash_mib: 16, seed: 1, ..SearchOptions::default() },
        ..SearchSetup::default()
    }
}

/// The signature of a search, with its default evaluator or the given one; `None` if it does not support the variant.
fn searched(
    session: &mut dyn Session,
    positions: &[Line],
    (name, evaluator): (&str, Option<&str>),
    depth: Option<u32>,
) -> Result<Option<String>> {
    let limits = depth.map_or(Limits::nodes(NODES), Limits::depth);
    let (mut nodes, mut text) = (0, String::new());
    for (start, steps) in positions {
        let setup = SearchSetup { evaluator: evaluator.map(str::to_owned), ..setup() };
        if session.configure(Some(name), setup).is_err() {
            return Ok(None);
        }
        session.start_at(*start)?;
        session.extend(steps)?;
        let found = session.search(&limits, &StopFlag::default(), &mut |_| ())?;
        nodes += found.nodes;
        write_findings(&mut text, &found)?;
    }
    Ok(Some(if BY_NODES.contains(&name) { nodes.to_string() } else { checksum(&text) }))
}

/// The signature of a proof search; `None` if it does not support the variant.
fn solved(
    session: &mut dyn Session,
    positions: &[Line],
    name: &str,
    depth: Option<u32>,
) -> Result<Option<String>> {
    let limits = Limits { depth, ..Limits::nodes(SOLVER_NODES) };
    let mut text = String::new();
    for (start, steps) in positions {
        session.configure_solver(Some(name), setup())?;
        session.start_at(*start)?;
        session.extend(steps)?;
        // An error means that the solver does not support the position: some solvers support only two players, and none supports a position
        // in which a draw by repetition can be claimed.
        let solved = session.solve(Some(name), &limits, &StopFlag::default(), &mut |_| ());
        if let Ok(solved) = solved {
            write_solution(&mut text, &solved)?;
        }
    }
    Ok((!text.is_empty()).then(|| checksum(&text)))
}

/// The signature of rollouts; `None` if the game has no rollouts.
fn rolled_out(session: &mut dyn Session, positions: &[Line]) -> Result<Option<String>> {
    let request = RolloutRequest {
        options: RolloutOptions { trials: TRIALS, ..RolloutOptions::default() },
        reduces_variance: None,
        plays: Vec::new(),
        lines: 2,
        cubeful: true,
        numbers: None,
    };
    let mut text = String::new();
    for (start, steps) in positions {
        session.start_at(*start)?;
        session.extend(steps)?;
        let rolled = session.roll_out(&setup(), &request, &StopFlag::default(), &mut |_| ());
        if let Ok(Some(rolled)) = rolled {
            write_rollout(&mut text, &rolled)?;
        }
    }
    Ok((!text.is_empty()).then(|| checksum(&text)))
}

fn write_findings(text: &mut String, found: &Findings) -> std::fmt::Result {
    writeln!(text, "{} {} {:?}", found.depth, found.nodes, found.proof)?;
    for line in &found.lines {
        let (pv, score, wdl) = (line.pv.join(" "), line.score.value(), line.wdl);
        let (chances, returns) = ((wdl.win, wdl.draw, wdl.loss), &line.returns);
        writeln!(
            text,
            "{pv}, {score} {:?} {chances:.4?} {returns:.4?} {}",
            line.bound, line.nodes
        )?;
    }
    Ok(())
}

fn write_solution(text: &mut String, solved: &SolvedText) -> std::fmt::Result {
    let (moves, line) = (solved.moves.join(" "), solved.line.join(" "));
    let (result, plies, depth) = (solved.result, solved.plies, solved.depth);
    let (exhausted, nodes) = (solved.exhausted, solved.nodes);
    writeln!(text, "{result:?} {plies:?} {depth} {exhausted} {nodes} {moves}, {line}")
}

fn write_rollout(text: &mut String, rolled: &RolledOut<String>) -> std::fmt::Result {
    for line in &rolled.lines {
        let (mv, trials) = (&line.mv, line.trials);
        writeln!(text, "{mv:?} {trials} {:.4} {:.4}", line.value, line.error)?;
    }
    Ok(())
}

fn checksum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}
