//! Parses stages of training on the command line: `NAME: key=value, …`.

use ludex_kit::{InputError, say};

/// A parsed stage.
pub(super) struct ParsedStage<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// Its settings.
    pub(super) pairs: Vec<StagePair<'a>>,
}

/// One `key=value`.
pub(super) struct StagePair<'a> {
    text: &'a str,
    pub(super) key: &'a str,
    pub(super) value: &'a str,
}

impl<'a> ParsedStage<'a> {
    pub(super) fn read(text: &'a str) -> Result<Self, InputError> {
        let named = text.split_once(':');
        let (name, rest) = named
            .filter(|(name, _)| !name.trim().is_empty() && !name.contains('='))
            .ok_or_else(|| wrong(text, "NAME: key=value, …"))?;
        let texts = rest.split(',').map(str::trim).filter(|text| !text.is_empty());
        let pairs = texts.map(|text| {
            let (key, value) = text.split_once('=').ok_or_else(|| wrong(text, "key=value"))?;
            let (key, value) = (key.trim(), value.trim());
            Ok(StagePair { text, key, value })
        });
        let pairs: Vec<StagePair<'a>> = pairs.collect::<Result<_, InputError>>()?;
        for (index, pair) in pairs.iter().enumerate() {
            if pairs[..index].iter().any(|other| other.key == pair.key) {
                return Err(InputError::problem("--stage", pair.text, say!("repeats a key")));
            }
        }
        Ok(Self { name: name.trim(), pairs })
    }
}

impl StagePair<'_> {
    /// The value as a number in a range.
    pub(super) fn number(&self, least: f64, most: f64) -> Result<f64, InputError> {
        let number: f64 = self.value.parse().map_err(|_| self.wrong("NUMBER"))?;
        if (least..=most).contains(&number) {
            Ok(number)
        } else {
            Err(wrong(
                self.text,
                &say!("{key} from {least} to {most}", key = self.key, least, most),
            ))
        }
    }

    /// A learning rate, or one for the start and one for the end.
    pub(super) fn rates(&self) -> Result<(f32, f32), InputError> {
        let (from, to) = self.value.split_once("..").unwrap_or((self.value, self.value));
        let rate = |text: &str| {
            let rate = text.trim().parse().ok();
            rate.filter(|&rate: &f32| rate > 0.0 && rate <= 1.0)
        };
        let rates = rate(from).zip(rate(to));
        rates.ok_or_else(|| wrong(self.text, &say!("rate=1e-3 or rate=1e-3..1e-4")))
    }

    /// The error for an invalid value.
    pub(super) fn wrong(&self, expected: &str) -> InputError {
        wrong(self.text, &format!("{}={expected}", self.key))
    }

    /// The error for an unknown key.
    pub(super) fn unknown(&self, keys: &str) -> InputError {
        InputError::problem(
            "--stage",
            self.key,
            say!("is not a known key; the keys are {keys}", keys),
        )
    }
}

fn wrong(found: &str, expected: &str) -> InputError {
    InputError::new("--stage", found, expected)
}
