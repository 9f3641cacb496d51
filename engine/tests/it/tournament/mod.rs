//! Tournaments: statistics against published figures and by simulation, verdicts, resuming, reproducibility.

mod play;
mod statistics;
mod tune;
mod verdicts;
mod worker;
