//! A fault that the harness is to find.

use super::super::lamps::Parts;

/// How the sentence begins, and what is put wrong.
pub(super) type Fault = (&'static str, fn(&mut Parts));
