//! Networks from files of `ludex train`, used as evaluators.
//!
//! **Invariant:** A file is read only once, even if several searches use its networks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ludex_kit::registry::Session;
use ludex_kit::{GameInfo, InputError, SearchSetup, Trained, TrainingKind, say};
use ludex_learn::nnue::Nnue;

use crate::book;
use ludex_base::input::{self, read_error_words};

/// Configures the search of a session for a protocol. The evaluator may be the path of a network file. A book for another variant is
/// ignored.
pub fn configure(
    session: &mut dyn Session,
    search: Option<&str>,
    setup: SearchSetup,
) -> Result<(), InputError> {
    let mut setup = resolve(session.info(), setup)?;
    setup.book = book::if_fitting(setup.book, session);
    session.configure(search, setup)
}

/// If the evaluator is not a name of the game, it is the path of a network file, whose networks are loaded.
pub fn resolve(info: &GameInfo, mut setup: SearchSetup) -> Result<SearchSetup, InputError> {
    setup.trained = None;
    let named = info.training.zip(setup.evaluator.as_deref());
    if let Some((kind, word)) = named.filter(|(_, word)| is_path(info, word)) {
        let trained = shared(info.name, kind, Path::new(word));
        setup.trained = Some(trained.map_err(|error| error.within("evaluator"))?);
    }
    Ok(setup)
}

/// Whether an evaluator is the path of a network file, because it is not the name of an evaluator in any variant of the game.
pub fn is_path(info: &GameInfo, word: &str) -> bool {
    info.training.is_some_and(|kind| !kind.evaluators.contains(&word))
}

/// The networks of a file, read only once. Later callers share the weights, even if a training run has overwritten
/// the file meanwhile. So all games of a tournament use the same networks.
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
        .map_err(|error| error.with_hint(say!("names of evaluators are {names}", names)))?;
    known.insert(key, trained.clone());
    Ok(trained)
}

/// Reads the networks of a game.
pub fn read(game: &str, kind: &TrainingKind, path: &Path) -> Result<Trained, InputError> {
    let place = path.display().to_string();
    let bytes = input::read_regular(path);
    let bytes = bytes.map_err(|error| {
        InputError::sentence(
            &*place,
            say!("the network file cannot be read: {error}", error = read_error_words(&error)),
        )
    })?;
    let trained = (kind.read)(&bytes);
    let trained = trained.map_err(|error| InputError { place: place.clone(), ..error })?;
    if let Trained::Score(network) = &trained {
        check_game(game, network).map_err(|error| error.within(place))?;
    }
    Ok(trained)
}

/// The label in a network file: the game and the variant it is for.
pub fn label(game: &str, variant: &str) -> String {
    format!("{game} {variant}")
}

/// An error if the network's label names another game.
fn check_game(game: &str, network: &Nnue) -> Result<(), InputError> {
    let label = network.label();
    if label.is_empty() || label.split(' ').next() == Some(game) {
        return Ok(());
    }
    Err(InputError::sentence("", say!("this is a network of {label}, not of {game}", label, game)))
}
