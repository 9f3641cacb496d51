//! Opening books: files that a search extends, and from which players choose moves.

mod file;
mod grow;

pub use file::{BookFile, read, read_shipped};
pub use grow::{Growth, GrowthEnding, grow, open};

use std::path::Path;
use std::sync::Arc;

use ludex_kit::interface::shipped::{BookChoice, Shipped};
use ludex_kit::registry::Session;
use ludex_kit::{GameInfo, InputError, say};

/// The word for no book.
pub const NONE: &str = "none";
/// The word for the book that is shipped with the game.
pub const SHIPPED: &str = "default";

/// The book that a user's word means: `none`, `default` or the name of a file.
pub fn choice(word: &str, game: &GameInfo) -> Result<BookChoice, InputError> {
    let path = match word {
        NONE => return Ok(BookChoice::None),
        SHIPPED => return Ok(BookChoice::Shipped),
        path => Path::new(path),
    };
    let book = read(path)?;
    if book.header.game != game.name {
        let sentence = say!(
            "this is a book of {game}, not of {other}",
            game = book.header.game,
            other = game.name
        );
        return Err(InputError::sentence(path.display().to_string(), sentence));
    }
    Ok(BookChoice::Given(Arc::new(book)))
}

/// The shipped book for the variant of a session; otherwise an error that names the variants with a book.
pub fn shipped(session: &dyn Session) -> Result<Shipped, InputError> {
    let (info, variant) = (session.info(), session.variant());
    let found = info.shipped(info.books, &variant);
    found.ok_or_else(|| {
        let variants: Vec<_> = info.books.iter().map(|book| book.variant).collect();
        let why = match &variants[..] {
            [] => say!("the game has no book"),
            variants => say!("books exist for {variants}", variants = variants.join("; ")),
        };
        let game = format!("{} {variant}", info.name);
        let problem = say!("does not exist for {game}: {why}", game = game.trim_end(), why);
        InputError::problem("book", SHIPPED, problem)
    })
}

/// The choice, unless the book is for another variant than the current one. Protocols may change the variant at any
/// time; the book then stays unused until its variant is set.
pub fn if_fitting(choice: BookChoice, session: &dyn Session) -> BookChoice {
    let variant = session.info().for_openings(&session.variant());
    match choice {
        BookChoice::Given(book) if book.header.variant != variant.to_string() => BookChoice::None,
        choice => choice,
    }
}
