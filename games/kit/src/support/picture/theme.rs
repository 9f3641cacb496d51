//! What a surface or a line is for, and its colour in each theme.
//!
//! Colours of players and lines are those of Okabe and Ito, which colour-blind readers tell apart (CITE:
//! <https://jfly.uni-koeln.de/color/>); and nothing is told by colour alone: pieces differ in lightness and form, lines in
//! their pattern, so that a picture without colours can be read.

/// How a picture is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// On a bright page.
    #[default]
    Light,
    /// On a dark page.
    Dark,
    /// On paper, in greys.
    Print,
}

impl Theme {
    /// Every theme with its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("light", Self::Light), ("dark", Self::Dark), ("print", Self::Print)];
}

macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident = $light:literal, $dark:literal, $print:literal;)*) => {
        /// What a surface or a line is for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Role {
            $($(#[$doc])* $role),*
        }

        impl Role {
            /// Every one.
            pub const ALL: &'static [Self] = &[$(Self::$role),*];

            /// The name that a page gives its colour, as a property of its style sheet.
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
    /// The page.
    Paper = "#ffffff", "#1d1f23", "#ffffff";
    /// Words and numbers.
    Text = "#26282c", "#e6e6e6", "#000000";
    /// Words and numbers of less weight.
    Quiet = "#6b7078", "#9aa0a8", "#555555";
    /// What keeps an arrow or a line apart from what is below.
    Halo = "#ffffff", "#16181b", "#ffffff";
    /// The best candidate.
    Best = "#0072b2", "#56b4e9", "#000000";
    /// Other candidates.
    Other = "#8a7a9e", "#b39ddb", "#777777";
    /// The ground of a value.
    Badge = "#ffffff", "#16181b", "#ffffff";
    /// A value.
    BadgeText = "#16181b", "#ffffff", "#000000";
    /// The last move.
    Last = "#e69f00", "#f0a830", "#444444";
    /// The ground of what the last move touched.
    LastGround = "#f6dc9c", "#6b5a2c", "#dddddd";
    /// What won.
    Won = "#009e73", "#19c495", "#000000";
    /// The ground of what won.
    WonGround = "#a9dfcb", "#1f5c4b", "#cccccc";
    /// A board.
    Board = "#e3dccb", "#3a3d44", "#f4f4f4";
    /// Every other square of a board.
    BoardOther = "#d6cdb7", "#42464e", "#e8e8e8";
    /// Lines of a board.
    BoardLine = "#a79c83", "#5a5f69", "#888888";
    /// The frame of a board.
    Frame = "#8a7a5c", "#55504a", "#bbbbbb";
    /// Numbers on a frame.
    FrameText = "#ffffff", "#e6e6e6", "#000000";
    /// Pieces of the first player.
    First = "#fbf7ec", "#f0eee6", "#ffffff";
    /// Their outlines.
    FirstEdge = "#4d463a", "#101114", "#000000";
    /// Pieces of the second player.
    Second = "#4b4f5c", "#5d6270", "#666666";
    /// Their outlines.
    SecondEdge = "#17191d", "#c3c8d2", "#000000";
    /// Checkers of the first player.
    CheckerFirst = "#d55e00", "#d55e00", "#444444";
    /// Words upon them.
    CheckerFirstText = "#ffffff", "#ffffff", "#ffffff";
    /// Checkers of the second player.
    CheckerSecond = "#fbf7ec", "#f0eee6", "#ffffff";
    /// Words upon them.
    CheckerSecondText = "#26282c", "#16181b", "#000000";
    /// Outlines of checkers.
    CheckerEdge = "#33261a", "#101114", "#000000";
    /// Points of one kind.
    PointDark = "#a68b5b", "#6f6046", "#b5b5b5";
    /// Points of the other kind.
    PointBright = "#cbb68d", "#8f8066", "#dedede";
    /// A wall.
    Wall = "#5a3d1e", "#d9a566", "#000000";
    /// The pawn of player 1.
    PawnFirst = "#0072b2", "#56b4e9", "#ffffff";
    /// The pawn of player 2.
    PawnSecond = "#d55e00", "#e8762d", "#444444";
    /// The pawn of player 3.
    PawnThird = "#f0e442", "#f0e442", "#cccccc";
    /// The pawn of player 4.
    PawnFourth = "#009e73", "#19b58a", "#888888";
    /// The number on a pawn of a dark colour.
    PawnText = "#ffffff", "#16181b", "#000000";
    /// A tile with lines.
    Tile = "#26282c", "#0d0e10", "#d9d9d9";
    /// The edge of a tile.
    TileEdge = "#8b9099", "#6a6f78", "#555555";
    /// A number on a tile.
    TileText = "#c9ccd1", "#b4b8be", "#000000";
    /// A place where a tile may lie.
    Empty = "#f1f2f4", "#26292e", "#ffffff";
    /// A white line.
    LineWhite = "#ffffff", "#ffffff", "#ffffff";
    /// A red line.
    LineRed = "#d55e00", "#e8651a", "#000000";
    /// The heart of a red line, by which it is told from a white one without its colour.
    LineHeart = "#26282c", "#0d0e10", "#ffffff";
    /// A yellow line.
    LineYellow = "#f0e442", "#f0e442", "#ffffff";
    /// A blue line.
    LineBlue = "#56b4e9", "#56b4e9", "#ffffff";
    /// A green line.
    LineGreen = "#009e73", "#00a679", "#777777";
    /// The edge of a line.
    LineEdge = "#26282c", "#0d0e10", "#000000";
    /// The pattern inside a line, by which it is told from others without its colour.
    LinePattern = "#16181b", "#0d0e10", "#000000";
    /// A space that must be filled.
    Forced = "#cc79a7", "#cc79a7", "#000000";
}
