//! Aliases of games: each command treats all names of a game alike.

use std::path::PathBuf;

use ludex_games::CATALOGUE;
use ludex_kit::interface::learner::Pupils;
use ludex_kit::{GameInfo, Variant};

use crate::program::{Folder, Ran, TempFile, ludex};

/// Commands whose output contains no times.
const WITHOUT_TIMES: [&[&str]; 5] = [
    &["games"],
    &["show"],
    &["moves", "--deal"],
    &["perft", "--depth", "1", "--deal"],
    &["bestmove", "--nodes", "200", "--deal"],
];

/// Commands that not every game has, or whose output contains times.
const OTHER_COMMANDS: [&[&str]; 3] = [
    &["analyse", "--nodes", "200", "--deal"],
    &["solve", "--nodes", "200"],
    &["rollout", "--trials", "36", "--truncate", "3", "--deal"],
];

/// All games with all their aliases.
fn aliases() -> impl Iterator<Item = (&'static GameInfo, &'static str)> {
    let names = |info: &'static GameInfo| info.aliases.iter().map(move |&alias| (info, alias));
    CATALOGUE.games().flat_map(names)
}

fn run(command: &[&str], game: &str) -> Ran {
    ludex(&[&command[..1], &[game], &command[1..]].concat())
}

#[test]
fn every_command_takes_every_name() {
    for (info, alias) in aliases() {
        for command in WITHOUT_TIMES {
            let (name, other) = (run(command, info.name), run(command, alias));
            assert_eq!(name.code, 0, "{name:?}");
            assert_eq!((other.code, other.out), (0, name.out), "{alias} {command:?}");
        }
        for command in OTHER_COMMANDS {
            let (name, other) = (run(command, info.name), run(command, alias));
            assert_eq!((other.code, &other.err), (name.code, &name.err), "{alias}");
        }
    }
}

#[test]
fn a_game_has_the_same_features_under_every_name() {
    for (info, alias) in aliases() {
        let rolled = run(&["rollout", "--trials", "36", "--truncate", "3", "--deal"], alias);
        assert_eq!(rolled.code == 0, info.rollouts, "{rolled:?}");
        let folder = Folder::new("nets");
        let learner = CATALOGUE.learner(info.name, &Variant::default());
        let stage = match learner.map(|(_, learner)| learner.pupils()) {
            Ok(Pupils::Score(_)) => "a: games=2, nodes=20, gate=none",
            _ => "td: games=2, round=1",
        };
        let stage = ["--stage", stage];
        let train = [&["train", "--out", folder.name()][..], &stage].concat();
        let trained = run(&train, alias);
        assert_eq!(trained.code == 0, info.training.is_some(), "{trained:?}");
        if info.training.is_some() {
            // The run is finished: under either name, nothing is left to do.
            for name in [info.name, alias] {
                let ran = run(&["train", "--resume", folder.name()], name);
                assert_eq!(ran.code, 0, "{ran:?}");
            }
        }
    }
}

#[test]
fn puzzles_are_for_the_games_that_have_them() {
    for info in CATALOGUE.games() {
        let solved = run(&["solve", "--tiles", "1,2,3"], info.name);
        let refused = solved.err.contains("a game with puzzles (tantrix)");
        assert_eq!(refused, info.puzzles.is_none(), "{solved:?}");
    }
    for (info, alias) in aliases() {
        let [name, other] =
            [info.name, alias].map(|game| run(&["solve", "--tiles", "1,2,3"], game));
        assert_eq!((other.code, other.err), (name.code, name.err));
    }
}

#[test]
fn records_are_judged_by_every_name() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let sample = folder.join("../games/tryktrak/tests/data/sample_match.mat");
    let sample = sample.to_str().expect("text");
    let judged = |game: &str| {
        let annotated = TempFile::unwritten("annotated.sgf");
        let options = ["--file", sample, "--depth", "0", "--game", "1"];
        let ran =
            ludex(&[&["analyse", game], &options[..], &["--annotate", annotated.name()]].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.out
    };
    assert_eq!(judged("backgammon"), judged("tryktrak"));
}

#[test]
fn a_tournament_goes_on_by_every_name() {
    for (info, alias) in aliases() {
        let folder = Folder::new("played");
        let players = ["--player", "a: nodes=20", "--player", "b: nodes=30"];
        let how = ["--pairs", "1", "--out", folder.name()];
        let ran = run(&[&["tournament"], &players[..], &how].concat(), alias);
        assert_eq!(ran.code, 0, "{ran:?}");
        for name in [info.name, alias] {
            let ran = run(&["tournament", "--resume", folder.name()], name);
            assert_eq!(ran.code, 0, "{ran:?}");
        }
        let other = CATALOGUE.games().find(|other| other.name != info.name);
        let other = other.expect("there are several games").name;
        let ran = run(&["tournament", "--resume", folder.name()], other);
        assert!(ran.code == 2 && ran.err.contains("GAME"), "{ran:?}");
    }
}
