//! Games in real time, without turns: `play` simulates the players, one of whom may be a person, and `show` shows the deal.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use ludex_kit::interface::real_time::{Effort, Sheet};
use ludex_kit::{InputError, RealTime, RealTimeKind, Variant, say};
use serde_json::{Value, json};

use super::PositionArgs;
use super::terminal::{self, AbovePrinter, Editor, Typed, Words};
use crate::config::Config;
use ludex_base::catalogue::catalogue;
use ludex_base::failure::{self, CouldNot};
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::lines::{self, Lines, MAX_LINE};
use ludex_base::output::{self, Align, TextTable};

/// A variant of a game that is played in real time.
pub(super) struct RealTimeVariant {
    game: &'static str,
    kind: &'static RealTimeKind,
    variant: Variant,
}

impl RealTimeVariant {
    /// The game in real time that the arguments select, if any.
    pub(super) fn from_arguments(
        position: &PositionArgs,
        config: &Config,
    ) -> Result<Option<Self>, InputError> {
        let variant = position.variant(config)?;
        let Some(kind) = catalogue().real_time(&position.game, &variant)? else {
            return Ok(None);
        };
        let given = [
            ("--position", position.position.is_some()),
            ("--moves", position.moves.is_some()),
            ("--file", position.file.is_some()),
        ];
        for (option, given) in given {
            if given {
                let sentence = say!(
                    "{game} takes no position; --seed decides how a game is dealt",
                    game = kind.word.1
                );
                return Err(InputError::sentence(option, sentence));
            }
        }
        let game = catalogue().info(&position.game)?.name;
        Ok(Some(Self { game, kind, variant }))
    }

    /// If the variant has a key for the same setting as an option, adds a hint with the key to the error about the option.
    pub(super) fn with_key(&self, error: InputError) -> InputError {
        let option = error.place.trim_start_matches('-');
        match self.kind.keys.iter().find(|key| key.name == option) {
            Some(key) => {
                let (name, value) = self.kind.word;
                let hint = say!(
                    "write it as --variant {name}={value},{key}=…",
                    name,
                    value,
                    key = key.name
                );
                error.with_hint(hint)
            }
            None => error,
        }
    }

    /// Shows the start of a game.
    pub(super) fn show(&self, seed: u64, as_json: bool) -> anyhow::Result<()> {
        let game = (self.kind.open)(&self.variant, seed, &[])?;
        if as_json {
            let mut object = self.head(&game.variant(), seed);
            object["position"] = json!(game.position());
            extend(&mut object, game.facts());
            output::json(&object)?;
        } else {
            output::board(&game.render())?;
        }
        Ok(())
    }

    /// Plays many games, and reports how often each player wins.
    pub(super) fn series(&self, effort: &Effort, as_json: bool) -> anyhow::Result<()> {
        let stop = stop_on_interrupt();
        let sheet = (self.kind.series)(&self.variant, effort, &stop)?;
        if as_json {
            let mut object = self.head(&self.variant, effort.seed);
            extend(&mut object, sheet.facts);
            output::json(&object)?;
        } else {
            output::print(&table(&sheet))?;
        }
        if stop.is_stopped() {
            return Err(CouldNot(say!("stopped before all games were played")).into());
        }
        Ok(())
    }

    /// Plays a game: simulated to its end at once, or in real time if there is a person.
    pub(super) fn play(
        &self,
        seed: u64,
        person: Option<usize>,
        as_json: bool,
    ) -> anyhow::Result<()> {
        let mut game = (self.kind.open)(&self.variant, seed, person.as_slice())?;
        if let Some(seat) = person {
            game = InteractiveGame::new(game, seat, as_json)?.play()?;
        } else {
            while game.step() {}
        }
        let standings = game.standings();
        if as_json {
            let mut object = self.head(&game.variant(), seed);
            extend(&mut object, standings.facts);
            output::json(&object)?;
        } else {
            output::print(&table(&standings))?;
        }
        Ok(())
    }

    /// The first fields of each JSON object.
    fn head(&self, variant: &Variant, seed: u64) -> Value {
        json!({"game": self.game, "variant": variant.to_string(), "seed": seed})
    }
}

fn extend(object: &mut Value, facts: ludex_kit::Facts) {
    for (key, value) in facts {
        object[key] = value;
    }
}

/// The text of a table, followed by the remark below it.
pub(super) fn table(sheet: &Sheet) -> String {
    let headings = sheet.headings.iter().map(|&(name, is_number)| {
        let align = if is_number { Align::Right } else { Align::Left };
        (name, align)
    });
    let headings: Vec<_> = headings.collect();
    let mut table = TextTable::new(&headings);
    sheet.rows.iter().for_each(|row| table.row(row.clone()));
    format!("{}{}\n", table.render(), sheet.remark)
}

/// The channel of typed lines; it is disconnected after the last line.
type TypedLines = Sender<Result<Vec<u8>, InputError>>;

