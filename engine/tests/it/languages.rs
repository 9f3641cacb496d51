//! The command line in Russian and Polish: what people read is translated, what programs read is not.

use super::program::{Ran, TempFile, command, ludex, with_input};

const COMMANDS: &[&str] = &[
    "bestmove",
    "analyse",
    "book",
    "play",
    "moves",
    "show",
    "perft",
    "solve",
    "rollout",
    "tournament",
    "train",
    "tune",
    "worker",
    #[cfg(feature = "serve")]
    "serve",
    "convert",
    "games",
    "completions",
    "man",
    "ugi",
    "tei",
    "qtp",
    "fpt",
];

/// English words without which there is hardly a sentence, and which are neither Polish words nor values of options.
const ENGLISH: &[&str] = &[
    "and", "are", "cannot", "did", "each", "every", "expected", "for", "from", "has", "have", "is",
    "its", "not", "of", "or", "that", "the", "their", "they", "this", "which", "with", "without",
];

/// Names of searches, formats, protocols and levels, which are in lists without commas, and of our commands.
const NAMES: &[&str] = &[
    "alphabeta",
    "fpt",
    "ludex",
    "mcts",
    "moves",
    "position",
    "ptn",
    "qtp",
    "sgf",
    "tei",
    "tps",
    "ugi",
    "takt",
    "tinue",
    "pn",
    "outcome",
    "random",
    "tak",
    "bestmove",
    "games",
    "none",
    "pairs",
    "mat",
    "xgid",
    "gnuid",
    "ogid",
    "maxn",
    "paranoid",
    "reply",
    "complete",
    "proof",
    "turns",
    "attacks",
    "greedy",
    "expectimax",
    "flat",
];

fn run(language: &str, arguments: &[&str]) -> Ran {
    ludex(&[&["--lang", language], arguments].concat())
}

/// The prose of a text: without examples of commands and files, and without what is in quotation marks or backquotes.
fn prose(text: &str) -> String {
    let mut prose = String::new();
    let mut is_example = false;
    for line in text.lines() {
        let begins = ["  ludex ", "  printf ", "  setoption ", "  | ludex "];
        is_example = begins.iter().any(|word| line.starts_with(word))
            || (is_example && line.starts_with("      "));
        let is_of_file =
            line.starts_with("  ") && (line.contains(" = ") || line.starts_with("  ["));
        if is_example || is_of_file {
            continue;
        }
        let parts = line.split(['`', '"']).enumerate();
        prose.extend(parts.filter(|(index, _)| index % 2 == 0).map(|(_, part)| part));
        prose.push('\n');
    }
    prose
}

/// Whether a word consists of small letters of the English alphabet.
fn is_latin(word: &str) -> bool {
    let is_name = NAMES.contains(&word);
    word.len() > 1 && !is_name && word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The English words in a text. Values and names stand alone or in lists; English words of a sentence follow each other.
fn english(language: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text).lines() {
        let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
        if language == "ru" {
            let pairs = words.windows(2).filter(|pair| pair.iter().all(|word| is_latin(word)));
            found.extend(pairs.map(|pair| pair.join(" ")));
        }
        found.extend(words.iter().filter(|word| ENGLISH.contains(word)).map(|&word| word.into()));
    }
    found
}

fn assert_translated(language: &str, what: &[&str], text: &str) {
    let found = english(language, text);
    assert!(found.is_empty(), "{language} {what:?}: {found:?}\n{text}");
}

#[test]
fn help_is_translated() {
    for language in ["ru", "pl"] {
        let short = COMMANDS.iter().map(|&name| vec![name, "-h"]);
        let long = COMMANDS.iter().map(|&name| vec![name, "--help"]);
        for what in
            [vec!["--help"], vec!["-h"], vec!["help", "show"]].into_iter().chain(short).chain(long)
        {
            let ran = run(language, &what);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
            assert_translated(language, &what, &ran.out);
        }
    }
    assert!(run("ru", &["play", "--help"]).out.contains("Использование: ludex play"));
    assert!(run("pl", &["solve", "-h"]).out.contains("Użycie: ludex solve"));
    assert!(run("pl", &["man", "solve"]).out.contains(".SH SKŁADNIA"));
    assert_eq!(run("ru", &["completions", "bash"]).out, ludex(&["completions", "bash"]).out);
}

