//! Tests of the engine: the program as users run it, and its parts where running the program would be slow.

mod aliases;
mod annotated;
mod bad_input;
mod book;
mod branches;
mod claims;
mod colours;
mod config;
mod documents;
mod generations;
mod gobble;
mod help;
#[cfg(target_os = "linux")]
mod interrupt;
mod json;
mod json_errors;
mod judged;
mod kept_or_named;
mod languages;
mod levels;
mod memory;
mod oddities;
mod outputs;
mod pasted;
mod perft;
mod pictures;
mod play;
mod program;
mod protocol;
mod protocol_fuzz;
mod protocol_options;
mod protocol_order;
mod protocol_reports;
mod qtp;
mod recorded;
mod records;
mod report_page;
mod rollout;
#[cfg(feature = "serve")]
mod rooms;
mod search;
#[cfg(feature = "serve")]
mod serve;
mod tantrix;
mod tantrix_puzzles;
#[cfg(target_os = "linux")]
mod terminal;
mod tournament;
mod train;
mod trained;
mod trax;
mod tryktrak;
mod tryktrak_analysis;
mod tryktrak_cube;
mod tryktrak_files;
mod tryktrak_judged;
mod usage;
mod written;

/// Registers the games for the tests.
#[ctor::ctor(unsafe)]
fn choose_games() {
    ludex_base::catalogue::choose(&ludex_games::CATALOGUE);
}
