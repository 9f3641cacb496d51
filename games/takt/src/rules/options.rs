//! The options of a variant: pieces, komi, opening and drawing rules.

use super::opening::Opening;
use super::pile::{Board, Pile, Size};
use ludex_kit::{InputError, Reason, Variant, VariantKey};
use ludex_kit::{message, say, say_count};

/// The options of a game, except the board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Komi: points added to the second player's count when flats decide, in half flats.
    pub half_komi: i16,
    /// Stones per player.
    pub stones: u8,
    /// Capstones per player.
    pub caps: u8,
    /// Number of occurrences of a position that draws the game.
    pub repetition: Option<u32>,
    /// Number of plies without a placement or flattened wall that draws the game.
    pub reversible: Option<u32>,
    /// What the players place in the first move.
    pub opening: Opening,
}

/// The keys of a variant. Wire protocols list the numbers of pieces before the board size, although the defaults of these numbers depend on
/// the size.
pub(crate) static KEYS: [VariantKey; 7] = VariantKey::in_words(&crate::WORDS, [
    VariantKey::int(
        "size",
        (3, 8),
        "5",
        message!("side of the board; by default that of the position"),
    )
    .with_wire("Size")
    .titled(message!("board size")),
    VariantKey::half(
        "komi",
        (-128, 128),
        "0",
        message!("flats added to the second player's count if flats decide the game"),
    )
    .with_wire("HalfKomi")
    .titled(message!("komi")),
    VariantKey::int(
        "stones",
        (1, 63),
        "",
        message!("stones of each player, at most 31 on boards up to 6x6"),
    )
    .by(&["10", "15", "21", "30", "40", "50"], "size")
    .with_wire("Flats")
    .titled(message!("stones per player")),
    VariantKey::int(
        "caps",
        (0, 8),
        "",
        message!("capstones of each player"),
    )
    .by(&["0", "0", "1", "1", "2", "2"], "size")
    .with_wire("Caps")
    .titled(message!("capstones per player")),
    VariantKey::limit(
        "repetition",
        (2, 9),
        "off",
        message!("the game is drawn if a position occurs this many times; tournaments use 3"),
    )
    .with_wire("Repetition")
    .titled(message!("repetition limit")),
    VariantKey::limit(
        "reversible",
        (1, 10_000),
        "off",
        message!("the game is drawn after this many plies without a placement or a flattened wall; tournaments use 50"),
    )
    .with_wire("Reversible")
    .titled(message!("limit of plies without placement")),
    VariantKey::choice(
        "opening",
        &["swap", "no-swap", "double-black-stack"],
        message!("first placements: each player places a flat of the opponent; or each places their own flat; or the first player places two flats of the opponent on one square (2a1), then the second player places one. Networks and books were made with the first of these rules"),
    )
    .titled(message!("opening"))
    .with_titles(&[message!("swapped flats"), message!("own flats"), message!("two flats of the opponent")]),
]);

/// The place of an error about the number of stones.
const STONES: &str = "variant, stones";

/// The default side of the board.
pub(crate) const DEFAULT_SIZE: usize = 5;

impl Options {
    /// Options with these numbers of pieces and without komi. The game is drawn only if both players have the same number of flats at the
    /// end.
    pub const fn default_for(stones: u8, caps: u8) -> Self {
        Self {
            half_komi: 0,
            stones,
            caps,
            repetition: None,
            reversible: None,
            opening: Opening::Swap,
        }
    }

    /// The options of a variant. The key `size` has already been handled.
    pub fn from_variant<const N: usize>(variant: &Variant) -> Result<Self, InputError>
    where
        Size<N>: Board,
    {
        let mut options = Self::default_for(Size::<N>::STONES, Size::<N>::CAPSTONES);
        let written = with_written_opening(variant);
        let read = written.read(&KEYS);
        for (key, value) in read.map_err(|error| of_size(error, N, Self::most::<N>()))? {
            let number = value.number();
            match key {
                "komi" => options.half_komi = number.unwrap_or_default() as i16,
                "stones" => {
                    options.stones = stones(number.unwrap_or_default(), N, Self::most::<N>())?;
                }
                "caps" => options.caps = number.unwrap_or_default() as u8,
                "repetition" => options.repetition = number.map(|times| times as u32),
                "reversible" => options.reversible = number.map(|plies| plies as u32),
                "opening" => options.opening = Opening::ALL[value.index()],
                _ => {}
            }
        }
        let (opening, stones) = (options.opening, options.stones);
        if stones < opening.first_flats() {
            let expected =
                say!("2 stones or more with opening={opening}", opening = opening.word());
            return Err(InputError::new(STONES, stones.to_string(), expected));
        }
        Ok(options)
    }

