//! The variations of a record as lines with names.

use std::collections::HashMap;

use super::record::{After, Record, one_line};

/// A variation as a line: it goes on with what follows first, and what else follows are variations of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its name after those of the variations that it leaves: `3w1/4b1`. No other one has it.
    pub name: String,
    /// How many plies of the game stand before its first one.
    pub n_before: usize,
    /// Its own plies among [`Record::asides`].
    pub plies: Vec<usize>,
}

/// Deeper variations have names that are too long: a name holds those of all that it leaves.
const LONGEST_NAME: usize = 2_000;

/// The usual name of a variation as PTN Ninja gives it: the move that it replaces, and its number among those that do. CITE:
/// <https://github.com/gruppler/PTN-Ninja>, `src/Game/mutations.js`.
pub fn usual_name((number, is_second): (usize, bool), index: usize) -> String {
    let side = if is_second { 'b' } else { 'w' };
    format!("{number}{side}{index}")
}

impl Record {
    /// The variations, each after the one that it leaves, in the order in which that comes to them. Those without a name get
    /// the one of the move that they replace.
    pub fn branches(&self) -> Vec<Branch> {
        self.branches_by(|ply, index| usual_name((ply / 2 + 1, ply % 2 == 1), index))
    }

    /// The same; `usual` names one by the number of its first ply and its number among those that begin there.
    pub fn branches_by(&self, usual: impl Fn(usize, usize) -> String) -> Vec<Branch> {
        let (behind_main, behind) = self.followers();
        let mut names = Names::default();
        let mut left = Vec::new();
        for (ply, heads) in behind_main.iter().enumerate().rev() {
            add_heads(&mut left, heads, ply, "");
        }
        let mut branches = Vec::new();
        while let Some(head) = left.pop() {
            let told = self.asides[head.first].ply.name.as_deref().map(own_name);
            let told = told.filter(|name| !name.is_empty());
            let own = told.unwrap_or_else(|| usual(head.ply, head.index));
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

    /// The game with a variation in the place of what was played: its plies, without the other variations.
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
        // Here it is the main line, which has no name.
        for ply in &mut plies {
            ply.name = None;
        }
        let result = plies.last_mut().and_then(|last| last.ending.take());
        Self { plies, result, asides: Vec::new(), damage: None, ..self.clone() }
    }
}

/// The first ply of a variation.
struct Head {
    /// Its number among the plies of variations.
    first: usize,
    /// How many plies stand before it.
    ply: usize,
    /// Its number, from 1, among those that follow the same ply.
    index: usize,
    /// The name of the variation that it leaves.
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

/// The names that are given, and how often each was wanted.
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

/// A name without what would end it, or make it one of several parts.
fn own_name(name: &str) -> String {
    let name = one_line(name).replace(['{', '}', '/'], "-");
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}
