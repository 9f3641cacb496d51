//! `ludex analyse`: the best lines of a position, or the judgement of a whole game.

use crate::WORDS;
use crate::headings;
use crate::headings::Labelled;
use ludex_base::catalogue::catalogue;
use ludex_base::limits::check_deterministic;
use ludex_study::analysis::TurnPlan;
use ludex_study::analysis::plan;
use std::path::{Path, PathBuf};

use clap::Args;
use ludex_kit::support::figures;
use ludex_kit::{InputError, Record, message, say, say_count};
use ludex_search::{Limits, ProofResult};
use serde_json::Value;

use super::judged::{Judging, LineToJudge, Order, without_asides};
use super::options::{Damage, locate, refuse_ignored};
use super::{DealArgs, LimitArgs, OutputArgs, PositionArgs, SearchArgs};
use crate::config::Config;
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::output::{self, Align, LiveLine, TextTable, percent, plies, short_count};
use ludex_kit::registry::{Findings, FoundLine, Session, SoFar};
use ludex_study::json;

const EXAMPLES: &str = "\
Examples:
  ludex analyse takt --position \"x5/x5/x2,12S,x2/x5/x5 1 5\" --multipv 3 --time 5s
  ludex analyse quoridor --moves \"e2 e8\" --time infinite
  ludex analyse takt --file game.ptn --time 500ms
  ludex analyse takt --file game.ptn --ply 12 --json
  ludex analyse takt --file game.ptn --branch 3w1 --annotate judged.ptn
  ludex analyse tryktrak --position 4HPwATDgc/ABMA --moves dice:31 --depth 2
  ludex analyse tryktrak --position 4HPwATDgc/ABMA
  ludex analyse tryktrak --file match.mat --annotate judged.sgf
  ludex analyse takt --file game.ptn --html game.html --annotate judged.ptn
  ludex analyse quoridor --file game.qdr --order worst --multipv 5

With --time infinite a position is analysed until Ctrl-C. The terminal shows the lines
so far; with --json each iteration is one line.
Without --ply every move of a record is analysed. Each position gets its own search on
one thread, up to --threads at a time, and the limit applies to each search. A move
that loses 5 % of the expected result is an inaccuracy (?!), 10 % a mistake (?), 25 %
a blunder (??). Accuracy is the mean of 103.17 exp(-0.0435 loss) - 3.17 over all moves
with a choice, with the loss in percent. By default three candidates are evaluated
(--multipv) with a table of 16 MiB (--hash).
--branch NAME analyses a variation, and --branch all the game and all its variations.
A variation without a name is named after the move that it replaces: 3w1.
Ctrl-C prints the moves analysed so far. Run the same command again to continue:
results are kept in judged/ of the cache folder (~/.cache/ludex) until the analysis is
complete.
In Tryktrak the plays are ranked if the dice are rolled; before the roll the cube
decision (no double, double, take, pass) is shown with its equities. Records of Tryktrak
are analysed at depth 2 by default. Errors of Tryktrak from 0.03, 0.06 and 0.12 equity
are marked ?!, ? and ??; luck, PR and the Snowie error rate are reported for each player.";

const LEVEL_HELP: &str = "Playing strength in the analysis of a position, 1 to 10 or a name from `beginner` to `expert`; \
                          records are analysed at full strength [default: 10, full strength]";

/// Default number of candidates evaluated in each position of a record.
const CANDIDATES: usize = 3;
/// Default table size of each search of a record, in MiB. It is small, because several short searches run at the same time.
const HASH_MIB: usize = 16;

/// Maximum number of moves of a line in a table.
const PV_LENGTH: usize = 10;

