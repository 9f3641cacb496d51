//! The options that an engine lists, and the values they accept.

use ludex_kit::say;

/// An option as an engine lists it: `option name HalfKomi type spin default 0 min -20 max 20`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ListedOption {
    pub(super) name: String,
    kind: String,
    min: Option<i64>,
    max: Option<i64>,
    vars: Vec<String>,
}

impl ListedOption {
    /// Parses a line that lists an option; `None` for any other line.
    pub(super) fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        if words.next() != Some("option") {
            return None;
        }
        let (mut option, mut key) = (Self::default(), "");
        for word in words {
            match word {
                "name" | "type" | "default" | "min" | "max" => key = word,
                "var" => {
                    key = word;
                    option.vars.push(String::new());
                }
                _ => option.take(key, word),
            }
        }
        (!option.name.is_empty()).then_some(option)
    }

    fn take(&mut self, key: &str, word: &str) {
        match key {
            "name" => append(&mut self.name, word),
            "type" => word.clone_into(&mut self.kind),
            "min" => self.min = word.parse().ok(),
            "max" => self.max = word.parse().ok(),
            "var" => {
                if let Some(var) = self.vars.last_mut() {
                    append(var, word);
                }
            }
            _ => {}
        }
    }

    /// What the option accepts, if it does not accept this value; otherwise `None`.
    pub(super) fn refuses(&self, value: &str) -> Option<String> {
        match self.kind.as_str() {
            "spin" => {
                let (min, max) = (self.min.unwrap_or(i64::MIN), self.max.unwrap_or(i64::MAX));
                let number: Option<i64> = value.parse().ok();
                let fits = number.is_some_and(|number| (min..=max).contains(&number));
                (!fits).then(|| say!("a whole number from {min} to {max}", min, max))
            }
            "check" => {
                let fits = ["true", "false"].contains(&value);
                (!fits).then(|| say!("true or false"))
            }
            "combo" => {
                let fits = self.vars.iter().any(|var| var.eq_ignore_ascii_case(value));
                (!fits).then(|| say!("one of {vars}", vars = self.vars.join(", ")))
            }
            _ => None,
        }
    }
}

fn append(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_options_say_what_they_take() {
        let read = |line: &str| ListedOption::read(line).expect("an option");
        let komi = read("option name Half Komi type spin default 4 min 4 max 4");
        assert_eq!(komi.name, "Half Komi");
        assert_eq!(komi.refuses("4"), None);
        for value in ["0", "5", "many"] {
            assert!(komi.refuses(value).expect("words").contains("from 4 to 4"));
        }
        assert_eq!(read("option name N type spin").refuses("-7"), None);
        let style = read("option name Style type combo default Swap var Swap var No Swap");
        assert_eq!(style.refuses("no swap"), None);
        assert!(style.refuses("other").expect("words").contains("Swap, No Swap"));
        let check = read("option name Fast type check default true");
        assert_eq!((check.refuses("false"), check.refuses("1").is_some()), (None, true));
        assert_eq!(read("option name File type string default <empty>").refuses("x y"), None);
        assert_eq!(ListedOption::read("info string option name X"), None);
        assert_eq!(ListedOption::read("option"), None);
    }
}
