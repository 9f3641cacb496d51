//! All limits of the server as a table, for the help of the command line. `docs/src/use/hosting.md` has the same table, which a test
//! compares.

use std::time::Duration;

use ludex_kit::message;

use super::limits::Limits;
use super::rooms;

/// A limit, as the help shows it. Values are texts with their unit; empty if the limit does not exist in this form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitRow {
    /// What is limited.
    pub name: &'static str,
    /// The limit for each client.
    pub each: String,
    /// The limit for all clients together.
    pub all: String,
}

impl Limits {
    /// All fixed limits.
    pub fn table() -> Vec<LimitRow> {
        let mut rows = Self::limits_of_connections();
        rows.extend(Self::limits_of_work());
        rows.extend(Self::limits_of_rooms());
        rows
    }

    fn limits_of_connections() -> Vec<LimitRow> {
        vec![
            row(message!("connections"), count(Self::CONNECTIONS_EACH), count(Self::CONNECTIONS)),
            row(
                message!("connections with an incomplete request"),
                none(),
                count(Self::HANDSHAKES),
            ),
            row(
                message!("time to send the head of a request"),
                seconds(Self::HEAD_TIMEOUT),
                none(),
            ),
            row(
                message!("time to send the body of a request"),
                seconds(Self::BODY_TIMEOUT),
                none(),
            ),
            row(message!("time without reading an answer"), seconds(Self::STALL_TIMEOUT), none()),
            row(
                message!("slowest reading per second"),
                bytes(Self::MIN_BYTES_PER_SECOND as usize),
                none(),
            ),
            row(message!("size of a request"), bytes(Self::MAX_BODY), none()),
            row(
                message!("size of requests that wait"),
                bytes(Self::QUESTIONS_EACH),
                bytes(Self::QUESTIONS),
            ),
            row(
                message!("size of answers being sent"),
                bytes(Self::ANSWERS_EACH),
                bytes(Self::ANSWERS),
            ),
        ]
    }

    fn limits_of_work() -> Vec<LimitRow> {
        vec![
            row(message!("searches at once"), count(Self::SEARCHES_EACH), count(Self::SEARCHES)),
            row(message!("time of a search that ends by itself"), seconds(Self::MAX_TIME), none()),
            row(message!("lines of an analysis"), count(Self::LINES), none()),
            row(
                message!("other computations that run or wait"),
                count(Self::WAITING_EACH),
                count(Self::WAITING),
            ),
            row(message!("time that a computation waits"), seconds(Self::QUEUE_TIMEOUT), none()),
            row(
                message!("memory of games being judged"),
                bytes(Self::JUDGEMENTS_EACH),
                bytes(Self::JUDGEMENTS),
            ),
            row(message!("steps of a game's main line"), count(Self::STEPS), none()),
            row(message!("steps of all variations of a game"), count(Self::ASIDES), none()),
            row(message!("size of a start position"), bytes(Self::START), none()),
            row(message!("arrows in a picture"), count(Self::ARROWS), none()),
        ]
    }

    fn limits_of_rooms() -> Vec<LimitRow> {
        vec![
            row(
                message!("rooms without --state"),
                count(rooms::MOST_ROOMS / rooms::SHARES),
                count(rooms::MOST_ROOMS),
            ),
            row(
                message!("rooms with --state"),
                count(rooms::MOST_SAVED / rooms::SHARES),
                count(rooms::MOST_SAVED),
            ),
            row(message!("files of rooms"), none(), bytes(Self::ROOM_FILES)),
            row(message!("memory of rooms with players"), none(), bytes(Self::ROOM_MEMORY)),
            row(
                message!("websockets of rooms"),
                count(rooms::MOST_SOCKETS_EACH),
                count(rooms::MOST_SOCKETS),
            ),
            row(message!("connections to a seat of a room"), none(), count(rooms::MOST_AT_A_SEAT)),
            row(message!("watchers of a room"), none(), count(rooms::MOST_WATCHERS)),
            row(PHRASES, none(), count(rooms::MOST_PHRASES)),
        ]
    }
}

/// The limit of phrases, with its time.
const PHRASES: &str = message!("phrases that a player says in 15 s");

fn row(name: &'static str, each: String, all: String) -> LimitRow {
    LimitRow { name: crate::WORDS.translate(name), each, all }
}

fn none() -> String {
    String::new()
}

/// A number with separators: `1,000`.
fn count(number: usize) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", count(number / 1_000), number % 1_000),
    }
}

fn bytes(number: usize) -> String {
    match number {
        0..1_048_576 => format!("{} KiB", number >> 10),
        _ => format!("{} MiB", number >> 20),
    }
}

fn seconds(time: Duration) -> String {
    format!("{} s", count(time.as_secs() as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_list_every_limit_with_its_value() {
        const PAGE: &str = include_str!("../../../docs/src/use/hosting.md");
        let (_, after) =
            PAGE.split_once("| limit | per client | in all |\n|---|--:|--:|\n").expect("the table");
        let (listed, _) = after.split_once("\n\n").expect("the end of the table");
        let rows = Limits::table().into_iter();
        let expected: Vec<String> = rows
            .map(|LimitRow { name, each, all }| {
                format!("| {name} | {each} | {all} |").replace("|  |", "| |")
            })
            .collect();
        assert_eq!(
            listed.lines().collect::<Vec<_>>(),
            expected,
            "expected:\n{}",
            expected.join("\n")
        );
    }

    #[test]
    fn values_have_separators_and_units() {
        assert_eq!([count(999), count(20_000), count(1_234_567)], ["999", "20,000", "1,234,567"]);
        assert_eq!([bytes(16 << 10), bytes(1 << 20)], ["16 KiB", "1 MiB"]);
    }
}