/// Show the best lines of a position, or judge every move of a recorded game.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, mut_arg("level", |arg| arg.help(LEVEL_HELP)))]
pub(super) struct Analyse {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    deal: DealArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Write the record with marks, evaluations and better moves, in one of the game's formats
    #[arg(long, value_name = "OUT", requires = "file", conflicts_with_all = ["ply", "position", "moves"])]
    annotate: Option<PathBuf>,
    /// Write an HTML page with a graph, boards at the turning points, and all moves with better ones
    #[arg(long, value_name = "OUT", requires = "file", conflicts_with_all = ["ply", "position", "moves"])]
    html: Option<PathBuf>,
    /// Order of the moves of a record: ply, or worst (greatest loss first) [default: ply]
    #[arg(long, value_name = "ORDER", requires = "file", conflicts_with_all = ["ply", "position", "moves"], allow_hyphen_values = true)]
    order: Option<Order>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Analyse {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        let json = self.output.json(&config)?;
        let mut position = self.position.clone();
        if let (Some(path), None) = (&self.position.file, self.position.ply) {
            let records = self.position.records_as(path, None)?;
            let is_written = self.annotate.is_some() || self.html.is_some();
            if self.position.number.is_none() && !is_written && is_list(&records) {
                return self.analyse_list(records, file);
            }
            let (lines, whole) = self.lines(records, path)?;
            let Some(alone) = position_alone(&lines).filter(|_| !is_written) else {
                return self.judge(path, lines, whole, &config, json);
            };
            let given = position.variant.unwrap_or_default();
            position.variant = Some(given.over(&alone.variant));
            position.position.clone_from(&alone.start);
            (position.file, position.number) = (None, None);
        }
        let limits = self.limits.until_stopped(&config)?;
        let (mut session, seed) = self.open(&position, &config, &limits)?;
        // A second session formats the findings while the main session searches.
        let (reporter, _) = self.open(&position, &config, &limits)?;
        let mut live = LiveLine::new();
        let mut told = Ok(());
        let mut observer = |found: &SoFar<'_, Findings>| {
            if json && limits.is_infinite() && told.is_ok() {
                let object = json::findings(&*reporter, &found.words(), seed);
                told = output::json(&Value::Object(object));
            }
            live.show_with(|| live_lines(&*reporter, &found.words()));
        };
        let stop = stop_on_interrupt();
        let findings = session.search(&limits, &stop, &mut observer)?;
        let turn = match findings.best_move() {
            Some(best) if session.info().long_turns => {
                Some(plan(&mut *session, best, &limits, &stop)?)
            }
            _ => None,
        };
        let appraisal = session.appraise()?;
        drop(live);
        told?;
        if json {
            let mut object = json::analysis(&*session, &findings, seed, &appraisal.facts);
            if let Some(plan) = &turn {
                object.insert("turn".into(), plan.to_json());
            }
            output::json(&Value::Object(object))?;
        } else {
            output::print(&report(&*session, &findings, appraisal.notes))?;
            if let Some(plan) = &turn {
                output::print(&plan_text(plan))?;
            }
        }
        Ok(())
    }
}

impl Analyse {
    /// Opens the position with the chosen search. Also returns the seed.
    fn open(
        &self,
        position: &PositionArgs,
        config: &Config,
        limits: &Limits,
    ) -> anyhow::Result<(Box<dyn Session>, u64)> {
        let mut session = position.open(config)?;
        let lines = session.info().usual_lines;
        let search = &self.search;
        let chosen = search.configure_with(&mut *session, config, limits, lines)?;
        let seed = chosen.setup.options.seed;
        self.deal.deal(&mut *session, seed)?;
        Ok((session, seed))
    }

