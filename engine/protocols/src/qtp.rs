//! QTP, the Quoridor Text Protocol, as a server: one command per line, answered with `= result` or `? reason` and an
//! empty line.
//!
//! White starts at the bottom and is player 1. The player named first after `clear_board` begins, and then the
//! players alternate. A wall is named by its upper left square. CITE: Avlonitis, Chatziagapis, "Specification of the
//! Quoridor Text Protocol", <http://quoridor.di.uoa.gr/qtp/qtp.html>.

use std::io::BufRead;

use ludex_kit::interface::protocol_words::{MoveWords, ProtocolWords};
use ludex_kit::{GameInfo, Variant};
use ludex_search::Limits;

use super::queue::{EventQueue, ProtocolEvent, drop_in_background};
use super::{ServerSettings, Wire};
use ludex_base::catalogue::catalogue;
use ludex_kit::registry::{PictureRequest, Session};
use ludex_study::trained;

/// All commands.
const COMMANDS: [&str; 12] = [
    "name",
    "known_command",
    "list_commands",
    QUIT,
    "boardsize",
    "clear_board",
    "walls",
    "playmove",
    "playwall",
    "genmove",
    "undo",
    "winner",
];

/// The command that ends the session, even during a search.
const QUIT: &str = "quit";

/// The command that shows the board.
const SHOWBOARD: &str = "showboard";

/// The players, in the order of their numbers.
pub(super) const PLAYERS: [&str; 2] = ["white", "black"];

/// Serves the protocol until `quit` or the end of the input; `limits` apply to each `genmove`.
pub fn serve(
    settings: ServerSettings,
    limits: Limits,
    input: impl BufRead + Send + 'static,
    wire: &Wire,
) -> anyhow::Result<()> {
    let mut engine = Engine::new(settings, limits, EventQueue::open(input))?;
    let ended = engine.run(wire);
    drop_in_background(engine);
    ended
}

/// The line without comment and control characters.
fn clean(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.split('#').next().unwrap_or("");
    text.chars().filter(|&letter| letter == '\t' || !letter.is_control()).collect()
}

/// Whether a line is `quit`.
fn is_quit(line: &[u8]) -> bool {
    let line = clean(line);
    let command = line.split_whitespace().next();
    command.is_some_and(|command| command.eq_ignore_ascii_case(QUIT))
}

/// Why a command was refused; the state is unchanged.
struct QtpRefusal(String);

impl From<&str> for QtpRefusal {
    fn from(reason: &str) -> Self {
        Self(reason.to_owned())
    }
}

impl From<anyhow::Error> for QtpRefusal {
    fn from(error: anyhow::Error) -> Self {
        Self(format!("{error:#}"))
    }
}

type QtpAnswer = Result<String, QtpRefusal>;

struct Engine {
    /// The settings; commands change board size and walls.
    settings: ServerSettings,
    limits: Limits,
    words: &'static ProtocolWords,
    queue: EventQueue,
    /// The game; `None` if the engine was asked to quit and its search did not end in time.
    session: Option<Box<dyn Session>>,
    /// The player who began, and the number of moves since.
    first: Option<u8>,
    n_moves: usize,
}

impl Engine {
    fn new(settings: ServerSettings, limits: Limits, queue: EventQueue) -> anyhow::Result<Self> {
        let session = open(&settings, None)?;
        let words = protocol_words(settings.game);
        Ok(Self { settings, limits, words, queue, session: Some(session), first: None, n_moves: 0 })
    }

    fn run(&mut self, wire: &Wire) -> anyhow::Result<()> {
        while self.session.is_some() {
            let line = match self.queue.next() {
                ProtocolEvent::Line(Ok(line)) => clean(&line),
                ProtocolEvent::Line(Err(error)) => {
                    wire.line(&format!("? {error}\n"))?;
                    continue;
                }
                ProtocolEvent::Eof | ProtocolEvent::Interrupt => break,
                ProtocolEvent::Done(_) => continue,
            };
            let words: Vec<_> = line.split_whitespace().collect();
            let Some((command, arguments)) = words.split_first() else {
                continue;
            };
            let command = command.to_ascii_lowercase();
            match self.run_command(&command, arguments) {
                Ok(result) if result.is_empty() => wire.line("=\n")?,
                Ok(result) => wire.line(&format!("= {}\n", result.trim_end()))?,
                Err(QtpRefusal(reason)) => wire.line(&format!("? {reason}\n"))?,
            }
            if command == QUIT {
                break;
            }
        }
        Ok(())
    }

