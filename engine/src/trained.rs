//! Trained files: networks that `ludex train` wrote, in the place of an evaluator.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ludex_games::interface::training::Shape;
use ludex_games::registry::Session;
use ludex_games::{GameInfo, InputError, SearchSetup, TrainingKind};
use ludex_learn::Network;

use crate::input::{self, trouble};

/// Chooses a search for a session. An evaluator may be the path of a trained file.
pub fn configure(
    session: &mut dyn Session,
    search: Option<&str>,
    setup: SearchSetup,
) -> Result<(), InputError> {
    let setup = resolve(session.info(), setup)?;
    session.configure(search, setup)
}

/// An evaluator that is no name of the game's own is the path of a trained file: its networks take the place.
pub fn resolve(info: &GameInfo, mut setup: SearchSetup) -> Result<SearchSetup, InputError> {
    let Some(kind) = info.training else {
        return Ok(setup);
    };
    if let Some(word) = setup.evaluator.take_if(|word| *word != kind.evaluator) {
        let networks = shared(info.name, kind, Path::new(&word));
        setup.trained = Some(networks.map_err(|error| error.within("evaluator"))?);
    }
    Ok(setup)
}

/// The networks of a file. It is read once: who names it again shares the weights, whatever a training run has written
/// there meanwhile, so that all games of a tournament are played with the same ones.
fn shared(
    game: &'static str,
    kind: &TrainingKind,
    path: &Path,
) -> Result<Vec<Network>, InputError> {
    type Known = BTreeMap<(&'static str, PathBuf), Vec<Network>>;
    static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());
    let key = (game, path.canonicalize().unwrap_or_default());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(networks) = known.get(&key) {
        return Ok(networks.clone());
    }
    let networks = read(game, kind, path).map_err(|error| InputError {
        expected: format!("{}, or {}", kind.evaluator, error.expected),
        ..error
    })?;
    known.insert(key, networks.clone());
    Ok(networks)
}

/// Reads a game's networks; they must have the sizes that the game wants.
pub fn read(game: &str, kind: &TrainingKind, path: &Path) -> Result<Vec<Network>, InputError> {
    let shapes = (kind.shapes)();
    let size: usize = shapes.iter().map(size_of_file).sum();
    let wrong = |found: String| {
        let writer =
            format!("a file of networks of {size} bytes, as `ludex train {game}` writes it");
        InputError::new(path.display().to_string(), found, writer)
    };
    let bytes = input::read_regular(path).map_err(|error| wrong(trouble(&error)))?;
    let mut rest = &bytes[..];
    let mut networks = Vec::new();
    for shape in &shapes {
        let network = Network::read(&mut rest);
        let network = network
            .ok_or_else(|| wrong(format!("a cut or damaged file of {} bytes", bytes.len())))?;
        let sizes = [network.inputs(), network.hidden(), network.outputs()];
        if sizes != [shape.inputs, shape.hidden, shape.outputs] {
            let words = |sizes: [usize; 3]| sizes.map(|size| size.to_string()).join("-");
            let found = format!("a network {} of {}", shape.name, words(sizes));
            let expected = words([shape.inputs, shape.hidden, shape.outputs]);
            return Err(InputError::new(path.display().to_string(), found, expected));
        }
        networks.push(network);
    }
    if rest.is_empty() {
        Ok(networks)
    } else {
        Err(wrong(format!("a longer file of {} bytes", bytes.len())))
    }
}

/// The bytes of a network in a file.
fn size_of_file(shape: &Shape) -> usize {
    let mut bytes = Vec::new();
    Network::new(shape.inputs, shape.hidden, shape.outputs).write(&mut bytes);
    bytes.len()
}