    /// The lines of a file to judge: the chosen game, or all games if `--game` chooses none and the game has its own method of judging.
    /// With `--branch`, they are variations of the chosen game.
    fn lines(
        &self,
        records: Vec<Record>,
        path: &Path,
    ) -> anyhow::Result<(Vec<LineToJudge>, Option<Record>)> {
        let (args, info) = (&self.position, catalogue().info(&self.position.game)?);
        let is_written = self.annotate.is_some() || self.html.is_some();
        if is_written && (args.branch.is_some() || !info.annotates) {
            args.remark_other_games(records.len(), path, |all| {
                say!("only game 1 of {all} is analysed and written", all)
            })?;
        }
        if let Some(name) = &args.branch {
            let whole = args.chosen_of(records, path)?;
            return Ok((LineToJudge::named(&whole, name)?, Some(whole)));
        }
        if args.number.is_some() || !info.annotates {
            let chosen = LineToJudge::game(args.chosen_of(records, path)?);
            return Ok((vec![chosen], None));
        }
        let mut lines = Vec::new();
        for mut record in records {
            args.report_remarks(&record.remarks)?;
            locate(&mut record, path);
            lines.push(LineToJudge::game(record));
        }
        Ok((lines, None))
    }

    /// Judges lines of a file with the game's own method if it has one, otherwise by search.
    fn judge(
        &self,
        path: &Path,
        lines: Vec<LineToJudge>,
        whole: Option<Record>,
        config: &Config,
        json: bool,
    ) -> anyhow::Result<()> {
        let info = catalogue().info(&self.position.game)?;
        let given = [("--deal", self.deal.deal), ("--level", self.search.level.is_some())];
        refuse_ignored(message!("the analysis of a record"), &given)?;
        for (option, out) in [("--html", &self.html), ("--annotate", &self.annotate)] {
            let Some(out) = out else { continue };
            output::check_writable(out)?;
            if let (Ok(read), Ok(written)) = (path.canonicalize(), out.canonicalize())
                && read == written
            {
                let problem = say!("is the record itself; choose another file");
                return Err(InputError::problem(option, out.display().to_string(), problem).into());
            }
        }
        if let Some(out) = &self.html {
            let checked = output::check_ending(out, &["html", "htm"]);
            checked.map_err(|error| error.within("--html"))?;
        }
        // Without limits, the game's own method chooses a depth.
        let limits =
            if info.annotates { self.limits.given(config)? } else { self.limits.limits(config)? };
        let mut chosen = self.search.chosen(config, super::options::all_cores())?;
        let options = &mut chosen.setup.options;
        let threads = std::mem::replace(&mut options.threads, 1);
        let is_unsaid = |given: bool, key: &str| !given && config.get(key).is_none();
        if is_unsaid(self.search.multipv.is_some(), "multipv") {
            options.multipv = CANDIDATES;
        }
        if is_unsaid(self.search.hash.is_some(), "hash") {
            options.hash_mib = HASH_MIB;
        }
        check_deterministic(options, &limits)?;
        ludex_base::numbers::check_depth("--depth", info, &limits)?;
        let first = lines.first().map(|line| without_asides(&line.record));
        let mut session = match first {
            Some(mut record) if !info.annotates => {
                self.position.open_record(&mut record, config)?.0
            }
            _ => catalogue().session(&self.position.game, &self.position.variant(config)?, None)?,
        };
        self.search.resolve(&mut *session, config, &mut chosen)?;
        let judging = Judging {
            position: &self.position,
            config,
            chosen: &chosen,
            threads,
            limits: &limits,
            annotate: self.annotate.as_ref(),
            html: self.html.as_ref(),
            order: self.order.unwrap_or_default(),
            json,
        };
        judging.run(lines, whole)
    }
}

impl Analyse {
    /// Analyses each position of a file as if it had been given alone.
    fn analyse_list(&self, list: Vec<Record>, file: Option<&Path>) -> anyhow::Result<()> {
        let json = self.output.json(&Config::load(file, &self.position.game)?)?;
        let given = self.position.variant.clone().unwrap_or_default();
        let (n_positions, stop) = (list.len(), stop_on_interrupt());
        let mut damage = Damage::default();
        for (number, record) in (1..).zip(list) {
            if record.damage.is_some() {
                damage.extend(record.damage);
                continue;
            }
            if !json {
                let line = if number > 1 { "\n" } else { "" };
                output::print(&format!(
                    "{line}{}\n",
                    say!("Position {number} of {all}", number, all = n_positions)
                ))?;
            }
            let position = PositionArgs {
                variant: Some(given.over(&record.variant)),
                position: record.start,
                file: None,
                ..self.position.clone()
            };
            let alone = Self { position, ..self.clone() };
            alone.run(file)?;
            if stop.is_stopped() {
                break;
            }
        }
        damage.last().map_or(Ok(()), |damage| Err(damage.into()))
    }
}

