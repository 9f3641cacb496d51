//! `ludex book`: extends or shows an opening book.

use std::path::{Path, PathBuf};

use clap::Args;
use ludex_kit::support::book::{Book, BookHeader, BookMove, BookPlace, BookPosition, BookValue};
use ludex_kit::support::figures::precise;
use ludex_kit::{InputError, Variant, message, say, say_count};
use serde_json::{Value, json};

use super::OutputArgs;
use super::options::refuse_ignored;
use crate::config::Config;
use crate::headings;
use crate::headings::Labelled;
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::numbers;
use ludex_base::output::{self, Align, LiveLine, percent, plies, shell_word};
use ludex_study::book::{self, BookFile, Growth, GrowthEnding, SHIPPED};

const EXAMPLES: &str = "\
Examples:
  ludex book takt --variant size=6,komi=2 --out takt-6.book
  ludex book quoridor --nodes 2M --lines 6 --positions 1000 --out quoridor.book
  ludex book --resume quoridor.book --positions 2000
  ludex book --show takt-6.book
  ludex book takt --show default --variant size=6,komi=2
  ludex bestmove takt --variant size=6,komi=2 --book takt-6.book
  ludex tournament takt --variant size=6,komi=2 --player \"book: book=takt-6.book seed=1\" \\
        --player \"none: time=100ms\" --random-plies 0 --pairs 50

The start is searched first. After that the next position is always the one nearest to
best play, where one ply counts as much as a mistake of 1 % of a game. The value of a
position is computed from the positions after it. A position and its images (rotated,
mirrored) count as one. The same command makes the same book. After a kill or Ctrl-C
only the current search is lost; --resume and --positions continue the book.

A book is for one game and one variant. `bestmove`, `play` and the protocols open it
with --book FILE. Some variants have a book that ships with the program (`ludex games
GAME` lists them); `play` and the protocols open it by default, and --book none turns
it off. The book is used only if time is the only limit and the position after the
book's best move was searched, too. With --seed (not 0) a move up to 2 % worse than
the best may be played.

Tryktrak and Tantrix begin with dice or draws and have no books.";

/// Make or extend an opening book, or show one.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct BookCommand {
    /// The game
    #[arg(value_name = "GAME", required_unless_present_any = ["resume", "show"])]
    game: Option<String>,
    /// The variant: key=value,… (`ludex games` lists the keys)
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = super::options::variant, allow_hyphen_values = true)]
    variant: Option<Variant>,
    /// Write the book to this new file
    #[arg(long, value_name = "FILE", required_unless_present_any = ["resume", "show"])]
    out: Option<PathBuf>,
    /// Continue the book of this file; needs --positions
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "variant", "out", "show", "nodes", "lines", "seed"])]
    resume: Option<PathBuf>,
    /// List the positions of a book with their values, without searching
    ///
    /// `default`, with a game and --variant, is the book that ships with the program.
    #[arg(long, value_name = "FILE|default", conflicts_with_all = ["out", "nodes", "lines", "positions", "seed", "hash"])]
    show: Option<PathBuf>,
    /// Nodes of each search [default: 1M]
    #[arg(long, short, value_name = "N", value_parser = numbers::count, allow_hyphen_values = true)]
    nodes: Option<u64>,
    /// Moves that each search evaluates [default: 5]
    #[arg(long, value_name = "N", value_parser = numbers::lines, allow_hyphen_values = true)]
    lines: Option<usize>,
    /// Number of positions of the book [default: 300; none with --resume]
    #[arg(long, value_name = "N", value_parser = numbers::range::<usize>(1, 1_000_000), allow_hyphen_values = true)]
    positions: Option<usize>,
    /// Seed of the searches [default: 0]
    #[arg(long, value_name = "SEED", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Size of the hash table in MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = numbers::hash, allow_hyphen_values = true)]
    hash: Option<usize>,
    #[command(flatten)]
    output: OutputArgs,
}