    fn session(&mut self) -> &mut Box<dyn Session> {
        let session = self.session.as_mut();
        session.expect("`run` ends as soon as there is no session")
    }

    fn run_command(&mut self, command: &str, arguments: &[&str]) -> QtpAnswer {
        match (command, arguments) {
            ("name", []) => Ok("Ludex".to_owned()),
            ("known_command", [name]) => {
                let name = name.to_ascii_lowercase();
                Ok((COMMANDS.contains(&&*name) || name == SHOWBOARD).to_string())
            }
            ("list_commands", []) => Ok(format!("{}\n{SHOWBOARD}", COMMANDS.join("\n"))),
            (QUIT, []) => Ok(String::new()),
            ("boardsize", [size]) => self.set_board(size),
            ("clear_board", []) => self.restart(self.settings.variant.clone()),
            ("walls", [walls]) => self.set_walls(walls),
            ("playmove", [player, square]) => {
                let player = self.player(player)?;
                let mv = (self.words.read)(&[square]).map_err(|_| syntax())?;
                self.play(player, &mv)
            }
            ("playwall", [player, square, direction]) => {
                let player = self.player(player)?;
                if square.len() != 2 {
                    return Err(syntax());
                }
                let mv = (self.words.read)(&[square, direction]);
                let mv = mv.map_err(|error| match error.found {
                    found if found == *square && error.hint.is_none() => {
                        illegal(&why(&error.reason))
                    }
                    _ => syntax(),
                })?;
                self.play(player, &mv)
            }
            ("genmove", [player]) => {
                let player = self.player(player)?;
                self.generate(player)
            }
            ("undo", []) => self.undo("1"),
            ("undo", [times]) => self.undo(times),
            ("winner", []) => Ok(match self.session().status().word() {
                Some("p1win") => format!("true {}", PLAYERS[0]),
                Some("p2win") => format!("true {}", PLAYERS[1]),
                _ => "false".to_owned(),
            }),
            // Empty lines of the board are left out, because an empty line would end the answer.
            (SHOWBOARD, []) => {
                let board = self.session().render(&PictureRequest::default());
                let board = board.map_err(anyhow::Error::from)?;
                let board = board.to_string().replace("\n\n", "\n");
                let lines: Vec<String> =
                    board.lines().map(|line| with_own_walls(self.words, line)).collect();
                Ok(format!("\n{}", lines.join("\n")))
            }
            _ if COMMANDS.contains(&command) || command == SHOWBOARD => Err(syntax()),
            _ => Err("unknown command".into()),
        }
    }

    fn player(&self, word: &str) -> Result<u8, QtpRefusal> {
        let invalid = |_| QtpRefusal("invalid player; use white or black".to_owned());
        (self.words.player)(word).map_err(invalid)
    }

    fn set_board(&mut self, size: &str) -> QtpAnswer {
        let size = match size.parse::<u8>() {
            Ok(size) if (3..=9).contains(&size) => size,
            Ok(_) => return Err("unacceptable size: 3 to 9".into()),
            Err(_) => return Err(syntax()),
        };
        let variant = self.settings.variant.clone();
        self.restart(variant.with("board", format!("{size}x{size}")))
    }

    fn set_walls(&mut self, walls: &str) -> QtpAnswer {
        let walls: u8 = walls.parse().map_err(|_| syntax())?;
        if self.n_moves > 0 {
            return Err("the game has begun; send clear_board first".into());
        }
        let variant = self.settings.variant.clone();
        self.restart(variant.with("walls", walls.to_string()))
    }