/// Whether a file contains several positions and no game; invalid lines are ignored.
pub(super) fn is_list(records: &[Record]) -> bool {
    let is_alone = |record: &Record| {
        record.plies.is_empty() && record.start.is_some() != record.damage.is_some()
    };
    records.len() > 1 && records.iter().all(is_alone)
}

/// The record of a file that contains one position and no moves; `None` for any other file.
fn position_alone(lines: &[LineToJudge]) -> Option<&Record> {
    let [LineToJudge { record, .. }] = lines else {
        return None;
    };
    let is_alone = record.plies.is_empty() && record.damage.is_none();
    (is_alone && record.start.is_some()).then_some(record)
}

/// The planned rest of a turn as text.
fn plan_text(plan: &TurnPlan) -> String {
    let mut table = headings::table(&[
        (message!("then"), Align::Left),
        (message!("win"), Align::Right),
        (message!("after"), Align::Left),
    ]);
    for answer in &plan.answers {
        table.row(vec![
            answer.mv.clone().unwrap_or_else(|| say!("the turn ends")),
            answer.win.map(percent).unwrap_or_default(),
            answer.events.join(" "),
        ]);
    }
    let answers =
        if plan.answers.is_empty() { String::new() } else { format!("\n{}", table.render()) };
    format!("\n{:<10}{}\n{answers}", say!("turn"), plan.moves.join(" "))
}

/// The live report of an analysis: progress, and the lines so far.
pub(super) fn live_lines(session: &dyn Session, findings: &Findings) -> String {
    format!("{}\n{}", search_progress(findings), lines_found(session, findings))
}

/// The progress line of a running search.
pub(super) fn search_progress(findings: &Findings) -> String {
    let best = findings.best();
    say!(
        "depth {depth}   {nodes} nodes   {seconds} s   {line}",
        depth = findings.depth,
        nodes = short_count(findings.nodes),
        seconds = format!("{:.1}", findings.elapsed.as_secs_f64()),
        line = best.map(|line| line.pv.join(" ")).unwrap_or_default(),
    )
}

/// The report on a position.
fn report(session: &dyn Session, findings: &Findings, appraisal: Vec<(String, String)>) -> String {
    let mut head = Labelled::new();
    head.row(message!("position"), session.position());
    head.row(message!("variant"), session.variant().to_string());
    if let Some(player) = session.status().to_move {
        head.row(message!("to move"), say!("player {player}", player));
    }
    for (heading, note) in session.describe().notes.into_iter().chain(appraisal) {
        head.row_as(&heading, note);
    }
    if let Some(proof) = findings.proof {
        head.row(message!("proven"), proven_in(proof.result, proof.plies));
    }
    let depth =
        say!("{depth} (seldepth {deepest})", depth = findings.depth, deepest = findings.seldepth);
    head.row(message!("depth"), depth);
    let speed = say_count!(
        findings.threads as u64,
        "{seconds} s, {nodes} nodes/s on {count} thread",
        "{seconds} s, {nodes} nodes/s on {count} threads",
        seconds = format!("{:.2}", findings.elapsed.as_secs_f64()),
        nodes = short_count(findings.nps),
    );
    if let (Some(search), evaluator) = session.chosen() {
        let evaluator = evaluator.map(|name| format!(", {name}"));
        let search = format!("{search}{}", evaluator.unwrap_or_default());
        head.row(message!("search"), search);
    }
    head.row(message!("nodes"), short_count(findings.nodes));
    head.row(message!("time"), speed);
    for (heading, note) in &findings.description.notes {
        head.row_as(heading, note.clone());
    }
    let table = lines_table(session, findings);
    format!("{}\n{}", head.render(), table.render())
}

