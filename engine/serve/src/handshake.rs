//! Connections whose first request is still incomplete. Their number is limited: when there are too many, the oldest is closed, since a
//! real client sends its request at once. So incomplete connections cannot block new clients.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::sync::Notify;

/// All connections whose first request is incomplete.
pub(super) struct Handshakes {
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The number of each connection and its signal to close, oldest first.
    pending: VecDeque<(u64, Arc<Notify>)>,
    next: u64,
}

/// The entry of a connection whose first request is incomplete. Dropping it removes the connection from the list.
pub(super) struct Handshake {
    handshakes: Arc<Handshakes>,
    number: u64,
}

impl Handshakes {
    /// Allows at most `most` connections whose first request is incomplete.
    pub(super) fn new(most: usize) -> Arc<Self> {
        let state = Mutex::default();
        Arc::new(Self { most, state })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a connection. The signal is raised when it has to close.
    pub(super) fn enter(self: &Arc<Self>) -> (Handshake, Arc<Notify>) {
        let mut state = self.state();
        if state.pending.len() >= self.most
            && let Some((_, longest)) = state.pending.pop_front()
        {
            longest.notify_one();
        }
        let (number, evicted) = (state.next, Arc::new(Notify::new()));
        state.next += 1;
        state.pending.push_back((number, Arc::clone(&evicted)));
        let handshakes = Arc::clone(self);
        (Handshake { handshakes, number }, evicted)
    }
}

impl Drop for Handshake {
    fn drop(&mut self) {
        let mut state = self.handshakes.state();
        state.pending.retain(|(number, _)| *number != self.number);
    }
}

/// The body of a request. When it is complete, the handshake is over.
pub(super) struct ArrivingBody {
    body: Incoming,
    handshake: Option<Handshake>,
}

impl ArrivingBody {
    pub(super) fn new(body: Incoming, handshake: Option<Handshake>) -> Self {
        let handshake = handshake.filter(|_| !body.is_end_stream());
        Self { body, handshake }
    }
}

impl HttpBody for ArrivingBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if self.body.is_end_stream() || matches!(frame, Poll::Ready(None)) {
            self.handshake = None;
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
    fn the_oldest_handshake_is_closed_first() {
        let handshakes = Handshakes::new(2);
        let pending = || -> Vec<u64> {
            let state = handshakes.state();
            state.pending.iter().map(|(number, _)| *number).collect()
        };
        let first = handshakes.enter();
        let second = handshakes.enter();
        drop(first);
        let _third = handshakes.enter();
        assert_eq!(pending(), [1, 2]);
        let _fourth = handshakes.enter();
        assert_eq!(pending(), [2, 3]);
        drop(second);
        assert_eq!(pending(), [2, 3], "a closed handshake is not in the list");
    }
}
