//! Numbers that change exactly when what searches find does: fixed searches of every game, by every search and solver, and rollouts.
//!
//! ```text
//! cargo signature > bench/signature.txt
//! cargo signature --check
//! ```
//!
//! Each search goes from a start and from the middle of a game, on one thread, with tables of 16 MiB and no clock; once with its own
//! evaluator, and once with each of the others that it knows. The number of a search with depths is the nodes to a fixed depth, in
//! decimal digits. That of any other search, of a solver and of a rollout is a checksum in hexadecimal digits over what it found. A
//! search that does not play a variant has no line.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;
use ludex_kit::registry::{Findings, Session, SolvedText, Token};
use ludex_kit::{RolledOut, RolloutRequest, SearchSetup};
use ludex_search::rollout::RolloutOptions;
use ludex_search::{Limits, SearchOptions, StopFlag};

/// Print a number for each search of every game; it changes when what the search finds does.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Print only the lines that differ from bench/signature.txt, and fail if there are any.
    #[arg(long)]
    check: bool,
}

/// A variant of a game, and where it is searched.
struct Case {
    game: &'static str,
    variant: &'static str,
    /// The searches that have depths, and how deep they go.
    depths: &'static [(&'static str, u32)],
    /// The steps to the first position, and from there to the second.
    start: &'static str,
    middle: &'static str,
}

const CASES: &[Case] = &[
    Case {
        game: "takt",
        variant: "size=5",
        depths: &[("alphabeta", 8)],
        start: "",
        middle: "e3 c5 Ca4 c2 a3 b2 a2 a1 b1 Cb3 a5 a1+ a3- d3 a1 b2<",
    },
    Case {
        game: "takt",
        variant: "size=6",
        depths: &[("alphabeta", 8)],
        start: "",
        middle: "c4 b6 Cd4 f2 b5 Cc3 c5 e2 d2 Sd5 b3 c2 b2 b4 b1 e3 d4< c3< c3 d5<",
    },
    Case {
        game: "tryktrak",
        variant: "length=0",
        depths: &[("expectimax", 2)],
        start: "",
        middle: "dice:62 24/18,13/11 roll dice:41 24/20,8/7* roll dice:43 bar/18* roll dice:64 bar/21,20/14* roll dice:54",
    },
    Case {
        game: "tryktrak",
        variant: "length=7",
        depths: &[("expectimax", 2)],
        start: "dice:31",
        middle: "8/5,6/5 roll dice:62 24/18,13/11",
    },
    Case {
        game: "quoridor",
        variant: "players=2",
        depths: &[("alphabeta", 7), ("maxn", 3), ("paranoid", 4), ("reply", 4)],
        start: "",
        middle: "g1v a7v c6v d2h e2 e8 f2 e7 f3 f7h f2h d7h d5h f7 h2h h7h",
    },
    Case {
        game: "quoridor",
        variant: "players=3",
        depths: &[("maxn", 3), ("paranoid", 4), ("reply", 4)],
        start: "",
        middle: "g1v a7v c6v d2h b5 f9 f1 c5 f8 g1 f5h g8",
    },
    Case {
        game: "quoridor",
        variant: "players=4",
        depths: &[("maxn", 3), ("paranoid", 4), ("reply", 4)],
        start: "",
        middle: "g1v a7v c6v d2h f1 b5 f9 h5 g1 c5 c4v h4",
    },
    Case {
        game: "trax",
        variant: "luck=no",
        depths: &[("alphabeta", 6)],
        start: "",
        middle: r"@0/ @1+ B0+ A3/ C1\ D1\ C0+ A1+",
    },
    Case {
        game: "trax",
        variant: "luck=yes",
        depths: &[("expectimax", 4)],
        start: "",
        middle: r"?\sw @0\sw ?/nw A0/ ?+ew",
    },
    Case {
        game: "tantrix",
        variant: "players=2",
        depths: &[("expectimax", 2)],
        start: ">49 >29 >32 >53 >36 >5 >21 >48 >23 >46 >4 >6",
        middle: "32a@0:0 >55 4a@0:1 >31 21d@0:2 >15 23d@1:2 >22 15c@-1:0 >17 36f@-1:1 >42 31e@-1:2 >54 54c@-2:3 >25 \
                 22f@-1:3 >33 29e@-2:2 >11 33c@-2:1 >24",
    },
    Case {
        game: "tantrix",
        variant: "players=4",
        depths: &[],
        start: ">49 >29 >32 >53 >36 >5 >21 >48 >23 >46 >4 >6 >55 >31 >15 >22 >17 >42 >54 >25 >33 >11 >24 >50",
        middle: "53a@0:0 >52 5c@0:-1 >20 55d@0:-2 >44 54c@1:0 >41 25c@-1:-2 >13 49e@-1:-1 >12 36f@-1:0 >40 48b@1:-1 >30 \
                 12e@1:1 >45 30d@0:1 >1 1f@1:-2 >51",
    },
];

