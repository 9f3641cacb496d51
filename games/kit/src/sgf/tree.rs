//! The syntax of SGF: games as trees of nodes, nodes as lists of properties. A tree is stored as a flat list in which each node holds
//! the index of its parent, so deep nesting cannot exhaust the stack.

use std::fmt::Write as _;

use crate::interface::input_error::InputError;
use crate::interface::record::check_length;
use crate::say;

/// A property: a name and values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Name in capital letters.
    pub name: String,
    /// The values, without brackets and escapes.
    pub values: Vec<String>,
}

/// Maximum nesting depth of variations. It is larger than the length of any game, whose every move may start a variation.
const DEEPEST: usize = 10_000;

/// A node, with the line of the file where it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfNode {
    /// Index of its parent; `None` for the root.
    pub after: Option<usize>,
    /// Line of the file, from 1.
    pub line: usize,
    /// The properties, in the order of the file.
    pub properties: Vec<Property>,
}

impl SgfNode {
    /// Its place in the file.
    pub fn place(&self) -> String {
        format!("line {}", self.line)
    }

    /// The values of a property.
    pub fn values(&self, name: &str) -> &[String] {
        let found = self.properties.iter().find(|p| p.name == name);
        found.map_or(&[], |property| &property.values)
    }

    /// The properties whose names are not in `known`, in SGF syntax.
    pub fn others(&self, known: &[&[&str]]) -> String {
        let mut text = String::new();
        let is_known = |name: &str| known.iter().any(|names| names.contains(&name));
        for Property { name, values } in self.properties.iter().filter(|p| !is_known(&p.name)) {
            text.push_str(name);
            for value in values {
                add_value(&mut text, value);
            }
        }
        text
    }

    /// The first value of a property.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).first().map(String::as_str)
    }
}

/// A tree, possibly incomplete.
pub struct SgfTree {
    /// Its nodes; each comes after its parent.
    pub nodes: Vec<SgfNode>,
    /// The error after the last node, if the rest could not be read.
    pub damage: Option<InputError>,
}

/// The trees of a text. An error in one tree, or in its root, does not affect the trees after it.
pub fn parse(text: &str, check: impl Fn(&SgfNode) -> Result<(), InputError>) -> Vec<SgfTree> {
    let mut scanner = Scanner { rest: text, line: 1 };
    let mut games = Vec::new();
    // Text before a game is not part of it.
    while scanner.skip_to('(') {
        if scanner.skip_blanks() != Some(';') {
            continue;
        }
        let start = scanner.clone();
        let mut nodes = Vec::new();
        let damage = scanner.tree(&mut nodes, &check).err();
        if damage.is_some() {
            // A tree that is never closed would contain all games after it: restart at the next root.
            scanner = start;
            scanner.skip_to_root();
        }
        games.push(SgfTree { nodes, damage });
    }
    games
}

#[derive(Clone)]
struct Scanner<'a> {
    rest: &'a str,
    line: usize,
}

/// Properties that only a root may begin with.
const ROOTS: [&str; 6] = ["FF[", "GM[", "CA[", "AP[", "GAME[", "SZ["];

