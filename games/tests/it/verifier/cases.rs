//! Games that are small enough, or near enough to their end, to be searched exhaustively.

/// A variant, and the positions of a game at which searches run.
pub(super) struct Case {
    pub(super) game: &'static str,
    pub(super) variant: &'static str,
    /// The first position that is searched is at most this number of plies before the end of a random game.
    pub(super) before: usize,
    /// Relative share of this case in all searches.
    pub(super) searches: u64,
    /// Maximum number of positions that are searched exhaustively to check a claim.
    pub(super) effort: usize,
}

const fn case(
    game: &'static str,
    variant: &'static str,
    before: usize,
    searches: u64,
    effort: usize,
) -> Case {
    Case { game, variant, before, searches, effort }
}

/// Every case.
pub(super) const CASES: &[Case] = &[
    case("takt", "size=3", 8, 10, 3_000),
    case("takt", "size=3,stones=3", 12, 10, 3_000),
    case("takt", "size=3,stones=2,caps=1", 99, 10, 3_000),
    case("takt", "size=3,stones=1,caps=1,reversible=6", 99, 10, 3_000),
    case("takt", "size=3,stones=1,caps=2,repetition=3", 99, 10, 3_000),
    case("takt", "size=3,stones=2,caps=1,repetition=2", 99, 10, 3_000),
    case("takt", "size=4,stones=3,repetition=2", 99, 10, 3_000),
    case("takt", "size=4,stones=4", 6, 10, 3_000),
    case("takt", "size=4,stones=3,caps=1,komi=1", 6, 5, 3_000),
    case("takt", "size=5,reversible=12", 3, 5, 3_000),
    case("quoridor", "board=3x3,walls=1", 99, 10, 3_000),
    case("quoridor", "board=3x3,walls=2,repetition=2", 99, 10, 3_000),
    case("quoridor", "board=3x4,walls=0", 99, 5, 3_000),
    case("quoridor", "board=2x5,walls=1,repetition=off", 99, 5, 3_000),
    case("quoridor", "board=3x3,walls=1,max-plies=12", 99, 10, 3_000),
    case("quoridor", "board=4x4,walls=1,max-plies=20", 10, 10, 3_000),
    case("quoridor", "board=5x5,walls=2", 6, 5, 3_000),
    case("quoridor", "players=3,board=3x3,walls=1", 9, 10, 3_000),
    case("quoridor", "players=3,board=5x5,walls=0", 9, 10, 3_000),
    case("quoridor", "players=3,board=4x4,walls=1,max-plies=16", 7, 10, 3_000),
    case("quoridor", "players=4,board=3x3,walls=0,repetition=2", 99, 5, 3_000),
    case("quoridor", "players=4,board=5x5,walls=1", 6, 5, 3_000),
    case("trax", "board=8x8", 4, 20, 3_000),
    case("trax", "", 4, 10, 3_000),
    case("trax", "board=8x8,loop=yes", 4, 10, 3_000),
    case("trax", "board=8x8,luck=yes", 3, 5, 3_000),
    case("tantrix", "", 4, 10, 3_000),
    case("tantrix", "players=3", 4, 10, 3_000),
    case("tantrix", "players=4", 4, 5, 3_000),
    case("tantrix", "players=4,teams=yes,colours=BG", 4, 5, 3_000),
    case("tryktrak", "cube=no", 4, 10, 3_000),
    case("einstein", "order=615243", 4, 5, 3_000),
];
