//! Positions of recorded games with their results.

use std::collections::BTreeMap;
use std::path::Path;

use ludex_games::{InputError, Playable, SearchKind, SearchSetup, Variant, Visitor};
use ludex_search::random::stream;
use ludex_search::{Limits, Player, Root, SearchOptions, Step, StopFlag, Turn};
use rand::seq::SliceRandom;
use rayon::prelude::*;

use crate::failure::CouldNot;
use crate::input::{self, read_file};
use crate::registry;
use crate::tournament::results::{Ending, GameLine};
use crate::tournament::settings::Settings;
use crate::tune::settings::TuneSettings;

/// Streams of random numbers for the choice of positions.
const CHOICES: u64 = 5 << 32;

/// Positions that are evaluated by one search before the next is built.
const CHUNK: usize = 2048;

/// One game in so many is kept out of the fit.
const HELD_OUT: usize = 10;

/// Positions whose results are known, and an evaluation of them that depends on parameters.
pub trait Data: Send + Sync {
    /// The result of each for its player to move: 0, ½ or 1.
    fn results(&self) -> &[f32];
    /// Whether each is kept out of the fit.
    fn held_out(&self) -> &[bool];
    /// The scores of all positions by the player with these values.
    fn scores(&self, values: &[(String, String)]) -> Result<Vec<f32>, InputError>;
    /// What was read, in words.
    fn words(&self) -> String;
}

/// A recorded game as this needs it.
struct Recorded {
    start: Option<String>,
    moves: Vec<String>,
    opening: usize,
    /// The points of the first player; if not known, what the end of the game says.
    first: Option<f32>,
    place: String,
}

/// Reads the recorded games of the settings.
pub fn read(settings: &TuneSettings, stop: &StopFlag) -> anyhow::Result<Box<dyn Data>> {
    let variant: Variant = settings.variant.parse()?;
    let reader = Reader { settings, stop };
    ludex_games::open(&settings.game, &variant, None, reader)?
}

struct Reader<'a> {
    settings: &'a TuneSettings,
    stop: &'a StopFlag,
}

impl Visitor for Reader<'_> {
    type Output = anyhow::Result<Box<dyn Data>>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let (mut games, mut skipped) = (Vec::new(), 0);
        for path in &self.settings.records {
            let path = Path::new(path);
            let read = if path.extension().is_some_and(|ending| ending == "jsonl") {
                lines_of(path, self.settings, &game)
            } else {
                records_of(path, &game)
            };
            let (mut more, n_others) = read?;
            games.append(&mut more);
            skipped += n_others;
        }
        let (n_games, settings) = (games.len(), self.settings);
        // Every game gives as many positions, so that long ones do not count for more.
        let most = settings.positions.div_ceil(n_games.max(1));
        let place = |(number, recorded): (usize, &Recorded)| {
            let mut set = Positions::sample(&game, recorded, most, settings.seed, number)?;
            set.keep_quiet(&game, settings)?;
            Ok(if self.stop.is_stopped() {
                Positions::new()
            } else {
                set
            })
        };
        let parts: Result<Vec<Positions<G>>, InputError> =
            games.par_iter().enumerate().map(place).collect();
        let mut all = Positions::new();
        for part in parts? {
            all.list.extend(part.list);
            all.results.extend(part.results);
            all.held_out.extend(part.held_out);
        }
        if all.list.is_empty() {
            let text =
                format!("no position to fit: {n_games} games of this variant, {skipped} of others");
            return Err(CouldNot(text).into());
        }
        let (kind, setup) = (kind::<G>(settings)?, own_setup::<G>(settings)?);
        let search = kind.build(&game, &setup)?;
        search
            .evaluate(&all.list[0])
            .ok_or_else(|| no_evaluation(kind.name))?;
        Ok(Box::new(Sample {
            game,
            kind,
            setup,
            words: format!(
                "{} quiet positions of {n_games} games ({skipped} of other variants left out)",
                all.list.len()
            ),
            all,
        }))
    }
}

/// The search whose evaluation is fitted.
fn kind<G: Playable>(settings: &TuneSettings) -> Result<&'static SearchKind<G>, InputError> {
    let kinds = G::searches();
    let kind = match settings.player.search.as_deref() {
        Some(name) => kinds.iter().find(|kind| kind.name == name),
        None => kinds.first(),
    };
    kind.ok_or_else(|| InputError::new("player, search", "none", "a search of the game"))
}

