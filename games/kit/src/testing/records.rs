//! Checks games in files: reading back what was written gives the same game.

use ludex_search::Step;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::{GameCheck, play, random_step};
use crate::interface::catalogue::Playable;
use crate::interface::record::{Record, RecordFormat, RecordedPly, plain_result};

impl<G: Playable> GameCheck<'_, G> {
    /// Checks the format that the game writes by default, with a random game: after writing and reading it is the same game with the same
    /// result, and is written identically.
    ///
    /// # Panics
    /// If the game breaks the contract; the message says how.
    pub fn check_records(&self) {
        if let Some(format) = G::INFO.formats.first() {
            self.check_format(format);
        }
    }

    /// Checks any format that can store every variant of the game.
    ///
    /// # Panics
    /// If the game breaks the contract; the message says how.
    pub fn check_format(&self, format: &RecordFormat) {
        let (mut record, end) = self.random_game();
        // Games that implement `Endings` write the result in their own words.
        if self.game.players() == 2 && self.game.offers().endings.is_none() {
            let [first, second, ..] = self.game.returns(&end).map(f64::from);
            record.result = Some(plain_result([first, second]).into());
        }
        self.check_record(format, &record, &self.game.write_position(&end));
    }

    fn check_record(&self, format: &RecordFormat, record: &Record, end: &str) {
        let (written, name) = ((format.write)(record), format.name);
        let read = (format.read)(&written).unwrap_or_else(|error| {
            panic!("`read` of the format {name} rejects what `write` wrote ({error}); it must read every such file. File: {written:?}")
        });
        let again = format.written(&read);
        assert!(
            again == written,
            "`write` of the format {name} writes a game differently after it was read, {again:?}; `read` must keep everything. \
             File: {written:?}"
        );
        // A match is written as one record per game.
        let [read] = &read[..] else {
            return;
        };
        let mut pos = self.game.start();
        for ply in &read.plies {
            let step = self.game.parse_step(&pos, &ply.text).unwrap_or_else(|error| {
                panic!(
                    "`read` of the format {name} returns the step {}, which is not legal there ({error}); `write` and `read` must keep \
                     every step. File: {written:?}",
                    ply.text
                )
            });
            play(self.game, &mut pos, step);
        }
        let found = self.game.write_position(&pos);
        assert!(
            found == end,
            "`read` of the format {name} returns a game that ends with {found} instead of {end}; `write` and `read` must keep every step. \
             File: {written:?}"
        );
        assert!(
            record.result.is_none() || read.result == record.result,
            "`read` of the format {name} returns the result {:?} instead of {:?}; `write` and `read` must keep the result. \
             File: {written:?}",
            read.result,
            record.result
        );
    }

    /// A random game as a record.
    pub fn random_record(&self) -> Record {
        self.random_game().0
    }

    /// A random game as a record, and its last position.
    fn random_game(&self) -> (Record, G::Position) {
        let (game, rng) = (self.game, &mut Pcg64Mcg::seed_from_u64(2));
        let mut record = Record { variant: game.variant(), ..Record::default() };
        let mut pos = game.start();
        while let Some(step) = random_step(game, &pos, rng) {
            let text = match step {
                Step::Event(event) => game.write_event(&pos, event),
                Step::Move(mv) => game.write_move(&pos, mv),
            };
            record.plies.push(RecordedPly { text, ..RecordedPly::default() });
            play(game, &mut pos, step);
        }
        (record, pos)
    }
}
