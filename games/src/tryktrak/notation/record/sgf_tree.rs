//! The text of SGF: games as sequences of nodes, nodes as properties.

use crate::InputError;

/// A property: its name and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// A node of the main line, with the line of the file where it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SgfNode {
    pub(super) line: usize,
    pub(super) properties: Vec<Property>,
}

impl SgfNode {
    /// The values of a property.
    pub(super) fn values(&self, name: &str) -> &[String] {
        let found = self.properties.iter().find(|p| p.name == name);
        found.map_or(&[], |property| &property.values)
    }

    /// The first value of a property.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.values(name).first().map(String::as_str)
    }
}

/// The main lines of the games of a text, and what is wrong with the one that could not be read to its end, which comes last.
pub(super) fn parse(text: &str) -> (Vec<Vec<SgfNode>>, Option<InputError>) {
    let mut scanner = Scanner {
        chars: text.chars().peekable(),
        line: 1,
    };
    let mut games = Vec::new();
    // What stands in front of a game is no part of it.
    while scanner.skip_to('(') {
        if scanner.skip_blanks() != Some(';') {
            continue;
        }
        let mut nodes = Vec::new();
        let read = scanner.tree(&mut nodes);
        games.push(nodes);
        if let Err(error) = read {
            return (games, Some(error));
        }
    }
    (games, None)
}

struct Scanner<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.chars.next()?;
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn skip_to(&mut self, wanted: char) -> bool {
        while let Some(c) = self.next() {
            if c == wanted {
                return true;
            }
        }
        false
    }

    fn skip_blanks(&mut self) -> Option<char> {
        while let Some(&c) = self.chars.peek() {
            if !c.is_whitespace() {
                return Some(c);
            }
            self.next();
        }
        None
    }

    fn wrong(&self, found: impl Into<String>, expected: &str) -> InputError {
        InputError::new(format!("line {}", self.line), found, expected)
    }

    /// The rest of a tree behind its `(`; of the variations only the first counts.
    fn tree(&mut self, nodes: &mut Vec<SgfNode>) -> Result<(), InputError> {
        // Variations that are open; those behind the first are read and forgotten.
        let mut depth = 1;
        let mut forgotten = None;
        let mut spare = Vec::new();
        let mut has_branched = vec![false];
        loop {
            match self.skip_blanks() {
                None => return Err(self.wrong("the end of the file", ") at the end of a game")),
                Some(';') => {
                    self.next();
                    let node = self.node()?;
                    let list = if forgotten.is_none() {
                        &mut *nodes
                    } else {
                        &mut spare
                    };
                    list.push(node);
                }
                Some('(') => {
                    self.next();
                    let seen = has_branched.last_mut().expect("one for each open tree");
                    if std::mem::replace(seen, true) && forgotten.is_none() {
                        forgotten = Some(depth);
                    }
                    depth += 1;
                    has_branched.push(false);
                }
                Some(')') => {
                    self.next();
                    depth -= 1;
                    has_branched.pop();
                    if forgotten == Some(depth) {
                        forgotten = None;
                    }
                    if depth == 0 {
                        return Ok(());
                    }
                }
                Some(other) => return Err(self.wrong(other, "; or ( or )")),
            }
        }
    }

    fn node(&mut self) -> Result<SgfNode, InputError> {
        let mut node = SgfNode {
            line: self.line,
            properties: Vec::new(),
        };
        while let Some(c) = self.skip_blanks() {
            if matches!(c, ';' | '(' | ')') {
                break;
            }
            node.properties.push(self.property()?);
        }
        Ok(node)
    }

    fn property(&mut self) -> Result<Property, InputError> {
        let mut name = String::new();
        while let Some(&c) = self.chars.peek() {
            if !c.is_ascii_alphabetic() {
                break;
            }
            // Old files write names with small letters between.
            if c.is_ascii_uppercase() {
                name.push(c);
            }
            self.next();
        }
        if name.is_empty() {
            let found = self.chars.peek().map_or_else(String::new, char::to_string);
            return Err(self.wrong(found, "a property such as B[31sr]"));
        }
        let mut values = Vec::new();
        while self.skip_blanks() == Some('[') {
            self.next();
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(self.wrong(name, "a value in brackets behind a property"));
        }
        Ok(Property { name, values })
    }

    /// The rest of a value behind its `[`.
    fn value(&mut self) -> Result<String, InputError> {
        let mut value = String::new();
        loop {
            match self.next() {
                None => return Err(self.wrong("the end of the file", "] at the end of a value")),
                Some(']') => return Ok(value),
                Some('\\') => match self.next() {
                    // A line feed that is escaped is none.
                    Some('\n') | None => {}
                    Some(c) => value.push(c),
                },
                Some(c) => value.push(c),
            }
        }
    }
}

/// A value as text, with what would end it escaped.
pub(super) fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}
