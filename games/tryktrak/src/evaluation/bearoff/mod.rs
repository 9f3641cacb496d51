//! Bear-off tables: exact results for positions with checkers at home.
//!
//! - The one-sided table treats each side alone. It holds the probability distribution of the number of rolls until all 15 checkers are
//!   off, and until the first is off. The result of a race follows from the distributions of the two sides. It is not quite exact, because
//!   it ignores plays that take a risk because of the opponent's position.
//! - The two-sided table treats both sides together, up to six checkers each. It holds exact win probabilities and exact money
//!   equities for each place of the cube.

mod file;
mod home;
mod means;
mod one_sided;
mod two_sided;

pub use file::TableError;
pub use home::{Home, POINTS};
pub(crate) use means::mean_rolls;
pub use one_sided::{OneSided, Rolls};
pub(crate) use one_sided::{PIPS_OF_A_ROLL, SideOfRace, outcome};
pub use two_sided::{Known, TwoSided};

/// Computes the tables that every evaluation uses. The first call takes a third of a second.
pub(crate) fn warm_up() {
    OneSided::shared().first_off();
    TwoSided::shared();
}