/// A game with a person at a terminal or a pipe.
struct InteractiveGame {
    game: Box<dyn RealTime>,
    /// The person's seat, counted from 0.
    seat: usize,
    as_json: bool,
    started: Instant,
    lines: Receiver<Result<Vec<u8>, InputError>>,
    /// The printer of text above the prompt; `None` without a terminal.
    above: Option<AbovePrinter>,
    /// Signals that a line was answered. Only then is the next line read, so that answers are printed in order.
    answered: Sender<()>,
}

impl InteractiveGame {
    fn new(game: Box<dyn RealTime>, seat: usize, as_json: bool) -> anyhow::Result<Self> {
        let (sender, lines) = channel();
        let (answered, answers) = channel();
        // A separate thread reads the input, so that the other players can act while the person thinks.
        let above = if terminal::is_there() {
            Some(read_terminal(sender, answers)?)
        } else {
            thread::spawn(move || {
                let lines = Lines::new(io::stdin().lock(), MAX_LINE);
                lines.for_each(|line| drop(sender.send(line)));
            });
            None
        };
        Ok(Self { game, seat, as_json, started: Instant::now(), lines, above, answered })
    }

    /// Plays until the game is over or the person leaves.
    fn play(mut self) -> anyhow::Result<Box<dyn RealTime>> {
        if !self.as_json {
            self.print(&output::painted(&self.game.render()))?;
            if self.above.is_some() {
                self.print(&format!("{}\n", self.game.help()))?;
            }
        }
        while !self.game.is_over() {
            self.catch_up()?;
            if self.game.is_over() {
                break;
            }
            match self.lines.recv_timeout(self.until_next_event()) {
                Ok(line) => {
                    if !self.run_line(lines::text(line?)?.trim())? {
                        return Ok(self.game);
                    }
                    // Sending fails if the input is a pipe, which does not wait for this signal.
                    let _ = self.answered.send(());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.print_story()?;
        if let Some(above) = &self.above {
            above.finish()?;
        }
        Ok(self.game)
    }

    /// Prints text that ends with a line feed.
    fn print(&mut self, text: &str) -> anyhow::Result<()> {
        match &self.above {
            Some(above) => above.print(text),
            None => output::print(text)?,
        }
        Ok(())
    }

    fn until_next_event(&self) -> Duration {
        // If only the person can act, there is no next event.
        let due = self.game.next_event();
        due.map_or(Duration::from_mins(1), |due| due.saturating_sub(self.started.elapsed()))
    }

    /// Carries out all moves of the other players up to the present time.
    fn catch_up(&mut self) -> anyhow::Result<()> {
        let now = self.started.elapsed();
        while self.game.next_event().is_some_and(|due| due <= now) && self.game.step() {}
        self.print_story()
    }

    fn print_story(&mut self) -> anyhow::Result<()> {
        for report in self.game.take_story() {
            let line = if self.as_json {
                Value::Object(report.facts).to_string()
            } else {
                let seconds = format!("{:>7.1}", report.at.as_secs_f64());
                say!("{seconds} s  {text}", seconds, text = report.text)
            };
            self.print(&format!("{line}\n"))?;
        }
        Ok(())
    }

    /// Runs a line; false if the person leaves.
    fn run_line(&mut self, line: &str) -> anyhow::Result<bool> {
        self.catch_up()?;
        match line {
            "" => {}
            "quit" | "exit" => return Ok(false),
            "help" | "?" => self.print(&format!("{}\n", self.game.help()))?,
            "show" => self.print(&output::painted(&self.game.render()))?,
            line => match self.game.act(self.seat, self.started.elapsed(), line) {
                Ok(Some(answer)) => self.print(&format!("{answer}\n"))?,
                Ok(None) => {}
                // Invalid input does not end the game.
                Err(error) if self.above.is_some() => {
                    self.print(&(say!("error: {error}", error) + "\n"))?;
                }
                Err(error) => {
                    let text = failure::text(&error.into(), self.as_json);
                    output::complain(text.trim_end());
                }
            },
        }
        self.print_story()?;
        Ok(true)
    }
}

/// Reads lines typed at the terminal, and returns the printer that prints above the prompt.
fn read_terminal(sender: TypedLines, answers: Receiver<()>) -> anyhow::Result<AbovePrinter> {
    let (made_sender, made) = channel();
    thread::spawn(move || {
        let mut editor = match Editor::new() {
            Ok(editor) => editor,
            Err(error) => return drop(made_sender.send(Err(error))),
        };
        if made_sender.send(editor.above()).is_err() {
            return;
        }
        drop(made_sender);
        // Ctrl-C discards the line; a command leaves the game.
        while let Ok(typed) = editor.read("> ", Words::default()) {
            let line = match typed {
                Typed::Line(line) => line.into_bytes(),
                Typed::Interrupt => b"help".to_vec(),
                Typed::End | Typed::TooLate => return,
            };
            if sender.send(Ok(line)).is_err() || answers.recv().is_err() {
                return;
            }
        }
    });
    made.recv()?
}
