//! Positions of recorded games with their results.

use std::collections::BTreeMap;
use std::path::Path;

use ludex_kit::registry::{Sample, SampleRequest, Session, Token};
use ludex_kit::{InputError, SearchSetup, Variant, say, say_count};
use ludex_search::support::random::stream;
use ludex_search::{SearchOptions, StopFlag};
use rayon::prelude::*;

use crate::tournament::results::GameEnding;
use crate::tournament::results::game_lines;
use crate::tournament::settings::TournamentSettings;
use crate::tune::settings::TuneSettings;
use ludex_base::catalogue::catalogue;
use ludex_base::failure::CouldNot;
use ludex_base::input::{self, read_file};

/// Random streams for choosing positions.
const CHOICES: u64 = 5 << 32;

/// Positions evaluated by one search before a new one is built.
const CHUNK: usize = 2048;

/// One game in this many is held out of the fit.
const HELD_OUT: usize = 10;

/// Positions with known results, and an evaluation that depends on parameters.
pub struct Data {
    sample: Box<dyn Sample>,
    setup: SearchSetup,
    /// The result of each position for the player to move: 0, ½ or 1.
    pub results: Vec<f32>,
    /// Whether each position is held out of the fit.
    pub held_out: Vec<bool>,
    /// A text for the user about the positions that were read.
    pub words: String,
}

impl Data {
    /// The scores of all positions, evaluated by the player with these values.
    pub fn scores(&self, values: &[(String, String)]) -> Result<Vec<f32>, InputError> {
        let setup = SearchSetup { parameters: values.to_vec(), ..self.setup.clone() };
        let starts: Vec<usize> = (0..self.sample.len()).step_by(CHUNK).collect();
        let chunk = |&start: &usize| {
            let range = start..(start + CHUNK).min(self.sample.len());
            self.sample.scores(range, &setup)
        };
        let parts: Result<Vec<Vec<f32>>, InputError> = starts.par_iter().map(chunk).collect();
        Ok(parts?.concat())
    }
}

/// A recorded game, with the data that the fit needs.
struct Recorded {
    start: Option<String>,
    moves: Vec<String>,
    opening: usize,
    /// The points of the first player. If they are unknown, the game must end by its rules.
    first: Option<f32>,
    place: String,
}

/// Reads the recorded games of the settings.
pub fn read(settings: &TuneSettings, stop: &StopFlag) -> anyhow::Result<Data> {
    let variant: Variant = settings.variant.parse()?;
    let game = catalogue().session(&settings.game, &variant, None)?;
    let (mut games, mut n_others) = (Vec::new(), 0);
    for path in &settings.records {
        let path = Path::new(path);
        let read = if path.extension().is_some_and(|ending| ending == "jsonl") {
            lines_of(path, &*game)
        } else {
            records_of(path, &*game)
        };
        let (mut more, others) = read?;
        games.append(&mut more);
        n_others += others;
    }
    let setup = own_setup(settings, &*game)?;
    let request = SampleRequest {
        opening: 0,
        // Each game provides the same number of positions, so that long games do not count more.
        most: settings.positions.div_ceil(games.len().max(1)),
        search: settings.player.search.clone(),
        setup: setup.clone(),
    };
    let sample = |(number, recorded): (usize, &Recorded)| {
        if stop.is_stopped() {
            return Ok(None);
        }
        let game = catalogue().session(&settings.game, &variant, None)?;
        recorded.sample(&*game, &request, settings.seed, number)
    };
    let parts: Result<Vec<Option<Part>>, InputError> =
        games.par_iter().enumerate().map(sample).collect();
    let all = parts?.into_iter().flatten().reduce(Part::join);
    let Some(all) = all.filter(|all| !all.results.is_empty()) else {
        let text = say!(
            "there is no position to fit; the files have {games} of this variant and {others} of other variants",
            games = n_games(games.len()),
            others = n_games(n_others)
        );
        return Err(CouldNot(text).into());
    };
    // A search that cannot evaluate is reported now, before the fit starts.
    all.sample.scores(0..1, &setup)?;
    Ok(Data {
        setup,
        words: say_count!(
            all.results.len() as u64,
            "{count} quiet position of {games} ({others} of other variants left out)",
            "{count} quiet positions of {games} ({others} of other variants left out)",
            games = n_games(games.len()),
            others = n_games(n_others)
        ),
        sample: all.sample,
        results: all.results,
        held_out: all.held_out,
    })
}

