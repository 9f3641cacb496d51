//! Bounds at a chance node during the search of its events (\*-minimax).
//!
//! The mean over all events is between two sums: known event values, plus the least (or the greatest) possible value for each event that
//! was not searched. If the greater sum is below alpha, or the lesser above beta, the remaining events need not be searched. Solving the
//! same inequality for one event gives the window in which its value still matters.

/// A window of utilities, for the viewer of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub(super) alpha: f32,
    pub(super) beta: f32,
}

impl Range {
    pub(super) const FULL: Self = Self { alpha: f32::NEG_INFINITY, beta: f32::INFINITY };

    /// The same window for the other player.
    pub(super) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether a utility is inside the window, and so exact.
    pub(super) fn holds(self, utility: f32) -> bool {
        self.alpha < utility && utility < self.beta
    }
}

/// Bounds on the mean over the events of a chance node: the weighted sums of the least and of the greatest possible value of each event.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventSums {
    total: f64,
    least: f64,
    greatest: f64,
}

/// The bounds of one event.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventBounds {
    pub(super) weight: f64,
    pub(super) least: f32,
    pub(super) greatest: f32,
}

impl EventSums {
    /// The sums for events with the total weight `total`, whose values are only known to be in the given range.
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

    /// The least possible mean.
    pub(super) fn least(&self) -> f32 {
        (self.least / self.total) as f32
    }

    /// The greatest possible mean.
    pub(super) fn greatest(&self) -> f32 {
        (self.greatest / self.total) as f32
    }

    /// Replaces the bounds of an event.
    pub(super) fn narrow(&mut self, from: EventBounds, to: EventBounds) {
        self.least += (f64::from(to.least) - f64::from(from.least)) * from.weight;
        self.greatest += (f64::from(to.greatest) - f64::from(from.greatest)) * from.weight;
    }

    /// The bound on the mean if the mean is certainly outside of `range`; otherwise `None`.
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
