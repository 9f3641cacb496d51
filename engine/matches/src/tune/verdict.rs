//! The end of a tuning run: a match of the new values against the old, and its verdict.

use std::fmt::Write as _;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use ludex_kit::say;
use ludex_search::arena::Hypothesis;
use serde_json::{Value, json};

use super::folder::{ACCEPTED, CURVES, Losses, TuneCheckpoint};
use super::settings::{Method, TuneSettings};
use super::space::ParameterSpace;
use crate::tournament::jobs::JobLine;
use crate::tournament::settings::TournamentSettings;
use crate::tournament::summary::TournamentSummary;
use crate::tournament::{Resume, RunOptions, Tournament, report};
use ludex_base::output::{self, Align, TextTable, shell_word};

/// Combined with the seed for the match, so that its openings differ from those of the tuning.
const MATCH_SEED: u64 = 0x6d61_7463_6800;

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// The summary of a tuning run.
#[derive(Clone, Debug)]
pub struct TuneSummary {
    game: String,
    method: Method,
    iterations: u32,
    games: u64,
    losses: Option<Losses>,
    /// Number of pairs, and of pairs with identical games.
    pairs: (u64, u64),
    /// Names with old and new values.
    values: Vec<(String, i32, i32)>,
    /// The summary of the match, if one was played.
    pub match_summary: Option<TournamentSummary>,
    /// Whether the match accepted the new values.
    pub accepted: bool,
    /// The file of accepted values.
    pub file: Option<PathBuf>,
}

impl TuneSummary {
    fn new(settings: &TuneSettings, space: &ParameterSpace, state: &TuneCheckpoint) -> Self {
        let new = space.whole(&state.values);
        let values = space.dimensions.iter().zip(new);
        Self {
            game: settings.game.clone(),
            method: settings.method,
            iterations: state.iteration,
            games: state.games,
            losses: state.losses,
            pairs: (state.games / 2, state.alike),
            values: values.map(|(d, new)| (d.name.clone(), d.start, new)).collect(),
            match_summary: None,
            accepted: false,
            file: None,
        }
    }

    /// The summary as JSON; it contains no times.
    pub fn json(&self) -> Value {
        let parameter =
            |(name, old, new): &(String, i32, i32)| json!({"name": name, "old": old, "new": new});
        json!({
            "game": self.game,
            "method": self.method,
            "iterations": self.iterations,
            "games": self.games,
            "losses": self.losses,
            "alike_pairs": self.pairs.1,
            "parameters": self.values.iter().map(parameter).collect::<Vec<_>>(),
            "match": self.match_summary.as_ref().map(TournamentSummary::json),
            "accepted": self.accepted,
        })
    }

    /// The summary for people: a table, the match, and the verdict if the new values are accepted. Otherwise the verdict is the error of
    /// the command.
    pub fn text(&self) -> String {
        if self.accepted { self.whole_text() } else { self.tables() }
    }

    /// The table, the match, and the verdict.
    fn whole_text(&self) -> String {
        format!("{}\n{}\n", self.tables(), self.verdict())
    }

    fn tables(&self) -> String {
        let mut table = TextTable::new(&[
            (&say!("parameter"), Align::Left),
            (&say!("old"), Align::Right),
            (&say!("new"), Align::Right),
        ]);
        for (name, old, new) in &self.values {
            table.row(vec![name.clone(), old.to_string(), new.to_string()]);
        }
        let mut text = table.render();
        if let Some(losses) = &self.losses {
            let Losses { before, after, held_out_before, held_out_after, .. } = losses;
            let names = [say!("positions"), say!("loss"), say!("held out")];
            let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default() + 2;
            let values = [
                self.games.to_string(),
                format!("{before:.5} → {after:.5}"),
                format!("{held_out_before:.5} → {held_out_after:.5}"),
            ];
            text.push('\n');
            for (name, value) in names.iter().zip(values) {
                writeln!(text, "{name:<width$}{value}").expect(INFALLIBLE);
            }
        }
        if let Some(summary) = &self.match_summary {
            write!(text, "\n{}\n{}", report::table(summary), report::details(summary))
                .expect(INFALLIBLE);
        }
        text
    }

    /// The warning that no game depended on the tuned parameters; `None` if one did.
    fn warning(&self) -> Option<String> {
        let (all, alike) = self.pairs;
        let none_differs = self.method == Method::Spsa && all > 0 && alike == all;
        none_differs.then(|| no_game_depends(all))
    }

    /// The verdict in a sentence, with the reason if there was no match.
    pub fn verdict(&self) -> String {
        match (&self.file, &self.match_summary) {
            (Some(path), _) => say!("accepted; the values are in {path}", path = path.display()),
            (None, None) => say!("not tested, so not accepted: {why}", why = self.why_untested()),
            (None, Some(_)) => say!("not accepted by the match"),
        }
    }

    /// Why no match tested the new values.
    fn why_untested(&self) -> String {
        let is_changed = self.values.iter().any(|(_, old, new)| old != new);
        match self.warning() {
            Some(warning) => warning,
            None if is_changed => say!("no match was requested (--match-pairs 0)"),
            None => say!("no value has changed"),
        }
    }

    /// The new values, one per line, as `--set` takes them.
    pub fn lines(&self) -> String {
        let mut text = String::new();
        for (name, _, new) in &self.values {
            writeln!(text, "{name}={new}").expect(INFALLIBLE);
        }
        text
    }

