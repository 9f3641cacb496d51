//! `ludex games`: what there is.

use clap::Args;
use ludex_games::{GAMES, GameInfo, Variant, VariantKey};
use serde_json::{Value, json};

use super::OutputArgs;
use crate::output::{self, Align, Colour, Table};
use crate::registry;

const EXAMPLES: &str = "\
Examples:
  ludex games
  ludex games --json";

/// List the games, the keys of their variants, their searches, formats and protocols.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Games {
    #[command(flatten)]
    output: OutputArgs,
}

impl Games {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        if self.output.json {
            let games: Vec<Value> = GAMES.iter().map(|info| object(info)).collect();
            output::json(&json!({ "games": games }))?;
        } else {
            let texts: Vec<String> = GAMES.iter().map(|info| text(info)).collect();
            output::print(&texts.join("\n"))?;
        }
        Ok(())
    }
}

/// The names of a game's searches.
fn searches(info: &GameInfo) -> Vec<&'static str> {
    registry::open(info.name, &Variant::new(), None)
        .map(|session| session.searches())
        .unwrap_or_default()
}

fn formats(info: &GameInfo) -> Vec<&'static str> {
    let records = info.formats.iter().map(|format| format.name);
    records.chain([info.position_format, "moves"]).collect()
}

fn protocols(info: &GameInfo) -> Vec<&'static str> {
    ["ugi"]
        .into_iter()
        .chain(info.protocols.iter().copied())
        .collect()
}

fn object(info: &GameInfo) -> Value {
    let key = |key: &VariantKey| json!({"key": key.name, "values": key.values, "default": key.default, "about": key.about});
    json!({
        "game": info.name,
        "aliases": info.aliases,
        "about": info.about,
        "variant": info.variant_keys.iter().map(key).collect::<Vec<_>>(),
        "searches": searches(info),
        "formats": formats(info),
        "protocols": protocols(info),
        "score_unit": info.score_unit,
    })
}

fn text(info: &GameInfo) -> String {
    let name = output::coloured(info.name, Colour::Bold);
    let aliases = match info.aliases {
        [] => String::new(),
        aliases => format!(" ({})", aliases.join(", ")),
    };
    let mut table = Table::plain(&[Align::Left, Align::Left]);
    for key in info.variant_keys {
        let values = format!("{}; default {}", key.values, key.default);
        table.row(vec![format!("  {}", key.name), key.about.to_owned()]);
        table.row(vec![String::new(), values]);
    }
    let mut rest = Table::plain(&[Align::Left, Align::Left]);
    let mut say = |key: &str, value: String| rest.row(vec![format!("  {key}"), value]);
    say("searches", searches(info).join(" "));
    say("formats", formats(info).join(" "));
    say("protocols", protocols(info).join(" "));
    say("scores in", info.score_unit.to_owned());
    format!(
        "{name}{aliases}: {}\n\n{}\n{}",
        info.about,
        table.render(),
        rest.render(),
    )
}
