//! Compares the requests that the server accepts with the types of the page.
//!
//! For an unknown field or word, the server lists the known ones. So this test sends deliberately wrong requests and
//! compares the errors.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::reader::{Type, Types};

/// A field or word that is always unknown.
const NOTHING: &str = "nobody_knows_it";

/// The refusal of a request: place, input and expectation; `None` if it was accepted.
pub(super) type Refused = Option<[String; 3]>;

/// The differences between the type of a request and the requests that the server accepts. `ask` sends a request to the server.
pub(super) fn differences(
    types: &Types,
    name: &str,
    ask: &mut dyn FnMut(&Value) -> Refused,
) -> BTreeSet<String> {
    let mut checker = RequestChecker { types, ask, wrong: BTreeSet::new() };
    let of = Type::Named(name.to_owned());
    for whole in samples(types, &of) {
        checker.is_read(&whole, name);
    }
    if let Some(whole) = samples(types, &of).first() {
        checker.walk(whole, &of, &mut Vec::new(), name);
    }
    checker.wrong
}

struct RequestChecker<'a> {
    types: &'a Types,
    ask: &'a mut dyn FnMut(&Value) -> Refused,
    wrong: BTreeSet<String>,
}

/// A path within a request.
type Path = Vec<String>;

impl RequestChecker<'_> {
    /// Checks that a request that conforms to the types is not refused for its form. Other errors are allowed.
    fn is_read(&mut self, question: &Value, name: &str) {
        if let Some([place, found, expected]) = (self.ask)(question)
            && is_of_form(&place)
        {
            let why = format!("{name}: found {found}, expected {expected}: {question}");
            self.wrong.insert(why);
        }
    }

    /// Walks through a request and corrupts each object and each word.
    fn walk(&mut self, whole: &Value, of: &Type, at: &mut Path, place: &str) {
        match self.types.resolve(of) {
            Type::Object(shape) => {
                let known: BTreeSet<_> = shape.members.iter().map(|member| &*member.name).collect();
                at.push(NOTHING.into());
                self.compare(&with(whole, at, json!(1)), &known, place);
                at.pop();
                for member in &shape.members {
                    at.push(member.name.clone());
                    self.walk(whole, &member.of, at, &format!("{place}.{}", member.name));
                    at.pop();
                }
            }
            Type::Either(all) if all.iter().all(|one| matches!(one, Type::Object(_))) => {
                self.tagged(all, place);
            }
            Type::Either(all) => {
                let words: BTreeSet<_> = all.iter().filter_map(word).collect();
                // Unknown values are sent only if several words are allowed. A single word among other kinds of values is parsed
                // differently, without a list of known words.
                if words.len() > 1 {
                    self.compare(&with(whole, at, json!(NOTHING)), &words, place);
                }
                let is_null = |one: &&Type| **one != Type::Null;
                if let Some(one) = all.iter().find(is_null) {
                    self.walk(whole, one, at, place);
                }
            }
            Type::List(of) => {
                at.push("0".into());
                self.walk(whole, of, at, &format!("{place}[]"));
                at.pop();
            }
            _ => {}
        }
    }

    /// Objects distinguished by the word of their first field.
    fn tagged(&mut self, all: &[Type], place: &str) {
        let mut words = BTreeSet::new();
        let mut tag = "";
        for one in all {
            let Type::Object(shape) = one else {
                continue;
            };
            tag = &shape.members[0].name;
            match self.types.resolve(&shape.members[0].of) {
                Type::Word(word) => words.extend([&**word]),
                Type::Either(many) => words.extend(many.iter().filter_map(word)),
                other => panic!("{place}.{tag}: {other:?}, expected words"),
            }
            let others = shape.members[1..].iter().map(|member| &*member.name);
            let others: BTreeSet<_> = others.collect();
            if !others.is_empty() {
                let mut spoilt = samples(self.types, one).swap_remove(0);
                spoilt[NOTHING] = json!(1);
                self.compare(&spoilt, &others, &format!("{place} {}", spoilt[tag]));
            }
        }
        self.compare(&json!({tag: NOTHING}), &words, place);
    }

    fn compare(&mut self, spoilt: &Value, known: &BTreeSet<&str>, place: &str) {
        let Some([_, _, expected]) = (self.ask)(spoilt) else {
            self.wrong.insert(format!("{place}: {spoilt} is not refused"));
            return;
        };
        let (_, expected) = expected.split_once("; use ").unwrap_or(("", &expected));
        let expected = expected.replace("one of ", "");
        let read = expected.split(", ").filter(|_| !known.is_empty());
        let read: BTreeSet<&str> = read.collect();
        for name in known.difference(&read) {
            self.wrong.insert(format!(
                "{place}.{name}: types.d.ts has it, the server does not read it ({expected})"
            ));
        }
        for name in read.difference(known) {
            self.wrong.insert(format!("{place}.{name}: the server reads it, types.d.ts lacks it"));
        }
    }
}

fn word(of: &Type) -> Option<&str> {
    match of {
        Type::Word(word) => Some(word),
        _ => None,
    }
}

/// Whether an error is about the form of a request, not about its content.
fn is_of_form(place: &str) -> bool {
    place.starts_with("body") || place.starts_with("message")
}

/// The request with another value at a path.
fn with(whole: &Value, at: &[String], value: Value) -> Value {
    let mut question = whole.clone();
    let mut here = &mut question;
    for step in at {
        here = match here {
            Value::Array(items) => &mut items[0],
            _ => &mut here[&**step],
        };
    }
    *here = value;
    question
}

/// Values of a type: one with all fields, and further ones that omit an optional field or have another kind of value in one field.
fn samples(types: &Types, of: &Type) -> Vec<Value> {
    match types.resolve(of) {
        Type::Any | Type::Text => vec![json!("x")],
        Type::Number => vec![json!(1)],
        Type::Flag | Type::Yes => vec![json!(true)],
        Type::Null => vec![Value::Null],
        Type::Word(word) => vec![json!(word)],
        Type::List(of) => samples(types, of).into_iter().map(|one| json!([one])).collect(),
        Type::Tuple(all) => vec![all.iter().map(|one| samples(types, one)[0].clone()).collect()],
        Type::Map(of) => vec![json!({"1": samples(types, of)[0]})],
        Type::Either(all) => all.iter().flat_map(|one| samples(types, one)).collect(),
        Type::Named(name) => panic!("the type {name} is not resolved"),
        Type::Object(shape) => {
            let first = |of: &Type| samples(types, of).swap_remove(0);
            let members = shape.members.iter().map(|one| (one.name.clone(), first(&one.of)));
            let whole = Value::Object(members.collect());
            let mut all = vec![whole.clone()];
            for member in &shape.members {
                for other in samples(types, &member.of).into_iter().skip(1) {
                    all.push(with(&whole, std::slice::from_ref(&member.name), other));
                }
                if member.is_optional {
                    let mut without = whole.clone();
                    without.as_object_mut().map(|members| members.shift_remove(&member.name));
                    all.push(without);
                }
            }
            all
        }
    }
}
