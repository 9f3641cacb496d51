//! Tournaments: statistics against published figures and by simulation, verdicts, resuming, reproducibility.

mod folders;
mod play;
mod programs;
mod reports;
mod resume;
mod statistics;
mod tune;
mod verdicts;
mod worker;