impl Scanner<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.advance(c.len_utf8());
        Some(c)
    }

    fn advance(&mut self, length: usize) {
        let (gone, rest) = self.rest.split_at(length);
        self.line += gone.matches('\n').count();
        self.rest = rest;
    }

    fn skip_to(&mut self, wanted: char) -> bool {
        let at = self.rest.find(wanted);
        self.advance(at.map_or(self.rest.len(), |at| at + wanted.len_utf8()));
        at.is_some()
    }

    /// Skips to the next tree that begins like one.
    fn skip_to_root(&mut self) {
        let is_root = |&(at, _): &(usize, &str)| {
            let node = self.rest[at + 1..].trim_start().strip_prefix(';');
            let node = node.map(str::trim_start);
            node.is_some_and(|node| ROOTS.iter().any(|root| node.starts_with(root)))
        };
        let next = self.rest.match_indices('(').find(is_root);
        self.advance(next.map_or(self.rest.len(), |(at, _)| at));
    }

    fn skip_blanks(&mut self) -> Option<char> {
        while let Some(c) = self.peek() {
            if !c.is_whitespace() {
                return Some(c);
            }
            self.next();
        }
        None
    }

    fn at(&self, error: InputError) -> InputError {
        error.within(format!("line {}", self.line))
    }

    fn wrong(&self, found: impl Into<String>, expected: String) -> InputError {
        self.at(InputError::new("", found, expected))
    }

    /// The rest of a tree after its `(`.
    fn tree(
        &mut self,
        nodes: &mut Vec<SgfNode>,
        check: &dyn Fn(&SgfNode) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        let mut after = None;
        // For each open variation, the node that it branches from.
        let mut left = Vec::new();
        loop {
            match self.skip_blanks() {
                None => {
                    let sentence = say!("the file ends inside a game: a ) is missing");
                    return Err(self.at(InputError::sentence("", sentence)));
                }
                Some(';') => {
                    self.next();
                    let node = self.node(after)?;
                    if after.is_none() {
                        check(&node).map_err(|error| error.within(node.place()))?;
                    }
                    after = Some(nodes.len());
                    nodes.push(node);
                    check_length(nodes.len()).map_err(|error| self.at(error))?;
                }
                Some('(') => {
                    if left.len() == DEEPEST {
                        let sentence = say!(
                            "variations are nested more than {limit} levels deep",
                            limit = DEEPEST
                        );
                        return Err(self.at(InputError::sentence("", sentence)));
                    }
                    self.next();
                    left.push(after);
                }
                Some(')') => {
                    self.next();
                    match left.pop() {
                        Some(node) => after = node,
                        None => return Ok(()),
                    }
                }
                Some(other) => return Err(self.wrong(other, say!("; or ( or )"))),
            }
        }
    }

    fn node(&mut self, after: Option<usize>) -> Result<SgfNode, InputError> {
        let mut node = SgfNode { after, line: self.line, properties: Vec::new() };
        while let Some(c) = self.skip_blanks() {
            if matches!(c, ';' | '(' | ')') {
                break;
            }
            let property = self.property()?;
            // A property should occur once per node, but some programs repeat it.
            match node.properties.iter_mut().find(|p| p.name == property.name) {
                Some(known) => known.values.extend(property.values),
                None => node.properties.push(property),
            }
        }
        Ok(node)
    }

    fn property(&mut self) -> Result<Property, InputError> {
        let mut name = String::new();
        while let Some(c) = self.peek() {
            if !c.is_ascii_alphabetic() {
                break;
            }
            // Old files mix lower-case letters into property names (`White` for `W`), which are ignored.
            if c.is_ascii_uppercase() {
                name.push(c);
            }
            self.next();
        }
        if name.is_empty() {
            let found = self.peek().map_or_else(String::new, String::from);
            return Err(self.wrong(found, say!("a property such as B[31sr]")));
        }
        let mut values = Vec::new();
        while self.skip_blanks() == Some('[') {
            self.next();
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(self.wrong(name, say!("a value in brackets after a property")));
        }
        Ok(Property { name, values })
    }

    /// The rest of a value after its `[`.
    fn value(&mut self) -> Result<String, InputError> {
        let (mut value, line) = (String::new(), self.line);
        loop {
            match self.next() {
                None => {
                    return Err(self.at(InputError::sentence(
                        "",
                        say!("the file ends inside a value: a ] is missing"),
                    )));
                }
                Some(']') if takes_root(&value) => {
                    let sentence = say!("a value has no ] before the next game begins");
                    return Err(InputError::sentence(format!("line {line}"), sentence));
                }
                Some(']') => return Ok(value),
                Some('\\') => match self.next() {
                    // An escaped line feed is removed.
                    Some('\n') | None => {}
                    Some(c) => value.push(c),
                },
                Some(c) => value.push(c),
            }
        }
    }
}

/// Whether an unclosed value has run into the beginning of the next game, up to the first value of that root.
fn takes_root(value: &str) -> bool {
    let Some(at) = value.rfind("\n(;") else {
        return false;
    };
    let root = value[at + "\n(;".len()..].trim_start();
    let of_root = ROOTS.iter().find_map(|name| root.strip_prefix(name));
    of_root.is_some_and(|first| !first.contains([']', '[', '\n']))
}

/// The main line of a tree: each node's first child.
pub fn main_line(nodes: &[SgfNode]) -> Vec<usize> {
    let mut line: Vec<usize> = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        if node.after == line.last().copied() {
            line.push(index);
        }
    }
    line
}

/// Appends a property to a node.
pub fn property(node: &mut String, name: &str, value: &str) {
    node.push_str(name);
    add_value(node, value);
}

/// Appends another value to the last property of a node.
pub fn add_value(node: &mut String, value: &str) {
    let value = value.replace('\\', "\\\\").replace(']', "\\]");
    write!(node, "[{value}]").expect("writing to a string cannot fail");
}

/// A tree to be written.
#[derive(Default)]
pub struct SgfWriter {
    /// The properties of each node.
    nodes: Vec<String>,
    /// The children of each node, the main line first.
    behind: Vec<Vec<usize>>,
}

impl SgfWriter {
    /// Adds a node after another one (`None`: the root), and returns its index.
    pub fn add(&mut self, after: Option<usize>, properties: String) -> usize {
        let index = self.nodes.len();
        self.nodes.push(properties);
        self.behind.push(Vec::new());
        if let Some(after) = after {
            self.behind[after].push(index);
        }
        index
    }

    /// Ends the main line at this node. If it has variations, an empty node is added, because readers would take the first variation for
    /// the main line.
    pub fn end_main_line(&mut self, node: usize) {
        if !self.behind[node].is_empty() {
            let end = self.add(Some(node), String::new());
            self.behind[node].rotate_right(1);
            debug_assert_eq!(self.behind[node][0], end);
        }
    }

    /// The text of the tree, one node per line.
    pub fn text(&self) -> String {
        enum Part {
            Node(usize),
            Open(usize),
            Close,
        }
        let mut text = String::new();
        let mut left = vec![Part::Close, Part::Open(0)];
        while let Some(part) = left.pop() {
            let index = match part {
                Part::Node(index) => index,
                Part::Open(index) => {
                    text.push('(');
                    index
                }
                Part::Close => {
                    text.push_str(")\n");
                    continue;
                }
            };
            text.extend([";", &self.nodes[index], "\n"]);
            match self.behind[index][..] {
                [] => {}
                [next] => left.push(Part::Node(next)),
                ref several => {
                    let parts = several.iter().rev();
                    left.extend(parts.flat_map(|&next| [Part::Close, Part::Open(next)]));
                }
            }
        }
        text
    }
}
