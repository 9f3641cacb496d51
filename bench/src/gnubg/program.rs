//! A running GNU Backgammon that answers questions.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use ludex_games::tryktrak::notation::position_id;
use ludex_games::tryktrak::{Board, CubeDecision, Move, Phase, Position, Tryktrak};
use ludex_kit::Notation;
use ludex_search::{Game, MoveList};

/// A running GNU Backgammon.
pub(super) struct Gnubg {
    child: Child,
    lines: BufReader<TcpStream>,
}

impl Gnubg {
    /// Starts the program.
    pub(super) fn start(program: &Path) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/gnubg/server.py");
        let child = Command::new(program)
            .args(["-t", "-q", "-p", script])
            .env("LUDEX_PORT", listener.local_addr()?.port().to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| did_not_start(program))?;
        let (stream, _) = listener.accept()?;
        stream.set_nodelay(true)?;
        Ok(Self { child, lines: BufReader::new(stream) })
    }

    /// The equities of the boards at this number of plies, for the player who rolls next.
    pub(super) fn equities(&mut self, plies: u32, boards: &[Board]) -> Result<Vec<f32>> {
        let ids: Vec<_> = boards.iter().map(|&board| position_id::write(board)).collect();
        let answer = self.ask(&format!("value {plies} {}", ids.join(" ")))?;
        numbers(&answer, boards.len())
    }

    /// The move that GNU Backgammon makes at this number of plies, in a position whose XGID contains dice, with or without regard to the
    /// cube. Returns the notation of the hops.
    pub(super) fn play(&mut self, plies: u32, xgid: &str, cubeful: bool) -> Result<String> {
        let question = if cubeful { "play" } else { "plain" };
        self.ask(&format!("{question} {plies} {xgid}"))
    }

    /// The cube decision of GNU Backgammon at this number of plies, in a position whose XGID contains no dice.
    pub(super) fn cube(&mut self, plies: u32, xgid: &str) -> Result<CubeAnswer> {
        let answer = self.ask(&format!("cube {plies} {xgid}"))?;
        let equities = numbers(&answer, 3)?;
        Ok(CubeAnswer { no_double: equities[0], take: equities[1], pass: equities[2] })
    }

    /// The decision of GNU Backgammon at this number of plies: a move, or an action with the cube.
    pub(super) fn choice(&mut self, plies: u32, game: &Tryktrak, pos: &Position) -> Result<Move> {
        let mut legal = MoveList::new();
        game.legal_moves(pos, &mut legal);
        if let [only] = legal[..] {
            return Ok(only);
        }
        match pos.status().phase {
            Phase::Moving => {
                let xgid = game.write_position(pos);
                let text = self.play(plies, &xgid, game.options().cube)?;
                let mv = game.parse_move(pos, &text);
                mv.with_context(|| format!("gnubg plays {text:?} in {xgid}"))
            }
            Phase::Doubled => {
                // GNU Backgammon evaluates a double from the position before it.
                let before = game.write_position(&pos.before_double());
                let takes = self.cube(plies, &before)?.takes();
                Ok(if takes { Move::Take } else { Move::Pass })
            }
            _ => {
                let doubles = self.cube(plies, &game.write_position(pos))?.doubles();
                Ok(if doubles { Move::Double } else { Move::Roll })
            }
        }
    }

    /// The answer to a question of one line.
    fn ask(&mut self, question: &str) -> Result<String> {
        self.lines.get_mut().write_all(format!("{question}\n").as_bytes())?;
        let mut answer = String::new();
        self.lines.read_line(&mut answer)?;
        ensure!(answer.ends_with('\n'), "gnubg ended without an answer to {question:?}");
        Ok(answer.trim_end().to_owned())
    }
}

/// The board after a move, from the view of the player who made it.
pub(super) fn board_after(pos: &Position, mv: Move) -> Board {
    match mv {
        Move::Play(play) => pos.board().after(play),
        _ => pos.board(),
    }
}

/// The error message if the program is missing.
pub(super) fn did_not_start(program: &Path) -> String {
    format!("{} did not start; if it is missing, run apt-get install gnubg", program.display())
}

/// The equities of the cube decisions for the player who may double.
#[derive(Clone, Copy, Debug)]
pub(super) struct CubeAnswer {
    no_double: f32,
    take: f32,
    pass: f32,
}

impl CubeAnswer {
    /// Whether the player doubles.
    pub(super) fn doubles(&self) -> bool {
        self.take.min(self.pass) > self.no_double
    }

    /// Whether the opponent takes.
    pub(super) fn takes(&self) -> bool {
        self.take <= self.pass
    }

    /// The decision in the type of Ludex.
    pub(super) fn decision(&self) -> CubeDecision {
        CubeDecision::new(self.no_double, self.take, self.pass)
    }
}

/// Parses `n` numbers.
fn numbers(answer: &str, n: usize) -> Result<Vec<f32>> {
    let numbers: Vec<f32> = answer
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()
        .with_context(|| format!("gnubg said {answer:?}"))?;
    ensure!(numbers.len() == n, "gnubg answered {answer:?} instead of {n} numbers");
    Ok(numbers)
}

impl Drop for Gnubg {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
