//! Code that plays many games: tournaments, tuning, training, and the worker, which plays games for other machines.

pub mod tournament;
pub mod train;
pub mod tune;
pub mod worker;

ludex_kit::words!();

#[cfg(test)]
mod tests {
    #[test]
    fn no_text_is_missing_or_unused() {
        ludex_kit::testing::check_words(&crate::WORDS, env!("CARGO_MANIFEST_DIR"), &[]);
    }
}