    /// Restarts with this variant.
    fn restart(&mut self, variant: Variant) -> QtpAnswer {
        let settings = ServerSettings { variant, ..self.settings.clone() };
        self.session = Some(open(&settings, None)?);
        self.settings = settings;
        self.first = None;
        self.n_moves = 0;
        Ok(String::new())
    }

    /// Gives the turn to `player`. At the start of a game either player may begin.
    fn give_turn(&mut self, player: u8) -> Result<(), QtpRefusal> {
        if self.session().status().over {
            return Err(illegal("the game is over"));
        }
        if self.n_moves == 0 && self.first != Some(player) {
            let start =
                (self.words.start)(&self.settings.variant, player).map_err(anyhow::Error::from)?;
            self.session = Some(open(&self.settings, Some(&start))?);
            self.first = Some(player);
        }
        match self.session().status().to_move {
            Some(number) if number == usize::from(player) + 1 => Ok(()),
            _ => Err(illegal("it is the other player's turn")),
        }
    }

    fn play(&mut self, player: u8, mv: &str) -> QtpAnswer {
        self.give_turn(player)?;
        let played = self.session().play(mv);
        played.map_err(|error| illegal(&why(&error.reason)))?;
        self.n_moves += 1;
        Ok(String::new())
    }

    fn generate(&mut self, player: u8) -> QtpAnswer {
        self.give_turn(player)?;
        let session = self.session.take().ok_or("interrupted")?;
        let done = self.queue.search(session, self.limits, is_quit);
        let Some((session, found)) = done.map_err(anyhow::Error::from)? else {
            return Err("interrupted".into());
        };
        self.session = Some(session);
        let found = found?;
        let text = found.lines.first().map(|line| line.first().to_owned());
        let text = text.ok_or("no move was found")?;
        let played = self.session().play(&text).map_err(anyhow::Error::from)?;
        self.n_moves += 1;
        Ok(match (self.words.write)(&played) {
            MoveWords::Step(square) => square.to_ascii_uppercase(),
            MoveWords::Wall(square, direction) => {
                format!("{} {direction}", square.to_ascii_uppercase())
            }
            MoveWords::Unknown(text) => text,
        })
    }

    fn undo(&mut self, times: &str) -> QtpAnswer {
        let times: usize = times.parse().map_err(|_| syntax())?;
        if times > self.n_moves {
            return Err("cannot undo".into());
        }
        for _ in 0..times {
            self.session().undo();
        }
        self.n_moves -= times;
        Ok(String::new())
    }
}

/// A line of the board, with walls in the notation of the protocol: `e3 h`.
fn with_own_walls(words: &ProtocolWords, line: &str) -> String {
    let Some((heading, listed)) = line.split_once(" walls: ") else {
        return line.to_owned();
    };
    let word = |word: &str| match (words.write)(word.trim_end_matches(',')) {
        MoveWords::Wall(square, direction) => format!("{square} {}", &direction[..1]),
        _ => word.to_owned(),
    };
    let listed: Vec<String> = listed.split_whitespace().map(word).collect();
    format!("{heading} walls: {}", listed.join(", "))
}

/// The words of the protocol, for a game that supports it.
pub(super) fn protocol_words(info: &'static GameInfo) -> &'static ProtocolWords {
    info.protocol_words.expect("a game that speaks this protocol has words for it")
}

fn open(settings: &ServerSettings, position: Option<&str>) -> anyhow::Result<Box<dyn Session>> {
    let mut session = catalogue().session(settings.game.name, &settings.variant, position)?;
    trained::configure(&mut *session, settings.search.as_deref(), settings.setup.clone())?;
    // An invalid configuration of the search is reported at the first move.
    let _ = session.prepare();
    Ok(session)
}

fn syntax() -> QtpRefusal {
    "syntax error".into()
}

/// Why a move is illegal, as a sentence that does not quote the move, because QTP writes moves differently.
fn why(reason: &ludex_kit::Reason) -> String {
    match reason {
        ludex_kit::Reason::Problem(problem) => format!("it {problem}"),
        other => other.words().to_owned(),
    }
}

fn illegal(reason: &str) -> QtpRefusal {
    QtpRefusal(format!("illegal move: {reason}"))
}
