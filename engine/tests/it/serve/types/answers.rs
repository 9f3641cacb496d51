//! Compares answers of the server with the types of the page, in both directions.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::reader::{Shape, Type, Types};

/// The results so far.
pub(super) struct AnswerChecker<'a> {
    types: &'a Types,
    /// Parts of answers that the types do not contain.
    pub(super) wrong: BTreeSet<String>,
    /// The fields and kinds of values that answers have contained: `View.outcome`, `View.outcome: null`.
    seen: BTreeSet<String>,
}

impl<'a> AnswerChecker<'a> {
    pub(super) fn new(types: &'a Types) -> Self {
        Self { types, wrong: BTreeSet::new(), seen: BTreeSet::new() }
    }

    /// Compares an answer with the type of this name.
    pub(super) fn check(&mut self, answer: &Value, name: &str) {
        self.value(answer, &Type::Named(name.to_owned()), "answer");
    }

    /// Whether an answer has contained this field or kind of value.
    pub(super) fn has_seen(&self, what: &str) -> bool {
        self.seen.contains(what)
    }

    fn value(&mut self, value: &Value, of: &Type, place: &str) {
        match (of, value) {
            // A named type counts as seen by its name, wherever it occurs.
            (Type::Named(name), _) => {
                self.seen.insert(name.clone());
                self.value(value, self.types.named(name), name);
            }
            (Type::Either(all), _) => self.either(value, all, place),
            (Type::List(of), Value::Array(items)) => {
                let place = format!("{place}[]");
                for item in items {
                    self.seen.insert(place.clone());
                    self.value(item, of, &place);
                }
            }
            (Type::Tuple(all), Value::Array(items)) if items.len() == all.len() => {
                for (item, of) in items.iter().zip(all) {
                    self.value(item, of, place);
                }
            }
            (Type::Map(of), Value::Object(members)) => {
                for member in members.values() {
                    self.value(member, of, &format!("{place}{{}}"));
                }
            }
            (Type::Object(shape), Value::Object(members)) => self.object(members, shape, place),
            _ if is_plainly(value, of) => {}
            _ => self.differs(value, of, place),
        }
    }

    fn either(&mut self, value: &Value, all: &[Type], place: &str) {
        let trials = all.iter().map(|one| (one, self.trial(value, one, place)));
        let trials: Vec<_> = trials.collect();
        if let Some((one, _)) = trials.iter().find(|(_, wrong)| wrong.is_empty()) {
            self.seen.insert(format!("{place}: {}", type_name(one)));
            return self.value(value, one, place);
        }
        // No type matches, so the errors of the most similar one are reported.
        let alike = trials.into_iter().filter(|(one, _)| self.is_alike(value, one));
        match alike.min_by_key(|(_, wrong)| wrong.len()) {
            Some((_, wrong)) => self.wrong.extend(wrong),
            None => self.differs(value, &Type::Either(all.to_vec()), place),
        }
    }

    /// The errors of a value for this type.
    fn trial(&self, value: &Value, of: &Type, place: &str) -> BTreeSet<String> {
        let mut trial = AnswerChecker::new(self.types);
        trial.value(value, of, place);
        trial.wrong
    }

    fn object(&mut self, object: &Map<String, Value>, shape: &Shape, place: &str) {
        for member in &shape.members {
            let at = format!("{place}.{}", member.name);
            match object.get(&member.name) {
                Some(value) => {
                    self.seen.insert(at.clone());
                    self.value(value, &member.of, &at);
                }
                None if member.is_optional => {}
                None => {
                    self.wrong
                        .insert(format!("{at}: types.d.ts requires it, but the answer lacks it"));
                }
            }
        }
        for name in object.keys().filter(|name| !shape.is_open && shape.member(name).is_none()) {
            self.wrong.insert(format!("{place}.{name}: the server sends it, types.d.ts lacks it"));
        }
    }

    fn differs(&mut self, value: &Value, of: &Type, place: &str) {
        let mut text = value.to_string();
        text.truncate(text.char_indices().nth(60).map_or(text.len(), |(at, _)| at));
        self.wrong
            .insert(format!("{place}: the server sends {text}, types.d.ts says {}", type_name(of)));
    }

    /// Whether value and type are both objects, or both lists.
    fn is_alike(&self, value: &Value, of: &Type) -> bool {
        match self.types.resolve(of) {
            Type::Object(_) | Type::Map(_) => value.is_object(),
            Type::List(_) | Type::Tuple(_) => value.is_array(),
            _ => false,
        }
    }

    /// The parts of the types that no answer has contained: fields and kinds of values.
    pub(super) fn unseen(&self, roots: &[&str]) -> BTreeSet<String> {
        let mut expected = BTreeSet::new();
        for root in roots {
            self.expect(&Type::Named((*root).to_owned()), "", &mut expected);
        }
        expected.difference(&self.seen).cloned().collect()
    }

    fn expect(&self, of: &Type, place: &str, expected: &mut BTreeSet<String>) {
        match of {
            Type::Named(name) if expected.insert(name.clone()) => {
                self.expect(self.types.named(name), name, expected);
            }
            Type::Either(all) => {
                // Null is not required to occur: it may be rare, and clients are prepared for it.
                for one in all.iter().filter(|one| **one != Type::Null) {
                    expected.insert(format!("{place}: {}", type_name(one)));
                    self.expect(one, place, expected);
                }
            }
            Type::List(of) => {
                expected.insert(format!("{place}[]"));
                self.expect(of, &format!("{place}[]"), expected);
            }
            Type::Tuple(all) => {
                for one in all {
                    self.expect(one, place, expected);
                }
            }
            Type::Map(of) => self.expect(of, &format!("{place}{{}}"), expected),
            Type::Object(shape) => {
                for member in &shape.members {
                    let at = format!("{place}.{}", member.name);
                    expected.insert(at.clone());
                    self.expect(&member.of, &at, expected);
                }
            }
            _ => {}
        }
    }
}

/// Whether a value has a type without parts.
fn is_plainly(value: &Value, of: &Type) -> bool {
    match of {
        Type::Any => true,
        Type::Text => value.is_string(),
        Type::Number => value.is_number(),
        Type::Flag => value.is_boolean(),
        Type::Null => value.is_null(),
        Type::Yes => value == true,
        Type::Word(word) => value == word.as_str(),
        _ => false,
    }
}

/// The name of a type for messages.
fn type_name(of: &Type) -> String {
    match of {
        Type::Named(name) => name.clone(),
        Type::Word(word) => format!("\"{word}\""),
        Type::Any => "unknown".into(),
        Type::Text => "a text".into(),
        Type::Number => "a number".into(),
        Type::Flag => "a flag".into(),
        Type::Null => "null".into(),
        Type::Yes => "true".into(),
        Type::List(_) => "a list".into(),
        Type::Tuple(_) => "a tuple".into(),
        Type::Map(_) | Type::Object(_) => "an object".into(),
        Type::Either(all) => all.iter().map(type_name).collect::<Vec<_>>().join(" | "),
    }
}
