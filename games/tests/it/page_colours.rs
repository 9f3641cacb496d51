//! The colours of boards on the web page are different enough.

use ludex_kit::support::picture::{Role, Theme};

/// The relative luminance of a colour `#rrggbb` (WCAG 2.2).
fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let byte = u8::from_str_radix(&colour[at..at + 2], 16).expect("two hexadecimal digits");
        let share = f64::from(byte) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// The colour of a role on the boards of a game.
fn colour(game: &str, role: Role, theme: Theme) -> &'static str {
    let mut games = ludex_games::CATALOGUE.games();
    let info = games.find(|info| info.name == game).expect("a game");
    let own = info.page_colours.iter().find(|(known, ..)| *known == role);
    match (own, theme) {
        (Some((_, light, _)), Theme::Light) => light,
        (Some((_, _, dark)), _) => dark,
        (None, _) => role.colour(theme),
    }
}

/// A game, its two kinds of squares, other grounds of pieces, and the pieces.
type Board = (&'static str, [Role; 2], &'static [Role], &'static [Role]);

#[test]
fn squares_and_pieces_can_be_told_apart() {
    let boards: [Board; 3] = [
        (
            "takt",
            [Role::Board, Role::BoardOther],
            &[Role::LastGround, Role::WonGround],
            &[Role::First, Role::Second],
        ),
        (
            "quoridor",
            [Role::Board, Role::BoardOther],
            &[],
            &[Role::PawnFirst, Role::PawnSecond, Role::PawnThird, Role::PawnFourth],
        ),
        (
            "tryktrak",
            [Role::PointBright, Role::PointDark],
            &[],
            &[Role::CheckerFirst, Role::CheckerSecond],
        ),
    ];
    for theme in [Theme::Light, Theme::Dark] {
        for (game, squares, more, pieces) in boards {
            let of = |role| colour(game, role, theme);
            let apart = contrast(of(squares[0]), of(squares[1]));
            assert!(apart >= 1.4, "{game} {theme:?}: squares {apart:.2}");
            // A pawn stands on a square, never in a groove.
            let n_grounds = if game == "quoridor" { 1 } else { 2 };
            for &ground in squares[..n_grounds].iter().chain(more) {
                for &piece in pieces {
                    let apart = contrast(of(ground), of(piece));
                    assert!(apart >= 3.0, "{game} {theme:?}: {piece:?} on {ground:?} {apart:.2}");
                }
            }
        }
    }
}
