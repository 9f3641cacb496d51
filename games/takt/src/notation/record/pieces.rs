//! Tags that give the number of pieces per player, such as `Flats1` and `Caps2`. Takt supports only equal numbers for both players, so the
//! tags of both players must agree.

use crate::any_size::AnyTakt;
use crate::rules::options;
use ludex_kit::say;
use ludex_kit::{InputError, Variant};

/// Tag names without the player's number, and the corresponding variant keys.
const TAGS: [(&str, &str); 2] = [("flats", "stones"), ("caps", "caps")];

/// The piece-count tags of a game.
#[derive(Default)]
pub(super) struct PieceTags(Vec<PieceTag>);

struct PieceTag {
    place: String,
    key: &'static str,
    player: usize,
    value: String,
}

impl PieceTags {
    /// Stores a tag if it is a piece count of one player; returns whether it is.
    pub(super) fn take(&mut self, place: &str, name: &str, value: &str) -> bool {
        let lower = name.to_ascii_lowercase();
        let read = |&(tag, key): &(&str, &'static str)| {
            let player = lower.strip_prefix(tag)?.parse().ok()?;
            (1..=2).contains(&player).then_some((key, player))
        };
        let Some((key, player)) = TAGS.iter().find_map(read) else {
            return false;
        };
        self.0.push(PieceTag {
            place: place.to_owned(),
            key,
            player,
            value: value.trim().to_owned(),
        });
        true
    }

    /// Sets the piece numbers in the variant; an error if the players' numbers differ.
    pub(super) fn settle(&self, size: usize, variant: &mut Variant) -> Result<(), InputError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let usual = AnyTakt::from_variant(size, &Variant::new())?;
        let usual = usual.options();
        for (key, usual) in [("stones", usual.stones), ("caps", usual.caps)] {
            let tags: Vec<&PieceTag> = self.0.iter().filter(|tag| tag.key == key).collect();
            for tag in &tags {
                let checked = options::check_value(key, &tag.value);
                checked.map_err(|error| InputError { place: tag.place.clone(), ..error })?;
            }
            let common = variant.get(key).map_or(usual.to_string(), str::to_owned);
            let of_player = |player| {
                let stated = tags.iter().find(|tag| tag.player == player);
                stated.map_or(common.as_str(), |tag| tag.value.as_str())
            };
            let [first, second] = [1, 2].map(of_player);
            let other = |tag: &PieceTag| if tag.player == 1 { second } else { first };
            if let Some(tag) = tags.iter().find(|tag| tag.value != other(tag)) {
                let expected = say!(
                    "{number}, the number of the other player, because unequal numbers are not supported",
                    number = other(tag)
                );
                return Err(InputError::new(&*tag.place, &*tag.value, expected));
            }
            if first != common {
                let first = first.to_owned();
                variant.set(key, first);
            }
        }
        Ok(())
    }
}
