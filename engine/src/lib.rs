//! The engine: command line, protocols, analysis.