    /// The new values as a file of defaults.
    fn toml(
        &self,
        settings: &TuneSettings,
        space: &ParameterSpace,
        state: &TuneCheckpoint,
    ) -> String {
        let mut text = String::from(
            "# Values that `ludex tune` found and a match accepted; use it with --config.\n",
        );
        let player = settings.player_with(space.named(&space.whole(&state.values)));
        if let Some(summary) = &self.match_summary {
            for line in report::details(summary).lines() {
                writeln!(text, "# {}", line.trim_end()).expect(INFALLIBLE);
            }
        }
        writeln!(text, "[{}]", self.game).expect(INFALLIBLE);
        for (key, value) in [("search", &player.search), ("evaluator", &player.evaluator)] {
            if let Some(value) = value {
                writeln!(text, "{key} = \"{value}\"").expect(INFALLIBLE);
            }
        }
        text += "set = [\n";
        for (name, value) in &player.set {
            writeln!(text, "    \"{name}={value}\",").expect(INFALLIBLE);
        }
        text + "]\n"
    }

    /// Evaluates the match, and writes the report.
    fn conclude(
        mut self,
        settings: &TuneSettings,
        space: &ParameterSpace,
        state: &TuneCheckpoint,
        folder: &Path,
        summary: Option<TournamentSummary>,
    ) -> anyhow::Result<Self> {
        let accepted =
            summary.as_ref().and_then(|summary| summary.sprt).and_then(|sprt| sprt.accepted());
        self.accepted = accepted == Some(Hypothesis::H1);
        self.match_summary = summary;
        if self.accepted {
            let path = folder.join(ACCEPTED);
            output::write_file(&path, self.toml(settings, space, state))?;
            self.file = Some(path);
        }
        let picture = if folder.join(CURVES).exists() {
            format!("\n![{}]({CURVES})\n", say!("parameters over steps"))
        } else {
            String::new()
        };
        let title = say!("Tuning of {game}", game = self.game);
        let facts = say!(
            "{method}, {steps} steps, {games} games, seed {seed}",
            method = format!("{:?}", self.method),
            steps = self.iterations,
            games = self.games,
            seed = settings.seed
        );
        let text = self.whole_text();
        let page = format!("# {title}\n\n{facts}\n\n```text\n{text}```\n{picture}");
        output::write_file(&folder.join("report.md"), &page)?;
        Ok(self)
    }
}

/// The warning after pairs of identical games.
pub(super) fn no_game_depends(pairs: u64) -> String {
    say!(
        "no game depended on the parameters: in all {pairs} pairs both sides played the same moves. \
         Check that this search uses them, that its limits are high enough and its steps wide enough",
        pairs
    )
}

/// The settings of the match of the new values against the old.
fn match_settings(
    settings: &TuneSettings,
    space: &ParameterSpace,
    state: &TuneCheckpoint,
) -> TournamentSettings {
    let tuned = settings.player_with(space.named(&space.whole(&state.values)));
    TournamentSettings {
        seed: settings.seed ^ MATCH_SEED,
        sprt: Some(settings.sprt),
        ..settings.players(tuned, settings.player.clone())
    }
}

/// Starts or resumes the match.
fn open_match(
    settings: &TuneSettings,
    space: &ParameterSpace,
    state: &TuneCheckpoint,
    folder: &Path,
) -> anyhow::Result<Tournament> {
    let games = match_settings(settings, space, state);
    let path = folder.join("match");
    if path.join("settings.json").exists() {
        let how = Resume { given: Some(&games), ..Resume::default() };
        Tournament::resume(&path, how)
    } else {
        Tournament::begin(games, &path)
    }
}

/// Plays the match, if there is one, and returns whether the new values are accepted.
pub(super) fn decide(
    settings: &TuneSettings,
    space: &ParameterSpace,
    state: &TuneCheckpoint,
    folder: &Path,
    options: RunOptions,
) -> anyhow::Result<TuneSummary> {
    let summary = TuneSummary::new(settings, space, state);
    if !is_match_wanted(settings, space, state) {
        return summary.conclude(settings, space, state, folder, None);
    }
    let games = open_match(settings, space, state, folder)?;
    let played = games.run(options);
    let played = played.map_err(|error| error.context(how_to_resume(folder)))?;
    summary.conclude(settings, space, state, folder, Some(played))
}

/// Whether there are new values to test, and a match is requested.
fn is_match_wanted(
    settings: &TuneSettings,
    space: &ParameterSpace,
    state: &TuneCheckpoint,
) -> bool {
    settings.match_pairs > 0 && space.whole(&state.values) != space.whole(&space.starts())
}

fn how_to_resume(folder: &Path) -> String {
    say!("continue with `ludex tune --resume {folder}`", folder = shell_word(folder))
}

/// The remaining games of the match; empty at the end.
pub(super) fn open_jobs(
    settings: &TuneSettings,
    space: &ParameterSpace,
    state: &TuneCheckpoint,
    folder: &Path,
) -> anyhow::Result<Vec<JobLine>> {
    if !is_match_wanted(settings, space, state) {
        return Ok(Vec::new());
    }
    open_match(settings, space, state, folder)?.open_jobs()
}

/// Adds games of the match that were played elsewhere. Returns the summary when the match is over.
pub(super) fn take(
    settings: &TuneSettings,
    space: &ParameterSpace,
    state: &TuneCheckpoint,
    folder: &Path,
    lines: &mut dyn BufRead,
    place: &str,
    options: RunOptions,
) -> anyhow::Result<Option<TuneSummary>> {
    let summary = TuneSummary::new(settings, space, state);
    if !is_match_wanted(settings, space, state) {
        return summary.conclude(settings, space, state, folder, None).map(Some);
    }
    let games = open_match(settings, space, state, folder)?;
    let played = games.take(lines, place, options.json)?;
    if !open_jobs(settings, space, state, folder)?.is_empty() {
        return Ok(None);
    }
    summary.conclude(settings, space, state, folder, Some(played)).map(Some)
}