impl BookCommand {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, self.game.as_deref().unwrap_or_default())?;
        let json = self.output.json(&config)?;
        if let Some(path) = &self.show {
            return show(&self.shown(path)?, json);
        }
        let mut file = match &self.resume {
            Some(path) => BookFile::open(path)?,
            None => self.begin()?,
        };
        let n_before = file.book.len();
        let positions = match (self.positions, &self.resume) {
            (Some(positions), _) => positions,
            (None, None) => 300,
            (None, Some(path)) => return Err(positions_missing(path, n_before).into()),
        };
        let growth = Growth { positions, hash_mib: self.hash.unwrap_or(64) };
        let stop = stop_on_interrupt();
        let mut live = LiveLine::new();
        let ending = book::grow(&mut file, growth, &stop, |file| {
            let (now, all) = (file.book.len(), growth.positions);
            live.show_progress(now as u64, all as u64, &say!("positions"));
        })?;
        drop(live);
        if ending == GrowthEnding::Stopped {
            let path = shell_word(file.path());
            let positions = growth.positions;
            output::remark(&say!(
                "stopped; `ludex book --resume {path} --positions {positions}` continues",
                path,
                positions
            ));
        }
        if file.book.len() == n_before {
            match ending {
                GrowthEnding::Grown => output::remark(&say_count!(
                    n_before as u64,
                    "nothing to do: the book has {count} position; use a larger --positions",
                    "nothing to do: the book has {count} positions; use a larger --positions"
                )),
                GrowthEnding::Complete => {
                    output::remark(&say!("nothing to do: every position is in the book"));
                }
                GrowthEnding::Stopped => {}
            }
        }
        if json {
            output::json(&summary(&file.book))?;
        } else {
            output::print(&in_words(&file.book))?;
        }
        Ok(())
    }

    /// The book of a file, or the shipped one.
    fn shown(&self, path: &Path) -> Result<Book, InputError> {
        if path != Path::new(SHIPPED) {
            if let Some(game) = &self.game {
                let problem = say!("is not needed: the file of a book names its game");
                return Err(InputError::problem("GAME", game, problem)
                    .with_hint(say!("--show default shows the book that ships with the program")));
            }
            let given = [("--variant", self.variant.is_some())];
            refuse_ignored(message!("showing a book file"), &given)?;
            return book::read(path);
        }
        let Some(game) = &self.game else {
            return Err(InputError::problem("--show", SHIPPED, say!("needs the name of a game"))
                .with_hint("ludex book takt --show default --variant size=6,komi=2"));
        };
        let variant = self.variant.clone().unwrap_or_default();
        let session = book::open(game, &variant)?;
        let shipped = book::shipped(&*session).map_err(|error| error.within("--show"))?;
        book::read_shipped(shipped)
    }

    fn begin(&self) -> anyhow::Result<BookFile> {
        let (Some(game), Some(path)) = (&self.game, &self.out) else {
            unreachable!("clap requires --out or --resume");
        };
        output::check_ending(path, &["json", "jsonl"]).map_err(|error| error.within("--out"))?;
        let variant = self.variant.clone().unwrap_or_default();
        let session = book::open(game, &variant)?;
        let header = BookHeader {
            game: session.info().name.to_owned(),
            variant: session.variant().to_string(),
            nodes: self.nodes.unwrap_or(1_000_000),
            lines: self.lines.unwrap_or(5),
            seed: self.seed.unwrap_or(0),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        BookFile::create(path, &header)
    }
}

/// The error for `--resume` without `--positions`. A book does not contain the number of positions that was wanted at its start.
fn positions_missing(path: &Path, n_before: usize) -> InputError {
    let sentence = say_count!(
        n_before as u64,
        "the book has {count} position; add --positions N, the number that it should have",
        "the book has {count} positions; add --positions N, the number that it should have"
    );
    let example = n_before.max(150) * 2;
    let hint = format!("ludex book --resume {} --positions {example}", shell_word(path));
    InputError::sentence("--resume", sentence).with_hint(hint)
}

/// Shows all positions of a book, each before its successors, better moves first.
fn show(book: &Book, json: bool) -> anyhow::Result<()> {
    let values = book.values();
    let rows = in_order(book, &values);
    if json {
        for number in rows {
            if let Some(position) = book.position(number) {
                output::json(&position_json(book, number, position, &values))?;
            }
        }
        return Ok(());
    }
    let mut table = headings::table(&[
        (message!("expected"), Align::Right),
        (message!("depth"), Align::Right),
        (message!("line"), Align::Left),
        (message!("best"), Align::Left),
    ]);
    for number in rows {
        let Some(position) = book.position(number) else {
            continue;
        };
        let best = best_of(book, position, &values);
        table.row(vec![
            percent((values[number].percent() / 100.0) as f32),
            position.search.depth.to_string(),
            line_of(book, number),
            best.to_owned(),
        ]);
    }
    output::print(&format!("{}\n{}", in_words(book), table.render()))?;
    Ok(())
}

