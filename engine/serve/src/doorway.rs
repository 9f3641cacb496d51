//! The doorway: connections whose first request has not come in whole. They take no room from the others, and where there are
//! too many, whoever has stood there longest goes: a client with something to ask does so at once.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::sync::Notify;

/// Who stands in the doorway.
pub(super) struct Doorway {
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// By number, the longest there in front; each hears when he has to go.
    standing: VecDeque<(u64, Arc<Notify>)>,
    next: u64,
}

/// A connection in the doorway, until it is dropped.
pub(super) struct Newcomer {
    doorway: Arc<Doorway>,
    number: u64,
}

impl Doorway {
    /// A doorway for so many.
    pub(super) fn new(most: usize) -> Arc<Self> {
        let state = Mutex::default();
        Arc::new(Self { most, state })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets one more in, and says where he will hear that he has to go.
    pub(super) fn enter(self: &Arc<Self>) -> (Newcomer, Arc<Notify>) {
        let mut state = self.state();
        if state.standing.len() >= self.most
            && let Some((_, longest)) = state.standing.pop_front()
        {
            longest.notify_one();
        }
        let (number, goes) = (state.next, Arc::new(Notify::new()));
        state.next += 1;
        state.standing.push_back((number, Arc::clone(&goes)));
        let doorway = Arc::clone(self);
        (Newcomer { doorway, number }, goes)
    }
}

impl Drop for Newcomer {
    fn drop(&mut self) {
        let mut state = self.doorway.state();
        state.standing.retain(|(number, _)| *number != self.number);
    }
}

/// The body of a request, with whom it lets out of the doorway when it has come.
pub(super) struct Arriving {
    body: Incoming,
    newcomer: Option<Newcomer>,
}

impl Arriving {
    pub(super) fn new(body: Incoming, newcomer: Option<Newcomer>) -> Self {
        let newcomer = newcomer.filter(|_| !body.is_end_stream());
        Self { body, newcomer }
    }
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if self.body.is_end_stream() || matches!(frame, Poll::Ready(None)) {
            self.newcomer = None;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_stood_there_longest_makes_room() {
        let doorway = Doorway::new(2);
        let standing = || -> Vec<u64> {
            let state = doorway.state();
            state.standing.iter().map(|(number, _)| *number).collect()
        };
        let first = doorway.enter();
        let second = doorway.enter();
        drop(first);
        let _third = doorway.enter();
        assert_eq!(standing(), [1, 2]);
        let _fourth = doorway.enter();
        assert_eq!(standing(), [2, 3]);
        drop(second);
        assert_eq!(standing(), [2, 3], "who had to go has left already");
    }
}
