//! What is known of a chance node while its events are looked at, one after the other.

/// The utilities that matter, as the viewer of a position sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub(super) alpha: f32,
    pub(super) beta: f32,
}

impl Range {
    pub(super) const FULL: Self = Self { alpha: f32::NEG_INFINITY, beta: f32::INFINITY };

    /// The same as the other player sees it.
    pub(super) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether a utility is more than a bound.
    pub(super) fn holds(self, utility: f32) -> bool {
        self.alpha < utility && utility < self.beta
    }
}

/// Bounds on the mean over the events of a chance node: the sums of the least and of the greatest that the events can be,
/// by weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventSums {
    total: f64,
    least: f64,
    greatest: f64,
}

/// What is known of one event.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventBounds {
    pub(super) weight: f64,
    pub(super) least: f32,
    pub(super) greatest: f32,
}

impl EventSums {
    /// The sums over events of this weight in all, of which nothing is known but their range.
    pub(super) fn new(total: u32, (least, greatest): (f32, f32)) -> Self {
        let total = f64::from(total);
        Self { total, least: f64::from(least) * total, greatest: f64::from(greatest) * total }
    }

    /// The window in which the value of an event still matters to a node with the window `range`.
    pub(super) fn window(&self, range: Range, event: EventBounds) -> Range {
        let least_of_others = self.least - f64::from(event.least) * event.weight;
        let greatest_of_others = self.greatest - f64::from(event.greatest) * event.weight;
        let bound = |of_node: f32, others: f64| {
            ((f64::from(of_node) * self.total - others) / event.weight) as f32
        };
        Range {
            alpha: bound(range.alpha, greatest_of_others),
            beta: bound(range.beta, least_of_others),
        }
    }

    /// The least that the mean can be.
    pub(super) fn least(&self) -> f32 {
        (self.least / self.total) as f32
    }

    /// The greatest that the mean can be.
    pub(super) fn greatest(&self) -> f32 {
        (self.greatest / self.total) as f32
    }

    /// Replaces what is known of an event.
    pub(super) fn narrow(&mut self, from: EventBounds, to: EventBounds) {
        self.least += (f64::from(to.least) - f64::from(from.least)) * from.weight;
        self.greatest += (f64::from(to.greatest) - f64::from(from.greatest)) * from.weight;
    }

    /// A bound that lies outside `range`, if the mean does for certain. It is cut to the range, lest rounding lifts a
    /// failure above what it failed against.
    pub(super) fn failure(&self, range: Range) -> Option<f32> {
        let (least, greatest) = (self.least(), self.greatest());
        if greatest <= range.alpha {
            Some(greatest)
        } else if least >= range.beta {
            Some(least)
        } else {
            None
        }
    }
}