/// Nodes of a search without depths.
const NODES: u64 = 10_000;
/// Nodes and plies of a search for a proof.
const SOLVER_LIMITS: (u64, u32) = (30_000, 7);
/// Games of a rollout.
const TRIALS: u64 = 36;

/// The file of the numbers, and its first line.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/signature.txt");
const HEADER: &str = "# What fixed searches find, made by: cargo signature > bench/signature.txt";

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if arguments.check {
        return check();
    }
    println!("{HEADER}");
    for case in CASES {
        for line in lines_of(case)? {
            println!("{line}");
        }
    }
    Ok(())
}

/// Prints the lines that differ from those of the file.
fn check() -> Result<()> {
    let text =
        std::fs::read_to_string(FILE).with_context(|| Path::new(FILE).display().to_string())?;
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
    if n_differing + expected.len() > 0 {
        bail!(
            "searches find something else; if that is meant: cargo signature > bench/signature.txt"
        );
    }
    Ok(())
}

/// The lines of a case: one for each search, each solver, and rollouts.
fn lines_of(case: &Case) -> Result<Vec<String>> {
    let mut session = ludex_games::CATALOGUE.session(case.game, &case.variant.parse()?, None)?;
    let start = Token::split(case.start, "start");
    let middle = [start.clone(), Token::split(case.middle, "middle")].concat();
    let positions = [start, middle];
    let mut lines = Vec::new();
    let mut add = |name: &str, number: Option<String>| {
        let (game, variant) = (case.game, case.variant);
        lines.extend(number.map(|number| format!("{game} {variant} {name} {number}")));
    };
    for info in session.searches() {
        let depth = case.depths.iter().find(|(name, _)| *name == info.name);
        let depth = depth.map(|&(_, depth)| depth);
        let own = searched(&mut *session, &positions, (info.name, None), depth)?;
        add(info.name, own);
        for other in info.evaluators.iter().skip(1) {
            let name = format!("{} {other}", info.name);
            let of_other = (info.name, Some(*other));
            add(&name, searched(&mut *session, &positions, of_other, depth)?);
        }
    }
    for info in session.solvers() {
        let number = solved(&mut *session, &positions, info.name)?;
        add(&format!("solve {}", info.name), number);
    }
    add("rollout", rolled_out(&mut *session, &positions)?);
    Ok(lines)
}

fn setup() -> SearchSetup {
    SearchSetup {
        options: SearchOptions {
            hash_mib: 16,
            seed: 1,
            ..SearchOptions::default()
        },
        ..SearchSetup::default()
    }
}

/// The number of a search, with an evaluator beside its own; none if it does not play the variant.
fn searched(
    session: &mut dyn Session,
    positions: &[Vec<Token>],
    (name, evaluator): (&str, Option<&str>),
    depth: Option<u32>,
) -> Result<Option<String>> {
    let limits = depth.map_or(Limits::nodes(NODES), Limits::depth);
    let (mut nodes, mut text) = (0, String::new());
    for steps in positions {
        let setup = SearchSetup {
            evaluator: evaluator.map(str::to_owned),
            ..setup()
        };
        if session.configure(Some(name), setup).is_err() {
            return Ok(None);
        }
        session.set_line(None, steps)?;
        let found = session.search(&limits, &StopFlag::default(), &mut |_| ())?;
        nodes += found.nodes;
        write_findings(&mut text, &found)?;
    }
    Ok(Some(match depth {
        Some(_) => nodes.to_string(),
        None => checksum(&text),
    }))
}

/// The number of a search for proofs; none if it does not solve the variant.
fn solved(
    session: &mut dyn Session,
    positions: &[Vec<Token>],
    name: &str,
) -> Result<Option<String>> {
    let limits = Limits {
        depth: Some(SOLVER_LIMITS.1),
        ..Limits::nodes(SOLVER_LIMITS.0)
    };
    let mut text = String::new();
    for steps in positions {
        session.configure_solver(Some(name), setup())?;
        session.set_line(None, steps)?;
        // Some solve games of two alone, and none knows what comes before a draw.
        let solved = session.solve(Some(name), &limits, &StopFlag::default(), &mut |_| ());
        if let Ok(solved) = solved {
            write_solution(&mut text, &solved)?;
        }
    }
    Ok((!text.is_empty()).then(|| checksum(&text)))
}

/// The number of a rollout; none where the game has none.
fn rolled_out(session: &mut dyn Session, positions: &[Vec<Token>]) -> Result<Option<String>> {
    let request = RolloutRequest {
        options: RolloutOptions {
            trials: TRIALS,
            ..RolloutOptions::default()
        },
        reduces_variance: None,
        plays: Vec::new(),
        lines: 2,
        cubeful: true,
        numbers: None,
    };
    let mut text = String::new();
    for steps in positions {
        session.set_line(None, steps)?;
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
    writeln!(
        text,
        "{result:?} {plies:?} {depth} {exhausted} {nodes} {moves}, {line}"
    )
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