#[test]
fn results_are_translated() {
    let solvable = "2,x3,1/x2,2,x,1/x2,2C,x,1/x3,21C,21/x3,2S,2 1 8";
    for language in ["ru", "pl"] {
        for what in [
            &["bestmove", "takt", "--nodes", "100"][..],
            &["analyse", "takt", "--nodes", "100"],
            &["analyse", "quoridor", "--nodes", "100"],
            &["moves", "takt", "--variant", "size=3"],
            &["solve", "takt", "--position", solvable],
            &["perft", "takt", "--variant", "size=4", "--depth", "2", "--divide"],
            &["show", "takt", "--moves", "a1 e5"],
            &["show", "tryktrak"],
            &["show", "quoridor"],
            &["show", "trax", "--moves", "@0/"],
            &["show", "tantrix"],
            &["games"],
            &["solve", "tantrix", "--tiles", "1-10", "--colour", "R"],
        ] {
            let ran = run(language, what);
            assert_eq!(ran.code, 0, "{ran:?}");
            assert_translated(language, what, &(ran.out + &ran.err));
        }
    }
}

#[test]
fn errors_are_translated() {
    for language in ["ru", "pl"] {
        for what in [
            &["bestmov"][..],
            &["bestmove"],
            &["bestmove", "takt", "--dept", "3"],
            &["bestmove", "takt", "--lang"],
            &["show", "takt", "--size", "100"],
            &["convert", "takt", "--to", "ptm"],
            &["analyse", "takt", "--file", "a.ptn", "--moves", "a1"],
            &["perft", "takt", "--depth", "2", "--seed", "3"],
        ] {
            let ran = run(language, what);
            assert_eq!(ran.code, 2, "{ran:?}");
            assert_translated(language, what, &ran.err);
        }
    }
    let wrong = run("de", &["games"]);
    assert_eq!((wrong.code, wrong.out.as_str()), (2, ""));
    assert!(wrong.err.contains("--lang: expected en, ru or pl, but found \"de\""), "{wrong:?}");
}

/// JSON, protocols and files are the same in every language.
#[test]
fn what_programs_read_is_english() {
    let files = ["en", "ru"].map(|language| {
        let file = TempFile::unwritten("game.ptn");
        let what = ["convert", "takt", "--moves", "a1 e5 c3", "--to", "ptn", "--out", file.name()];
        assert_eq!(run(language, &what).code, 0);
        std::fs::read_to_string(&file.0).expect("a file")
    });
    assert_eq!(files[0], files[1]);
    for what in [
        &["games", "--json"][..],
        &["show", "takt", "--moves", "a1 e5", "--json"],
        &["moves", "tryktrak", "--json"],
        &["solve", "tantrix", "--tiles", "1-10", "--colour", "R", "--json"],
        &["bestmove", "takt", "--position", "x", "--json"],
        &["bestmove", "takt", "--dept", "3", "--json"],
    ] {
        let (english, russian) = (ludex(what), run("ru", what));
        assert_eq!((&english.out, &english.err), (&russian.out, &russian.err), "{what:?}");
    }
    let input = "ugi\nposition startpos moves a9\nquit\n";
    let speaks =
        |language: &str| with_input(command(&["ugi", "takt", "--lang", language]), input).out;
    assert_eq!(speaks("pl"), speaks("en"));
}

#[test]
fn the_language_has_a_default() {
    let file = TempFile::new("ludex.toml", "lang = \"pl\"\n");
    let by_file = ludex(&["--config", file.name(), "moves", "--help"]);
    assert!(by_file.out.contains("Użycie:"), "{by_file:?}");
    let of_a_game = TempFile::new("ludex.toml", "[takt]\nlang = \"pl\"\n");
    let help = |game: &str| ludex(&["--config", of_a_game.name(), "moves", game, "--help"]).out;
    assert!(help("takt").contains("Użycie:"));
    assert!(help("trax").contains("Usage:"));
    let with = |variable: &str, arguments: &[&str]| {
        let mut program = command(arguments);
        program.env("LUDEX_LANG", variable);
        with_input(program, "")
    };
    assert!(with("ru", &["moves", "--help"]).out.contains("Использование:"));
    assert!(with("ru", &["moves", "--help", "--lang", "en"]).out.contains("Usage:"));
    let wrong = with("xx", &["moves", "takt"]);
    assert_eq!(wrong.code, 2, "{wrong:?}");
    assert!(wrong.err.contains("LUDEX_LANG: expected en, ru or pl"), "{wrong:?}");
    let mut program = command(&["moves", "--help"]);
    program.env("LANG", "ru_RU.UTF-8");
    assert!(with_input(program, "").out.contains("Usage:"));
}
