//! The file of a book: read whole, and extended line by line.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use ludex_kit::interface::shipped::Shipped;
use ludex_kit::support::book::{
    Book, BookHeader, BookSearch, BookText, write_header, write_search,
};
use ludex_kit::{InputError, registry, say};

use ludex_base::catalogue::catalogue;
use ludex_base::input::{self, read_error_words};
use ludex_base::output::{self, shell_word, unwritable};

/// Why a book cannot be read.
fn unreadable(error: &std::io::Error) -> String {
    say!("the book cannot be read: {error}", error = read_error_words(error))
}

/// Reads a book; damage is an error.
pub fn read(path: &Path) -> Result<Book, InputError> {
    let (text, book) = read_sound(path)?;
    match text.damage {
        Some(damage) => Err(damage),
        None => Ok(book),
    }
}

/// A book that is embedded in the program.
pub fn read_shipped(shipped: Shipped) -> Result<Book, InputError> {
    let text = BookText::read(shipped.text.as_bytes())?;
    catalogue().book(&text)
}

/// The undamaged part of a file, as text and as a book.
fn read_sound(path: &Path) -> Result<(BookText, Book), InputError> {
    let place = path.display().to_string();
    let bytes = input::read_regular(path)
        .map_err(|error| InputError::sentence(&*place, unreadable(&error)))?;
    let text = BookText::read(&bytes).map_err(|error| error.within(&place))?;
    let book = catalogue().book(&text).map_err(|error| error.within(&place))?;
    let damage = text.damage.clone().map(|error| error.within(&place));
    Ok((BookText { damage, ..text }, book))
}

/// A book that is being extended, with its file locked.
pub struct BookFile {
    path: PathBuf,
    file: File,
    /// The checksum of all lines so far.
    sum: u32,
    /// The book in memory.
    pub book: Book,
}

impl BookFile {
    /// Starts a book in a new file.
    pub fn create(path: &Path, header: &BookHeader) -> anyhow::Result<Self> {
        output::refuse_existing(path, || {
            say!("`ludex book --resume {path} --positions N` continues it", path = shell_word(path))
        })?;
        let (line, _) = write_header(header);
        output::write_file(path, line)?;
        Self::open(path)
    }

    /// Opens a book to extend it. Anything after the last complete line is cut off.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let found = path.display().to_string();
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|error| InputError::sentence(&*found, unreadable(&error)))?;
        if file.try_lock().is_err() {
            return Err(InputError::sentence(
                found,
                say!("another process is extending this book"),
            )
            .into());
        }
        let (text, book) = read_sound(path)?;
        if let Some(damage) = &text.damage {
            output::remark(&say!("{damage}; the book is used up to that line", damage));
            let cut = file.set_len(text.sound as u64);
            cut.map_err(|error| unwritable(path, &error, "the file cannot be written"))?;
        }
        Ok(Self { path: path.to_owned(), file, sum: text.sum, book })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a search to the book and appends its line to the file.
    pub fn add(&mut self, games: &dyn registry::Session, search: BookSearch) -> anyhow::Result<()> {
        let (line, sum) = write_search(&search, self.sum);
        games.add_to_book(&mut self.book, search)?;
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| unwritable(&self.path, &error, "the file cannot be written"))?;
        self.sum = sum;
        Ok(())
    }
}
