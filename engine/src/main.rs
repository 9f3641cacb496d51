//! The program `ludex`.

fn main() {}
