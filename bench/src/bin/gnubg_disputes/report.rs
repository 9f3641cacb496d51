//! What came of all decisions.

use std::fmt::Write;

use ludex_bench::mean_and_error;
use ludex_games::tryktrak::evaluation::inputs::Class;

use crate::decisions::Seconds;
use crate::dispute::{Decision, Dispute, JudgeName, Judgement};

/// The greatest disputes that are told.
const GREATEST: usize = 10;

/// All that is told in the end.
pub(crate) fn text(judged: &[Decision], seconds: &Seconds, n_games: u64) -> String {
    let mut text = String::new();
    let per_decision = 1e3 / judged.len().max(1) as f64;
    // Writing into a string cannot fail.
    let _ = writeln!(
        text,
        "{} decisions of {n_games} games; processor time for a choice: ludex {:.2} ms, gnubg {:.2} ms",
        judged.len(),
        seconds.ours * per_decision,
        seconds.gnubg * per_decision,
    );
    for judge in JudgeName::ALL {
        text.push_str(&table(judged, judge));
    }
    text.push_str(&greatest(judged));
    text
}

/// What a judge says, in thousandths a decision with standard errors.
fn table(judged: &[Decision], judge: JudgeName) -> String {
    let judges = |decision: &&Decision| {
        decision
            .dispute
            .as_ref()
            .is_some_and(|d| d.by(judge).is_some())
    };
    if !judged.iter().any(|decision| judges(&decision)) {
        return String::new();
    }
    let whose = match judge {
        JudgeName::Us => "ludex",
        JudgeName::Gnubg => "gnubg",
    };
    let heading = format!("rollouts of {whose}");
    let mut text = format!(
        "\n{heading:18}{:>10}{:>10}{:>18}{:>18}{:>18}\n",
        "decisions", "disputed", "ludex loses", "gnubg loses", "ludex ahead"
    );
    let classes = Class::ALL.map(|class| Some(class.name()));
    for class in classes.into_iter().chain([None]) {
        let of_class = judged
            .iter()
            .filter(|decision| class.is_none_or(|class| decision.class == class));
        let of_class: Vec<&Decision> = of_class.collect();
        if of_class.len() < 2 {
            continue;
        }
        let disputed = of_class
            .iter()
            .filter(|decision| decision.dispute.is_some());
        let _ = write!(
            text,
            "{:18}{:>10}{:>10}",
            class.unwrap_or("all"),
            of_class.len(),
            disputed.count()
        );
        let figures: [fn(f64) -> f64; 3] =
            [|lead| (-lead).max(0.0), |lead| lead.max(0.0), |lead| lead];
        for figure in figures {
            let leads = of_class
                .iter()
                .map(|decision| figure(lead(decision, judge)));
            let _ = write!(text, "{:>18}", thousandths(mean_and_error(leads)));
        }
        text.push('\n');
    }
    text
}

/// By how much our play is better in a judge's eyes; nothing where the plays are the same.
fn lead(decision: &Decision, judge: JudgeName) -> f64 {
    let judgement = decision.dispute.as_ref().and_then(|d| d.by(judge));
    judgement.map_or(0.0, |judgement| judgement.lead())
}

/// A figure and its error.
fn thousandths((value, error): (f64, f64)) -> String {
    format!("{:.2} ± {:.2}", 1e3 * value, 1e3 * error)
}

