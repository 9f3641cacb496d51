//! `ludex games`: lists games, variants, searches and levels.

use clap::Args;
use ludex_kit::interface::shipped::Shipped;
use ludex_kit::{
    GameInfo, InputError, Level, OptionDefault, RealTimeKind, SearchInfo, Variant, VariantKey,
    message, say,
};
use ludex_search::Parameter;
use serde_json::{Value, json};

use super::OutputArgs;
use crate::WORDS;
use ludex_base::catalogue::catalogue;
use ludex_base::output::{self, Align, Colour, TextTable};
use ludex_kit::registry::Session;
use ludex_study::json::variant_key;

const EXAMPLES: &str = "\
Examples:
  ludex games
  ludex games takt       # with its searches and their parameters
  ludex games --json";

/// List the games with their variants, searches, formats and protocols.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Games {
    /// Show only this game, with every parameter of its searches
    #[arg(value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Games {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let shown = match &self.game {
            Some(name) => vec![catalogue().info(name)?],
            None => catalogue().games().collect(),
        };
        if self.output.json {
            let games: Result<Vec<Value>, InputError> = shown.into_iter().map(object).collect();
            output::json(&json!({ "games": games? }))?;
        } else {
            let whole = self.game.is_some();
            let texts: Result<Vec<String>, InputError> =
                shown.into_iter().map(|info| text(info, whole)).collect();
            output::print(&texts?.join("\n"))?;
        }
        Ok(())
    }
}

fn formats(info: &GameInfo) -> Vec<&'static str> {
    let records = info.formats.iter().map(|format| format.name);
    let positions = [info.position_format].into_iter().chain(info.more_positions.iter().copied());
    records.chain(positions).chain(["moves"]).collect()
}

fn protocols(info: &GameInfo) -> Vec<&'static str> {
    let others = info.protocols.iter().copied();
    ["ugi"].into_iter().chain(others).collect()
}

fn names(searches: &[SearchInfo]) -> Vec<&'static str> {
    searches.iter().map(|search| search.name).collect()
}

/// All solvers for positions of a game.
fn solvers(session: &dyn Session) -> Vec<SearchInfo> {
    [session.solvers(), session.other_solvers()].concat()
}

