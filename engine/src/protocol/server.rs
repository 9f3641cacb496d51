//! The server of a protocol: lines in, lines out, one search at a time.

use std::io::{self, BufRead};
use std::thread;

use ludex_games::{InputError, SearchSetup, Variant};
use ludex_search::{Limits, StopFlag};

use super::options::{self, OptionEffect};
use super::queue::{EventQueue, ProtocolEvent, SearchDone, free_aside};
use super::search::reporter;
use super::{Dialect, ServerSettings, Wire, go};
use crate::cli::check_deterministic;
use crate::lines;
use crate::numbers;
use crate::trained;
use ludex_games::registry::{self, Session, Token};

/// Serves the protocol until `quit` or the end of the input.
pub fn serve(
    dialect: &'static Dialect,
    settings: ServerSettings,
    input: impl BufRead + Send + 'static,
    wire: &Wire,
) -> anyhow::Result<()> {
    serve_queue(dialect, settings, EventQueue::open(input), wire)
}

/// The same for one of several peers.
#[cfg(feature = "serve")]
pub fn serve_peer(
    dialect: &'static Dialect,
    settings: ServerSettings,
    input: impl BufRead + Send + 'static,
    wire: &Wire,
) -> anyhow::Result<()> {
    serve_queue(dialect, settings, EventQueue::of_peer(input), wire)
}

fn serve_queue(
    dialect: &'static Dialect,
    settings: ServerSettings,
    queue: EventQueue,
    wire: &Wire,
) -> anyhow::Result<()> {
    // Before the first search needs its tables; while it makes them it hears no stop. Whoever comes first makes them anyway.
    let _ = thread::Builder::new().spawn(settings.game.warm_up);
    let mut server = Server::new(dialect, settings, wire.clone(), queue)?;
    let ended = server.run();
    free_aside(server);
    ended
}

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

struct Server {
    dialect: &'static Dialect,
    settings: ServerSettings,
    wire: Wire,
    queue: EventQueue,
    /// The game; none while a search has it.
    session: Option<Box<dyn Session>>,
    /// The names of the game's searches.
    searches: Vec<&'static str>,
    /// The position that was set last, and the moves from there.
    start: Option<String>,
    steps: Vec<Token>,
    /// Why the networks of a file cannot play the variant at hand, if so: they wait for the one that they are for, and no other
    /// is searched meanwhile.
    misfit: Option<InputError>,
    stop: StopFlag,
    /// Whether the search under way ends by itself.
    limited: bool,
    /// An endless search that came to its end, of a tree or of a proof: its move waits for the stop.
    ready: Option<SearchDone>,
    /// Whether the input has ended: the engine leaves after the search under way.
    closing: bool,
}

impl Server {
    fn new(
        dialect: &'static Dialect,
        settings: ServerSettings,
        wire: Wire,
        queue: EventQueue,
    ) -> anyhow::Result<Self> {
        let mut session = registry::open(settings.game.name, &settings.variant, None)?;
        let misfit = configure(&settings, &mut *session, &wire)?;
        Ok(Self {
            misfit,
            dialect,
            wire,
            queue,
            searches: session.searches().iter().map(|info| info.name).collect(),
            session: Some(session),
            settings,
            start: None,
            steps: Vec::new(),
            stop: StopFlag::default(),
            limited: true,
            ready: None,
            closing: false,
        })
    }

    fn run(&mut self) -> anyhow::Result<()> {
        loop {
            match self.queue.next() {
                ProtocolEvent::Line(line) => match line.and_then(lines::text) {
                    Ok(line) => match self.obey(&line) {
                        Ok(Flow::Continue) => {}
                        Ok(Flow::Quit) => return self.farewell(),
                        Err(error) => self.complain(&error)?,
                    },
                    Err(error) => self.complain(&error.into())?,
                },
                // A script may end before its last search does, also before one that it has stopped; an endless one is stopped.
                ProtocolEvent::Eof if self.session.is_none() && self.ends_by_itself() => {
                    self.closing = true;
                }
                ProtocolEvent::Eof | ProtocolEvent::Interrupt => return self.farewell(),
                ProtocolEvent::Done(done) if self.ends_by_itself() || done.1.is_err() => {
                    self.finish(done)?;
                }
                ProtocolEvent::Done(done) => self.ready = Some(done),
            }
            if self.closing && self.session.is_some() {
                return Ok(());
            }
        }
    }

