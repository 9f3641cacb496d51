mod bag_order;
mod counts;
mod expected;
mod random;
mod scores;
mod search;
mod texts;
