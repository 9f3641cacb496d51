mod counts;
mod scores;
