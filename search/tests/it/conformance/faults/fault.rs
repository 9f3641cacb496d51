//! A fault that the conformance tests must find.

use super::super::lamps::Parts;

/// The beginning of the message, and the change that causes the fault.
pub(super) type Fault = (&'static str, fn(&mut Parts));
