mod blind;
mod counts;
mod random;
mod scores;
mod search;
mod texts;
