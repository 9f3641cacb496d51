//! Bearing off, exactly: tables over all ways to have checkers at home.

mod file;
mod home;
mod one_sided;
mod two_sided;

pub use file::TableError;
pub use home::{Home, POINTS};
pub use one_sided::{OneSided, Rolls};
pub(crate) use one_sided::{PIPS_OF_A_ROLL, SideOfRace, outcome};
pub use two_sided::{Known, TwoSided};

/// Makes the tables that every evaluation uses; the first takes a third of a second.
pub(crate) fn warm_up() {
    OneSided::shared();
    TwoSided::shared();
}