/// A number of games in words.
fn n_games(count: usize) -> String {
    say_count!(count as u64, "{count} game", "{count} games")
}

/// The positions of some games, with their data.
struct Part {
    sample: Box<dyn Sample>,
    results: Vec<f32>,
    held_out: Vec<bool>,
}

impl Part {
    fn join(mut self, other: Self) -> Self {
        self.sample.append(other.sample);
        self.results.extend(other.results);
        self.held_out.extend(other.held_out);
        self
    }
}

impl Recorded {
    /// Some positions of the game; `None` if its result is unknown.
    fn sample(
        &self,
        game: &dyn Session,
        request: &SampleRequest,
        seed: u64,
        number: usize,
    ) -> Result<Option<Part>, InputError> {
        let word = |(index, text): (usize, &String)| Token {
            text: text.clone(),
            place: format!("{}, move {}", self.place, index + 1),
        };
        let steps: Vec<Token> = self.moves.iter().enumerate().map(word).collect();
        let request = SampleRequest { opening: self.opening, ..request.clone() };
        let mut rng = stream(seed, CHOICES | number as u64);
        let sampled = game.sample(self.start.as_deref(), &steps, &request, &mut rng)?;
        let at_end = || {
            let returns = sampled.returns.as_ref()?;
            Some(match returns[0].total_cmp(&returns[1]) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            })
        };
        let Some(first) = self.first.or_else(at_end) else {
            return Ok(None);
        };
        let result = |&mover: &usize| if mover == 0 { first } else { 1.0 - first };
        let results: Vec<f32> = sampled.movers.iter().map(result).collect();
        Ok(Some(Part {
            held_out: vec![number % HELD_OUT == HELD_OUT - 1; results.len()],
            results,
            sample: sampled.positions,
        }))
    }
}

/// The games of the variant in a tournament's results file, and the number of other games.
fn lines_of(path: &Path, game: &dyn Session) -> Result<(Vec<Recorded>, usize), InputError> {
    let beside = path.with_file_name("settings.json");
    let tournament: Option<TournamentSettings> = input::read_run_file(&beside, "settings")
        .ok()
        .flatten()
        .and_then(|text| serde_json::from_str(&text).ok());
    // If there is no settings file in the same folder, all lines are assumed to be of this variant.
    let mut fits = BTreeMap::new();
    let mut is_ours = |index: usize| {
        *fits.entry(index).or_insert_with(|| {
            let Some(entry) = tournament.as_ref().and_then(|t| t.games.get(index)) else {
                return tournament.is_none();
            };
            let same_game =
                catalogue().info(&entry.game).is_ok_and(|info| info.name == game.info().name);
            same_game && entry.variant().is_ok_and(|variant| is_variant(game, &variant))
        })
    };
    let (mut games, mut others) = (Vec::new(), 0);
    for (place, line) in game_lines(path)? {
        // The result of a forfeited game says nothing about its positions.
        if line.ending.is_fault() || line.ending == GameEnding::Length || !is_ours(line.job.game) {
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

/// The games of the variant in a record file, and the number of other games.
fn records_of(path: &Path, game: &dyn Session) -> Result<(Vec<Recorded>, usize), InputError> {
    let place = path.display().to_string();
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let formats = game.info().formats;
    let named = formats.iter().find(|format| format.extensions.contains(&ending));
    let format = named.or(formats.first()).ok_or_else(|| {
        InputError::sentence(&*place, say!("this game has no file format; use results.jsonl"))
    })?;
    let records = (format.read)(&read_file(path)?).map_err(|error| error.within(&place))?;
    if let Some(damage) = records.iter().find_map(|record| record.damage.clone()) {
        return Err(damage.within(&place));
    }
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

/// The points of the first player in a result such as `R-0`, `0-1`, `1/2-1/2` or `p1win`.
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

/// Whether this is the variant that is being tuned.
fn is_variant(game: &dyn Session, variant: &Variant) -> bool {
    let opened = catalogue().session(game.info().name, variant, None);
    opened.is_ok_and(|opened| opened.variant() == game.variant())
}

/// The setup of the player's search, for evaluating positions without search.
fn own_setup(settings: &TuneSettings, game: &dyn Session) -> Result<SearchSetup, InputError> {
    let options = SearchOptions { hash_mib: 1, ..SearchOptions::default() };
    let setup = settings.player.setup(game.info())?;
    Ok(SearchSetup { options, ..setup })
}
