//! How moves are made by pointing at a picture, for the web page or any other board with a pointer.
//!
//! **Invariant:** Every legal move has at least one way to make it. A way is a sequence of touches: of targets in the picture, and of words
//! to choose from. A board follows the tree of all ways and needs no rules. Every target that is touched is in the picture, and no two
//! moves with different effects share a way (`games/tests/it/gestures`).

use std::fmt;

use ludex_search::Game;
use serde::Serialize;

/// Translates moves into clicks on the game's pictures.
pub trait Gestures<G: Game> {
    /// The ways to make each of these moves, which must be all legal moves of the position. Every move has at least one way. Two moves
    /// share a way only if they have the same effect. If one way is the beginning of another, a choice at its end distinguishes them.
    fn ways(&self, pos: &G::Position, moves: &[G::Move]) -> Vec<Vec<Way>>;
}

/// One action with the pointer: touching a target in the picture (`square c3`: its class and its name), or choosing a word (`=flat`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Touch(String);

impl Touch {
    /// A target in the picture, given by class and name.
    #[expect(clippy::needless_pass_by_value, reason = "callers pass numbers, letters and names")]
    pub fn at(kind: &str, name: impl ToString) -> Self {
        Self(format!("{kind} {}", name.to_string()))
    }

    /// A word to choose.
    pub fn choice(word: impl fmt::Display) -> Self {
        Self(format!("={word}"))
    }

    /// Reads the text that [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The name of the target, if it has this class.
    pub fn name_of(&self, kind: &str) -> Option<&str> {
        self.0.strip_prefix(kind)?.strip_prefix(' ')
    }

    /// Class and name of the target; `None` for a choice.
    pub fn target(&self) -> Option<(&str, &str)> {
        let is_choice = self.0.starts_with('=');
        self.0.split_once(' ').filter(|_| !is_choice)
    }

    /// The word of a choice.
    pub fn word(&self) -> Option<&str> {
        self.0.strip_prefix('=')
    }
}

impl fmt::Display for Touch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A sequence of touches that makes a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Way {
    /// Groups of touches that belong together, such as the start and end of one checker's move.
    pub hops: Vec<Vec<Touch>>,
    /// Whether the hops may be made in any order. One restriction remains: a hop that starts where an earlier hop of the list ends must
    /// come after that hop, which brings the piece.
    pub free: bool,
    /// Pairs of hops, by their indices: the first hop of a pair must be made before the second one. It matters only if the way is free.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<(usize, usize)>,
}

impl Way {
    /// A way with a fixed order.
    pub fn new<const N: usize>(touches: [Touch; N]) -> Self {
        Self::from(Vec::from(touches))
    }

    /// Whether these touches are the beginning of this way, or all of it.
    pub fn begins_with(&self, touches: &[Touch]) -> bool {
        if self.free {
            return self.can_continue(&mut vec![false; self.hops.len()], touches);
        }
        let mut own = self.hops.iter().flatten();
        touches.iter().all(|touch| own.next() == Some(touch))
    }

    /// Whether the way can continue with these touches after the hops that are marked in `made`.
    fn can_continue(&self, made: &mut [bool], touches: &[Touch]) -> bool {
        if touches.is_empty() {
            return true;
        }
        (0..self.hops.len()).any(|number| {
            let hop = &self.hops[number];
            let length = hop.len().min(touches.len());
            if made[number] || self.waits(number, made) || hop[..length] != touches[..length] {
                return false;
            }
            made[number] = true;
            let can_continue = self.can_continue(made, &touches[length..]);
            made[number] = false;
            can_continue
        })
    }

    /// Whether a hop must wait for another one: for the hop that brings its piece, or for one that [`after`](Self::after) puts before it.
    pub(crate) fn waits(&self, number: usize, made: &[bool]) -> bool {
        let begin = self.hops[number].first();
        let brings = |before: usize| before < number && self.hops[before].last() == begin;
        let is_first = |before: usize| self.after.contains(&(before, number));
        (0..self.hops.len()).any(|before| !made[before] && (brings(before) || is_first(before)))
    }
}

impl From<Vec<Touch>> for Way {
    fn from(touches: Vec<Touch>) -> Self {
        Self { hops: vec![touches], free: false, after: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(hops: &[[u8; 2]], free: bool) -> Way {
        let point = |number: &u8| Touch::at("point", number);
        let hops = hops.iter().map(|hop| hop.iter().map(point).collect());
        Way { hops: hops.collect(), free, after: Vec::new() }
    }

    fn touches(points: &[u8]) -> Vec<Touch> {
        points.iter().map(|point| Touch::at("point", point)).collect()
    }

    #[test]
    fn free_hops_have_any_order_but_follow_the_hop_that_brings_their_piece() {
        let apart = way(&[[13, 8], [6, 5]], true);
        for begin in [&[][..], &[13], &[6], &[13, 8, 6], &[6, 5, 13, 8]] {
            assert!(apart.begins_with(&touches(begin)), "{begin:?}");
        }
        for other in [&[8][..], &[13, 5], &[13, 8, 13], &[13, 8, 6, 5, 13]] {
            assert!(!apart.begins_with(&touches(other)), "{other:?}");
        }
        let one_checker = way(&[[13, 8], [8, 5]], true);
        assert!(one_checker.begins_with(&touches(&[13, 8, 8])));
        assert!(!one_checker.begins_with(&touches(&[8])));
        let two_checkers = way(&[[8, 5], [13, 8]], true);
        assert!(two_checkers.begins_with(&touches(&[13, 8, 8, 5])));
        assert!(!way(&[[13, 8], [6, 5]], false).begins_with(&touches(&[6])));
    }

    #[test]
    fn a_hop_waits_for_the_hops_before_it() {
        let entering = Way { after: vec![(0, 1)], ..way(&[[25, 20], [6, 5]], true) };
        assert!(entering.begins_with(&touches(&[25, 20, 6, 5])));
        assert!(!entering.begins_with(&touches(&[6])));
    }

    #[test]
    fn a_touch_has_a_class_and_a_name() {
        let touch = Touch::at("square", "c3");
        assert_eq!(touch.to_string(), "square c3");
        assert_eq!(touch.target(), Some(("square", "c3")));
        assert_eq!(touch.name_of("square"), Some("c3"));
        assert_eq!((touch.name_of("squ"), touch.word()), (None, None));
        let choice = Touch::choice("1 + 2");
        assert_eq!((choice.target(), choice.word()), (None, Some("1 + 2")));
    }
}
