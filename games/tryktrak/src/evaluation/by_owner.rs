//! The values of a position for each owner of the cube.

/// The values for the three places of the cube, before the player on roll decides whether to double.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ByOwner {
    /// The cube is in the middle.
    pub centre: f32,
    /// The player on roll owns the cube.
    pub mine: f32,
    /// The opponent owns the cube.
    pub theirs: f32,
}