/// The lines, with the game's remarks on them.
pub(super) fn lines_found(session: &dyn Session, findings: &Findings) -> String {
    let mut notes = Labelled::new();
    for (heading, note) in &findings.description.notes {
        notes.row_as(heading, note.clone());
    }
    notes.render() + &lines_table(session, findings).render()
}

fn lines_table(session: &dyn Session, findings: &Findings) -> TextTable {
    explained_table(findings).unwrap_or_else(|| usual_table(session, findings))
}

/// The lines in the game's own columns; `None` if the game has no columns for them.
fn explained_table(findings: &Findings) -> Option<TextTable> {
    let cells = |line: &FoundLine| line.description.cells.clone();
    let first = cells(findings.best()?);
    if first.is_empty() {
        return None;
    }
    let mut columns = vec![("#", Align::Right), (WORDS.translate(message!("move")), Align::Left)];
    columns.extend(first.iter().map(|&(heading, _)| (heading, Align::Right)));
    let mut table = TextTable::new(&columns);
    for (index, line) in findings.lines.iter().enumerate() {
        let mut row = vec![(index + 1).to_string(), output::move_or_position(line.first())];
        row.extend(cells(line).into_iter().map(|(_, text)| text));
        table.row(row);
    }
    Some(table)
}

/// The lines with their chances and scores.
fn usual_table(session: &dyn Session, findings: &Findings) -> TextTable {
    let unit = session.info().translate(session.info().score_unit);
    let facts = |line: &FoundLine| session.describe_move(line.first()).facts;
    let facts: Vec<_> = findings.lines.iter().map(facts).collect();
    let keys: Vec<String> =
        facts.first().into_iter().flat_map(|facts| facts.keys().cloned()).collect();
    let titles: Vec<String> = keys.iter().map(|key| title(key)).collect();
    let mut columns = vec![
        ("#", Align::Right),
        (WORDS.translate(message!("move")), Align::Left),
        (WORDS.translate(message!("win")), Align::Right),
        (WORDS.translate(message!("draw")), Align::Right),
        (unit, Align::Right),
    ];
    columns.extend(titles.iter().map(|title| (title.as_str(), Align::Left)));
    columns.push((WORDS.translate(message!("line")), Align::Left));
    let mut table = TextTable::new(&columns);
    for (index, (line, facts)) in findings.lines.iter().zip(&facts).enumerate() {
        let pv: Vec<_> = line.pv.iter().take(PV_LENGTH).map(String::as_str).collect();
        let mut row = vec![
            (index + 1).to_string(),
            output::move_or_position(line.first()),
            percent(line.wdl.win),
            percent(line.wdl.draw),
            score(line),
        ];
        row.extend(keys.iter().map(|key| signed(&facts[key])));
        row.push(pv.join(" "));
        table.row(row);
    }
    table
}

/// The heading of a fact about moves.
fn title(key: &str) -> String {
    match key {
        "path_change" => say!("path change"),
        other => other.replace('_', " "),
    }
}

/// A proven result in this number of plies, in words.
pub(super) fn proven_in(result: ProofResult, n_plies: u32) -> String {
    let plies = plies(n_plies);
    match result {
        ProofResult::Win => say!("win in {plies}", plies),
        ProofResult::Loss => say!("loss in {plies}", plies),
        ProofResult::Draw => say!("draw in {plies}", plies),
    }
}

/// The text of a value: differences have an explicit sign.
fn signed(value: &Value) -> String {
    match value {
        Value::Array(values) => values.iter().map(signed).collect::<Vec<_>>().join(" "),
        Value::Number(number) if number.is_i64() => {
            format!("{:+}", number.as_i64().unwrap_or_default())
        }
        other => other.to_string(),
    }
}

/// A score as text: in the game's unit, or a proven result.
fn score(line: &FoundLine) -> String {
    let signed = |value| figures::signed(value, 2);
    line.value.map_or_else(|| line.score.to_string(), signed)
}
