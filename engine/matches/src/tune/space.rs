//! The parameters being tuned: starting values and ranges.

use ludex_kit::{InputError, say};
use ludex_search::Parameter;

use super::settings::{ParameterEntry, TuneSettings};
use ludex_base::catalogue::catalogue;
use ludex_base::numbers::nearest;

/// One parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimension {
    /// Its name.
    pub name: String,
    /// The value at which tuning starts: the value that the player has.
    pub start: i32,
    /// The minimum.
    pub min: i32,
    /// The maximum.
    pub max: i32,
    /// How far the parameter is moved up and down for a test.
    pub step: f64,
}

impl Dimension {
    /// The nearest value in the range.
    pub fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.min.into(), self.max.into())
    }

    /// A value rounded to a whole number in the range.
    pub fn whole(&self, value: f64) -> i32 {
        self.clamp(value.round()) as i32
    }
}

/// All parameters that are tuned together.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterSpace {
    /// One entry per parameter.
    pub dimensions: Vec<Dimension>,
}

impl ParameterSpace {
    /// Looks up the parameters of the player's search.
    pub fn new(settings: &TuneSettings) -> Result<Self, InputError> {
        let entry = settings.entry();
        let session = catalogue().session(&entry.game, &entry.variant()?, None)?;
        let wanted = settings.player.search.as_deref();
        let searches = session.searches();
        let search = match wanted {
            Some(name) => searches.iter().find(|search| search.name == name),
            None => searches.first(),
        };
        let search = search.ok_or_else(|| {
            let names: Vec<&str> = searches.iter().map(|search| search.name).collect();
            let found = wanted.unwrap_or_default();
            InputError::unknown("player, search", found, &say!("a search of this game"), &names)
        })?;
        let known = &search.parameters;
        let mut dimensions: Vec<Dimension> = Vec::new();
        for entry in &settings.parameters {
            for parameter in chosen(known, entry, search.name)? {
                if dimensions.iter().any(|other| other.name == parameter.name) {
                    return Err(InputError::problem(
                        "parameters",
                        parameter.name,
                        say!("is named twice"),
                    ));
                }
                dimensions.push(dimension(parameter, entry, settings)?);
            }
        }
        if dimensions.is_empty() {
            return Err(InputError::sentence(
                "parameters",
                say!("at least one parameter is needed"),
            )
            .with_hint(say!("`ludex games {game}` lists them", game = entry.game)));
        }
        Ok(Self { dimensions })
    }

    /// The starting values.
    pub fn starts(&self) -> Vec<f64> {
        self.dimensions.iter().map(|d| d.start.into()).collect()
    }

    /// The values as whole numbers.
    pub fn whole(&self, values: &[f64]) -> Vec<i32> {
        let dimensions = self.dimensions.iter().zip(values);
        dimensions.map(|(d, &value)| d.whole(value)).collect()
    }

    /// The values with their names, in the form that players take.
    pub fn named<'a>(&'a self, values: &'a [i32]) -> impl Iterator<Item = (&'a str, i32)> {
        let names = self.dimensions.iter().map(|d| d.name.as_str());
        names.zip(values.iter().copied())
    }
}

/// The parameters that an entry names: one, or all with a prefix (`line_*`).
fn chosen<'a>(
    known: &'a [Parameter],
    entry: &ParameterEntry,
    search: &str,
) -> Result<Vec<&'a Parameter>, InputError> {
    let name = entry.name.as_str();
    let found: Vec<&Parameter> = match name.split_once('*') {
        Some((start, end)) => {
            known.iter().filter(|p| p.name.starts_with(start) && p.name.ends_with(end)).collect()
        }
        None => known.iter().filter(|p| p.name == name).collect(),
    };
    if !found.is_empty() {
        return Ok(found);
    }
    let error =
        InputError::problem("parameters", name, say!("is not a parameter of {search}", search));
    Err(match nearest(name, known.iter().map(|p| p.name)) {
        Some(near) => error.with_hint(say!("did you mean {near}?", near)),
        None => error.with_hint(say!(
            "{search} has {known} parameters; `ludex games` lists them",
            search,
            known = known.len()
        )),
    })
}

fn dimension(
    parameter: &Parameter,
    entry: &ParameterEntry,
    settings: &TuneSettings,
) -> Result<Dimension, InputError> {
    let place = format!("parameter {}", parameter.name);
    let set = settings.player.set.get(parameter.name);
    let start = match set {
        Some(text) => {
            text.parse().map_err(|_| InputError::new(&*place, text, say!("a whole number")))?
        }
        None => parameter.default,
    };
    let min = entry.min.unwrap_or(parameter.min);
    let max = entry.max.unwrap_or(parameter.max);
    let allowed = parameter.min..=parameter.max;
    if min >= max || !allowed.contains(&min) || !allowed.contains(&max) {
        let expected =
            say!("a range within {min} to {max}", min = parameter.min, max = parameter.max);
        return Err(InputError::new(place, format!("{min}..{max}"), expected));
    }
    if !(min..=max).contains(&start) {
        let expected = say!("a starting value from {min} to {max}", min, max);
        return Err(InputError::new(place, start.to_string(), expected));
    }
    let width = f64::from(max) - f64::from(min);
    let step = entry.step.unwrap_or_else(|| usual_step(width, start.into()));
    if !(step > 0.0 && step <= width) {
        let expected = say!("a step above 0 and at most {width}", width);
        return Err(InputError::new(place, step.to_string(), expected));
    }
    Ok(Dimension { name: parameter.name.to_owned(), start, min, max, step })
}

/// The default step: a fifth of the starting value, between a hundredth and a twentieth of the range.
fn usual_step(width: f64, start: f64) -> f64 {
    let step = (start.abs() / 5.0).max(width / 100.0);
    step.min(width / 20.0).max(0.5)
}