    /// Whether the search under way needs no further word to give its move.
    fn ends_by_itself(&self) -> bool {
        self.limited || self.stop.is_stopped()
    }

    /// A wrong line gets one line of answer. A closed output ends the engine.
    fn complain(&self, error: &anyhow::Error) -> anyhow::Result<()> {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return Err(io::Error::from(error.kind()).into());
        }
        let text = format!("{error:#}").replace(['\n', '\r'], " ");
        Ok(self.wire.line(&format!("info string error: {text}"))?)
    }

    /// Stops a search that is under way and gives its move, if it comes soon.
    fn farewell(&mut self) -> anyhow::Result<()> {
        if self.session.is_none() {
            let done = self.ready.take();
            if let Some(done) = done.or_else(|| self.queue.farewell(&self.stop)) {
                self.finish(done)?;
            }
        }
        Ok(())
    }

    /// Stops a search that is under way. One that has ended by itself gives its move now.
    fn stop(&mut self) -> anyhow::Result<()> {
        self.stop.stop();
        self.ready.take().map_or(Ok(()), |done| self.finish(done))
    }

    fn finish(&mut self, (session, findings): SearchDone) -> anyhow::Result<()> {
        self.session = Some(session);
        match findings {
            Ok(findings) => {
                let mv = findings.best_move().unwrap_or("none");
                Ok(self.wire.line(&format!("bestmove {mv}"))?)
            }
            Err(error) => self.complain(&error),
        }
    }

    /// Answers when nothing stands between a `go` and its search. A search that cannot be built is told at the `go`.
    fn get_ready(&mut self) -> anyhow::Result<()> {
        if let Some(session) = &mut self.session {
            (session.info().warm_up)();
            let _ = session.prepare();
        }
        Ok(self.wire.line("readyok")?)
    }

    /// Does what a line says. An error leaves everything as it was.
    fn obey(&mut self, line: &str) -> anyhow::Result<Flow> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [command, arguments @ ..] = words.as_slice() else {
            return Ok(Flow::Continue);
        };
        match *command {
            "quit" => return Ok(Flow::Quit),
            "stop" => self.stop()?,
            "isready" => self.get_ready()?,
            command if self.session.is_none() => {
                let expected = "stop, isready or quit while a search runs";
                return Err(InputError::new("line", command, expected).into());
            }
            "position" => self.position(arguments)?,
            "go" => self.go(arguments)?,
            "setoption" => self.set_option(arguments)?,
            "query" if self.dialect.has_query => self.query(arguments)?,
            word if word == self.dialect.hello => self.hello()?,
            word if word == self.dialect.new_game => self.new_game(arguments)?,
            word => return Err(self.unknown(word).into()),
        }
        Ok(Flow::Continue)
    }

    fn unknown(&self, word: &str) -> InputError {
        let mut known = vec![
            self.dialect.hello,
            "isready",
            "setoption",
            self.dialect.new_game,
        ];
        known.extend(["position", "go", "stop", "quit"]);
        if self.dialect.has_query {
            known.push("query");
        }
        let error = InputError::new("line", word, format!("one of {}", known.join(", ")));
        match crate::numbers::nearest(word, known) {
            Some(near) => error.with_hint(format!("did you mean {near}?")),
            None => error,
        }
    }

    fn session(&mut self) -> &mut Box<dyn Session> {
        let session = self.session.as_mut();
        session.expect("`obey` lets nothing pass that needs the game while a search has it")
    }

    fn hello(&mut self) -> anyhow::Result<()> {
        self.wire
            .line(concat!("id name Ludex ", env!("CARGO_PKG_VERSION")))?;
        self.wire.line("id author the Ludex developers")?;
        for line in options::list(&self.settings, &self.searches) {
            self.wire.line(&line)?;
        }
        Ok(self.wire.line(self.dialect.hello_ok)?)
    }

    fn new_game(&mut self, arguments: &[&str]) -> anyhow::Result<()> {
        let mut variant = self.settings.variant.clone();
        if let (Some(key), [value, ..]) = (self.dialect.new_game_key, arguments) {
            variant.set(key, *value);
        }
        self.set_up(variant, None, Vec::new())?;
        self.session().new_game();
        Ok(())
    }

    fn set_option(&mut self, arguments: &[&str]) -> anyhow::Result<()> {
        let ["name", rest @ ..] = arguments else {
            let found = arguments.first().copied().unwrap_or_default();
            return Err(InputError::new("setoption", found, "name NAME value VALUE").into());
        };
        let at = rest
            .iter()
            .position(|&word| word == "value")
            .unwrap_or(rest.len());
        let name = rest[..at].join(" ");
        let value = rest.get(at + 1..).unwrap_or_default().join(" ");
        if name.is_empty() || value.is_empty() {
            let error = InputError::new("setoption", rest.join(" "), "name NAME value VALUE");
            return Err(error.into());
        }
        let mut settings = self.settings.clone();
        match options::set(&mut settings, &self.searches, &name, &value)? {
            OptionEffect::Search => {
                let wire = self.wire.clone();
                let chosen = configure(&settings, &mut **self.session(), &wire);
                self.misfit = chosen.map_err(|error| error.within("setoption"))?;
                self.settings = settings;
            }
            OptionEffect::Clock => self.settings = settings,
            OptionEffect::Variant(key, value) => {
                let mut variant = self.settings.variant.without(key);
                if let Some(value) = value {
                    variant.set(key, value);
                }
                let (start, steps) = (self.start.clone(), self.steps.clone());
                // The position at hand may not fit the new variant (another size); then the game starts anew. Or the
                // value is meant for the size that the next game will have.
                self.set_up(variant.clone(), start, steps)
                    .or_else(|_| self.set_up(variant.clone(), None, Vec::new()))
                    .or_else(|error| self.put_off(variant, error))?;
            }
        }
        Ok(())
    }

    /// Sets variant and position; nothing is changed if any of it is wrong. The tables of the search are kept as long
    /// as the variant is the same.
    fn set_up(
        &mut self,
        variant: Variant,
        start: Option<String>,
        steps: Vec<Token>,
    ) -> Result<(), InputError> {
        let mut opened = registry::open(self.settings.game.name, &variant, start.as_deref())?;
        if opened.variant() == self.session().variant() {
            self.session().set_line(start.as_deref(), &steps)?;
        } else {
            opened.set_line(start.as_deref(), &steps)?;
            self.misfit = configure(&self.settings, &mut *opened, &self.wire)?;
            self.session = Some(opened);
        }
        self.settings.variant = variant;
        self.start = start;
        self.steps = steps;
        Ok(())
    }

    /// Keeps a variant for the next game, if it is possible with some value of the key that comes with a new game.
    fn put_off(&mut self, variant: Variant, error: InputError) -> Result<(), InputError> {
        let game = self.settings.game;
        let key = self.dialect.new_game_key;
        let mut options = game.wire_options.iter();
        let Some(option) = options.find(|option| Some(option.key) == key) else {
            return Err(error);
        };
        let fits = |number: i64| {
            let mut variant = variant.clone();
            variant.set(option.key, (option.text)(number).unwrap_or_default());
            registry::open(game.name, &variant, None).is_ok()
        };
        if !(option.min..=option.max).any(fits) {
            return Err(error);
        }
        self.settings.variant = variant;
        Ok(())
    }

    fn position(&mut self, arguments: &[&str]) -> anyhow::Result<()> {
        let notation = self.settings.game.position_format;
        let (start, rest) = match arguments {
            ["startpos", rest @ ..] => (None, rest),
            [word, rest @ ..] if *word == self.dialect.position || *word == notation => {
                let end = rest
                    .iter()
                    .position(|&word| word == "moves")
                    .unwrap_or(rest.len());
                (Some(rest[..end].join(" ")), &rest[end..])
            }
            other => {
                let found = other.first().copied().unwrap_or_default();
                let expected = format!("startpos or {} TEXT", self.dialect.position);
                return Err(InputError::new("position", found, expected).into());
            }
        };
        let steps = match rest {
            ["moves", moves @ ..] => Token::split(&moves.join(" "), "position"),
            _ => Vec::new(),
        };
        let variant = self.settings.variant.clone();
        self.set_up(variant, start, steps)?;
        Ok(())
    }

    fn go(&mut self, arguments: &[&str]) -> anyhow::Result<()> {
        let status = self.session().status();
        if let Some(result) = status.result {
            let found = format!("a game that is over ({result})");
            return Err(InputError::new("go", found, "a position with a legal move").into());
        }
        let player = match status.to_move {
            Some(player) => player,
            // The clock is that of the player who is about to draw.
            None if self.session().evaluates_chance() => status.next,
            None => {
                let missing = self.session().missing_event();
                let error = missing.map(|missing| missing.error("go"));
                return Err(error.expect("nobody is to move, so chance is").into());
            }
        };
        if let Some(misfit) = &self.misfit {
            // Who waits for a move must not wait for ever.
            self.complain(&misfit.clone().within("go").into())?;
            return Ok(self.wire.line("bestmove none")?);
        }
        let limits = go::parse(self.dialect, arguments, player - 1)?;
        let overhead = self.settings.overhead;
        let limits = Limits {
            clock: limits.clock.map(|clock| clock.with_overhead(overhead)),
            ..limits
        };
        numbers::check_depth("go depth", self.settings.game, &limits)?;
        check_deterministic(&self.settings.setup.options, &limits)?;
        let session = self.session.take().expect("the line above used it");
        self.stop = StopFlag::default();
        self.limited = !limits.is_infinite();
        let many = self.settings.setup.options.multipv > 1;
        let observer = reporter(&self.wire, &self.stop, many);
        self.queue.begin(session, limits, &self.stop, observer)?;
        Ok(())
    }

    fn query(&mut self, arguments: &[&str]) -> anyhow::Result<()> {
        let status = self.session().status();
        let answer = match arguments {
            ["gameover", ..] => status.over.to_string(),
            // At the end nobody is to move; the turn that would come next is told.
            ["p1turn", ..] => (status.next == 1).to_string(),
            ["result", ..] => status.result.unwrap_or("none").to_owned(),
            ["turn", ..] => status
                .to_move
                .map_or("none".to_owned(), |player| player.to_string()),
            ["returns", ..] => match status.returns {
                Some(returns) => returns
                    .iter()
                    .map(f32::to_string)
                    .collect::<Vec<_>>()
                    .join(" "),
                None => "none".to_owned(),
            },
            other => {
                let found = other.first().copied().unwrap_or_default();
                let expected = "gameover, p1turn, result, turn or returns";
                return Err(InputError::new("query", found, expected).into());
            }
        };
        Ok(self.wire.line(&format!("response {answer}"))?)
    }
}

/// Chooses the search of a session. An evaluator that is none of its variant waits for its own: the variant may come with the
/// protocol. For a name the default plays, because who sends every option with its default first does not mean to choose.
/// Networks of a file were chosen; why they cannot play is returned.
fn configure(
    settings: &ServerSettings,
    session: &mut dyn Session,
    wire: &Wire,
) -> Result<Option<InputError>, InputError> {
    let ServerSettings { search, setup, .. } = settings;
    let chosen = trained::configure(session, search.as_deref(), setup.clone());
    let (Err(error), Some(evaluator)) = (&chosen, &setup.evaluator) else {
        return chosen.map(|()| None);
    };
    let plain = SearchSetup {
        evaluator: None,
        ..setup.clone()
    };
    trained::configure(session, search.as_deref(), plain)?;
    if trained::is_path(session.info(), evaluator) {
        return Ok(Some(error.clone()));
    }
    let remark = format!("info string {error}: the default of this variant plays");
    let told = wire.line(&remark);
    told.map_err(|error| InputError::new("output", error.to_string(), "somebody who listens"))?;
    Ok(None)
}
