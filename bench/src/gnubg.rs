//! GNU Backgammon, answering questions.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use ludex_games::tryktrak::Board;
use ludex_games::tryktrak::notation::position_id;

/// GNU Backgammon, running.
pub struct Gnubg {
    child: Child,
    lines: BufReader<TcpStream>,
}

impl Gnubg {
    /// Starts the program.
    pub fn start(program: &Path) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/peers/gnubg_server.py");
        let child = Command::new(program)
            .args(["-t", "-q", "-p", script])
            .env("LUDEX_PORT", listener.local_addr()?.port().to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| {
                format!("{} did not start: apt-get install gnubg", program.display())
            })?;
        let (stream, _) = listener.accept()?;
        stream.set_nodelay(true)?;
        Ok(Self {
            child,
            lines: BufReader::new(stream),
        })
    }

    /// What the boards are worth to whoever rolls next, at so many plies.
    pub fn equities(&mut self, plies: u32, boards: &[Board]) -> Result<Vec<f32>> {
        let ids: Vec<_> = boards
            .iter()
            .map(|&board| position_id::write(board))
            .collect();
        let answer = self.ask(&format!("value {plies} {}", ids.join(" ")))?;
        numbers(&answer, boards.len())
    }

    /// The play that it makes at so many plies, where the XGID tells the dice, with the cube in mind or without: hops as they
    /// are written.
    pub fn play(&mut self, plies: u32, xgid: &str, cubeful: bool) -> Result<String> {
        let question = if cubeful { "play" } else { "plain" };
        self.ask(&format!("{question} {plies} {xgid}"))
    }

    /// What it thinks of doubling at so many plies, where the XGID tells no dice.
    pub fn cube(&mut self, plies: u32, xgid: &str) -> Result<CubeAnswer> {
        let answer = self.ask(&format!("cube {plies} {xgid}"))?;
        let equities = numbers(&answer, 3)?;
        Ok(CubeAnswer {
            no_double: equities[0],
            take: equities[1],
            pass: equities[2],
        })
    }

    /// The answer to a question of one line.
    fn ask(&mut self, question: &str) -> Result<String> {
        self.lines
            .get_mut()
            .write_all(format!("{question}\n").as_bytes())?;
        let mut answer = String::new();
        self.lines.read_line(&mut answer)?;
        ensure!(answer.ends_with('\n'), "gnubg ended at {question:?}");
        Ok(answer.trim_end().to_owned())
    }
}

/// What the ways to go on are worth to the player who may double.
#[derive(Clone, Copy, Debug)]
pub struct CubeAnswer {
    no_double: f32,
    take: f32,
    pass: f32,
}

impl CubeAnswer {
    /// Whether he doubles.
    pub fn doubles(&self) -> bool {
        self.take.min(self.pass) > self.no_double
    }

    /// Whether his opponent takes.
    pub fn takes(&self) -> bool {
        self.take <= self.pass
    }
}

/// So many numbers.
fn numbers(answer: &str, n: usize) -> Result<Vec<f32>> {
    let numbers: Vec<f32> = answer
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()
        .with_context(|| format!("gnubg said {answer:?}"))?;
    ensure!(
        numbers.len() == n,
        "gnubg said {answer:?}, expected {n} numbers"
    );
    Ok(numbers)
}

impl Drop for Gnubg {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
