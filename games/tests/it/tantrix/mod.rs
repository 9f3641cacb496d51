mod bag_order;
mod counts;
mod expected;
mod loops;
mod random;
mod scores;
mod search;
mod texts;
