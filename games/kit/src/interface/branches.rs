//! The variations of a record, each as a line of moves with a name.

use std::collections::HashMap;

use super::input_error::InputError;
use super::record::{After, Record, one_line};
use crate::say;

/// A variation as a line of moves. If several plies follow the same ply, the first continues the line, and each other one starts a
/// variation of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Path of names from the main line down to this variation, such as `3w1/4b1`. It is unique within the record.
    pub name: String,
    /// Number of plies of the game before the first ply of this variation.
    pub n_before: usize,
    /// Indices of its plies in [`Record::asides`].
    pub plies: Vec<usize>,
}

/// The longest name, in bytes. A name contains the names of all parents, so deeply nested variations would need too much memory: they
/// are left out.
const LONGEST_NAME: usize = 2_000;

/// The default name of a variation, as PTN Ninja writes it: number and side of the move that the variation replaces, then the index of the
/// variation among those that replace the same move. CITE: <https://github.com/gruppler/PTN-Ninja>, `src/Game/mutations.js`.
pub fn usual_name((number, is_second): (usize, bool), index: usize) -> String {
    let side = if is_second { 'b' } else { 'w' };
    format!("{number}{side}{index}")
}

impl Record {
    /// All variations, depth first: each comes after its parent. Variations without a name get [`usual_name`].
    pub fn branches(&self) -> Vec<Branch> {
        self.branches_by(|ply, index| usual_name((ply / 2 + 1, ply % 2 == 1), index))
    }

    /// The variation with this name. If there is none, the error has no place and lists the names.
    pub fn find_branch(&self, name: &str) -> Result<Branch, InputError> {
        let branches = self.branches();
        if let Some(branch) = branches.iter().find(|branch| branch.name == name) {
            return Ok(branch.clone());
        }
        let names: Vec<&str> = branches.iter().map(|branch| branch.name.as_str()).collect();
        let expected = match names[..] {
            [] => say!("a game with variations"),
            _ => say!("one of {names}", names = names.join(", ")),
        };
        Err(InputError::new("", name, expected).with_nearest(name, names))
    }

    /// Like [`branches`](Self::branches), with a function that returns the default name. The function receives the index of the variation's
    /// first ply, from 0, and its number among the variations that start there, from 1.
    pub fn branches_by(&self, usual: impl Fn(usize, usize) -> String) -> Vec<Branch> {
        let (behind_main, behind) = self.followers();
        let mut names = Names::default();
        let mut left = Vec::new();
        for (ply, heads) in behind_main.iter().enumerate().rev() {
            add_heads(&mut left, heads, ply, "");
        }
        let mut branches = Vec::new();
        while let Some(head) = left.pop() {
            let stated = self.asides[head.first].ply.name.as_deref().map(own_name);
            let stated = stated.filter(|name| !name.is_empty());
            let own = stated.unwrap_or_else(|| usual(head.ply, head.index));
            let name = names.free(&head.parent, &own);
            if name.len() > LONGEST_NAME {
                continue;
            }
            let next = |&last: &usize| behind[last].first().copied();
            let plies: Vec<usize> = std::iter::successors(Some(head.first), next).collect();
            for (count, &index) in plies.iter().enumerate().rev() {
                let others = behind[index].get(1..).unwrap_or_default();
                add_heads(&mut left, others, head.ply + count + 1, &name);
            }
            branches.push(Branch { name, n_before: head.ply, plies });
        }
        branches
    }

    /// The game in which this variation was played: the moves before the variation, then the moves of the variation, without other
    /// variations.
    #[must_use]
    pub fn along(&self, branch: &Branch) -> Self {
        let mut asides = Vec::new();
        let last = branch.plies.last();
        let mut after = last.map_or(After::Main(0), |&last| After::Aside(last));
        let n_plies = loop {
            match after {
                After::Main(n_plies) => break n_plies,
                After::Aside(index) => {
                    asides.push(self.asides[index].ply.clone());
                    after = self.asides[index].after;
                }
            }
        };
        let mut plies = self.plies[..n_plies].to_vec();
        plies.extend(asides.into_iter().rev());
        // The variation is now the main line, which has no name.
        for ply in &mut plies {
            ply.name = None;
        }
        let result = plies.last_mut().and_then(|last| last.ending.take());
        Self { plies, result, asides: Vec::new(), damage: None, ..self.clone() }
    }
}

/// The first ply of a variation that [`Record::branches_by`] has not followed yet.
struct Head {
    /// Index of the ply in [`Record::asides`].
    first: usize,
    /// Number of plies of the game before it.
    ply: usize,
    /// Number of the variation, from 1, among those that start after the same ply.
    index: usize,
    /// Name of the variation it branches from; empty for the main line.
    parent: String,
}

fn add_heads(left: &mut Vec<Head>, heads: &[usize], ply: usize, parent: &str) {
    let head = |(index, &first): (usize, &usize)| Head {
        first,
        ply,
        index: index + 1,
        parent: parent.to_owned(),
    };
    left.extend(heads.iter().enumerate().map(head).rev());
}

/// The names in use, and how often each was requested. A second request for the same name gets a number.
#[derive(Default)]
struct Names(HashMap<String, usize>);

impl Names {
    fn free(&mut self, parent: &str, own: &str) -> String {
        let path = match parent {
            "" => own.to_owned(),
            parent => format!("{parent}/{own}"),
        };
        let mut name = path.clone();
        let mut n_wanted = self.0.get(&path).copied().unwrap_or(0);
        while self.0.contains_key(&name) {
            n_wanted += 1;
            name = format!("{path}-{n_wanted}");
        }
        self.0.insert(path, n_wanted.max(1));
        self.0.insert(name.clone(), 1);
        name
    }
}

/// A variation's name without the characters that would end the name in a file, or split it into several parts.
fn own_name(name: &str) -> String {
    let name = one_line(name).replace(['{', '}', '/'], "-");
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}
