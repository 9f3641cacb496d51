//! A semaphore that is fair between clients: a fixed number of computations run at once, and waiting clients take
//! turns. So a client with many requests does not delay a client with few.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::client::Client;

/// A fixed number of permits for computations.
#[derive(Debug)]
pub(super) struct FairSemaphore(Mutex<State>);

#[derive(Debug)]
struct State {
    all: usize,
    free: usize,
    /// Whether the semaphore is closed and grants no more permits.
    is_closed: bool,
    /// The waiting clients, next one first, each with its waiting requests. There are free permits only while no
    /// client waits.
    waiting: VecDeque<(Client, VecDeque<oneshot::Sender<Permit>>)>,
}

/// A permit. When dropped, it passes to the next waiting client.
#[derive(Debug)]
pub(super) struct Permit(Arc<FairSemaphore>);

impl FairSemaphore {
    pub(super) fn new(permits: usize) -> Arc<Self> {
        Arc::new(Self(Mutex::new(State {
            all: permits,
            free: permits,
            is_closed: false,
            waiting: VecDeque::new(),
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops handing out permits. All waiting requests fail.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.waiting.clear();
    }

    /// The numbers of granted permits and of waiting requests.
    pub(super) fn count(&self) -> (usize, usize) {
        let state = self.state();
        let waiting = state.waiting.iter().map(|(_, own)| own.len()).sum();
        (state.all - state.free, waiting)
    }

    /// Waits for a permit; `None` once the semaphore is closed.
    pub(super) async fn acquire(self: &Arc<Self>, client: Client) -> Option<Permit> {
        let turn = {
            let mut state = self.state();
            if state.is_closed {
                return None;
            }
            if state.free > 0 {
                state.free -= 1;
                return Some(Permit(Arc::clone(self)));
            }
            state.wait(client)
        };
        turn.await.ok()
    }
}

impl State {
    fn wait(&mut self, client: Client) -> oneshot::Receiver<Permit> {
        let (sender, turn) = oneshot::channel();
        let mut waiting = self.waiting.iter_mut();
        match waiting.find(|(other, _)| *other == client) {
            Some((_, own)) => own.push_back(sender),
            None => self.waiting.push_back((client, [sender].into())),
        }
        turn
    }

    /// Removes and returns the request that gets the next permit. If no request is waiting, counts the permit as free.
    fn next(&mut self) -> Option<oneshot::Sender<Permit>> {
        while let Some((client, mut own)) = self.waiting.pop_front() {
            own.retain(|sender| !sender.is_closed());
            let next = own.pop_front();
            if !own.is_empty() {
                self.waiting.push_back((client, own));
            }
            if next.is_some() {
                return next;
            }
        }
        self.free += 1;
        None
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let next = self.0.state().next();
        if let Some(next) = next {
            // If the receiver has just been dropped, the send fails and drops this permit, so the permit passes to the next request.
            let _ = next.send(Self(Arc::clone(&self.0)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::pin::{Pin, pin};
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn client(number: u8) -> Client {
        Client(IpAddr::from([10, 0, 0, number]))
    }

    fn poll(turn: Pin<&mut impl Future<Output = Option<Permit>>>) -> Option<Permit> {
        match turn.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(turn) => turn,
            Poll::Pending => None,
        }
    }

    #[test]
    fn clients_take_turns() {
        let semaphore = FairSemaphore::new(1);
        let running = poll(pin!(semaphore.acquire(client(1)))).expect("a permit is free");
        let mut many = [(); 3].map(|()| Box::pin(semaphore.acquire(client(1))));
        for turn in &mut many {
            assert!(poll(turn.as_mut()).is_none());
        }
        let mut little = pin!(semaphore.acquire(client(2)));
        assert!(poll(little.as_mut()).is_none());
        assert_eq!(semaphore.count(), (1, 4));
        drop(running);
        let first = poll(many[0].as_mut()).expect("the first request gets the permit");
        assert!(poll(little.as_mut()).is_none());
        drop(first);
        let second = poll(little).expect("the other client gets the next permit");
        assert!(poll(many[1].as_mut()).is_none());
        drop(second);
        assert!(poll(many[1].as_mut()).is_some());
    }

    #[test]
    fn closing_fails_all_waiting_requests() {
        let semaphore = FairSemaphore::new(1);
        let running = poll(pin!(semaphore.acquire(client(1)))).expect("a permit is free");
        let mut waiting = Box::pin(semaphore.acquire(client(2)));
        assert!(poll(waiting.as_mut()).is_none());
        semaphore.close();
        let mut context = Context::from_waker(Waker::noop());
        assert!(matches!(waiting.as_mut().poll(&mut context), Poll::Ready(None)));
        drop(running);
        assert!(matches!(pin!(semaphore.acquire(client(3))).poll(&mut context), Poll::Ready(None)));
    }

    #[test]
    fn a_cancelled_request_takes_no_permit() {
        let semaphore = FairSemaphore::new(1);
        let running = poll(pin!(semaphore.acquire(client(1)))).expect("a permit is free");
        let mut gone = Box::pin(semaphore.acquire(client(2)));
        let mut late = Box::pin(semaphore.acquire(client(3)));
        let mut last = pin!(semaphore.acquire(client(4)));
        for turn in [&mut gone, &mut late] {
            assert!(poll(turn.as_mut()).is_none());
        }
        assert!(poll(last.as_mut()).is_none());
        drop(gone);
        drop(running);
        // The request is cancelled while its permit is being sent.
        drop(late);
        assert!(poll(last).is_some());
        assert!(poll(pin!(semaphore.acquire(client(1)))).is_some());
    }
}
