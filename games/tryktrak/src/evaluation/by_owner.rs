//! What a position is worth by the place of the cube.

/// Values of one cube value in the three places where it can lie, before the player on roll decides.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ByOwner {
    /// In the middle.
    pub centre: f32,
    /// With the player on roll.
    pub mine: f32,
    /// With the other.
    pub theirs: f32,
}
