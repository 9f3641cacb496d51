//! Parses the types of the page: the subset of TypeScript used in `types.d.ts`.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::vec::IntoIter;

/// A type of the page.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Type {
    /// `unknown`.
    Any,
    Text,
    Number,
    Flag,
    Null,
    /// `"word"`.
    Word(String),
    /// `true`.
    Yes,
    List(Box<Type>),
    Tuple(Vec<Type>),
    /// `Record<string, …>`.
    Map(Box<Type>),
    Object(Shape),
    Named(String),
    Either(Vec<Type>),
}

/// The fields of an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Shape {
    pub(super) members: Vec<Member>,
    /// Whether other fields are allowed.
    pub(super) is_open: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) is_optional: bool,
    pub(super) of: Type,
}

impl Shape {
    pub(super) fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.name == name)
    }
}

/// All types of the file, by name.
#[derive(Debug)]
pub(super) struct Types(BTreeMap<String, Type>);

impl Types {
    pub(super) fn read(text: &str) -> Self {
        let mut reader = Reader { tokens: tokens(text).into_iter().peekable() };
        let mut types = BTreeMap::new();
        while let Some(first) = reader.tokens.next() {
            assert_eq!(first, "export");
            let (name, of) = match &*reader.next() {
                "interface" => reader.interface(&types),
                "type" => reader.alias(),
                other => panic!("{other}: expected interface or type"),
            };
            types.insert(name, of);
        }
        Self(types)
    }

    /// Resolves a named type; other types are returned unchanged.
    pub(super) fn resolve<'a>(&'a self, of: &'a Type) -> &'a Type {
        match of {
            Type::Named(name) => self.resolve(self.named(name)),
            _ => of,
        }
    }

    pub(super) fn named(&self, name: &str) -> &Type {
        self.0.get(name).unwrap_or_else(|| panic!("{name}: no such type"))
    }

    pub(super) fn shape(&self, name: &str) -> &Shape {
        match self.named(name) {
            Type::Object(shape) => shape,
            other => panic!("{name}: {other:?}, expected an object"),
        }
    }
}

/// The tokens of a file, without its comments.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("/*") {
            rest.find("*/").expect("comments end") + 2
        } else if first == '"' {
            rest[1..].find('"').expect("a closing quote") + 2
        } else if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        if !token.starts_with("/*") {
            tokens.push(token.to_owned());
        }
        rest = after.trim_start();
    }
    tokens
}

struct Reader {
    tokens: Peekable<IntoIter<String>>,
}

impl Reader {
    fn next(&mut self) -> String {
        self.tokens.next().expect("another token")
    }

    fn is_next(&mut self, sign: &str) -> bool {
        self.tokens.next_if(|token| token == sign).is_some()
    }

    fn expect(&mut self, sign: &str) {
        let found = self.next();
        assert_eq!(found, sign, "before {:?}", self.tokens.peek());
    }

    /// An interface, including the fields of the interface that it extends, which must come first in the file.
    fn interface(&mut self, known: &BTreeMap<String, Type>) -> (String, Type) {
        let name = self.next();
        let mut whole = Shape::default();
        if self.is_next("extends") {
            let base = self.next();
            match known.get(&base) {
                Some(Type::Object(shape)) => whole = shape.clone(),
                other => panic!("{name} extends {base}: {other:?}"),
            }
        }
        self.expect("{");
        let own = self.members();
        whole.members.extend(own.members);
        whole.is_open |= own.is_open;
        (name, Type::Object(whole))
    }

    fn alias(&mut self) -> (String, Type) {
        let name = self.next();
        self.expect("=");
        let of = self.either();
        self.expect(";");
        (name, of)
    }

    fn members(&mut self) -> Shape {
        let mut shape = Shape::default();
        while !self.is_next("}") {
            if self.is_next("[") {
                while self.next() != "]" {}
                self.expect(":");
                assert_eq!(self.either(), Type::Any, "other members are unknown");
                shape.is_open = true;
            } else {
                let name = self.next().trim_matches('"').to_owned();
                let is_optional = self.is_next("?");
                self.expect(":");
                shape.members.push(Member { name, is_optional, of: self.either() });
            }
            // The last field of a line has no separator.
            self.is_next(";");
        }
        shape
    }

    fn either(&mut self) -> Type {
        self.is_next("|");
        let mut all = vec![self.list()];
        while self.is_next("|") {
            all.push(self.list());
        }
        match all.len() {
            1 => all.remove(0),
            _ => Type::Either(all),
        }
    }

    fn list(&mut self) -> Type {
        let mut of = self.one();
        while self.is_next("[") {
            self.expect("]");
            of = Type::List(Box::new(of));
        }
        of
    }

    fn one(&mut self) -> Type {
        let token = self.next();
        match &*token {
            "unknown" => Type::Any,
            "string" => Type::Text,
            "number" => Type::Number,
            "boolean" => Type::Flag,
            "null" => Type::Null,
            "true" => Type::Yes,
            "{" => Type::Object(self.members()),
            "(" => {
                let of = self.either();
                self.expect(")");
                of
            }
            "[" => {
                let mut all = vec![self.either()];
                while self.is_next(",") {
                    all.push(self.either());
                }
                self.expect("]");
                Type::Tuple(all)
            }
            "Record" => {
                self.expect("<");
                self.either();
                self.expect(",");
                let of = self.either();
                self.expect(">");
                Type::Map(Box::new(of))
            }
            word if word.starts_with('"') => Type::Word(word.trim_matches('"').to_owned()),
            name => Type::Named(name.to_owned()),
        }
    }
}
