//! Themes: how the boards and pieces look, and the colour of each role.
//!
//! A theme is chosen in three parts: the tone of the background, the style of the board and the style of the pieces. Any pieces can be used
//! on any board: neighbouring squares differ by at least 1.4 : 1, and pieces differ from every square by at least 3 : 1
//! (`games/tests/it/themes.rs`). So the squares of all boards have nearly the same lightness, except those of Quoridor: they are as bright or
//! dark as the page, and so its pawns and walls have colours for each tone.
//!
//! Colours of lines are from the palette of Okabe and Ito, which colour-blind readers can distinguish (CITE:
//! <https://jfly.uni-koeln.de/color/>). No information is in colour alone: pieces also differ in lightness and form, lines in their
//! pattern, so a picture can be read without colours.

/// The tone of what is around the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// For a bright page.
    #[default]
    Light,
    /// For a dark page.
    Dark,
    /// For paper, in greys. All styles look the same.
    Print,
}

impl Tone {
    /// Every tone.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Print];
}

/// The material of a board or of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Plain colours without shine.
    Flat,
    /// Wood with its grain.
    #[default]
    Wood,
    /// Cool stone.
    Slate,
}

impl Style {
    /// Every style with its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("flat", Self::Flat), ("wood", Self::Wood), ("slate", Self::Slate)];
}

/// How a picture looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// The background.
    pub tone: Tone,
    /// The board.
    pub board: Style,
    /// The pieces.
    pub pieces: Style,
}

impl Theme {
    /// Every theme of one style with its name.
    pub const ALL: [(&'static str, Self); 7] = [
        ("light", Self::of(Tone::Light, Style::Flat)),
        ("dark", Self::of(Tone::Dark, Style::Flat)),
        ("print", Self::of(Tone::Print, Style::Flat)),
        ("wood", Self::of(Tone::Light, Style::Wood)),
        ("wood-dark", Self::of(Tone::Dark, Style::Wood)),
        ("slate", Self::of(Tone::Light, Style::Slate)),
        ("slate-dark", Self::of(Tone::Dark, Style::Slate)),
    ];

    /// A theme whose board and pieces have the same style.
    pub const fn of(tone: Tone, style: Style) -> Self {
        Self { tone, board: style, pieces: style }
    }
}

/// What a role belongs to, and so what its colour depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The background, all marks, and pawns with their walls: their colours depend on the tone.
    Page,
    /// The board: its colours depend on the tone and the style.
    Board,
    /// The pieces: their colours depend on the style.
    Pieces,
}

