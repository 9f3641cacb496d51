//! A connection that closes when the client stops reading.

use std::future::Future as _;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

use super::limits::Limits;

/// A connection that closes when its client takes data too slowly.
pub(super) struct Connection {
    stream: TcpStream,
    stall_timer: StallTimer,
    /// When the connection times out; valid only while data waits to be sent.
    end: Pin<Box<Sleep>>,
}

impl Connection {
    pub(super) fn new(stream: TcpStream) -> Self {
        // With a small buffer, the system reports progress often enough even if the client is slow.
        #[cfg(unix)]
        let _ = rustix::net::sockopt::set_socket_send_buffer_size(&stream, Limits::SEND_BUFFER);
        Self { stream, stall_timer: StallTimer::new(), end: Box::pin(sleep(Limits::STALL_TIMEOUT)) }
    }

    /// Closes the connection if the client has read too little for too long.
    fn watch(
        &mut self,
        context: &mut Context<'_>,
        sent: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let now = Instant::now();
        if let Poll::Ready(taken) = &sent {
            self.stall_timer.note_sent(*taken.as_ref().unwrap_or(&0), now);
            return sent;
        }
        let end = self.stall_timer.deadline(now);
        if self.end.deadline() != end {
            self.end.as_mut().reset(end);
        }
        ready!(self.end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

/// The time for which data may wait to be sent. It shrinks while data waits and grows with each byte the client
/// takes, so a client must read at least [`Limits::MIN_BYTES_PER_SECOND`] on average. Time in which no data waits
/// does not count.
struct StallTimer {
    left: Duration,
    /// Since when data has been waiting.
    since: Option<Instant>,
}

impl StallTimer {
    fn new() -> Self {
        Self { left: Limits::STALL_TIMEOUT, since: None }
    }

    /// Starts to count the waiting time, if it is not counted yet. Returns the time at which the connection times out.
    fn deadline(&mut self, now: Instant) -> Instant {
        *self.since.get_or_insert(now) + self.left
    }

    fn note_sent(&mut self, n_bytes: usize, now: Instant) {
        if let Some(since) = self.since.take() {
            self.left = self.left.saturating_sub(now.duration_since(since));
        }
        let earned = Duration::from_secs(n_bytes as u64) / Limits::MIN_BYTES_PER_SECOND;
        self.left = (self.left + earned).min(Limits::STALL_TIMEOUT);
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watch(context, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long a client that reads `n_bytes` every `pause` stays connected; at most a day.
    fn stay(n_bytes: usize, pause: Duration) -> Duration {
        let (mut stall_timer, begin) = (StallTimer::new(), Instant::now());
        let mut now = begin;
        while now - begin < Duration::from_hours(24) {
            let end = stall_timer.deadline(now);
            now += pause;
            if end <= now {
                return end - begin;
            }
            stall_timer.note_sent(n_bytes, now);
        }
        now - begin
    }

    #[test]
    fn a_client_must_read_at_a_minimum_rate() {
        let second = Duration::from_secs(1);
        assert_eq!(stay(0, 40 * second), Limits::STALL_TIMEOUT);
        assert!(stay(1, second) < 2 * Limits::STALL_TIMEOUT);
        assert!(stay(Limits::MIN_BYTES_PER_SECOND as usize - 1, second) < Duration::from_hours(24));
        let a_day = Duration::from_hours(24);
        assert!(stay(Limits::MIN_BYTES_PER_SECOND as usize, second) >= a_day);
        assert!(stay(20 << 10, 20 * second) >= a_day);
    }

    #[test]
    fn an_idle_client_stays_connected() {
        let (mut stall_timer, begin) = (StallTimer::new(), Instant::now());
        for hour in 0..10 {
            let now = begin + Duration::from_hours(hour);
            assert_eq!(stall_timer.deadline(now), now + Limits::STALL_TIMEOUT);
            stall_timer.note_sent(64 << 10, now + Duration::from_secs(1));
        }
    }
}
