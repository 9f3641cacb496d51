mod bag_order;
mod counts;
mod random;
mod scores;
mod search;
mod texts;
