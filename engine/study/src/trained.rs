//! Trained files: networks that `ludex train` wrote, in the place of an evaluator.
//!
//! **Invariant:** A file is read once, also if several searches use its networks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ludex_kit::registry::Session;
use ludex_kit::{GameInfo, InputError, SearchSetup, Trained, TrainingKind};
use ludex_learn::nnue::Nnue;

use crate::book;
use ludex_base::input::{self, read_error_words};

/// Chooses a search for a session of a protocol. An evaluator may be the path of a trained file; a book of another variant stays
/// closed.
pub fn configure(
    session: &mut dyn Session,
    search: Option<&str>,
    setup: SearchSetup,
) -> Result<(), InputError> {
    let mut setup = resolve(session.info(), setup)?;
    setup.book = book::if_fitting(setup.book, session);
    session.configure(search, setup)
}

/// An evaluator that is no name of the game's own is the path of a trained file: its networks take the place.
pub fn resolve(info: &GameInfo, mut setup: SearchSetup) -> Result<SearchSetup, InputError> {
    setup.trained = None;
    let named = info.training.zip(setup.evaluator.as_deref());
    if let Some((kind, word)) = named.filter(|(_, word)| is_path(info, word)) {
        let trained = shared(info.name, kind, Path::new(word));
        setup.trained = Some(trained.map_err(|error| error.within("evaluator"))?);
    }
    Ok(setup)
}

/// Whether the word for an evaluator is the path of a trained file, because it is no name in any variant of the game.
pub fn is_path(info: &GameInfo, word: &str) -> bool {
    info.training.is_some_and(|kind| !kind.evaluators.contains(&word))
}

/// The networks of a file. It is read once: who names it again shares the weights, whatever a training run has written
/// there meanwhile, so that all games of a tournament are played with the same ones.
fn shared(game: &'static str, kind: &TrainingKind, path: &Path) -> Result<Trained, InputError> {
    type Known = BTreeMap<(&'static str, PathBuf), Trained>;
    static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());
    let key = (game, path.canonicalize().unwrap_or_default());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(trained) = known.get(&key) {
        return Ok(trained.clone());
    }
    let names = kind.evaluators.join(", ");
    let trained = read(game, kind, path)
        .map_err(|error| error.with_hint(format!("names of evaluators are {names}")))?;
    known.insert(key, trained.clone());
    Ok(trained)
}

/// Reads a game's networks.
pub fn read(game: &str, kind: &TrainingKind, path: &Path) -> Result<Trained, InputError> {
    let place = path.display().to_string();
    let bytes = input::read_regular(path);
    let bytes = bytes.map_err(|error| {
        InputError::sentence(&*place, format!("no network can be read here: {}", read_error_words(&error)))
    })?;
    let trained = (kind.read)(&bytes);
    let trained = trained.map_err(|error| InputError { place: place.clone(), ..error })?;
    if let Trained::Score(network) = &trained {
        check_game(game, network).map_err(|error| error.within(place))?;
    }
    Ok(trained)
}

/// What a network is for, as the label in its file says.
pub fn label(game: &str, variant: &str) -> String {
    format!("{game} {variant}")
}

/// A network that says what it is for must be of this game.
fn check_game(game: &str, network: &Nnue) -> Result<(), InputError> {
    let label = network.label();
    if label.is_empty() || label.split(' ').next() == Some(game) {
        return Ok(());
    }
    Err(InputError::sentence("", format!("this is a network of {label}, not of {game}")))
}