macro_rules! roles {
    (
        page { $($(#[$page_doc:meta])* $page:ident = $light:literal, $dark:literal, $print:literal;)* }
        board { $($(#[$board_doc:meta])* $board:ident = $board_print:literal, [$($flat:literal),*], [$($wood:literal),*], [$($slate:literal),*];)* }
        pieces { $($(#[$piece_doc:meta])* $piece:ident = $piece_print:literal, $in_flat:literal, $in_wood:literal, $in_slate:literal;)* }
    ) => {
        /// What a surface or a line is for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Role {
            $($(#[$page_doc])* $page,)*
            $($(#[$board_doc])* $board,)*
            $($(#[$piece_doc])* $piece,)*
        }

        impl Role {
            /// All roles.
            pub const ALL: &'static [Self] =
                &[$(Self::$page,)* $(Self::$board,)* $(Self::$piece,)*];

            /// What it belongs to.
            pub const fn part(self) -> Part {
                match self {
                    $(Self::$page => Part::Page,)*
                    $(Self::$board => Part::Board,)*
                    $(Self::$piece => Part::Pieces,)*
                }
            }

            /// Its colour.
            pub const fn colour(self, theme: Theme) -> &'static str {
                let tone = theme.tone as usize;
                match self {
                    $(Self::$page => [$light, $dark, $print][tone],)*
                    $(Self::$board => match theme {
                        Theme { tone: Tone::Print, .. } => $board_print,
                        Theme { board, .. } =>
                            [[$($flat),*], [$($wood),*], [$($slate),*]][board as usize][tone],
                    },)*
                    $(Self::$piece => match theme {
                        Theme { tone: Tone::Print, .. } => $piece_print,
                        Theme { pieces, .. } =>
                            [$in_flat, $in_wood, $in_slate][pieces as usize],
                    },)*
                }
            }
        }
    };
}

impl Role {
    /// The name of the CSS variable with its colour.
    pub fn property(self) -> String {
        format!("--c{}", self as usize)
    }
}

// The columns are: light, dark, print. For boards: print, then light and dark of the styles flat, wood and slate. For pieces: print, then
// flat, wood and slate.
roles! {
    page {
        /// Background of the picture.
        Paper = "#fffdf8", "#1d1915", "#ffffff";
        /// Text.
        Text = "#2b2621", "#ece4d8", "#000000";
        /// Less important text.
        Quiet = "#6b6258", "#ab9f90", "#555555";
        /// Outline that separates an arrow or line from what is below it.
        Halo = "#ffffff", "#16181b", "#ffffff";
        /// The best candidate.
        Best = "#0072b2", "#56b4e9", "#000000";
        /// Other candidates.
        Other = "#7559b8", "#b39ddb", "#777777";
        /// Background of a value.
        Badge = "#ffffff", "#16181b", "#ffffff";
        /// Text of a value.
        BadgeText = "#16181b", "#ffffff", "#000000";
        /// The last move.
        Last = "#f0b429", "#f0b429", "#444444";
        /// The winning pieces or line.
        Won = "#00a679", "#19c495", "#000000";
        /// A space that must be filled.
        Forced = "#c2528f", "#e08abb", "#000000";
        /// A shadow, or the side of a thing that is turned away from the light.
        Shade = "#000000", "#000000", "none";
        /// A reflection, or the edge of a thing that is turned to the light.
        Shine = "#ffffff", "#ffffff", "none";
        /// Pawn and walls of player 1.
        PawnFirst = "#06274d", "#e8f3ff", "#000000";
        /// Pawn and walls of player 2.
        PawnSecond = "#ba5209", "#d56c24", "#777777";
        /// Pawn and walls of player 3.
        PawnThird = "#8f3487", "#d07fd0", "#333333";
        /// Pawn and walls of player 4.
        PawnFourth = "#00664a", "#2fae86", "#555555";
        /// Number on a pawn, and marks on a wall.
        PawnText = "#ffffff", "#16110b", "#ffffff";
    }
    board {
        /// A board with squares.
        Board = "#f4f4f4", ["#798c7d", "#76897a"], ["#ad7d4a", "#aa7b4a"], ["#7e8893", "#7c8690"];
        /// Every other square of a board.
        BoardOther = "#e8e8e8", ["#5b6e62", "#5a6c61"], ["#8a613a", "#895f39"], ["#606a76", "#5f6974"];
        /// Lines of a board.
        BoardLine = "#888888", ["#51605a", "#4a5852"], ["#6d4f30", "#5b4127"], ["#525a63", "#4a525a"];
        /// Background of the pieces and places that the last move changed.
        LastGround = "#dddddd", ["#b67d1c", "#b67d1c"], ["#b67d1c", "#b67d1c"], ["#b67d1c", "#b67d1c"];
        /// Background of the winning pieces.
        WonGround = "#cccccc", ["#4a9374", "#4a9374"], ["#4a9374", "#4a9374"], ["#4a9374", "#4a9374"];
        /// Frame of a board.
        Frame = "#bbbbbb", ["#3f4c45", "#36413b"], ["#5b3f28", "#4a3220"], ["#3d454d", "#343b42"];
        /// Letters and numbers on a frame.
        FrameText = "#000000", ["#dbe5dc", "#c9d3ca"], ["#ecd9bb", "#e0c9a6"], ["#d8dfe6", "#c6ced6"];
        /// A square between grooves.
        Field = "#ffffff", ["#ecf2e9", "#353e38"], ["#feefd5", "#4b3928"], ["#ebf1f7", "#353e47"];
        /// A groove between squares.
        Groove = "#d4d4d4", ["#c6cfc6", "#111412"], ["#e0c9a0", "#1b130c"], ["#c3cdd7", "#13171a"];
        /// A wall in a groove without a known owner: it is of the material of the board.
        Wall = "#000000", ["#4b4f5c", "#929a94"], ["#5a3d1e", "#b08c62"], ["#46505a", "#949eaa"];
        /// The inside of a backgammon board.
        Felt = "#ffffff", ["#34423b", "#2b3731"], ["#2f4a3b", "#263d30"], ["#343c45", "#2c333b"];
        /// A tray of a backgammon board.
        Tray = "#eeeeee", ["#2a352f", "#232c27"], ["#452f1d", "#38261a"], ["#2f363d", "#272d33"];
        /// Bright points of a backgammon board.
        PointBright = "#dedede", ["#798c7d", "#76897a"], ["#ab7f4e", "#a87d4c"], ["#7e8893", "#7c8690"];
        /// Dark points of a backgammon board.
        PointDark = "#b5b5b5", ["#945b42", "#925a41"], ["#a55230", "#a35130"], ["#496e8f", "#476b8c"];
        /// The table below a board that grows.
        Table = "#ffffff", ["#dfe6dd", "#3a463f"], ["#ead6b2", "#4d3923"], ["#d9e0e7", "#39424a"];
        /// A place where a tile can be put.
        Empty = "#ffffff", ["#eef3ec", "#5a6960"], ["#f7e8cb", "#7f5f3f"], ["#eaf0f5", "#5d676f"];
        /// A letter or number on a place where a tile can be put.
        EmptyText = "#555555", ["#55625a", "#eef4ee"], ["#6b5637", "#fbf0dc"], ["#525d68", "#eef3f8"];
    }
    pieces {
        /// Pieces of the first player.
        First = "#ffffff", "#fbf7ec", "#f8eed9", "#eff3f6";
        /// The sides of the first player's pieces.
        FirstSide = "#dddddd", "#d3cab4", "#cdb284", "#b7c0c9";
        /// Outlines of the first player's pieces.
        FirstEdge = "#000000", "#4d463a", "#5b4120", "#46505a";
        /// Pieces of the second player.
        Second = "#666666", "#1a1c20", "#24180f", "#181c21";
        /// The sides of the second player's pieces.
        SecondSide = "#444444", "#43464e", "#4a3a2c", "#3c434b";
        /// Outlines of the second player's pieces.
        SecondEdge = "#000000", "#000000", "#000000", "#000000";
        /// Checkers of the first player.
        CheckerFirst = "#444444", "#1a1c20", "#24180f", "#181c21";
        /// Text on checkers of the first player.
        CheckerFirstText = "#ffffff", "#ffffff", "#feefd5", "#ebf1f7";
        /// Checkers of the second player.
        CheckerSecond = "#ffffff", "#fbf7ec", "#f8eed9", "#eff3f6";
        /// Text on checkers of the second player.
        CheckerSecondText = "#000000", "#26282c", "#4a2f14", "#2f3841";
        /// Outlines of checkers.
        CheckerEdge = "#000000", "#000000", "#1a0f07", "#0d1014";
        /// A tile with lines.
        Tile = "#d9d9d9", "#17181b", "#1d150f", "#15181b";
        /// Edge of a tile.
        TileEdge = "#555555", "#5c6068", "#6a5138", "#5b6670";
        /// A white line.
        LineWhite = "#ffffff", "#ffffff", "#fdf3e0", "#f3f6f9";
        /// A red line.
        LineRed = "#000000", "#e2600a", "#e2600a", "#e2600a";
        /// The core of a red line, which distinguishes it from a white one without colour.
        LineHeart = "#ffffff", "#26282c", "#2c1f17", "#22272d";
        /// A yellow line.
        LineYellow = "#ffffff", "#f0e442", "#f0d83c", "#f0e442";
        /// A blue line.
        LineBlue = "#ffffff", "#56b4e9", "#56b4e9", "#56b4e9";
        /// A green line.
        LineGreen = "#777777", "#00a679", "#00a679", "#00a679";
        /// Edge of a line.
        LineEdge = "#000000", "#0d0e10", "#0d0806", "#0a0c0e";
        /// The pattern inside a line, which distinguishes it from others without colour.
        LinePattern = "#000000", "#16181b", "#1a0f07", "#14171a";
    }
}
