//! What the server counts, for Prometheus.
//!
//! Labels are taken from fixed lists: route patterns instead of paths, the place of an error instead of its text. So no metric can contain a
//! token, the key of a room or any other input, and the number of time series is bounded.

use prometheus_client::encoding::{EncodeLabelSet, prometheus_text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::memory::resident_bytes;
use super::server::Server;

/// The media type of [`Metrics::render`].
pub(super) const PROMETHEUS: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Upper ends of the buckets of durations, in seconds.
const SECONDS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0];

/// All metrics of a server.
#[derive(Debug)]
pub(super) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Family<RouteLabels, Histogram>,
    refused: Family<LimitLabels, Counter>,
    messages: Family<MessageLabels, Counter>,
    streams: Family<KindLabels, Gauge>,
    /// Gauges that are read from the state of the server when they are asked for.
    connections: Gauge,
    searches: Family<WorkLabels, Gauge>,
    computations: Family<WorkLabels, Gauge>,
    rooms: Family<StateLabels, Gauge>,
    room_bytes: Family<StateLabels, Gauge>,
    uptime: Gauge,
    memory: Gauge,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct LimitLabels {
    limit: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct MessageLabels {
    socket: &'static str,
    direction: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct KindLabels {
    kind: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct WorkLabels {
    kind: &'static str,
    state: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct StateLabels {
    state: &'static str,
}

/// The direction of a message on a WebSocket.
#[derive(Clone, Copy, Debug)]
pub(super) enum Direction {
    /// From the page.
    Received,
    /// To the page.
    Sent,
}

/// A kind of answer that stays open.
#[derive(Clone, Copy, Debug)]
pub(super) enum StreamKind {
    /// A WebSocket that analyses positions.
    Analysis,
    /// A WebSocket of a room.
    Room,
    /// An event stream.
    Events,
}

impl StreamKind {
    fn name(self) -> &'static str {
        match self {
            Self::Analysis => "analysis",
            Self::Room => "room",
            Self::Events => "events",
        }
    }
}

/// Counts an open stream until it is dropped.
#[derive(Debug)]
pub(super) struct OpenStream(Gauge);

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    /// Metrics of a new server. `refused` counts connections for which there was no slot.
    pub(super) fn new(refused: &Counter) -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("ludex"),
            requests: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            refused: Family::default(),
            messages: Family::default(),
            streams: Family::default(),
            connections: Gauge::default(),
            searches: Family::default(),
            computations: Family::default(),
            rooms: Family::default(),
            room_bytes: Family::default(),
            uptime: Gauge::default(),
            memory: Gauge::default(),
        };
        metrics.register(refused);
        metrics
    }

    fn register(&mut self, refused: &Counter) {
        let Self { registry: to, .. } = self;
        let requests = "HTTP requests by route pattern, method and status";
        to.register("http_requests", requests, self.requests.clone());
        let durations = "Time until the head of a response was ready";
        to.register("http_request_duration_seconds", durations, self.durations.clone());
        let limits = "Requests that a limit refused with status 429 or 503";
        to.register("refused", limits, self.refused.clone());
        let connections = "Connections that were closed at once because no slot was free";
        to.register("refused_connections", connections, refused.clone());
        to.register("messages", "Messages on WebSockets", self.messages.clone());
        to.register("streams_open", "Open WebSockets and event streams", self.streams.clone());
        to.register("connections_open", "Open connections", self.connections.clone());
        let searches = "Searches that run, or wait for a permit";
        to.register("searches", searches, self.searches.clone());
        let computations = "Other computations that run, or wait for a permit, by their cost";
        to.register("computations", computations, self.computations.clone());
        to.register("rooms", "Rooms by state", self.rooms.clone());
        let bytes = "Size of all rooms in memory and in files, in bytes";
        to.register("room_bytes", bytes, self.room_bytes.clone());
        to.register("uptime_seconds", "Time since the start of the server", self.uptime.clone());
        if resident_bytes().is_some() {
            let memory = "Resident memory of the process, in bytes";
            to.register("resident_memory_bytes", memory, self.memory.clone());
        }
    }

    /// Counts an answered request. `route` is a pattern such as `/api/rooms/{id}`.
    pub(super) fn count_request(
        &self,
        method: &'static str,
        route: &str,
        status: u16,
        seconds: f64,
    ) {
        let route = route.to_owned();
        self.durations.get_or_create(&RouteLabels { route: route.clone() }).observe(seconds);
        self.requests.get_or_create(&RequestLabels { method, route, status }).inc();
    }

    /// Counts a request that a limit refused. `limit` is the place of the error: `searches`, `rooms` or `server`.
    pub(super) fn count_refused(&self, limit: &str) {
        self.refused.get_or_create(&LimitLabels { limit: limit.to_owned() }).inc();
    }

    /// Counts a message on a WebSocket of this kind.
    pub(super) fn count_message(&self, kind: StreamKind, direction: Direction) {
        let direction = match direction {
            Direction::Received => "received",
            Direction::Sent => "sent",
        };
        self.messages.get_or_create(&MessageLabels { socket: kind.name(), direction }).inc();
    }

    /// Counts an open stream for as long as the result exists.
    pub(super) fn open_stream(&self, kind: StreamKind) -> OpenStream {
        let gauge = self.streams.get_or_create_owned(&KindLabels { kind: kind.name() });
        gauge.inc();
        OpenStream(gauge)
    }

    /// All metrics in the text format of Prometheus.
    pub(super) fn render(&self, server: &Server) -> String {
        self.read_state(server);
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = prometheus_text::encode(&mut text, &self.registry);
        text
    }

    fn read_state(&self, server: &Server) {
        self.connections.set(server.connections.n_open() as i64);
        self.uptime.set(server.started.elapsed().as_secs() as i64);
        self.memory.set(resident_bytes().unwrap_or(0) as i64);
        let work =
            |gauges: &Family<WorkLabels, Gauge>, kind, (running, waiting): (usize, usize)| {
                for (state, count) in [("running", running), ("waiting", waiting)] {
                    gauges.get_or_create(&WorkLabels { kind, state }).set(count as i64);
                }
            };
        work(&self.searches, "analysis", (server.search_slots.n_running(), 0));
        work(&self.searches, "room", server.rooms.count_searches());
        work(&self.computations, "short", server.short.count());
        work(&self.computations, "large", server.large.count());
        work(&self.computations, "long", server.long.count());
        let rooms = server.rooms.count();
        for (state, count) in [("awake", rooms.awake), ("asleep", rooms.asleep)] {
            self.rooms.get_or_create(&StateLabels { state }).set(count as i64);
        }
        for (state, n_bytes) in [("memory", rooms.n_bytes), ("files", rooms.n_file_bytes)] {
            self.room_bytes.get_or_create(&StateLabels { state }).set(n_bytes as i64);
        }
    }
}