    /// The maximum number of stones per player: all stones of both players must fit under one capstone.
    const fn most<const N: usize>() -> u32
    where
        Size<N>: Board,
    {
        (<Size<N> as Board>::Pile::MOST - 1) / 2
    }

    /// The variant with these options on a board of this side.
    pub fn to_variant<const N: usize>(self) -> Variant
    where
        Size<N>: Board,
    {
        let mut variant =
            Variant::new().with("size", N.to_string()).with("komi", write_komi(self.half_komi));
        if self.stones != Size::<N>::STONES {
            variant.set("stones", self.stones.to_string());
        }
        if self.caps != Size::<N>::CAPSTONES {
            variant.set("caps", self.caps.to_string());
        }
        if let Some(times) = self.repetition {
            variant.set("repetition", times.to_string());
        }
        if let Some(plies) = self.reversible {
            variant.set("reversible", plies.to_string());
        }
        if self.opening != Opening::Swap {
            variant.set("opening", self.opening.word());
        }
        variant
    }
}

/// Checks the value of one key as far as possible without knowing the board size.
pub(crate) fn check_value(key: &str, value: &str) -> Result<(), InputError> {
    match key {
        "size" => KEYS[0].read(value).map(drop),
        _ => Options::from_variant::<8>(&Variant::new().with(key, value)).map(|_| ()),
    }
}

/// The value of a key as written in variants. Game files have other names for the openings.
pub(crate) fn written_value(key: &str, value: String) -> String {
    let opening = Opening::read(&value).filter(|_| key == "opening");
    opening.map_or(value, |opening| opening.word().to_owned())
}

/// The value of a key as written in game files.
pub(crate) fn value_in_files<'a>(key: &str, value: &'a str) -> &'a str {
    let opening = Opening::read(value).filter(|_| key == "opening");
    match opening {
        Some(opening) => opening.word_in_files(),
        None => value,
    }
}

/// Side of the board: from the variant, otherwise from the number of rows of the position, otherwise the default.
pub(crate) fn size(variant: &Variant, position: Option<&str>) -> Result<usize, InputError> {
    let rows = position
        .and_then(|text| text.split_whitespace().next())
        .filter(|board| board.contains('/'))
        .map(|board| board.split('/').count());
    let Some(text) = variant.get("size") else {
        let rows = rows.unwrap_or(DEFAULT_SIZE);
        return if (3..=8).contains(&rows) {
            Ok(rows)
        } else {
            Err(InputError::sentence(
                "TPS, board",
                say_count!(
                    rows as u64,
                    "there is {count} row instead of 3 to 8",
                    "there are {count} rows instead of 3 to 8"
                ),
            ))
        };
    };
    let size = KEYS[0].read(text)?.number().unwrap_or_default() as usize;
    match rows {
        Some(rows) if rows != size => Err(InputError::sentence(
            "TPS, board",
            say_count!(
                rows as u64,
                "there is {count} row, but the variant has size={size}",
                "there are {count} rows, but the variant has size={size}",
                size
            ),
        )
        .with_hint(say!("leave size= out; the position gives the size"))),
        _ => Ok(size),
    }
}

/// Writes komi in flats.
pub(crate) fn write_komi(halves: i16) -> String {
    ludex_kit::interface::options::halves(halves.into())
}

/// The variant, with its opening named as in variants. Users may also write the name that game files use.
fn with_written_opening(variant: &Variant) -> Variant {
    let opening = variant.get("opening").and_then(Opening::read);
    opening
        .map_or_else(|| variant.clone(), |opening| variant.clone().with("opening", opening.word()))
}

fn stones(number: i64, size: usize, most: u32) -> Result<u8, InputError> {
    if number <= i64::from(most) {
        return Ok(number as u8);
    }
    let error = InputError::new(STONES, number.to_string(), "");
    Err(of_size(error, size, most))
}

/// Adds the limit for this board size to an error about stones.
fn of_size(error: InputError, size: usize, most: u32) -> InputError {
    if error.place != STONES {
        return error;
    }
    let expected = say!("1 to {most} on a board of {size}x{size}", most, size);
    InputError { reason: Reason::Expected(expected), ..error }
}
