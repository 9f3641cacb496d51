//! The parser for the text of a tree.

use std::collections::HashMap;
use std::fmt;

use super::node::Node;
use crate::interface::game::{MAX_PLAYERS, Player, Returns};

/// Named nodes.
type Names<'a> = HashMap<&'a str, u32>;

/// The reason why a text is not a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTreeError {
    /// The place of the error, in bytes from the start.
    pub at: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for ParseTreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: expected {}", self.at, self.expected)
    }
}

impl std::error::Error for ParseTreeError {}

/// Parses a tree; returns its nodes and the index of the root.
pub(super) fn parse(text: &str) -> Result<(Vec<Node>, u32), ParseTreeError> {
    let mut reader =
        TreeReader { text, at: 0, nodes: Vec::new(), names: Names::new(), references: Vec::new() };
    let root = reader.node()?;
    reader.blanks();
    if reader.at < text.len() {
        return Err(reader.error("the end of the tree"));
    }
    reader.resolve(root)
}

struct TreeReader<'a> {
    text: &'a str,
    at: usize,
    nodes: Vec<Node>,
    names: Names<'a>,
    /// References by name. Until all names are known, the child index `u32::MAX − i` represents reference `i`.
    references: Vec<(&'a str, usize)>,
}

impl<'a> TreeReader<'a> {
    fn node(&mut self) -> Result<u32, ParseTreeError> {
        self.blanks();
        if self.eat('@') {
            let at = self.at;
            let name = self.word();
            self.references.push((name, at));
            return Ok(u32::MAX - (self.references.len() as u32 - 1));
        }
        if let Some(name) = self.name() {
            let node = self.node()?;
            self.names.insert(name, node);
            return Ok(node);
        }
        let node = match self.text[self.at..].chars().next() {
            Some('?') => self.chance()?,
            Some('<') => Node::Leaf(self.vector()?),
            Some(letter @ 'a'..='d') => self.choice(Player(letter as u8 - b'a'))?,
            Some('-' | '.' | '0'..='9') => Node::Leaf(opposed(self.number()?)),
            _ => return Err(self.error("a leaf, a choice, a chance node or a reference")),
        };
        self.nodes.push(node);
        Ok(self.nodes.len() as u32 - 1)
    }

    fn choice(&mut self, player: Player) -> Result<Node, ParseTreeError> {
        self.at += 1;
        let scored = !self.text[self.at..].starts_with('(');
        let score = if scored { self.number()? as i32 } else { 0 };
        let children = self.children(Self::node)?;
        Ok(Node::Choice { player, score, children })
    }

    fn chance(&mut self) -> Result<Node, ParseTreeError> {
        self.at += 1;
        let weighted = |reader: &mut Self| {
            let weight = reader.number()? as u32;
            reader.expect(':', "a colon after the weight")?;
            Ok((reader.node()?, weight))
        };
        Ok(Node::Chance(self.children(weighted)?))
    }

    fn children<T>(
        &mut self,
        mut child: impl FnMut(&mut Self) -> Result<T, ParseTreeError>,
    ) -> Result<Vec<T>, ParseTreeError> {
        self.expect('(', "an opening parenthesis")?;
        let mut children = Vec::new();
        loop {
            self.blanks();
            if self.eat(')') && !children.is_empty() {
                return Ok(children);
            }
            children.push(child(self)?);
        }
    }

    fn vector(&mut self) -> Result<Returns, ParseTreeError> {
        self.at += 1;
        let mut returns = [0.0; MAX_PLAYERS];
        for (index, value) in returns.iter_mut().enumerate() {
            if index > 0 && !self.eat(',') {
                break;
            }
            *value = self.number()?;
        }
        self.expect('>', "a closing angle")?;
        Ok(returns)
    }

    fn number(&mut self) -> Result<f32, ParseTreeError> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !matches!(c, '-' | '.' | '0'..='9')).unwrap_or(rest.len());
        let number = rest[..length].parse().map_err(|_| self.error("a number"))?;
        self.at += length;
        Ok(number)
    }

    /// A name, if the text continues with one and its `=`.
    fn name(&mut self) -> Option<&'a str> {
        let start = self.at;
        let name = self.word();
        if !name.is_empty() && self.eat('=') {
            return Some(name);
        }
        self.at = start;
        None
    }

    fn word(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, expected: char) -> bool {
        let found = self.text[self.at..].starts_with(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    fn expect(&mut self, token: char, expected: &'static str) -> Result<(), ParseTreeError> {
        if self.eat(token) { Ok(()) } else { Err(self.error(expected)) }
    }

    fn error(&self, expected: &'static str) -> ParseTreeError {
        ParseTreeError { at: self.at, expected }
    }

    /// Replaces references by the nodes with these names.
    fn resolve(mut self, root: u32) -> Result<(Vec<Node>, u32), ParseTreeError> {
        let mut targets = Vec::new();
        for &(name, at) in &self.references {
            let target = self.names.get(name).filter(|&&node| (node as usize) < self.nodes.len());
            let expected = "the name of a node";
            targets.push(*target.ok_or(ParseTreeError { at, expected })?);
        }
        let resolve = |child: &mut u32| {
            if let Some(&target) = targets.get((u32::MAX - *child) as usize) {
                *child = target;
            }
        };
        for node in &mut self.nodes {
            match node {
                Node::Leaf(_) => {}
                Node::Choice { children, .. } => children.iter_mut().for_each(resolve),
                Node::Chance(children) => children.iter_mut().for_each(|(child, _)| resolve(child)),
            }
        }
        if root as usize >= self.nodes.len() {
            let expected = "a tree, not a reference";
            return Err(ParseTreeError { at: 0, expected });
        }
        Ok((self.nodes, root))
    }
}

/// The returns of a two-player game with opposite interests.
fn opposed(value: f32) -> Returns {
    let mut returns = [-value; MAX_PLAYERS];
    returns[0] = value;
    returns[2..].fill(0.0);
    returns
}
