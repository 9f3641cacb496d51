//! The role of a surface or line, and its colour in each theme.
//!
//! Colours of players and lines are from the palette of Okabe and Ito, which colour-blind readers can distinguish (CITE:
//! <https://jfly.uni-koeln.de/color/>). No information is in colour alone: pieces also differ in lightness and form, lines in their
//! pattern, so a picture can be read without colours.

/// How a picture is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// For a bright page.
    #[default]
    Light,
    /// For a dark page.
    Dark,
    /// For paper, in greys.
    Print,
}

impl Theme {
    /// Every theme with its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("light", Self::Light), ("dark", Self::Dark), ("print", Self::Print)];
}

/// A role with the colours that it has on the web page, in the light and the dark theme.
pub type PageColour = (Role, &'static str, &'static str);

macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident = $light:literal, $dark:literal, $print:literal;)*) => {
        /// What a surface or a line is for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Role {
            $($(#[$doc])* $role),*
        }

        impl Role {
            /// All roles.
            pub const ALL: &'static [Self] = &[$(Self::$role),*];

            /// The name of the CSS variable with its colour.
            pub fn property(self) -> String {
                format!("--c{}", self as usize)
            }

            /// Its colour.
            pub const fn colour(self, theme: Theme) -> &'static str {
                match self {
                    $(Self::$role => [$light, $dark, $print][theme as usize]),*
                }
            }
        }
    };
}

roles! {
    /// Background of the picture.
    Paper = "#ffffff", "#1d1f23", "#ffffff";
    /// Text.
    Text = "#26282c", "#e6e6e6", "#000000";
    /// Less important text.
    Quiet = "#6b7078", "#9aa0a8", "#555555";
    /// Outline that separates an arrow or line from what is below it.
    Halo = "#ffffff", "#16181b", "#ffffff";
    /// The best candidate.
    Best = "#0072b2", "#56b4e9", "#000000";
    /// Other candidates.
    Other = "#8a7a9e", "#b39ddb", "#777777";
    /// Background of a value.
    Badge = "#ffffff", "#16181b", "#ffffff";
    /// Text of a value.
    BadgeText = "#16181b", "#ffffff", "#000000";
    /// The last move.
    Last = "#e69f00", "#f0a830", "#444444";
    /// Background of the pieces and places that the last move changed.
    LastGround = "#f6dc9c", "#6b5a2c", "#dddddd";
    /// The winning pieces or line.
    Won = "#009e73", "#19c495", "#000000";
    /// Background of the winning pieces.
    WonGround = "#a9dfcb", "#1f5c4b", "#cccccc";
    /// A board.
    Board = "#e3dccb", "#3a3d44", "#f4f4f4";
    /// Every other square of a board.
    BoardOther = "#d6cdb7", "#42464e", "#e8e8e8";
    /// Lines of a board.
    BoardLine = "#a79c83", "#5a5f69", "#888888";
    /// Frame of a board.
    Frame = "#8a7a5c", "#55504a", "#bbbbbb";
    /// Numbers on a frame.
    FrameText = "#ffffff", "#e6e6e6", "#000000";
    /// Pieces of the first player.
    First = "#fbf7ec", "#f0eee6", "#ffffff";
    /// Outlines of the first player's pieces.
    FirstEdge = "#4d463a", "#101114", "#000000";
    /// Pieces of the second player.
    Second = "#4b4f5c", "#5d6270", "#666666";
    /// Outlines of the second player's pieces.
    SecondEdge = "#17191d", "#c3c8d2", "#000000";
    /// Checkers of the first player.
    CheckerFirst = "#d55e00", "#d55e00", "#444444";
    /// Text on checkers of the first player.
    CheckerFirstText = "#ffffff", "#ffffff", "#ffffff";
    /// Checkers of the second player.
    CheckerSecond = "#fbf7ec", "#f0eee6", "#ffffff";
    /// Text on checkers of the second player.
    CheckerSecondText = "#26282c", "#16181b", "#000000";
    /// Outlines of checkers.
    CheckerEdge = "#33261a", "#101114", "#000000";
    /// Dark points of a backgammon board.
    PointDark = "#a68b5b", "#6f6046", "#b5b5b5";
    /// Bright points of a backgammon board.
    PointBright = "#cbb68d", "#8f8066", "#dedede";
    /// A wall.
    Wall = "#5a3d1e", "#d9a566", "#000000";
    /// Pawn of player 1.
    PawnFirst = "#0072b2", "#56b4e9", "#ffffff";
    /// Pawn of player 2.
    PawnSecond = "#d55e00", "#e8762d", "#444444";
    /// Pawn of player 3.
    PawnThird = "#f0e442", "#f0e442", "#cccccc";
    /// Pawn of player 4.
    PawnFourth = "#009e73", "#19b58a", "#888888";
    /// Number on a dark pawn.
    PawnText = "#ffffff", "#16181b", "#000000";
    /// A tile with lines.
    Tile = "#26282c", "#0d0e10", "#d9d9d9";
    /// Edge of a tile.
    TileEdge = "#8b9099", "#6a6f78", "#555555";
    /// Number on a tile.
    TileText = "#c9ccd1", "#b4b8be", "#000000";
    /// A place where a tile can be put.
    Empty = "#f1f2f4", "#26292e", "#ffffff";
    /// A white line.
    LineWhite = "#ffffff", "#ffffff", "#ffffff";
    /// A red line.
    LineRed = "#d55e00", "#e8651a", "#000000";
    /// The core of a red line, which distinguishes it from a white one without colour.
    LineHeart = "#26282c", "#0d0e10", "#ffffff";
    /// A yellow line.
    LineYellow = "#f0e442", "#f0e442", "#ffffff";
    /// A blue line.
    LineBlue = "#56b4e9", "#56b4e9", "#ffffff";
    /// A green line.
    LineGreen = "#009e73", "#00a679", "#777777";
    /// Edge of a line.
    LineEdge = "#26282c", "#0d0e10", "#000000";
    /// The pattern inside a line, which distinguishes it from others without colour.
    LinePattern = "#16181b", "#0d0e10", "#000000";
    /// A space that must be filled.
    Forced = "#cc79a7", "#cc79a7", "#000000";
}
