//! The puzzle of the day: the same for everyone on a date.

use ludex_base::catalogue::catalogue;
use ludex_kit::{InputError, say};

use super::lists::{ListedPuzzle, of_game};

/// The puzzle of a date `YYYY-MM-DD`, and its number among the puzzles of its game. A puzzle comes again only after all others, and
/// neighbouring days have puzzles of different kinds.
pub(super) fn of_date(date: &str) -> Result<(ListedPuzzle, usize), InputError> {
    let day = day_number(date)
        .ok_or_else(|| InputError::new("date", date, say!("a date such as 2026-11-28")))?;
    let mut all = Vec::new();
    for game in catalogue().games() {
        all.extend(of_game(game)?.into_iter().zip(1..));
    }
    if all.is_empty() {
        return Err(InputError::sentence("date", say!("there are no puzzles")));
    }
    let index = place(day, all.len() as u64);
    Ok(all.swap_remove(index as usize))
}

/// The place of a day in a list of `n` puzzles. It moves on by about 0.618 of the list each day: a step without a common factor with `n`
/// visits every place, and this one keeps neighbouring days far apart (Knuth, The Art of Computer Programming 3, section 6.4).
fn place(day: u64, n: u64) -> u64 {
    let step = (n * 618 / 1000 + 1..=2 * n).find(|&step| gcd(step, n) == 1).unwrap_or(1);
    day % n * (step % n) % n
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The number of days from 0000-03-01 to a date of the years 1 to 9999; `None` if it is not a date.
fn day_number(date: &str) -> Option<u64> {
    let bytes = date.as_bytes();
    let fits = |(index, byte): (usize, &u8)| match index {
        4 | 7 => *byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    if bytes.len() != 10 || !bytes.iter().enumerate().all(fits) {
        return None;
    }
    let number = |from: usize, to: usize| date[from..to].parse::<u64>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let n_days = match month {
        2 => 28 + u64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if year == 0 || !(1..=n_days).contains(&day) {
        return None;
    }
    // Counting from March puts the leap day at the end of the year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    Some(365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_date_has_one_puzzle_and_the_next_dates_have_others() {
        let id = |date: &str| of_date(date).expect("a date").0.id;
        assert_eq!(id("2026-11-28"), id("2026-11-28"));
        let days: Vec<String> = (1..=30).map(|day| format!("2026-11-{day:02}")).collect();
        let ids: HashSet<String> = days.iter().map(|day| id(day)).collect();
        assert_eq!(ids.len(), 30);
        let games: HashSet<&str> = ids.iter().filter_map(|id| id.split('-').next()).collect();
        assert_eq!(games.len(), catalogue().games().count(), "{ids:?}");
    }

    #[test]
    fn every_puzzle_has_its_day() {
        for n in [1, 2, 194, 200, 618] {
            let places: HashSet<u64> = (0..n).map(|day| place(day, n)).collect();
            assert_eq!(places.len() as u64, n);
        }
    }

    #[test]
    fn days_are_counted_without_gaps() {
        let pairs = [
            ("2026-02-28", "2026-03-01"),
            ("2024-02-29", "2024-03-01"),
            ("2026-12-31", "2027-01-01"),
            ("2000-02-28", "2000-02-29"),
        ];
        for (day, next) in pairs {
            assert_eq!(day_number(day).map(|day| day + 1), day_number(next), "{day}");
        }
        for wrong in [
            "",
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-1-01",
            "0000-01-01",
            "2026-04-31",
            "2026-11-2é",
        ] {
            assert!(of_date(wrong).is_err(), "{wrong}");
        }
    }
}