/// The games of a tournament's results file that belong to the variant, and how many do not.
fn lines_of<G: Playable>(
    path: &Path,
    settings: &TuneSettings,
    game: &G,
) -> Result<(Vec<Recorded>, usize), InputError> {
    let beside = path.with_file_name("settings.json");
    let tournament: Option<Settings> = input::read_to_string(&beside)
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok());
    // Without settings beside them all lines are taken for games of the variant.
    let mut fits = BTreeMap::new();
    let mut is_ours = |index: usize| {
        *fits.entry(index).or_insert_with(|| {
            let Some(entry) = tournament.as_ref().and_then(|t| t.games.get(index)) else {
                return tournament.is_none();
            };
            let same_game =
                registry::info(&entry.game).is_ok_and(|info| info.answers_to(&settings.game));
            same_game
                && entry
                    .variant()
                    .is_ok_and(|variant| is_variant(game, &variant))
        })
    };
    let text = read_file(path)?;
    let (mut games, mut others) = (Vec::new(), 0);
    let n_lines = text.lines().count();
    for (index, line) in text.lines().enumerate() {
        let place = format!("{}, line {}", path.display(), index + 1);
        let line: GameLine = match serde_json::from_str(line) {
            Ok(line) => line,
            // The last line of a run that was killed.
            Err(_) if index + 1 == n_lines && !text.ends_with('\n') => break,
            Err(_) => {
                let found: String = line.chars().take(40).collect();
                return Err(InputError::new(place, found, "a finished game as JSON"));
            }
        };
        // A forfeit says nothing about positions.
        if line.ending.is_fault() || line.ending == Ending::Length || !is_ours(line.job.game) {
            others += 1;
            continue;
        }
        let first = match line.points(0) {
            points if points >= 1.0 => 1.0,
            points if points > 0.0 => 0.5,
            _ => 0.0,
        };
        games.push(Recorded {
            start: line.start,
            moves: line.moves,
            opening: line.opening,
            first: Some(first),
            place,
        });
    }
    Ok((games, others))
}

/// The games of a file in one of the game's own formats, and how many are of other variants.
fn records_of<G: Playable>(path: &Path, game: &G) -> Result<(Vec<Recorded>, usize), InputError> {
    let place = path.display().to_string();
    let ending = path
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    let formats = G::info().formats;
    let named = formats
        .iter()
        .find(|format| format.extensions.contains(&ending));
    let format = named.or(formats.first()).ok_or_else(|| {
        InputError::new(
            &*place,
            ending,
            "results.jsonl: this game has no format for records",
        )
    })?;
    let records = (format.read)(&read_file(path)?).map_err(|error| error.within(&place))?;
    let (mut games, mut others) = (Vec::new(), 0);
    for (index, record) in records.into_iter().enumerate() {
        if !is_variant(game, &record.variant) {
            others += 1;
            continue;
        }
        games.push(Recorded {
            start: record.start,
            moves: record.plies.into_iter().map(|ply| ply.text).collect(),
            opening: 0,
            first: record.result.as_deref().and_then(points_of),
            place: format!("{place}, game {}", index + 1),
        });
    }
    Ok((games, others))
}

/// The points of the first player in a result as files write it: `R-0`, `0-1`, `1/2-1/2`, `p1win`.
fn points_of(text: &str) -> Option<f32> {
    match text {
        "draw" => Some(0.5),
        "p1win" => Some(1.0),
        "p2win" => Some(0.0),
        _ => match text.split_once('-')? {
            ("1/2", "1/2") => Some(0.5),
            ("0", other) if other != "0" => Some(0.0),
            (other, "0") if other != "0" => Some(1.0),
            _ => None,
        },
    }
}

/// Whether a variant is the one of this game.
fn is_variant<G: Playable>(game: &G, variant: &Variant) -> bool {
    struct Written;
    impl Visitor for Written {
        type Output = Variant;
        fn visit<G: Playable>(self, game: G) -> Variant {
            game.variant()
        }
    }
    let opened = ludex_games::open(G::info().name, variant, None, Written);
    opened.is_ok_and(|opened| opened == game.variant())
}

/// Positions with what is known about them.
struct Positions<G: Playable> {
    list: Vec<G::Position>,
    results: Vec<f32>,
    held_out: Vec<bool>,
}

impl<G: Playable> Positions<G> {
    fn new() -> Self {
        Self {
            list: Vec::new(),
            results: Vec::new(),
            held_out: Vec::new(),
        }
    }