fn line_of(book: &Book, number: usize) -> String {
    match book.moves_to(number) {
        moves if moves.is_empty() => say!("start"),
        moves => moves.join(" "),
    }
}

/// The move with the highest value.
fn best_of<'a>(book: &Book, position: &'a BookPosition, values: &[BookValue]) -> &'a str {
    let worth = book.moves_of(position, values);
    let moves = position.search.moves.iter().zip(worth);
    let best = moves.rev().max_by_key(|(_, value)| value.rank());
    best.map_or("", |(mv, _)| mv.mv.as_str())
}

/// The numbers of the positions in the order of the list: each line of play to its end before the next one.
fn in_order(book: &Book, values: &[BookValue]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut waiting: Vec<usize> = (0..book.len().min(1)).collect();
    let mut seen = vec![false; book.len()];
    while let Some(number) = waiting.pop() {
        let Some(position) = book.position(number) else {
            continue;
        };
        order.push(number);
        seen[number] = true;
        let worth = book.moves_of(position, values);
        let mut behind: Vec<_> = position
            .next
            .iter()
            .zip(worth)
            .filter_map(|(next, value)| Some((book.behind(position, next)?, value)))
            .filter(|(next, _)| !seen[*next] && !waiting.contains(next))
            .collect();
        behind.sort_by_key(|(_, value)| value.rank());
        waiting.extend(behind.into_iter().map(|(next, _)| next));
    }
    order
}

fn position_json(
    book: &Book,
    number: usize,
    position: &BookPosition,
    values: &[BookValue],
) -> Value {
    let worth = book.moves_of(position, values);
    let moves = position.search.moves.iter().zip(&position.next).zip(worth);
    let mut lines: Vec<_> = moves.map(|((mv, next), value)| (mv, next, value)).collect();
    lines.sort_by_key(|(_, _, value)| std::cmp::Reverse(value.rank()));
    let line = |(mv, next, value): &(&BookMove, &BookPlace, BookValue)| {
        let wdl = value.wdl();
        json!({
            "move": mv.mv,
            "win": precise(wdl.win),
            "draw": precise(wdl.draw),
            "loss": precise(wdl.loss),
            "searched": book.behind(position, next).is_some(),
        })
    };
    let wdl = values[number].wdl();
    json!({
        "game": book.header.game,
        "variant": book.header.variant,
        "moves": book.moves_to(number),
        "to_move": position.place.mover.map(|mover| mover + 1),
        "bestmove": best_of(book, position, values),
        "win": precise(wdl.win),
        "draw": precise(wdl.draw),
        "loss": precise(wdl.loss),
        "depth": position.search.depth,
        "nodes": position.search.nodes,
        "lines": lines.iter().map(line).collect::<Vec<_>>(),
    })
}

/// Plies from the start to the deepest position.
fn n_plies(book: &Book) -> u32 {
    let positions = (0..book.len()).filter_map(|number| book.position(number));
    positions.map(|position| position.place.ply).max().unwrap_or(0)
}

fn summary(book: &Book) -> Value {
    let BookHeader { game, variant, nodes, lines, seed, version } = &book.header;
    json!({
        "game": game, "variant": variant, "positions": book.len(), "plies": n_plies(book),
        "nodes": nodes, "lines": lines, "seed": seed, "version": version,
    })
}

fn in_words(book: &Book) -> String {
    let header = &book.header;
    let mut table = Labelled::new();
    table.row(message!("game"), header.game.clone());
    table.row(message!("variant"), header.variant.clone());
    let farthest = plies(n_plies(book));
    let positions =
        say!("{positions}, the farthest after {plies}", positions = book.len(), plies = farthest);
    table.row(message!("positions"), positions);
    let searches = say!(
        "{nodes} nodes for {moves} moves, seed {seed}",
        nodes = header.nodes,
        moves = header.lines,
        seed = header.seed
    );
    table.row(message!("searches"), searches);
    table.row(message!("version"), header.version.clone());
    table.render()
}