/// The disputes in which most is at stake.
fn greatest(judged: &[Decision]) -> String {
    let disputes = judged
        .iter()
        .filter_map(|decision| decision.dispute.as_ref());
    let mut disputes: Vec<&Dispute> = disputes.collect();
    disputes.sort_by(|a, b| b.size().total_cmp(&a.size()));
    disputes.truncate(GREATEST);
    let mut text = String::new();
    if !disputes.is_empty() {
        let _ = writeln!(
            text,
            "\n{:16}{:5}{:9}{:26}{:26}{:>18}{:>18}",
            "greatest", "dice", "class", "ludex plays", "gnubg plays", "by ludex", "by gnubg"
        );
    }
    for dispute in disputes {
        let told = |judgement: Option<Judgement>| {
            judgement.map_or_else(
                || "-".into(),
                |judgement| thousandths((judgement.lead(), judgement.error)),
            )
        };
        let _ = writeln!(
            text,
            "{:16}{:5}{:9}{:26}{:26}{:>18}{:>18}",
            dispute.position_id,
            dispute.dice,
            dispute.class,
            dispute.our_play,
            dispute.gnubg_play,
            told(dispute.by_us),
            told(dispute.by_gnubg),
        );
    }
    text
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A dispute in which our play is better by so much in our eyes, and by half of it in those of the other.
    pub(crate) fn dispute(decision: usize, class: &str, lead: f64) -> Dispute {
        let judgement = |lead: f64| Judgement {
            ours: 0.25 + lead,
            gnubg: 0.25,
            error: 0.01,
        };
        Dispute {
            decision,
            class: class.into(),
            position_id: "4HPwATDgc/ABMA".into(),
            dice: "31".into(),
            xgid: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:6".into(),
            our_play: format!("play {decision}"),
            gnubg_play: "24/23,13/10".into(),
            by_us: Some(judgement(lead)),
            by_gnubg: Some(judgement(lead / 2.0)),
        }
    }

    fn decision(class: &'static str, dispute: Option<Dispute>) -> Decision {
        Decision { class, dispute }
    }

    #[test]
    fn losses_are_means_over_all_decisions() {
        let judged = [
            decision("contact", Some(dispute(0, "contact", 0.008))),
            decision("contact", Some(dispute(1, "contact", -0.004))),
            decision("contact", None),
            decision("race", None),
        ];
        let seconds = Seconds {
            ours: 0.004,
            gnubg: 0.01,
        };
        let found = text(&judged, &seconds, 2);
        let rows: Vec<Vec<&str>> = found
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        let has = |row: &str| {
            let row: Vec<_> = row.split_whitespace().collect();
            assert!(rows.contains(&row), "{row:?} is missing in\n{found}");
        };
        has("4 decisions of 2 games; processor time for a choice: ludex 1.00 ms, gnubg 2.50 ms");
        // (8 − 4) / 4 = 1; the squares of the distances 7, −5, −1, −1 are 76: √(76 / 3 / 4) = 2.52.
        has("all 4 2 1.00 ± 1.00 2.00 ± 2.00 1.00 ± 2.52");
        has("all 4 2 0.50 ± 0.50 1.00 ± 1.00 0.50 ± 1.26");
        has("contact 3 2 1.33 ± 1.33 2.67 ± 2.67 1.33 ± 3.53");
        has("4HPwATDgc/ABMA 31 contact play 0 24/23,13/10 8.00 ± 10.00 4.00 ± 10.00");
        assert!(
            !found.contains("race  "),
            "one decision has no error: {found}"
        );
    }

    #[test]
    fn the_greatest_disputes_come_first() {
        let judged: Vec<Decision> = (0..12)
            .map(|index: usize| {
                let sign = if index.is_multiple_of(2) { 1.0 } else { -1.0 };
                let lead = sign * index as f64;
                decision("contact", Some(dispute(index, "contact", lead)))
            })
            .collect();
        let found = text(&judged, &Seconds::default(), 1);
        let order: Vec<_> = found
            .lines()
            .filter_map(|line| line.split_once("play ")?.1.split_whitespace().next())
            .collect();
        let expected = ["11", "10", "9", "8", "7", "6", "5", "4", "3", "2"];
        assert_eq!(order, expected);
    }

    #[test]
    fn without_its_rollouts_gnubg_has_no_table() {
        let unjudged = Dispute {
            by_gnubg: None,
            ..dispute(0, "contact", 0.008)
        };
        let judged = [
            decision("contact", Some(unjudged)),
            decision("contact", None),
        ];
        let found = text(&judged, &Seconds::default(), 1);
        assert!(found.contains("rollouts of ludex"), "{found}");
        assert!(!found.contains("rollouts of gnubg"), "{found}");
    }
}