fn object(info: &GameInfo) -> Result<Value, InputError> {
    let session = catalogue().session(info.name, &Variant::new(), None)?;
    Ok(json!({
        "game": info.name,
        "aliases": info.aliases,
        "about": info.about,
        "variant": info.variant_keys.iter().map(|key| variant_key("key", key)).collect::<Vec<_>>(),
        "real_time": info.real_time.iter().map(|kind| json!({
            "mode": format!("{}={}", kind.word.0, kind.word.1),
            "about": kind.about,
            "variant": kind.keys.iter().map(|key| variant_key("key", key)).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "searches": session.searches().iter().map(search_object).collect::<Vec<_>>(),
        "solvers": solvers(&*session).iter().map(search_object).collect::<Vec<_>>(),
        "formats": formats(info),
        "protocols": protocols(info),
        "rollouts": info.rollouts,
        "books": info.books.iter().map(|text| text.variant).collect::<Vec<_>>(),
        "openings": info.openings.iter().map(|text| text.variant).collect::<Vec<_>>(),
        "networks": info.training.map(|kind| kind.shipped_for),
        "score_unit": info.score_unit,
        "levels": Level::all().map(|level| level_object(info, level)).collect::<Vec<_>>(),
    }))
}

fn level_object(info: &GameInfo, level: Level) -> Value {
    let rating = info.level_ratings[level.index()];
    json!({"level": level.number(), "name": level.name(), "rating": rating})
}

fn real_time_text(info: &GameInfo, kind: &RealTimeKind) -> String {
    let (key, value) = kind.word;
    let name = output::coloured(&format!("{key}={value}"), Colour::Bold);
    format!("\n{name}: {}\n\n{}", info.translate(kind.about), keys_table(info, kind.keys))
}

/// The default of an option. Values are typed, so only a description is translated.
fn default_words(info: &GameInfo, key: &VariantKey) -> String {
    match key.default {
        OptionDefault::Described(words) => info.translate(words).to_owned(),
        value => value.to_string(),
    }
}

fn keys_table(info: &GameInfo, keys: &[VariantKey]) -> String {
    let mut table = TextTable::plain(&[Align::Left, Align::Left]);
    for key in keys {
        let values = say!(
            "{values}; default {default}",
            values = key.values(),
            default = default_words(info, key)
        );
        table.row(vec![format!("  {}", key.name), info.translate(key.about).to_owned()]);
        table.row(vec![String::new(), values]);
    }
    table.render()
}

fn search_object(search: &SearchInfo) -> Value {
    let parameter = |parameter: &Parameter| {
        json!({
            "name": parameter.name,
            "default": parameter.default,
            "min": parameter.min,
            "max": parameter.max,
            "about": parameter.about,
        })
    };
    json!({
        "name": search.name,
        "about": search.about,
        "evaluators": search.evaluators,
        "parameters": search.parameters.iter().map(parameter).collect::<Vec<_>>(),
    })
}

fn text(info: &GameInfo, whole: bool) -> Result<String, InputError> {
    let session = catalogue().session(info.name, &Variant::new(), None)?;
    let aliases = match info.aliases {
        [] => String::new(),
        aliases => format!(" ({})", aliases.join(", ")),
    };
    let mut rest = TextTable::plain(&[Align::Left, Align::Left]);
    let mut say = |key: &str, value: String| {
        if !value.is_empty() {
            rest.row(vec![format!("  {}", WORDS.translate(key)), value]);
        }
    };
    say(message!("searches"), names(&session.searches()).join(" "));
    say(message!("solvers"), names(&solvers(&*session)).join(" "));
    say(message!("formats"), formats(info).join(" "));
    say(message!("protocols"), protocols(info).join(" "));
    let rollouts = if info.rollouts { say!("yes") } else { say!("no") };
    say(message!("rollouts"), rollouts);
    let variants = |texts: &[Shipped]| {
        let variants: Vec<_> = texts.iter().map(|text| text.variant).collect();
        variants.join(" ")
    };
    say(message!("books"), variants(info.books));
    say(message!("openings"), variants(info.openings));
    if let Some(kind) = info.training {
        let networks = match kind.shipped_for {
            [] => say!("every variant"),
            variants => variants.join(" "),
        };
        say(message!("networks"), networks);
    }
    say(message!("scores in"), info.translate(info.score_unit).to_owned());
    let name = output::coloured(info.name, Colour::Bold);
    let keys = match info.variant_keys {
        [] => String::new(),
        keys => format!("{}\n", keys_table(info, keys)),
    };
    let about = info.translate(info.about);
    let mut text = format!("{name}{aliases}: {about}\n\n{keys}{}", rest.render());
    text.extend(info.real_time.map(|kind| real_time_text(info, kind)));
    if whole {
        let searches = session.searches();
        text.extend(
            searches.iter().chain(&solvers(&*session)).map(|search| search_text(info, search)),
        );
        text.push_str(&levels_text(info));
    }
    Ok(text)
}

/// The levels with their ratings.
fn levels_text(info: &GameInfo) -> String {
    let mut table = TextTable::plain(&[Align::Right, Align::Left, Align::Right]);
    for level in Level::all() {
        table.row(vec![
            format!("  {}", level.number()),
            level.name().to_owned(),
            info.level_ratings[level.index()].to_string(),
        ]);
    }
    let name = output::coloured(&say!("levels"), Colour::Bold);
    let about = say!("playing strength, with ratings from games between neighbouring levels");
    format!("\n{name}: {about}\n{}", table.render())
}

/// A search with its evaluators, the default first, and its parameters with default and range.
fn search_text(info: &GameInfo, search: &SearchInfo) -> String {
    let mut table = TextTable::plain(&[Align::Left, Align::Right, Align::Right, Align::Left]);
    for parameter in &search.parameters {
        table.row(vec![
            format!("  {}", parameter.name),
            parameter.default.to_string(),
            format!("{}..{}", parameter.min, parameter.max),
            info.translate(parameter.about).to_owned(),
        ]);
    }
    let name = output::coloured(search.name, Colour::Bold);
    let evaluators = match search.evaluators {
        [] => String::new(),
        names => format!("  {}\n", say!("evaluators: {names}", names = names.join(" "))),
    };
    let nodes = match search.nodes {
        "" => String::new(),
        nodes => format!("  {}\n", say!("a node: {node}", node = info.translate(nodes))),
    };
    let about = info.translate(search.about);
    format!("\n{name}: {about}\n{nodes}{evaluators}{}", table.render())
}
