//! The colours of boards and pieces are different enough in every theme.

use ludex_kit::support::picture::{Part, Role, Style, Theme, Tone};

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

/// Every tone on a screen with every style of board and pieces.
fn all_themes() -> impl Iterator<Item = Theme> {
    let tones = [Tone::Light, Tone::Dark].into_iter();
    let boards = tones.flat_map(|tone| Style::ALL.map(|(_, board)| (tone, board)));
    boards.flat_map(|(tone, board)| Style::ALL.map(|(_, pieces)| Theme { tone, board, pieces }))
}

/// Checks that each of `some` differs from each of `others` in every theme.
fn check_apart(some: &[Role], others: &[Role], least: f64) {
    for theme in all_themes() {
        for &one in some {
            for &other in others {
                let apart = contrast(one.colour(theme), other.colour(theme));
                assert!(apart >= least, "{theme:?}: {one:?} on {other:?} {apart:.2}");
            }
        }
    }
}

const PAWNS: [Role; 4] = [Role::PawnFirst, Role::PawnSecond, Role::PawnThird, Role::PawnFourth];

#[test]
fn neighbouring_squares_can_be_told_apart() {
    check_apart(&[Role::Board], &[Role::BoardOther], 1.4);
    for theme in all_themes().filter(|theme| theme.tone == Tone::Dark) {
        let apart = contrast(Role::Field.colour(theme), Role::Groove.colour(theme));
        assert!(apart >= 1.6, "{theme:?}: {apart:.2}");
    }
    check_apart(&[Role::Field], &[Role::Groove], 1.4);
    check_apart(&[Role::PointBright], &[Role::PointDark], 1.4);
    check_apart(&[Role::PointBright, Role::PointDark], &[Role::Felt], 1.4);
}

#[test]
fn pieces_can_be_told_from_their_squares() {
    let squares = [Role::Board, Role::BoardOther, Role::LastGround, Role::WonGround];
    check_apart(&[Role::First, Role::Second], &squares, 3.0);
    let points = [Role::PointBright, Role::PointDark];
    check_apart(&[Role::CheckerFirst, Role::CheckerSecond], &points, 3.0);
    // Pawns are on squares, walls in grooves.
    check_apart(&PAWNS, &[Role::Field, Role::Groove], 3.0);
    check_apart(&[Role::Wall], &[Role::Field, Role::Groove], 3.0);
    check_apart(&[Role::Tile], &[Role::Empty], 3.0);
    let lines = [Role::LineWhite, Role::LineRed, Role::LineYellow, Role::LineBlue, Role::LineGreen];
    check_apart(&lines, &[Role::Tile], 3.0);
}

#[test]
fn boards_on_a_dark_page_are_not_bright() {
    let surfaces = Role::ALL.iter().filter(|role| role.part() == Part::Board);
    let surfaces =
        surfaces.filter(|role| !matches!(role, Role::FrameText | Role::EmptyText | Role::Wall));
    for &role in surfaces {
        for theme in all_themes().filter(|theme| theme.tone == Tone::Dark) {
            let bright = luminance(role.colour(theme));
            assert!(bright < 0.3, "{theme:?}: {role:?} {bright:.2}");
        }
    }
}

#[test]
fn pieces_of_two_players_can_be_told_apart() {
    check_apart(&[Role::First], &[Role::Second], 3.0);
    check_apart(&[Role::CheckerFirst], &[Role::CheckerSecond], 3.0);
    check_apart(&[Role::PawnFirst], &[Role::PawnSecond], 3.0);
    check_apart(&[Role::LineWhite], &[Role::LineRed], 3.0);
}

#[test]
fn texts_can_be_read() {
    check_apart(&[Role::FrameText], &[Role::Frame], 4.5);
    check_apart(&[Role::EmptyText], &[Role::Empty, Role::Table], 4.5);
    check_apart(&[Role::Text], &[Role::Paper, Role::Empty], 4.5);
    check_apart(&[Role::PawnText], &PAWNS, 4.5);
    check_apart(&[Role::CheckerFirstText], &[Role::CheckerFirst], 4.5);
    check_apart(&[Role::CheckerSecondText], &[Role::CheckerSecond], 4.5);
}