    /// Some positions of a game, after its opening and before its end.
    fn sample(
        game: &G,
        recorded: &Recorded,
        most: usize,
        seed: u64,
        number: usize,
    ) -> Result<Self, InputError> {
        let mut pos = match &recorded.start {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        let mut found: Vec<(G::Position, Player)> = Vec::new();
        for (index, text) in recorded.moves.iter().enumerate() {
            if let (Turn::Player(mover), true) = (game.turn(&pos), index >= recorded.opening) {
                found.push((pos.clone(), mover));
            }
            let place = || format!("{}, move {}", recorded.place, index + 1);
            let step = game
                .parse_step(&pos, text)
                .map_err(|error| error.within(place()))?;
            match step {
                Step::Move(mv) => drop(game.play(&mut pos, mv)),
                Step::Event(event) => drop(game.reveal(&mut pos, event)),
            }
        }
        let at_end = || {
            let returns = game.returns(&pos);
            (game.turn(&pos) == Turn::Over).then(|| match returns[0].total_cmp(&returns[1]) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            })
        };
        let mut set = Self::new();
        let Some(first) = recorded.first.or_else(at_end) else {
            return Ok(set);
        };
        found.shuffle(&mut stream(seed, CHOICES | number as u64));
        for (pos, mover) in found.into_iter().take(most) {
            set.list.push(pos);
            set.results.push(if mover.index() == 0 {
                first
            } else {
                1.0 - first
            });
            set.held_out.push(number % HELD_OUT == HELD_OUT - 1);
        }
        Ok(set)
    }

    /// Leaves out positions that a search of one ply decides: they say nothing about an evaluation.
    fn keep_quiet(&mut self, game: &G, settings: &TuneSettings) -> Result<(), InputError> {
        let setup = own_setup::<G>(settings)?;
        let mut search = kind::<G>(settings)?.build(game, &setup)?;
        let mut kept = Self::new();
        let known = self.results.drain(..).zip(self.held_out.drain(..));
        for (pos, (result, held_out)) in self.list.drain(..).zip(known) {
            let limits = Limits {
                nodes: Some(2000),
                ..Limits::depth(1)
            };
            let report = search.search(
                &Root::new(pos.clone()),
                &limits,
                &StopFlag::default(),
                &mut |_| {},
            );
            let quiet = report
                .lines
                .first()
                .is_some_and(|line| !line.score.is_proven());
            if quiet {
                kept.list.push(pos);
                kept.results.push(result);
                kept.held_out.push(held_out);
            }
        }
        *self = kept;
        Ok(())
    }
}

/// The player's choices, for a search that evaluates and hardly searches.
fn own_setup<G: Playable>(settings: &TuneSettings) -> Result<SearchSetup, InputError> {
    let options = SearchOptions {
        hash_mib: 1,
        ..SearchOptions::default()
    };
    let setup = settings.player.setup(G::info())?;
    Ok(SearchSetup { options, ..setup })
}

fn no_evaluation(search: &str) -> InputError {
    let expected = "a search with an evaluation of positions";
    InputError::new("player, search", search, expected).with_hint("tune its parameters by spsa")
}

struct Sample<G: Playable> {
    game: G,
    kind: &'static SearchKind<G>,
    setup: SearchSetup,
    all: Positions<G>,
    words: String,
}

impl<G: Playable> Data for Sample<G> {
    fn results(&self) -> &[f32] {
        &self.all.results
    }

    fn held_out(&self) -> &[bool] {
        &self.all.held_out
    }

    fn scores(&self, values: &[(String, String)]) -> Result<Vec<f32>, InputError> {
        let setup = SearchSetup {
            parameters: values.to_vec(),
            ..self.setup.clone()
        };
        let chunk = |positions: &[G::Position]| -> Result<Vec<f32>, InputError> {
            let search = self.kind.build(&self.game, &setup)?;
            let score = |pos| {
                let score = search.evaluate(pos);
                let score = score.ok_or_else(|| no_evaluation(self.kind.name))?;
                Ok(score.value() as f32)
            };
            positions.iter().map(score).collect()
        };
        let parts: Result<Vec<Vec<f32>>, InputError> =
            self.all.list.par_chunks(CHUNK).map(chunk).collect();
        Ok(parts?.concat())
    }

    fn words(&self) -> String {
        self.words.clone()
    }
}
